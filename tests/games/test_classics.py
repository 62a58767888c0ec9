"""Known games, each in one file: what they say checks clean, and they have as many histories as is known of them."""

from __future__ import annotations

import random
from functools import cache

import pytest
from regola_compiler import driver
from regola_compiler.play.rules import Playing
from regola_compiler.project.game import load_game
from regola_runtime.histories import perft
from support.effort import dear
from support.paths import GAMES

CLASSICS = sorted((GAMES / "classics").glob("*.regola"))
# Histories after 1, 2, … turns: published counts, as far as the interpreter gets in some seconds. (The module gets further:
# tests/play/test_perft.py.)
KNOWN = {"tic_tac_toe": [9, 72, 504, 3024], "reversi": [4, 12, 56][: dear(3)], "draughts": [7, 49]}
LONGEST = 400


@cache
def playing(name: str, watched: str = "") -> Playing:
    place = GAMES / "classics" / f"{name}.regola"
    found = Playing(driver.understand(load_game(place, place.name)).program)
    found.engine.watched = watched
    return found


def test_there_are_four() -> None:
    assert len(CLASSICS) == 4


@pytest.mark.parametrize("name", [place.stem for place in CLASSICS])
def test_a_known_game_checks_clean(name: str) -> None:
    place = GAMES / "classics" / f"{name}.regola"
    report = driver.compile_game(load_game(place, place.name))
    assert [diagnostic.message for diagnostic in report.found] == []


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_game_has_its_known_number_of_histories(name: str) -> None:
    game = playing(name, "turn")
    start = game.engine.begin(game.start())
    counts = perft(game.engine, start, len(KNOWN[name]), lambda position: frozenset(position.items()))
    assert counts == KNOWN[name]


@pytest.mark.parametrize("name", ["tic_tac_toe", "duel"])
def test_a_known_game_is_played_to_its_end_by_chance(name: str) -> None:
    game = playing(name)
    for seed in range(10):
        chance = random.Random(seed)
        state = game.engine.begin(game.start())
        for _ in range(LONGEST):
            if state.over:
                break
            assert not state.stuck
            if state.awaited:
                state = game.engine.roll(state, rolled(state.awaited, chance))
                continue
            move = chance.choice(game.engine.moves(state))
            state = game.engine.play(state, move, rolled(game.engine.rolls(state, move), chance))
        assert state.over


def rolled(rolls: object, chance: random.Random) -> dict[tuple[str, tuple[object, ...]], object]:
    assert isinstance(rolls, tuple)
    found = {}
    for roll in rolls:
        values, weights = zip(*roll.outcomes, strict=True)
        found[roll.fact, roll.arguments] = chance.choices(values, weights)[0]
    return found
