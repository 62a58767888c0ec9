"""What lies on the disk is read again whenever it may be another, and else is not."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from regola_lsp.desk import on_disk
from regola_lsp.desk.on_disk import PeekedGame
from support.paths import GAMES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game whose files are old; a time of change cannot be set, so those are taken for old that are younger."""
    monkeypatch.setattr(on_disk, "SETTLED", 0)
    place = tmp_path / "lantern_pass"
    shutil.copytree(GAMES / "lantern_pass", place, ignore=shutil.ignore_patterns("build"))
    time.sleep(0.02)
    return place


def texts(known: PeekedGame, place: Path) -> dict[str, str]:
    game = known.of(place, "lantern_pass")
    return {source.path: source.text for source in (*game.sources, *game.data_sources)}


def test_what_nobody_touched_is_not_read_again(folder: Path) -> None:
    known = PeekedGame()
    assert known.of(folder, "lantern_pass") is known.of(folder, "lantern_pass")


def write(folder: Path) -> None:
    file = next(folder.glob("rules/*.regola"))
    file.write_text(file.read_text("utf-8").replace("1", "2"), "utf-8")  # as long as before


def back_in_time(folder: Path) -> None:
    file = next(folder.glob("rules/*.regola"))
    state = file.stat()
    write(folder)
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))


def add(folder: Path) -> None:
    (folder / "rules" / "99_more.regola").write_text("define more -> int 0..3 @1.1\n  2\n", "utf-8")


def remove(folder: Path) -> None:
    next(folder.glob("rules/*.regola")).unlink()


def move(folder: Path) -> None:
    next(folder.glob("rules/*.regola")).rename(folder / "rules" / "00_first.regola")


def describe(folder: Path) -> None:
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text("utf-8") + "# more\n", "utf-8")


@pytest.mark.parametrize("change", [write, back_in_time, add, remove, move, describe])
def test_what_was_changed_on_the_disk_is_read(change: Callable[[Path], None], folder: Path) -> None:
    known = PeekedGame()
    before = texts(known, folder)
    change(folder)
    time.sleep(0.02)
    assert texts(known, folder) == texts(PeekedGame(), folder) != before


def test_a_file_that_was_written_just_now_is_read_each_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_disk, "SETTLED", 2_000_000_000)
    known = PeekedGame()
    assert known.of(folder, "lantern_pass") is not known.of(folder, "lantern_pass")


def test_links_and_libraries_are_read_each_time(folder: Path) -> None:
    known = PeekedGame()
    (folder / "maps" / "more").symlink_to(folder / "rules") if (folder / "maps").is_dir() else None
    (folder / "rules" / "linked.regola").symlink_to(next(folder.glob("rules/*.regola")))
    assert known.of(folder, "lantern_pass") is not known.of(folder, "lantern_pass")
    (folder / "rules" / "linked.regola").unlink()
    (folder / "maps" / "more").unlink(missing_ok=True)
    describe(folder)
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("uses: [dice]\n")
    time.sleep(0.02)
    assert known.of(folder, "lantern_pass") is not known.of(folder, "lantern_pass")
