"""What an example shows to be slipped is looked for in what it asks: its rules and exceptions, its rows."""

from __future__ import annotations

from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic
from support.cases import game_of

RULES = """\
enum Troop @1
  guard, scout, lancer

enum Fire @2
  none_at_all, single, double

table fires(t: Troop) -> (near: Fire, far: Fire) @2
  | t      | near   | far         |
  | guard  | single | double      |
  | scout  | single | double      |
  | lancer | single | none_at_all |

define stated(t: Troop, far: bool) -> Fire @2
  if far then fires(t).far else fires(t).near

define of_a_guard(far: bool) -> Fire @2.1
  stated(guard, far)

state hail: bool = false @3
state early: bool = false @3
state netted: bool = false @3

action set_up(a: bool, b: bool, c: bool) @3
  allowed unless forbidden
  effect hail becomes a
  effect early becomes b
  effect netted becomes c

action pick @4
  allowed unless forbidden

rule no_picking_in_hail @4.1
  anyone must not pick when hail
  exception under_the_net @4.2 when netted

rule too_early @4.3
  anyone must not pick when early

example fire_of_the_guard @2.1
  of_a_guard(no) is single
  of_a_guard(yes) is double

example fire_of_the_lancer @2
  stated(lancer, no) is single
  stated(lancer, yes) is none_at_all

example hail_falls @4.1, 5
  given hail is true
  pick is forbidden

example hail_falls_on_the_net @4.1, 5
  given hail is true, netted is true
  pick is allowed

example early_under_the_net @4.3, 5
  given early is true, netted is true
  pick is forbidden
"""


def _first(text: str) -> tuple[Diagnostic, list[str]]:
    one, *_ = Session(slips=True).check(game_of([text])).found
    return one, [str(one.help), *(label.text for label in one.related)]


def test_nothing_is_found_in_the_rules_as_they_are() -> None:
    assert list(Session(slips=True).check(game_of([RULES])).found) == []


def test_two_cells_of_the_row_that_is_asked_are_exchanged_before_another_row_is_asked() -> None:
    one, told = _first(RULES.replace("| guard  | single | double      |", "| guard  | double | single      |"))
    assert one.code.slug == "example-fails"
    assert "`single | double` in place of `double | single`" in one.related[0].text, told


def test_an_exception_below_the_next_rule_is_moved_to_the_one_that_forbids() -> None:
    exception = "  exception under_the_net @4.2 when netted\n"
    slipped = RULES.replace(exception, "").replace("pick when early\n", f"pick when early\n{exception}")
    one, told = _first(slipped)
    assert one.code.slug == "example-fails"
    assert any("move `exception under_the_net` below `no_picking_in_hail`" in text for text in told), told
