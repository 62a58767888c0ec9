"""`regola list --inputs` and `regola test --errata`: what comes from outside, and which rulings rule something."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import Run
from support.paths import GAMES

ASKS = """\
enum Side @1
  red, blue

piece Unit @1
  side: Side
  state steps: int 0..3 = 3
  state tired: bool = false

given weather: int 1..6 @1

given unread: int 1..6 @1

state turn: int 1..9 = 1 @1

state age: int 0..9 = 0 @1

define wet -> bool @1
  weather <= 2

define old -> bool @1
  age > 4 and not wet

sequence game @2
  repeat until turn is 9
  phase rest @2 when weather is 6
    effect turn gains 1

action march(u: Unit) in rest @2
  allowed unless forbidden
  requires u.side is red and not u.tired
  effect u.steps loses 1 when u.steps > 0 and old

setup
  Ann: Unit(side: red)
"""

ERRATA = """\
define toll(carts: int 0..9) -> int 0..99 @3.1
  carts
  exception by_the_text @3.1 when carts > 4
    5
  exception by_the_table @3.2 when carts > 4
    6
  exception on_foot @3.4 by walkers when carts is 0
    1

erratum which_toll @3.1, 3.2
  @3.1 says toll(5) is 5
  @3.2 says toll(5) is 6
  ruling by_the_text over by_the_table because en "it stands first"

erratum walkers @3.4
  @3.4 silent
  ruling because en "they pay for one cart"

erratum printed_wrong @3.3
  @3.3 says toll(2) is 3
  @3.1 says toll(2) is 2
  ruling @3.1 because en "a slip in the example"

erratum two_spellings @3.1
  @3.1 says en "tole"
  ruling because en "it is one word"

erratum unsettled @3.1
  @3.1 says en "who collects it"
  unresolved en "to be asked"

example carts @3.3
  toll(2) is 3
  toll(0) is 1
"""


def _rows(regola: Run, *words: str) -> list[dict[str, Any]]:
    (rows,) = json.loads(regola(*words, "--json").stdout).values()
    return list(rows)


def test_what_neither_play_nor_sheets_tell_is_asked_from_outside(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "asks.regola").write_text(ASKS, "utf-8")
    rows = _rows(regola, "list", str(tmp_path / "asks.regola"), "--inputs")
    assert {row["name"]: row["asked_by"] for row in rows} == {
        "weather": ["wet", "rest"],
        "age": ["old"],
        "Unit.tired": ["march"],
    }
    told = regola("list", str(tmp_path / "asks.regola"), "--inputs").stdout
    assert "weather     asked by wet, rest\n" in told


@pytest.mark.parametrize("game", ["tic_tac_toe", "reversi", "draughts"])
def test_a_game_that_is_whole_asks_nothing(game: str, regola: Run) -> None:
    assert _rows(regola, "list", str(GAMES / "classics" / f"{game}.regola"), "--inputs") == []


def test_each_ruling_is_noticed_by_what_rests_on_it(regola: Run, tmp_path: Path) -> None:
    path = tmp_path / "tolls.regola"
    path.write_text(ERRATA, "utf-8")
    assert regola("test", str(path)).returncode == 0
    rows = _rows(regola, "test", str(path), "--errata")
    assert rows == [
        {"name": "which_toll", "about": "rules", "found_by": "analysis"},
        {"name": "walkers", "about": "rules", "found_by": "example"},
        {"name": "printed_wrong", "about": "rules", "found_by": "example"},
        {"name": "two_spellings", "about": "rules", "found_by": "nothing"},
    ]
    told = regola("test", str(path), "--errata").stdout
    assert told.splitlines()[-2:] == [
        "two_spellings  noticed by nothing",
        "3 of 4 rulings are noticed when they are taken away",
    ]


def test_a_check_that_is_asked_to_tells_exactly_the_unnoticed_rulings_about_rules(regola: Run, tmp_path: Path) -> None:
    """Of one file with a ruling of each sort; `about words` and an acceptance each take one finding away."""
    path = tmp_path / "tolls.regola"
    words = '  about words because en "Which of two spellings stands decides nothing"\n'
    accepted = '\naccept erratum-unnoticed in two_spellings @3.1\n  because en "nobody is charged"\n'
    said_so = ERRATA.replace('because en "it is one word"\n', f'because en "it is one word"\n{words}')
    for text, expected in ((ERRATA, ["two_spellings"]), (said_so, []), (ERRATA + accepted, [])):
        path.write_text(text, "utf-8")
        plain = json.loads(regola("check", str(path), "--format", "json").stdout)
        asked = json.loads(regola("check", str(path), "--errata", "--format", "json").stdout)
        assert plain["findings"] == []
        assert [one["slug"] for one in asked["findings"]] == ["erratum-unnoticed"] * len(expected)
        assert all(f"`{name}`" in one["message"] for name, one in zip(expected, asked["findings"], strict=True))
        rows = _rows(regola, "test", str(path), "--errata")
        unnoticed = [row["name"] for row in rows if (row["about"], row["found_by"]) == ("rules", "nothing")]
        assert set(expected) <= set(unnoticed)
        assert [row["name"] for row in rows if row["about"] == "words"] == ["two_spellings"] * (text is said_so)
    assert regola("check", str(path), "--errata", "--strict").returncode == 0


def test_what_rules_stand_by_is_not_about_words_alone(regola: Run, tmp_path: Path) -> None:
    path = tmp_path / "tolls.regola"
    words = '  about words because en "It is about words"\n'
    for kept in ('because en "it stands first"\n', 'because en "they pay for one cart"\n'):
        path.write_text(ERRATA.replace(kept, kept + words), "utf-8")
        (found,) = json.loads(regola("check", str(path), "--format", "json").stdout)["findings"]
        assert found["slug"] == "dangling-exception"
        assert "is about words alone, but rules stand by it" in found["message"]


def test_looking_for_rulings_leaves_what_a_check_finds_as_it_was(regola: Run, tmp_path: Path) -> None:
    path = tmp_path / "tolls.regola"
    path.write_text(ERRATA, "utf-8")
    before = regola("check", str(path)).stdout
    regola("test", str(path), "--errata")
    assert regola("check", str(path)).stdout == before


def test_two_tasks_at_once_are_refused(regola: Run) -> None:
    game = str(GAMES / "classics" / "tic_tac_toe.regola")
    assert regola("test", game, "--errata", "--mutate").returncode == 2
    assert regola("list", game, "--inputs", "--kind", "table").returncode == 2
