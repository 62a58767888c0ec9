"""What several findings come of is told at the word that was slipped, and before any of them asks for a rule."""

from __future__ import annotations

import pytest
from regola_compiler.checks.ordered import first_told
from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic
from support.cases import game_of

RULES = """\
enum Ground @1
  village, pasture, wood, scree
enum Way @1
  port, road, railway, beach
enum Supply @1
  none_at_all, limited, full

state night: int 1..9 = 3 @2
state due: int 0..9 = 0 @2

table chart(ground: Ground) -> (steps: int 1..3, shift: int -2..0) @3
  | ground  | steps | shift |
  | village | 1     | 0     |
  | pasture | 1     | 0     |
  | wood    | 2     | -1    |
  | scree   | 3     | -2    |

place Space @4
  beside: list of Space = []
  ground: Ground = pasture
  deep: bool = false

piece Horse @4
  state at: Space or none = none @4
  state tired: bool = false @4
  captain: bool = false

define shift(s: Space) -> int -2..1 @3
  chart(s.ground).shift + (if any h in Horse where h.at is s and h.captain then 1 else 0)

path ride(h: Horse) over beside @4
  from h.at
  first at most 2 points from a to b costing 1
  ends at x where x is not h.at
  stops in x where x.deep @4.1

define supply(way: Way, far: bool) -> Supply @5
  exception too_far @5.1 when far
    none_at_all
  exception by_rail @5.2 when not far and way is railway
    full
  exception by_road @5.3 when not far and way in {port, road}
    limited
  exception on_foot @5.4 when not far and way is beach
    none_at_all

action run(h: Horse, to: Space among ends of ride(h)) @4
  allowed unless forbidden
  effect h.at becomes to @4
  effect h.tired becomes true @4.1 when to.deep

action call @2
  allowed unless forbidden
  requires night < 9 @2
  effect due becomes night + 1 @2

action rest @2.1
  allowed unless forbidden
  requires night < 9 @2.1
  effect night gains 1 @2.1

example in_the_wood @3
  with bridge: Space(ground: wood), bay: Horse(at: bridge, captain: true), roan: Horse(at: bridge)
  shift(bridge) is 0

example in_the_marsh @4.1
  with spring: Space(beside: [marsh]), marsh: Space(beside: [spring], deep: true), grey: Horse(at: spring)
  do run(grey, marsh)
  grey.tired

example called @2
  do call
  due is 4

example along_a_road @5.3
  supply(road, false) is limited
"""
ORDERED = "  | pasture | 1     | 0     |\n  | wood    | 2     | -1    |\n"
EXCHANGED = "  | wood    | 1     | 0     |\n  | pasture | 2     | -1    |\n"


def _first(text: str) -> Diagnostic:
    return first_told(list(Session(slips=True).check(game_of([text])).found))


def test_nothing_is_found_in_the_rules_as_they_are() -> None:
    assert list(Session(slips=True).check(game_of([RULES])).found) == []


@pytest.mark.parametrize(
    ("was", "slip", "code", "told"),
    [
        pytest.param(
            "stops in x where x.deep",
            "never into x where x.deep",
            "example-fails",
            "write `stops in` in place of `never into` in the line shown",
            id="a place where the way ends, and that nobody enters",
        ),
        pytest.param(
            "due becomes night + 1",
            "due becomes night",
            "example-fails",
            "write `night + 1` in place of `night` in the line shown",
            id="a state for what it comes to with one more",
        ),
        pytest.param(
            "way in {port, road}",
            "way in {port, railway}",
            "missing-rule",
            "write `road` in place of `railway` in the line shown",
            id="a value of a list, for want of which nothing applies to one and too much to another",
        ),
    ],
)
def test_what_was_slipped_is_told_first_and_alone(was: str, slip: str, code: str, told: str) -> None:
    broken = RULES.replace(was, slip, 1)
    assert broken != RULES
    one = _first(broken)
    assert one.code.slug == code
    assert str(one.help).startswith(told), one.help


def test_rows_that_stand_in_another_order_than_their_list_are_shown_before_another_rule() -> None:
    one = _first(RULES.replace(ORDERED, EXCHANGED))
    assert one.code.slug == "example-fails"
    told = "with `pasture` in place of `wood`, and in line 15 `wood` in place of `pasture`, it is mended"
    assert (one.related[0].span.line, one.related[0].text) == (14, told)


def test_a_case_that_nobody_thought_of_is_no_slip() -> None:
    one = _first(RULES.replace("  exception on_foot @5.4 when not far and way is beach\n    none_at_all\n", ""))
    assert one.code.slug == "missing-rule"
    assert "in place of" not in str(one.help)
