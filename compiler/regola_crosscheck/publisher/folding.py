"""What of several findings is one fault: what speaks of one word, one row, one sentence that is lost.

A letter has one note for a fault, with what is surest of it: what the book itself, or its rules, know is wrong comes
before what only differs from another language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TypeAlias

from regola_dsl.diagnostics import Severity
from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding, Lacking
from regola_crosscheck.base.weight import BY_HAND
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.publisher.editions import EditionDifference, differences_of
from regola_crosscheck.publisher.quotation import is_head, sentence_at
from regola_crosscheck.publisher.words import OURS
from regola_crosscheck.report import Report

# Where a finding is at home: a sentence, a row, a heading; faults of one home are told together.
_Home: TypeAlias = tuple[object, ...]
_Place: TypeAlias = tuple[str, int]
# Findings of one matter are of one fault where one of them speaks of the whole sentence.
_MATTERS = (
    frozenset(
        "number-differs sign-differs figures-differ languages-number languages-reference reference-dangling"
        " reference-elsewhere bracket-open claim-wrong languages-sentence".split()
    ),
    frozenset("word-differs word-missing permission-differs languages-word languages-permission".split()),
    frozenset("term-wrong term-mixed term-varies term-forbidden languages-term languages-two-terms".split()),
    frozenset("sentence-missing languages-sentence words-foreign".split()),
)
_LOST_SENTENCE = {"sentence-missing", "languages-sentence"}
# What tells of a number that the book leaves out or has twice, and of a reference to that.
_OUTLINE = frozenset("section-skipped section-doubled section-repeated languages-section reference-dangling".split())


@dataclass(frozen=True, slots=True)
class Told:
    """A finding as a text is told it: its place there, and the difference it is, if it is one."""

    finding: CrosscheckFinding
    span: Span
    difference: EditionDifference | None = None

    @property
    def slug(self) -> str:
        """Its code."""
        return self.finding.diagnostic.code.slug

    @property
    def lacking(self) -> bool:
        """Whether it tells what is not there."""
        return self.difference is not None and self.difference.lacking == "here"


@dataclass(frozen=True, slots=True)
class Fault:
    """Findings that speak of one fault, the surest first."""

    told: tuple[Told, ...]

    @property
    def differing(self) -> list[EditionDifference]:
        """What of it differs from another language, at the place of what is surest first."""
        found = [one.difference for one in self.told if one.difference is not None]
        # What a lost sentence says is lost with it.
        return sorted(found, key=lambda one: (not one.is_lone_sentence, one.span != self.told[0].span))

    @property
    def unsaid(self) -> list[EditionDifference]:
        """What differs besides, and is no more than a part of what is told.

        Of a fault that the book knows by itself that is what one of the texts lacks, of a lost sentence what it says.
        """
        differing = self.differing
        by_itself = self.told[0].difference is None
        if not differing or not (by_itself or differing[0].is_lone_sentence):
            return []
        return [one for one in differing[1:] if one.lacking and not one.is_lone_sentence]

    @property
    def group(self) -> str:
        """What it stands under (`words.GROUPS`): what differs from another language alone is a matter of its own."""
        own = [one.finding for one in self.told if one.difference is None]
        if not own:
            return "editions"
        if any(one.kind == BY_HAND for one in own):
            return "errata"
        if any(one.confidence is Confidence.CERTAIN and one.diagnostic.weight is Severity.ERROR for one in own):
            return "certain"
        return "likely" if any(one.confidence >= Confidence.LIKELY for one in own) else "possible"


def faults_of(report: Report, language: str) -> list[list[Fault]]:
    """The faults of a book, in its order; those of one sentence or row together that stand under one heading."""
    context = report.contexts[language]
    told = [
        Told(one, one.diagnostic.span)
        for one in report.found
        if one.diagnostic.span.path == context.book.path
        and one.kind != "languages"
        and one.diagnostic.code.slug not in OURS
    ]
    told += [Told(one.finding, one.span, one) for one in differences_of(report, language)]
    told.sort(key=lambda one: one.span)
    found: dict[tuple[_Home, str], list[Fault]] = {}
    for home, several in _by_home(context, told).items():
        for number, fault in enumerate(_joined(context, several)):
            alone = (number,) if home[0] in {"head", "erratum", "line"} else ()
            found.setdefault(((*home, *alone), fault.group), []).append(fault)
    return list(found.values())


def _by_home(context: CrosscheckContext, told: Sequence[Told]) -> dict[_Home, list[Told]]:
    """Findings by where they are at home."""
    homes: dict[_Home, list[Told]] = {}
    lost = _lost(context, told)
    # A section that is missing is often there, without its number: its sentences stand in the section before it.
    gaps = {place: one.span.line for one in told if one.slug == "languages-section" and (place := _gap(one))}
    key = context.book.numbering.key
    skipped = {key(one.finding.section): one.span.line for one in told if one.slug == "section-skipped"}
    # A number that a section is meant to have instead of another's is left out as well.
    doubled = [(one.finding.word, one.span.line) for one in told if one.slug == "section-doubled"]
    skipped |= {key(word.expected): line for word, line in doubled if word is not None and word.expected}
    for one in told:
        referred = one.finding.word.new if one.slug == "reference-dangling" and one.finding.word is not None else ""
        head = _head_of_gap(key(referred), skipped) if referred else None
        section = context.book.section_at(one.span.line)
        line = section.line if section is not None else 0
        home: _Home
        if one.finding.kind == BY_HAND:
            home = ("erratum", one.finding.name)
        elif one.slug == "languages-sentence" and (place := _alone(one)) in gaps:
            home = ("head", gaps[place])
        elif head is not None:
            home = ("head", head)
        elif (run := lost.of(one)) is not None:
            home = ("lost sentence", line, run)
        elif (table := _table(context, one)) is not None:
            home = ("table", table)
        elif is_head(context, one.span):
            home = ("head", one.span.line)
        elif (sentence := sentence_at(context, one.span)) is not None:
            home = ("sentence", line, sentence.number)
        else:
            home = ("line", one.span.line)
        homes.setdefault(home, []).append(one)
    return homes


@dataclass(frozen=True, slots=True)
class _Lost:
    """The sentences that a text lost, in runs: sentences that follow one another in the other text are lost in one go.

    `missed` are the runs of the sections, by the line of each, that the rules miss a sentence in, in their order.
    """

    runs: tuple[tuple[Told, ...], ...]
    missed: Mapping[int, int]

    def of(self, one: Told) -> int | None:
        """The run that a finding tells of: as one of it, as part of one, or as what the rules miss in its section."""
        if one.slug == "sentence-missing":
            return self.missed.get(id(one))
        return next(
            (
                at
                for at, run in enumerate(self.runs)
                if one.lacking and any(one is lost or _inside(one, lost) for lost in run)
            ),
            None,
        )


def _lost(context: CrosscheckContext, told: Sequence[Told]) -> _Lost:
    """The runs of lost sentences among what is told, each with what the rules miss there."""
    runs: list[list[Told]] = []
    for one in sorted((one for one in told if one.slug == "languages-sentence" and one.lacking), key=_there):
        if runs and _follows(runs[-1][-1], one):
            runs[-1].append(one)
        else:
            runs.append([one])
    # Which of several the rules miss they do not say: the first misses the first.
    missed: dict[int, int] = {}
    for one in told:
        if one.slug == "sentence-missing":
            section = context.book.section_at(one.span.line)
            own = [at for at, run in enumerate(runs) if context.book.section_at(run[0].span.line) == section]
            free = [at for at in own if at not in missed.values()]
            if own:
                missed[id(one)] = (free or own)[0]
    return _Lost(tuple(map(tuple, runs)), missed)


def _there(one: Told) -> tuple[Span, Span]:
    """Where in the other text stands what this one lacks."""
    place = one.difference.span_there if one.difference is not None else None
    return place or one.span, one.span


def _follows(one: Told, other: Told) -> bool:
    """Whether a lost sentence follows another one in the other text."""
    first, second = one.difference, other.difference
    if first is None or second is None or first.there is not second.there:
        return False
    if first.span_there is None or second.span_there is None:
        return False
    before, behind = sentence_at(first.there, first.span_there), sentence_at(first.there, second.span_there)
    return before is not None and behind is not None and _is_next(before, behind)


def _is_next(one: Sentence, other: Sentence) -> bool:
    return (one.section, one.number + 1) == (other.section, other.number)


def _head_of_gap(wanted: Key, skipped: Mapping[Key, int]) -> int | None:
    """The line behind a number that is left out, if a reference leads to it or into it."""
    return next((skipped[wanted[:n]] for n in range(1, len(wanted) + 1) if wanted[:n] in skipped), None)


def _table(context: CrosscheckContext, one: Told) -> int | None:
    """The table of which something speaks that is no matter of one cell; None if there is none."""
    rows = one.difference is not None and one.difference.matter in {"row", "table"}
    if not rows and one.slug != "table-shape-differs":
        return None
    grids = (grid for grid, _ in context.printed_tables)
    return next((grid.first_line for grid in grids if grid.first_line <= one.span.line <= grid.last_line), None)


def _gap(one: Told) -> _Place | None:
    """Where what only one text has is missing in the other: the file, and the line in which a section begins there."""
    return _place(one, "here" if one.lacking else "there")


def _alone(one: Told) -> _Place | None:
    """The same of where it stands."""
    return _place(one, "there" if one.lacking else "here")


def _place(one: Told, side: Lacking) -> _Place | None:
    if one.difference is None:
        return None
    here = side == "here"
    context, span = (
        (one.difference.here, one.difference.span) if here else (one.difference.there, one.difference.span_there)
    )
    section = context.book.section_at(span.line) if span is not None else None
    return (context.book.path, section.line) if section is not None else None


def _inside(one: Told, lost: Told) -> bool:
    """Whether what a text lacks is part of a sentence that it lacks."""
    place = one.difference.span_there if one.difference is not None else None
    whole = lost.difference.span_there if lost.difference is not None else None
    return place is not None and whole is not None and _covers(whole, place)


def _covers(outer: Span, inner: Span) -> bool:
    return (
        outer.path == inner.path
        and (outer.line, outer.column) <= (inner.line, inner.column)
        and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)
    )


def _joined(context: CrosscheckContext, told: Sequence[Told]) -> Iterator[Fault]:
    """Findings of one home in groups of one fault each: the transitive closure of what speaks of the same."""
    groups: list[list[Told]] = []
    for one in told:
        near = [group for group in groups if any(_is_same(context, one, other) for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*(other for group in near for other in group), one])
    groups.sort(key=lambda group: min(one.span for one in group))
    for group in groups:
        yield Fault(tuple(sorted(group, key=_surest)))


def _surest(one: Told) -> tuple[object, ...]:
    word = one.finding.word
    settled = word is not None and bool(word.expected)
    return (
        one.difference is not None,
        one.finding.kind == "spelling",
        one.slug not in _OUTLINE - {"reference-dangling"},
        not settled,
        -one.finding.confidence,
        one.span,
    )


def _is_same(context: CrosscheckContext, one: Told, other: Told) -> bool:
    if one.lacking and other.lacking and "languages-sentence" in {one.slug, other.slug}:
        return True
    if {one.slug, other.slug} in ({"languages-section", "languages-sentence"}, _LOST_SENTENCE):
        return True
    if is_head(context, one.span) or is_head(context, other.span):
        return {one.slug, other.slug} <= _OUTLINE
    table = _table(context, one)
    if one.span == other.span or (table is not None and table == _table(context, other)):
        return True
    if all(each.difference is not None and each.difference.lacking == "there" for each in (one, other)):
        return True  # what a sentence has too much was put into it in one go
    whole = [_is_whole(context, each) for each in (one, other)]
    if any(whole):
        return any({one.slug, other.slug} <= matter for matter in _MATTERS)
    return _touch(one.span, other.span)


def _is_whole(context: CrosscheckContext, one: Told) -> bool:
    """Whether a finding speaks of its whole sentence."""
    sentence = sentence_at(context, one.span)
    return sentence is not None and _covers(one.span, sentence.span())


def _touch(one: Span, other: Span) -> bool:
    """Whether two stretches overlap, or stand side by side as a bracket and its word do."""
    if one.line != other.line or one.end_line != other.end_line:
        return False
    return one.column <= other.end_column and other.column <= one.end_column


def decided_against(report: Report, language: str, rules: Callable[[CrosscheckFinding], bool]) -> AbstractSet[int]:
    """The differences of which it is known that a text is wrong, by the identity of their findings.

    Args:
        report: a run of the desk.
        language: the text.
        rules: which findings decide.
    """
    return {
        id(one.finding)
        for several in faults_of(report, language)
        for fault in several
        if any(one.difference is None and rules(one.finding) for one in fault.told)
        for one in fault.told
        if one.difference is not None
    }
