"""What lets a failing example come out is told where something is wrong there, and no example is lost in it."""

from __future__ import annotations

import pytest
from regola_dsl.diagnostics import Diagnostic
from support.cases import compiled

SIDES = "enum Side @1\n  red, blue\n"


def found(text: str) -> list[Diagnostic]:
    return list(compiled((text,)).found)


@pytest.mark.parametrize("kind", ["state", "given"])
def test_an_example_that_is_wrong_itself_stays_beside_what_its_fact_lacks(kind: str) -> None:
    start = " = 0" if kind == "state" else ""
    told = found(
        f"{kind} gold: int 0..3{start}\ndefine rich() -> bool @1.1\n  gold > 2\n"
        "example poor @1.2\n  given gold is 7\n  rich() is yes\n"
    )
    assert {"no-anchor", "example-fails"} <= {one.code.slug for one in told}
    assert [one.help for one in told if one.code.slug == "example-fails"] == ["write a number from 0 to 3"]


def test_a_list_in_a_cell_is_no_bar_left_out() -> None:
    text = (
        SIDES + "table t(a: Side, b: Side) -> int 0..9 @1.1\n  | a | b | n |\n  | red, blue | 1 |\n  | red | - | 2 |\n"
    )
    (row,) = (one for one in found(text) if one.code.slug == "ragged-row")
    assert row.help == (
        "add 1 cell: as it stands it has nothing under `n`; if it is not the last that was left out, what stands behind "
        "it moves to the right"
    )


def test_of_several_inputs_the_one_is_missing_that_no_argument_fits() -> None:
    called = (
        "define f(a: Side, n: int 0..9) -> int 0..9 @1.2\n  if a is red then n else 0\ndefine g() -> int 0..9 @1.3\n"
    )
    (left,) = (one for one in found(SIDES + called + "  f(3)\n") if one.code.slug == "wrong-arguments")
    assert (left.label, left.help) == ("`a` is missing", "write `f(…, 3)`")


def test_bounds_are_told_as_wide_as_they_have_to_be() -> None:
    declared = "define pace(tired: bool) -> int 3..5 @1.1\n  4\n"
    (told,) = found(f"{declared}  then exception slow @1.2 when tired\n    value - 2\n")
    assert told.help == "declare `int 1..5`, or write `max(3, value - 2)`"
    assert [one.span.line for one in told.related] == [1]


def test_modifiers_are_told_the_bounds_that_their_sum_has() -> None:
    (told,) = found(
        "modifiers die(wet: bool, high: bool) -> int 0..4 @1.1\n  -2 mud @1.1 when wet\n  +1 hill @1.2 when high\n"
    )
    assert told.help == "declare `int -2..1`, or limit it with `max(0, …)`"


def test_what_an_effect_wants_is_required_only_where_it_comes_about() -> None:
    told = found(
        SIDES
        + "players Side @1\nstate coal: int 0..9 = 3 @1.1\nsequence turn @2\n  for s in red, blue\n    phase go by s @2.1\n"
        "action burn(hot: bool) in go @2.2\n  allowed unless forbidden\n  effect coal loses 1 @2.3 when hot\n"
        "action blow(hot: bool) in go @2.4\n  allowed unless forbidden\n  effect coal becomes coal - 2 @2.5 when not hot\n"
    )
    assert [one.help for one in told if one.code.slug == "out-of-range"] == [
        "write `requires coal >= 1 or not (hot)`, or `coal becomes max(0, coal - 1)`, or widen the declared bounds",
        "write `requires coal >= 2 or not (not hot)`, or `max(0, coal - 2)`, or widen the declared bounds",
    ]


def test_what_becomes_less_of_what_it_is_leaves_wider_bounds_too() -> None:
    told = found(
        SIDES
        + "players Side @1\nstate coal: int 0..9 = 3 @1.1\nsequence turn @2\n  for s in red, blue\n    phase go by s @2.1\n"
        "action burn(s: Side) by s in go @2.2\n  allowed unless forbidden\n  effect coal becomes coal - 1 @2.3\n"
    )
    assert [one.help for one in told if one.code.slug == "out-of-range"] == [
        "write `requires coal >= 1`, or `max(0, coal - 1)`, or widen the declared bounds"
    ]


TURN = (
    f"{SIDES}players Side @1\nstate steps(s: Side): int 0..9 = 4 @1.1\nsequence turn @2\n  for s in red, blue\n"
    "    phase go by s @2.1\naction walk(s: Side) by s in go @2.2\n  allowed unless forbidden\n"
    "  effect steps(s) loses 1 @2.2 when steps(s) > 0\nrule rest @2.3\n  s must not walk when steps(s) < 2\n"
)


def test_a_deed_that_an_example_leaves_out_is_told_and_no_change_of_a_rule() -> None:
    (told,) = found(
        f"{TURN}example walks @2.2\n  given phase is go, active is red, steps(red) is 2\n"
        "  steps(red) is 1\n  walk(red) is forbidden\n"
    )
    assert "`do walk(red)`" in told.help
    assert told.span.line == len(TURN.split("\n")) + 2


def test_a_deed_that_is_done_is_not_told_as_left_out() -> None:
    (told,) = found(
        f"{TURN}example walks @2.2\n  given phase is go, active is red, steps(red) is 9\n  do walk(red)\n  steps(red) is 7\n"
    )
    assert "left out" not in told.help


def test_that_something_is_forbidden_is_not_brought_about_by_a_deed_that_is_left_out() -> None:
    (told,) = found(
        f"{TURN}example walks @2.2\n  given phase is go, active is red, steps(red) is 2\n  walk(red) is forbidden\n"
    )
    assert "left out" not in told.help


NIGHT = """\
state sacks: int 0..9 = 0 @1
state storm: bool = false @1
sequence days @2
  phase night @2
    effect sacks becomes max(0, sacks - 3) @2 when storm
example a_storm @2
  given sacks is 5, storm
  play night
  sacks is 2
  storm
"""


def test_what_is_told_behind_what_is_played_belongs_before_it() -> None:
    given, play = "  given sacks is 5, storm\n", "  play night\n"
    assert not [one for one in found(NIGHT) if one.code.slug == "example-fails"]
    (told,) = (one for one in found(NIGHT.replace(given + play, play + given)) if one.code.slug == "example-fails")
    assert "above `play night`" in told.help
    assert [one.span.line for one in told.related] == [8]


def test_what_is_told_before_is_not_told_too_late_where_more_is_wrong() -> None:
    given, play = "  given sacks is 5, storm\n", "  play night\n"
    wrong = NIGHT.replace(given + play, play + given).replace("sacks is 2", "sacks is 7")
    (told,) = (one for one in found(wrong) if one.code.slug == "example-fails")
    assert "above" not in told.help
