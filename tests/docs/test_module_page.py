"""The page about the module, run as it stands; and the examples for other people's programs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support.paths import GAMES, ROOT

PAGE = (ROOT / "docs" / "module.md").read_text("utf-8")
EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="module")
def lantern_pass(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lantern Pass as the page builds it: the Python module, the JavaScript one and the representation."""
    from regola_cli.main import main

    folder = tmp_path_factory.mktemp("built")
    words = [str(GAMES / "lantern_pass"), "--standalone", "--ir", "--target", "python", "--target", "js"]
    with pytest.raises(SystemExit) as ended:
        main(["build", *words, "-o", str(folder)], "regola")
    assert ended.value.code in {0, None}
    return folder


def run(*words: str, folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_runs(lantern_pass: Path) -> None:
    pytest.importorskip("numpy", reason="the page asks with arrays")
    pytest.importorskip("pettingzoo", reason="the page trains players")
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    assert code.count("assert") > 15
    run(sys.executable, "-c", code, folder=lantern_pass)


@pytest.mark.node
def test_the_javascript_of_the_page_runs(lantern_pass: Path) -> None:
    (code,) = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)
    (lantern_pass / "page.mjs").write_text(code, "utf-8")
    said = re.findall(r"It prints (.*)\. Names", PAGE)[0]
    assert run("node", "page.mjs", folder=lantern_pass).split() == re.findall(r"`(\w+)`", said)


@pytest.mark.node
def test_another_language_reads_the_representation(lantern_pass: Path) -> None:
    shown = run("node", str(EXAMPLES / "tables.mjs"), "lantern_pass.json", "it", folder=lantern_pass)
    assert re.search(r"^die \\ odds +1-2 +1-1 +2-1 +3-1 +4-1$", shown, re.MULTILINE)
    assert re.search(r"^6 +DR +DR +DX +DX +DX$", shown, re.MULTILINE)


def test_which_column_changes_a_battle_most(tmp_path: Path, built: Callable[..., Path]) -> None:
    worths = ("A1=-1", "DR=1", "D1=2", "D1-B=3", "A1/D2=1")
    words = (str(EXAMPLES / "columns.py"), str(built("caucasus")), "caucasus", "combat_results", "odds", *worths)
    columns, shifts = run(sys.executable, *words, folder=tmp_path).split("\n\n")
    worth = [float(line.split()[1]) for line in columns.splitlines()]
    gains = [float(line.split()[-1]) for line in shifts.splitlines()]
    assert len(gains) == len(worth) - 1 > 3
    assert gains == sorted(gains, reverse=True)
    assert gains[0] > gains[-1]
    assert sum(gains) == pytest.approx(worth[-1] - worth[0], abs=0.05)


def test_a_referee_plays_and_says_why_not(lantern_pass: Path, tmp_path: Path) -> None:
    typed = 'enter("Band 1", "Larchwood")\n2\nsave\n'
    words = (sys.executable, str(EXAMPLES / "referee.py"), str(lantern_pass), "lantern_pass", "first_frost")
    done = subprocess.run(words, cwd=tmp_path, input=typed, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "forbidden: enter (6, 6.1)" in done.stdout
    again = subprocess.run(words, cwd=tmp_path, input="", capture_output=True, text=True, check=False)
    assert again.stdout.split("\n")[1] == "movement, smugglers"
    assert len((EXAMPLES / "referee.py").read_text("utf-8").splitlines()) <= 100
