"""Pieces that rules make: interpreter, module and naive player agree, saves hold them, alike ones are exchanged."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.evaluate.errors import TooManyPieces
from regola_compiler.model.made import MOST_MADE, is_made_label, made_name, next_number
from regola_compiler.model.types import Handle, Member
from regola_compiler.play.positions import Exchange
from regola_compiler.play.rules import Playing
from regola_compiler.play.table.saved import from_json, to_json
from regola_compiler.play.table.session import GameSession, Step
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from regola_runtime import Game
from regola_runtime.errors import TooManyPieces as TooManyOfModule
from regola_runtime.play import Do
from support.effort import drawn
from support.played_twice import Twice, compiled, random_history
from support.random_play_programs import play_program

GAME = """\
enum Side @1
  red, blue

players Side @1

piece Unit @2
  side: Side
  state hurt: bool = false

piece Raid lasting turn @3
  side: Side
  state against: Raid or none = none

state prey: Raid or none = none @3
state size: int 1..9999 = 1 @5

sequence war @4
  repeat until nobody acts
  for p in red, blue
    phase turn @4
      phase raids by p @4

action raid(n: int 0..2) by p in raids @5
  allowed unless forbidden
  limit 2 each turn
  effect (n * size) Raid(side: p) enter

action levy(n: int 1..2) by p in raids @6
  allowed unless forbidden
  limit 1 each turn
  effect n Unit(side: p) enter

action chase(r: Raid) by p in raids @7
  allowed unless forbidden
  limit 1 each turn
  effect new Raid(side: p, against: r)
  effect prey becomes r

action lose(u: Unit) by p in raids @8
  allowed unless forbidden
  limit 2 each turn
  effect u leaves
"""


def playing(text: str = GAME) -> Playing:
    """A game, ready to be played."""
    program, found = resolve_program(parse_source(Source("game.regola", text)).declarations)
    assert not found
    return Playing(program)


def module_of(text: str, folder: Path) -> Any:
    """The module of a game."""
    path = folder / "game.regola"
    path.write_text(text, "utf-8")
    return compiled(path)


@settings(max_examples=drawn(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000), luck=st.integers(0, 10_000))
def test_modules_of_random_games_play_as_the_interpreter_does(
    tmp_path_factory: pytest.TempPathFactory, seed: int, luck: int
) -> None:
    own = module_of(play_program(seed), tmp_path_factory.mktemp("game"))
    assert random_history(Twice(own), luck, 25) >= 0


@settings(max_examples=drawn(10), deadline=None)
@given(seed=st.integers(0, 10_000), luck=st.integers(0, 10_000))
def test_a_saved_game_of_made_pieces_is_read_again(seed: int, luck: int) -> None:
    game, chance = playing(play_program(seed)), Random(luck)
    session = GameSession(game, None)
    for _ in range(20):
        state = session.state
        if state.over or state.stuck:
            break
        move = None if state.awaited else chance.choice(session.moves())
        rolls = state.awaited if move is None else session.dice(move)
        shown = {(roll.fact, roll.arguments): chance.choice(roll.outcomes)[0] for roll in rolls}
        session.step(Step(move, shown))
    again = from_json(to_json(session, "game"), game, "game")
    assert not again.notes
    assert again.session.state.position == session.state.position


def test_numbers_go_on_and_begin_anew_with_the_phase() -> None:
    game = playing()
    state = game.engine.begin(game.start())
    for move in (Do("raid", (2,)), Do("chase", (Handle("Raid", "raid_2"),)), Do("levy", (2,))):
        state = game.engine.play(state, move)
    assert [piece.text for piece in state.position["every Raid", ()]] == ["raid_1", "raid_2", "raid_3"]  # type: ignore[union-attr]
    state = game.engine.play(state, Do("lose", (Handle("Unit", "unit_2"),)))
    state = game.engine.play(state, game.engine.moves(state)[-1])
    # The turn is over: of its raids nothing is left, neither what pointed at them; units go on.
    assert state.position["every Raid", ()] == ()
    assert ("prey", ()) not in state.position
    assert not any(Handle("Raid", f"raid_{n}") in arguments for n in (1, 2, 3) for _, arguments in state.position)
    state = game.engine.play(state, Do("raid", (1,)))
    state = game.engine.play(state, Do("levy", (1,)))
    assert [piece.text for piece in state.position["every Raid", ()]] == ["raid_1"]  # type: ignore[union-attr]
    assert [piece.text for piece in state.position["every Unit", ()]] == ["unit_1", "unit_3"]  # type: ignore[union-attr]


@given(
    last=st.integers(0, 30),
    taken=st.sets(st.integers(1, 40)),
    others=st.sets(st.text("unit_0123456789x", max_size=8), max_size=5),
)
def test_the_next_number_is_the_first_that_is_free(last: int, taken: set[int], others: set[str]) -> None:
    names = {f"unit_{number}" for number in taken}
    number = next_number("Unit", last, names | others)
    assert number > last
    assert is_made_label("Unit", f"unit_{number}")
    assert f"unit_{number}" not in names | others
    assert all(f"unit_{one}" in names | others for one in range(last + 1, number))


@pytest.mark.parametrize(("size", "raids"), [(6_000, (2,)), (6_000, (1, 1)), (5_001, (1, 0, 1))])
def test_more_than_any_game_has_is_an_error_of_its_own(tmp_path: Path, size: int, raids: tuple[int, ...]) -> None:
    text = GAME.replace("9999 = 1", f"9999 = {size}")
    game, module = playing(text), module_of(text, tmp_path).module
    do, position = game.engine.rules.deeds["raid"].do, game.start()
    own, there = module.PLAY.engine().rules.deeds["raid"].do, module.start()
    position = game.tell(position, [("war.p", (), Member("Side", 0))])
    there = there.replaced({there.named["war.p"]: module.Side.red})
    for many in raids[:-1]:
        position, there = do(position, (many,), {})[0], own(there, (many,), {})[0]
        assert len(position["every Raid", ()]) == len(there.every_Raid) <= MOST_MADE  # type: ignore[arg-type]
    with pytest.raises(TooManyPieces):
        do(position, (raids[-1],), {})
    with pytest.raises(TooManyOfModule):
        own(there, (raids[-1],), {})


def test_a_position_with_made_pieces_is_json(tmp_path: Path) -> None:
    module = module_of(GAME, tmp_path).module
    game: Game[Any] = Game(module.PLAY)
    for move in (Do("raid", (2,)), Do("levy", (2,))):
        game.push(move)
    written = json.loads(json.dumps(game.position.to_json()))
    assert written["every Raid"] == ["raid_1", "raid_2"]
    assert module.Position.from_json(written) == game.position
    again = Game.from_json(module.PLAY, json.loads(json.dumps(game.to_json())))
    assert again.position == game.position


def test_made_pieces_that_are_alike_are_exchanged() -> None:
    """Which of two is lost is one position, and so is one that was made first or second."""
    game = playing()
    exchange = Exchange(game.program)
    state = game.engine.begin(game.start())
    two = game.engine.play(state, Do("levy", (2,)))
    lost = [game.engine.play(two, Do("lose", (Handle("Unit", f"unit_{number}"),))) for number in (1, 2)]
    assert lost[0].position != lost[1].position
    assert exchange.state_key(lost[0]) == exchange.state_key(lost[1])
    one = game.engine.play(state, Do("levy", (1,)))
    assert lost[0].position[made_name("Unit"), ()] != one.position[made_name("Unit"), ()]
    assert exchange.key({**one.position, ("every Raid", ()): ()}) != exchange.key(two.position)
