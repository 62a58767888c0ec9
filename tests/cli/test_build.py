"""Several games built by one command: side by side, in order, each whole or not at all."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

GOOD = """\
table omen(die: d6) -> bool @1.1
  en "Whether the omen is good"
  | die | good  |
  | 1-3 | true  |
  | 4-6 | false |
"""
GAP = GOOD.replace("  | 4-6 | false |\n", "")


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Three games under `games/`, the second with an error; the last has the most to say."""
    for name, rules in {"auguries": GOOD, "birds": GAP, "clouds": GOOD + "# the longest\n" * 40}.items():
        game = tmp_path / "games" / name
        (game / "rules").mkdir(parents=True)
        (game / "game.yaml").write_text(f"id: {name}\ntitle:\n  en: {name}\nlanguages: [en]\n", "utf-8")
        (game / "rules" / "omens.regola").write_text(rules, "utf-8")
    return tmp_path


def written(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_every_game_is_built_but_the_one_with_an_error(jobs: str, regola: Run, shelf: Path) -> None:
    result = regola("build", "--docs", "--jobs", jobs, cwd=shelf)
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "built build/auguries/auguries.py",
        "wrote build/auguries/reference/index.html",
        "wrote build/auguries/print: sheet.en.pdf, summary.en.pdf",
        "built build/clouds/clouds.py",
        "wrote build/clouds/reference/index.html",
        "wrote build/clouds/print: sheet.en.pdf, summary.en.pdf",
    ]
    assert "table-gap" in result.stderr
    assert "\x1b" not in result.stderr, "what is being waited for is told at a terminal alone"
    assert result.stderr.endswith("1 error: nothing was written\n")
    assert sorted(path.name for path in (shelf / "build").iterdir()) == ["auguries", "clouds"]


def test_side_by_side_and_one_by_one_are_the_same_bytes(regola: Run, shelf: Path) -> None:
    regola("build", "auguries", "clouds", "--docs", "--ir", "--jobs", "2", "-o", "side", cwd=shelf)
    for game in ("auguries", "clouds"):
        regola("build", game, "--ir", "-o", f"one/{game}", cwd=shelf)
        regola("docs", game, "-o", f"one/{game}/reference", cwd=shelf)
        regola("print", game, "-o", f"one/{game}/print/sheet.en.pdf", cwd=shelf)
        regola("print", game, "--summary", "-o", f"one/{game}/print/summary.en.pdf", cwd=shelf)
    assert written(shelf / "side") == written(shelf / "one")
    assert len(written(shelf / "one")) == 10


def test_wrong_use_is_told_before_anything_is_built(regola: Run, shelf: Path) -> None:
    result = regola("build", "auguries", "cluods", cwd=shelf)
    assert (result.returncode, result.stdout) == (2, "")
    assert "did you mean `clouds`?" in result.stderr
    assert not (shelf / "build").exists()


def test_two_games_of_one_name_are_not_written_over_each_other(regola: Run, shelf: Path) -> None:
    (shelf / "games" / "clouds" / "game.yaml").write_text(
        "id: auguries\ntitle:\n  en: Twice\nlanguages: [en]\n", "utf-8"
    )
    result = regola("build", "auguries", "clouds", cwd=shelf)
    assert (result.returncode, "are both called `auguries`" in result.stderr) == (2, True)


def test_a_folder_without_games_is_told(regola: Run, tmp_path: Path) -> None:
    result = regola("build", cwd=tmp_path)
    assert (result.returncode, "there is no game here" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("def f(a, a): pass", "SyntaxError: duplicate argument 'a'"),
        ("import nothing_of_the_kind", "ModuleNotFoundError"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("import os; os._exit(3)", "Python ended while it read the module (code 3)"),
    ],
)
def test_a_module_that_cannot_be_imported_is_not_built(
    module: str, reason: str, regola: Run, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regola_compiler.emit.python.module.python_module", lambda _: module)
    result = regola("build", "auguries", cwd=shelf)
    assert result.returncode == 2
    assert result.stdout == ""
    assert reason in result.stderr
    assert not (shelf / "build").exists()
