"""What a run of the desk comes to: the findings that are shown, those that are accepted, and how much is covered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, field, replace
from typing import Any

from regola_compiler.checks.suppressions import Accepted
from regola_compiler.model.program import Acceptance
from regola_compiler.report.json import finding_as_json
from regola_dsl.diagnostics import Code, Diagnostic, Severity, counted, nearest
from regola_dsl.records import dataclass
from regola_dsl.source import Source
from regola_dsl.tree import Text
from regola_dsl.wording import localized, primary_subtag, say, say_number

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import Decision, Index
from regola_crosscheck.base.weight import BY_HAND
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import Book
from regola_crosscheck.files.blocks import FileSource
from regola_crosscheck.language.language_file import known_languages

UNUSED = Code("R709", "decision-unused", "an accepted finding that is no longer found", Severity.WARNING)
CODES = (UNUSED,)


@dataclass(frozen=True, slots=True)
class BookCoverage:
    """How much of a book is encoded, in sections: all, those with rules, those that are prose, those done in part."""

    sections: int
    encoded: int
    prose: int
    partly: int = 0


@dataclass
class Report:
    """Findings in the order of the text; `folded` are those that were known before, and are counted alone.

    `rules` tells what the texts were held against from what it is at other times; `alone` if there are none.
    """

    contexts: dict[str, CrosscheckContext]
    indexes: dict[str, Index]
    found: list[CrosscheckFinding]
    accepted: list[tuple[CrosscheckFinding, Decision]] = field(default_factory=list)
    hidden: int = 0
    folded: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)
    rules: str = ""
    alone: bool = False

    @property
    def all(self) -> list[Diagnostic]:
        """What is shown, as diagnostics."""
        return [*self.diagnostics, *(finding.diagnostic for finding in self.found)]

    @property
    def failed(self) -> bool:
        """Whether an error is among them."""
        return any(diagnostic.weight is Severity.ERROR for diagnostic in self.all)

    def filtered(self, least: Confidence, kinds: Sequence[str] = ()) -> Report:
        """The same with only the findings that are at least so sure, and of some kinds if any are named."""
        asked = [one for one in self.found if not kinds or one.kind in kinds]
        found = [one for one in asked if one.confidence >= least]
        return replace(self, found=found, hidden=self.hidden + len(asked) - len(found))

    @property
    def without_errata(self) -> Report:
        """The same with what an encoder had written down by hand counted, and not shown."""
        own = [one for one in self.found if one.kind != BY_HAND]
        return replace(self, found=own, folded=len(self.found) - len(own))

    def coverage(self, language: str) -> BookCoverage:
        """How much of the book in a language is encoded."""
        count = Counter(self.statuses(language).values())
        return BookCoverage(count.total(), count["encoded"] + count["partly"], count["prose"], count["partly"])

    def statuses(self, language: str) -> dict[Key, str]:
        """What the rules have of each section of the book in a language: encoded, partly, prose, or open."""
        context, index = self.contexts[language], self.indexes[language]
        numbering = context.book.numbering
        encoded = {known[:size] for known in context.encoded.names for size in range(1, len(known) + 1)}
        partly, prose = index.partly(numbering), index.prose(numbering)
        return {
            key: ("partly" if key in partly else "encoded") if key in encoded else "prose" if key in prose else "open"
            for key in context.book.by_key
        }

    @property
    def suppressed(self) -> list[Accepted]:
        """What is accepted, as other reports write it."""
        return [
            Accepted(
                finding.diagnostic,
                Acceptance(
                    finding.diagnostic.code.slug, finding.section, (), (Text("", item.because, item.span),), item.span
                ),
            )
            for finding, item in self.accepted
        ]


def apply_decisions(
    found: Sequence[CrosscheckFinding], indexes: Mapping[str, Index], least: Confidence, kinds: Sequence[str] = ()
) -> tuple[list[CrosscheckFinding], list[tuple[CrosscheckFinding, Decision]], int, list[Diagnostic]]:
    """What is shown of some findings, and what is not.

    Args:
        found: all findings, each with a name of its own.
        indexes: the decisions, by language.
        least: how sure a finding must be to be shown.
        kinds: the kinds that are shown; all of them if none is named.

    Returns:
        the findings to show; those that are accepted, each with its decision; how many open ones are left out; and a
        diagnostic for every decision that no finding needs.
    """
    decisions = {item.finding: item for index in indexes.values() for item in index.accepted}
    names = {name for finding in found for name in finding.names}
    decided = [(one, next((decisions[name] for name in one.names if name in decisions), None)) for one in found]
    accepted = [(finding, decision) for finding, decision in decided if decision is not None]
    open_ = [finding for finding, decision in decided if decision is None]
    shown = [one for one in open_ if one.confidence >= least and (not kinds or one.kind in kinds)]
    unused = [
        Diagnostic(
            UNUSED,
            say("there is no finding `{finding}` to accept", finding=item.finding),
            item.span,
            help=say("did you mean `{close}`?", close=close)
            if (close := nearest(item.finding, sorted(one.name for one in found)))
            else say("remove the decision: what it accepted is mended"),
        )
        for name, item in decisions.items()
        if name not in names
    ]
    return shown, accepted, len(open_) - len(shown), unused


def as_json(report: Report) -> str:
    """The report as JSON: findings as `check` writes them, each with its kind, confidence, section and name."""
    told: dict[str, Any] = {
        "findings": [
            *(_placed(finding_as_json(diagnostic), report) | _NOTHING for diagnostic in report.diagnostics),
            *(_finding(finding, report) for finding in report.found),
        ],
        "accepted": [_finding(finding, report) | {"because": item.because} for finding, item in report.accepted],
        "hidden": report.hidden,
        "coverage": {
            language: {"sections": one.sections, "encoded": one.encoded, "partly": one.partly, "prose": one.prose}
            for language in report.contexts
            for one in [report.coverage(language)]
        },
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


_NOTHING: dict[str, Any] = {"kind": "", "confidence": "certain", "section": "", "name": "", "picture": [], "word": None}


def _placed(told: dict[str, Any], report: Report) -> dict[str, Any]:
    """A finding with the places in the file of what stands in a text that was read out of one."""
    for location in (told["location"], *(one["location"] for one in told["related"])):
        source = report.sources.get(location["path"])
        if isinstance(source, FileSource):
            place = source.at(location["line"], location["column"])
            location["place"] = {"words": place.words, **place.numbers}
    return told


def _finding(finding: CrosscheckFinding, report: Report) -> dict[str, Any]:
    return _placed(finding_as_json(finding.diagnostic), report) | {
        "kind": finding.kind,
        "confidence": finding.confidence.word,
        "section": finding.section,
        "name": finding.name,
        "picture": list(finding.picture),
        "word": None if finding.word is None else asdict(finding.word),
    }


def summary(report: Report) -> list[str]:
    """How much is covered, and how many findings of each kind there are, in a few lines."""
    if not report.contexts:  # of a book that nobody has encoded there are no rules to speak of
        return [localized(say("no text could be read") if report.alone else say("no text was held against the rules"))]
    lines = []
    for language in report.contexts:
        one = report.coverage(language)
        parts = counted_sections(report.contexts[language].book)
        if not report.contexts[language].alone:
            share = 100 * one.encoded // one.sections if one.sections else 0
            parts.append(
                say_number("{number} encoded ({share}%)", "{number} encoded ({share}%)", one.encoded, share=share)
            )
            parts += [say("{number} of them in part", number=one.partly)] * bool(one.partly)
            parts += [say("{number} prose", number=one.prose)] * bool(one.prose)
        lines.append(f"{language}: {', '.join(map(localized, parts))}")
        lines += [f"{language}: {localized(told)}" for told in _skipped(report.contexts[language])]
    kinds = Counter(one.kind for one in sorted(report.found, key=lambda one: one.diagnostic.code.number))
    said = [", ".join(f"{localized(say(kind))} {number}" for kind, number in kinds.items()) or say("nothing found")]
    if report.folded:
        known = counted(report.folded, "known erratum", "known errata")
        said.append(say("{errata} (--kind errata shows them)", errata=known))
    if report.accepted:
        said.append(say_number("{number} accepted", "{number} accepted", len(report.accepted)))
    if report.hidden:
        said.append(
            say_number(
                "{number} less sure (--confidence possible shows them)",
                "{number} less sure (--confidence possible shows them)",
                report.hidden,
            )
        )
    return [*lines, "; ".join(map(localized, said))]


def counted_sections(book: Book) -> list[str]:
    """How many sections a book has, and how many of their numbers stand twice: in a list, a page, a letter the same."""
    doubled = book.doubled
    told: list[str] = [counted(len(book.by_key), "section")]
    return told + [say_number("{number} number twice", "{number} numbers twice", doubled)] * bool(doubled)


def _skipped(context: CrosscheckContext) -> list[str]:
    """What is not looked at in a text: words of no known language; by the rules its front, if it permits or forbids."""
    told: list[str] = []
    language = primary_subtag(context.book.language)
    if language not in known_languages():
        told.append(
            say(
                "of `{language}` no words are kept: numbers in words, what permits or denies, references by name and"
                " sentences left in another language are not checked",
                language=language,
            )
        )
    front, first = context.book.front, next(iter(context.book.sections), None)
    if context.alone or front is None or first is None:
        return told
    if not context.modal_words(front):
        return told
    said = say(
        "what stands before section {section} is held against the book itself: no rule is anchored there",
        section=first.id,
    )
    return [*told, said]
