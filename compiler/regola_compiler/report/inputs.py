"""What a game asks from outside: facts that neither its play nor its map, counters and scenarios tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from regola_compiler.analysis.usage import Usage
from regola_compiler.model.program import Action, Expr, Fact, Path, Program
from regola_compiler.model.visitor import (
    calls_in,
    effect_expressions,
    expressions_of,
    phase_expressions,
    phases_in,
)

# Facts that somebody has to tell, unless the play does.
_FROM_OUTSIDE = frozenset({"given", "state", "absent"})


@dataclass(frozen=True, slots=True)
class Input:
    """A fact that has to be told, and what asks it: definitions, tables, actions, phases, events, assumptions."""

    name: str
    asked_by: tuple[str, ...]


def inputs(program: Program) -> list[Input]:
    """The facts that somebody asks, and nothing in the game tells, in the order of its files.

    What is printed on a piece or a place comes from its sheet; a state that an effect sets comes from the play. What an
    example tells is told by whoever wrote it, and counts as asked from outside.
    """
    usage = Usage.of(program)
    sheets = {name for start in program.starts.values() for name, _ in start}
    sheets |= {name for piece in program.setup for name, _ in piece.facts}
    asked_by: dict[str, dict[str, None]] = {}
    for asker, expressions in _askers(program):
        for expression in expressions:
            for call in calls_in(expression):
                if call.callee != asker:
                    asked_by.setdefault(call.callee, {})[asker] = None
    for item in program.callables.values():
        if isinstance(item, Path):
            asked_by.setdefault(item.over, {})[item.name] = None
    found = []
    for name, item in program.callables.items():
        if not isinstance(item, Fact) or item.kind not in _FROM_OUTSIDE or item.hidden or name not in asked_by:
            continue
        printed = bool(item.owner) and item.kind == "given"
        if printed or name in usage.changed or name in sheets:
            continue
        found.append(Input(name, tuple(asked_by[name])))
    return found


def _askers(program: Program) -> Iterator[tuple[str, Iterable[Expr]]]:
    """Everything that asks, by name, with what it asks."""
    for name, item in program.callables.items():
        more = [part for part in item.candidates if part is not None] if isinstance(item, Action) else []
        yield name, [*expressions_of(item), *more]
    for assumption in program.assumptions.values():
        yield assumption.name, expressions_of(assumption)
    for sequence in program.sequences.values():
        for phase in phases_in(sequence):
            yield phase.name or sequence.name, phase_expressions(phase)
    for event in program.events.values():
        yield event.name, [event.condition, *(part for one in event.effects for part in effect_expressions(one))]
