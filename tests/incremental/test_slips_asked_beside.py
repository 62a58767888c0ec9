"""A condition that was lost is told with the other place where it stands beside the same, before anything is cut to size."""

from __future__ import annotations

import pytest
from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic
from support.cases import game_of

POND = """\
enum Side @1
  herons, frogs
players Side @1

piece Frog @1
  owner: Side
  state leaf: int 1..9

define in_the_pond(leaf: int) -> bool @2
  leaf >= 1 and leaf <= 9

define full(leaf: int) -> bool @2
  any f in Frog where f.leaf is leaf

define may_hop(f: Frog, far: int 1..2) -> bool @3
  in_the_pond(f.leaf + far) and not full(f.leaf + far)

define may_creep(f: Frog) -> bool @4
  in_the_pond(f.leaf - 1) and not full(f.leaf - 1)

sequence game @5
  repeat until false
  for p in herons, frogs
    phase turn by p ends when done hop(_, _) in turn or done creep(_) in turn @5
      the game ends when no f in Frog where may_hop(f, 1) or may_creep(f) @5

action hop(f: Frog, far: int 1..2) by p in turn @3
  allowed unless forbidden
  requires may_hop(f, far) @3
  effect f.leaf becomes f.leaf + far @3

action creep(f: Frog) by p in turn @4
  allowed unless forbidden
  requires may_creep(f) @4
  effect f.leaf becomes f.leaf - 1 @4

setup
  one: Frog(owner: herons, leaf: 2)
  two: Frog(owner: frogs, leaf: 7)
"""
LOST = "in_the_pond(f.leaf + far) and not full(f.leaf + far)", "not full(f.leaf + far)"


def found(text: str) -> list[Diagnostic]:
    return list(Session(slips=True).check(game_of([text])).found)


def test_nothing_is_found_in_the_rules_of_the_pond() -> None:
    assert [one for one in found(POND) if one.code.slug == "out-of-range"] == []


def test_what_is_asked_beside_it_elsewhere_is_told_before_the_value_is_cut_to_size() -> None:
    one, *_ = found(POND.replace(*LOST))
    assert one.code.slug == "out-of-range"
    assert one.help.startswith(f"write `{LOST[0]}` in place of `{LOST[1]}` in the line shown"), one.help
    assert one.help.index("requires") < one.help.index("min(")
    (there,) = [label for label in one.related if label.text == "it is asked so here"]
    assert POND.replace(*LOST).split("\n")[there.span.line - 1].startswith("  in_the_pond(f.leaf - 1) and")


def test_where_the_game_asks_it_nowhere_beside_the_same_nothing_is_made_up() -> None:
    alone = POND.replace("in_the_pond(f.leaf - 1) and not full(f.leaf - 1)", "f.leaf > 1 and not full(f.leaf - 1)")
    one, *_ = found(alone.replace(*LOST))
    assert one.code.slug == "out-of-range"
    assert one.help.startswith("write `requires "), one.help
    assert not any(label.text == "it is asked so here" for label in one.related)


GUESTS = """\
enum Side @1
  herons, frogs

piece Bird @1
  owner: Side
  state nest: int 0..9 = 0

define at_home(side: Side) -> list of Bird @2
  those b in Bird where b.owner is side and b.nest > 0

define away(side: Side) -> list of Bird @2
  those b in Bird where b.owner is side and b.nest is 0

define near(b: Bird, n: int 1..9) -> bool @3
  b.nest in {n - 1, n + 1}

define watched(n: int 1..9, side: Side) -> bool @3
  any b in at_home(side) where near(b, n) and b.nest > 2

define mobbed(n: int 1..9, side: Side) -> bool @3
  any b in at_home(side) where near(b, n) and b.nest is not 5
"""


@pytest.mark.parametrize(
    ("was", "slip", "told"),
    [
        ("where b.owner is side and b.nest is 0", "where b.nest is 0", "where b.owner is side and"),
        ("near(b, n) and b.nest is not 5", "b.nest is not 5", "where near(b, n) and"),
    ],
)
def test_what_nothing_reads_is_asked_as_it_is_asked_elsewhere(was: str, slip: str, told: str) -> None:
    assert found(GUESTS) == []
    one, *_ = found(GUESTS.replace(was, slip))
    assert one.code.slug == "unused-parameter"
    assert one.help.startswith(f"write `{told}` in place of `where`"), one.help


def test_of_a_row_that_says_what_the_one_above_it_does_all_is_doubted() -> None:
    text = (
        "enum Bird @1\n  duck, coot, heron\n"
        "table birds(b: Bird) -> (weight: int 0..9, eggs: int 0..9) @2\n"
        "  | b     | weight | eggs |\n  | duck  | 2      | 8    |\n  | coot  | {row} |\n  | heron | 5      | 4    |\n"
        "define flock(b: Bird) -> int 0..90 @3\n  birds(b).weight + birds(b).eggs\n"
        "example of_coots @2\n  birds(coot).weight is 1\n"
    )
    assert found(text.format(row="1      | 6   ")) == []
    one, *_ = found(text.format(row="2      | 8   "))
    assert "`1` in place of `2`" in one.help
    assert one.help.endswith(
        "that row answers in all columns what the row `duck` does: if it was copied, hold all of it against the book"
    )
    one, *_ = found(text.format(row="2      | 6   "))
    assert "if it was copied" not in one.help
