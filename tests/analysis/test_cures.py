"""What is proposed where an example fails: a change of the rules that was tried, on it and on all others."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from regola_compiler.checks.book.example_fails import CODE
from regola_compiler.driver import compile_game
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.incremental.session import Session
from regola_compiler.mutation.cures import Cure, cures
from regola_compiler.mutation.likelihood import leading
from regola_dsl.source import Source
from support.cases import game_of

RULES = """\
enum Side @1
  north, south

state tide: int 0..6 = 2 @2
state turn: Side = north @2

define limit(high: bool) -> int 0..6 @3
  3
  exception floods @3.1 when high
    5

define wet(n: int 0..6) -> bool @4
  n >= limit(tide > 4)

action sail(n: int 0..6) @5
  allowed unless forbidden
  effect tide becomes min(n + 1, 6)

rule ebb @5.1
  anyone must not sail when n < 2 and turn is south

example low @4
  wet(3)
  not wet(2)

example high @3.1
  given tide is 5
  not wet(4)
  wet(5)

example south_waits @5.1
  given turn is south
  sail(1) is forbidden
  sail(2) is allowed

example north_goes @5
  sail(1) is allowed
  do sail(1)
  tide is 2
"""


@dataclass(frozen=True)
class Slip:
    was: str
    slip: str


SLIPS = (
    Slip("n >= limit", "n > limit"),
    Slip("tide > 4", "tide < 4"),
    Slip("exception floods @3.1 when high", "exception floods @3.1 when not high"),
    Slip("turn is south\n\n", "turn is north\n\n"),
    Slip("    5\n", "    4\n"),
    Slip("n < 2 and", "n > 2 and"),
    Slip("n < 2 and turn", "n < 2 or turn"),
    Slip("min(n + 1, 6)", "min(n - 1, 6)"),
)


MOVED = """\
enum Side @1
  north, south
enum Weather @1
  calm, wind, gale

state held(n: int 1..9): Side or none = none @1

define next_to(n: int 1..9) -> list of int 1..9 @1
  match n {1: [2], 2: [1, 3], otherwise: [2]}

define other(side: Side) -> Side @1
  match side {north: south, south: north}

define worth(weather: Weather) -> int 0..9 @2
  match weather {calm: 1, wind: 4, gale: 6}

define shut(n: int 1..9, side: Side) -> bool @3
  held(n) is other(side)

path march(n: int 1..9) over next_to @4
  from n
  first exactly 2 steps

example worths @2
  worth(calm) is 1
  worth(wind) is 4
  worth(gale) is 6

example holds @3
  given held(1) is north
  shut(1, south)
  not shut(1, north)

example marches @4
  ends of march(1) is [3]
"""
MOVED_SLIPS = (
    Slip("calm: 1, wind: 4", "calm: 4, wind: 1"),
    Slip("exactly 2 steps", "at most 2 steps"),
    Slip("other(side)\n", "side\n"),
)


@pytest.mark.parametrize("slip", MOVED_SLIPS, ids=lambda slip: slip.slip.strip())
def test_a_part_of_a_line_exchanged_is_told_as_it_is_written(slip: Slip) -> None:
    assert compile_game(game_of([MOVED])).found == []
    broken = MOVED.replace(slip.was, slip.slip, 1)
    assert broken != MOVED
    found = _found(broken)
    assert any(_with(broken, cure) == MOVED for cure in found), [cure.change for cure in found]
    assert not any("if " in cure.change.now for cure in found)


def test_the_last_case_is_named_as_it_stands() -> None:
    ruled = MOVED.replace("gale: 6", "otherwise: 6")
    broken = ruled.replace("wind: 4, otherwise: 6", "wind: 6, otherwise: 4")
    assert ruled in [_with(broken, cure) for cure in _found(broken)]


BOUNDS = """\
enum Outcome @1
  lost, even, won

table ending(score: int 0..12) -> Outcome @1
  | score | outcome |
  | 0-4   | lost    |
  | 5-7   | even    |
  | 8-12  | won     |

