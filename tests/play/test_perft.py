"""Counting histories: the numbers of known games, and what a count must be whatever the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_cli.forms import interpreted_form, module_form
from regola_compiler.driver import understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.play.forms import Form
from regola_compiler.play.positions import state_keys
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime import NoAnswer
from regola_runtime.histories import counts
from regola_runtime.play import State
from support.command import Run
from support.effort import drawn
from support.paths import DATA, GAMES
from support.random_play_programs import play_program

CLASSICS = GAMES / "classics"


@pytest.mark.parametrize(
    ("game", "words", "counts"),
    [
        ("tic_tac_toe", ("-n", "5"), [9, 72, 504, 3024, 15120]),
        ("tic_tac_toe", ("-n", "4", "--by", "turn"), [9, 72, 504, 3024]),
        ("reversi", ("-n", "4", "--by", "turn"), [4, 12, 56, 244]),
        ("reversi", ("-n", "2", "--by", "turn", "--interpreter"), [4, 12]),
        ("draughts", ("-n", "4", "--by", "turn"), [7, 49, 302, 1469]),
        ("draughts", ("-n", "2", "--by", "turn", "--interpreter"), [7, 49]),
    ],
)
def test_the_numbers_of_known_games(game: str, words: tuple[str, ...], counts: list[int], regola: Run) -> None:
    result = regola("perft", str(CLASSICS / f"{game}.regola"), *words, "--json")
    assert (result.returncode, json.loads(result.stdout)) == (0, {"counts": counts})


def test_what_dice_show_is_counted_by_outcome(regola: Run) -> None:
    told = json.loads(regola("perft", str(DATA / "skirmish.regola"), "-n", "1", "--json").stdout)
    assert told == {"counts": [6 * 2 * 6]}, "the weather's die, whom to shoot at, the shot's die"


@settings(max_examples=drawn(10), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_both_forms_count_alike_and_an_exchange_of_pieces_changes_no_number(seed: int) -> None:
    """Counted by the module up to an exchange, by the interpreter likewise, and with every piece told apart."""
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", play_program(seed))]))
    module, interpreted = module_form(compiled), interpreted_form(compiled)
    if module is None:
        return
    found = [counted(form, state_keys(form)) for form in (module, interpreted)]
    apart = counted(module, lambda state: (state.position, state.stack, state.awaited, state.outcome))
    assert found == [apart, apart]


def counted(form: Form, key: Callable[[State[Any]], Hashable]) -> list[int] | str:
    """The histories of a few choices, or the name of what the rules have no answer to."""
    try:
        return list(counts(form.engine, form.engine.begin(form.start()), 2, key))
    except (RuleError, NoAnswer) as problem:
        return type(problem).__name__


EXCHANGED = """\
piece Unit @1
  state hit: bool = false
  state tired: bool = false

sequence game @2
  repeat until no u in Unit where not u.tired
  phase turn @2.1

action strike(u: Unit) in turn @2.1
  allowed unless forbidden
  requires {struck}
  effect u.hit becomes true

action rest(u: Unit) in turn @2.1
  allowed unless forbidden
  requires not u.tired
  effect u.tired becomes true

action wake(u: Unit) in turn @2.1
  allowed unless forbidden
  requires u.tired
  effect u.tired becomes false

setup
  3 Unit
"""


@pytest.mark.parametrize("struck", ["not u.hit", "not u.tired and not (u.tired at the start of turn)"])
def test_pieces_of_which_the_past_is_kept_are_not_exchanged(struck: str) -> None:
    text = EXCHANGED.format(struck=struck)
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", text)]))
    assert not compiled.found, compiled.found[0].message
    module = module_form(compiled)
    assert module is not None

    def apart(state: State[Any]) -> Hashable:
        return state.position, state.stack, state.outcome

    every = [
        list(counts(form.engine, form.engine.begin(form.start()), 5, key))
        for form, key in (
            (module, state_keys(module)),
            (interpreted_form(compiled), state_keys(interpreted_form(compiled))),
            (module, apart),
        )
    ]
    assert every[0] == every[1] == every[2]


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
