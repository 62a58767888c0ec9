"""The concordance of a book: first what it says of one thing in two ways, then each of its terms with its sentences.

What is to be gone through stands first: each pair of sentences of one subject that differ, once, below the term they
share. Behind it is what is looked up: under each term every sentence that has it, with its numbers and small words.
Under a term the sentences stand in the order of the words they share with others, the rarest first, so that what is
said of one subject in several places comes together; a sentence that has the subject of the one above it, and says
another number, another *may*, another side, is marked. After the keyword-in-context lists of H. P. Luhn (1960), with
whole sentences for stretches of equal length.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from regola_dsl.diagnostics import counted
from regola_dsl.wording import enumerated, later, localized, localized_template, say, say_number

from regola_crosscheck.book.text import called
from regola_crosscheck.concordance.candidates import TermCandidate
from regola_crosscheck.concordance.statements import Statement, compared, differing, weights_of

# The classes of small words that are shown beside a sentence.
SHOWN = (
    later("number"),
    later("modal"),
    later("negation"),
    later("bound"),
    later("time"),
    later("condition"),
    later("side"),
    later("quantifier"),
)
# Those in which sentences may differ besides.
DIFFERING = (
    later("connective"),
    later("direction"),
    later("factor"),
    later("inclusion"),
    later("order"),
    later("rounding"),
    later("sign"),
)
ONLY_DIFFERENT = say("Only what differs")
ALL_TERMS = say("Term by term")
# So many terms at most, the most telling ones.
TERMS = 150
# What stands in more sentences is the whole book, and no entry.
MOST = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence under a term, with its small words; `differs` is the class in which it differs from the one above."""

    statement: Statement
    values: tuple[tuple[str, str], ...]
    differs: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A term with the sentences that have it."""

    term: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class StatementDifference:
    """Two sentences that differ, with the class of the words in which they do, and these words."""

    one: Line
    other: Line
    differs: str
    words: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Subject:
    """A term that the sentences of some pairs share: of several the one that fewest sentences have."""

    term: str
    differences: tuple[StatementDifference, ...]


def differences(statements: Sequence[Statement], terms: Iterable[TermCandidate]) -> list[Subject]:
    """What a book says of one thing in two ways, by what it is about, in the order of the book.

    Args:
        statements: what the book states, in its order.
        terms: the terms.
    """
    known = list(terms)
    weights = weights_of(statements)
    found: dict[str, list[StatementDifference]] = {}
    for pair in sorted(differing(statements), key=lambda pair: pair.one.sentence.line):
        both = pair.one.keys & pair.other.keys
        shared = [one for one in known if one.keys and both.issuperset(one.keys)]
        term = max(shared, key=lambda one: sum(weights[key] for key in one.keys), default=None)
        words = tuple(word.text if word is not None else "–" for word in (pair.here, pair.there))
        here, there = (Line(one, _shown(one), "") for one in (pair.one, pair.other))
        found.setdefault(term.form if term is not None else "", []).append(
            StatementDifference(here, there, pair.kind, (words[0], words[1]))
        )
    return [Subject(term, tuple(several)) for term, several in found.items()]


def concordance(statements: Sequence[Statement], terms: Iterable[TermCandidate]) -> list[Entry]:
    """The entries of a book, by their terms.

    Args:
        statements: what the book states, in its order.
        terms: the terms, the most telling first; more than `TERMS` are not shown.
    """
    weights = weights_of(statements)
    terms = list(itertools.islice(terms, TERMS))
    alike = Counter(term.keys for term in terms)
    by_key: dict[str, list[Statement]] = {}
    for one in statements:
        for key in one.keys:
            by_key.setdefault(key, []).append(one)
    found = []
    for term in terms:
        having = [one for one in by_key.get(term.keys[0], ()) if one.keys.issuperset(term.keys)]
        if alike[term.keys] > 1:  # *costa* and *costo*
            having = [one for one in having if _has_form(one, term)]
        if not 2 <= len(having) <= MOST:
            continue
        times: dict[str, int] = {}
        for one in having:
            for key in one.keys:
                times[key] = times.get(key, 0) + 1

        def subject(one: Statement, times: dict[str, int] = times, own: tuple[str, ...] = term.keys) -> list[str]:
            shared = [key for key in one.keys if times[key] > 1 and key not in own]
            return sorted(shared, key=lambda key: (-weights[key], key))[:4]

        having.sort(key=lambda one: (subject(one), one.sentence.line))
        above = [None, *having[:-1]]
        lines = (
            Line(one, _shown(one), compared(before, one, weights)) for before, one in zip(above, having, strict=True)
        )
        found.append(Entry(term.form, tuple(lines)))
    return sorted(found, key=lambda entry: entry.term)


def _has_form(one: Statement, term: TermCandidate) -> bool:
    """Whether a sentence has a term in one of its own forms."""
    text = one.sentence.text.casefold()
    return any(re.search(rf"(?<!\w){re.escape(form)}(?!\w)", text) for form, _ in term.forms)


def _shown(one: Statement) -> tuple[tuple[str, str], ...]:
    said = ((kind, ", ".join(word.text for word in one.values[kind])) for kind in SHOWN if kind in one.values)
    return tuple(said)


def as_text(subjects: Sequence[Subject], entries: Sequence[Entry], path: str, place: Callable[[Statement], str]) -> str:
    """The concordance as plain text: what differs, then the terms; a sentence a line with its section and its place."""

    def sentence_lines(line: Line) -> str:
        sentence = line.statement.sentence
        values = "; ".join(f"{localized_template(kind)} {words}" for kind, words in line.values)
        told = f"  {localized(called(sentence.section))} {place(line.statement)}: {sentence.text}\n"
        return told + (f"      [{values}]\n" if values else "")

    parts = [f"{path}: {localized(counts(subjects, entries))}\n"]
    parts.append(f"\n== {localized(ONLY_DIFFERENT)} ==\n" if subjects else "")
    for subject in subjects:
        parts.append(f"\n{subject.term}\n")
        for pair in subject.differences:
            parts.append(f"   ≠ {localized_template(pair.differs)}: {pair.words[0]} / {pair.words[1]}\n")
            parts += [sentence_lines(pair.one), sentence_lines(pair.other)]
    parts.append(f"\n== {localized(ALL_TERMS)} ==\n")
    for entry in entries:
        parts.append(f"\n{entry.term} ({len(entry.lines)})\n")
        for line in entry.lines:
            parts.append(f"   ≠ {localized_template(line.differs)}\n" if line.differs else "")
            parts.append(sentence_lines(line))
    return "".join(parts)


def counts(subjects: Sequence[Subject], entries: Sequence[Entry]) -> str:
    """How much there is to go through, and to look up."""
    pairs = sum(len(one.differences) for one in subjects)
    told = say_number("{number} pair of sentences that differ", "{number} pairs of sentences that differ", pairs)
    return enumerated([told, counted(len(entries), "term")], ", ")
