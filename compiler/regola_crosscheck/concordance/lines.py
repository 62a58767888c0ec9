"""The concordance of a book: under each of its terms every sentence that has it, with its numbers and small words.

Under a term the sentences stand in the order of the words they share with others, the rarest first, so that what is
said of one subject in several places comes together; a sentence that has the subject of the one above it, and says
another number, another *may*, another side, is marked. After the keyword-in-context lists of H. P. Luhn (1960), with
whole sentences for stretches of equal length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from regola_dsl.diagnostics import counted
from regola_dsl.wording import later, localized, localized_template

from regola_crosscheck.book.text import called
from regola_crosscheck.concordance.candidates import TermCandidate
from regola_crosscheck.concordance.statements import Statement, compared, weights_of

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
# So many terms at most, the most telling ones.
TERMS = 400
# What stands in more sentences is the whole book, and no entry.
MOST = 160


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


def concordance(statements: Sequence[Statement], terms: Iterable[TermCandidate]) -> list[Entry]:
    """The entries of a book, by their terms.

    Args:
        statements: what the book states, in its order.
        terms: the terms, the most telling first; more than `TERMS` are not shown.
    """
    weights = weights_of(statements)
    by_key: dict[str, list[Statement]] = {}
    for one in statements:
        for key in one.keys:
            by_key.setdefault(key, []).append(one)
    found = []
    for term, _ in zip(terms, range(TERMS), strict=False):
        having = [one for one in by_key.get(term.keys[0], ()) if one.keys.issuperset(term.keys)]
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


def _shown(one: Statement) -> tuple[tuple[str, str], ...]:
    said = ((kind, ", ".join(word.text for word in one.values[kind])) for kind in SHOWN if kind in one.values)
    return tuple(said)


def as_text(entries: Sequence[Entry], path: str, place: Callable[[Statement], str]) -> str:
    """The concordance as plain text: a term, then a sentence a line with its section and its place in the file."""
    parts = [f"{path}: {localized(counted(len(entries), 'term'))}\n"]
    for entry in entries:
        parts.append(f"\n{entry.term} ({len(entry.lines)})\n")
        for line in entry.lines:
            sentence = line.statement.sentence
            values = "; ".join(f"{localized_template(kind)} {words}" for kind, words in line.values)
            mark = f"   ≠ {localized_template(line.differs)}\n" if line.differs else ""
            section = localized(called(sentence.section))
            parts.append(f"{mark}  {section} {place(line.statement)}: {sentence.text}\n")
            parts.append(f"      [{values}]\n" if values else "")
    return "".join(parts)
