"""What disagrees with something else is told with the slip that it comes of, in the words of the file, once."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic
from support.cases import Case, game_of, read_cases
from support.paths import CASE_FILES

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


def test_whose_a_thing_is_is_shown_whole() -> None:
    paid = (
        "define other(side: Side) -> Side @1\n  match side {coast: inland, inland: coast}\n\n"
        "action pay by side in trade @4\n  allowed unless forbidden\n"
        "  requires coins(side) > 0 and coins(other(side)) < 9 @4\n"
        "  effect coins(side) loses 1 @4\n  effect coins(other(side)) gains 1 @4\n\n"
    )
    rules = RULES.replace("example a_bribe", f"{paid}example a_bribe", 1)
    assert found(rules) == []
    (told,) = found(rules.replace("effect coins(other(side)) gains", "effect coins(side) gains"))
    assert told.code.slug == "given-back"
    shown = [one.text for one in told.related if "in place of" in one.text]
    assert shown
    assert all(one.count("(") == one.count(")") for one in shown)


def test_what_is_told_may_have_been_taken_away() -> None:
    (told,) = found(RULES.replace("coins(side) loses min", "coins(side) becomes min", 1))
    assert any("loses min(" in one.text for one in told.related), told.related


def test_the_same_twice_is_told_alone() -> None:
    told = found(RULES.replace("exception rested @5 when not tired", "exception rested @5 when light or light", 1))
    assert [one.code.slug for one in told if one.code.slug in {"same-twice", "unused-parameter"}] == ["same-twice"]


# Two rules about one action, the second of which has an exception with one of its own; and what a thing has.
FERRY = """\
enum Side @1
  coast, inland
players Side @1
enum Sky @2
  calm, fog, storm
enum Fare @6
  free, half_fare, whole_fare

piece Boat @1
  side: Side @1
  berth: int 1..9 @1
state sky: Sky = calm @2
state last(b: Boat): Boat or none = none @3
state guide(b: Boat): Boat or none = none @3

define other(side: Side) -> Side @1
  match side {coast: inland, inland: coast}

define led(b: Boat) -> bool @4
  b.guide is not none

define closed(b: Boat, side: Side) -> bool @4.1
  b.side is other(side)

action cross(b: Boat) @4
  allowed unless forbidden

rule no_ferry_in_fog @4.2
  anyone must not cross when sky is fog
  exception bell @4.3 when b.berth is 9

rule no_ferry_in_storm @4.4
  anyone must not cross when sky is storm
  exception piloted @4.5 when led(b)
    exception pilots_alone @4.6 when b.berth is 1

table fare(weight: int 0..12) -> Fare @6
  | weight | fare       |
  | 0-2    | free       |
  | 3-7    | half_fare  |
  | 8-12   | whole_fare |

example in_the_storm @4.4, 4.5, 4.6
  with one: Boat(side: coast, berth: 4), two: Boat(side: coast, berth: 1), three: Boat(side: inland, berth: 5)
  given sky is storm, one.guide is three, two.guide is three
  cross(one) is allowed
  cross(two) is forbidden
  cross(three) is forbidden

example in_the_fog @4.2, 4.3
  with one: Boat(side: coast, berth: 9), two: Boat(side: coast, berth: 1), three: Boat(side: inland, berth: 5)
  given sky is fog, two.guide is three
  cross(one) is allowed
  cross(two) is forbidden

example closed_to_others @4.1
  with one: Boat(side: coast, berth: 4)
  closed(one, inland)
  not closed(one, coast)

example fares @6
  fare(2) is free
  fare(7) is half_fare
  fare(8) is whole_fare
