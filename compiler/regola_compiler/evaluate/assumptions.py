"""Whether a position, and the records that are spoken of in it, keep to what is assumed of every position."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product

from regola_dsl.records import dataclass

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
        if not all(_holds(run, assumption, values) for values in product(*choices)):
            return name
    return None


@dataclass(frozen=True, slots=True)
class _Judged:
    """Whether an assumption holds, and what a run learnt when it was asked."""

    holds: bool
    touched: frozenset[str]
    asked: frozenset[str]
    made: tuple[RecordValue, ...]


class AssumptionMemo:
    """The same as `broken_assumption`, for the many runs of one program's examples.

    Most lines of examples stand in a position that others stand in too. So an answer is remembered by what it rests on:
    what is told of the facts an assumption reads, and the values it speaks of. What a run would have learnt from
    asking, the names that had a say, is told to it all the same.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self._judged: dict[Hashable, _Judged] = {}

    @cached_property
    def _read(self) -> dict[str, frozenset[str]]:
        return {name: transitive_callees(self.program, item) for name, item in self.program.assumptions.items()}

    def broken(self, run: Interpreter) -> str | None:
        """An assumption that does not hold of the position and the records an example made."""
        for name, assumption in self.program.assumptions.items():
            choices = [tuple(_instances(parameter.type, run)) for parameter in assumption.parameters]
            told = frozenset(item for item in run.position.items() if item[0][0] in self._read[name])
            key = (name, *choices, told)
            if key not in self._judged:
                self._judged[key] = _judge(Interpreter(self.program, run.position), assumption, choices)
            judged = self._judged[key]
            run.touched |= judged.touched
            run.asked |= judged.asked
            if run.made is not None:
                run.made += judged.made
            if not judged.holds:
                return name
        return None


def _judge(run: Interpreter, assumption: Assumption, choices: Sequence[Iterable[Value]]) -> _Judged:
    """Hold an assumption against all values it speaks of, or as many as it takes, in a run of its own."""
    run.made = []
    held = all(_holds(run, assumption, values) for values in product(*choices))
    return _Judged(held, frozenset(run.touched), frozenset(run.asked), tuple(run.made))


def _holds(run: Interpreter, assumption: Assumption, values: Sequence[Value]) -> bool:
    env = {p.name: value for p, value in zip(assumption.parameters, values, strict=True)}
    watch, run.trace = run.trace, None
    try:
        return bool(run.evaluate(assumption.value, run.bind(assumption.lets, env)))
    except RuleError:
        return True  # it speaks of what is not known here
    finally:
        run.trace = watch


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
