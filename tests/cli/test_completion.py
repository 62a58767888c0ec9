"""What a shell completes, asked as bash, zsh and fish ask it (docs/install.md)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from regola_cli.catalogue import ALL_CODES
from support.effort import some
from support.paths import ROOT


def completed(line: str, cwd: Path = ROOT) -> list[str]:
    """What bash is given for the last word of a line."""
    words = line.split(" ")
    environment = os.environ | {
        "_REGOLA_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    program = Path(sys.executable).with_name("regola")
    ran = subprocess.run([program], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return [line.partition(",")[2] for line in ran.stdout.splitlines() if line]


@pytest.mark.parametrize(
    ("line", "expected"),
    some(
        [
            ("regola che", ["check"]),
            ("regola check --form", ["--format"]),
            ("regola check --format g", ["github", "gitlab"]),
            ("regola check lant", ["lantern_pass"]),
            ("regola crosscheck west", ["west_front"]),
            ("regola play lantern_pass --scenario first", ["first_frost"]),
            ("regola ask lantern_pass combat_t", ["combat_table"]),
            ("regola odds lantern_pass combat_t", ["combat_table"]),
            ("regola print lantern_pass --lang ", ["en", "it"]),
            ("regola new here --like lant", ["lantern_pass"]),
            ("regola explain table-g", ["table-gap"]),
            ("regola explain R31", [code.number for code in ALL_CODES if code.number.startswith("R31")]),
        ]
    ),
)
def test_words_are_completed(line: str, expected: list[str]) -> None:
    assert expected
    assert completed(line) == sorted(expected)


@pytest.mark.parametrize("line", ["regola check games/lant", "regola build nothing_like_it"])
def test_a_path_is_left_to_the_shell(line: str) -> None:
    assert completed(line) == [line.rsplit(maxsplit=1)[-1]]


def test_a_game_that_cannot_be_read_has_no_names(tmp_path: Path) -> None:
    (tmp_path / "broken.regola").write_text("enum enum @@\n\ttable", "utf-8")
    assert completed("regola ask broken.regola co", tmp_path) == []
    assert completed("regola ask not_there co", tmp_path) == []


@pytest.mark.parametrize(("shell", "says"), [("bash", "complete "), ("zsh", "compdef "), ("fish", "complete ")])
def test_each_shell_is_told_how_to_ask(shell: str, says: str) -> None:
    environment = os.environ | {"_REGOLA_COMPLETE": f"{shell}_source"}
    program = Path(sys.executable).with_name("regola")
    ran = subprocess.run([program], env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0
    assert says in ran.stdout
