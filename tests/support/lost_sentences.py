"""Sentences lost from one of two texts in two languages, or added to it, one at a time, and how each is told.

Every sentence of the sections that stand in both is lost once; behind every sentence one of another section is added
once. A loss is *told* if the letter on the text has one note of it, and that says that this sentence is missing; the
other ways it may come out are named in `HOW`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeAlias

from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.counterparts import counterparts
from regola_crosscheck.bilingual.pairs import sentence_pairs
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.checks import languages
from regola_crosscheck.publisher.folding import Fault, faults_of
from regola_crosscheck.report import Report
from regola_dsl.source import Span

from support.crosscheck_faults import Subject

# How a sentence that is lost or added is told: as that; as that and as something else besides; another sentence than
# it; as something else alone; not at all.
HOW = ("told", "and more", "another", "wrongly", "silent")
# What of a text is a sentence that may be lost.
_KINDS = frozenset({"sentence", "item", "example"})

_Place: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """A text without a sentence, or with one more.

    Attributes:
        section: where.
        sentence: what was lost, or added.
        text: the changed text.
        there: the sentences of the other text that say the same; none of what was added.
        here: the first character of what was added, by line and column; None of what was lost.
    """

    section: str
    sentence: str
    text: str
    there: tuple[Span, ...] = ()
    here: _Place | None = None


@dataclass
class Counted:
    """How changes were told: how many in each way, and those of each."""

    ways: Counter[str] = field(default_factory=Counter)
    cases: dict[str, list[Change]] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The numbers in a row."""
        return f"{self.ways.total()}: " + ", ".join(f"{way} {self.ways[way]}" for way in HOW)


def lost(book: Subject) -> Iterator[Change]:
    """Every sentence that the other text has by itself, lost once."""
    assert book.other is not None
    text, starts = _with_starts(book)
    pairs, _ = sentence_pairs(book.clean, book.other)
    for pair in pairs:
        for one in pair.ours:
            if one.kind not in _KINDS or len(pair.ours) > 1:
                continue
            start, end = _stretch(starts, one)
            there = tuple(each.span() for each in pair.theirs)
            yield Change(pair.section.id, one.text, _without(text, start, end), there)


def added(book: Subject, seed: int = 5) -> Iterator[Change]:
    """Behind every sentence one of another section, drawn."""
    assert book.other is not None
    random = Random(seed)
    text, starts = _with_starts(book)
    places = [
        (section, one)
        for section, _ in counterparts(book.clean, book.other)
        for one in book.clean.sentences(section)
        if one.kind == "sentence"
    ]
    for section, one in places:
        others = [each.text for within, each in places if within is not section]
        more = random.choice(others)
        end = _stretch(starts, one)[1]
        line = text.count("\n", 0, end)
        here = (line + 1, end - starts[line] + 2)
        yield Change(section.id, more, f"{text[:end]} {more}{text[end:]}", here=here)


def told_of(book: Subject, changes: Sequence[Change]) -> Counted:
    """How each of some changes is told, by the other language alone."""
    found = Counted()
    known = {(one.name, one.diagnostic.message) for one in findings_of(book, book.text)}
    for change in changes:
        way = _way(book, change, known)
        found.ways[way] += 1
        found.cases.setdefault(way, []).append(change)
    return found


def findings_of(book: Subject, text: str) -> list[CrosscheckFinding]:
    """What is shown of a text beside the other language."""
    assert book.other is not None
    found = languages.check(book.context(text), book.other)
    shown = (one for one in found if one.confidence >= Confidence.LIKELY and _in_both(book, one))
    return [replace(one, kind="languages") for one in shown]


def faults_in(book: Subject, text: str) -> list[Fault]:
    """The faults that the letter on a text tells, by the other language alone."""
    assert book.other is not None
    context = book.context(text)
    contexts = {book.language: context, book.other.book.language: book.other}
    report = Report(contexts, {}, findings_of(book, text))
    return [fault for several in faults_of(report, book.language) for fault in several]


def _way(book: Subject, change: Change, known: AbstractSet[tuple[str, str]]) -> str:
    faults = [
        fault
        for fault in faults_in(book, change.text)
        if not all((one.finding.name, one.finding.diagnostic.message) in known for one in fault.told)
    ]
    if not faults:
        return "silent"
    sentences = [fault for fault in faults if fault.differing and fault.differing[0].matter == "sentence"]
    if not sentences:
        return "wrongly"
    if not any(_is_meant(fault, change) for fault in sentences):
        return "another"
    return "told" if len(faults) == 1 else "and more"


def _is_meant(fault: Fault, change: Change) -> bool:
    """Whether a fault says of the very sentence that it is missing here, or there."""
    one = fault.differing[0]
    if change.here is None:
        return one.lacking == "here" and one.span_there in change.there
    return one.lacking == "there" and (one.span.line, one.span.column) == change.here


def _in_both(book: Subject, one: CrosscheckFinding) -> bool:
    return one.section == "" or (book.other is not None and book.other.book.section(one.section) is not None)


def _with_starts(book: Subject) -> tuple[str, list[int]]:
    text = book.text = book.text.replace("\r\n", "\n")
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return text, starts


def _stretch(starts: Sequence[int], one: Sentence) -> _Place:
    span = one.span()
    return starts[span.line - 1] + span.column - 1, starts[span.end_line - 1] + span.end_column - 1


def _without(text: str, start: int, end: int) -> str:
    """A text without a stretch, the blanks before it, and the line where nothing else stands in that."""
    before, after = text[:start], text[end:]
    head = before.rpartition("\n")[2]
    if re.fullmatch(r"[-*>\s]*", head) and after.startswith("\n") and head.strip() not in {"", ">"}:
        return before[: len(before) - len(head)] + after[1:]
    return before.rstrip(" ") + after
