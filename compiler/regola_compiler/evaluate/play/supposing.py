"""What is asked of another position: of the past, as far as it is kept, and of what is possible.

When a phase begins, whatever a rule reads `at the start of` it is copied; when it is over, whatever a rule reads `in
the … before`. A copy is a value of the position like others. Where there is none, play has not come to that phase:
things stand as they do now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import comb
from typing import Any

from regola_compiler.evaluate.errors import TooManyChoices
from regola_compiler.evaluate.play.doing import done
from regola_compiler.evaluate.play.early import early_parts, ruled_out
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Env, Position, Stepper
from regola_compiler.model.made import made_types
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Action, Expr, Fact, Logic, Parameter, Program, Rule, Supposed, Var
from regola_compiler.model.supposed import supposed_fact
from regola_compiler.model.types import FORBIDDEN, HandleType, ListType, Type, Value, domain
from regola_compiler.model.visitor import (
    calls_in,
    children,
    expressions_of,
    phase_expressions,
    phases_in,
    transitive_callees,
)

# How many values of a type are tried one by one for a choice that says among nothing.
MANY_VALUES = 1_000
# How many groups of a list are tried for a choice of several at once.
MANY_GROUPS = 10_000


def suppose(run: Stepper, node: Supposed, env: Env) -> Any:
    """The value of what is asked of another position; a witness of the analysis may tell it."""
    fact = supposed_fact(node)
    told = run.position.get((fact.name, tuple(env[parameter.name] for parameter in fact.parameters)))
    if told is not None:
        return told
    if node.kind == "can":
        return any_filling(run, node, env)
    assert node.value is not None
    if node.kind == "after":
        action = run.program.callables[node.of]
        assert isinstance(action, Action)
        given = {name: run.evaluate(part, env) for name, part in node.arguments}
        arguments = tuple(given[p.name] for p in action.parameters)
        # One step, without dice: what is rolled is not known before it is done.
        after, _ = done(run, action, arguments, {})
        return run.elsewhere(after).evaluate(node.value, env)
    who = None if node.who is None else run.evaluate(node.who, env)
    copy = run.position.get(copy_key(node.kind, node.of, who))
    if copy is None and who is None:
        copy = run.position.get(copy_key(node.kind, node.of, None))
    if not isinstance(copy, frozenset):
        return run.evaluate(node.value, env)
    kept = dict(copy)
    then: Position = {key: value for key, value in run.position.items() if key[0] not in kept[_NAMES]}
    then.update({key: value for key, value in kept.items() if key != _NAMES})
    return run.elsewhere(then).evaluate(node.value, env)


# Under this key a copy has the names of the facts it was made of.
_NAMES: Any = ("the facts of this copy", ())


def copy_key(kind: str, phase: str, who: Value | None) -> Any:
    """What a copy is kept under: of a phase that began, or was over; of the last one, or of somebody's."""
    return f"{'start' if kind == 'at_start' else 'end'} of {phase}", () if who is None else (who,)


def copies_asked(program: Program) -> dict[tuple[str, str], tuple[frozenset[str], bool]]:
    """By kind and phase: the facts that are read there and then, and whether somebody's own phase is asked for."""
    found: dict[tuple[str, str], tuple[frozenset[str], bool]] = {}
    made = made_types(program)
    for node in supposed_in(program):
        if node.kind in {"at_start", "before"} and node.value is not None:
            names = {call.callee for call in calls_in(node.value)}
            for name in list(names):
                item = program.callables.get(name)
                names |= transitive_callees(program, item) if item is not None else frozenset()
            known_facts = [fact for name in names if isinstance(fact := program.callables.get(name), Fact)]
            # A piece that was made since was not there then.
            there = {extent_of(fact.owner) for fact in known_facts if fact.owner in made}
            facts = frozenset({fact.name for fact in known_facts} | there)
            known, whose = found.get((node.kind, node.of), (frozenset[str](), False))
            found[node.kind, node.of] = known | facts, whose or node.who is not None
    return found


def supposed_in(program: Program) -> Iterator[Supposed]:
    """Everything that a program asks of another position."""
    items: list[Rule] = list(program.callables.values())
    roots = [part for item in items for part in expressions_of(item)]
    phases = [phase for one in program.sequences.values() for phase in phases_in(one)]
    roots += [part for phase in phases for part in phase_expressions(phase)]
    roots += [event.condition for event in program.events.values()]
    waiting: list[Expr] = roots
    while waiting:
        node = waiting.pop()
        if isinstance(node, Supposed):
            yield node
        waiting.extend(children(node))


