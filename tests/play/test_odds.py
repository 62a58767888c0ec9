"""Odds of what is played: against the same by hand, against every roll tried, against games that were played."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_cli.forms import compiled_at, module_form
from regola_compiler.driver import understand
from regola_compiler.evaluate.protocol import Position
from regola_compiler.play.chance import phase_odds
from regola_compiler.play.chance.markov import Chain, NeverEnds
from regola_compiler.play.chance.phase_odds import phase_node, played_odds
from regola_compiler.play.forms import Interpreted
from regola_compiler.play.positions import Exchange
from regola_compiler.play.rules import Playing
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime.play import Frame, State
from regola_runtime.play import outcomes as every_roll
from regola_runtime.played.dice import multisets
from support.command import Run
from support.effort import PROFILE, drawn, some
from support.paths import DATA, GAMES

BATTLE = DATA / "battle.regola"
SKIRMISH = DATA / "skirmish.regola"


@cache
def battle(red: int, blue: int) -> dict[tuple[int, int], Fraction]:
    """By hand: how a battle ends in which each unit is hit with 2 of 6, until a side is gone."""
    if not red or not blue:
        return {(red, blue): Fraction(1)}
    third = Fraction(1, 3)
    stays = (1 - third) ** (red + blue)
    found: dict[tuple[int, int], Fraction] = {}
    for lost, gone in product(range(red + 1), range(blue + 1)):
        if lost or gone:
            chance = comb(red, lost) * comb(blue, gone) * third ** (lost + gone)
            chance *= (1 - third) ** (red + blue - lost - gone) / (1 - stays)
            for end, then in battle(red - lost, blue - gone).items():
                found[end] = found.get(end, Fraction(0)) + chance * then
    return found


def outcomes(regola: Run, game: Path, *words: str) -> dict[tuple[Any, ...], str | float]:
    told = json.loads(regola("odds", str(game), *words, "--json").stdout)
    return {tuple(v for k, v in row.items() if k != "probability"): row["probability"] for row in told["outcomes"]}


def test_a_battle_ends_as_it_does_by_hand(regola: Run) -> None:
    words = ("--play", "battle", "--of", "number(red)", "--of", "number(blue)")
    by_hand = battle(3, 2)
    assert outcomes(regola, BATTLE, *words, "--exact") == {end: str(chance) for end, chance in by_hand.items()}
    floats = outcomes(regola, BATTLE, *words)
    assert floats == pytest.approx({end: float(chance) for end, chance in by_hand.items()}, rel=1e-12)


def test_alike_units_are_one_class_and_unlike_ones_are_not() -> None:
    playing = Playing(compiled_at(BATTLE).program)
    alike = played_odds(Interpreted(playing), "battle", playing.start())
    told_apart = dict(playing.start())
    for place, (key, value) in enumerate(list(told_apart.items())):
        if key[0] == "Unit.side" and place % 2:
            told_apart["Unit.hit", key[1]] = False  # said outright: no longer the same facts as of the others
        del value
    apart = played_odds(Interpreted(playing), "battle", told_apart)
    assert alike.states < apart.states
    assert sum(end.chance for end in alike.ends) == pytest.approx(1)
    assert sum(end.chance for end in apart.ends) == pytest.approx(1)


@given(
    sides=st.lists(st.integers(1, 4), min_size=1, max_size=4),
    number=st.integers(0, 5),
)
def test_alike_dice_are_all_rolls_taken_together(sides: list[int], number: int) -> None:
    die = tuple(enumerate(sides))
    naive: dict[tuple[int, ...], int] = {}
    for roll in product(die, repeat=number):
        weight = 1
        for _, part in roll:
            weight *= part
        key = tuple(sorted(value for value, _ in roll))
        naive[key] = naive.get(key, 0) + weight
    assert dict(multisets(die, number)) == naive


@given(st.integers(0, 2**32), st.integers(2, 7))
def test_a_chain_ends_as_every_walk_does(seed: int, size: int) -> None:
    """Mass pushed along step by step, until next to nothing is left, comes to the same ends."""
    from random import Random

    chance = Random(seed)
    rows: list[dict[int, Fraction]] = []
    for _ in range(size):
        targets = chance.sample(range(size + 2), k=chance.randint(1, 3))
        weights = [chance.randint(1, 4) for _ in targets]
        row = {target: Fraction(weight, 2 * sum(weights)) for target, weight in zip(targets, weights, strict=True)}
        row[size] = row.get(size, Fraction(0)) + Fraction(1, 2)
        rows.append(row)
    rows += [{}, {}]
    exact = Chain(rows, Fraction(1)).ends(0)
    assert sum(exact.values()) == 1
    mass = {0: 1.0}
    for _ in range(80):
        after: dict[int, float] = {}
        for state, part in mass.items():
            for target, weight in (rows[state] or {state: Fraction(1)}).items():
                after[target] = after.get(target, 0.0) + part * float(weight)
        mass = after
    for end, part in exact.items():
        assert mass[end] == pytest.approx(float(part), abs=1e-9)
    floats = Chain([{t: float(w) for t, w in row.items()} for row in rows], 1.0).ends(0)
    assert floats == pytest.approx({end: float(part) for end, part in exact.items()})


TESTED = """\
enum Side @1
  red, blue

