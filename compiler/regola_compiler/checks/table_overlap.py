"""Rows that answer the same inputs differently."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.boxes import meet, space_of
from regola_compiler.checks.common import cited, tables
from regola_compiler.model import Const, Program, Row, Table
from regola_compiler.survey import Survey
from regola_compiler.types import show

CODE = Code("R311", "table-overlap", "rows of a table that disagree on the same input")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each two printed rows that meet and disagree."""
    del survey
    for table in tables(program):
        if table.hit == "unique":
            yield from _overlaps(table)


def _overlaps(table: Table) -> Iterator[Diagnostic]:
    space = space_of(table, past_edges=True)
    boxes = [space.box(row.selectors) for row in table.rows]
    told: set[tuple[int, int]] = set()
    for j, later in enumerate(table.rows):
        for i, earlier in enumerate(table.rows[:j]):
            shared = meet(boxes[i], boxes[j])
            lines = (earlier.line.line, later.line.line)
            if shared is None or later.last != earlier.last or same(earlier, later) or lines in told:
                continue
            told.add(lines)
            yield Diagnostic(
                CODE,
                f"table `{table.name}`{cited(table.anchors)} has two answers for {space.describe(shared)}",
                later.span,
                _answer(later),
                (Label(earlier.span, _answer(earlier)),),
                "narrow one of the two rows, or declare `hit first`",
            )


def same(a: Row, b: Row) -> bool:
    """Whether two rows say the same for certain."""
    return all(
        isinstance(x, Const) and isinstance(y, Const) and x.value == y.value
        for x, y in zip(a.outputs, b.outputs, strict=True)
    )


def _answer(row: Row) -> str:
    shown = [show(part.value, part.type) for part in row.outputs if isinstance(part, Const)]
    return f"here `{', '.join(shown)}`" if shown else "here"
