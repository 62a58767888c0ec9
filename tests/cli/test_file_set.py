"""Files are written as a set: whenever the process ends, whoever comes after finds all of them new or all of them old."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_cli import file_set
from regola_cli.file_set import Unwritten, recover, write_set
from support.effort import drawn, every_third, some

Run = Callable[..., subprocess.CompletedProcess[str]]
NAMES = ["a.txt", "deep/b.txt", "deep/er/c.txt", "d.txt"]


class Ended(BaseException):
    """The process is ended here."""


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@settings(max_examples=drawn(60), deadline=None)
@given(st.integers(0, 40), st.sets(st.sampled_from(NAMES), min_size=1))
def test_all_files_are_new_or_all_are_old(tmp_path_factory: pytest.TempPathFactory, steps: int, old: set[str]) -> None:
    folder = tmp_path_factory.mktemp("set")
    before = dict.fromkeys(old, b"old")
    for name, data in before.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    after = dict.fromkeys(NAMES, b"new")
    ended_after(steps, lambda: write_set({folder / name: data for name, data in after.items()}))
    folders = [folder / "deep", folder / "deep" / "er"]
    recover(folder, folders)
    assert tree(folder) in (before, {**before, **after})
    recover(folder, folders)
    assert tree(folder) in (before, {**before, **after})


@pytest.mark.parametrize(
    ("names", "reader"),
    some(
        [
            (["a/game.yaml", "a/rules.regola"], "a"),
            (["a/game.yaml", "a/rules.regola"], "link"),
            (["a/rules/x.regola", "a/rules/y.regola"], "a"),
            (["a/x.regola", "b/rules/y.regola"], "a"),
            (["a/x.regola", "b/rules/y.regola"], "b"),
            (["a/x.regola", "b/rules/y.regola"], "link"),
        ],
        every=2,
    ),
)
def test_whoever_reads_finds_one_state_after_an_end_at_every_step(
    names: list[str], reader: str, tmp_path: Path
) -> None:
    before = dict.fromkeys(["a/game.yaml", "b/game.yaml", *names], b"old")
    after = {**before, **dict.fromkeys(names, b"new")}
    states: set[bytes] = set()
    for steps in range(30):
        games = tmp_path / str(steps)
        for name, data in before.items():
            (games / name).parent.mkdir(parents=True, exist_ok=True)
            (games / name).write_bytes(data)
        ended_after(steps, lambda games=games: write_set({games / name: b"new" for name in names}))  # type: ignore[misc]
        (tmp_path / f"link{steps}").symlink_to(games / "a")
        recover(tmp_path / f"link{steps}" if reader == "link" else games / reader)
        seen = {name: (games / name).read_bytes() for name in before}
        assert seen in (before, after), f"after {steps} steps"
        recover(games / "a")
        recover(games / "b")
        assert tree(games) == seen, "whoever comes later finds the same, and nothing beside it"
        states |= set(seen.values())
    assert states == {b"old", b"new"}


def test_a_list_that_somebody_else_put_above_moves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (game / ".regola-999999999-00000000.tmp").write_text("theirs")
    (game / "x").write_text("mine")
    (tmp_path / ".regola-999999999-00000000.moves").write_text('[["game/.regola-999999999-00000000.tmp", "x"]]')
    monkeypatch.setattr(file_set.os, "geteuid", lambda: os.getuid() + 1)
    recover(game)
    assert (game / "x").read_text() == "mine"


def test_who_may_not_write_leaves_it_to_one_who_may(tmp_path: Path) -> None:
    new = {tmp_path / name: b"new" for name in ("a.txt", "b.txt")}
    ended_after(8, lambda: write_set(new))
    begun = tree(tmp_path)
    assert any(name.endswith(".moves") for name in begun)
    with pytest.MonkeyPatch.context() as patch:

        def refused(*_arguments: object, **_more: object) -> None:
            raise PermissionError(13, "Permission denied")

        for name in ("replace", "unlink"):
            patch.setattr(Path, name, refused)
        recover(tmp_path)
    assert tree(tmp_path) == begun
    recover(tmp_path)
    assert tree(tmp_path) == {"a.txt": b"new", "b.txt": b"new"}


def ended_after(steps: int, work: Callable[[], None]) -> None:
    """Do some work in which the process ends after so many writes, moves and removals: nothing is tidied after that."""
    left = [steps]
    with pytest.MonkeyPatch.context() as patch:

        def counted(name: str) -> Callable[..., object]:
            real = getattr(Path, name)

            def call(*arguments: object, **more: object) -> object:
                if left[0] <= 0:
                    raise Ended
                left[0] -= 1
                return real(*arguments, **more)

            return call

        for name in ("open", "replace", "chmod", "unlink"):
            patch.setattr(Path, name, counted(name))
        # What the process left carries the number of one that is gone.
        patch.setattr(file_set.os, "getpid", lambda: 999_999_999)
        try:
            work()
        except Ended:
            return


def test_what_cannot_be_written_is_named_and_nothing_is_changed(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.txt").mkdir()
    (tmp_path / "a.txt").write_bytes(b"old")
    with pytest.raises(Unwritten, match=r"cannot write `.*b\.txt`: it is a folder; nothing was written"):
        write_set({tmp_path / name: b"new" for name in NAMES})
    assert tree(tmp_path) == {"a.txt": b"old"}


def test_a_full_disk_is_told_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "the disk is full")

    monkeypatch.setattr(file_set.os, "fsync", full)
    with pytest.raises(Unwritten, match=r"cannot write `.*a\.txt`: the disk is full; nothing was written"):
        write_set({tmp_path / name: b"new" for name in NAMES})
    assert tree(tmp_path) == {}


def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"old")
    (tmp_path / "a.txt").chmod(0o600)
    write_set({tmp_path / name: b"new" for name in NAMES})
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("a.txt", "d.txt")] == [0o600, 0o644]


@pytest.mark.parametrize(
    "moves",
    [
        '[["../out/.regola-1-00000000.tmp", "x"]]',
        '[["new", "x"]]',
        '[[".regola-1-00000000.tmp", "../x"]]',
        "[[1, 2]]",
        "[" * 9000,
        "{}",
    ],
)
def test_a_list_of_moves_that_is_not_ours_moves_nothing(moves: str, tmp_path: Path) -> None:
    game = tmp_path / "game"
    for folder in (game, tmp_path / "out"):
        folder.mkdir()
    (tmp_path / "out" / ".regola-1-00000000.tmp").write_text("theirs")
    (game / "new").write_text("theirs")
    (game / ".regola-999999999-00000000.moves").write_text(moves)
    recover(game)
    assert tree(tmp_path) == {"game/new": b"theirs", "out/.regola-1-00000000.tmp": b"theirs"}


def test_what_a_process_that_runs_has_begun_is_left_to_it(tmp_path: Path) -> None:
    mine = tmp_path / f".regola-{os.getppid()}-00000000.tmp"
    mine.write_text("begun")
    recover(tmp_path)
    assert mine.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "words", every_third(["list lantern_pass", "check lantern_pass --json", "--help", "explain --all"])
)
def test_a_full_standard_output_is_told_plainly(words: str, root: Path) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "regola_cli", *words.split()],
            cwd=root,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert result.returncode == 2
    assert result.stderr.decode() == "regola: cannot write to standard output: the disk is full\n"
