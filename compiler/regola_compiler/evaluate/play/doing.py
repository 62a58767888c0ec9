"""Deeds, dice and what ends with a phase: how a position changes while it is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from regola_compiler.evaluate.play.deeds import Key, Turnout, bound, turnout
from regola_compiler.evaluate.play.pieces import changed_position, put_up, without_type
from regola_compiler.evaluate.protocol import Env, Position, Stepper
from regola_compiler.model.program import Action, Fact, Program, PutUp, Roll
from regola_compiler.model.types import BOOL, DiceType, Handle, Value


class Pool(NamedTuple):
    """Several dice that are kept apart: what one shows, with weights, and how many there are."""

    sides: tuple[tuple[Value, int], ...]
    number: int


# What dice can show: the fact that takes it, for whom, and each outcome with its weight.
Dice = tuple[str, tuple[Value, ...], tuple[tuple[Value, int], ...] | Pool]


def done(
    asked: Stepper, action: Action, arguments: Sequence[Value], rolled: Mapping[Key, Value]
) -> tuple[Position, Turnout]:
    """The position after a deed: its effects on the position before, with its dice told, and what is counted of it.

    Raises:
        RuleError: where an effect cannot be worked out, or two of them clash.
    """
    program = asked.program
    run = asked.elsewhere({**asked.position, **rolled}) if rolled else asked
    env: Env = {p.name: value for p, value in zip(action.parameters, arguments, strict=True)}
    found = turnout(run, action.effects, env)
    for fact in counting(program, action.name):
        assert fact.counts is not None
        for name, keys in fact.counts.deeds:
            if name == action.name:
                key = (fact.name, tuple(run.evaluate(part, env) for part in keys))
                found.told[key] = True if fact.result == BOOL else run.call(fact.name, list(key[1])) + 1
    rolls = {roll.name for roll in action.rolls}
    return forgotten(changed_position(program, run.position, found), rolls), found


def counting(program: Program, action: str) -> list[Fact]:
    """The facts that count an action."""
    facts = (item for item in program.callables.values() if isinstance(item, Fact) and item.counts is not None)
    return [fact for fact in facts if fact.counts and any(name == action for name, _ in fact.counts.deeds)]


def forgotten(position: Position, facts: set[str]) -> Position:
    """A position that says nothing of some facts any more."""
    return {key: value for key, value in position.items() if key[0] not in facts} if facts else position


def begun(run: Stepper, phase: str, actor: Any) -> Position:
    """A phase begins: what lasts for one playing of it, or until it, is as at the start."""
    return _reset(run, phase, actor, frozenset({"lasting", "until"}))


def over(run: Stepper, phase: str) -> Position:
    """A phase is over: what lasts for one playing of it is gone."""
    return _reset(run, phase, None, frozenset({"lasting"}))


def _reset(run: Stepper, phase: str, actor: Any, kinds: frozenset[str]) -> Position:
    gone: set[str] = set()
    position = run.position
    for info in run.program.pieces.values():
        if info.lasting == phase and "lasting" in kinds:
            position = without_type(run.program, position, info.name)
    for fact in run.program.callables.values():
        life = fact.life if isinstance(fact, Fact) else None
        if not isinstance(fact, Fact) or life is None or life.kind not in kinds or phase not in life.phases:
            continue
        if life.who is None:
            gone.add(fact.name)
            continue
        for key in [key for key in position if key[0] == fact.name]:
            env = {p.name: value for p, value in zip(fact.parameters, key[1], strict=True)}
            if run.evaluate(life.who, env) == actor:
                position = {one: value for one, value in position.items() if one != key}
    return forgotten(position, gone)


def rolled_by(roll: Roll, run: Stepper, env: Env) -> list[Dice]:
    """The dice of one line, with what each can show."""
    found: list[Dice] = []
    for inner in bound(run, (roll.each,) if roll.each else (), env):
        arguments = (inner[roll.each.variable],) if roll.each else ()
        if roll.pool is not None:
            pool = run.items(run.evaluate(roll.pool, inner))
            found.append((roll.name, arguments, tuple((item, pool.count(item)) for item in dict.fromkeys(pool))))
            continue
        assert roll.dice is not None
        count = None if roll.count is None else run.evaluate(roll.count, inner)
        found.append((roll.name, arguments, _faces(roll.dice) if count is None else Pool(_faces(roll.dice), count)))
    return found


@lru_cache(maxsize=256)
def _faces(dice: DiceType) -> tuple[tuple[Value, int], ...]:
    """What dice show, each with its weight in whole numbers."""
    found = dice.outcomes()
    whole = dice.sides**dice.count
    return tuple((face, int(chance * whole)) for face, chance in found)


def standing(run: Stepper, pieces: Sequence[PutUp]) -> Position:
    """A position with some pieces put up, as a file says it."""
    if not pieces:
        return run.position
    found: list[tuple[Handle, list[tuple[str, Value]]]] = []
    for piece in pieces:
        facts = []
        for name, value in piece.facts:
            known = run.evaluate(value, {})
            fact = run.program.callables.get(name)
            if fact is not None:
                run.check_bounds(known, fact.result, f"`{name.partition('.')[2]}`", value.span)
            facts.append((name, known))
        found.append((Handle(piece.type, piece.name), facts))
    return put_up(run.position, found)
