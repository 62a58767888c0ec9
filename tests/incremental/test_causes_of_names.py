"""Names that are unknown, or shifted, where something else is wrong: an exception hung on another rule, and others."""

from __future__ import annotations

from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic, Severity
from support.cases import game_of

MARKET = """\
enum Trader @1
  north, south
players Trader @1
scale Weight @1
  light, heavy
piece Cart @1
  owner: Trader
  state loaded: bool = false
  state sold: bool = false
  state weighed: bool = false

enum Ware @1
  plum, pear, peach, apricot, quince, medlar, cherry, hazel, walnut, almond, chestnut, olive, grape, fig, lemon, citron

sequence day @1
  phase trade @2

state open: bool = true @2

action load(c: Cart) by c.owner in trade @2
  allowed unless forbidden
  effect c.loaded becomes true @1
  effect c.weighed becomes true @1
action sell(c: Cart) by c.owner in trade @3
  allowed unless forbidden
  effect c.sold becomes true @3
action close in trade @4
  allowed unless forbidden
  effect open becomes false @4

rule once @3
  anyone must not sell when c.sold
rule only_open @4
  anyone must not close when not open

define small(plums: int 0..9, pears: int 0..9) -> bool @5
  let together = plums + pears
  together < 4

define large(plums: int 0..9, pears: int 0..9) -> bool @5
  plums + pears > 9

define is_stone(ware: Ware) -> bool @6
  ware is peach

example of_a_cart @2
  with red: Cart(owner: north)
  given phase is trade
  do load(red)
  red.loaded
  red.weighed
  sell(red) is allowed
  do sell(red)
  sell(red) is forbidden
  small(2, 1)
  large(5, 5)
  is_stone(peach)
  do close
  close is forbidden
"""
LICENCE = "exception licence to once @3 when c.loaded\n"


def found(text: str) -> list[Diagnostic]:
    return list(Session().check(game_of([text])).found)


def of_errors(text: str) -> list[tuple[str, str]]:
    return [(one.code.slug, one.help) for one in found(text) if one.weight is Severity.ERROR]


def test_an_exception_to_what_does_not_know_what_it_speaks_of_is_told_with_what_does() -> None:
    assert of_errors(MARKET) == []
    wrong = MARKET + "\n" + LICENCE.replace("to once", "to only_open")
    assert of_errors(wrong) == [("unknown-name", "is it an exception to `once`? write that behind `to`")]


def test_an_input_that_stands_twice_was_called_as_what_is_named_below() -> None:
    wrong = MARKET.replace("define large(plums: int 0..9, pears:", "define large(plums: int 0..9, plums:")
    assert of_errors(wrong) == [("duplicate-declaration", "write `pears` in place of the second `plums`")]


def test_what_is_known_by_a_name_in_another_declaration_alone_is_written_out() -> None:
    wrong = MARKET.replace("  plums + pears > 9", "  together > 9")
    ((slug, told),) = of_errors(wrong)
    assert (slug, told.split(":")[0]) == ("unknown-name", "write `plums + pears` in place of `together`")


def test_of_many_values_those_that_begin_alike_are_told() -> None:
    wrong = MARKET.replace("light, heavy", "light, pelting").replace("ware is peach", "ware is pelting")
    ((slug, told),) = of_errors(wrong)
    assert (slug, told) == ("type-mismatch", "of `Ware` it may be `pear` or `peach`")


def test_the_effect_of_a_state_that_never_changes_may_have_stood_among_those_of_its_section() -> None:
    wrong = MARKET.replace("  effect c.loaded becomes true @1\n", "") + "\n" + LICENCE
    told = {one.code.slug: one.help for one in found(wrong)}
    assert told["never-changes"].startswith("`load` is to make true of false: write the effect that does it there")
    assert told["never-changes"].endswith("`effect c.loaded becomes true`")


def test_without_an_example_that_shows_it_the_section_tells_where_the_effect_stood() -> None:
    wrong = MARKET.replace("  effect c.loaded becomes true @1\n", "").replace("  red.loaded\n", "") + "\n" + LICENCE
    told = {one.code.slug: one.help for one in found(wrong)}
    assert "which has others of the same section" in told["never-changes"]
    assert told["never-changes"].endswith("`effect c.loaded becomes true`")


def test_headings_that_all_stand_a_column_too_far_are_told_from_the_first_to_the_last() -> None:
    table = """\
scale Odds of ratios open @1
  1-2, 1-1, 2-1
table results(die: d6, odds: Odds) -> int 0..9 @2
  | die \\ odds | 1-1 | 2-1 | 3-1 |
  | 1-3        | 1   | 2   | 3   |
  | 4-6        | 4   | 5   | 6   |
"""
    ((slug, told),) = of_errors(table)
    assert slug == "table-gap"
    assert "write those from `1-2` to `2-1`" in told
    right = table.replace("| 1-1 | 2-1 | 3-1 |", "| 1-2 | 1-1 | 2-1 |")
    assert of_errors(right) == []
