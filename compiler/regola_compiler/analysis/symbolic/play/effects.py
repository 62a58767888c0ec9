"""What can go wrong with effects that come about for each of many, or that add up.

An effect for each of a list comes about as often as the list is long, and to try what all its items bring about
together would take the product of all of them. But what goes wrong goes wrong of one item, or of two: so one is
*picked*, by a leaf that says which, and what the others do is asked only where they are of the same fact for the same
arguments. A sum is held to its bounds with all that adds to it, since what one gains another may lose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from regola_dsl.kinds import EffectMode

from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.evaluate.errors import EffectClash, RuleError
from regola_compiler.evaluate.play.deeds import added, arguments_of, bound, shown_name
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Effect, Expr, Fact, Roll
from regola_compiler.model.types import ListType
from regola_compiler.model.visitor import free_names, structurally_equal

ADD_UP = frozenset({EffectMode.GAINS, EffectMode.LOSES})
OF_FACTS = frozenset({EffectMode.BECOMES, EffectMode.GAINS, EffectMode.LOSES, EffectMode.RESET})


def is_plain(effect: Effect) -> bool:
    """Whether an effect gives one fact one value, for itself."""
    return not effect.each and effect.mode in {EffectMode.BECOMES, EffectMode.RESET}


def picked(run: SymbolicExecutor, effect: Effect, env: Env, turn: int = 0) -> Env | None:
    """The names of one of those for whom an effect comes about, any; None where it does not come about for it.

    Who is picked says a leaf of its own; in another `turn`, another one.
    """
    for depth, binding in enumerate(effect.each):
        item = run.pick(run.evaluate(binding.items, env), effect.span, 1 + depth + len(effect.each) * turn)
        if item is None:
            return None
        env = {**env, binding.variable: item}
        if binding.where is not None and not run.decide(run.evaluate(binding.where, env)):
            return None
    if effect.condition is not None and not run.decide(run.evaluate(effect.condition, env)):
        return None
    return env


def asked(run: SymbolicExecutor, effect: Effect, env: Env) -> None:
    """What an effect asks has answers, and the value it gives keeps to its bounds."""
    inner = picked(run, effect, env)
    if inner is None:
        return
    for place, value in enumerate(arguments_of(run, effect, inner)):
        if effect.fields:  # what is told of a piece that is made
            told = run.program.callables[effect.fields[place]]
            run.check_bounds(value, told.result, f"`{shown_name(told)}`", effect.arguments[place].span)
    fact = run.program.callables.get(effect.fact)
    if effect.value is not None:
        value = run.evaluate(effect.value, inner)
        if effect.mode == EffectMode.BECOMES and isinstance(fact, Fact):
            run.check_bounds(value, fact.result, f"`{shown_name(fact)}`", effect.value.span)


def adds_up(run: SymbolicExecutor, effect: Effect, effects: Iterable[Effect], env: Env) -> None:
    """A fact keeps to its bounds with all that some effects add to it, one of which is this one."""
    fact = run.program.callables[effect.fact]
    inner = picked(run, effect, env)
    if inner is None or isinstance(fact.result, ListType):
        return
    arguments = arguments_of(run, effect, inner)
    parts: list[tuple[Effect, Any]] = []
    for other in effects:
        for around in _of_same(run, other, arguments, env):
            assert other.value is not None
            parts.append((other, run.evaluate(other.value, around)))
    if parts:
        value = added(run, (effect.fact, arguments), parts)
        last = parts[-1][0]
        run.check_bounds(value, fact.result, f"`{shown_name(fact)}`", last.value.span if last.value else last.span)


def _of_same(run: SymbolicExecutor, effect: Effect, arguments: tuple[Any, ...], env: Env) -> Iterator[Env]:
    """The names of those for whom an effect changes its fact for some arguments."""
    seen: set[Any] = set()
    for inner in _all_bound(run, effect, env):
        try:
            same = _are_equal(run, effect, inner, arguments)
        except RuleError:
            same = True  # it may be asked only where the condition holds
        if not same or not _comes(run, effect, inner):
            continue
        if not _are_equal(run, effect, inner, arguments):
            continue
        if any("." in binding.variable for binding in effect.each):
            # A change that is written out comes once for the same arguments.
            names = [b.variable for b in effect.each if not b.variable.endswith(".")]
            key = tuple(run.concretize(inner[name]) for name in names)
            if key in seen:
                continue
            seen.add(key)
        yield inner


def _all_bound(run: SymbolicExecutor, effect: Effect, env: Env, depth: int = 0) -> Iterator[Env]:
    if depth == len(effect.each):
        yield env
        return
    binding = effect.each[depth]
    for item in run.items(run.evaluate(binding.items, env)):
        yield from _all_bound(run, effect, {**env, binding.variable: item}, depth + 1)


def _are_equal(run: SymbolicExecutor, effect: Effect, env: Env, arguments: tuple[Any, ...]) -> bool:
    return all(
        run.decide(run.apply(Operator.EQUAL, run.evaluate(mine, env), other))
        for mine, other in zip(effect.arguments, arguments, strict=True)
    )


def _comes(run: SymbolicExecutor, effect: Effect, env: Env) -> bool:
    conditions = [binding.where for binding in effect.each] + [effect.condition]
    return all(run.decide(run.evaluate(part, env)) for part in conditions if part is not None)


def may_clash(first: Effect, second: Effect) -> bool:
    """Whether two effects, or one for two of its items, can give a fact two values, as far as that is plain."""
    modes = {first.mode, second.mode}
    # What is reset goes back first, and what adds is added to what was there before.
    if first.fact != second.fact or not modes <= OF_FACTS or modes <= ADD_UP or EffectMode.RESET in modes:
        return False
    if first is not second:
        return not (is_plain(first) and is_plain(second)) and not _give_the_same(first, second)
    bound_names = {binding.variable for binding in first.each}
    return first.mode == EffectMode.BECOMES and bool(
        first.value is not None and bound_names & set(free_names(first.value))
    )


def _give_the_same(first: Effect, second: Effect) -> bool:
    """Whether two effects give a fact what is the same for all of those for whom they come about."""
    if first.mode != EffectMode.BECOMES or second.mode != EffectMode.BECOMES:
        return False
    assert first.value is not None
    assert second.value is not None
    bound_names = {binding.variable for binding in (*first.each, *second.each)}
    return structurally_equal(first.value, second.value) and bound_names.isdisjoint(free_names(first.value))


def agree(run: SymbolicExecutor, first: Effect, second: Effect, env: Env) -> None:
    """Two effects that come about together must not give one fact two values, nor set what the other adds to.

    Raises:
        EffectClash: where they do.
    """
    one, other = picked(run, first, env), picked(run, second, env, 1)
    if one is None or other is None:
        return
    same = all(
        run.decide(run.apply(Operator.EQUAL, run.evaluate(a, one), run.evaluate(b, other)))
        for a, b in zip(first.arguments, second.arguments, strict=True)
    )
    if not same:
        return
    if first.mode == second.mode == EffectMode.BECOMES:
        assert first.value is not None
        assert second.value is not None
        if run.decide(run.apply(Operator.EQUAL, run.evaluate(first.value, one), run.evaluate(second.value, other))):
            return
    if first.mode in ADD_UP:
        first, second = second, first
    raise EffectClash(first, second).at(second.span)


def rolled(run: SymbolicExecutor, roll: Roll, env: Env) -> None:
    """What a roll asks has answers."""
    for inner in bound(run, (roll.each,) if roll.each else (), env):
        asked_for: list[Expr] = [part for part in (roll.count, roll.pool) if part is not None]
        for part in asked_for:
            run.evaluate(part, inner)
        return
