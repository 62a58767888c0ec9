"""What a witness leaves out, filled in with anything: the fault must be there all the same."""

from __future__ import annotations

from random import Random
from typing import Any

from regola_compiler.evaluate.errors import NotGiven, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.worked.supposed import tell_fact
from regola_compiler.model.program import Call, DoLine, Expectation, Fact, GivenLine, Program
from regola_compiler.model.types import IntType, ListType, RecordType, RecordValue, Type, Value
from regola_dsl.diagnostics import Witness

from support.small_programs import compiled_text, values_of

FILLS = 8


def refilled(value: Value, type_: Type, path: str, told: set[str], random: Random) -> Value:
    """A value with everything in it that is not told made another one."""
    if path in told or (isinstance(type_, ListType) and any(one.startswith((f"{path}.", f"{path}[")) for one in told)):
        return value
    if isinstance(type_, RecordType) and isinstance(value, RecordValue):
        fields = [(n, refilled(value.get(n), part, f"{path}.{n}", told, random)) for n, part in type_.fields]
        return RecordValue(type_.name, tuple(fields))
    if isinstance(type_, IntType) and type_.low is None:
        return random.randint(-30, 30)
    return random.choice(values_of(type_, 2))


class Filling(Interpreter):
    """The interpreter in a position that somebody else fills in where it says nothing."""

    random: Random

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        try:
            return super().fact(fact, arguments)
        except NotGiven:
            self.position[fact.name, arguments] = self.random.choice(values_of(fact.result))
            return self.position[fact.name, arguments]


def lapses(text: str, witness: Witness, key: Any, random: Random) -> list[str]:
    """Fillings of what a witness leaves out in which its fault is not met.

    Args:
        text: The rules.
        witness: What is shown of the fault.
        key: What tells the fault from others (`finding_key`).
        random: What is filled in.
    """
    program = compiled_text(f"{text}\n{witness.example}\n").program
    (example,) = program.examples.values()
    told = {path for path, _ in witness.given}
    found = []
    for _ in range(FILLS):
        run = Filling(program, {})
        run.random = random
        env: dict[str, Any] = {}
        for line in example.lines:
            if isinstance(line, GivenLine):
                tell_fact(run, line.expression, env)
                continue
            call = asked(line.expression) if isinstance(line, DoLine | Expectation) else None
            if call is None:
                break
            item = program.callables[call.callee]
            values = [run.evaluate(part, env) for part in call.arguments]
            pairs = zip(values, item.parameters, strict=True)
            filled = [refilled(value, p.type, p.name, told, random) for value, p in pairs]
            if (met := problem_of(run, program, call, filled)) != key:
                found.append(f"{call.callee}{tuple(filled)}: {met}")
    return found


def asked(expression: Any) -> Call | None:
    """The question in an example's last line."""
    if isinstance(expression, Call):
        return expression
    return next((part for part in getattr(expression, "operands", ()) if isinstance(part, Call)), None)


def problem_of(run: Interpreter, program: Program, call: Call, arguments: list[Value]) -> Any:
    """What goes wrong where something is asked."""
    try:
        run.call(program.callables[call.callee].name, arguments)
    except RuleError as problem:
        return problem.finding_key()
    return None
