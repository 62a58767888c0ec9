"""What a command said of a game is said again while the texts are the same, and after an edit what a fresh run says."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest
from regola_compiler.project.game import peek_game
from support.command import Run
from support.edits import edited_game
from support.effort import dear, some
from support.paths import GAMES

COMMANDS = (
    ("test", "game"),
    ("test", "game", "-v"),
    ("test", "game", "--json"),
    ("walk", "game"),
    ("walk", "game", "--json", "--rounds", "2"),
    ("walk", "game", "--language", "it", "--scenario", "first_frost"),
    ("walk", "game", "no_such_fact=3"),
    ("diff", "game", "other", "--json"),
    ("diff", "game", "other"),
)


@pytest.mark.parametrize("kind", some(["number", "not", "text", "slip", "half", "no-file", "sheet"]))
def test_after_an_edit_a_command_says_what_it_says_without_memory(
    regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    for name in ("game", "other"):
        shutil.copytree(GAMES / "lantern_pass", tmp_path / name)
    pick = Random(kind)
    chosen = pick.sample(COMMANDS, dear(3))

    def said(cached: str) -> list[tuple[int, str, str]]:
        monkeypatch.setenv("REGOLA_CACHE", cached)
        found = [regola(*words, cwd=tmp_path) for words in chosen]
        return [(one.returncode, one.stdout, one.stderr) for one in found]

    kept = str(tmp_path / "kept")
    before = said(kept)
    place = tmp_path / pick.choice(["game", "other"])
    if kind == "sheet":
        (place / "scenarios" / "another.yaml").write_text("title: 3\n", "utf-8")
    else:
        old = peek_game(place, "game")
        new = edited_game(old, pick, kind)
        for source in old.sources:
            (place / source.path.removeprefix("game/")).unlink()
        for source in new.sources:
            (place / source.path.removeprefix("game/")).write_text(source.text, "utf-8")
    assert said(kept) == said(kept) == said("off")
    shutil.rmtree(place)
    shutil.copytree(GAMES / "lantern_pass", place)
    assert said(kept) == before
