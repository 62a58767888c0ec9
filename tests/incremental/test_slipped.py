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
    (fix,) = told.fixes
    assert exchanged[1] in fix.text
    assert fix.written(broken) == RULES


# What is said where one cannot know which of several is meant.
MEANT = "each of the changes shown mends this and makes nothing else wrong: look which of them is meant"
TIED = (
    Slip("day > 6\n  for", "day < 6\n  for"),
    Slip("coins(inland) > coins(coast)", "coins(inland) < coins(coast)"),
    Slip("day gains 1", "day loses 1"),
)


@pytest.mark.parametrize("slip", TIED, ids=lambda slip: slip.slip)
def test_where_more_than_one_change_would_do_each_is_shown_and_none_is_to_be_written(slip: Slip) -> None:
    broken = RULES.replace(slip.was, slip.slip, 1)
    (told,) = found(broken)
    was, now = slip.was.partition("\n")[0], slip.slip.partition("\n")[0]
    assert any(f"`{was}` in place of `{now}`" in one.text for one in told.related)
    assert told.help.endswith(MEANT)
    assert [fix.written(broken) for fix in told.fixes].count(RULES) == 1
    assert len(told.fixes) > 1


@pytest.mark.parametrize(
    ("text", "first", "then"),
    [
        ("define left(a: int 0..3, b: int 0..3) -> int 0..9 @1\n  a - b\n", "max(0, a - b)", "`a + b`"),
        (
            "scale Lead @1\n  low = 0, high = 6\ndefine lead(a: int 0..3, b: int 0..3) -> Lead @2\n"
            "  the last of Lead at most (a - b)\n",
            "max(0, …)",
            "`a + b`",
        ),
    ],
)
def test_what_proves_nothing_is_told_behind_what_is_to_be_done(text: str, first: str, then: str) -> None:
    """That a sum never leaves what a difference does shows not that it was meant."""
    (told,) = found(text)
    before, _, behind = told.help.partition("; or, if it is a slip: ")
    assert first in before
    assert then in behind


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
    assert told.help.startswith("write `other(side)` in place of `side`")


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


def test_a_value_that_is_asked_of_itself_was_to_be_asked_of_what_alone_has_one() -> None:
    text = (
        "enum Wind @1\n  calm, gale\nstate wind: Wind = calm @1\n{more}action reef @2\n  allowed unless forbidden\n"
        "  effect wind becomes gale @2\ndefine pace -> int 1..3 @2\n  3\n  exception storm @2 when gale is gale\n    1\n"
    )
    one, *_ = found(text.format(more=""))
    assert one.code.slug == "same-twice"
    assert one.help == "write `wind is gale` in place of `gale is gale`"
    one, *_ = found(text.format(more="state swell: Wind = calm @1\n"))
    assert one.help == "write here what was meant; or leave it out"


def test_what_is_not_of_the_chapter_of_a_variant_is_not_put_under_it() -> None:
    broken = ROADS.replace("deep @2.1 when c.stuck", "deep @5.1")
    told = [text for one in found(broken) for text in (one.help, *(label.text for label in one.related))]
    assert told
    assert not any("deep under mud_is_deep" in text for text in told), told


def test_what_holds_unless_is_told_with_when_and_in_the_words_of_the_file() -> None:
    rules = (
        "enum Side @1\n  coast, inland\npiece Cart @1\n  side: Side\n  state tired: bool = false\n"
        "action drive(c: Cart) @2\n  allowed unless forbidden\n  effect c.tired becomes true @2\n"
        "rule rest @3\n  c must not drive when c.tired\n"
        "example of_rest @3\n  with one: Cart(side: coast)\n  drive(one) is allowed\n  do drive(one)\n"
        "  drive(one) is forbidden\n"
    )
    assert found(rules) == []
    one, *_ = found(rules.replace("when c.tired", "unless c.tired"))
    told = [one.help, *(label.text for label in one.related)]
    assert any("`when c.tired` in place of `unless c.tired`" in text for text in told), told
    assert not any("`not c.tired`" in text for text in told), told


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
    broken = FERRY.replace("b.side is other(side)\n", "b.side is other(side) and b.berth is not 4\n")
    (one,) = found(broken)
    changes = [label.text for label in one.related]
    assert "with `b.berth is 4` in place of `b.berth is not 4` it is mended" in changes
    assert broken.replace("b.berth is not 4", "b.berth is 4") in [fix.written(broken) for fix in one.fixes]


