"""Axis & Allies as it is played: games by chance on the small map, and odds of battles against their sums by hand."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from regola_compiler.play.positions import named_pieces
from support.command import Ask
from support.effort import drawn, every_third
from support.games import understood
from support.paths import GAME_NAMES

# Kinds with what they hit at: attacking, and defending.
SHOTS = {"infantry": (1, 2), "artillery": (2, 2), "tank": (3, 3)}


# The other one is played by `make books` in every run of the tests, too.
@pytest.mark.parametrize("scenario", every_third(["small_world_all_rules", "small_world"]))
def test_games_by_chance_go_on_to_their_end(scenario: str, said: Ask) -> None:
    games = drawn(16)
    words = ("-n", str(games), "--limit", "250", "--listen", "0", "--seed", "3", "--json")
    result = said("simulate", "axis_allies", "--scenario", scenario, *words)
    assert result.code == 0, result.out
    told = json.loads(result.out)
    assert told["problems"] == []
    assert told["games"] == games
    assert {"enter", "send_aircraft", "take_as_loss", "collect", "place"} <= {
        name for name, times in told["done"].items() if times
    }


def duel(attacker: str, defender: str) -> Fraction:
    """How likely it is that of two units that fire at each other, round after round, the attacker alone is left."""
    hit, hurt = Fraction(SHOTS[attacker][0], 6), Fraction(SHOTS[defender][1], 6)
    nothing = (1 - hit) * (1 - hurt)
    return hit * (1 - hurt) / (1 - nothing)


@pytest.mark.parametrize(("attacker", "defender"), [("tank", "infantry"), ("infantry", "tank")])
def test_odds_of_a_duel(attacker: str, defender: str, said: Ask) -> None:
    pieces = (
        "B: Space(original: ussr)",
        f"one: Unit(kind: {attacker}, at: B)",
        f"two: Unit(kind: {defender}, owner: ussr, at: B)",
    )
    words = ["--scenario", "scenario_1941", "--play", "battle", "battle.z=B", "battle.who=germany", "--exact"]
    for piece in pieces:
        words += ["--with", piece]
    result = said("odds", "axis_allies", *words, "--of", "B.controller is germany")
    assert result.code == 0, result.err
    assert str(duel(attacker, defender)) in result.out, result.out


@pytest.mark.parametrize("game", GAME_NAMES)
def test_what_rules_name_are_pieces(game: str) -> None:
    program = understood(game).program
    assert {piece.type for piece in named_pieces(program)} <= set(program.types)
