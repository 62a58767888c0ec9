"""What is found at once of an action is what is found one filling after the other, in the same order."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler import driver
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.project.game import Game as GameFiles
from regola_dsl.source import Source
from regola_runtime import Game, NoAnswer
from regola_runtime.play import VAIN, Engine
from support.effort import drawn
from support.games import understood
from support.played_twice import PLAYED, compiled
from support.random_march_programs import march_program
from support.random_play_programs import play_program

SEEDS = st.integers(0, 10_000)


def module_of(text: str) -> Any:
    """The module of a game."""
    found = driver.understand(GameFiles("game", Path(), {}, [Source("game.regola", text)]))
    return CompiledModule(found.program, lambda: found.ir).module


def compared(module: Any, seed: int, steps: int) -> int:
    """Play by chance, and hold at every step what is found both ways; how often something was found at once."""
    game, chance, found = Game(module.PLAY, seed=seed), Random(seed), 0
    for _ in range(steps):
        if game.is_game_over() or game.is_stuck() or not game.legal_moves:
            break
        for name, deed in module.PLAY.rules.deeds.items():
            if deed.moves is None:
                continue
            slowly = Engine(replace(module.PLAY.rules, deeds={name: replace(deed, moves=None, phases=None)}))
            position = game.position
            try:
                at_once = deed.moves(position)
            except NoAnswer:
                continue  # it is asked the general way
            if at_once is not None:
                assert at_once == list(slowly.fillings(position)), name
                found += 1
        game.push(chance.choice(game.legal_moves))
    return found


@pytest.mark.parametrize("name", ["draughts", "reversi", "skirmish", "tic_tac_toe"])
def test_what_is_found_at_once_is_what_is_found_one_by_one(name: str) -> None:
    assert compared(compiled(PLAYED / f"{name}.regola").module, 1, 40 if name != "reversi" else 6) > 5


def test_so_it_is_in_the_tutorial_game() -> None:
    found = understood("lantern_pass")
    assert compared(CompiledModule(found.program, lambda: found.ir).module, 3, 20) > 20


@settings(max_examples=drawn(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=SEEDS, seed=SEEDS)
def test_so_it_is_in_a_random_game(program: int, seed: int) -> None:
    compared(module_of(play_program(program)), seed, 25)


@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=SEEDS, seed=SEEDS)
def test_so_it_is_in_a_random_march(program: int, seed: int) -> None:
    compared(module_of(march_program(program)), seed, 25)


# `near` reads where a scout is, which nobody says of `lost`; it stands behind what makes it not be asked.
UNTOLD = """\
enum Side @1
  red, blue

players Side @1

piece Scout @2
  side: Side
  state row: int 1..8
  state tired: bool = false

enum Way @3
  up, down

define near(s: Scout, w: Way) -> bool @3
  (if w is up then s.row + 1 else s.row - 1) in 1..8

sequence game @4
  repeat until false
  phase turn by red @4

action creep(s: Scout, w: Way) by red in turn @5
  allowed unless forbidden
  requires not s.tired
  requires near(s, w)
  effect s.tired becomes true

setup
  first: Scout(side: red, row: 8)
  lost: Scout(side: blue, tired: TIRED)
"""


def test_what_nobody_says_is_missed_only_where_it_is_asked() -> None:
    module = module_of(UNTOLD.replace("TIRED", "true"))
    assert [str(move.arguments[1]) for move in Game(module.PLAY).legal_moves if hasattr(move, "action")] == ["down"]
    other = module_of(UNTOLD.replace("TIRED", "false"))
    with pytest.raises(NoAnswer, match="row"):
        Game(other.PLAY)


def test_what_is_found_at_once_in_vain_is_no_longer_looked_for() -> None:
    module = module_of(UNTOLD.replace("TIRED", "true"))
    asked: list[Any] = []

    def vainly(position: Any) -> None:
        asked.append(position)

    rules = module.PLAY.rules
    deed = rules.deeds["creep"]
    engine = Engine(replace(rules, deeds={"creep": replace(deed, moves=vainly)}))
    position = Game(module.PLAY).position
    for _ in range(2 * VAIN):
        assert len(list(engine.fillings(position, deed.phases and next(iter(deed.phases))))) == 1
    assert len(asked) == VAIN
