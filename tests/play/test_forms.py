"""A game in both its forms: the module and the interpreter play the same games, and what the module has reads alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_cli.forms import compiled_at, interpreted_form, module_form
from regola_compiler.driver import understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.play.forms import Form, Interpreted
from regola_compiler.play.many.simulate import play_out
from regola_compiler.play.table.session import draw
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime import NoAnswer
from regola_runtime.play import State
from support.effort import drawn
from support.paths import DATA, GAMES
from support.random_play_programs import play_program

GAMES_PLAYED = {
    "tic_tac_toe": GAMES / "classics" / "tic_tac_toe.regola",
    "duel": GAMES / "classics" / "duel.regola",
    "skirmish": DATA / "skirmish.regola",
    "past": DATA / "played" / "past.regola",
}


def both(path: Path) -> tuple[Form, Form]:
    """A game in both forms."""
    compiled = compiled_at(path)
    module = module_form(compiled)
    assert module is not None
    return interpreted_form(compiled), module


def same(here: State[Any], there: State[Any], forms: tuple[Form, Form]) -> None:
    """Hold a state of each form to the other's, read as the interpreter has it."""
    interpreted, module = forms
    told, found = here.position, module.position(there.position)
    unsaid = {key for key, value in {**told, **found}.items() if value in ((), False)}  # one says that there is none
    assert {k: v for k, v in told.items() if k not in unsaid} == {k: v for k, v in found.items() if k not in unsaid}
    assert [tuple(map(str, m)) for m in interpreted.engine.moves(here)] == [
        tuple(map(str, module.move(m))) for m in module.engine.moves(there)
    ]
    assert interpreted.engine.moves(here) == tuple(map(module.move, module.engine.moves(there)))


def after(step: Callable[[], State[Any]]) -> tuple[Any, str]:
    """The state after a step, or the name of what stands in the way."""
    try:
        return step(), ""
    except (RuleError, NoAnswer) as problem:
        return None, type(problem).__name__


def walk(forms: tuple[Form, Form], seed: int, most: int, scenario: str | None = None) -> int:
    """Play by the same chance in both, and hold them to one another at every step; how many there were."""
    interpreted, module = forms
    one, other = Random(seed), Random(seed)
    here = interpreted.engine.begin(interpreted.start(scenario))
    there = module.engine.begin(module.start(scenario))
    for step in range(most):
        same(here, there, forms)
        if here.over or here.stuck:
            return step
        if here.awaited:
            rolled, dice = draw(here.awaited, one), draw(there.awaited, other)
            assert rolled == module.dice(dice)
            here, wrong = after(partial(interpreted.engine.roll, here, rolled))
            there, own = after(partial(module.engine.roll, there, dice))
            assert wrong == own
            if wrong:
                return step
            continue
        place = one.randrange(len(interpreted.engine.moves(here)))
        other.randrange(len(module.engine.moves(there)))
        move, made = interpreted.engine.moves(here)[place], module.engine.moves(there)[place]
        rolled, dice = draw(interpreted.engine.rolls(here, move), one), draw(module.engine.rolls(there, made), other)
        here, wrong = after(partial(interpreted.engine.play, here, move, rolled))
        there, own = after(partial(module.engine.play, there, made, dice))
        assert wrong == own
        if wrong:
            return step
    return most


@pytest.mark.parametrize("name", GAMES_PLAYED)
def test_what_the_module_has_reads_as_the_interpreter_has_it(name: str) -> None:
    forms = both(GAMES_PLAYED[name])
    for seed in range(3):
        assert walk(forms, seed, 60) > 0


def test_where_module_and_interpreter_are_not_of_one_mind_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the module alone has to say against a game is a fault of ours: it is no finding about the rules."""
    interpreted, module = both(GAMES_PLAYED["tic_tac_toe"])
    assert isinstance(interpreted, Interpreted)
    whole = play_out(interpreted, None, 1, 1, limit=50)

    def broken(*_: object, **__: object) -> None:
        raise NoAnswer("nothing")

    monkeypatch.setattr(module.engine, "play", broken)
    found = play_out(module, None, 1, 1, limit=50, again=interpreted)
    assert found.trouble is not None
    assert (found.ended, found.trouble.kind, found.length) == ("problem", "disagreement", whole.length)
    assert "a fault of Regola's own" in found.trouble.message


@settings(max_examples=drawn(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_random_games_are_the_same_in_both_forms(seed: int) -> None:
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", play_program(seed))]))
    module, interpreted = module_form(compiled), interpreted_form(compiled)
    if module is None:
        return
    for number in (1, 2):
        one, other = (play_out(form, None, seed, number, limit=30, telling=True) for form in (interpreted, module))
        assert (one.length, one.winner, one.done, one.moves) == (other.length, other.winner, other.done, other.moves)
        assert (one.ended, one.trouble is None) == (other.ended, other.trouble is None)
