"""What an example or an erratum supposes, told to an interpreter."""

from __future__ import annotations

from regola_dsl.wording import say

from regola_compiler.evaluate.beginning import beginning
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import (
    Call,
    Expr,
    SetupLine,
    Statement,
)
from regola_compiler.model.types import (
    RecordType,
    RecordValue,
    Type,
    Value,
)
from regola_compiler.model.visitor import fact_assertion


def tell_fact(run: Interpreter, expression: Expr, env: dict[str, Value]) -> None:
    """Put what a `given` line says into the position."""
    call, told_value, field = fact_assertion(expression)
    assert isinstance(call, Call)
    arguments = tuple(run.evaluate(part, env) for part in call.arguments)
    for argument, part, parameter in zip(
        arguments, call.arguments, run.program.callables[call.callee].parameters, strict=True
    ):
        run.check_bounds(argument, parameter.type, f"`{parameter.name}`", part.span)
    value = True if told_value is None else run.evaluate(told_value, env)
    fact = run.program.callables[call.callee]
    if field:
        value = _with_field(run.position.get((call.callee, arguments)), fact.result, field, value)
    else:
        run.check_bounds(value, fact.result, f"`{call.callee}`", expression.span)
    run.set_fact(call.callee, arguments, value)


def _with_field(known: Value | None, type_: Type, field: str, value: Value) -> RecordValue:
    """A record of which some fields are told, with one more."""
    assert isinstance(type_, RecordType)
    before = dict(known.fields) if isinstance(known, RecordValue) else {}
    fields = {**before, field: value}
    return RecordValue(type_.name, tuple((name, fields[name]) for name, _ in type_.fields if name in fields))


def set_up(run: Interpreter, line: SetupLine) -> tuple[bool, str]:
    """Put a scenario's position in the place of what was told."""
    if line.scenario not in run.program.starts:
        return False, say("there is no scenario `{scenario}`", scenario=line.scenario)
    begin(run, line.scenario)
    return True, ""


def begin(run: Interpreter, scenario: str) -> None:
    """Tell all that a scenario starts with, and the pieces that the rules put up wherever play begins."""
    for (name, arguments), value in beginning(run.program, scenario).items():
        run.set_fact(name, arguments, value)


def suppose(run: Interpreter, statement: Statement) -> None:
    """Tell what a statement supposes. A scenario that does not exist sets nothing up; it is told where it is named."""
    if statement.setup in run.program.starts:
        begin(run, statement.setup)
    for part in statement.given:
        tell_fact(run, part, {})
