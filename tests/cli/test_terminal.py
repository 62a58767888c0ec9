"""Whatever a file of a game holds, no command lets it steer the terminal, turn the writing or begin a line of its own."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_cli.terminal import Door
from regola_dsl.signs import escaped_json, steering, visible

Run = Callable[..., subprocess.CompletedProcess[str]]

# A title set, a colour, a bell, both as one sign, a return, a backspace, writing turned, a line that is none of ours.
SIGNS = "\x1b]0;owned\x07\x1b[31m\x9b32m\x9d0;x\x9c\x08\x7f\u202e\u2066\u200e\u2028\x85\ufeff"
BROKEN_LINE = "\\nFAKE: no findings"
WEIRD = f"x{SIGNS}y"

SOUND = f"""\
# a comment {WEIRD}
enum Sky @1.1
  en "Sky {WEIRD}{BROKEN_LINE}"
  clear, cloudy
sequence day @"{WEIRD}"
  phase dawn en "Dawn {WEIRD}{BROKEN_LINE}"
  phase dusk   @"{WEIRD}"
table omen(die: d6, sky: Sky) -> int 0..9 @"{WEIRD}"
  en "Omens {WEIRD}{BROKEN_LINE}"
  | die | sky    | n |
  | 1-3 | clear  | 1 |
  | 4-6 | clear  | 2 |
  | -   | cloudy | 3 |
define luck(sky: Sky) -> int 0..9 @1.3
  omen(3, sky)
  exception storm @"{WEIRD}" en "{WEIRD}{BROKEN_LINE}" when sky is cloudy
    4
example one @1.3
  en "{WEIRD}{BROKEN_LINE}"
  luck(clear) is 1
"""
BROKEN = f"""\
enum Sky @1.1
  clear, "a{WEIRD}{BROKEN_LINE}", "b{BROKEN_LINE}"
define luck(sky: Sky) -> int 0..9 @1.2
  if sky is "{WEIRD}{BROKEN_LINE}" then 1 else {WEIRD}
table omen(die: d6) -> Sky @1.3
  | die | {WEIRD} |
  | 1-3 | {WEIRD} |
  | {WEIRD} | "b{BROKEN_LINE}" |
{WEIRD}
define glory(n: int 0..9) -> int 0..9 @1.4 {WEIRD}
  n
define fame(n: int 0..9) -> int 0..3 @"{WEIRD}"
  n
"""
MANIFEST = 'id: omens\ntitle:\n  en: "Omens \\e]0;owned\\a\\u202e\\nFAKE: no findings"\nlanguages: [en]\n'
BOOK = f"# 1 Omens {WEIRD}\n\n## 1.3 Luck {WEIRD}\n\nWith 7 dice {WEIRD} you may not see clear. See 9.9{WEIRD}.\n"


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """Two editions of a game, sound and broken, and a book."""
    for name, rules in {"sound": SOUND, "other": SOUND.replace("    4\n", "    5\n"), "broken": BROKEN}.items():
        folder = tmp_path / name
        (folder / "rules").mkdir(parents=True)
        (folder / "scenarios").mkdir()
        (folder / "game.yaml").write_text(MANIFEST, "utf-8")
        (folder / "rules" / "a.regola").write_text(rules, "utf-8")
    (tmp_path / "broken" / "scenarios" / "one.yaml").write_text(
        'id: "o\\e[31m\\nFAKE"\n"k\\u202e\\nFAKE": 1\n', "utf-8"
    )
    (tmp_path / "book.md").write_text(BOOK, "utf-8")
    return tmp_path


COMMANDS = [
    *(
        f"{command} {game}"
        for game in ("sound", "broken")
        for command in ("check", "fmt --diff", "list", "test -v", "walk")
    ),
    *(f"check {game} --format {form}" for game in ("sound", "broken") for form in ("json", "sarif", "github")),
    *(f"{command} sound" for command in ("list --json", "walk --json", "test --json", "docs", "build", "texts")),
    "ask sound omen die=3 sky=clear",
    "ask sound luck sky=cloudy",
    "ask sound luck sky=cloudy --json",
    "ask broken glory n=1",
    f"ask sound luck sky={WEIRD}",
    f"ask sound luck {WEIRD}=1",
    f"explain {WEIRD}",
    f"check {WEIRD}",
    "odds sound omen sky=clear",
    "diff sound other",
    "diff sound broken",
    "diff sound other --json",
    "crosscheck sound --force --source en=book.md",
    "crosscheck sound --force --source en=book.md --json",
    "fmt sound broken",
    "check sound broken",
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: visible(words, keep=""))
def test_no_command_lets_a_file_steer_the_terminal(words: str, regola: Run, shelf: Path) -> None:
    result = regola(*words.split(" "), cwd=shelf)
    for written in (result.stdout, result.stderr):
        assert [f"U+{ord(char):04X}" for char in written if unseen(char)] == []
        assert [line for line in written.split("\n") if line.startswith(("FAKE", "y", " FAKE"))] == []
    assert "an error of our own" not in result.stderr
    assert result.stdout or result.stderr
    if words.endswith("json"):
        json.loads(result.stdout)


def unseen(char: str) -> bool:
    return char not in "\n\t" and category(char) in {"Cc", "Cf", "Zl", "Zp"}


@given(st.text() | st.text(st.characters(categories=["Cc", "Cf", "Zl", "Zp"])))
def test_what_goes_through_the_door_is_seen(text: str) -> None:
    behind = io.StringIO(newline="")
    assert Door(behind).write(text) == len(text)
    assert not any(map(unseen, behind.getvalue()))
    assert len(behind.getvalue()) == len(text)
    assert steering(visible(text, keep="")) is None


@given(st.recursive(st.text() | st.none(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_with_escapes_says_the_same(data: object) -> None:
    written = escaped_json(json.dumps(data, ensure_ascii=False, indent=1))
    assert json.loads(written) == data
    assert not any(map(unseen, written))


def test_every_unseen_sign_is_known() -> None:
    """The pattern lists them by number; this Python's Unicode says which they are."""
    every = "".join(map(chr, (code for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)))
    assert not any(map(unseen, visible(every)))


def test_commands_write_through_the_door_alone(root: Path) -> None:
    """What is printed past `click.echo`, or straight to a stream, stands in terminal.py."""
    for path in (root / "compiler").rglob("*.py"):
        lines = path.read_text("utf-8").split("\n")
        past = re.compile(r"^ +print\(|\b(stdout|stderr)\.write|secho")
        assert (
            path.name in {"terminal.py", "trial.py", "pdf_letters.py"}
            or [line for line in lines if past.search(line)] == []
        ), path


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is Unix's")
@pytest.mark.parametrize("game", ["sound", "broken"])
def test_at_a_terminal_the_colours_are_ours_alone(game: str, shelf: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    words = [sys.executable, "-m", "regola_cli", "check", game]
    done = subprocess.Popen(words, cwd=shelf, stdout=theirs, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    written = b""
    with contextlib.suppress(OSError):  # the end of a pseudo-terminal
        while block := os.read(ours, 65536):
            written += block
    os.close(ours)
    assert done.wait() == (1 if game == "broken" else 0)
    text = re.sub(r"\x1b\[[0-9;]*m", "", written.decode().replace("\r\n", "\n"))
    assert not any(map(unseen, text))
    assert "\x1b[1m" in written.decode()
