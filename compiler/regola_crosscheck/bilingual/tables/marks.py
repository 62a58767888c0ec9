"""The marks behind what stands in the cells of tables in two languages: an asterisk that one of them lost.

A mark needs no words. Where a table has the same ones in both languages, one that stands on one side alone was lost or
added: it sends the reader to a note, or says of a way what kind it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.records import dataclass

from regola_crosscheck.bilingual.tables.rows import TableRow
from regola_crosscheck.bilingual.tables.word_cells import CellPair, parts_beside

# What marks the word before it; around a word it is how Markdown writes emphasis.
_MARKED = re.compile(r"(?P<word>[^*†‡§]*[^\s*†‡§])\s*(?P<mark>[*†‡§]+)")
# From so many parts with the same mark in both, and so many for each with another, a table keeps its marks.
FELLOWS, FOR_EACH = 3, 3


@dataclass(frozen=True, slots=True)
class LostMark:
    """A part of a cell of ours with another mark than the part beside it: both, and how ours would have theirs."""

    cell: CellPair
    ours: str
    theirs: str
    expected: str


def lost_marks(rows: Sequence[tuple[TableRow, TableRow]]) -> Iterator[LostMark]:
    """The parts of the cells of one table whose marks differ, where nearly all others have the same."""
    cells = [CellPair(one, two) for mine, foreign in rows for one, two in zip(mine, foreign, strict=True)]
    same, other = 0, list[LostMark]()
    for cell in cells:
        for one, two in zip(*parts_beside(cell), strict=True):
            (word, mine), (foreign, theirs) = _with_mark(one), _with_mark(two)
            if not word or not foreign:
                continue
            same += bool(mine) and mine == theirs
            if mine != theirs:
                other.append(LostMark(cell, one, two, word + theirs))
    if same >= FELLOWS and same >= FOR_EACH * len(other):
        yield from other


def _with_mark(part: str) -> tuple[str, str]:
    """A part of a cell, and the mark behind it."""
    match = _MARKED.fullmatch(part.strip())
    return (match["word"], match["mark"]) if match is not None else (part.strip(), "")