def test_a_border_of_two_rows_is_told_with_both() -> None:
    broken = FERRY.replace("| 3-7 ", "| 3-8 ").replace("| 8-12 ", "| 9-12 ")
    (one,) = found(broken)
    assert re.match(
        r"write `3-7` in place of `3-8` in line \d+, and `8-12` in place of `9-12` in line \d+: then nothing", one.help
    )
    (fix,) = one.fixes
    assert fix.written(broken) == FERRY


def test_of_two_rows_that_meet_none_is_told_the_answer_of_the_other() -> None:
    (one,) = found(FERRY.replace("| 3-7 ", "| 3-8 "))
    assert "fare`" not in one.help
    assert "`3-7`" in one.help


def test_two_rows_whose_labels_stand_in_one_anothers_place_break_a_promise() -> None:
    rows = "  | 1-2 | beaten  |\n  | 3-4 | nothing |\n"
    (one,) = found(RULES.replace(rows, "  | 3-4 | beaten  |\n  | 1-2 | nothing |\n"))
    assert one.code.slug == "broken-shape"
    assert re.match(r"write `1-2` in place of `3-4` in line \d+, and `3-4` in place of `1-2` in line \d+:", one.help)


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


# A table that answers two things, a choice between them, a promise along a row, and what is asked of it.
ROADS = """\
enum Ground @1
  plain, wood, crag
enum Side @1
  coast, inland
players Side @1
scale Load @1
  light, heavy

variant mud_is_deep @2

piece Cart @1
  side: Side
  ground: Ground = plain
  drawn: bool = false
  stuck: bool = false

state coins(side: Side): int 0..9 = 5 @4
state sacks(side: Side, load: Load): int 0..9 = 2 @4
state harm: int 0..3 = 3 @5
state day: int 1..7 = 1 @3

table going(ground: Ground) -> (on_foot: int 1..4, drawn: int 1..4) @2
  | ground | on_foot | drawn |
  | plain  | 1       | 2     |
  | wood   | 2       | 3     |
  | crag   | 3       | 4     |

table toll(die: d6, load: Load) -> int 1..9 @3
  | die \\ load | light | heavy |
  | 1-3        | 1     | 3     |
  | 4-6        | 2     | 5     |
  rising along load, die

define steps(c: Cart) -> int 1..4 @2
  if c.drawn then going(c.ground).drawn else going(c.ground).on_foot

define held(c: Cart) -> bool @2
  false
  exception deep @2.1 when c.stuck
    true

exception in_the_mud to held under mud_is_deep @2.2 when c.ground is wood
  true

modifiers at_night(dark: bool, late: bool) @6
  +1 darkness @6 when dark
  +1 lateness @6 when late

table found_out(die: modified d6) -> bool @6
  | die | found_out |
  | 1-4 | false     |
  | 5+  | true      |
  beyond die clamp @6

define caught(die: d6, dark: bool, late: bool) -> bool @6
  found_out(die + at_night(dark, late))

sequence days @3
  repeat until day > 6
  for side in coast, inland
    phase trade by side @4
  phase dawn @3
    effect day gains 1 @3
    effect reset sacks @3
    effect reset harm @3
    the game ends when day > 6 won by coast @3

action sell(load: Load) by side in trade @4
  allowed unless forbidden
  pays 1 from sacks(side, load) @4
  effect coins(side) becomes min(9, coins(side) + 2) @4

action batter(c: Cart) by side in trade @5
  allowed unless forbidden
  effect harm loses min(harm, steps(c)) @5

rule not_twice @5
  c must not batter when c.stuck

rule the_drawn_ones @5.1
  c may only batter when c.ground is not crag or c.drawn

setup
  first: Cart(side: coast)

example on_the_way @2
  with one: Cart(side: coast, ground: wood), two: Cart(side: coast, ground: wood, drawn: true)
  steps(one) is 2
  steps(two) is 3

example no_mud @2.2
  with one: Cart(side: coast, ground: wood)
  not held(one)
  given mud_is_deep
  held(one)

example tolls @3
  toll(2, light) is 1
  toll(2, heavy) is 3
  toll(5, heavy) is 5

example sold @4
  given phase is trade, days.side is coast, active is coast
  do sell(heavy)
  coins(coast) is 7
  sacks(coast, heavy) is 1

example at_the_crag @5.1
  with one: Cart(side: coast, ground: crag), two: Cart(side: coast, ground: crag, drawn: true)
  given phase is trade, days.side is coast, active is coast
  batter(one) is forbidden
  batter(two) is allowed

example by_night @6
  caught(3, true, true)
  not caught(3, true, false)
"""


