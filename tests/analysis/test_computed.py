"""What is worked out rather than taken as any: constants, functions of few inputs, and all there is of a few thousand."""

from __future__ import annotations

import pytest
from support.cases import compiled
from support.effort import thorough

BOXES = """
# The categories of a well-known dice game, as a designer would write them.

enum Box @1
  ones, twos, threes, fours, fives, sixes, three_alike, four_alike, full_house, small_run, long_run, five_alike, chance

record Hand @2
  a: d6
  b: d6
  c: d6
  d: d6
  e: d6

define dice(h: Hand) -> list of d6 @2
  [h.a, h.b, h.c, h.d, h.e]

define how_many(h: Hand, face: int 1..6) -> int 0..5 @2
  count x in dice(h) where x is face

define total(h: Hand) -> int 5..30 @2
  sum of x for x in dice(h)

define most_alike(h: Hand) -> int 1..5 @2
  max of how_many(h, f) for f in 1..6

define has(h: Hand, face: int 1..6) -> bool @2
  how_many(h, face) > 0

define full_house_points -> int 0..50 @4.3
  25
define small_run_points -> int 0..50 @4.4
  30
define long_run_points -> int 0..50 @4.5
  40
define five_alike_points -> int 0..50 @4.6
  50

define face_of(b: Box) -> int 0..6 @3
  0
  exception one @3.1 when b is ones
    1
  exception two @3.2 when b is twos
    2
  exception three @3.3 when b is threes
    3
  exception four @3.4 when b is fours
    4
  exception five @3.5 when b is fives
    5
  exception six @3.6 when b is sixes
    6

define is_run(h: Hand, low: int 1..6, high: int 1..6) -> bool @4
  all f in 1..6 where f < low or f > high or has(h, f)

define score(h: Hand, b: Box) -> int 0..50 @4
  0
  exception upper @3 when face_of(b) > 0
    how_many(h, face_of(b)) * face_of(b)
  exception three_alike @4.1 when b is three_alike and most_alike(h) >= 3
    total(h)
  exception four_alike @4.2 when b is four_alike and most_alike(h) >= 4
    total(h)
  exception full_house @4.3 when b is full_house and (any f in 1..6 where how_many(h, f) is 3) and (any f in 1..6 where how_many(h, f) is 2)
    full_house_points()
  exception small_run @4.4 when b is small_run and (is_run(h, 1, 4) or is_run(h, 2, 5) or is_run(h, 3, 6))
    small_run_points()
  exception long_run @4.5 when b is long_run and (is_run(h, 1, 5) or is_run(h, 2, 6))
    long_run_points()
  exception five_alike @4.6 when b is five_alike and most_alike(h) is 5
    five_alike_points()
  exception chance @4.7 when b is chance
    total(h)
"""
# The same of two dice: what is wrong with a constant, or with what a box counts, is wrong with as few.
OF_TWO = (
    BOXES.replace("  c: d6\n  d: d6\n  e: d6\n", "")
    .replace("[h.a, h.b, h.c, h.d, h.e]", "[h.a, h.b]")
    .replace("int 0..5", "int 0..2")
    .replace("int 5..30", "int 2..12")
    .replace("int 1..5", "int 1..2")
)


def told(rules: str) -> list[tuple[str, str]]:
    return [(one.code.slug, one.message) for one in compiled((rules,)).found]


def test_five_dice_and_thirteen_boxes_are_clean_and_nothing_is_only_possible() -> None:
    assert told(BOXES) == []


@pytest.mark.parametrize(
    ("game", "stands", "instead", "wrong"),
    [
        # One die of five is always alike with itself, so that 1 comes out.
        pytest.param(
            *(BOXES, "-> int 1..5 @2", "-> int 2..5 @2", ("out-of-range", "in `most_alike` (2), the result can be 1")),
            marks=thorough,
        ),
        # The points for a full house are a constant, and too many.
        (OF_TWO, "  25\ndefine", "  51\ndefine", ("out-of-range", "in `full_house_points` (4.3)")),
        # Which face a box counts is worked out: two boxes that count one are at odds, two that do not are not.
        (OF_TWO, "when b is chance", "when face_of(b) is 3", ("contradiction", "`upper`")),
    ],
    ids=["a die is alike with itself", "a constant", "what a box counts"],
)
def test_what_is_wrong_is_certain(game: str, stands: str, instead: str, wrong: tuple[str, str]) -> None:
    rules = game.replace(stands, instead, 1)
    assert rules != game
    found = told(rules)
    slug, words = wrong
    assert any(code == slug and words in message for code, message in found), found
    assert not [message for _, message in found if "possible" in message]


@thorough
def test_a_function_that_cannot_answer_all_it_is_asked_is_told_where_it_stands() -> None:
    rules = BOXES.replace("  0\n  exception one @3.1", "  exception one @3.1", 1)
    found = told(rules)
    assert [code for code, _ in found] == ["missing-rule"], found
