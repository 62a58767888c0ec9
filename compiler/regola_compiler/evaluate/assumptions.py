"""Whether a position, and the records that are spoken of in it, keep to what is assumed of every position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.operations import RuleError
from regola_compiler.model.program import Assumption, Program
from regola_compiler.model.types import RecordType, RecordValue, Type, Value, domain
from regola_compiler.model.visitor import calls_in, direct_callees, expressions_of

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
            except RuleError:
                held = True  # it speaks of what is not known here
            finally:
                run.trace = watch
            if not held:
                return name
    return None


class AssumptionIndex:
    """Which assumptions bear on some facts: those that speak of them, and of what these speak of, and so on."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._facts: dict[str, frozenset[str]] = {}

    def on(self, facts: set[str], about: Iterable[str]) -> list[Assumption]:
        """The assumptions that bear on `facts`, and those called `about` that bear on what is spoken of anyway."""
        chosen, known = set(about), set(facts)
        for name in chosen:
            known |= self._read(name)
        left = [name for name in self.program.assumptions if name not in chosen]
        while more := [name for name in left if self._read(name) & known]:
            chosen |= set(more)
            known = known.union(*map(self._read, more))
            left = [name for name in left if name not in chosen]
        return [assumption for name, assumption in self.program.assumptions.items() if name in chosen]

    def _read(self, name: str) -> frozenset[str]:
        """The names of all that an assumption asks, and of what that asks in its turn."""
        if name not in self._facts:
            found: set[str] = set()
            todo = [call.callee for part in expressions_of(self.program.assumptions[name]) for call in calls_in(part)]
            while todo:
                asked_name = todo.pop()
                if asked_name not in found:
                    found.add(asked_name)
                    todo += direct_callees(self.program.callables[asked_name])
            self._facts[name] = frozenset(found)
        return self._facts[name]


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