example a_close_end @1
  ending(7) is even
  ending(4) is lost
"""


def test_a_bound_of_two_rows_moves_before_a_row_says_what_its_neighbour_says() -> None:
    assert compile_game(game_of([BOUNDS])).found == []
    (cure,) = _found(BOUNDS.replace("5-7 ", "5-6 ").replace("8-12", "7-12"))
    assert (cure.change.was, cure.change.now) == ("5-6 | 7-12", "5-7 | 8-12")


def test_a_cell_that_makes_no_two_rows_of_one_is_still_what_is_told() -> None:
    (cure,) = _found(BOUNDS.replace("8-12  | won ", "8-12  | even").replace("4) is lost", "9) is won"))
    assert (cure.change.was, cure.change.now) == ("even", "won")


def _found(text: str) -> list[Cure]:
    program = compile_game(game_of([text])).program
    results = run_examples(program)
    failed = [(one.example, line) for one in results for line in one.lines if not line.passed]
    return leading(cures(program, failed, results, lambda: None), lambda one: one.cost) if failed else []


def _with(text: str, cure: Cure) -> str:
    assert cure.change.edit is not None
    span, now = cure.change.edit
    source = Source("rules.regola", text)
    lines = source.text.split("\n")
    line = lines[span.line - 1]
    lines[span.line - 1] = line[: span.column - 1] + now + line[span.end_column - 1 :]
    return "\n".join(lines)


def _fails(text: str) -> list[str]:
    return [one.message for one in compile_game(game_of([text])).found if one.code == CODE]


def test_the_rules_are_as_their_examples_say() -> None:
    assert _fails(RULES) == []


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.slip.strip())
def test_a_slip_is_told_with_what_mends_it(slip: Slip) -> None:
    broken = RULES.replace(slip.was, slip.slip, 1)
    assert broken != RULES
    found = _found(broken)
    assert any(_with(broken, cure) == RULES for cure in found), [cure.change for cure in found]


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.slip.strip())
def test_what_is_proposed_holds_when_it_is_written(slip: Slip) -> None:
    broken = RULES.replace(slip.was, slip.slip, 1)
    whole = [one for one in _found(broken) if one.change.edit and len(one.cured) == len(_failing(broken))]
    assert whole, "nothing is proposed that cures all"
    for cure in whole:
        assert _fails(_with(broken, cure)) == []


def _failing(text: str) -> list[object]:
    results = run_examples(compile_game(game_of([text])).program)
    return [line for one in results for line in one.lines if not line.passed]


def test_where_no_single_change_does_nothing_is_proposed() -> None:
    assert _found(RULES.replace("  wet(3)\n", "  wet(3)\n  wet(0)\n  not wet(6)\n")) == []


TWO_NAMES = """\
state tide: int 0..6 = 3 @1

action sail(n: int 0..6, m: int 0..6) @2
  allowed unless forbidden

action row(k: int 0..6, l: int 0..6) @2
  allowed unless forbidden

rule ebb @2.1
  anyone must not sail when m > tide
  anyone must not row when k > tide

example rows @2.1
  row(1, 6) is forbidden
  row(6, 1) is allowed
  row(1, 1) is allowed

example sails @2.1
  sail(1, 6) is forbidden
  sail(6, 1) is allowed
"""


def test_in_a_rule_about_two_actions_each_line_names_what_its_own_has() -> None:
    (cure,) = _found(TWO_NAMES)
    assert (cure.change.was, cure.change.now) == ("k", "l")
    assert _fails(_with(TWO_NAMES, cure)) == []


def test_that_an_example_fails_is_told_before_what_would_mend_it() -> None:
    session, told = Session(), list[list[str | None]]()
    broken = RULES.replace("n >= limit", "n > limit", 1)
    checked = session.judge(
        session.read(game_of([broken])),
        early=lambda known: told.append([one.help for one in known.found if one.code == CODE]),
    )
    (last,) = [one.help for one in checked.found if one.code == CODE]
    assert "n >= limit(tide > 4)" in str(last)
    assert last not in next(filter(None, told))
