"""An action with more ways than can be listed is a form: what fits it is what would be listed."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.emit.javascript.module import javascript_module
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.play.rules import Playing
from regola_compiler.play.table.session import GameSession
from regola_runtime import Game, IllegalMove
from regola_runtime.play import Decline, Do, End, Engine, Form, Move, Offer, State, TooMany
from support.effort import drawn
from support.node import NODE
from support.played_twice import Twice
from support.random_play_programs import play_program
from support.small_programs import GROUPS, compiled_text

SEEDS = st.integers(0, 10_000)


@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS, luck=SEEDS)
def test_what_fits_a_form_is_what_would_be_listed(seed: int, luck: int) -> None:
    """Play a random game with an engine that lists all, and ask one that lists next to nothing."""
    found = compiled_text(play_program(seed))
    chance, playing = Random(luck), Playing(found.program)
    engine = playing.engine
    narrow = Engine(engine.rules, most_moves=1)
    state = engine.begin(playing.start())
    for _ in range(6):
        if state.over or state.stuck:
            break
        if state.awaited:
            rolled = {(one.fact, one.arguments): chance.choice(list(one.outcomes))[0] for one in state.awaited}
            state = engine.roll(state, rolled)
            continue
        listed = engine.moves(state)
        same = replace(state, known=[])
        with suppress(TooMany):  # what is due cannot be said where not all is looked at
            forms = narrow.listed(same).forms
            for form in forms:
                deeds = all_of(narrow, same, form)
                fitting = {one for deed in deeds for one in (deed, Offer(deed)) if narrow.may(same, one)}
                assert fitting == {
                    one for one in listed if _action(one) == form.action and not isinstance(one, Decline)
                }
        move = chance.choice(listed)
        dice = {(one.fact, one.arguments): chance.choice(list(one.outcomes))[0] for one in engine.rolls(state, move)}
        state = engine.play(state, move, dice)


def _action(move: Move) -> str | None:
    wanted = move.move if isinstance(move, Offer | Decline) else move
    return wanted.action if isinstance(wanted, Do) else None


def all_of(engine: Engine[Any], state: State[Any], form: Form) -> list[Do]:
    """Every deed that a form comes to, filled in one argument after the other."""
    found = []
    for value in form.candidates:
        inner = engine.narrowed(state, form, value)
        found += [inner] if isinstance(inner, Do) else all_of(engine, state, inner)
    return found


def test_a_form_is_filled_in_and_pushed() -> None:
    found = compiled_text(WIDE)
    own = CompiledModule(found.program, lambda: found.ir)
    both = Twice(own)
    session, game = GameSession(both.playing), Game(both.module.PLAY)
    for forms in (session.forms(), game.forms):
        assert [(form.action, form.arguments) for form in forms] == [("fly", ())]
    with pytest.raises(TooMany):
        _ = game.legal_moves
    assert session.moves() == (End("flight"),)
    form = game.forms[0]
    for value in (40, 30, 20):
        assert isinstance(form, Form)
        form = game.narrowed(form, value)
    assert isinstance(form, Do)
    game.push(form)
    session.do(form)
    assert both.fields(session.state.position)["height"] == game.position.height == 90
    with pytest.raises(IllegalMove):
        game.push(Do("fly", (50, 50, 50)))
    with pytest.raises(IllegalMove):
        game.push(Do("fly", (50, 51, 1)))
    assert game.why_not(Do("fly", (50, 50, 50))) is not None


WIDE = """
enum Side @1
  red, blue
players Side @1
state height: int 0..200 = 0 @2
sequence day @3
  phase flight by red @3
action fly(a: int 0..50, b: int 0..50, c: int 0..50) by red in flight @4
  allowed unless forbidden
  requires a + b + c <= 100
  effect height becomes a + b + c
"""


def test_a_group_is_pushed_in_any_order() -> None:
    found = compiled_text(GROUPS)
    module = CompiledModule(found.program, lambda: found.ir).module
    listed = [move for move in Game(module.PLAY).legal_moves if isinstance(move, Do)]
    assert listed
    for move in listed:
        number, those = move.arguments
        for order, kind in product(permutations(those), (tuple, list)):
            game = Game(module.PLAY)
            assert game.is_legal(Do(move.action, (number, kind(order))))
            game.push(Do(move.action, (number, kind(order))))
            assert game.move_stack == [move]
    game = Game(module.PLAY)
    for wrong in ((those[0], those[0]), those[:1], [[1], 2], 7, "ab"):
        assert not game.is_legal(Do("use", (1, wrong)))


@pytest.mark.skipif(NODE is None, reason="there is no node to run JavaScript with")
def test_forms_and_groups_of_the_module_in_javascript(tmp_path: Path) -> None:
    assert NODE is not None
    for name, text in (("wide", WIDE), ("groups", GROUPS)):
        (tmp_path / f"{name}.mjs").write_text(javascript_module(compiled_text(text).ir), "utf-8")
    script = """
import * as wide from "./wide.mjs";
import * as groups from "./groups.mjs";
const game = new wide.Game();
try { game.legal_moves; } catch (problem) { console.log(problem.name); }
let form = game.forms[0];
for (const value of [40, 30, 20]) form = game.narrowed(form, value);
console.log(game.is_legal({ ...form, values: [50, 51, 1] }), game.is_legal({ ...form, values: [50, 50, 50] }));
game.push(form);
console.log(JSON.parse(JSON.stringify(game.position)).height);
const other = new groups.Game();
const move = other.legal_moves[0];
other.push({ ...move, values: [move.values[0], [...move.values[1]].reverse()] });
console.log(other.shown(other.move_stack[0]) === other.shown(move), other.is_legal({ ...move, values: [1, [1, 1]] }));
"""
    (tmp_path / "ask.mjs").write_text(script, "utf-8")
    done = subprocess.run([NODE, str(tmp_path / "ask.mjs")], capture_output=True, text=True, check=False)
    assert done.stdout.split("\n") == ["TooMany", "false false", "90", "true false", ""], done.stderr
