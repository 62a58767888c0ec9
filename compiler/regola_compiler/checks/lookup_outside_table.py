"""Look-ups whose argument can leave the printed table."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.checks.common import cited, reported
from regola_compiler.model import Dimension, Program, Table, from_ordinal
from regola_compiler.operations import Problem
from regola_compiler.survey import Survey
from regola_compiler.types import show

CODE = Code("R314", "lookup-outside-table", "a look-up that can leave the printed table")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each look-up, with a value past the edge that can arise there."""
    for found in survey.all("outside"):
        table = program.callables[found.problem.detail[0]]
        assert isinstance(table, Table)
        dimension = next(d for d in table.dimensions if d.label == found.problem.detail[1])
        label = dimension.label

        def describe(problem: Problem, table: Table = table, owner: str = found.owner) -> tuple[str, str]:
            _, label, value = problem.detail
            shown = show(value, next(d.type for d in table.dimensions if d.label == label))
            where = f"`{owner}` can look up `{table.name}`{cited(table.anchors)}"
            return f"{where} with {label} {shown}, past its printed edge", f"{label} can be {shown} here"

        edges = f"{_edge(dimension.low, dimension)} to {_edge(dimension.high, dimension)}"
        yield reported(
            survey,
            found,
            CODE,
            describe,
            related=(Label(table.name_span, f"printed for {label} {edges}"),),
            help=f"if the book rules on it, write `beyond {label} clamp` or `beyond {label} forbidden` in the table, "
            "or add a row; if it is silent, add an `erratum` that says so",
        )


def _edge(place: int, dimension: Dimension) -> str:
    """An edge of a dimension as the game writes it."""
    return show(from_ordinal(place, dimension.type), dimension.type)
