"""Cells of words of tables in two languages: each cell a sentence beside its own, and each of its parts beside another.

What is said of sentences that stand beside one another is said of cells too: a word that turns a rule round, a term
that is rendered otherwise everywhere else (`cell_pairs`). Cells say more than that, as they are short: *wood* stands
beside *bosco* wherever it stands, and a name beside itself. So the parts of cells, cut at their commas, are counted
over all tables of the book, and the one is told that breaks what both of its own parts hold elsewhere (`CellsBeside`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.bilingual.tables.beside import Counts
from regola_crosscheck.bilingual.tables.rows import TableRow, is_language_neutral
from regola_crosscheck.book.columns import PrintedCell
from regola_crosscheck.book.sentences import Sentence

# The parts of a cell that lists several things.
_BETWEEN = re.compile(r"\s*[,;/]\s*")
# What stands beside a part so often corresponds to it; and so often where only one of two parts has another.
FELLOWS, MANY = 2, 3
# A shorter word is rendered by several.
SHORT = 4


@dataclass(frozen=True, slots=True)
class CellPair:
    """Two cells of words that stand beside one another."""

    ours: PrintedCell
    theirs: PrintedCell


def cells_of_words(rows: Sequence[tuple[TableRow, TableRow]]) -> Iterator[CellPair]:
    """The cells of rows beside one another that say something in words on both sides."""
    for mine, foreign in rows:
        for one, two in zip(mine, foreign, strict=True):
            if not is_language_neutral(one.text) and not is_language_neutral(two.text):
                yield CellPair(one, two)


def cell_pairs(here: CrosscheckContext, there: CrosscheckContext, cells: Sequence[CellPair]) -> Iterator[Pair]:
    """Cells as sentences beside one another; those that are broken over lines are left out."""
    for cell in cells:
        section, other = here.book.section_at(cell.ours.line), there.book.section_at(cell.theirs.line)
        ours, theirs = _as_sentence(here, cell.ours), _as_sentence(there, cell.theirs)
        if section is not None and other is not None and ours is not None and theirs is not None:
            yield Pair(section, other, (ours,), (theirs,), 0.0)


def _as_sentence(context: CrosscheckContext, cell: PrintedCell) -> Sentence | None:
    """A cell as a sentence of its section; None where it does not stand there in one stretch."""
    section = context.book.section_at(cell.line)
    line = context.book.lines[cell.line - 1]
    if section is None or line[cell.column - 1 : cell.column - 1 + len(cell.text)] != cell.text:
        return None
    passage = context.passage(section)
    before = context.book.lines[section.line - 1 : cell.line - 1]
    offset = sum(len(one) + 1 for one in before) + cell.column - section.column
    return Sentence(section.id, 0, "item", cell.text, passage, ((0, offset),))


class CellsBeside:
    """What the parts of cells correspond to in the other language, by how often they stand beside it in any table."""

    def __init__(self, cells: Sequence[CellPair], alike: frozenset[tuple[str, str]]) -> None:
        parts = [pair for cell in cells for pair in zip(*parts_beside(cell), strict=True)]
        self._counts = Counts((_plain(one), _plain(two)) for one, two in parts)
        self._alike = alike
        self._written = {_plain(one): one for one, _ in parts}

    def doubted(self, cell: CellPair) -> tuple[Confidence, str, str, str] | None:
        """How sure it is that a part of a cell is another one: the part, what is beside it, what belongs in its place.

        Likely where both parts stand beside something else wherever else they stand, or the one of them that is long
        does so often; else nothing.
        """
        for one, two in zip(*parts_beside(cell), strict=True):
            mine, foreign = _plain(one), _plain(two)
            if (mine.replace(" ", ""), foreign.replace(" ", "")) in self._alike:
                continue
            often = self._counts.times(mine, foreign)
            theirs, ours = self._counts.others(mine, foreign)
            if often > 1 or max(len(theirs), len(ours)) > 1:
                continue
            sides = theirs.total(), ours.total()
            both = min(sides) >= FELLOWS
            lone = max(sides) >= MANY and min(len(mine), len(foreign)) >= SHORT and not min(sides)
            if both or (lone and not self._is_synonym(mine, foreign)):
                expected = next(iter(ours), "")
                return Confidence.LIKELY if both else Confidence.POSSIBLE, one, two, self._written.get(expected, "")
        return None

    def _is_synonym(self, mine: str, foreign: str) -> bool:
        """Whether two parts begin alike: forms of one word, or of one name."""
        return mine[:SHORT] == foreign[:SHORT]


def parts_beside(cell: CellPair) -> tuple[list[str], list[str]]:
    """The parts of two cells, as many of each; else the cells as they are."""
    ours, theirs = (_BETWEEN.split(one.text.strip()) for one in (cell.ours, cell.theirs))
    return (ours, theirs) if len(ours) == len(theirs) else ([cell.ours.text], [cell.theirs.text])


def _plain(text: str) -> str:
    return " ".join(text.strip(" *_.†‡").casefold().split())
