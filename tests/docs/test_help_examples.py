"""Every command that `--help` shows works in a folder that has what the package makes, and a reader's own files.

A newcomer has no folder of this repository. `lantern_pass` is what `regola new lantern_pass --like lantern_pass` writes
there; what else an example names, `my_game.regola`, `rulebook.txt`, is the reader's, and stands for any of its kind.
"""

from __future__ import annotations

import io
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from regola_cli.main import COMMANDS
from support.book_files import as_pdf
from support.command import in_process
from support.console_examples import commands_in_help
from support.effort import PROFILE
from support.paths import ROOT

# What takes minutes, or never ends by itself.
LONG = ("simulate draughts", "perft draughts", "perft my_game", "lsp", "check lantern_pass --defaults")
# What is asked in every run as well: a variant by tests/analysis/test_diff.py of another game, its pages by tests/emit.
if PROFILE == "steady":
    LONG += ("diff lantern_pass --variant", "docs lantern_pass")
# What these find is what they are shown for.
FINDS = ("check", "crosscheck", "diff", "fmt --check")
# What the reader has at hand, by the name it has in the examples, and what of this repository stands for it.
OWN = {
    "my_rules.regola": "games/classics/tic_tac_toe.regola",
    "my_game.regola": "tests/data/skirmish.regola",
    "first_edition.regola": "games/classics/tic_tac_toe.regola",
    "second_edition.regola": "games/classics/reversi.regola",
    "skirmish.regola": "tests/data/skirmish.regola",
}
DICE = """\
define total(first: d6, second: d6) -> int @1
  first + second
"""
BOOK = "# Rules\n\n## 1.1 Moves\n\nA side moves 2 units at most: see 1.2.\n\n## 1.2 Units\n\nA unit is a guard.\n"
# What an earlier example writes, and a later one reads.
BEFORE = (
    "new lantern_pass --like lantern_pass",
    "new my_game",
    "texts lantern_pass --from it --to en -o pass.xlf",
    "texts lantern_pass --book it=regole.pdf --to en -o book.xlf",
)


ALL = commands_in_help()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a newcomer has it."""
    folder = tmp_path_factory.mktemp("newcomer")
    for name, of in OWN.items():
        shutil.copy(ROOT / of, folder / name)
    (folder / "dice.regola").write_text(DICE, "utf-8")
    for name in ("rulebook.txt", "rules.md"):
        (folder / name).write_text(BOOK, "utf-8")
    for name in ("rulebook.pdf", "regole.pdf"):
        (folder / name).write_bytes(as_pdf(BOOK))
    for line in BEFORE:
        ran = in_process(*shlex.split(line), cwd=folder)
        assert ran.returncode == 0, ran.stderr
    return folder


def test_every_command_is_shown_at_work() -> None:
    assert {name for name, _, _ in COMMANDS} == {line.split()[0] for line in ALL}


@pytest.mark.parametrize(
    "line", [line for line in ALL if not line.startswith(LONG) and line not in BEFORE], ids=lambda line: line[:60]
)
def test_an_example_works_where_a_newcomer_is(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    if line.startswith("new "):  # it makes what is there already
        shutil.copy(folder / "rulebook.txt", tmp_path)
        folder = tmp_path
    if "--since" in line:
        shutil.copytree(folder / "lantern_pass", tmp_path / "lantern_pass")
        folder = tmp_path
        author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        for step in (("init", "-q"), ("add", "-A"), (*author, "commit", "-qm", "as it was")):
            subprocess.run(["git", *step], cwd=folder, check=True)
    words = shlex.split(line)
    if PROFILE == "steady" and words[0] == "simulate":
        words[words.index("-n") + 1] = "1"  # one game is played as ten are, and its beginning as the whole
        words += ["--limit", "20"] if "--limit" not in words else []
    ran = in_process(*words, cwd=folder)
    assert ran.returncode in ({0, 1} if line.startswith(FINDS) else {0}), ran.stdout + ran.stderr
    assert "an error of our own" not in ran.stderr
