"""What must hold of every game that is played: what may be done is what may be asked, and a history plays again."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from regola_compiler.evaluate.errors import OutOfRange
from regola_compiler.evaluate.play.supposing import every
from regola_compiler.model.program import Action, Parameter, Program
from regola_compiler.model.types import FORBIDDEN, ListType
from regola_compiler.model.types import domain as values_of
from regola_compiler.play.rules import Playing
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from regola_runtime.play import Do, End, Offer, Roll, State
from regola_runtime.played.apart import Disagreement
from support.effort import drawn
from support.random_play_programs import play_program

STEPS = 25
SEEDS = st.integers(0, 10_000)


def played(seed: int) -> tuple[Playing, Program]:
    """A random game, which says nothing wrong."""
    return understood(play_program(seed))


def understood(text: str) -> tuple[Playing, Program]:
    """A game that says nothing wrong."""
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


def went_on(game: Playing, state: State[Any], chance: Random) -> State[Any] | None:
    """After a step of a history by chance; None where it ends, as more pieces than a check tries take a value too far."""
    try:
        return step(game, state, chance)[0]
    except OutOfRange:
        return None


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


# Five tired counters at once: each event sees four pieces of gold, and takes one.
@example(seed=5898, luck=8232)
@settings(max_examples=drawn(25), deadline=None)
@given(SEEDS, st.integers(0, 10_000))
def test_what_may_be_done_is_what_may_be_asked(seed: int, luck: int) -> None:
    game, program = played(seed)
    chance = Random(luck)
    state = game.engine.begin(game.start())
    for _ in range(STEPS):
        if state.over or state.stuck:
            break
        top = state.stack[-1]
        if not state.awaited and top.node.member is not None and top.offered is None:
            moves = (move.move if isinstance(move, Offer) else move for move in game.engine.moves(state))
            listed = {move for move in moves if isinstance(move, Do)}
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
            # What was declined is not offered again so soon.
            assert listed | set(top.declined) == allowed or any(
                game.engine.rules.deeds[move.action].due for move in listed
            )
        after = went_on(game, state, chance)
        if after is None:
            break
        state = after


@settings(max_examples=drawn(20), deadline=None)
@given(SEEDS, st.integers(0, 10_000))
def test_what_is_hidden_makes_no_view_another(seed: int, luck: int) -> None:
    """Whatever a hidden fact is, who does not see it sees the same, unless the rules open it."""
    game, program = played(seed)
    chance = Random(luck)
    state = game.engine.begin(game.start())
    assert program.players is not None
    for _ in range(STEPS):
        for viewer in values_of(program.players.type) or ():
            seen = game.seen_by(state, viewer)
            for other in values_of(program.players.type) or ():
                told = ("plan", (other,))
                if other == viewer or told in seen or game.run(state.position).call("gold", [other]) > 4:
                    continue
                shown = [key for key in state.position if key[0].startswith("shown plan") and key[1][1] == other]
                changed = {key: value for key, value in state.position.items() if key not in shown}
                changed[told] = chance.randint(0, 9)
                assert game.seen_by(with_position(state, changed), viewer) == seen
        if state.over or state.stuck:
            break
        after = went_on(game, state, chance)
        if after is None:
            break
        state = after


def with_position(state: State[Any], position: Any) -> State[Any]:
    """A state in which something else is true."""
    return replace(state, position=position)


SECRETS = """\
enum Side @1
  red, blue

players Side @1

state plan(s: Side): int 0..9 = 0 hidden from all but s @1
state loud: int 0..9 = 0 @1

sequence game @2
  phase write by red, blue at once @2
  phase spy by blue @2
  phase change by red @2

action order(s: Side, n: int 1..3) by s in write @3
  allowed unless forbidden
  limit 1 each write per s
  effect plan(s) becomes n
  effect loud gains n

action look by blue in spy @3
  allowed unless forbidden
  limit 1 each spy
  effect show plan to blue

action turn by red in change @3
  allowed unless forbidden
  limit 1 each change
  effect plan(red) becomes 9
"""


def test_what_is_shown_is_seen_until_it_is_another() -> None:
    game, program = understood(SECRETS)
    red, blue = values_of(program.callables["plan"].parameters[0].type) or ()
    key = ("plan", (red,))
    state = game.engine.begin(game.start())
    state = game.engine.play(state, Do("order", (red, 2)))
    assert game.seen_by(state, red)[key] == 2
    assert ("loud", ()) not in game.seen_by(state, blue)
    # Nothing is left for red to do, so it is blue's turn; red's deeds come about when blue has ended.
    assert state.actor == blue
    state = game.engine.play(state, End("write"))
    assert game.seen_by(state, red)["loud", ()] == game.seen_by(state, blue)["loud", ()] == 2
    assert key not in game.seen_by(state, blue)
    state = game.engine.play(state, Do("look", ()))
    assert game.seen_by(state, blue)[key] == 2
    state = game.engine.play(state, Do("turn", ()))
    assert key not in game.seen_by(state, blue)


CLASH = SECRETS.replace("effect loud gains n", "effect loud becomes n")


def test_two_at_once_may_not_make_different_things_of_one_fact() -> None:
    game, program = understood(CLASH)
    red, blue = values_of(program.callables["plan"].parameters[0].type) or ()
    for one, other, clash in ((2, 2, False), (1, 3, True)):
        state = game.engine.begin(game.start())
        state = game.engine.play(state, Do("order", (red, one)))
        if clash:
            with pytest.raises(Disagreement, match="loud"):
                game.engine.play(state, Do("order", (blue, other)))
        else:
            after = game.engine.play(state, Do("order", (blue, other)))
            assert after.position["loud", ()] == one


@settings(max_examples=drawn(15), deadline=None)
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
        try:
            state, done = step(game, state, chance)
        except OutOfRange:
            break
        other = again.engine.roll(other, done) if isinstance(done, dict) else again.engine.play(other, *done)