piece Unit @1
  side: Side
  state hit: bool = false

state hits: int 0..999 = 0 @1

define hard(u: Unit) -> int 0..6 @1
  if u.side is red then {red} else {blue}

sequence game @1
  phase battle @1
    phase volley @1
      roll shot(u: Unit): d4
      roll lots: 2 d4
      effect each u in Unit where {test}
        u.hit becomes true
      effect hits becomes {count}

setup
  2 Unit(side: red)
  1 Unit(side: blue)
"""


@settings(max_examples=drawn(10), deadline=None)
@given(
    red=st.integers(0, 6),
    blue=st.integers(0, 6),
    test=st.sampled_from(["shot(u) <= hard(u)", "shot(u) is 3 or shot(u) > hard(u)", "shot(u) + hard(u) > 4"]),
    count=st.sampled_from(
        [
            "count r in lots where r >= 3",
            "sum of r for r in lots where r is 2",
            "0",
            "sum of r for r in lots",
            "round down max of r for r in lots",
            "(count r in lots where r > 2) + (round down min of r for r in lots)",
            "count u in Unit where (any r in lots where r is 1)",
            "sum of (sum of r * hard(u) for r in lots) for u in Unit",
        ]
    ),
)
def test_sides_and_dice_taken_together_change_no_odds(red: int, blue: int, test: str, count: str) -> None:
    """The same ends, and the same chances, as when each side of each die is followed by itself."""
    text = TESTED.format(red=red, blue=blue, test=test, count=count)
    compiled = understand(Game("dice", Path(), {}, [Source("dice.regola", text)]))
    playing, module = Playing(compiled.program), module_form(compiled)
    assert module is not None
    forms = (Interpreted(playing), module)
    together = [played_odds(form, "battle", playing.start(), exact=True) for form in forms]
    naive: dict[Any, Fraction] = {}
    node = phase_node(forms[0], "battle")
    assert node is not None
    state = playing.engine.resume(State(playing.start(), (Frame(node, 0),), sequence=9))
    assert not state.over
    exchange = Exchange(compiled.program)
    for rolled, weight in every_roll(state.awaited):
        key = exchange.key(said(playing.engine.roll(state, rolled).position))
        naive[key] = naive.get(key, Fraction(0)) + weight
    whole = sum(naive.values())
    for odds in together:
        assert {exchange.key(said(end.position)): end.chance for end in odds.ends} == {
            key: weight / whole for key, weight in naive.items()
        }


def said(position: Position) -> Position:
    """A position without lists of pieces of which there is none, which one form says and the other does not."""
    return {key: value for key, value in position.items() if value != ()}


# A whole duel takes the interpreter ten times as long as all else that is asked of it here.
DUEL = [(GAMES / "classics" / "duel.regola", ("--play", "game", "--of", "coins(north)"))] if PROFILE != "steady" else []


def test_the_module_says_the_same_odds_as_the_interpreter(regola: Run) -> None:
    for game, words in (
        (BATTLE, ("--play", "battle", "--of", "number(red)", "--of", "number(blue)")),
        (SKIRMISH, ("--play", "game")),
        (SKIRMISH, ("--play", "fire", "p=red")),
        *DUEL,
    ):
        for more in some([("--json",), (), ("--exact",)]) if game == BATTLE else [("--exact",)]:
            module = regola("odds", str(game), *words, *more)
            assert module.returncode == 0, module.stderr
            assert module.stdout == regola("odds", str(game), *words, *more, "--interpreter").stdout


POOL = """\
state hits: int 0..{dice} = 0 @1

