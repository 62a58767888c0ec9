"""`regola walk` where the sequence rolls dice and calls phases."""

from __future__ import annotations

import json
import sys
from io import StringIO
from pathlib import Path

import pytest
from support.command import Run

STORM = """\
state gales: int 0..9 = 0 @1

sequence game @1
  phase weather @2
    roll d: d6
    effect gales becomes d
  phase noon @2 when gales > 0
    effect play storm(gales)
  phase storm(n: int 0..9) when called @3
    roll hail: 2 d6
    effect gales becomes n
"""


@pytest.fixture
def storm(tmp_path: Path) -> str:
    path = tmp_path / "storm.regola"
    path.write_text(STORM, "utf-8")
    return str(path)


def test_dice_are_rolled_by_seed_and_called_phases_are_entered(storm: str, regola: Run) -> None:
    told = json.loads(regola("walk", storm, "--seed", "3", "--json").stdout)["steps"]
    assert [(step["phase"], step.get("rolled", "").partition(" is ")[0]) for step in told] == [
        ("game", ""),
        ("weather", "d"),
        ("noon", ""),
        ("storm", "hail"),
    ]
    text = regola("walk", storm, "--seed", "3").stdout
    assert f"rolled: {told[1]['rolled']}" in text
    assert regola("walk", storm, "--seed", "3").stdout == text
    assert any(regola("walk", storm, "--seed", str(seed)).stdout != text for seed in range(4, 9))


def test_dice_that_are_told_are_not_rolled(storm: str, regola: Run) -> None:
    told = json.loads(regola("walk", storm, "weather.d=6", "--seed", "3", "--json").stdout)["steps"]
    assert "rolled" not in told[1]
    silent = regola("walk", storm)
    assert silent.returncode == 2
    assert "the answer depends on `weather.d`" in silent.stderr
    assert "or let the dice be rolled with `--seed N`" in silent.stderr


def test_at_a_terminal_dice_are_asked_for(storm: str, regola: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal("4\n[5, 2]\n"))
    told = regola("walk", storm)
    assert told.returncode == 0, told.stderr
    assert "rolled: d is 4" in told.stdout
    assert "rolled: hail is [2, 5]" in told.stdout
    monkeypatch.setattr(sys, "stdin", Terminal("7\n"))
    assert "d cannot be `7`" in regola("walk", storm).stderr


def test_what_has_to_be_done_by_the_end_of_a_phase_stands_below_it(tmp_path: Path, regola: Run) -> None:
    path = tmp_path / "day.regola"
    path.write_text(
        "sequence day @1\n  phase work @1\naction load in work @2\n  allowed unless forbidden\n"
        "action wait in work @2\n  allowed unless forbidden\nrule busy @3\n"
        "  anyone must load or wait by the end of work\n",
        "utf-8",
    )
    steps = json.loads(regola("walk", str(path), "--json").stdout)["steps"]
    assert [step["due"] for step in steps] == [[], [{"rule": "busy", "one_of": ["load", "wait"]}]]
    assert "has to be done by the end of it, where a rule says so: load or wait" in regola("walk", str(path)).stdout


def test_what_only_repeats_has_no_line_of_its_own(tmp_path: Path, regola: Run) -> None:
    (tmp_path / "day.regola").write_text(
        "enum Side @1\n  red, blue\nplayers Side @1\ndefine order -> list of Side @1\n  [blue, red]\n"
        "sequence day @2\n  for s in order\n    phase work by s @2.1\n",
        "utf-8",
    )
    told = regola("walk", "day.regola", cwd=tmp_path).stdout
    assert [line.strip() for line in told.splitlines()] == ["day  (2)", "work [blue]  (2.1)", "work [red]  (2.1)"]


OPTIONAL = """\
variant wine @6
variant feast @6
given thirsty: bool = false @6
sequence day @1
  phase work @1
action load in work @2
  allowed unless forbidden
action drink in work @6
  allowed unless forbidden
  requires thirsty and wine
action dance in work @6
  forbidden unless allowed
action sleep in work @6
  forbidden unless allowed
rule they_dance under feast @6
  anyone may dance
rule they_sleep @6
  anyone may sleep when thirsty
rule they_drink under wine @6
  anyone must load by the end of work
"""


