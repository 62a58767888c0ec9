"""Battles played as classes of alike pieces: the same odds as with each piece followed by itself, and as games played."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_cli.forms import module_form
from regola_compiler.driver import Compiled, understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.play.chance.crowd_walk import CrowdWalk
from regola_compiler.play.chance.crowds import ToldApart
from regola_compiler.play.chance.phase_odds import Odds, begun, phase_node, played_odds
from regola_compiler.play.forms import Interpreted
from regola_compiler.play.many.policy import Policy
from regola_compiler.play.many.priorities import Priority
from regola_compiler.play.positions import Exchange
from regola_compiler.play.rules import Playing
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime.errors import NoAnswer
from regola_runtime.played.dice import shown_by
from support.effort import drawn

BATTLE = """\
enum Side @1
  red, blue

enum Kind @1
  foot, horse

players Side @1

piece Unit @1
  side: Side
  kind: Kind = foot
  state hit: bool = false
  state steps: int 0..3 = 2

piece Wreck @1
  of: Side

state losses: int 0..99 = 0 lasting volley @1

state fear: int 0..99 = 0 lasting volley @1

state owed: int 0..99 = 0 @1

state fog: bool = false @1

state best: int 0..99 = 0 @1

define number(s: Side) -> int @1
  count u in Unit where u.side is s

define present(s: Side) -> bool @1
  any u in Unit where u.side is s

define horses(s: Side) -> list of Unit @1
  those u in Unit where u.side is s and u.kind is horse

define worth(u: Unit) -> int 0..6 @1
  if u.kind is foot then 2 else 1

choice men(s: Side) @1
  among u in Unit where u.side is s and u.steps > 0
  prefer most u.steps

change hurt(u: Unit) @1
  effect u.steps loses 1
  effect losses gains 1

also after hurt(u) @1 when u.kind is horse
  effect fear gains 2

change alarm(s: Side) @1
  effect owed gains 1

sequence game @2
  phase battle @2
{until}    phase volley @2.1
      roll shot(u: Unit{among}): d{sides}
{more}{effects}    phase losses @2.2
      effect each u in Unit where u.hit or u.steps is 0
        u leaves
{after}
{event}setup
{setup}"""

# What a volley may do; those of the second list tell alike units from one another.
EFFECTS = [
    "each u in Unit where shot(u) is 1\n  u.hit becomes true",
    "each u in Unit where shot(u) <= worth(u)\n  hurt(u)",
    "each u in Unit where shot(u) is 2 and u.side is red\n  u.steps loses 1",
    "fog becomes any u in Unit where shot(u) is 1",
    "fog becomes no u in horses(red) where shot(u) is 2",
    "best becomes max of shot(u) for u in Unit",
    "best becomes count u in Unit where shot(u) <= 2",
    "best becomes sum of shot(u) for u in Unit where u.kind is horse",
    "each u in Unit where shot(u) is 1 and u.kind is horse\n  owed gains 1",
    "each u in Unit where (any v in Unit where v.side is not u.side and shot(v) is 1)\n  u.hit becomes true",
    "each u in horses(blue) where u in horses(blue) and shot(u) is 1\n  u.steps becomes 1",
    "each u in Unit where (count v in Unit where v.side is u.side and shot(v) is 1) >= 2\n  u.steps loses 1",
    "each u in Unit where u.kind is horse and shot(u) is 1\n  alarm(u.side)",
    "each u in Unit where u.side is blue and shot(u) is 2\n  new Wreck(of: u.side)",
    "each u in Unit where shot(u) > number(red)\n  u.hit becomes true",
    "best becomes (if present(red) then number(blue) else 0)",
]
APART = [
    "best becomes count u in Unit where (count v in [u] where shot(v) is 1) > 0",
    "each u in Unit where (any v in Unit where v is not u and v.side is u.side and shot(v) is 1)\n  u.hit becomes true",
    "best becomes count u in Unit where (all v in Unit where v is u or shot(v) >= shot(u))",
]
UNTILS = [
    "",
    "number(red) is 0 or number(blue) is 0",
    "not present(red) or not present(blue)",
    "(count u in Unit where u.steps is 2) <= 1",
]
EVENTS = [
    "",
    "event rout(u: Unit) as soon as u.steps is 1 @3\n  effect u.hit becomes u.kind is horse\n",
    "event panic as soon as number(red) <= 1 @3\n  effect fog becomes true\n",
    "event shaken(u: Unit) as soon as u.steps is 1, once a game @3\n  effect each v in Unit where v.side is not u.side\n"
    "    v.hit becomes true\n",
]
AFTER = [
    "",
    """\
    phase taking by red ends when owed is 0 or not present(red) @2.3

