"""Whether a position, and the records that are spoken of in it, keep to what is assumed of every position."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from regola_compiler.interpreter import Interpreter
from regola_compiler.operations import Problem
from regola_compiler.types import RecordType, RecordValue, Type, Value, domain

MANY = 100


def broken_assumption(run: Interpreter) -> str | None:
    """An assumption that does not hold of the position and the records an example made."""
    for name, assumption in run.program.assumptions.items():
        choices = [_instances(parameter.type, run) for parameter in assumption.parameters]
        for values in product(*choices):
            env = {p.name: value for p, value in zip(assumption.parameters, values, strict=True)}
            watch, run.trace = run.trace, None
            try:
                held = bool(run.evaluate(assumption.value, run.bind(assumption.lets, env)))
            except Problem:
                held = True  # it speaks of what is not known here
            finally:
                run.trace = watch
            if not held:
                return name
    return None


def _instances(type_: Type, run: Interpreter) -> list[Value]:
    """The values of a type that an example speaks of: records it made, or all there are."""
    if isinstance(type_, RecordType):
        return [made for made in dict.fromkeys(run.made or []) if made.record == type_.name]
    return list(islice(domain(type_) or (), MANY))


def records_in(value: Value) -> Iterator[RecordValue]:
    """A value's records, those inside others too."""
    if isinstance(value, RecordValue):
        yield value
        for _, part in value.fields:
            yield from records_in(part)
    if isinstance(value, tuple):
        for part in value:
            yield from records_in(part)
