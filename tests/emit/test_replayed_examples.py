"""What an example says of the rules is so in their module: the page of the language, and what is told and done around it."""

from __future__ import annotations

import pytest
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.worked.examples import run_examples
from support.cases import read_fences
from support.module_player import Replay
from support.paths import ROOT
from support.small_programs import compiled_text

PAGE = [
    fence.text
    for fence in read_fences((ROOT / "docs" / "language.md").read_text("utf-8"))
    if fence.language == "regola" and any(f"\n  {word} " in fence.text for word in ("do", "play", "with"))
]

# Who plays a phase is said by the one it lies in; of a copy the first is played.
REST = """\
enum Side @1
  red, blue
players Side @1
piece Unit @1
  side: Side
  state tired: bool = true
  state hurt: bool = false
define mine(s: Side) -> list of Unit @1
  those u in Unit where u.side is s
state sky: Side or none = none @1
sequence turn @2
  phase red_turn by red @2
    phase rest @2
      effect each u in mine(active)
        u.tired becomes false
    phase shelling @2
      roll shot(u: Unit among Unit): d6 @2
      draw banner among Side @2
      effect each u in Unit
        u.hurt becomes true @2 when shot(u) is 1
      effect sky becomes banner @2
  phase blue_turn as red_turn with red and blue exchanged @2
"""
PLAYED = """
example who_rests @2
  with a: Unit(side: red), b: Unit(side: blue)
  play {phase}
  {red}a.tired
  {blue}b.tired
"""
SHELLED = """
example each_its_own_die @2
  with a: Unit(side: red), b: Unit(side: blue), c: Unit(side: red)
  play shelling rolling shot(a) is 2, shot(b) is 1, shot(c) is 3, banner is blue
  not a.hurt
  b.hurt
  not c.hurt
  sky is blue
"""


# How many dice each rolls, is said of the one who rolls them; a value is named before the piece that it reads is put up.
SHOTS = """\
enum Side @1
  red, blue
players Side @1
piece Unit @1
  side: Side
  cv: int 1..3
  state hurt: bool = false
record Attack @1
  strength: int 1..3
  side: Side
define mine(s: Side) -> list of Unit @1
  those u in Unit where u.side is s
define is_strong(a: Attack) -> bool @1
  a.strength > 1 and a.side is red
sequence turn @2
  for p in red, blue
    phase fire by p @2
action shoot(v: Unit) by p in fire @2
  allowed unless forbidden
  limit 1 each fire
  roll shots(u: Unit among mine(p)): u.cv d6 @2
  effect v.hurt becomes true when any u in mine(p) where (any d in shots(u) where d is 6)
example two_and_one @2
  let mine = Attack(strength: a.cv, side: a.side)
  let his = Attack(strength: b.cv, side: b.side)
  with a: Unit(side: red, cv: 2), b: Unit(side: blue, cv: 1), c: Unit(side: red, cv: 1)
  is_strong(mine)
  not is_strong(his)
  given phase is fire, turn.p is red, active is red
  do shoot(b) rolling shots(a) is [1, 6], shots(c) is [2]
  b.hurt
"""


def replayed(text: str) -> Replay:
    found = compiled_text(text)
    module = CompiledModule(found.program, lambda: found.ir)
    replay = Replay(found.program, module.module, module.names)
    replay.run()
    assert not replay.unlike, replay.unlike
    return replay


@pytest.mark.parametrize("text", PAGE, ids=range(len(PAGE)))
def test_an_example_of_the_page_is_answered_alike(text: str) -> None:
    replay = replayed(text)
    assert replay.asked + replay.done + replay.played


@pytest.mark.parametrize(
    ("phase", "red", "blue"), [("rest", "not ", ""), ("red_turn/rest", "not ", ""), ("blue_turn/rest", "", "not ")]
)
def test_who_plays_a_phase_is_said_by_the_one_it_lies_in(phase: str, red: str, blue: str) -> None:
    text = REST + PLAYED.format(phase=phase, red=red, blue=blue)
    assert all(line.passed for one in run_examples(compiled_text(text).program) for line in one.lines)
    assert replayed(text).played == 1


def test_what_is_rolled_for_a_piece_and_named_of_one_is_read_where_it_is_there() -> None:
    assert all(line.passed for one in run_examples(compiled_text(SHOTS).program) for line in one.lines)
    replay = replayed(SHOTS)
    assert (replay.asked, replay.done) == (4, 1)


def test_each_piece_has_its_own_die() -> None:
    assert replayed(REST + SHELLED).played == 1
