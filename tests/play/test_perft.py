"""Counting histories: the numbers of known games, and what a count must be whatever the game."""

from __future__ import annotations

import json

import pytest
from support.command import Run
from support.paths import DATA, GAMES

CLASSICS = GAMES / "classics"


@pytest.mark.parametrize(
    ("game", "words", "counts"),
    [
        ("tic_tac_toe", ("-n", "5"), [9, 72, 504, 3024, 15120]),
        ("tic_tac_toe", ("-n", "4", "--by", "turn"), [9, 72, 504, 3024]),
        ("reversi", ("-n", "2", "--by", "turn"), [4, 12]),
        ("draughts", ("-n", "2", "--by", "turn"), [7, 49]),
    ],
)
def test_the_numbers_of_known_games(game: str, words: tuple[str, ...], counts: list[int], regola: Run) -> None:
    result = regola("perft", str(CLASSICS / f"{game}.regola"), *words, "--json")
    assert (result.returncode, json.loads(result.stdout)) == (0, {"counts": counts})


def test_what_dice_show_is_counted_by_outcome(regola: Run) -> None:
    told = json.loads(regola("perft", str(DATA / "skirmish.regola"), "-n", "1", "--json").stdout)
    assert told == {"counts": [6 * 2 * 6]}, "the weather's die, whom to shoot at, the shot's die"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--by", "trn"), "there is no phase `trn`: did you mean `turn`?"),
        (("--scenario", "x"), "there is no scenario `x`: there are none"),
    ],
)
def test_wrong_use_is_told(words: tuple[str, ...], says: str, regola: Run) -> None:
    result = regola("perft", str(CLASSICS / "tic_tac_toe.regola"), *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr
