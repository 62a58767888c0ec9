"""Look-ups whose argument can leave the printed table."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis, ErrorRegion
from regola_compiler.checks.common import always, reported
from regola_compiler.evaluate.errors import OutsideTable, TableOverlap
from regola_compiler.model.program import Dimension, Program, Table, from_ordinal, ordinal
from regola_compiler.model.types import show

SHOWN = 6
CODE = Code("R314", "lookup-outside-table", "a look-up that can leave the printed table")


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each look-up, with a value past the edge that can arise there."""
    for found in survey.all(OutsideTable):
        table = program.callables[found.problem.table]
        assert isinstance(table, Table)
        dimension = next(d for d in table.dimensions if d.label == found.problem.dimension)
        label = dimension.label

        def describe(
            problem: OutsideTable, found: ErrorRegion[OutsideTable] = found, dimension: Dimension = dimension
        ) -> tuple[str, str]:
            anchors = program.callables[problem.table].anchors
            where = say(
                "`{owner}` can look up `{table}`{cited}", owner=found.owner, table=problem.table, cited=cited(anchors)
            )
            shown = _values(found, dimension)
            return say(
                "{where} with {label} {shown}, past its printed edge", where=where, label=dimension.label, shown=shown
            ), say("{label} can be {shown}", label=dimension.label, shown=shown)

        edges = say("{low} to {high}", low=_edge(dimension.low, dimension), high=_edge(dimension.high, dimension))
        yield reported(
            survey,
            found,
            CODE,
            describe,
            related=(Label(table.name_span, say("printed for {label} {edges}", label=label, edges=edges), table.name),),
            help=say(
                "if the book rules on it, write `beyond {label} clamp` or `beyond {label} forbidden` in the table, or "
                "add a row; if it is silent, add an `erratum` that says so",
                label=label,
            ),
        )
    for meeting in survey.all(TableOverlap):
        table = program.callables[meeting.problem.table]
        assert isinstance(table, Table)
        first, second = (table.rows[row] for row in meeting.problem.rows)
        where = say(
            "`{owner}` can look up `{name}`{cited}", owner=meeting.owner, name=table.name, cited=cited(table.anchors)
        )
        yield reported(
            survey,
            meeting,
            CODE,
            always(
                say("{where} outside its declared inputs, where two rows disagree", where=where),
                say("looked up outside"),
            ),
            related=(Label(first.span, say("one answer"), table.name), Label(second.span, say("another"), table.name)),
            help=say("keep what is looked up within the bounds, with `min` or `max`, or widen them"),
        )


def _values(found: ErrorRegion[OutsideTable], dimension: Dimension) -> str:
    """The values past the edge, in their order; where there are many, the first and the last."""
    places = sorted({ordinal(p.value) for p in found.problems if p.dimension == dimension.label})
    shown = [_edge(place, dimension) for place in places]
    if len(shown) > SHOWN:
        shown = [*shown[:2], "…", *shown[-2:]]
    return shown[0] if len(shown) == 1 else say("{names} or {last}", names=", ".join(shown[:-1]), last=shown[-1])


def _edge(place: int, dimension: Dimension) -> str:
    """An edge of a dimension as the game writes it."""
    return show(from_ordinal(place, dimension.type), dimension.type)