def test_what_an_optional_rule_asks_for_that_is_off_is_not_what_may_be_done(tmp_path: Path, regola: Run) -> None:
    (tmp_path / "day.regola").write_text(OPTIONAL, "utf-8")

    def work(*told: str) -> tuple[list[str], list[str]]:
        step = json.loads(regola("walk", "day.regola", *told, "--json", cwd=tmp_path).stdout)["steps"][1]
        return step["actions"], [due["rule"] for due in step["due"]]

    # What is not true now may come to be so in the phase: of that nothing is left out.
    assert work() == (["load", "sleep"], [])
    assert work("wine=true") == (["load", "drink", "sleep"], ["they_drink"])
    assert work("feast=true") == (["load", "dance", "sleep"], [])


TITLED = """\
sequence game @1
  en "The day"
  en "A day is morning, and evening."
  it "La giornata"
  it "Una giornata sono mattina e sera."
  phase noon @2
    en "Noon"
    en "At noon all rest."
    it "Mezzogiorno"
    it "A mezzogiorno tutti riposano."
"""


@pytest.mark.parametrize(("language", "titles"), [("en", ["The day", "Noon"]), ("it", ["La giornata", "Mezzogiorno"])])
def test_the_title_of_a_phase_is_its_first_text(language: str, titles: list[str], regola: Run, tmp_path: Path) -> None:
    (tmp_path / "day.regola").write_text(TITLED, "utf-8")
    told = regola("walk", "day.regola", "--language", language, "--json", cwd=tmp_path)
    assert [step["title"] for step in json.loads(told.stdout)["steps"]] == titles


JOURNEY = """\
place Town @1
  roads: list of Town = [] @1
piece Cart @1
  state at: Town @1
setup @1
  Mill: Town(roads: [Ford, Inn])
  Ford: Town(roads: [Mill])
  Inn: Town(roads: [Mill])
  cart: Cart(at: Mill)
state food: int 0..20 = 5 @1
state fire: bool = false @1
given month: int 1..12 @1
given weight: int @1

sequence day @2
  phase morning @2
    roll dice: d6 @2
    effect food loses 1 when dice > 2
  phase trouble @3 when food < 5
    roll harm: d6 @3
    effect food loses 1 when harm > 3
  phase winter @4 when month > 10
    roll cold: d6 @4
    effect fire becomes cold > 3
  phase evening @5
    draw goal among cart.at.roads @5
    effect cart.at becomes goal
  phase night @6
    roll sleep: d6 @6
{last}"""


def test_all_dice_that_a_walk_needs_are_named_at_once(tmp_path: Path, regola: Run) -> None:
    path = tmp_path / "journey.regola"
    path.write_text(JOURNEY.replace("{last}", ""), "utf-8")
    walk = ["walk", str(path)]
    told = regola(*walk)
    assert told.returncode == 2
    # Not `trouble.harm` nor `winter.cold`, which only some dice and months lead to, nor `night.sleep`, which nobody reads.
    assert "further on `month`, `evening.goal` will be asked for too" in told.stderr
    assert f"`regola walk {path} morning.dice=… month=… evening.goal=…`" in told.stderr
    assert regola(*walk, "morning.dice=1", "month=3", "evening.goal=Inn").returncode == 0
    winter = regola(*walk, "month=12", "evening.goal=Inn")
    assert f"`regola walk {path} morning.dice=… winter.cold=…`" in winter.stderr
    # With a seed the dice are no matter.
    assert f"`regola walk {path} month=…`" in regola(*walk, "--seed", "2").stderr


def test_what_has_no_end_is_the_last_that_is_named(tmp_path: Path, regola: Run) -> None:
    path = tmp_path / "journey.regola"
    last = "  phase load @7 when weight > 3\n  phase feast @7 when month > 3\n"
    path.write_text(JOURNEY.replace("{last}", last), "utf-8")
    told = regola("walk", str(path), "month=2")
    assert f"`regola walk {path} morning.dice=… evening.goal=… weight=…`" in told.stderr
