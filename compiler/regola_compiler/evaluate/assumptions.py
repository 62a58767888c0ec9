"""Whether a position, and the records that are spoken of in it, keep to what is assumed of every position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, product

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.graph import reachable
from regola_compiler.model.program import Assumption, Program
from regola_compiler.model.types import RecordType, RecordValue, Type, Value, domain
from regola_compiler.model.visitor import transitive_callees

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

    def on(self, facts: set[str], about: Iterable[str]) -> list[Assumption]:
        """The assumptions that bear on `facts`, and those called `about` that bear on what is spoken of anyway."""
        chosen = set(about)
        known = facts.union(*(self._read[name] for name in chosen))
        first = [name for name, read in self._read.items() if name in chosen or read & known]
        bearing = set(reachable(first, self._beside.__getitem__))
        return [assumption for name, assumption in self.program.assumptions.items() if name in bearing]

    @cached_property
    def _read(self) -> dict[str, frozenset[str]]:
        """The names of all that an assumption asks, and of what that asks in its turn."""
        return {name: transitive_callees(self.program, item) for name, item in self.program.assumptions.items()}

    @cached_property
    def _beside(self) -> dict[str, list[str]]:
        """The assumptions that speak of something an assumption speaks of."""
        return {name: [n for n, others in self._read.items() if read & others] for name, read in self._read.items()}


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
