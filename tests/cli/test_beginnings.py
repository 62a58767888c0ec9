"""Where a game begins is the same for who plays it and for who only asks."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import peek_game
from support.command import Run

RULES = """\
enum Side @1
  red, blue
players Side @1
place Field @2
  near: list of Field = [] @2
piece Cart @3
  side: Side
  state at: Field @3
state day: int 1..3 = 1 @4
sequence turn @4
  for p in red, blue
    phase haul by p @4
action go(c: Cart, a: Field among c.at.near) by c.side in haul @5
  allowed unless forbidden
  effect c.at becomes a
define carts(f: Field) -> int 0..9 @6
  count c in Cart where c.at is f
"""
SETUP = """\
setup @7
  red_1: Cart(side: red, at: Quay)
  blue_1: Cart(side: blue, at: Mill)
"""
MAP = "title: {en: The fields}\nplaces:\n- {name: Quay, near: [Mill]}\n- {name: Mill, near: [Quay]}\n"
SCENARIO = "id: dawn\ntitle: {en: Dawn}\nsections: ['7']\nposition: {day: 2}\n"
Game = Callable[..., Path]


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """Write a game of carts from its parts."""

    def written(rules: str = RULES + SETUP, **files: str) -> Path:
        place = tmp_path / "carts"
        shutil.rmtree(place, ignore_errors=True)
        parts = {"game.yaml": "id: carts\ntitle: {en: Carts}\nlanguages: [en]\n", "rules/carts.regola": rules, **files}
        for name, text in parts.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_text(text, "utf-8")
        return place

    return written


def _ask(regola: Run, place: Path, asked: str, *words: str) -> object:
    done = regola("ask", str(place), asked, "--json", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["value"]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("asked", "answer"),
    [("count c in Cart", 2), ("red_1.at", "Quay"), ("carts(Mill)", 1), ("day", 2), ("red_1.at.near", ["Mill"])],
)
def test_a_question_sees_the_scenario_and_the_pieces_of_the_rules_as_a_play_does(
    regola: Run, game: Game, monkeypatch: pytest.MonkeyPatch, named: bool, asked: str, answer: object
) -> None:
    place = game(**{"maps/fields.yaml": MAP, "scenarios/dawn.yaml": SCENARIO})
    words = ("--scenario", "dawn") if named else ()
    assert _ask(regola, place, asked, *words) == answer
    monkeypatch.setattr(sys, "stdin", StringIO(f"ask {asked}\n"))
    played = regola("play", str(place), *words)
    shown = f"[{', '.join(answer)}]" if isinstance(answer, list) else str(answer)
    assert shown in played.stdout.splitlines()[-1]


def test_an_example_begins_there_too_and_is_asked_again_when_a_place_changes(game: Game) -> None:
    example = "example dawn @7\n  given setup of dawn\n  carts(Quay) is 1\n  day is 2\n"
    moved = SETUP.replace("at: Quay", "at: base") + "define base -> Field @7\n  Quay\n"
    place = game(RULES + moved + example, **{"maps/fields.yaml": MAP, "scenarios/dawn.yaml": SCENARIO})
    session = Session()
    assert [one.code.slug for one in session.check(peek_game(place, "carts")).found] == ["played-once"]
    rules = place / "rules" / "carts.regola"
    rules.write_text(rules.read_text("utf-8").replace("  Quay\nex", "  Mill\nex"), "utf-8")
    assert sorted(one.code.slug for one in session.check(peek_game(place, "carts")).found) == [
        "example-fails",
        "played-once",
    ]


def test_odds_and_an_input_find_a_piece_of_the_rules_in_a_scenario(regola: Run, game: Game) -> None:
    place = game(**{"maps/fields.yaml": MAP, "scenarios/dawn.yaml": SCENARIO})
    found = regola("odds", str(place), "carts(red_1.at)", "--scenario", "dawn")
    assert (found.returncode, found.stdout.split()[:2]) == (0, ["1", "1"]), found.stderr
    moved = regola("ask", str(place), "go", "c=red_1", "a=Mill", "phase=haul", "turn_owner=red", "--scenario", "dawn")
    assert "no `Cart`" not in moved.stdout + moved.stderr


def test_what_setup_names_and_is_not_there_is_left_to_the_check(regola: Run, game: Game) -> None:
    place = game(RULES + SETUP.replace("Quay", "Zanzibar"), **{"maps/fields.yaml": MAP})
    asked = regola("ask", str(place), "carts(Mill)")
    assert asked.returncode == 2
    assert "what `setup` puts up is not right" in asked.stderr
    assert "regola check" in asked.stderr
    assert "Zanzibar" in regola("check", str(place)).stdout


DAWN = """\
enum Sky @1
  clear, rain