state pips: int 0..9999 = 0 @1

sequence game @2
  phase shots @2.1
    roll dice: {dice} d6
    effect hits becomes count r in dice where r >= 5
    effect pips becomes sum of r for r in dice
"""


def test_twenty_dice_of_a_roll_are_counted(regola: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.regola"
    pool.write_text(POOL.format(dice=20), "utf-8")
    told = outcomes(regola, pool, "--play", "shots", "--of", "hits", "--exact")
    assert told == {(n,): str(Fraction(comb(20, n) * 2 ** (20 - n), 3**20)) for n in range(21)}
    whole = outcomes(regola, pool, "--play", "shots", "--of", "pips", "--exact")
    assert whole[20,] == str(Fraction(1, 6**20))
    assert sum(Fraction(str(chance)) for chance in whole.values()) == 1


@pytest.mark.parametrize(
    "command", [("odds", "--play", "shots"), ("simulate", "-n", "3"), ("play",), ("perft", "-n", "1")]
)
def test_a_pool_of_a_million_dice_is_told(command: tuple[str, ...], regola: Run, tmp_path: Path) -> None:
    pool = tmp_path / "pool.regola"
    pool.write_text(POOL.format(dice=1_000_000), "utf-8")
    result = regola(command[0], str(pool), *command[1:])
    assert result.returncode == 1
    assert "1,000,000 dice are rolled at once: at most 1,000 are" in result.stdout + result.stderr


def test_what_may_go_on_for_ever_is_told() -> None:
    with pytest.raises(NeverEnds):
        Chain([{1: 0.5, 2: 0.5}, {1: 1.0}, {}], 1.0).ends(0)


def test_odds_are_those_of_games_that_are_played(regola: Run) -> None:
    exact = outcomes(regola, SKIRMISH, "--play", "game", "--of", "gone(blue)")
    played = json.loads(regola("simulate", str(SKIRMISH), "-n", "600", "--json").stdout)
    assert played["winners"]["red"] / 600 == pytest.approx(exact[True,], abs=0.06)


def test_priorities_choose(regola: Run, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("priorities:\n  - shoot(tank, _)\n  - end\n", "utf-8")
    words = ("--play", "fire", "p=red", "--of", "count m in Soldier where m.side is blue")
    told = outcomes(regola, SKIRMISH, *words, "--policy", str(policy), "--exact")
    assert told == {(2,): "2/3", (1,): "1/3"}


CLASH = """\
piece Soldier @1
  state hits: int 0..3 = 3 @1
  state at_front: bool = false @1

sequence day @1
  phase clash @1
    roll die: d6 @1
    effect each s in Soldier where s.at_front and die >= 4
      s.hits loses 1 @1
    effect each s in Soldier where s.at_front
      s.at_front becomes false @1
