"""What an example says of the rules is so in their module: the page of the language, and what is told and done around it."""

from __future__ import annotations

import pytest
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.examples import run_examples
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


def test_each_piece_has_its_own_die() -> None:
    assert replayed(REST + SHELLED).played == 1
