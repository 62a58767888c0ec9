"""Rows that can never be the answer."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.boxes import Masks, meet, space_of, uncovered
from regola_compiler.checks.common import cited, tables
from regola_compiler.checks.table_overlap import same
from regola_compiler.model import Program, Row, Table, selects
from regola_compiler.survey import Survey
from regola_compiler.types import DiceType

CODE = Code("R312", "dead-row", "a table row that can never be the answer")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each printed line that the lines above leave nothing to say."""
    del survey
    for table in tables(program):
        if table.hit in {"unique", "first"}:
            yield from _dead(table)


def _never_rolled(table: Table) -> Iterator[Diagnostic]:
    """Rows for numbers that a plain die does not show; `modified` dice may show any."""
    for i, dimension in enumerate(table.dimensions):
        dice = dimension.type
        if not isinstance(dice, DiceType) or dice.modified:
            continue
        told: set[int] = set()
        for row in table.rows:
            rolled = any(selects(row.selectors[i], face) for face, _ in dice.outcomes())
            if not rolled and row.line.line not in told:
                told.add(row.line.line)
                yield Diagnostic(
                    CODE,
                    f"no roll of `{dice}` reaches this row of `{table.name}`{cited(table.anchors)}",
                    row.line,
                    "never reached",
                    help=f"remove it, or declare `{dimension.label}: modified {dice}` if modifiers can",
                )


def _dead(table: Table) -> Iterator[Diagnostic]:
    yield from _never_rolled(table)
    space = space_of(table, past_edges=True)
    lines: dict[int, list[tuple[Row, Masks]]] = {}
    for row in table.rows:
        lines.setdefault(row.line.line, []).append((row, space.box(row.selectors)))
    above: list[tuple[Row, Masks]] = []
    for line, rows in lines.items():
        boxes = [box for _, box in above]
        dead = all(all(box) and not uncovered(box, boxes) for _, box in rows)
        # A row that disagrees is an overlap, and told as one.
        clash = table.hit == "unique" and any(
            meet(box, other) and not same(row, earlier) for row, box in rows for earlier, other in above
        )
        if dead and not clash and not any(row.last for row, _ in rows):
            first = rows[0]
            earlier = next(row for row, box in above if meet(box, first[1]))
            repeats = all(any(box == other for _, other in above) for _, box in rows)
            yield Diagnostic(
                CODE,
                f"this row of `{table.name}`{cited(table.anchors)} "
                + ("repeats one above" if repeats else "is never reached: the rows above answer all its inputs"),
                first[0].line,
                "again here" if repeats else "never reached",
                (Label(earlier.line, "answered here"),),
                "remove it, or correct its inputs",
            )
        above += [item for item in rows if not dead or item[0].line.line != line]