def kept_copy(position: Position, names: frozenset[str]) -> Any:
    """What a position says of some facts, as another position keeps it; of lists of pieces also that none was there."""
    nobody: Position = {(name, ()): () for name in names if name.startswith(extent_of(""))}
    told: Position = {**nobody, **{key: value for key, value in position.items() if key[0] in names}}
    return frozenset({(_NAMES, names), *told.items()})


def with_copy(position: Position, kind: str, phase: str, actor: Any, wanted: tuple[frozenset[str], bool]) -> Position:
    """A position that has a copy of what a phase began, or ended, with."""
    names, whose = wanted
    copy = kept_copy(position, names)
    found = {**position, copy_key(kind, phase, None): copy}
    if whose and actor is not None:
        found[copy_key(kind, phase, actor)] = copy
    return found


# --- what is possible --------------------------------------------------------------------


def any_filling(run: Stepper, node: Supposed, env: Env) -> bool:
    """Whether some filling of an action is allowed, with what is said of its arguments."""
    action = run.program.callables[node.of]
    assert isinstance(action, Action)
    given = {name: run.evaluate(part, env) for name, part in node.arguments}
    return any(run.call(action.name, list(one)) != FORBIDDEN for one in fillings(run, action, given))


def fillings(run: Stepper, action: Action, given: Env) -> Iterator[tuple[Any, ...]]:
    """Every arguments an action can have, those that are given as they are, but for what is forbidden by the first."""
    parts = early_parts(action)

    def further(before: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        place = len(before)
        if place == len(action.parameters):
            yield before
            return
        if ruled_out(run, parts, {p.name: value for p, value in zip(action.parameters, before, strict=False)}):
            return
        name = action.parameters[place].name
        for item in (given[name],) if name in given else choices_of(run, action, place, before):
            yield from further((*before, item))

    return further(())


def choices_of(run: Stepper, action: Action, place: int, before: tuple[Any, ...]) -> Iterable[Any]:
    """What a parameter of an action may be, where those before it are known.

    Raises:
        TooManyChoices: where they cannot be listed.
    """
    items = action.candidates[place] if action.candidates else None
    if items is not None:
        env = {p.name: value for p, value in zip(action.parameters, before, strict=False)}
        return among_of(run, action, place, items, env)
    parameter = action.parameters[place]
    if isinstance(action.actor, Var) and action.actor.name == parameter.name and not _may_be_anyone(action):
        acting = run.position.get(("active", ()))
        if acting is not None:
            return (acting,)
    return every(run.position, parameter.type, f"{action.name}: {parameter.name}")


def among_of(run: Stepper, action: Action, place: int, items: Expr, env: Env) -> tuple[Value, ...]:
    """Among what a parameter of an action is chosen: the different items of a list, or groups of them.

    Raises:
        TooManyChoices: where these cannot be listed.
    """
    different = tuple(dict.fromkeys(run.items(run.evaluate(items, env))))
    parameter = action.parameters[place]
    return groups_of(different, parameter, action.name) if parameter.name in action.groups else different


def groups_of(items: tuple[Value, ...], parameter: Parameter, action: str) -> tuple[tuple[Value, ...], ...]:
    """Several of a list at once, small groups first, each in the order of the list.

    Raises:
        TooManyChoices: where these are too many to be listed.
    """
    assert isinstance(parameter.type, ListType)
    sizes = range(parameter.type.least, min(parameter.type.limit or 0, len(items)) + 1)
    if sum(comb(len(items), size) for size in sizes) > MANY_GROUPS:
        raise TooManyChoices(f"{action}: {parameter.name}", parameter.type)
    return tuple(group for size in sizes for group in combinations(items, size))


def _may_be_anyone(action: Action) -> bool:
    """Whether an action can be done in a phase in which nobody in particular has the turn."""
    return any(guard.kind == "actor" and isinstance(guard.condition, Logic) for guard in action.guards)


def every(position: Position, type_: Type, what: str) -> Iterable[Value]:
    """All values of a type in a position.

    Raises:
        TooManyChoices: where they cannot be listed.
    """
    if isinstance(type_, HandleType):
        return there_are(position, type_.name)
    values = domain(type_)
    if values is None:
        raise TooManyChoices(what, type_)
    listed = []
    for value in values:
        listed.append(value)
        if len(listed) > MANY_VALUES:
            raise TooManyChoices(what, type_)
    return listed
