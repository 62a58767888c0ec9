"""Cells against the direction a table promises."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import accumulate
from operator import or_
from typing import TypeAlias

from regola_dsl.diagnostics import Code, Diagnostic, Label
from regola_dsl.kinds import HitPolicy
from regola_dsl.tree import cited
from regola_dsl.wording import later, say, say_number

from regola_compiler.analysis.boxes import Masks
from regola_compiler.analysis.coverage import Coverage, Fuel, bit_indices
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import TANGLED, first_few, otherwise_rows, tables, worst_first
from regola_compiler.model.program import Const, Program, Row, Table
from regola_compiler.model.types import Handle, Member, RecordValue, show

CODE = Code("R313", "broken-shape", "a cell against the direction the table promises")
# The ways a table may promise to go.
_DIRECTIONS = {"rising": later("rising"), "falling": later("falling")}
_Rank: TypeAlias = "int | Fraction"


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each cell that must change for the promise to hold, as far as a person reads."""
    for table in tables(program):
        if table.shapes:
            clashes = [_clashes(table, survey, *shape[:2]) for shape in table.shapes]
            against = [0] * len(table.rows)
            for shape in clashes:
                against = [a | b for a, b in zip(against, shape, strict=True)]
            worst, rest = worst_first(against)
            found = [_report(table, row, others, clashes) for row, others in worst]
            if found:
                survey.told_tables.add(table.name)
            yield from first_few(
                found,
                rest,
                lambda number: say_number(
                    "and {number} more cell is out of order", "and {number} more cells are out of order", number
                ),
            )


def _report(table: Table, worst: int, others: int, clashes: list[list[int]]) -> Diagnostic:
    row = table.rows[worst]
    nearest = min(bit_indices(others), key=lambda other: abs(other - worst))
    other = table.rows[nearest]
    direction, axis, _ = next(
        shape for shape, found in zip(table.shapes, clashes, strict=True) if found[worst] >> nearest & 1
    )
    return Diagnostic(
        CODE,
        say(
            "`{row_text}` breaks the promise of `{name}`{cited}, {direction} along {label}",
            row_text=_row_text(row),
            name=table.name,
            cited=cited(table.anchors),
            direction=say(_DIRECTIONS[direction]),
            label=table.dimensions[axis].label,
        ),
        row.span,
        say("out of order"),
        (Label(other.span, say("`{row_text}` stands beside it", row_text=_row_text(other))),),
        say("look at the printed cell again, or withdraw the promise"),
        subject=table.name,
    )


def _clashes(table: Table, survey: Analysis, direction: str, axis: int) -> list[int]:
    """For each row, those that answer for inputs that differ along the axis only, and go the wrong way."""
    cover = survey.cover(table, past_edges=True)
    sign = 1 if direction == "rising" else -1
    worth = {
        i: sign * rank for i, row in enumerate(table.rows) if (rank := _rank(row)) is not None and cover.rows >> i & 1
    }
    lesser = _smaller(worth, worth)
    # Rows that reach past the first place of this one.
    first = {row: -_first(cover.boxes[row][axis]) for row in worth}
    farther = _smaller({row: 1 - cover.boxes[row][axis].bit_length() for row in worth}, first)
    last = otherwise_rows(table)
    effort = Fuel()
    against = [0] * len(table.rows)
    for row in worth:
        others = lesser[row] & farther[row] & _neighbours(table, cover, row, axis)
        for other in bit_indices(others):
            if table.hit != HitPolicy.FIRST or _stand(cover, row, other, axis, last, effort):
                against[row] |= 1 << other
                against[other] |= 1 << row
    if effort.spent and not any(against):
        survey.undecided[table.name] = TANGLED
    return against


def _neighbours(table: Table, cover: Coverage, row: int, axis: int) -> int:
    """The rows that answer for inputs that differ from some input of this row along the axis only."""
    box = cover.boxes[row]
    if table.hit in {HitPolicy.SUM, HitPolicy.ALL, HitPolicy.MAX, HitPolicy.MIN}:
        # Several rows make an answer there, so that only those that are printed as one line are compared.
        rest = _without(box, axis)
        return sum(1 << i for i, other in enumerate(cover.boxes) if _without(other, axis) == rest)
    met = cover.intersecting((*box[:axis], cover.space.full[axis], *box[axis + 1 :]))
    return met if table.hit == HitPolicy.FIRST else met & ~cover.overlapping[row]  # where rows meet there is an overlap


def _stand(cover: Coverage, row: int, other: int, axis: int, last: int, effort: Fuel) -> bool:
    """Whether what the rows above leave of two rows, the first that fits being the answer, still stands beside."""
    pieces, others = (list(cover.remainder(cover.boxes[i], ((1 << i) - 1) & ~last, effort)) for i in (row, other))
    return not effort.spent and any(
        all(a & b for a, b in zip(_without(piece, axis), _without(beside, axis), strict=True))
        and _first(piece[axis]) < beside[axis].bit_length() - 1
        for piece in pieces
        for beside in others
    )


def _without(box: Masks, axis: int) -> Masks:
    return box[:axis] + box[axis + 1 :]


def _first(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _smaller(values: Mapping[int, _Rank], limits: Mapping[int, _Rank]) -> dict[int, int]:
    """For each row with a limit, the rows whose value is smaller, as a bit set."""
    ordered = sorted(values, key=lambda row: values[row])
    ranks = [values[row] for row in ordered]
    sets = [0, *accumulate((1 << row for row in ordered), or_)]
    return {row: sets[bisect_left(ranks, limit)] for row, limit in limits.items()}


def _rank(row: Row) -> _Rank | None:
    """Where a row's result stands among others; None for what is calculated, and for `otherwise`."""
    value = row.outputs[0].value if isinstance(row.outputs[0], Const) else None
    if row.last or isinstance(value, RecordValue | Handle | tuple):
        return None
    return value.index if isinstance(value, Member) else value


def _row_text(row: Row) -> str:
    part = row.outputs[0]
    return show(part.value, part.type) if isinstance(part, Const) else say("this cell")
