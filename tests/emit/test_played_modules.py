"""Modules of games that are played: what they do is what the interpreter does, and their positions are values."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler import driver
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.play.table.session import GameSession
from regola_compiler.project.game import Game as GameFiles
from regola_dsl.source import Source
from regola_runtime import (
    UNTOLD,
    EffectClash,
    Game,
    IllegalMove,
    Misfit,
    OutOfRange,
    UnknownFact,
    UnknownPiece,
    UnknownScenario,
    WrongGame,
    WrongShape,
    WrongValue,
)
from regola_runtime.histories import perft
from regola_runtime.play import Do
from support.effort import drawn
from support.played_twice import PLAYED, Twice, compiled, random_history
from support.random_play_programs import play_program
from support.small_programs import compiled_text

QUICK = ("tic_tac_toe", "draughts", "skirmish", "past", "rounds")
NAMES = ("tic_tac_toe", "reversi", "draughts", "skirmish", "past", "rounds")


def module_of(name: str) -> Any:
    return compiled(PLAYED / f"{name}.regola").module


@pytest.mark.parametrize(
    ("name", "most"),
    [("tic_tac_toe", 9), ("reversi", 2), ("draughts", 16), ("skirmish", 60), ("past", 30), ("rounds", 40)],
)
@settings(max_examples=drawn(3), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_the_module_plays_as_the_interpreter_does(name: str, most: int, seed: int) -> None:
    assert random_history(Twice(compiled(PLAYED / f"{name}.regola")), seed, most) > 0


@settings(max_examples=drawn(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=st.integers(0, 10_000), seed=st.integers(0, 10_000))
def test_the_module_of_a_random_game_plays_as_the_interpreter_does(program: int, seed: int) -> None:
    game = GameFiles("game", Path(), {}, [Source("game.regola", play_program(program))])
    found = driver.understand(game)
    random_history(Twice(CompiledModule(found.program, lambda: found.ir)), seed, 25)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("tic_tac_toe", [9, 72, 504, 3024, 15120]),
        ("reversi", [4, 12]),
        ("draughts", [7, 49, 302]),
    ],
)
def test_histories_are_as_many_as_is_known(name: str, known: list[int]) -> None:
    """A turn is a playing of the phase; more of them take longer than a test should."""
    module = module_of(name)
    engine = module.PLAY.engine(watched="turn")
    assert perft(engine, engine.begin(module.start()), len(known), lambda position: position) == known


def test_what_a_module_is_passes_the_type_checker(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(compiled(PLAYED / f"{name}.regola").text, "utf-8")
    # Whatever may be of several types is asked there where it has to be of one.
    several = [text for text in map(play_program, range(20)) if "banner" in text][:3]
    for place, text in enumerate(several):
        (tmp_path / f"random_{place}.py").write_text(python_module(compiled_text(text).ir), "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout


# --- positions are values ----------------------------------------------------------------


def played(name: str, seed: int, most: int = 25) -> Game[Any]:
    """A game that chance has played for some moves."""
    game: Game[Any] = Game(module_of(name).PLAY, seed=seed)
    random = Random(seed)
    while not game.is_game_over() and not game.is_stuck() and len(game.move_stack) < most:
        try:
            game.push(random.choice(game.legal_moves))
        except OutOfRange:
            break
    return game


@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(QUICK), seed=st.integers(0, 1000))
def test_positions_are_equal_by_value(name: str, seed: int) -> None:
    """Equal positions are one key; what JSON says of one is that one, and so is a copy."""
    game = played(name, seed, 12)
    position = game.position
    again = type(position).from_json(json.loads(json.dumps(position.to_json())))
    for other in (again, copy.deepcopy(position), copy.copy(position)):
        assert other == position
        assert hash(other) == hash(position)
    assert len({position, again}) == 1
    start = type(position).from_json(module_of(name).start().to_json())
    assert start == module_of(name).start()
    assert (position == start) is (position.to_json() == start.to_json())


def test_a_position_is_pickled_with_its_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    module = module_of("draughts")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    position = played("draughts", 3).position
    again = pickle.loads(pickle.dumps(position))  # noqa: S301  our own
    assert again == position
    assert all(mine is other for mine, other in zip(position.every_Man, again.every_Man, strict=True))


def test_a_position_is_not_changed() -> None:
    position = module_of("draughts").start()
    with pytest.raises(TypeError):
        position.Man_row[module_of("draughts").Man("a1"),] = 4
    with pytest.raises(AttributeError):
        position.Man_row = {}
    before = hash(position)
    game: Game[Any] = Game(module_of("draughts").PLAY)
    game.push(game.legal_moves[0])
    assert hash(module_of("draughts").start()) == before


def test_what_does_not_change_is_not_copied() -> None:
    game: Game[Any] = Game(module_of("draughts").PLAY)
    before = game.position
    game.push(game.legal_moves[0])
    assert game.position.Man_owner is before.Man_owner
    assert game.position.Man_row is not before.Man_row


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ([], WrongShape),
        ({"phas": "turn"}, UnknownFact),
        ({"phase": "turns"}, WrongValue),
        ({"phase": 1}, WrongShape),
        ({"every Man": ["a1"], "Man.row": [["a1", 9]]}, WrongValue),
        ({"every Man": ["a1"], "Man.row": [["a1", True]]}, WrongShape),
        ({"every Man": ["a1"], "Man.row": [["a1"]]}, WrongShape),
        ({"every Man": ["a1"], "Man.row": [["a1", 1], ["a1", 2]]}, WrongValue),
        ({"every Man": ["a1"], "Man.row": [["b1", 1]]}, UnknownPiece),
        ({"Man.row": {"a1": 1}}, WrongShape),
        ({"every Man": "a1"}, WrongShape),
        ({"active": {"__class__": "os.system"}}, WrongShape),
    ],
)
def test_a_position_that_does_not_fit_is_refused_by_name(wrong: Any, error: type[Misfit]) -> None:
    with pytest.raises(Misfit) as raised:
        module_of("draughts").Position.from_json(wrong)
    assert type(raised.value) is error


@settings(max_examples=drawn(60), deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.sampled_from(["phase", "Unit.at", "r1"]),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    ["phase", "every Unit", "Unit.at", "Unit.steps", "marked", "Space", "game", "history", "do"]
                )
                | st.text(max_size=4),
                inner,
                max_size=4,
            )
        ),
        max_leaves=12,
    )
)
def test_whatever_comes_from_outside_is_read_or_refused(written: Any) -> None:
    module = module_of("skirmish")
    for read in (module.Position.from_json, lambda one: Game.from_json(module.PLAY, one)):
        with suppress(Misfit):
            read(written)


# --- a game in play ----------------------------------------------------------------------


@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(QUICK), seed=st.integers(0, 1000))
def test_a_saved_game_is_played_again_to_the_same_position(name: str, seed: int) -> None:
    game = played(name, seed)
    again: Game[Any] = Game.from_json(game.play, json.loads(json.dumps(game.to_json())), seed=seed + 1)
    assert again.position == game.position
    assert again.move_stack == game.move_stack
    assert again.history == game.history


@settings(max_examples=drawn(6), deadline=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(QUICK), seed=st.integers(0, 1000))
def test_what_is_popped_was_not_pushed(name: str, seed: int) -> None:
    game = played(name, seed, 8)
    positions = [game.position]
    kept = game.copy()
    while game.move_stack:
        move = game.move_stack[-1]
        assert game.pop() == move
        positions.append(game.position)
    assert kept.position == positions[0], "a copy is not changed"
    assert len(kept.move_stack) == len(positions) - 1
    with pytest.raises(IndexError):
        game.pop()


def test_what_the_rules_do_not_allow_is_not_pushed() -> None:
    module = module_of("draughts")
    game: Game[Any] = Game(module.PLAY)
    before = game.position
    with pytest.raises(IllegalMove):
        game.push(Do("move", (module.Man("a1"), module.Diagonal.up_left)))
    with pytest.raises(IllegalMove):
        game.push(Do("fly", ()))
    assert game.position is before
    assert game.turn == module.Player.black
    assert game.phase == "turn"


def test_a_game_that_is_over_has_an_outcome() -> None:
    module = module_of("tic_tac_toe")
    game: Game[Any] = Game(module.PLAY)
    for row, column in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3)):
        assert game.outcome() is None
        game.push(Do("mark", (row, column)))
    assert game.is_game_over()
    assert game.legal_moves == ()
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner is module.Player.cross


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "chess"}, WrongGame),
        ({"history": [{"do": "mark", "with": [4, 4]}]}, WrongValue),
        ({"history": [{"do": "mark", "with": [1, 1]}, {"do": "mark", "with": [1, 1]}]}, WrongGame),
        ({"history": [{"do": "march", "with": []}]}, WrongGame),
        ({"history": [{"do": "mark", "with": [1]}]}, WrongShape),
        ({"history": [{}]}, WrongShape),
        ({"history": {}}, WrongShape),
        ({"scenario": "long"}, UnknownScenario),
        ({"position": {"phase": "tur"}}, WrongValue),
    ],
)
def test_a_history_that_does_not_fit_is_refused_by_name(change: dict[str, Any], error: type[Misfit]) -> None:
    with pytest.raises(Misfit) as raised:
        Game.from_json(module_of("tic_tac_toe").PLAY, {"game": "tic_tac_toe", "history": [], **change})
    assert type(raised.value) is error


def test_an_answer_says_why_also_where_it_was_remembered() -> None:
    module = module_of("draughts")
    position = Game(module.PLAY).position
    arguments = {"m": "a3", "way": "up_right"}
    assert str(module.ask("move", position, **arguments)) == "allowed"
    first = module.explain("may_step", position, **arguments)
    assert first == module.explain("may_step", position, **arguments)
    assert ("step", ("board",)) in first.because


def test_effects_that_clash_are_told_by_name() -> None:
    module = module_of("skirmish")
    turnout = module.Turnout(module.start())
    turnout.becomes(module.Position.named["weather"], (), 2)
    with pytest.raises(EffectClash):
        turnout.becomes(module.Position.named["weather"], (), 3)
    assert module.Position().weather is UNTOLD


def test_a_module_says_why_a_move_may_not_be_made() -> None:
    both = Twice(compiled(PLAYED.parent / "skirmish.regola"))
    session = GameSession(both.playing)
    game = Game(both.module.PLAY)
    session.roll({(roll.fact, roll.arguments): 3 for roll in session.state.awaited})
    soldiers = there_are(session.state.position, "Soldier")
    for one, other in product(soldiers, soldiers):
        move = Do("shoot", (one, other))
        refused, why = game.why_not(both.move(move)), session.why(move)
        assert (refused is None) == why.allowed
        if refused is not None:
            assert refused.answer == why.answer == "forbidden"
            assert len(refused.because) == len(why.reasons)
            assert [sections for _, sections in refused.because] == [reason.sections for reason in why.reasons]
    assert game.why_not(game.legal_moves[0]) is None
    with pytest.raises(LookupError, match="fly"):
        game.why_not(Do("fly", ()))
