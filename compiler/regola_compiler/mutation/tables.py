"""The changes of a table: a cell says something else, a border moves by one, what lies past an edge is not said.

A row that is left out is not among them: an example that enters it notices a change of its cell as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regola_dsl.diagnostics import Fix
from regola_dsl.kinds import HitPolicy
from regola_dsl.wording import enumerated, say

from regola_compiler.analysis.boxes import space_of
from regola_compiler.model.program import Const, Dimension, Interval, Row, Selector, Table, from_ordinal
from regola_compiler.model.types import EnumType, ListType, RecordType, Type, show, source
from regola_compiler.model.visitor import structurally_equal
from regola_compiler.mutation.expressions import another, changes_of, number_of, numbered
from regola_compiler.mutation.mutation import Changed, Mutation, located, mutate_child


def changes_of_table(table: Table) -> Iterator[Changed[Table]]:
    """Every change of a table."""
    space = space_of(table, past_edges=True, rolled=False)
    # A row whose cells compare is written out, once for each value: it is changed as the one row that it is.
    lines = [row.span for row in table.rows]
    for place, row in enumerate(table.rows):
        if row.span in lines[:place]:
            continue
        part = "otherwise" if row.last else say("row {values}", values=space.describe(space.box(row.selectors)))
        for change, new in located(part, _cells(table, row, part)):
            rows = (replace(one, outputs=new.outputs) if one.span == row.span else one for one in table.rows)
            yield change, replace(table, rows=tuple(rows))
    for number, dimension in enumerate(table.dimensions if len(set(lines)) == len(lines) else ()):
        yield from _borders(table, number, dimension)
    yield from _edges(table)
    for place, dimension in enumerate(table.dimensions):
        for change, new_dimension in mutate_child(dimension, "value", changes_of):
            changed = (*table.dimensions[:place], new_dimension, *table.dimensions[place + 1 :])
            yield replace(change, part=say("column {name}", name=dimension.label)), replace(table, dimensions=changed)


def _cells(table: Table, row: Row, line: str) -> Iterator[Changed[Row]]:
    result = table.result.item if table.hit == HitPolicy.ALL and isinstance(table.result, ListType) else table.result
    for place, cell in enumerate(row.outputs):
        name = table.outputs[place]
        part = say("{line}, column {name}", line=line, name=name) if name else line
        type_: Type = (result.field(name) or cell.type) if isinstance(result, RecordType) and name else result
        number = number_of(cell)
        was = cell.value if isinstance(cell, Const) else number
        if was is not None:
            value = another(was, type_)
            if value is None:
                continue
            new = (
                numbered(value, cell)
                if isinstance(value, int) and number is not None
                else Const(value, type_, cell.span)
            )
            change = Mutation(
                "cell", part, cell.span, show(was, type_), show(value, type_), Fix(cell.span, source(value, type_))
            )
            yield change, replace(row, outputs=(*row.outputs[:place], new, *row.outputs[place + 1 :]))
        else:
            for change, inner in changes_of(cell):
                outputs = (*row.outputs[:place], inner, *row.outputs[place + 1 :])
                yield replace(change, part=part), replace(row, outputs=outputs)


# --- borders ------------------------------------------------------------------------------


def borders_moved(table: Table) -> Iterator[Changed[Table]]:
    """Every border one further, to either side: an example notices the one as the other, and a hand slips both ways."""
    lines = [row.span for row in table.rows]
    for number, dimension in enumerate(table.dimensions if len(set(lines)) == len(lines) else ()):
        yield from _borders(table, number, dimension, both=True)


def _borders(table: Table, number: int, dimension: Dimension, *, both: bool = False) -> Iterator[Changed[Table]]:
    """Where one row ends and the next begins, one further; if the two say the same there, nothing changes."""
    ranges = {row.selectors[number][0]: row for row in table.rows if len(row.selectors[number]) == 1}
    for below, row in ranges.items():
        for above in ranges:
            if below[1] is None or above[0] != below[1] + 1:
                continue
            ways = [
                *([(below[1] - 1, below[1])] if below[0] is None or below[0] < below[1] else []),
                *([(above[0], above[0] + 1)] if above[1] is None or above[1] > above[0] else []),
            ]
            if said_alike(table, number, below, above):
                continue
            span = row.line if row.line.line == row.span.line else row.span
            for end, start in ways[: 2 if both else 1]:
                moved = {below: (below[0], end), above: (start, above[1])}
                was, now = (
                    enumerated([_range(one, dimension) for one in sides], " | ") for sides in (moved, moved.values())
                )
                rows = tuple(replace(r, selectors=_moved(r.selectors, number, moved)) for r in table.rows)
                yield (
                    Mutation("border", say("column {name}", name=dimension.label), span, was, now),
                    replace(table, rows=rows),
                )


def _moved(selectors: tuple[Selector, ...], number: int, moved: dict[Interval, Interval]) -> tuple[Selector, ...]:
    selector = selectors[number]
    if len(selector) != 1 or selector[0] not in moved:
        return selectors
    return (*selectors[:number], (moved[selector[0]],), *selectors[number + 1 :])


def said_alike(table: Table, number: int, below: Interval, above: Interval) -> bool:
    """Whether the rows on both sides of a border say the same."""

    def said(side: Interval) -> list[Row]:
        rows = [row for row in table.rows if row.selectors[number] == (side,)]
        return [replace(row, selectors=_moved(row.selectors, number, {side: below})) for row in rows]

    first, second = said(below), said(above)
    if [row.selectors for row in first] != [row.selectors for row in second]:
        return False
    return all(all(map(structurally_equal, a.outputs, b.outputs)) for a, b in zip(first, second, strict=True))


def rows_alike(table: Table) -> int:
    """How many neighbouring rows say the same and could be one: nobody writes two for it."""
    found = 0
    for number in range(len(table.dimensions)):
        sides = {row.selectors[number][0] for row in table.rows if len(row.selectors[number]) == 1}
        ends = {one[1] + 1: one for one in sides if one[1] is not None}
        found += sum(
            said_alike(table, number, ends[one[0]], one) for one in sides if one[0] is not None and one[0] in ends
        )
    return found


def _range(interval: Interval, dimension: Dimension) -> str:
    """A bound of a row or column as it is written in a table."""

    def label(place: int) -> str:
        return show(from_ordinal(place, dimension.type), dimension.type)

    low, high = interval
    if low is None or high is None:
        return f"{label(high)}-" if high is not None else f"{label(low)}+" if low is not None else say("any")
    if low == high:
        return label(low)
    return (
        f"{label(low)}-{label(high)}"
        if not isinstance(dimension.type, EnumType) and low >= 0
        else f"{label(low)}..{label(high)}"
    )


# --- edges --------------------------------------------------------------------------------


def _edges(table: Table) -> Iterator[Changed[Table]]:
    """Each `beyond` line left out."""
    lines = dict.fromkeys(edge for d in table.dimensions for edge in (d.below, d.above) if edge is not None)
    for edge in lines:
        dimensions = tuple(
            replace(d, below=None if d.below == edge else d.below, above=None if d.above == edge else d.above)
            for d in table.dimensions
        )
        named = [d for d in table.dimensions if edge in (d.below, d.above)]
        sides = {name for d in named for name, side in (("below", d.below), ("above", d.above)) if side == edge}
        of = f" {named[0].label}" if len(named) == 1 else ""
        side = f" {min(sides)}" if len(sides) == 1 else ""
        change = Mutation("edge", "", edge.span, f"beyond{of}{side} {edge.policy}", "", None)
        yield change, replace(table, dimensions=dimensions)
