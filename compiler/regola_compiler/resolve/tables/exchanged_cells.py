"""Two cells of a row that stand in one another's place: told once, and not as a mistake of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from regola_dsl import tree
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Mark, SymbolTable

# Of so many rows that all have two cells exchanged the heads are what is wrong.
_SURE = 2


@dataclass(frozen=True, slots=True)
class Held:
    """A cell of a row, and how it is held against what its column asks for, under its head."""

    head: str
    cell: tree.Cell
    read: Callable[[tree.Cell], object]


def tell_exchanged_cells(row: Sequence[Held], mark: Mark, names: SymbolTable) -> tuple[str, str] | None:
    """One finding in place of those since a mark, if just two cells do not fit, and both fit the other way round.

    Args:
        row: The cells that are held against their columns by themselves.
        mark: How much was reported before the row was read.
        names: What is known, and what is reported.

    Returns:
        The heads of the two; None where there are no such two.
    """
    if names.trying:
        return None
    wrong = [one for one in row if not _fits(one, one.cell, names)]
    if len(wrong) != 2:
        return None
    first, second = wrong
    if not _fits(first, second.cell, names) or not _fits(second, first.cell, names):
        return None
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
    return first.head, second.head


def tell_exchanged_heads(
    heads: Sequence[tree.Cell], rows: Sequence[tuple[str, str] | None], mark: Mark, names: SymbolTable
) -> None:
    """One finding at the heads in place of one for each row, where every row has the same two exchanged.

    Args:
        heads: The cells above the rows.
        rows: For each row the heads of the two cells that stand in one another's place.
        mark: How much was reported before the first row was read.
        names: What is known, and what is reported.
    """
    pair = rows[0] if rows else None
    if pair is None or len(rows) < _SURE or any(one != pair for one in rows):
        return
    places = [cell for cell in heads if cell.text in pair]
    if len(places) != len(pair):
        return
    names.take_back(mark)
    first, second = places
    names.report(
        codes.BAD_HEADER,
        say("two heads of this table stand in one another's place"),
        replace(first.span, end_line=second.span.end_line, end_column=second.span.end_column),
        say("every row has them the other way round"),
        help=say(
            "write `{other}` in place of `{head}`, and `{head}` in place of `{other}`",
            head=first.text,
            other=second.text,
        ),
    )


def _fits(held: Held, cell: tree.Cell, names: SymbolTable) -> bool:
    """Whether a cell could stand in a column."""
    return resolves(lambda: held.read(cell), names)


def resolves(read: Callable[[], object], names: SymbolTable) -> bool:
    """Whether something can be read without a finding: tried, and forgotten."""
    names.trying = True
    before = names.mark()
    read()
    found = names.count() != before[0]
    names.take_back(before)
    names.trying = False
    return not found
