"""Faults planted in a game that is played: what makes it go wrong at the table is told, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from regola_compiler.driver import compile_game
from support.small_programs import compiled_text

GAME = """\
enum Side @1
  red, blue

players Side @1

enum Kind @1
  foot, horse

place Field @1
  open: bool = true @1

piece Unit @1
  side: Side
  kind: Kind
  state steps: int 0..4 = 2 @1
  state at: Field or none = none @1
  state moved: bool = false until march @2.1

state turn: int 1..8 = 1 @2
state purse(side: Side): int 0..9 = 5 @2
state hits: int 0..4 = 0 @2
state relieved(side: Side): bool = false @2

setup
  ridge: Field
  guard: Unit(side: red, kind: foot)
  van: Unit(side: blue, kind: horse)

sequence war @2
  phase campaign @2
    repeat until turn is 8
    for side in red, blue
      phase income by side @2.2
        effect purse(side) gains 1 when purse(side) < 9
      phase march by side @2.1
      phase battle by side @2.3
        first effect hits becomes 1
        phase losses by side stays until hits is 0 or routed(side) @2.4
    phase dusk @2.5
      effect turn gains 1 when turn < 8

modifiers strength(kind: Kind, steps: int 0..4) @3
  +1 mounted @3 when kind is horse
  -1 worn    @3 when steps < 2

define routed(side: Side) -> bool @3
  not (any u in Unit where u.side is side)

define pull(u: Unit) -> int 0..5 @3
  if u.kind is horse then max(0, u.steps + strength(u.kind, u.steps)) else u.steps

action move(u: Unit, to: Field) by u.side in march @4
  allowed unless forbidden
  requires not u.moved @4
  requires to.open and u.at is not to @4
  effect u.at becomes to
  effect u.moved becomes true

rule weak_units_stay @4.1
  u must not move when pull(u) < 1

action hire(side: Side) by side in income @5
  allowed unless forbidden
  pays 2 from purse(side) @5

action relieve(side: Side) by side in income @5.1
  allowed unless forbidden
  limit 1 each campaign per side @5.1
  effect relieved(side) becomes true @5.1

action hit(u: Unit) by u.side in losses @6
  allowed unless forbidden
  requires u.steps > 0 and hits > 0 and u.side is side @6
  effect hits loses 1 @6
  effect u.steps loses 1 @6

event gone(u: Unit) as soon as u.steps is 0 @6.1
  effect u leaves

rule the_relieved_do_not_hire @5.2
  side must not hire when relieved(side) and purse(side) < 3

example two_units @1
  with first: Unit(side: red, kind: horse), second: Unit(side: blue, kind: horse)
  pull(first) is 3
  pull(second) is 3
"""


@dataclass(frozen=True)
class Planted:
    """A fault: what is written in the place of what, and the finding that tells of it."""

    name: str
    old: str
    new: str
    code: str


FAULTS = (
    Planted("a marker never taken off", " until march @2.1", " @2.1", "never-returns"),
    Planted(
        "a limit kept by hand, never reset",
        "  limit 1 each campaign per side @5.1\n",
        "  requires not relieved(side) @5.1\n",
        "never-returns",
    ),
    Planted(
        "a purse never filled",
        "        effect purse(side) gains 1 when purse(side) < 9\n      phase march",
        "      phase march",
        "never-returns",
    ),
    Planted("a modifier that never holds", "steps < 2", "steps > 4", "never-holds"),
    Planted("a branch that is never taken", "if u.kind is horse then", "if u.steps >= 0 then", "never-holds"),
    Planted("an event that never comes", "as soon as u.steps is 0", "as soon as u.steps > 4", "never-holds"),
    Planted("a duty to wait that nobody ends", "in losses @6", "in march @6", "stuck"),
    Planted("a phase waits for what never holds", "hits is 0 or routed(side)", "hits > 4", "stuck"),
    Planted("an end that never comes", "repeat until turn is 8", "repeat until turn > 8", "endless-repetition"),
    Planted("a clock that stands still", "      effect turn gains 1 when turn < 8\n", "", "never-changes"),
    Planted("a rule that is never in force", "pull(u) < 1", "pull(u) > 5", "dead-rule"),
    Planted(
        "a name that hides a value",
        "example two_units @1\n  with first: Unit(side: red, kind: horse), second: Unit(side: blue, kind: horse)\n  pull(first)",
        "example two_units @1\n  with foot: Unit(side: red, kind: horse), second: Unit(side: blue, kind: horse)\n  pull(foot)",
        "hides",
    ),
    Planted("an action that is never allowed", "requires not u.moved @4", "requires u.steps > 4 @4", "dead-rule"),
    Planted("a phase that never comes", "phase dusk @2.5", "phase dusk @2.5 when turn > 8", "dead-phase"),
)


def findings(text: str) -> Iterator[str]:
    """The codes of what is found in a text."""
    yield from (found.code.slug for found in compiled_text(text, compile_game).found)


def test_the_game_without_faults_is_clean() -> None:
    assert list(findings(GAME)) == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_told(fault: Planted) -> None:
    assert GAME.count(fault.old) == 1
    assert fault.code in set(findings(GAME.replace(fault.old, fault.new)))
