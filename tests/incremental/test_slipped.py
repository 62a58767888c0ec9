"""What disagrees with something else is told with the slip that it comes of, in the words of the file, once."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic
from support.cases import game_of

RULES = """\
enum Side @1
  coast, inland
players Side @1
enum Outcome @6
  beaten, nothing, robbed

state day: int 1..7 = 1 @3
state coins(side: Side): int 0..9 = 5 @4

table ambush(die: d6) -> Outcome @6
  | die | outcome |
  | 1-2 | beaten  |
  | 3-4 | nothing |
  | 5-6 | robbed  |
  rising along die

define leader() -> Side or none @8
  none
  exception coast_leads @8 when coins(coast) > coins(inland)
    coast
  exception inland_leads @8 when coins(inland) > coins(coast)
    inland

define pace(tired: bool, light: bool) -> int 1..4 @5
  2
  then exception rested @5 when not tired
    value + 1
  then exception without_load @5 when light
    value + 1

sequence days @3
  repeat until day > 6
  for side in coast, inland
    phase haul by side @5
    phase trade by side @4
  phase dawn @3
    effect day gains 1 @3
    the game ends when day > 6 won by leader @8

action bribe by side in trade @4
  forbidden unless allowed
  effect coins(side) loses min(coins(side), 2) @4

rule small_bribes @4
  side may bribe when coins(side) > 1

example a_bribe @4
  given phase is trade, days.side is inland, active is inland
  do bribe
  coins(inland) is 3

example ambushes @6
  ambush(3) is nothing

example paces @5
  pace(true, true) is 3
  pace(false, false) is 3
"""


@dataclass(frozen=True)
class Slip:
    was: str
    slip: str


SLIPS = (
    Slip("in trade @4", "in haul @4"),
    Slip("rising along die", "falling along die"),
    Slip("min(coins(side), 2)", "max(coins(side), 2)"),
)


def found(text: str) -> list[Diagnostic]:
    session = Session(slips=True)
    return list(session.check(game_of([text])).found)


def test_nothing_is_found_in_the_rules_as_they_are() -> None:
    assert found(RULES) == []


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.slip)
def test_one_slip_is_one_finding_and_what_it_says_to_write_brings_the_line_back(slip: Slip) -> None:
    broken = RULES.replace(slip.was, slip.slip, 1)
    assert broken != RULES
    (told,) = found(broken)
    exchanged = re.match(r"write `([^`]+)` in place of `([^`]+)`", told.help)
    assert exchanged is not None, told.help
    assert told.mends is not None
    now, was = exchanged.groups()
    lines = broken.split("\n")
    line = lines[told.mends.line - 1]
    begin, end = told.mends.column - 1, told.mends.end_column - 1
    assert line[begin:end] == was
    lines[told.mends.line - 1] = line[:begin] + now + line[end:]
    assert "\n".join(lines) == RULES


TIED = (
    Slip("day > 6\n  for", "day < 6\n  for"),
    Slip("coins(inland) > coins(coast)", "coins(inland) < coins(coast)"),
    Slip("day gains 1", "day loses 1"),
)


@pytest.mark.parametrize("slip", TIED, ids=lambda slip: slip.slip)
def test_where_more_than_one_change_would_do_each_is_shown_and_none_is_to_be_written(slip: Slip) -> None:
    (told,) = found(RULES.replace(slip.was, slip.slip, 1))
    was, now = slip.was.partition("\n")[0], slip.slip.partition("\n")[0]
    assert any(f"`{was}` in place of `{now}`" in one.text for one in told.related)
    assert "write" not in told.help
    assert told.mends is None


def test_the_same_twice_is_told_alone() -> None:
    told = found(RULES.replace("exception rested @5 when not tired", "exception rested @5 when light or light", 1))
    assert [one.code.slug for one in told if one.code.slug in {"same-twice", "unused-parameter"}] == ["same-twice"]