players Sky @1
state sky: Sky = clear @2
state day: int 0..9 = 0 @2
sequence turn @3
  phase dawn @3
    roll d: d6 @3
    effect sky becomes rain @3
    effect day becomes d @3
  phase walk by clear @3
action wait by clear in walk @3
  allowed unless forbidden
"""


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_the_first_dice_change_is_told_whoever_rolls_them(
    regola: Run, game: Game, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    place = game(DAWN)
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    by_chance = regola("play", str(place), "--seed", str(seed)).stdout
    shown = by_chance.partition("d is ")[2][0]
    monkeypatch.setattr(sys, "stdin", StringIO(f"{shown}\n"))
    by_hand = regola("play", str(place)).stdout
    wanted = ["  sky: clear → rain", f"  day: 0 → {shown}"]
    for told in (by_hand, by_chance):
        assert [line for line in told.splitlines() if "→" in line] == wanted


def test_the_only_map_is_laid_for_pieces_that_the_rules_put_up(regola: Run, game: Game) -> None:
    place = game(**{"maps/fields.yaml": MAP})
    assert _ask(regola, place, "count f in Field") == 2
    assert _ask(regola, place, "red_1.at.near") == ["Mill"]
    played = json.loads(regola("simulate", str(place), "-n", "3", "--limit", "6", "--json").stdout)
    assert played["done"]["go"] > 0
    assert regola("check", str(place)).returncode == 0


@pytest.mark.parametrize(
    "files",
    [
        {"maps/fields.yaml": MAP, "maps/others.yaml": MAP.replace("Quay", "Weir").replace("Mill", "Lock")},
        {"maps/fields.yaml": MAP, "scenarios/dawn.yaml": SCENARIO},
    ],
)
def test_where_there_is_a_choice_no_map_is_laid_by_itself(game: Game, files: dict[str, str]) -> None:
    from regola_cli.forms import compiled_at

    assert list(compiled_at(game(**files)).scenarios) == [Path(name).stem for name in files if "scenarios" in name]


def test_games_without_a_move_are_not_said_to_have_gone_well(regola: Run, game: Game) -> None:
    bare = RULES.replace("sequence turn @4\n", "sequence turn @4\n  repeat until day is 3\n").replace(
        "    phase haul by p @4\n", "    phase haul by p @4\n  phase night @4\n    effect day becomes 3 @4\n"
    )
    told = regola("simulate", str(game(bare)), "-n", "2").stdout
    assert "nobody ever had a move" in told
    assert "nothing went wrong" not in told


def test_a_scenario_with_nothing_to_say_of_facts_says_nothing(regola: Run, game: Game) -> None:
    place = game(**{"maps/fields.yaml": MAP, "scenarios/dawn.yaml": SCENARIO.replace("position: {day: 2}\n", "")})
    assert regola("check", str(place)).returncode == 0
    assert _ask(regola, place, "day", "--scenario", "dawn") == 1


def test_of_a_counter_that_is_placed_nowhere_is_told_what_can_be_written(
    regola: Run, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = "title: {en: Carts}\ncounters:\n- {name: Red, side: red, count: 2}\n"
    scenario = SCENARIO + "setup:\n- {at: Quay, counter: Red}\n"
    files = {"maps/fields.yaml": MAP, "counters/carts.yaml": sheet, "scenarios/dawn.yaml": scenario}
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    played = regola("play", str(game(RULES, **files)))
    assert "state at: Field or none = none" in played.stdout + played.stderr
    placed_later = RULES.replace("state at: Field @3", "state at: Field or none = none @3").replace(
        "a: Field among c.at.near", "a: Field"
    )
    assert regola("check", str(game(placed_later, **files))).returncode == 0


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("ends of way(red_1)", "[Quay, Mill]"),
        ("length of way(red_1)", "0"),
        ("ways of way(red_1)", "[[Quay], [Quay, Mill]]"),
    ],
)
def test_ends_ways_and_length_of_a_path_are_asked(regola: Run, game: Game, asked: str, answer: str) -> None:
    path = "path way(c: Cart) over near @8\n  from c.at\n  first at most 1 steps\n"
    told = regola("ask", str(game(RULES + SETUP + path, **{"maps/fields.yaml": MAP})), asked)
    assert (told.returncode, told.stdout.splitlines()[:1]) == (0, [answer]), told.stderr
