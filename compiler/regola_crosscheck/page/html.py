"""The report as one HTML file: the book at the left, the rules at the right, section by section, findings between.

The page needs nothing beside it, as the reference does, and its content security policy lets nothing in: see
emit/html.py. The rules are printed by the same templates as the reference.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from markupsafe import Markup, escape
from regola_compiler.emit.reference.actions import Actions
from regola_compiler.emit.reference.cells import Cells
from regola_compiler.emit.reference.html import ReferenceInput, asset, environment_of, policy, switches
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sequence import Outline
from regola_compiler.emit.text import sentences
from regola_compiler.emit.text.labels import OWN_NAMES
from regola_dsl.diagnostics import Diagnostic, Severity, counted
from regola_dsl.source import Span
from regola_dsl.wording import localized, say, say_number, spoken

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import PROSE
from regola_crosscheck.base.inputs import KINDS
from regola_crosscheck.base.weight import BY_HAND, by_weight
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import Book, BookSection
from regola_crosscheck.files.blocks import FileSource
from regola_crosscheck.page.annotated_text import TABS, AnnotatedBlock, AnnotatedText
from regola_crosscheck.page.rules_by_section import Rules, SectionRules
from regola_crosscheck.report import BookCoverage, Report
from regola_crosscheck.sentences.tied import tied_sentences

_QUOTED = re.compile(r"`([^`\n]+)`")
_ID = re.compile(r' id="([a-z0-9-]+)"')
# What no page may hold, and what shows nothing; tabs and line ends stay.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# The overview is so many units long, whatever the book.
_STRIP = 1000
# How many letters a line of text takes room for, and how many a small screen holds.
_WIDE, _SCREEN = 60, 1200


def page(
    compiled: ReferenceInput, report: Report, least: Confidence, kinds: tuple[str, ...] = (), *, decide: str = ""
) -> str:
    """The report as a page.

    Args:
        compiled: the game the report is about.
        report: all findings, also those that are only possible: the page can show them.
        least: how sure a finding must be to be shown at first.
        kinds: the kinds that are shown at first; all of them if none is named.
        decide: the address that decisions are sent to, where somebody listens.
    """
    errors = sum(diagnostic.weight is Severity.ERROR for diagnostic in compiled.found)
    reference = Page(compiled.ir, compiled.outcomes, errors, uses=False)
    outline, actions = Outline(reference), Actions(reference)
    view = ReportView(report, Rules.of(reference, outline, actions, list(report.contexts.values())))
    environment = environment_of("regola_crosscheck.page", "regola_compiler.emit.reference")
    style = asset(environment, "reference.css") + switches(reference.languages)
    style += asset(environment, "desk.css") + "".join(f".tab-{n} {{ tab-size: {n}; }}\n" for n in TABS)
    script = asset(environment, "desk.js")
    environment.filters["coded"] = _with_code
    environment.globals["t"] = lambda template, **values: localized(say(template, **values))
    environment.globals["counted"] = lambda number, *thing: localized(counted(number, *thing))
    seen: set[str] = set()
    text = environment.get_template("desk.html.j2").render(
        page=reference,
        voice=reference.voice,
        naming=reference.naming,
        sentences=sentences,
        cells=Cells(reference),
        actions=actions,
        outline=outline,
        view=view,
        report=report,
        least=least,
        kinds=kinds or KINDS,
        shown_kinds=KINDS,
        levels=sorted(Confidence, reverse=True),
        show=_language_mode(reference, report),
        once=lambda markup: _without_printed_ids(markup, seen),
        style=Markup(style),  # noqa: S704  # our own file
        script=Markup(script),  # noqa: S704  # our own file
        policy=policy(style, script) + "; form-action 'self'" * bool(decide),
        decide=decide,
        spoken=spoken(),
    )
    return _CONTROL.sub(lambda found: _visible_form(ord(found[0])), text)


def _language_mode(reference: Page, report: Report) -> str:
    """The mode in which our texts are read in the language of the first book, if they are in it."""
    tags = reference.languages.tags
    language = next(iter(report.contexts), "")
    return str(tags.index(language)) if language in tags else "0"


def _visible_form(code: int) -> str:
    """What a character that shows nothing is shown as."""
    return chr(0x2400 + code) if code < 32 else "\u2421" if code == 127 else "\ufffd"


def _with_code(text: str) -> Markup:
    """A message, with what it quotes set as code."""
    bits = [
        Markup("<code>{}</code>").format(bit) if place % 2 else escape(bit)
        for place, bit in enumerate(_QUOTED.split(text))
    ]
    return Markup("").join(bits)


def _without_printed_ids(markup: Markup, seen: set[str]) -> Markup:
    """What may have been printed before, without the ids that are taken.

    Quotes in texts are escaped, so nothing but an attribute looks like one.
    """

    def keep(found: re.Match[str]) -> str:
        taken = found[1] in seen
        seen.add(found[1])
        return "" if taken else found[0]

    return Markup(_ID.sub(keep, markup))  # noqa: S704  # it was markup, and only lost attributes


@dataclass(frozen=True)
class FindingView:
    """A finding with its number, which ids are made of. `source` is the book it stands in; 0 if in none of them."""

    number: int
    finding: CrosscheckFinding
    source: int
    because: str = ""

    @cached_property
    def diagnostic(self) -> Diagnostic:
        """What is found, in the language that is spoken."""
        return self.finding.diagnostic.as_shown


@dataclass(frozen=True, slots=True)
class SectionText:
    """The text of a section in one of the books; `source` counts them from 1."""

    source: int
    language: str
    blocks: tuple[AnnotatedBlock, ...]


@dataclass
class SectionRow:
    """A section: its text in each book, what the rules have for it, what was found in it.

    `status` is encoded, prose, around (what lies around it is encoded), inside (what lies inside it is), or open.
    """

    id: str
    section: BookSection
    status: str
    texts: list[SectionText]
    cards: list[FindingView] = field(default_factory=list)
    rules: SectionRules = field(default_factory=SectionRules)
    because: str = ""
    see: tuple[tuple[str, str], ...] = ()

    @property
    def fits_screen(self) -> bool:
        """Whether the texts fit on a screen, so that they can stay in sight beside long rules."""
        lines = [line for leaf in self.texts for block in leaf.blocks for line in block.lines]
        return sum(max(_WIDE, sum(len(bit.text) for bit in line.runs)) for line in lines) < _SCREEN


@dataclass(frozen=True, slots=True)
class CoverageSegment:
    """A stretch of the overview, in its units."""

    start: float
    width: float
    status: str


@dataclass
class ReportView:
    """The books and the rules, laid out."""

    report: Report
    rules: Rules

    @cached_property
    def contexts(self) -> list[tuple[int, CrosscheckContext]]:
        """The books, counted from 1."""
        return list(enumerate(self.report.contexts.values(), 1))

    @property
    def alone(self) -> bool:
        """Whether no rules stand beside the books."""
        return any(context.alone for _, context in self.contexts)

    @cached_property
    def cards(self) -> list[FindingView]:
        """Everything that was found, then what is accepted."""
        told = [(finding, "") for finding in self.report.found]
        told += [(finding, decision.because) for finding, decision in self.report.accepted]
        paths = {context.book.path: number for number, context in reversed(self.contexts)}
        return [
            FindingView(number, finding, paths.get(finding.diagnostic.span.path, 0), because)
            for number, (finding, because) in enumerate(told, 1)
        ]

    def count_of_kind(self, kind: str) -> int:
        """How many findings of a kind there are, accepted ones left out."""
        return Counter(finding.kind for finding in self.report.found)[kind]

    def count_of_confidence(self, confidence: Confidence) -> int:
        """How many findings are so sure."""
        return sum(finding.confidence is confidence for finding in self.report.found)

    def said_of_confidence(self, confidence: Confidence) -> str:
        """The same in words: other languages have a plural of *certain*."""
        number = self.count_of_confidence(confidence)
        match confidence:
            case Confidence.CERTAIN:
                return localized(say_number("{number} certain", "{number} certain", number))
            case Confidence.LIKELY:
                return localized(say_number("{number} likely", "{number} likely", number))
            case Confidence.POSSIBLE:
                return localized(say_number("{number} possible", "{number} possible", number))

    def said_of_accepted(self) -> str:
        """How many findings are accepted beside those that are shown."""
        return localized(say_number("{number} more accepted", "{number} more accepted", len(self.report.accepted)))

    def coverage(self, context: CrosscheckContext) -> BookCoverage:
        """How much of a book is encoded."""
        return self.report.coverage(context.book.language)

    def language_name(self, language: str) -> str:
        """What a language calls itself."""
        return OWN_NAMES.get(language, language)

    # --- the text ---

    @cached_property
    def _annotated_texts(self) -> dict[int, AnnotatedText]:
        return {
            number: AnnotatedText(
                context.book.lines,
                [(card.number, card.diagnostic.span) for card in self.cards if card.source == number],
                marked=isinstance(self.report.sources.get(context.book.path), FileSource),
            )
            for number, context in self.contexts
        }

    def _section_text(self, source: int, context: CrosscheckContext, first: int, last: int) -> SectionText:
        return SectionText(source, context.book.language, self._annotated_texts[source].blocks(first, last))

    @cached_property
    def prefaces(self) -> list[SectionText]:
        """What stands before the first section of each book."""
        found = []
        for source, context in self.contexts:
            sections = context.book.sections
            last = sections[0].line - 1 if sections else len(context.book.lines)
            if last:
                found.append(self._section_text(source, context, 1, last))
        return found

    @cached_property
    def rows(self) -> list[SectionRow]:
        """The sections in the order of the first book; what only another one has stands where it has it."""
        rows: list[SectionRow] = []
        for source, context in self.contexts:
            free = list(rows)
            place = 0
            for section in context.book.sections:
                key = context.book.numbering.key(section.id)
                leaf = self._section_text(source, context, section.line, section.last)
                row = next((row for row in free if self._key(row.section.id) == key), None)
                if row is None:
                    row = SectionRow(f"b{source}-{section.line}", section, "", [leaf])
                    rows.insert(place, row)
                else:
                    free.remove(row)
                    row.texts.append(leaf)
                place = next(at for at, one in enumerate(rows) if one is row) + 1
        self._set_status(rows)
        return rows

    def _key(self, section: str) -> Key:
        return self.rules.numbering.key(section)

    def _firsts_of(self, rows: list[SectionRow]) -> dict[Key, SectionRow]:
        """Of rows with the same number the first."""
        found: dict[Key, SectionRow] = {}
        for row in rows:
            found.setdefault(self._key(row.section.id), row)
        return found

    def _set_status(self, rows: list[SectionRow]) -> None:
        firsts = self._firsts_of(rows)
        prose = {
            self._key(entry.id): entry.because
            for index in self.report.indexes.values()
            for entry in index.entries
            if entry.status == PROSE
        }
        partly = {
            key: missing
            for index in self.report.indexes.values()
            for key, missing in index.partly(self.rules.numbering).items()
        }
        told = {key for key, facing in self.rules.by_section.items() if facing.names}
        below: dict[Key, list[Key]] = {}
        for other in firsts:
            for size in range(1, len(other) if other in told else 0):
                below.setdefault(other[:size], []).append(other)
        for row in rows:
            key = self._key(row.section.id)
            if firsts[key] is row:
                row.rules = self.rules.by_section.get(key, row.rules)
            inside = below.get(key, [])
            around = [key[:size] for size in range(len(key) - 1, 0, -1) if key[:size] in told and key[:size] in firsts]
            if key in told:
                row.status, row.because, see = "encoded", partly.get(key, ""), [] if firsts[key] is row else [key]
            elif key in prose:
                row.status, row.because, see = "prose", prose[key], []
            elif inside:
                row.status, see = "inside", inside
            else:
                row.status, see = ("around", around[:1]) if around else ("open", [])
            row.see = tuple((firsts[other].section.id, firsts[other].id) for other in see)

    # --- what sentences render ---

    @cached_property
    def _ties(self) -> dict[tuple[int, int], list[str]]:
        """What the sentences that begin in a line render, by book and line; nothing of one that is not tied."""
        found: dict[tuple[int, int], list[str]] = {}
        for source, context in self.contexts:
            for section in context.book.sections if context.statements else ():
                for tied in tied_sentences(context, section):
                    told = found.setdefault((source, tied.sentence.line), [])
                    told += (tie.candidate.statement.path for tie in tied.ties)
        return found

    def tied(self, source: int, line: int) -> str:
        """What the sentences that begin in a line are tied to, in words; empty where none begins."""
        told = self._ties.get((source, line))
        if told is None:
            return ""
        names = ", ".join(dict.fromkeys(told))
        return localized(say("tied to {names}", names=names) if names else say("tied to no rule"))

    # --- where findings stand ---

    @cached_property
    def _findings_by_place(self) -> dict[str | Key, list[FindingView]]:
        """The findings by the id of their row, or by the section the book has not.

        Those before the first section go by `before-` and the number of the book, and all others by "".
        """
        lines = {
            (leaf.source, line.number): row.id
            for row in self.rows
            for leaf in row.texts
            for block in leaf.blocks
            for line in block.lines
        }
        unknown, firsts = dict(self.rules.unknown), self._firsts_of(self.rows)
        found: dict[str | Key, list[FindingView]] = {}
        for card in self.cards:
            key = self._key(card.finding.section)
            at: str | Key = key if key in unknown else lines.get((card.source, card.diagnostic.span.line), "")
            if not at and not card.source and key in firsts:
                at = firsts[key].id
            elif not at and card.source:
                at = f"before-{card.source}"
            found.setdefault(at, []).append(card)
        return found

    def apart(self, cards: list[FindingView]) -> tuple[list[FindingView], list[FindingView]]:
        """The findings of a place by weight; and those of errata, which somebody wrote down by hand."""
        place = {finding.name: number for number, finding in enumerate(by_weight([card.finding for card in cards]))}
        in_order = sorted(cards, key=lambda card: (bool(card.because), place[card.finding.name]))
        own = [card for card in in_order if card.finding.kind != BY_HAND]
        return own, [card for card in in_order if card.finding.kind == BY_HAND]

    def cards_at(self, place: str | Key) -> list[FindingView]:
        """The findings of a row, before one, or of a section that the book has not."""
        return self._findings_by_place.get(place, [])

    def book_of(self, span: Span) -> Book | None:
        """The book a place is in."""
        return next((context.book for _, context in self.contexts if context.book.path == span.path), None)

    def place(self, span: Span) -> str:
        """Where in its file a place is, in words; nothing where that is its line."""
        source = self.report.sources.get(span.path)
        return localized(source.place(span.line, span.column)) if source is not None else ""

    def line_id(self, span: Span) -> str:
        """The id of a line of a book; nothing if the place is elsewhere."""
        book = self.book_of(span)
        source = next((number for number, context in self.contexts if context.book is book), 0)
        return f"l{source}-{span.line}" if book and 0 < span.line <= len(book.lines) else ""

    # --- the overview ---

    def coverage_segments(self, source: int, context: CrosscheckContext) -> list[CoverageSegment]:
        """How the sections of a book are covered, neighbours of one status as one."""
        status = {
            leaf.blocks[0].lines[0].number: row.status
            for row in self.rows
            for leaf in row.texts
            if leaf.source == source and leaf.blocks
        }
        found: list[tuple[int, int, str]] = []
        for section in context.book.sections:
            this = status.get(section.line, "open")
            if found and found[-1][2] == this:
                found[-1] = (found[-1][0], section.last, this)
            else:
                found.append((section.line, section.last, this))
        return [
            CoverageSegment(
                self.position(context, first), self.position(context, last + 1) - self.position(context, first), name
            )
            for first, last, name in found
        ]

    def position(self, context: CrosscheckContext, line: int) -> float:
        """Where a line is in the overview."""
        return round(_STRIP * (line - 1) / max(1, len(context.book.lines)), 2)

    def ticks(self, source: int) -> Iterator[FindingView]:
        """The findings of a book."""
        return (card for card in self.cards if card.source == source)
