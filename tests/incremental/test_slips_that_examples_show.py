"""What an example shows to be slipped is looked for in what it asks: its rules and exceptions, its rows."""

from __future__ import annotations

from regola_compiler.checks.ordered import first_told
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


LANDINGS = """\
enum Side @1
  north, south
players Side @1
enum Boat @1.1
  raft, barge, galley

define foe(s: Side) -> Side @1
  if s is north then south else north

state held(s: Side): bool = false @2
state strong(s: Side): bool = false @2
state frost: bool = false @4
state flood: bool = false @4
state stores: int 0..10 = 6 @5

sequence days @5
  repeat until stores is 0
  phase dawn @5.1
    effect stores loses 1 @5.1 when stores > 0
  phase landing by north @5.2

define lands(s: Side, laden: bool) -> bool @2.1
  yes
  exception taken @2.2 when held(foe(s))
    no
  exception full @2.3 when strong(s) and laden
    no

define behind(points: int 0..20, goal: int 0..20) -> bool @3
  points < goal

define far_ahead(points: int 0..20, goal: int 0..20) -> bool @3
  points > goal + 6

define winner(day: int 1..9, points: int 0..20, goal: int 0..20) -> Side or none @3
  none
  exception swift @3.1 when day >= 6 and far_ahead(points, goal)
    north
  exception stalled @3.2 when day >= 6 and behind(points, goal)
    south

action give(a: bool, b: bool, c: bool, d: bool) by north in landing @4
  allowed unless forbidden
  effect held(north) becomes a
  effect strong(south) becomes b
  effect frost becomes c
  effect flood becomes d

action row(boat: Boat) by north in landing @4
  allowed unless forbidden

rule ice @4.1
  north must not row when frost
  exception the_ice_breaks @4.2 when boat is galley

action hire(boat: Boat) by north in landing @4.3
  allowed unless forbidden

rule no_rafts @4.4
  north must not hire(boat: raft) when flood

example a_shore_held @2.2
  given held(south) is true, strong(north) is true
  lands(north, true) is false
  lands(north, false) is false

example ones_own_shore @2.2, 2.3
  given held(north) is true
  lands(north, true) is true
  given strong(north) is true
  lands(north, true) is false
  lands(north, false) is true

example late @3.1
  winner(6, 17, 10) is north
  winner(6, 16, 10) is none
  winner(6, 9, 10) is south
  winner(3, 9, 10) is none

example frost_comes @4.1, 4.2
  given phase is landing, active is north, frost is true
  row(raft) is forbidden
  row(galley) is allowed

example flood_comes @4.4
  given phase is landing, active is north, flood is true
  hire(raft) is forbidden
  hire(barge) is allowed

example a_day_passes @5.1
  play dawn
  stores is 5
"""


def _of_landings(was: str, slip: str) -> tuple[Diagnostic, str]:
    assert LANDINGS.count(was) == 1
    one = first_told(list(Session(slips=True).check(game_of([LANDINGS.replace(was, slip)])).found))
    return one, " / ".join([str(one.help), *(label.text for label in one.related)])


def test_nothing_is_found_in_the_rules_of_the_landings() -> None:
    assert list(Session(slips=True).check(game_of([LANDINGS])).found) == []


def test_the_other_side_of_what_is_asked_is_told_and_no_line_that_says_what_the_one_below_says() -> None:
    one, told = _of_landings("held(foe(s))", "held(s)")
    assert one.code.slug == "example-fails"
    assert "`foe(s)` in place of `s`" in told
    assert "strong" not in told


def test_what_disagrees_is_told_with_the_definition_that_all_of_it_rests_on() -> None:
    one, told = _of_landings("points < goal", "points > goal")
    assert one.code.slug == "contradiction"
    assert "`points < goal` in place of `points > goal`" in one.related[0].text
    assert "leave" not in told


def test_an_exception_that_never_comes_about_is_moved_to_the_rule_where_it_does() -> None:
    exception = "  exception the_ice_breaks @4.2 when boat is galley\n"
    ruled = "  north must not hire(boat: raft) when flood\n"
    slipped = LANDINGS.replace(exception, "").replace(ruled, ruled + exception)
    (one,) = Session(slips=True).check(game_of([slipped])).found
    assert one.code.slug == "dead-rule"
    assert "move `exception the_ice_breaks` below `ice`" in str(one.help)


def test_of_what_never_changes_it_is_said_what_is_to_change_it_and_by_how_much() -> None:
    one, told = _of_landings("    effect stores loses 1 @5.1 when stores > 0\n", "")
    assert one.code.slug == "never-changes"
    assert "`dawn` is to make 5 of 6: write the effect that does it there, such as `effect stores loses 1`" in told
    assert "no effect of this writes it" in told


