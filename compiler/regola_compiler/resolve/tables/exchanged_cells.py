"""Two cells of a row that stand in one another's place: told once, and not as a mistake of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from regola_dsl import tree
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.resolve import codes
from regola_compiler.resolve.reported.reports import Mark
from regola_compiler.resolve.scope import SymbolTable

# Where so many rows do not fit, and all do with two heads exchanged, these are what is wrong.
_SURE = 2


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


def tell_exchanged_heads(
    heads: Sequence[tree.Cell],
    rows: Sequence[Sequence[Held]],
    mark: Mark,
    names: SymbolTable,
    declared: Sequence[str] = (),
) -> None:
    """One finding at the heads in place of those of the rows, where all rows fit below two of them the other way round.

    One row that does not fit as it is may be a slip of its own, unless the two stand in another order than declared.

    Args:
        heads: The cells above the rows.
        rows: The cells of each row; what is compared in its row has none.
        mark: How much was reported before the first row was read.
        names: What is known, and what is reported.
        declared: What the results are called, in the order in which the first line has them.
    """
    if names.trying or names.count() == mark[0] or any(len(row) != len(heads) for row in rows):
        return
    wrong = [[place for place, one in enumerate(row) if not _fits(one, one.cell, names)] for row in rows]
    many = sum(bool(one) for one in wrong)
    pairs = [
        (one, other)
        for one, other in combinations(range(len(heads)), 2)
        if all({one, other} >= {*places} for places in wrong)
        and all(_fits(row[one], row[other].cell, names) and _fits(row[other], row[one].cell, names) for row in rows)
    ]
    order = {name: place for place, name in enumerate(declared)}
    turned = [
        pair
        for pair in pairs
        if all(heads[place].text in order for place in pair) and order[heads[pair[0]].text] > order[heads[pair[1]].text]
    ]
    pairs = pairs if many >= _SURE and len(pairs) == 1 else turned
    if len(pairs) != 1 or not many:
        return
    places = [heads[place] for place in pairs[0]]
    names.take_back(mark)
    first, second = places
    names.report(
        codes.BAD_HEADER,
        say("two heads of this table stand in one another's place"),
        replace(first.span, end_line=second.span.end_line, end_column=second.span.end_column),
        say("all rows fit with these the other way round"),
        help=say(
            "write `{other}` in place of `{head}`, and `{head}` in place of `{other}`",
            head=first.text,
            other=second.text,
        ),
    )


def tell_exchanged_inputs(
    corner: tree.Cell, beside: Sequence[Held], above: Sequence[Held], mark: Mark, names: SymbolTable
) -> None:
    """One finding at the corner of a grid in place of those below it, where its two inputs fit the other way round.

    Args:
        corner: The cell that names both.
        beside: The cells at the left of the rows.
        above: The cells above the columns.
        mark: How much was reported before the first of them was read.
        names: What is known, and what is reported.
    """
    if names.trying or not beside or not above:
        return
    down, across = beside[0], above[0]
    if not all(_fits(across, one.cell, names) for one in beside) or not all(
        _fits(down, one.cell, names) for one in above
    ):
        return
    names.take_back(mark)
    names.report(
        codes.BAD_HEADER,
        say(
            "the values of `{down}` stand above, and those of `{across}` at the left",
            down=down.head,
            across=across.head,
        ),
        corner.span,
        help=say("what is at the left is named first: write `{across} \\ {down}`", across=across.head, down=down.head),
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