"""

PILOTED = "  exception piloted @4.5 when led(b)\n    exception pilots_alone @4.6 when b.berth is 1\n"


def test_nothing_is_found_in_the_rules_of_the_ferry() -> None:
    assert found(FERRY) == []


@pytest.mark.parametrize(
    ("was", "slip", "told"),
    [
        pytest.param(
            PILOTED,
            PILOTED.replace("    exception", "  exception"),
            "move `exception pilots_alone` below `piloted`",
            id="beside what it is to",
        ),
        pytest.param(
            "when b.berth is 9\n\nrule no_ferry_in_storm @4.4\n  anyone must not cross when sky is storm\n" + PILOTED,
            "when b.berth is 9\n" + PILOTED + "\nrule no_ferry_in_storm @4.4\n"
            "  anyone must not cross when sky is storm\n",
            "move `exception piloted` below `no_ferry_in_storm`",
            id="below another rule",
        ),
    ],
)
def test_what_no_word_was_slipped_of_is_told_by_where_it_belongs(was: str, slip: str, told: str) -> None:
    broken = FERRY.replace(was, slip, 1)
    assert broken != FERRY
    (one, *_) = found(broken)
    assert one.help.startswith(told), one.help


def test_the_other_side_is_among_what_is_told_and_before_what_is_farther_from_the_line() -> None:
    (one,) = found(FERRY.replace("b.side is other(side)\n", "b.side is side\n"))
    assert "with `other(side)` in place of `side` it is mended" in [label.text for label in one.related]
    assert len([label for label in one.related if "in place of" in label.text]) <= 3


def test_a_denial_is_named_beside_and_that_would_do_as_well() -> None:
    (one,) = found(FERRY.replace("b.side is other(side)\n", "b.side is other(side) and b.berth is not 4\n"))
    changes = [label.text for label in one.related]
    assert "with `b.berth is 4` in place of `b.berth is not 4` it is mended" in changes
    assert one.mends is None


def test_a_border_of_two_rows_is_told_with_both() -> None:
    (one,) = found(FERRY.replace("| 3-7 ", "| 3-8 ").replace("| 8-12 ", "| 9-12 "))
    assert one.help.startswith("write `3-7 | 8-12` in place of `3-8 | 9-12`")
    assert one.mends is None  # it is no stretch of one line


def test_of_two_rows_that_meet_none_is_told_the_answer_of_the_other() -> None:
    (one,) = found(FERRY.replace("| 3-7 ", "| 3-8 "))
    assert "fare`" not in one.help
    assert "`3-7`" in one.help


def test_two_rows_whose_labels_stand_in_one_anothers_place_break_a_promise() -> None:
    rows = "  | 1-2 | beaten  |\n  | 3-4 | nothing |\n"
    (one,) = found(RULES.replace(rows, "  | 3-4 | beaten  |\n  | 1-2 | nothing |\n"))
    assert one.code.slug == "broken-shape"
    assert one.help.startswith("write `1-2 | 3-4` in place of `3-4 | 1-2`")


def test_which_of_two_exceptions_wins_is_for_the_book_to_say() -> None:
    """Below the other, one always wins, so that to move it there mends every contradiction, and says nothing."""
    (one,) = found(
        "define pull(horses: int 1..4, rain: bool, hill: bool) -> int 0..8 @7\n  horses\n"
        "  exception mud @7.1 when rain\n    1\n  exception slope @7.2 when hill\n    2\n"
    )
    assert one.code.slug == "contradiction"
    assert one.help.startswith("say which wins"), one.help


MEETING = [
    case
    for path in CASE_FILES
    if not path.name.startswith("crosscheck_")
    for case in read_cases(path)
    if any("# error: [contradiction]" in text for text in case.texts)
]


@pytest.mark.parametrize("case", MEETING, ids=lambda case: case.title)
def test_of_what_disagrees_only_that_is_doubted_for_which_it_holds(case: Case) -> None:
    """Whichever answer is made the other, two of them agree: what a rule says is for the book, and never told to change."""
    game = game_of(case.texts)
    lines = {source.path: source.lines for source in game.sources}
    disagreeing = [one for one in Session(slips=True).check(game).found if one.code.slug == "contradiction"]
    assert disagreeing
    for one in disagreeing:
        shown = [(label.text, label.span) for label in one.related if "in place of" in label.text]
        for told, span in shown or [(one.help, one.span)]:
            for was in re.findall(r"in place of `([^`]+)`", told):
                line = lines[span.path][span.line - 1]
                assert re.search(rf"\b(?:when|unless|if|where) .*{re.escape(was)}", line), told
