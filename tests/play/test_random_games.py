"""What must hold of every game that is played: what may be done is what may be asked, and a history plays again."""

from __future__ import annotations

from itertools import permutations, product
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.evaluate.play.supposing import every
from regola_compiler.model.program import Action, Parameter, Program
from regola_compiler.model.types import FORBIDDEN, ListType
from regola_compiler.play.rules import Playing
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from regola_runtime.play import Do, Roll, State
from support.random_play_programs import play_program

STEPS = 25
SEEDS = st.integers(0, 10_000)


def played(seed: int) -> tuple[Playing, Program]:
    """A random game, which says nothing wrong."""
    text = play_program(seed)
    read = parse_source(Source("game.regola", text))
    assert not read.diagnostics, (read.diagnostics[0].message, text)
    program, found = resolve_program(read.declarations)
    assert not found, (found[0].message, found[0].span, text)
    return Playing(program), program


def shown(rolls: tuple[Roll, ...], chance: Random) -> dict[tuple[str, tuple[Any, ...]], Any]:
    """What some dice show."""
    return {(roll.fact, roll.arguments): chance.choice(roll.outcomes)[0] for roll in rolls}


def step(game: Playing, state: State[Any], chance: Random) -> tuple[State[Any], Any]:
    """A step of a history by chance, and what it was."""
    if state.awaited:
        rolled = shown(state.awaited, chance)
        return game.engine.roll(state, rolled), rolled
    move = chance.choice(game.engine.moves(state))
    rolled = shown(game.engine.rolls(state, move), chance)
    return game.engine.play(state, move, rolled), (move, rolled)


def domain(state: State[Any], parameter: Parameter) -> list[Any]:
    """All that a parameter can be; a group in every order."""
    if not isinstance(parameter.type, ListType):
        return list(every(state.position, parameter.type, parameter.name))
    items = list(every(state.position, parameter.type.item, parameter.name))
    sizes = range(parameter.type.least, (parameter.type.limit or 0) + 1)
    return [group for size in sizes for group in permutations(items, size)]


def unordered(value: Any) -> Any:
    """A value, of which it does not matter in which order a group is named."""
    return frozenset(value) if isinstance(value, tuple) else value


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(0, 10_000))
def test_what_may_be_done_is_what_may_be_asked(seed: int, luck: int) -> None:
    game, program = played(seed)
    chance = Random(luck)
    state = game.engine.begin(game.start())
    for _ in range(STEPS):
        if state.over or state.stuck:
            break
        if not state.awaited and state.stack[-1].node.member is not None:
            listed = {move for move in game.engine.moves(state) if isinstance(move, Do)}
            allowed = set()
            run = game.run(state.position)
            for action in program.callables.values():
                if isinstance(action, Action):
                    domains = [domain(state, p) for p in action.parameters]
                    for arguments in product(*domains):
                        if run.call(action.name, list(arguments)) != FORBIDDEN:
                            allowed.add(Do(action.name, tuple(map(unordered, arguments))))
            listed = {Do(move.action, tuple(map(unordered, move.arguments))) for move in listed}
            assert listed <= allowed
            assert listed == allowed or any(game.engine.rules.deeds[move.action].due for move in listed)
        state, _ = step(game, state, chance)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 10_000))
def test_a_history_plays_again(seed: int, luck: int) -> None:
    game, _ = played(seed)
    again, _ = played(seed)
    chance = Random(luck)
    state, other = game.engine.begin(game.start()), again.engine.begin(again.start())
    for _ in range(STEPS):
        assert (state.position, state.outcome, state.stuck) == (other.position, other.outcome, other.stuck)
        if state.over or state.stuck:
            break
        state, done = step(game, state, chance)
        other = again.engine.roll(other, done) if isinstance(done, dict) else again.engine.play(other, *done)