"""


@pytest.mark.parametrize("few", [0, 400], ids=["by classes", "piece by piece"])
@pytest.mark.parametrize("who", ["Ann", "Eve"])
def test_a_piece_that_is_asked_by_its_name_is_no_other(
    who: str, few: int, regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phase_odds, "FEW_STATES", few)
    game = tmp_path / "clash.regola"
    game.write_text(CLASH, "utf-8")
    words = [part for name in ("Ann", "Bob", "Cat", "Eve") for part in ("--with", f"{name}: Soldier")]
    asked = ("--of", "Ann.hits", "--of", "Eve.hits", "--exact")
    told = outcomes(regola, game, "--play", "clash", *words, f"{who}.at_front=true", *asked)
    assert told == {((2, 3) if who == "Ann" else (3, 2)): "1/2", (3, 3): "1/2"}
    given = outcomes(
        regola, game, "--play", "clash", *words, f"{who}.at_front=true", *asked, "--given", f"{who}.hits is 2"
    )
    assert list(given.values()) == ["1"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--play", "battel"), "did you mean `battle`?"),
        ((), "say what is asked"),
        (("number", "s=red", "--exact"), "go with --play"),
        (("--play", "battle", "x=1"), "there is no fact `x`"),
        (("--play", "battle", "--of", "nmber(red)"), "neither a rule nor an expression"),
        (("--play", "battle", "--policy", "nowhere.yaml"), "`nowhere.yaml` cannot be read"),
    ],
)
def test_wrong_use_is_told(words: tuple[str, ...], says: str, regola: Run) -> None:
    result = regola("odds", str(BATTLE), *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr


def test_a_policy_that_names_nothing_is_told_with_its_line(regola: Run, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text("priorities:\n  - shoot\n  - shot\n", "utf-8")
    result = regola("simulate", str(SKIRMISH), "-n", "1", "--policy", str(policy))
    assert result.returncode == 2
    assert "policy.yaml:3: `shot` is nothing that can be done: did you mean `shoot`?" in result.stderr


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{do: shoot, least: u.strenth}", "`u.strenth` is nothing the rules can be asked"),
        ("{do: shoot, when: 3}", "policy.yaml:3: `when` must be a text"),
        ("{do: shoot, when: '3'}", "`3` is no condition"),
        ("{do: shoot, most: 'true'}", "`true` has neither least nor most"),
        ("{do: shoot, from_round: 2, of: volly}", "there is no phase `volly`"),
        ("{do: shoot, from_round: 2}", "policy.yaml:3"),
        ("{least: 1}", "policy.yaml:3"),
    ],
)
def test_a_line_of_a_policy_that_says_nothing_is_told(line: str, says: str, regola: Run, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yaml"
    policy.write_text(f"priorities:\n  - end\n  - {line}\n", "utf-8")
    result = regola("odds", str(SKIRMISH), "--play", "fire", "p=red", "--policy", str(policy))
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr, result.stderr


RESTS = """\
enum Weather @1
  fair, foul

state weather: Weather = fair @1

state hits: int 0..9 = 0 @1

define the_limit -> int 1..6 @"2.1"
  4
  exception worse @"2.1/foul" when weather is foul
    5

erratum which_limit @"2.1", "2.2"
  @"2.1" says the_limit is 4
  @"2.2" says the_limit is 5
  ruling @"2.1" because en "printed first"

sequence game @2
  phase shots @2.1
    roll d: d6
    effect hits becomes (if d >= the_limit then 1 else 0)
"""


def test_odds_say_what_they_rest_on(regola: Run, tmp_path: Path) -> None:
    game = tmp_path / "rests.regola"
    game.write_text(RESTS, "utf-8")
    words = ("odds", str(game), "--play", "shots")
    assert regola(*words).stdout.splitlines()[2:] == [
        "  taken as it starts: weather = fair",
        "  errata: which_limit — ruled @2.1 over @2.2 because printed first",
    ]
    told = json.loads(regola(*words, "weather=fair", "--json").stdout)
    assert (told["defaults"], [one["name"] for one in told["errata"]]) == ([], ["which_limit"])
    plain = json.loads(regola("odds", str(BATTLE), "--play", "battle", "--json").stdout)
    assert (plain["defaults"], plain["errata"]) == ([], []), "what a piece starts with is no default of the asker's"


SENTRIES = """
place Hill @1

piece Band @1
  state at: Hill or Band or none = none @1

state hits: int 0..2 = 0 @1

define on_a_hill(b: Band) -> bool @1
  b.at is a Hill

sequence game @2
  phase shots @2.1
    roll shot: d6
    effect hits becomes 1 when shot > 4 and any b in Band where on_a_hill(b)

setup @3
  top: Hill
  one: Band(at: "top")
"""


def test_a_type_that_a_rule_asks_for_is_no_piece_that_it_names(regola: Run, tmp_path: Path) -> None:
    sentries = tmp_path / "sentries.regola"
    sentries.write_text(SENTRIES, "utf-8")
    words = ("--play", "shots", "--of", "hits", "--exact")
    told = outcomes(regola, sentries, *words)
    assert told == {(0,): "2/3", (1,): "1/3"} == outcomes(regola, sentries, *words, "--interpreter")