def test_a_rule_that_asks_another_fact_of_the_same_sort_is_told_with_that_and_not_without_its_condition() -> None:
    one, told = _of_landings("north must not row when frost", "north must not row when flood")
    assert one.code.slug == "example-fails"
    assert "write `frost` in place of `flood`" in told
    assert "``" not in told


def test_a_number_that_another_fact_was_to_lose_is_told_whatever_bounds_they_have() -> None:
    rules = (
        LANDINGS
        + """
state walls: int 0..8 = 8 @6
action strike(boat: Boat) by north in landing @6
  allowed unless forbidden
  requires walls > 0 @6
  effect walls loses min(walls, 3) @6
action mend by north in landing @6
  allowed unless forbidden
  requires walls < 8 @6
  effect walls gains 1 @6
example a_blow @6
  given phase is landing, active is north
  do strike(raft)
  walls is 5
"""
    )
    assert list(Session(slips=True).check(game_of([rules])).found) == []
    found = Session(slips=True).check(game_of([rules.replace("effect walls loses", "effect stores loses")])).found
    one = first_told(list(found))
    assert one.code.slug == "out-of-range"
    assert "write `walls` in place of `stores`" in str(one.help)


def test_what_leaves_the_bounds_may_be_said_in_an_exception_to_something_else() -> None:
    rules = """\
enum Season @1
  summer, winter
state season: Season = summer @1
define toll(n: int 1..3) -> int 0..3 @2
  n
  exception frozen @2.1 when season is winter
    0
define load(n: int 1..3) -> int 1..6 @3
  n + 1
action wait(s: Season) @1
  allowed unless forbidden
  effect season becomes s @1
"""
    exception = "  exception frozen @2.1 when season is winter\n    0\n"
    assert list(Session(slips=True).check(game_of([rules])).found) == []
    slipped = rules.replace(exception, "").replace("  n + 1\n", f"  n + 1\n{exception}")
    one, *_ = Session(slips=True).check(game_of([slipped])).found
    assert one.code.slug == "out-of-range"
    assert any("with `exception frozen` as a part of `toll`" in label.text for label in one.related)


def test_of_two_exceptions_that_disagree_the_lower_one_may_belong_below_the_other() -> None:
    rules = """\
define worth(tired: bool, covered: bool) -> int 1..3 @1
  3
  exception weak @1.1 when tired
    1
  exception resting @1.2 when covered
    2
"""
    (one,) = Session().check(game_of([rules])).found
    assert str(one.help).startswith("say which wins: ")
    assert (
        "or, if `resting` is an exception to `weak`, indent it, with what stands below it, by 4 blanks in all"
        in one.help
    )


def test_a_phase_a_level_too_far_out_is_nobodys_turn_and_says_among_which_phases_it_belongs() -> None:
    rules = """\
enum Side @1
  north, south
players Side @1
state coins(side: Side): int 0..9 = 3 @2
define mine() -> int 0..9 @2
  coins(active)
sequence day @3
  phase first by north @3.1
    phase march @3.2
    phase trade @3.3
  phase then as first with north and south exchanged @3.4
action walk by active in march @3.2
  allowed unless forbidden
action buy by active in trade @3.3
  allowed unless forbidden
  requires mine > 0 @3.3
  effect coins(active) loses 1 @3.3
example a_purchase @3.3
  given phase is trade, active is north
  do buy
  coins(north) is 2
"""
    assert list(Session().check(game_of([rules])).found) == []
    (one,) = Session().check(game_of([rules.replace("    phase trade", "  phase trade")])).found
    assert one.code.slug == "nobodys-turn"
    assert one.span.line == 10
    assert "indent `trade` as the phases of `first` are" in str(one.help)


def test_the_rows_beside_a_gap_of_one_number_are_told_with_what_would_reach_it() -> None:
    table = "table storm(wind: int 0..9) -> int 0..9 @1\n  | wind | loss |\n  | 0-3 | 0 |\n  | 4 | 2 |\n  | 6+ | 4 |\n"
    (one,) = Session().check(game_of([table])).found
    assert "`otherwise`; or, if a row beside it ends too soon, let it be `4-5` or `5+`" in str(one.help)
    assert [label.span.line for label in one.related] == [4, 5]
    (one,) = Session().check(game_of([table.replace("  | 4 | 2 |\n", "")])).found
    assert str(one.help) == "add the missing row, or one that says `otherwise`"
