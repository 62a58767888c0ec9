"""What goes one way only, and shuts what set it: where it comes again."""

from __future__ import annotations

from support.cases import compiled

TWO = """\
state sun: int 0..8 = 0 @1
state called: bool = false @1

sequence setting_out @2
  phase packing @2
    effect sun becomes 0

sequence war @3
  repeat until sun is 8
  phase council @3
    effect sun becomes min(sun + 1, 8)

action call_up in council @4
  allowed unless forbidden
  requires not called
  effect called becomes true
"""


def test_the_sequence_is_named_in_which_the_action_comes_again() -> None:
    (found,) = [one for one in compiled((TWO,)).found if one.code.slug == "never-returns"]
    assert "`limit 1 each war`" in found.help


def test_with_the_limit_nothing_is_told() -> None:
    text = TWO.replace("  requires not called\n  effect called becomes true\n", "  limit 1 each war\n")
    text = text.replace("state called: bool = false @1\n", "")
    assert [one.message for one in compiled((text,)).found] == []