def test_nothing_is_found_in_the_rules_of_the_roads() -> None:
    assert found(ROADS) == []


@pytest.mark.parametrize(
    ("was", "slip", "told"),
    [
        pytest.param(
            "then going(c.ground).drawn else going(c.ground).on_foot",
            "then going(c.ground).on_foot else going(c.ground).drawn",
            "write `if c.drawn then going(c.ground).drawn else going(c.ground).on_foot` in place of",
            id="the answers of a choice, and no labels of a table",
        ),
        pytest.param(
            "else going(c.ground).on_foot",
            "else going(c.ground).drawn",
            "write `going(c.ground).on_foot` in place of `going(c.ground).drawn`",
            id="another column",
        ),
        pytest.param("| 1     | 3     |", "| 3     | 1     |", "write `1 | 3` in place of `3 | 1`", id="two cells"),
        pytest.param(
            "| 1-3        | 1     | 3     |\n  | 4-6        | 2     | 5     |",
            "| 1-3        | 2     | 5     |\n  | 4-6        | 1     | 3     |",
            "exchange what the rows `1-3` and `4-6` say, all but their labels",
            id="two rows",
        ),
        pytest.param(
            "in_the_mud to held under mud_is_deep @2.2",
            "in_the_mud to held @2.2",
            "write `held under mud_is_deep` in place of `held`",
            id="the variant of a heading",
        ),
        pytest.param(
            "found_out(die + at_night(dark, late))",
            "found_out(die)",
            "write `die + at_night(dark, late)` in place of `die`",
            id="what changes a die",
        ),
        pytest.param(
            "pays 1 from sacks(side, load)",
            "pays 1 from coins(side)",
            "write `sacks(side, load)` in place of `coins(side)`",
            id="a fact of other things",
        ),
        pytest.param("c may only batter", "c may batter", "write `may only` in place of `may`", id="only"),
        pytest.param(
            "harm loses min(harm, steps(c))",
            "harm loses steps(c)",
            "write `requires harm >= steps(c)`, or `harm becomes max(0, harm - steps(c))`",
            id="nothing becomes of a fact what it was to lose",
        ),
    ],
)
def test_what_was_meant_is_told_first(was: str, slip: str, told: str) -> None:
    broken = ROADS.replace(was, slip, 1)
    assert broken != ROADS
    one, *_ = found(broken)
    assert one.help.startswith(told), one.help


def test_a_line_that_asks_what_nothing_asks_now_is_told_with_the_line_it_is_like() -> None:
    rules = ROADS.replace(
        "  effect harm loses", "  requires light_enough(c) @5\n  requires shod(c, side) @5\n  effect harm loses"
    ).replace(
        "sequence days",
        "define light_enough(c: Cart) -> bool @5\n  c.ground is not wood\n\n"
        "define shod(c: Cart, s: Side) -> bool @5\n  c.side is s\n\nsequence days",
    )
    rules += (
        "\nexample of_the_others @5\n  with one: Cart(side: inland), two: Cart(side: coast)\n"
        "  given phase is trade, days.side is coast, active is coast\n"
        "  batter(one) is forbidden\n  batter(two) is allowed\n"
    )
    assert found(rules) == []
    one, *_ = found(rules.replace("  requires shod(c, side) @5\n", ""))
    shown = [one.help, *(label.text for label in one.related)]
    assert any("the line `requires shod(c, side) @5` below" in text for text in shown), shown


def test_a_number_beyond_the_bounds_that_are_left_may_have_been_the_bound() -> None:
    one, *_ = found(
        "enum Side @1\n  coast, inland\npiece Man @1\n  side: Side\n  state row: int 1..8\n  state column: int 1..8\n\n"
        "define on_board(row: int, column: int) -> bool @2\n"
        "  row >= 0 and row <= 8 and column >= 1 and column <= 8\n\n"
        "action climb(m: Man) @2\n  allowed unless forbidden\n  requires on_board(m.row - 1, m.column) @2\n"
        "  effect m.row becomes m.row - 1 @2\n"
    )
    assert one.code.slug == "out-of-range"
    assert "with `1` in place of `0` it is mended" in [label.text for label in one.related]
