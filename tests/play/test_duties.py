"""What must be done: `required` where nothing else will do, `due` where there is time, or where another deed would do."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.duties import Duty, as_data, duties, in_words
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action, Deadline
from regola_compiler.model.types import Member, show
from regola_compiler.play.table.session import GameSession
from regola_runtime import Game, NoAnswer
from regola_runtime.play import End
from support.effort import drawn
from support.played_twice import Twice
from support.random_duties import HEAD, duties_program
from support.small_programs import compiled_text


@settings(max_examples=drawn(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 1_000_000))
def test_what_is_due_when_is_told_alike_by_both_forms(seed: int) -> None:
    compiled = compiled_text(duties_program(Random(seed)))
    both = Twice(CompiledModule(compiled.program, lambda: compiled.ir))
    # Told and not begun: two rules of it may disagree.
    begun: Position = {**both.playing.start(), ("phase", ()): Member("Phase", 0), ("active", ()): Member("Side", 0)}
    for told, a, b in itertools.product((False, True), repeat=3):
        position: Position = {**begun, ("told", ()): told}
        there = both.module.Position(**both.fields(position))
        found = asked(compiled, position, (a, b))
        assert asked_of_module(both, there, a=a, b=b) == found
        answer, due = found
        assert answer != "due" or (due and all(by or one_of for _, by, _, one_of in due))
        assert answer not in {"allowed", "forbidden"} or not due


def asked(compiled: Compiled, position: Position, values: tuple[bool, ...]) -> tuple[str, list[tuple[Any, ...]]]:
    """What the interpreter answers, and by when; an error by its name."""
    action = compiled.program.callables["act"]
    assert isinstance(action, Action)
    try:
        answer = Interpreter(compiled.program, position).call("act", list(values))
        found = duties(Interpreter(compiled.program, position), action, values, answer)
    except RuleError as problem:
        return type(problem).__name__, []
    return show(answer, action.result), [tuple(one.values()) for one in as_data(found)]


def asked_of_module(both: Twice, position: Any, **given_: bool) -> tuple[str, list[tuple[Any, ...]]]:
    """The same of the module, which answers alike where nobody asks for reasons."""
    try:
        found = both.module.explain("act", position, **given_)
    except NoAnswer as problem:
        return type(problem).__name__, []
    assert both.module.ask("act", position, **given_) == found.value
    return str(found.value), [(one.rule, one.by, one.at_once, [*one.one_of]) for one in found.duties]


FLEET = """
enum Side @1
  north, south
players Side @1
place Port @1
piece Ship @1
  side: Side
  state at: Port or none = none @1
  state hurt: bool = false @1
sequence day @2
  phase sailing by north @2
  phase night by south @2
action sail(s: Ship, p: Port) by s.side in sailing @3
  allowed unless forbidden
  requires s.at is not p
  effect s.at becomes p
action mend(s: Ship) by s.side in sailing @3
  allowed unless forbidden
  requires s.hurt
  effect s.hurt becomes false
rule nobody_drifts @4
  s must sail by the end of sailing when s.at is none
rule mend_first @4
  s must mend at once
setup
  Hull: Port
  Gull: Ship(side: north, hurt: true)
"""


def test_why_not_says_what_has_to_be_done_first_and_by_when() -> None:
    compiled = compiled_text(FLEET)
    both = Twice(CompiledModule(compiled.program, lambda: compiled.ir))
    session, game = GameSession(both.playing), Game(both.module.PLAY)
    for end, said in (("sailing", "at once: mend(Gull)"), ("sailing", "by the end of sailing: sail(Gull, Hull)")):
        why, refused = session.why(End(end)), game.why_not(End(end))
        assert refused is not None
        assert [reason.text for reason in why.reasons] == [name for name, _ in refused.because]
        assert [reason.text for reason in why.reasons] == [f"this has to be done {said}"]
        move = game.legal_moves[0]
        game.push(move)
        session.do(session.moves()[0])
    assert game.is_game_over()


def test_a_sentence_says_by_when_and_what_else_would_do() -> None:
    assert in_words(Duty("r", Deadline("work", False, ("act", "rest"))), "rest") == (
        "by the end of work, one of these is enough: rest, act"
    )
    assert in_words(Duty("r", Deadline(None, False)), "act") == "at once"


def test_one_of_several_that_names_no_end_keeps_nobody_in_a_phase() -> None:
    text = HEAD + "rule either @4\n  anyone must act(a, b) or rest(a, b) when told\n"
    compiled = compiled_text(text.replace("told: bool = false", "told: bool = true"))
    both = Twice(CompiledModule(compiled.program, lambda: compiled.ir))
    session, game = GameSession(both.playing), Game(both.module.PLAY)
    assert End("work") in session.moves()
    assert End("work") in game.legal_moves
    assert str(game.play.functions()["act"].call(game.position, True, True)) == "due"
