"""What stands in the wrong place, or holds together what does not belong together, is told as that, and not by a word."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from regola_compiler.incremental.session import Session
from regola_compiler.mutation.slips.in_a_list import in_scales
from regola_dsl.diagnostics import Diagnostic
from support.cases import game_of

KITCHEN = """\
scale Heat @1
  cold, warm, hot
scale Rank @1
  helper
  cook
  head
enum Dish @1
  soup, roast, cake

piece Hand @1
  rank: Rank = helper
  state at: Dish = soup

table prices(dish: Dish) -> (price: int 1..40, minutes: int 1..40, plates: int 1..4) @2
  | dish  | price | minutes | plates |
  | soup  | 4     | 8       | 1      |
  | roast | 21    | 30      | 2      |
  | cake  | 9     | 25      | 3      |

table wages(rank: Rank) -> int 1..30 @3
  | rank   | wage |
  | helper | 5    |
  | cook   | 12   |
  | head   | 20   |
  rising along rank

table burnt(die: d6, heat: Heat) -> int 0..9 @4
  | die \\ heat | cold | warm | hot |
  | 1-2        | 0    | 1    | 3   |
  # From a die of 3 on something is burnt on a warm stove.
  | 3-4        | 1    | 2    | 5   |
  | 5-6        | 2    | 4    | 9   |
  rising along die, heat

define shift(asked: int -20..20) -> int -3..3 @5
  max(-3, min(3, asked))

define bill(dish: Dish, regular: bool, late: bool) -> int 0..40 @6
  prices(dish).price
  then exception discount @6 when regular
    value - 2
  then exception half_price @6 when late
    half, round up

define share(dish: Dish) -> int -20..20 @7
  round down (prices(dish).price / 2)
  exception spoilt @7 when dish is cake
    0 - prices(dish).price

define served(hungry: bool, seated: bool) -> bool @8
  not (hungry and seated)

define helped(h: Hand) -> bool @9
  any o in Hand where o.at is h.at and o is not h

example of_prices @2
  prices(soup).minutes is 8
  prices(soup).price is 4
  prices(cake).minutes is 25
  prices(roast).minutes is 30
  prices(roast).plates is 2

example of_the_shift @5
  shift(7) is 3
  shift(-9) is -3
  shift(1) is 1

example of_a_bill @6
  bill(roast, true, true) is 10
  bill(soup, true, false) is 2

example of_a_share @7
  share(roast) is 10
  share(soup) is 2
  share(cake) is -9

example nobody_is_served @8
  served(true, false)
  not served(true, true)
  served(false, true)
  served(false, false)

example of_help @9
  with anna: Hand(rank: cook), berto: Hand(at: cake), carla: Hand(rank: head)
  helped(anna)
  not helped(berto)
"""


@dataclass(frozen=True)
class Slip:
    was: str
    slip: str
    told: str


SLIPS = (
    Slip(
        "| dish  | price | minutes | plates |",
        "| dish  | minutes | price | plates |",
        "write `price | minutes` in place of `minutes | price`",
    ),
    Slip(
        "  | soup  | 4     | 8       | 1      |\n  | roast | 21    | 30      | 2      |\n  | cake  |",
        "  | cake  | 4     | 8       | 1      |\n  | roast | 21    | 30      | 2      |\n  | soup  |",
        "write `soup` in place of `cake` in line 16, and `cake` in place of `soup` in line 18",
    ),
    Slip(
        "  | 1-2        | 0    | 1    | 3   |\n  # From a die of 3 on something is burnt on a warm stove.\n"
        "  | 3-4        | 1    | 2    | 5   |",
        "  | 1-2        | 1    | 2    | 5   |\n  # From a die of 3 on something is burnt on a warm stove.\n"
        "  | 3-4        | 0    | 1    | 3   |",
        "exchange what the rows `1-2` and `3-4` say",
    ),
    Slip("  cook\n  head", "  head\n  cook", "let `cook` stand above `head` in `Rank`"),
    Slip("max(-3, min(3, asked))", "min(-3, max(3, asked))", "write `max(-3, min(3, asked))` in place of"),
    Slip(
        "  then exception discount @6 when regular\n    value - 2\n  then exception half_price @6 when late\n"
        "    half, round up\n",
        "  then exception half_price @6 when late\n    half, round up\n  then exception discount @6 when regular\n"
        "    value - 2\n",
        "let `then exception discount` stand above `then exception half_price` in `bill`",
    ),
    Slip(
        "round down (prices(dish).price / 2)",
        "prices(dish).price",
        "write `round down (prices(dish).price / 2)` in place of `prices(dish).price`",
    ),
    Slip("0 - prices(dish).price", "prices(dish).price", "write `0 - prices(dish).price` in place of"),
    Slip(
        "not (hungry and seated)",
        "not hungry and seated",
        "write `(hungry and seated)` in place of `hungry and seated`",
    ),
    Slip("where o.at is h.at and o is not h", "where o.at is h.at", "write `h.at and o is not h` in place of `h.at`"),
)


def found(text: str) -> list[Diagnostic]:
    return list(Session(slips=True).check(game_of([text])).found)


def test_nothing_is_found_in_the_rules_of_the_kitchen() -> None:
    assert found(KITCHEN) == []


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.told)
def test_what_stands_elsewhere_or_is_left_out_is_told_once(slip: Slip) -> None:
    assert KITCHEN.count(slip.was) == 1
    (one,) = found(KITCHEN.replace(slip.was, slip.slip))
    assert one.help.startswith(slip.told), one.help


@pytest.mark.parametrize("language", ["it", "fr", "lij"])
def test_a_text_of_a_scale_is_none_of_its_values_in_whatever_language(language: str) -> None:
    lines = f'scale Wind @1\n  {language} "Venti"\n  calm\n  gale\n  breeze\n'.split("\n")
    table = ["| wind | n |", "| calm | 1 |", "| breeze | 2 |", "| gale | 3 |"]
    told = {(slip.was, slip.now) for slip in in_scales({"a.regola": lines, "b.regola": table}, ["wind is Wind"])}
    assert told
    assert not [one for pair in told for one in pair if language in one.split()]
