"""Inputs within a table's printed stretch that no row answers."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Witness
from regola_dsl.tree import at

from regola_compiler.boxes import Masks, Space, space_of, uncovered
from regola_compiler.checks.common import cited, tables
from regola_compiler.interpreter import Interpreter
from regola_compiler.model import Program, Table, from_ordinal
from regola_compiler.operations import Problem
from regola_compiler.survey import Survey
from regola_compiler.types import show

CODE = Code("R310", "table-gap", "inputs that no row of a table answers")
SHOWN = 5


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each table with gaps, the largest boxes first."""
    del survey
    for table in tables(program):
        if table.hit in {"sum", "all"}:
            continue  # no row is an answer there: nothing to add, an empty list
        space = space_of(table)
        gaps = uncovered(space.full, [space.box(row.selectors) for row in table.rows])
        if not gaps:
            continue
        gaps.sort(key=lambda box: (-space.share(box), space.point(box)))
        share = sum(map(space.share, gaps))
        part = "column" if table.grid and len(gaps) == 1 and gaps[0][0] == space.full[0] != gaps[0][1] else "row"
        notes = [f"no row for {space.describe(box)}" for box in gaps[1:SHOWN]]
        if len(gaps) > SHOWN:
            notes.append(f"and {len(gaps) - SHOWN} more stretches")
        notes.append("no input has a row" if share == 1 else f"{share} of the table's inputs have no row")
        yield Diagnostic(
            CODE,
            f"table `{table.name}`{cited(table.anchors)} has no {part} for {space.describe(gaps[0])}",
            table.name_span,
            "the gap is in this table",
            help="add the missing column" if part == "column" else "add the missing row, or one that says `otherwise`",
            notes=tuple(notes),
            witness=_witness(program, table, space, gaps[0]),
        )


def _witness(program: Program, table: Table, space: Space, gap: Masks) -> Witness | None:
    """The first input in the gap, if the interpreter finds no row there either."""
    from_places = [
        (dimension, from_ordinal(place, dimension.type))
        for dimension, place in zip(table.dimensions, space.point(gap), strict=True)
    ]
    given = tuple((dimension.label, show(value, dimension.type)) for dimension, value in from_places)
    by_label = {dimension.label: value for dimension, value in from_places}
    if set(by_label) != {parameter.name for parameter in table.parameters}:
        return Witness(given, "gap", "")
    try:
        Interpreter(program).call(table.name, [by_label[parameter.name] for parameter in table.parameters])
    except Problem as problem:
        if problem.kind == "gap":
            called = ", ".join(f"{label}: {value}" for label, value in given)
            return Witness(
                given, "gap", f"example gap_in_{table.name}{at(table.anchors)}\n  {table.name}({called}) is missing"
            )
    return None
