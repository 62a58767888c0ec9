"""A sign, a start, a ruling, an effect or a step to the right is told before anything else that would do, too."""

from __future__ import annotations

import pytest
from regola_compiler.checks.ordered import first_told
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.incremental.session import Session
from regola_compiler.mutation.failing.decided import decided
from regola_dsl.diagnostics import Diagnostic
from support.cases import compiled, game_of

RULES = """\
enum Kiln @1
  cold, warm, hot
enum Clay @2
  red, white

table worth(kiln: Kiln) -> int -3..3 @1
  | kiln | worth |
  | cold | -2    |
  | warm | 0     |
  | hot  | 3     |
  rising along kiln

table clays(clay: Clay) -> (jars: int 1..6, price: int 1..6) @2
  | clay  | jars | price |
  | red   | 4    | 2     |
  | white | 3    | 5     |

state logs: int 0..9 = 3 @3
state damp: bool = false @4

action burn(n: int 1..9) @3
  allowed unless forbidden
  pays n from logs @3

action fire(clay: Clay, jars: int 1..6, night: bool) @4
  forbidden unless allowed
  requires jars <= clays(clay).jars @4

rule jars_are_fired @4
  anyone may fire when jars < 5

rule never_by_night @4.1
  anyone must not fire when night
  exception red_by_night @4.1 when clay is red
    exception never_when_damp @4.1 when damp

erratum night_and_few_jars @4, 4.1
  @4 says fire(white, 1, true) is allowed
  @4.1 says fire(white, 1, true) is forbidden
  ruling never_by_night over jars_are_fired because
    en "4.1 is the later one"

state shelf: int 0..9 = 1 @5
state left: int 0..9 = 0 @5

action carry(to: int 0..9) @5
  allowed unless forbidden
  effect shelf becomes to @5
  effect left becomes shelf @5

action push(to: int 0..9) @5.1
  allowed unless forbidden
  effect shelf becomes to @5.1
    en "It stands there now"
  effect left becomes shelf @5

define known(n: int 0..9) -> bool @5
  left is n

example pushed_along @5.1
  do push(4)
  known(1)
  not known(4)

example carried_along @5
  do carry(4)
  known(1)

example what_a_kiln_is_worth @1
  worth(warm) is 0

example logs_are_burnt @3
  burn(3) is allowed
  do burn(2)
  logs is 1

example fired_by_night @4, 4.1
  fire(white, 3, false) is allowed
  fire(white, 3, true) is forbidden
  fire(red, 3, true) is allowed
  given damp
  fire(red, 3, true) is forbidden
  fire(white, 3, false) is allowed
"""
DEEP = "    exception never_when_damp"


def _first(text: str) -> Diagnostic:
    return first_told(list(Session(slips=True).check(game_of([text])).found))


def test_nothing_is_found_in_the_rules_as_they_are() -> None:
    assert list(Session(slips=True).check(game_of([RULES])).found) == []


@pytest.mark.parametrize(
    ("was", "slip", "told"),
    [
        pytest.param(
            "state logs: int 0..9 = 3",
            "state logs: int 0..9 = 0",
            "write `3` in place of `0` in the line shown",
            id="a start that several lines tell",
        ),
        pytest.param(
            "ruling never_by_night over jars_are_fired",
            "ruling jars_are_fired over never_by_night",
            "write `never_by_night over jars_are_fired` in place of `jars_are_fired over never_by_night`",
            id="two names of a ruling",
        ),
        pytest.param(
            DEEP,
            DEEP[2:],
            "move `exception never_when_damp` below `red_by_night`, as an exception to it",
            id="an exception one step too far out",
        ),
        pytest.param(
            '    en "It stands there now"\n  effect left becomes shelf @5\n',
            '    en "It stands there now"\n',
            "write the line `effect left becomes shelf @5` below `effect shelf becomes to @5.1`",
            id="an effect that another action has beside the same",
        ),
    ],
)
def test_what_was_slipped_is_told_first_and_alone(was: str, slip: str, told: str) -> None:
    one = _first(RULES.replace(was, slip, 1))
    assert one.code.slug == "example-fails"
    assert str(one.help).startswith(told), one.help


def test_an_effect_is_put_back_below_the_texts_of_the_one_before_it() -> None:
    lost = RULES.replace('now"\n  effect left becomes shelf @5\n', 'now"\n')
    (fix,) = _first(lost).fixes
    assert fix.written(lost) == RULES


def test_a_lost_minus_is_told_before_two_values_that_change_places() -> None:
    """Where no example tells them apart both are told."""
    untold = RULES.replace("  worth(warm) is 0", "  worth(hot) is 3")
    one = _first(untold.replace("| cold | -2 ", "| cold | 2  "))
    assert one.code.slug == "broken-shape"
    assert [fix.text.split()[0] for fix in one.fixes] == ["-2", "0"]


def test_who_stands_over_whom_is_shown_where_that_is_ruled() -> None:
    broken = RULES.replace("never_by_night over jars_are_fired", "jars_are_fired over never_by_night")
    program = compiled((broken,)).program
    ran = run_examples(program)
    example, line = next((one.example, line) for one in ran for line in one.lines if not line.passed)
    who = decided(program, example, line)
    assert who is not None
    ruling = broken.splitlines().index("  ruling jars_are_fired over never_by_night because") + 1
    told = [(label.span.line, label.text) for label in who.shown]
    assert (ruling, "this lets `jars_are_fired` stand over `never_by_night` here") in told, told
