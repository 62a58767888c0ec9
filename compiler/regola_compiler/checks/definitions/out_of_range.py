"""Values that can leave the bounds a parameter, a field or a result declares."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import describe_declaration, reported
from regola_compiler.evaluate.errors import OutOfRange
from regola_compiler.model.program import Program
from regola_compiler.model.types import EnumType, of_another_type, show

CODE = Code("R404", "out-of-range", "a value that can leave its declared bounds")


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each place where a value can be too large or too small."""
    del program
    for found in survey.all(OutOfRange):
        item = survey.program.callables[found.owner]
        where = say("in {declaration}{cited}", declaration=describe_declaration(item), cited=cited(item.anchors))

        def describe(problem: OutOfRange, where: str = where) -> tuple[str, str]:
            place, type_, value = problem.place, problem.type, problem.value
            if other := of_another_type(value, type_):
                return say(
                    "{where}, {place} can be {other}, which is no `{type}`",
                    where=where,
                    place=place,
                    other=other,
                    type=type_,
                ), say("can be {other}", other=other)
            shown = (
                show(value, type_) if isinstance(type_, EnumType) else value if isinstance(value, str) else str(value)
            )
            return say(
                "{where}, {place} can be {shown}, outside `{type}`", where=where, place=place, shown=shown, type=type_
            ), say("can be {shown}", shown=shown)

        wanted = found.problem.type
        yield reported(
            survey,
            found,
            CODE,
            describe,
            help=say("ask first what it is: `… is a {wanted}`", wanted=wanted)
            if of_another_type(found.problem.value, wanted)
            else say("widen the declared bounds, or limit the value with `min` or `max`"),
        )
