"""Tables that stand in two languages, cell by cell, as far as a cell needs no words: numbers, signs and codes.

A code, *AR* for *attacker retreats*, may be another one in translation, but it is that everywhere in its table. So what
stands beside what is counted, and the cell is told that alone breaks what its fellows hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Label, counted
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.tables.beside import Counts
from regola_crosscheck.bilingual.tables.marks import LostMark, lost_marks
from regola_crosscheck.bilingual.tables.rows import (
    TABLE,
    RowPair,
    TableRow,
    cell_text,
    is_language_neutral,
    lone_rows,
    named_alike,
    rows_beside,
    shape,
    span_of_row,
)
from regola_crosscheck.bilingual.tables.word_cells import CellPair, CellsBeside, cells_of_words
from regola_crosscheck.book.columns import PrintedCell
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.tables import Grid

# A few capitals, with figures or without; one capital alone is compared as a sign is.
_CODE = re.compile(r"(?:\d{1,2}(?:/\d)?)?[A-ZÀ-Þ]{2,4}\d{0,2}[*+]?")
# What stands so often beside something corresponds to it.
FELLOWS = 2
# Where so many cells are the same in both languages one that is not is told though it has no fellow.
SAME = 4


@dataclass(frozen=True, slots=True)
class TablePair:
    """A table that stands in both texts.

    `beside` are its rows that stand beside one another, None if the columns are not as many; `aligned` are all of them
    where some stand alone.
    """

    ours: Grid
    theirs: Grid
    section: str
    beside: Sequence[tuple[TableRow, TableRow]] | None
    aligned: Sequence[RowPair] = ()


def table_pairs(here: CrosscheckContext, there: CrosscheckContext) -> list[TablePair]:
    """The tables that stand in both, the first of a section with the first, their rows beside one another."""
    numbering, alike = here.book.numbering, named_alike(here, there)
    theirs: dict[Key, list[Grid]] = {}
    for grid, section in there.grids:
        theirs.setdefault(numbering.key(section) if section else (), []).append(grid)
    found = []
    for grid, section in here.grids:
        others = theirs.get(numbering.key(section) if section else ())
        if others:
            found.append(_beside(grid, others.pop(0), section, alike))
    return found


def _beside(grid: Grid, other: Grid, section: str, alike: frozenset[tuple[str, str]]) -> TablePair:
    if shape(grid) == shape(other):
        return TablePair(grid, other, section, list(zip(grid.rows, other.rows, strict=False)))
    aligned = rows_beside(grid, other, alike)
    if aligned is None:
        return TablePair(grid, other, section, None)
    both = [(one, two) for one, two in aligned if one is not None and two is not None]
    return TablePair(grid, other, section, both, aligned)


def tables(
    here: CrosscheckContext, there: CrosscheckContext, pairs: Sequence[TablePair]
) -> Iterator[CrosscheckFinding]:
    """The cells of the tables that stand in both, as far as they need no words, and the rows that one has alone."""
    for pair in pairs:
        if pair.beside is None:
            yield _shapes_differ(here, there, pair.ours, pair.theirs, pair.section)
            continue
        if pair.aligned:
            key = f"{there.book.language}:{len(pair.ours.rows)}"
            yield from lone_rows(here, there, pair.aligned, pair.section, key)
        yield from _cells(here, there, pair.ours, pair.beside, pair.section)
        yield from (_lost_mark(here, there, one, pair.section) for one in lost_marks(pair.beside))


def word_cells(pairs: Sequence[TablePair]) -> list[CellPair]:
    """The cells of all tables that say something in words and are no codes."""
    return [
        one
        for pair in pairs
        for one in cells_of_words(pair.beside or ())
        if not (_is_plain(one.ours.text) and _is_plain(one.theirs.text))
    ]


def exchanged_words(
    here: CrosscheckContext, there: CrosscheckContext, cells: Sequence[CellPair], told: Sequence[Span]
) -> Iterator[CrosscheckFinding]:
    """The cells of which a part is another one, but those in which something is `told` already."""
    known = CellsBeside(cells, named_alike(here, there))
    for cell in cells:
        place = span_of_row(here, (cell.ours,))
        if any(one.line == place.line and place.column <= one.column < place.end_column for one in told):
            continue
        doubted = known.doubted(cell)
        if doubted is None:
            continue
        confidence, one, two, expected = doubted
        section = here.book.section_at(cell.ours.line)
        yield here.finding(
            TABLE,
            confidence,
            section.id if section is not None else "",
            f"{there.book.language}:{one}/{two}".casefold(),
            _cell_differs(section.id if section is not None else "", one, two, there.book.language),
            _span_in(here, cell.ours, one),
            label=say("`{usual}` elsewhere", usual=expected) if expected else say("here"),
            related=(Label(_span_in(there, cell.theirs, two), say("here")),),
            help=say("see which of the two is right"),
            word=ChangedWord(new=one, expected=expected) if expected else None,
            part="cell",
        )


def _lost_mark(here: CrosscheckContext, there: CrosscheckContext, lost: LostMark, section: str) -> CrosscheckFinding:
    """That a mark stands in a cell of one of two tables that else have the same ones."""
    code = there.book.language
    return here.finding(
        TABLE,
        Confidence.LIKELY,
        section,
        f"{code}:{lost.ours}/{lost.theirs}".casefold(),
        _cell_differs(section, lost.ours, lost.theirs, code),
        _span_in(here, lost.cell.ours, lost.ours),
        label=say("`{expected}`?", expected=lost.expected),
        related=(Label(_span_in(there, lost.cell.theirs, lost.theirs), say("here")),),
        help=say("see whether a mark was lost, or added"),
        word=ChangedWord(new=lost.ours, expected=lost.expected),
        part="cell",
    )


def _span_in(context: CrosscheckContext, cell: PrintedCell, part: str) -> Span:
    """Where a part of a cell stands."""
    start = cell.column + max(0, cell.text.find(part))
    return Span(context.book.path, cell.line, start, cell.line, start + len(part))


def _cell_differs(section: str, text: str, there: str, language: str) -> str:
    return say(
        "a cell of the table of section {section} is `{text}` here, and `{there}` in the other text ({language})",
        section=section,
        text=text,
        there=there,
        language=language,
    )


def _shapes_differ(
    here: CrosscheckContext, there: CrosscheckContext, grid: Grid, other: Grid, section: str
) -> CrosscheckFinding:
    return here.finding(
        TABLE,
        Confidence.LIKELY,
        section,
        f"{there.book.language}:{len(grid.rows)}",
        say(
            "the table of section {section} has {dimensions} here, and {there} in the other text ({language})",
            section=section,
            dimensions=_dimensions(grid),
            there=_dimensions(other),
            language=there.book.language,
        ),
        Span(here.book.path, grid.first_line, 1, grid.first_line, 2),
        label=say("here"),
        related=(Label(Span(there.book.path, other.first_line, 1, other.first_line, 2), say("here")),),
        help=say("see whether a row or a column was lost"),
    )


def _cells(
    here: CrosscheckContext,
    there: CrosscheckContext,
    grid: Grid,
    rows: Sequence[tuple[TableRow, TableRow]],
    section: str,
) -> Iterator[CrosscheckFinding]:
    """The cells of rows beside one another: numbers and signs as they are, codes by what they correspond to."""
    beside = [
        (grid.rows.index(mine) + 1, column, one, two)
        for mine, foreign in rows
        for column, (one, two) in enumerate(zip(mine, foreign, strict=True), 1)
    ]
    codes = CodesBeside(
        [
            (cell_text(one.text), cell_text(two.text))
            for *_, one, two in beside
            if _is_plain(one.text) and _is_plain(two.text)
        ],
        named_alike(here, there, _CODE),
    )
    for row, column, one, two in beside:
        mine, foreign = cell_text(one.text), cell_text(two.text)
        confidence: Confidence | None = None
        if is_language_neutral(one.text) and is_language_neutral(two.text):
            confidence = Confidence.CERTAIN if mine != foreign else None
        elif _is_plain(one.text) and _is_plain(two.text):
            confidence = codes.doubted(mine, foreign)
        if confidence is None:
            continue
        expected = codes.meant(mine, foreign) if confidence is not Confidence.CERTAIN else ""
        yield here.finding(
            TABLE,
            confidence,
            section,
            f"{there.book.language}:{row}/{column}",
            _cell_differs(section, one.text, two.text, there.book.language),
            span_of_row(here, (one,)),
            label=say("row {row}, column {column}", row=row, column=column),
            related=(Label(span_of_row(there, (two,)), say("here")),),
            help=say("see which of the two is right"),
            word=ChangedWord(new=one.text, expected=expected) if expected else None,
            part="cell",
        )


def _dimensions(grid: Grid) -> str:
    cells = counted(max(map(len, grid.rows), default=0), "cell")
    return say("{rows} of {cells}", rows=counted(len(grid.rows), "row"), cells=cells)


def _is_plain(text: str) -> bool:
    """Whether a cell is a number, a sign, or a code: a few capitals, with figures or without, as *AR* or *D1*."""
    return is_language_neutral(text) or bool(_CODE.fullmatch(cell_text(text)))


class CodesBeside:
    """What the codes of a table correspond to in the same table of another language, by how often they stand there."""

    def __init__(self, pairs: Sequence[tuple[str, str]], alike: frozenset[tuple[str, str]] = frozenset()) -> None:
        self._alike = alike
        self._counts = Counts(pairs)

    def doubted(self, one: str, other: str) -> Confidence | None:
        """How sure it is that one of two codes beside one another is another one; None if they correspond.

        Likely if it is the only cell that breaks what all others of one of the two hold, or if all other codes of the
        table are the same in both; possible if it is only the rarer of several.
        """
        if (one, other) in self._alike:
            return None
        if self._all_others_same(one, other):
            return Confidence.LIKELY
        often = self._counts.times(one, other)
        sides = self._counts.others(one, other)
        if max((times for side in sides for times in side.values()), default=0) <= max(often, FELLOWS - 1):
            return None
        alone = often == 1 and any(len(side) == 1 and side.total() >= FELLOWS for side in sides)
        return Confidence.LIKELY if alone else Confidence.POSSIBLE

    def meant(self, one: str, other: str) -> str:
        """The code that belongs in the place of one, beside one of the other language; empty where that is unclear."""
        if self._all_others_same(one, other):
            return other
        (best, often), (_, next_), *_rest = [*self._counts.others(one, other)[1].most_common(), ("", 0), ("", 0)]
        return best if often >= FELLOWS and often > next_ else ""

    def _all_others_same(self, one: str, other: str) -> bool:
        """Whether the two differ where every other cell is the same in both languages."""
        times = self._counts.pairs
        others = times.total() - 1
        return one != other and others >= SAME and sum(n for (a, b), n in times.items() if a == b) == others