action take(u: Unit among men(red)) by red in taking @2.3
  allowed unless forbidden
  effect u.steps loses 1
  effect owed loses 1
""",
]


def game(
    effects: Sequence[str],
    units: Sequence[tuple[str, str, int]],
    *,
    until: str = "",
    event: str = "",
    after: str = "",
    among: str = "",
    sides: int = 3,
    pool: bool = False,
) -> Compiled:
    lines = "".join(f"      effect {effect}\n".replace("\n  ", "\n        ") for effect in effects)
    text = BATTLE.format(
        until=f"    repeat until {until}\n" if until else "",
        among=among,
        sides=sides,
        more="      roll lots: 2 d3\n" if pool else "",
        effects=lines + ("      effect best becomes count r in lots where r >= 2\n" if pool else ""),
        after=after,
        event=event,
        setup="".join(f"  {many} Unit(side: {side}, kind: {kind})\n" for side, kind, many in units),
    )
    compiled = understand(Game("battle", Path(), {}, [Source("battle.regola", text)]))
    assert not [one for one in compiled.found if one.severity == "error"], (text, compiled.found)
    return compiled


def ends(compiled: Compiled, odds: Odds) -> dict[Any, Any]:
    """How likely each end is, up to an exchange of alike pieces."""
    exchange = Exchange(compiled.program)
    found: dict[Any, Any] = {}
    for end in odds.ends:
        key = exchange.key({key: value for key, value in end.position.items() if value != ()})
        found[key] = found.get(key, 0) + end.chance
    return found


def is_asked_of_crowds(compiled: Compiled) -> bool:
    playing = Playing(compiled.program)
    try:
        walk = CrowdWalk(playing.program, Policy(), 10_000)
        node = phase_node(walk.form, "battle")
        assert node is not None
        walk.rows(playing.start(), node, None, lambda _: None)
    except ToldApart:
        return False
    return True


SOME = (("red", "foot", 2), ("blue", "foot", 1), ("blue", "horse", 2))
FEW = (("red", "foot", 2), ("blue", "horse", 1))


@pytest.mark.parametrize("effect", EFFECTS)
def test_rules_that_do_not_tell_units_apart_are_asked_of_crowds(effect: str) -> None:
    compiled = game([effect], SOME)
    assert is_asked_of_crowds(compiled)
    start = Playing(compiled.program).start()
    one, other = (
        played_odds(Interpreted(Playing(compiled.program)), "battle", start, exact=True, told_apart=apart)
        for apart in (False, True)
    )
    assert ends(compiled, one) == ends(compiled, other)
    assert one.states == other.states


@pytest.mark.parametrize("effect", APART)
def test_rules_that_tell_units_apart_are_not(effect: str) -> None:
    assert not is_asked_of_crowds(game([effect], SOME))


@settings(max_examples=drawn(12), deadline=None)
@given(data=st.data())
def test_classes_with_counts_have_the_odds_of_single_pieces(data: st.DataObject) -> None:
    draw = data.draw
    effects = draw(st.lists(st.sampled_from(EFFECTS + APART[:1]), min_size=1, max_size=3, unique=True))
    effects = [
        one for place, one in enumerate(effects) if not ("best" in one and any("best" in e for e in effects[:place]))
    ]
    effects = [
        one for place, one in enumerate(effects) if not ("fog" in one and any("fog" in e for e in effects[:place]))
    ]
    after = draw(st.sampled_from(AFTER))
    grows = any(word in one for one in effects for word in ("owed", "alarm", "Wreck"))
    until = "" if grows or after else draw(st.sampled_from(UNTILS))
    units = draw(st.sampled_from([SOME, FEW, (*FEW, ("red", "horse", 1)), (("blue", "horse", 2), *FEW[:1])]))
    compiled = game(
        effects,
        units,
        until=until,
        event=draw(st.sampled_from(EVENTS)),
        after=after,
        sides=2 if units == SOME else draw(st.integers(2, 3)),
        pool=draw(st.booleans()) and not any("best" in e for e in effects),
    )
    start = Playing(compiled.program).start()
    found = []
    for apart in (False, True):
        try:
            odds = played_odds(Interpreted(Playing(compiled.program)), "battle", start, exact=True, told_apart=apart)
            found.append((ends(compiled, odds), odds.states))
        except (RuleError, NoAnswer) as problem:
            found.append((type(problem), str(problem)))
    assert found[0] == found[1]


@pytest.mark.parametrize("event", EVENTS)
def test_what_is_chosen_and_what_comes_about_is_asked_of_crowds(event: str) -> None:
    effects = [EFFECTS[1], "each u in Unit where shot(u) is 2\n  owed gains 1"]
    compiled = game(effects, (("red", "foot", 2), ("blue", "foot", 1)), event=event, after=AFTER[1], sides=2)
    assert is_asked_of_crowds(compiled)
    start = Playing(compiled.program).start()
    one, other = (
        ends(
            compiled, played_odds(Interpreted(Playing(compiled.program)), "battle", start, exact=True, told_apart=apart)
        )
        for apart in (False, True)
    )
    assert one == other


def test_a_battle_of_many_ends_as_battles_do_that_are_rolled() -> None:
    """Two in three of a thousand battles, and so on: within four standard errors of what is reckoned."""
    units = (("red", "foot", 7), ("red", "horse", 2), ("blue", "foot", 6))
    compiled = game([EFFECTS[0]], units, until=UNTILS[2])
    start = Playing(compiled.program).start()
    reckoned: dict[int, float] = {}
    for end in played_odds(Interpreted(Playing(compiled.program)), "battle", start).ends:
        left = len(there_are(end.position, "Unit"))
        reckoned[left] = reckoned.get(left, 0.0) + float(end.chance)
    module, chance, games = module_form(compiled), Random(5), drawn(1_000)
    assert module is not None
    rolled: dict[int, int] = {}
    for _ in range(games):
        state = begun(module, "battle", start)
        while state.awaited:
            dice = {(roll.fact, roll.arguments): shown_by(roll.outcomes, chance) for roll in state.awaited}
            state = module.engine.roll(state, dice)
        left = len(there_are(module.position(state.position), "Unit"))
        rolled[left] = rolled.get(left, 0) + 1
    assert sum(reckoned.values()) == pytest.approx(1)
    for left, part in reckoned.items():
        assert abs(rolled.get(left, 0) / games - part) <= 4 * sqrt(part * (1 - part) / games) + 1e-3


def test_pieces_that_a_policy_names_are_told_from_their_like() -> None:
    compiled = game([EFFECTS[1]], (("red", "foot", 3),), after=AFTER[1].replace("owed is 0", "losses is 0"))
    playing = Playing(compiled.program)
    policy = Policy((Priority("take(Unit 2)"),))
    walk = CrowdWalk(playing.program, policy, 1_000)
    node = phase_node(walk.form, "battle")
    assert node is not None
    walk.rows(playing.start(), node, None, lambda _: None)
    assert walk.states[0][1] == (2, 1)


def test_where_little_is_alike_each_piece_is_followed_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regola_compiler.play.chance.crowd_walk.ENOUGH_ASKED", 1)
    few = game([EFFECTS[0]], (("red", "foot", 2),), until="number(red) is 0")
    assert not is_asked_of_crowds(few)
    many = game([EFFECTS[0]], (("red", "foot", 30), ("blue", "foot", 30)), until=UNTILS[1])
    assert is_asked_of_crowds(many)
