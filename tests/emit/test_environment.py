"""A game as an environment of PettingZoo: its own test of what an environment owes, and that the game in it is the game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from regola_compiler.driver import understand
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.project.game import load_game
from regola_runtime.played.environment import environment
from support.games import understood
from support.paths import GAMES

np = pytest.importorskip("numpy")
api = pytest.importorskip("pettingzoo.test", reason="there is no PettingZoo")


@cache
def rules(name: str) -> Any:
    found = understood(name) if (GAMES / name).is_dir() else understand(load_game(GAMES / f"{name}.regola", name))
    return CompiledModule(found.program, lambda: found.ir).module


@pytest.mark.parametrize("name", ["classics/tic_tac_toe", "classics/duel"])
def test_it_is_an_environment(name: str) -> None:
    api.api_test(environment(rules(name).PLAY), num_cycles=40)


def test_who_wins_is_rewarded_and_who_loses_is_not() -> None:
    env = environment(rules("classics/tic_tac_toe").PLAY)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(0)  # the first free place: cross has three in a row first
    assert env.game.outcome() is not None
    assert sorted(env.rewards.values()) == [-1.0, 1.0]
    assert env.rewards[str(env.game.outcome().winner)] == 1.0


def test_what_is_hidden_is_not_observed() -> None:
    """Two players see the same of everything but of what one of them does not see at all."""
    env = environment(rules("classics/duel").PLAY)
    env.reset(seed=3)
    hidden = 0
    while not any(env.terminations.values()):
        views = [env.observe(agent)["observation"].tolist() for agent in env.possible_agents]
        unlike = [pair for pair in zip(*views, strict=True) if pair[0] != pair[1]]
        assert all(-1 in pair for pair in unlike)
        hidden += len(unlike)
        env.step(0)
    assert hidden > 0


def test_a_move_that_is_not_there_is_refused() -> None:
    env = environment(rules("classics/tic_tac_toe").PLAY)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no legal move"):
        env.step(9)


def test_the_tutorials_game_is_broken_off_after_so_many_moves() -> None:
    env = environment(rules("lantern_pass").PLAY, "first_frost", most_steps=5)
    env.reset(seed=2)
    for _ in range(5):
        observation, *_ = env.last()
        assert observation["action_mask"].sum() == len(env.game.legal_moves)
        env.step(0)
    assert all(env.truncations.values())
