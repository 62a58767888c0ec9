"""What a deed, a phase or an event brings about: all its effects, each read in the position before.

What becomes is set, what is gained and lost adds up, whoever says it. Two effects that would give one fact two values,
or set what others add to, clash. What comes of it is a `Turnout`: nothing is changed here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import cache
from typing import Any, assert_never

from regola_dsl.kinds import EffectMode
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import EffectClash, TooManyPieces
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.kinds import TELLS, Operator
from regola_compiler.model.made import MOST_MADE
from regola_compiler.model.names import type_of_extent
from regola_compiler.model.program import Binding, Effect, Expr, Fact, Parameter
from regola_compiler.model.types import Handle, HandleType, ListType, Value

Key = tuple[str, tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Made:
    """Some pieces of a type that are made, all alike: how many, and what is told of each."""

    type: str
    count: int
    facts: tuple[tuple[str, Value], ...]


@dataclass(slots=True)
class Turnout:
    """What comes of some effects.

    Attributes:
        told: The new value of each fact that has one.
        resets: The facts that go back to their default, each with the arguments for which they do, or None for all.
        left: The pieces that are gone.
        replaced: The pieces that are changed for another: the new one, and the one it takes over from.
        made: The pieces that are made, in the order of what makes them.
        played: The phases that are called, with what they are played with, in their order.
    """

    told: dict[Key, Value] = field(default_factory=dict)
    resets: list[tuple[str, tuple[Value, ...] | None]] = field(default_factory=list)
    left: list[Handle] = field(default_factory=list)
    replaced: list[tuple[Handle, Handle]] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)
    played: list[tuple[str, tuple[Value, ...]]] = field(default_factory=list)


def bound(run: Evaluator, bindings: tuple[Binding, ...], env: Env) -> Iterator[Env]:
    """The names of what an effect comes about for: each of a list, and within it each of the next."""
    if not bindings:
        yield env
        return
    first, *rest = bindings
    for item in run.items(run.evaluate(first.items, env)):
        inner = {**env, first.variable: item}
        if first.where is None or run.decide(run.evaluate(first.where, inner)):
            yield from bound(run, tuple(rest), inner)


def turnout(run: Evaluator, effects: Iterable[Effect], env: Env) -> Turnout:
    """What comes of some effects together.

    Raises:
        EffectClash: where two of them would give one fact two values.
        OutOfRange: where a fact would leave its bounds.
    """
    return turnout_of_all(run, [(effects, env)])


def turnout_of_all(run: Evaluator, causes: Iterable[tuple[Iterable[Effect], Env]]) -> Turnout:
    """What comes of the effects of several causes together, each with its own names.

    Raises:
        EffectClash: where two of them would give one fact two values.
        OutOfRange: where a fact would leave its bounds.
        TooManyPieces: where more pieces are made than any game has.
    """
    found = Turnout()
    amounts: dict[Key, list[tuple[Effect, Any]]] = {}
    setters: dict[Key, Effect] = {}
    seen: set[Any] = set()
    for effect, env in ((effect, env) for effects, env in causes for effect in effects):
        for inner in bound(run, effect.each, env):
            if effect.condition is not None and not run.decide(run.evaluate(effect.condition, inner)):
                continue
            if effect.each and _came_already(effect, inner, seen):
                continue
            arguments = arguments_of(run, effect, inner)
            key = (effect.fact, arguments)
            times = run.repeats(effect, inner, arguments) if inner else 1
            match effect.mode:
                case EffectMode.BECOMES | EffectMode.SHOWS:
                    assert effect.value is not None
                    value = run.evaluate(effect.value, inner)
                    if key in setters and found.told[key] != value:
                        raise EffectClash(setters[key], effect).at(effect.span)
                    setters[key], found.told[key] = effect, value
                    _hold(run, effect, value, effect.value)
                case EffectMode.GAINS | EffectMode.LOSES:
                    assert effect.value is not None
                    amounts.setdefault(key, []).extend([(effect, run.evaluate(effect.value, inner))] * times)
                case EffectMode.RESET:
                    found.resets.append((effect.fact, None))
                case EffectMode.LEAVES:
                    found.left.append(arguments[0])
                case EffectMode.TAKES_OVER:
                    found.replaced.append((arguments[0], arguments[1]))
                case EffectMode.PLAYS:
                    found.played.extend([(effect.fact, arguments)] * times)
                case EffectMode.ENTERS:
                    found.made.extend([_made(run, effect, arguments, inner)] * times)
                case EffectMode.CHANGES:
                    raise AssertionError(effect.mode)  # written out, or told, where names are looked up
                case _:
                    assert_never(effect.mode)
    for key, parts in amounts.items():
        if key in setters:
            raise EffectClash(setters[key], parts[0][0]).at(parts[0][0].span)
        value = added(run, key, parts)
        found.told[key] = value
        _hold(run, parts[-1][0], value, parts[-1][0].value)
    return found


def _made(run: Evaluator, effect: Effect, values: tuple[Value, ...], env: Env) -> Made:
    """The pieces that an effect makes; less than none is none."""
    for name, value, where in zip(effect.fields, values, effect.arguments, strict=True):
        fact = run.program.callables[name]
        run.check_bounds(value, fact.result, f"`{shown_name(fact)}`", where.span)
    assert effect.value is not None
    count = run.evaluate(effect.value, env)
    type_ = type_of_extent(effect.fact)
    if count > MOST_MADE:
        raise TooManyPieces(type_).at(effect.span)
    return Made(type_, max(0, count), tuple(zip(effect.fields, values, strict=True)))


def added(run: Evaluator, key: Key, parts: list[tuple[Effect, Any]]) -> Any:
    """What a fact comes to with all that it gains and loses."""
    fact = run.program.callables[key[0]]
    before = run.call(key[0], list(key[1]))
    if isinstance(fact.result, ListType):
        listed = list(before)
        for effect, value in parts:
            for item in value if isinstance(value, tuple) else (value,):
                if effect.mode == EffectMode.GAINS:
                    listed.append(item)
                elif item in listed:
                    listed.remove(item)
        return tuple(listed)
    total = before
    for effect, value in parts:
        operator = Operator.ADD if effect.mode == EffectMode.GAINS else Operator.SUBTRACT
        total = run.apply(operator, total, value)
    return total


def _hold(run: Evaluator, effect: Effect, value: Any, where: Expr | None) -> None:
    fact = run.program.callables[effect.fact]
    run.check_bounds(value, fact.result, f"`{shown_name(fact)}`", effect.span if where is None else where.span)


def shown_name(fact: Any) -> str:
    """A fact as one speaks of it: `steps` of a piece."""
    return fact.name if not isinstance(fact, Fact) or not fact.owner else fact.name.partition(".")[2]


@cache
def _place(fact: str, parameter: str) -> str:
    if not parameter:
        return say("what `{name}` is asked of", name=fact)
    return say("`{parameter}` of `{fact}`", parameter=parameter, fact=fact)


def told_of(fact: Fact, parameter: Parameter) -> str:
    """What a fact is asked of, or told of, as a finding speaks of it; that of pieces is by the piece."""
    return _place(shown_name(fact), "" if isinstance(parameter.type, HandleType) else parameter.name)


def arguments_of(run: Evaluator, effect: Effect, env: Env) -> tuple[Any, ...]:
    """What a fact is changed for by an effect, held to what it can be told of.

    Raises:
        OutOfRange: where that is nothing the fact can be told of.
    """
    arguments = tuple(run.evaluate(argument, env) for argument in effect.arguments)
    fact = run.program.callables.get(effect.fact) if effect.mode in TELLS else None
    if isinstance(fact, Fact):
        for parameter, value, where in zip(fact.parameters, arguments, effect.arguments, strict=True):
            run.check_bounds(value, parameter.type, told_of(fact, parameter), where.span)
    return arguments


def _came_already(effect: Effect, env: Env, seen: set[Any]) -> bool:
    """Whether the same change with the same arguments came about in this deed already."""
    inside = [place for place, binding in enumerate(effect.each) if "." in binding.variable]
    if not inside:
        return False
    names = [binding.variable for binding in effect.each[inside[0] :] if not binding.variable.endswith(".")]
    key = (effect.span, effect.fact, *(env[name] for name in names))
    if key in seen:
        return True
    seen.add(key)
    return False
