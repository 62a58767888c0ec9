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
    assert "or let it be rolled with `--seed N`" in silent.stderr


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
