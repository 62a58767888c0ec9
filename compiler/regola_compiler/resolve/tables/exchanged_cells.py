"""Two cells of a row that stand in one another's place: told once, and not as a mistake of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from regola_dsl import tree
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Mark, SymbolTable


@dataclass(frozen=True, slots=True)
class Held:
    """A cell of a row, and how it is held against what its column asks for, under its head."""

    head: str
    cell: tree.Cell
    read: Callable[[tree.Cell], object]


def tell_exchanged_cells(row: Sequence[Held], mark: Mark, names: SymbolTable) -> None:
    """One finding in place of those since a mark, if just two cells do not fit, and both fit the other way round.

    Args:
        row: The cells that are held against their columns by themselves.
        mark: How much was reported before the row was read.
        names: What is known, and what is reported.
    """
    if names.trying:
        return
    wrong = [one for one in row if not _fits(one, one.cell, names)]
    if len(wrong) != 2:
        return
    first, second = wrong
    if not _fits(first, second.cell, names) or not _fits(second, first.cell, names):
        return
    names.take_back(mark)
    begin, end = first.cell.span, second.cell.span
    names.report(
        codes.BAD_CELL,
        say("two cells of this row stand in one another's place"),
        replace(begin, end_line=end.end_line, end_column=end.end_column),
        help=say(
            "write `{value}` under `{head}` and `{other}` under `{beside}`",
            value=second.cell.text,
            head=first.head,
            other=first.cell.text,
            beside=second.head,
        ),
    )


def _fits(held: Held, cell: tree.Cell, names: SymbolTable) -> bool:
    """Whether a cell could stand in a column: tried, and forgotten."""
    names.trying = True
    before = names.mark()
    held.read(cell)
    fits = names.count() == before[0]
    names.take_back(before)
    names.trying = False
    return fits
