"""What documents show works where only the package is, or they say that it lies in a clone of the repository.

Whoever installed the wheel has no folder `games`, and of the games in it the tour's alone, by `regola new`.
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest
from support.command import in_process
from support.console_examples import commands_in, commands_in_help
from support.paths import GAMES, ROOT

TOUR = "lantern_pass"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
IN_A_CLONE = {path.name for path in GAMES.iterdir() if path.is_dir()} - {TOUR}
# Commands in the running text; a line may end within one.
_INLINE = re.compile(r"`(regola [^`]+)`")
# Pages that are followed step by step by a test of their own; what they name is written on the way.
FOLLOWED = {"tutorial", "walkthrough", "print", "crosscheck"}
# What is no command to be typed as it stands: something is to be put in.
_OPEN = re.compile(r"[A-Z]{3,}|…|\bmy_")


# What writes nothing that another line of a page reads: `--help` shows it too, and tests/docs/test_help_examples.py tries
# that in a folder like this one.
ENDS_IN_ITSELF = {"build", "diff", "docs", "odds"}


def is_of_the_clone(words: list[str]) -> bool:
    return any(word.startswith(("games/", "tests/", "examples/")) or word in IN_A_CLONE for word in words)


def test_a_page_says_what_lies_in_a_clone_before_it_shows_it() -> None:
    shown = 0
    for page in PAGES:
        text = page.read_text("utf-8").replace("\\\n", "")
        for words, _ in commands_in(text):
            if is_of_the_clone(words):
                before = text[: text.index(f"$ regola {words[0]} {words[1]}")]
                assert re.search(r"\bclone\b", before), (page.name, words)
                shown += 1
    assert shown > 5


def on_the_tours_game() -> list[tuple[str, str]]:
    """Each command on the game that comes along, with the page that names it."""
    found = []
    for page in PAGES:
        if page.name.partition(".")[0] in FOLLOWED:
            continue
        text = page.read_text("utf-8")
        boxes = [shlex.join(words) for words, _ in commands_in(text)]
        inline = [" ".join(one.split()).removeprefix("regola ") for one in _INLINE.findall(text)]
        found += [(page.name, line) for line in (*boxes, *inline) if TOUR in line and not _OPEN.search(line)]
    return list(dict.fromkeys(found))


def test_the_tours_game_is_what_pages_send_a_newcomer_to() -> None:
    assert {"README.md", "odds.md", "play.md"} <= {page for page, _ in on_the_tours_game()}


@pytest.mark.parametrize("page", sorted({page for page, _ in on_the_tours_game()}))
def test_what_a_page_does_with_it_works_from_the_package(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of the page, as one command may read what another has written."""
    folder, elsewhere = tmp_path / "folder", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    assert in_process("new", TOUR, "--like", TOUR, cwd=folder).returncode == 0
    tried = {line for line in commands_in_help() if line.split()[0] in ENDS_IN_ITSELF}
    for words in (shlex.split(line) for one, line in on_the_tours_game() if one == page and line not in tried):
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        ran = in_process(*words, cwd=elsewhere if words[0] == "new" else folder)
        assert ran.returncode == (1 if words[0] == "diff" else 0), (words, ran.stderr)  # editions differ, as is shown
