"""Cells against the direction a table promises."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.checks.common import cited, tables
from regola_compiler.model import Const, Program, Row, Table
from regola_compiler.survey import Survey
from regola_compiler.types import Member, show

CODE = Code("R313", "broken-shape", "a cell against the direction the table promises")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each cell that must change for the promise to hold."""
    del survey
    for table in tables(program):
        clashes = _clashes(table)
        while clashes:
            # The cell most others disagree with is the one that was mistyped.
            count: dict[int, int] = {}
            for i, j, _ in clashes:
                count[i], count[j] = count.get(i, 0) + 1, count.get(j, 0) + 1
            worst = max(count, key=lambda index: (count[index], index))
            yield _report(table, worst, next(clash for clash in clashes if worst in clash[:2]))
            clashes = [clash for clash in clashes if worst not in clash[:2]]


def _report(table: Table, worst: int, clash: tuple[int, int, str]) -> Diagnostic:
    row, other = table.rows[worst], table.rows[clash[0] if clash[1] == worst else clash[1]]
    label = table.dimensions[next(axis for d, axis, _ in table.shapes if d == clash[2])].label
    return Diagnostic(
        CODE,
        f"`{_shown(row)}` breaks the promise of `{table.name}`{cited(table.anchors)}, {clash[2]} along {label}",
        row.span,
        "out of order",
        (Label(other.span, f"`{_shown(other)}` stands beside it"),),
        "look at the printed cell again, or withdraw the promise",
    )


def _clashes(table: Table) -> list[tuple[int, int, str]]:
    """The pairs of rows that differ in one axis only and go the wrong way along it."""
    found = []
    for direction, axis, _ in table.shapes:
        for i, a in enumerate(table.rows):
            for j, b in enumerate(table.rows):
                low, high = a.selectors[axis][0][0], b.selectors[axis][0][0]
                rest = all(x == y for k, (x, y) in enumerate(zip(a.selectors, b.selectors, strict=True)) if k != axis)
                if i == j or not rest or low is None or high is None or low >= high:
                    continue
                first, second = _rank(a), _rank(b)
                if (
                    first is not None
                    and second is not None
                    and (first > second if direction == "rising" else first < second)
                ):
                    found.append((i, j, direction))
    return found


def _rank(row: Row) -> float | None:
    value = row.outputs[0].value if isinstance(row.outputs[0], Const) else None
    if isinstance(value, Member):
        return value.index
    return float(value) if isinstance(value, int) else None


def _shown(row: Row) -> str:
    part = row.outputs[0]
    return show(part.value, part.type) if isinstance(part, Const) else "this cell"
