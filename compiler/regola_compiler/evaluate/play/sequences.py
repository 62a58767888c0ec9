"""The sequence of play, stepped: loops unrolled, phases whose condition fails left out, effects carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from regola_dsl.records import dataclass

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.play.deeds import Key
from regola_compiler.evaluate.play.doing import begun, forgotten, over
from regola_compiler.evaluate.protocol import Evaluator, Stepper
from regola_compiler.model.program import Const, Effect, Expr, Phase, Program, Var
from regola_compiler.model.types import Member, Type, Value
from regola_compiler.model.visitor import calls_in, map_children, state_independent

MAX_ROUNDS = 1_000


@dataclass(frozen=True, slots=True)
class Step:
    """A phase that is played, how deep it lies, and who acts in it."""

    phase: Phase
    depth: int
    actor: Value | None
    actor_type: Type | None


# What the dice of a phase show, where that is not told.
Roller: TypeAlias = Callable[[Phase], Mapping[Key, Value]]


@dataclass(frozen=True, slots=True)
class _How:
    """How phases are stepped: what repeats, so many rounds at most; who says what dice show."""

    rounds: int
    roll: Roller | None


def unrolled(phase: Phase) -> Phase:
    """The same sequence without loops: what they hold stands once for each value, which is put in."""
    return replace(phase, phases=tuple(part for inner in phase.phases for part in _unrolled(inner)))


def _unrolled(phase: Phase) -> Iterator[Phase]:
    if not phase.variable or phase.items is not None:
        yield unrolled(phase)  # whom a list has, only the position says
        return
    parts = [part for inner in phase.phases for part in _unrolled(inner)]
    for value in phase.values:
        for part in parts:
            yield substitute(part, phase.variable, value)


def substitute(node: Any, variable: str, value: Any) -> Any:
    """A piece of the model with a variable's value put in."""
    if isinstance(node, Var) and node.name == variable:
        return value
    if isinstance(node, Member | Const | Type | str):
        return node
    return map_children(node, lambda child: substitute(child, variable, value))


def actors_by_phase(run: Evaluator, program: Program) -> dict[Member, frozenset[Value] | None]:
    """Who plays each innermost phase, wherever it stands; None where anybody does, or only the position says who."""
    found: dict[Member, frozenset[Value] | None] = {}
    steady = state_independent(program)

    def visit(phase: Phase, actor: Expr | None) -> None:
        actor = None if phase.several else phase.actor or actor
        if phase.member is not None:
            known_now = actor is not None and all(call.callee in steady for call in calls_in(actor))
            try:
                who = frozenset({run.evaluate(actor, {})}) if actor is not None and known_now else None
            except RuleError:
                who = None
            known = found.get(phase.member, frozenset())
            found[phase.member] = None if who is None or known is None else known | who
        for inner in phase.phases:
            visit(inner, actor)

    for sequence in (*program.sequences.values(), *program.unplayable.values()):
        visit(unrolled(sequence), None)
    return dict(sorted(found.items(), key=lambda item: item[0].index))


def path_to_phase(phase: Phase, name: str, above: tuple[Phase, ...] = ()) -> list[Phase]:
    """The phases that lead to the first one of a name, it among them, outermost first; empty if there is none.

    A name may be the end of a way: `evening/market`.
    """
    way = (*above, phase)
    parts = name.split("/")
    if phase.name == name or [step.name for step in way[-len(parts) :]] == parts:
        return list(way)
    for inner in phase.phases:
        if found := path_to_phase(inner, name, way):
            return found
    return []


def run_phases(
    run: Stepper,
    phase: Phase,
    *,
    rounds: int = 1,
    above: Sequence[Phase] = (),
    told: Mapping[Key, Value] | None = None,
    roll: Roller | None = None,
) -> Iterator[Step]:
    """The phases inside one, in the order they are played; the position changes as effects come about.

    What repeats until something holds is played so many rounds at most. `above` are the phases it lies in: one
    of them says who acts, if it does not say so itself. `told` is what it is played with, and what its dice show;
    `roll` says what dice show that are not told.
    """
    acting = next((outer.actor for outer in reversed(above) if outer.actor is not None), None)
    actor = None if acting is None else run.evaluate(acting, {})
    for (name, arguments), value in (told or {}).items():
        run.set_fact(name, arguments, value)
    yield from _run_phases(run, phase, 0, actor, None if acting is None else acting.type, _How(rounds, roll))
    gone = {name for name, _ in told or {}}
    run.replace_position(forgotten(run.position, gone))


def _run_phases(
    run: Stepper, phase: Phase, depth: int, actor: Value | None, type_: Type | None, how: _How
) -> Iterator[Step]:
    if phase.condition is not None and not run.decide(run.evaluate(phase.condition, {})):
        return
    if phase.several:
        actor, type_ = None, None  # the walk knows of nobody in particular
    elif phase.actor is not None:
        actor, type_ = run.evaluate(phase.actor, {}), phase.actor.type
    if phase.name:
        run.replace_position(begun(run, phase.name, actor))
    if phase.member is not None:
        run.set_fact("phase", (), phase.member)
        if actor is not None:
            run.set_fact("active", (), actor)
    shown = how.roll(phase) if how.roll is not None and phase.rolls else {}
    for (name, arguments), value in shown.items():
        run.set_fact(name, arguments, value)
    yield from _bring_about(run, phase.first, depth, actor, type_, how)
    for _ in range(min(how.rounds, MAX_ROUNDS)):
        yield Step(phase, depth, actor, type_)
        yield from _inside(run, phase, depth, actor, type_, how)
        yield from _bring_about(run, phase.effects, depth, actor, type_, how)
        if phase.until is None or run.decide(run.evaluate(phase.until, {})):
            break
    if phase.name:
        run.replace_position(over(run, phase.name))
    if shown:
        run.replace_position(forgotten(run.position, {name for name, _ in shown}))


def _inside(
    run: Stepper, phase: Phase, depth: int, actor: Value | None, type_: Type | None, how: _How
) -> Iterator[Step]:
    """What lies inside a phase, once; of a list, once for each that is still to be played when its turn comes."""
    if phase.items is None:
        for inner in phase.phases:
            if not inner.called:
                yield from _run_phases(run, inner, depth + 1, actor, type_, how)
        return
    for item in run.items(run.evaluate(phase.items, {})):
        run.set_fact(phase.bound, (), item)
        if phase.where is None or run.decide(run.evaluate(phase.where, {})):
            for inner in phase.phases:
                yield from _run_phases(run, inner, depth + 1, actor, type_, how)
    run.replace_position(forgotten(run.position, {phase.bound}))


def _bring_about(
    run: Stepper, effects: tuple[Effect, ...], depth: int, actor: Value | None, type_: Type | None, how: _How
) -> Iterator[Step]:
    """Carry out effects, and play the phases that they call."""
    del type_
    for name, arguments in run.apply_effects(effects, {}):
        called = next((way[-1] for one in run.program.sequences.values() if (way := path_to_phase(one, name))), None)
        if called is not None:
            told = {(fact, ()): value for fact, value in zip(called.parameters, arguments, strict=True)}
            for key, value in told.items():
                run.set_fact(*key, value)
            yield from _run_phases(run, called, depth + 1, actor, None, how)
            run.replace_position(forgotten(run.position, set(called.parameters)))
