"""The store of results: whatever happens to it, what is read back is what was kept, or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from regola_dsl import cache, store
from regola_dsl.store import Pack

KEPT = {"one": b"a finding", "two": b"x" * 400, "three": b""}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for packs of this test's own."""
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    cache.folder.cache_clear()
    yield tmp_path / "kept"
    cache.folder.cache_clear()


def names_in(place: Path) -> list[str]:
    """What lies in the folder, but for the file that tells when it was looked at."""
    return [path.name for path in place.iterdir() if path.name != ".tidied"]


def filled(name: str = "game-1", version: str = "v") -> Pack:
    pack = Pack(name, version)
    for key, value in KEPT.items():
        pack.put(key, value)
    pack.save()
    return pack


def read(name: str = "game-1", version: str = "v") -> dict[str, bytes | None]:
    pack = Pack(name, version)
    return {key: pack.get(key) for key in KEPT}


def test_what_was_kept_is_read_by_the_next(place: Path) -> None:
    filled()
    assert read() == KEPT
    assert names_in(place) == ["game-1"]


def test_another_version_has_nothing(place: Path) -> None:
    del place
    filled()
    assert set(read(version="w").values()) == {None}


def test_a_flipped_bit_loses_what_it_fell_on_and_alters_nothing(place: Path) -> None:
    filled()
    whole = (place / "game-1").read_bytes()
    for at in range(len(whole)):
        for bit in (0, 3, 7):
            damaged = bytearray(whole)
            damaged[at] ^= 1 << bit
            (place / "game-1").write_bytes(damaged)
            assert all(value in {None, KEPT[key]} for key, value in read().items())
    (place / "game-1").write_bytes(bytes(damaged))
    assert filled().get("two") == KEPT["two"]
    assert read() == KEPT


def test_a_cut_or_strange_file_is_as_good_as_none(place: Path) -> None:
    filled()
    whole = (place / "game-1").read_bytes()
    strange = [whole[:cut] for cut in range(0, len(whole), 7)]
    strange += [b"", b"\x80\x05nonsense", whole[:14] + bytes(60), b"[" * 9000, Random(1).randbytes(3000)]
    for data in strange:
        (place / "game-1").write_bytes(data)
        assert all(value in {None, KEPT[key]} for key, value in read().items())


def test_a_pickle_in_the_folder_runs_nothing(place: Path, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    place.mkdir()
    code = f"cos\nsystem\n(S'touch {canary}'\ntR.".encode()
    (place / "game-1").write_bytes(code)
    assert set(read().values()) == {None}
    assert not canary.exists()


def test_a_disk_that_is_full_keeps_what_was_there(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("os.fdopen", "tempfile.mkstemp", "pathlib.Path.replace"):
        with monkeypatch.context() as failing:
            failing.setattr(step, full)
            pack = Pack("game-1", "v")
            pack.put("one", b"another")
            pack.save()
        assert read() == KEPT
    assert names_in(place) == ["game-1"]


WRITER = """
import sys
from regola_dsl.store import Pack
for number in range(10_000):
    pack = Pack("game-1", "v")
    pack.put("one", b"a finding")
    pack.put("two", b"x" * 400)
    pack.put("three", b"")
    pack.put(f"more {sys.argv[1]} {number % 50}", bytes(1000))
    pack.save()
    if number == 0:
        print("begun", flush=True)
"""


def test_two_processes_share_it_and_may_be_killed_at_any_moment(place: Path) -> None:
    for seconds in (0.0, 0.02, 0.05):
        writers = [
            subprocess.Popen([sys.executable, "-c", WRITER, name], stdout=subprocess.PIPE, text=True)
            for name in ("a", "b")
        ]
        for writer in writers:
            assert writer.stdout
            assert writer.stdout.readline() == "begun\n"
        for _ in range(20):
            assert read() == KEPT
        for writer in writers:
            with writer:
                try:
                    writer.wait(timeout=seconds or 0.001)
                except subprocess.TimeoutExpired:
                    writer.kill()
        assert read() == KEPT
    left = [name for name in names_in(place) if name != "game-1"]
    assert all(name.startswith(".pack-") for name in left)


def test_what_nobody_asks_for_is_dropped_in_time(place: Path) -> None:
    del place
    filled()
    for number in range(store.ROUNDS + 1):
        pack = Pack("game-1", "v")
        assert pack.get("one") == KEPT["one"]
        pack.put("new", str(number).encode())
        pack.save()
    assert read() == {"one": KEPT["one"], "two": None, "three": None}


def fill(names: str) -> None:
    """Packs with such letters as names, each larger than may be."""
    for name in names:
        pack = Pack(f"game-{name}", "v")
        for number in range(40):
            pack.put(str(number), bytes(400))
        pack.save()


def sizes(place: Path) -> list[int]:
    return [path.stat().st_size for path in place.iterdir()]


def test_it_does_not_grow_without_end(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MAX_PACK", 5_000)
    monkeypatch.setattr(store, "MAX_FOLDER", 12_000)
    monkeypatch.setattr(store, "PAUSE", 0)
    fill("abcd")
    assert all(size < 8_000 for size in sizes(place))
    assert sum(sizes(place)) <= 12_000


def test_all_that_is_kept_is_looked_at_only_now_and_then(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of thousands of files would make each `save` slow."""
    monkeypatch.setattr(store, "MAX_PACK", 5_000)
    monkeypatch.setattr(store, "MAX_FOLDER", 12_000)
    looked: list[object] = []
    scan = os.scandir
    monkeypatch.setattr(os, "scandir", lambda at: (looked.append(at), scan(at))[1])
    fill("abcd")
    assert looked == [place]
    assert sum(sizes(place)) > 12_000
    half_written = place / ".pack-of-a-process-that-was-killed"
    half_written.touch()
    for path in (half_written, place / ".tidied"):
        os.utime(path, (0, 0))
    fill("e")
    assert looked == [place] * 2
    assert sum(sizes(place)) <= 12_000
    assert not half_written.exists()
    assert Pack("game-e", "v").get("0") == bytes(400), "what was written last stays"
