"""Results kept on disk from one run to the next: bytes under a key, in packs.

A pack is one file. Nothing in it is ever run: what is read back are bytes, and whoever kept them reads them as JSON or
as something as harmless. Each entry has a hash of its own and the list of entries has one, so that a flipped bit loses
what it fell on and no more; a file that is cut, is of another version or is no pack is as good as none. A pack is
written beside its place and moved there, so that two processes may share it (the later one wins; what is lost is made
again) and one that is killed leaves the old pack. What has not been asked for in the last few rounds is dropped.

Packs are kept only in a folder of the user's own (see `cache.folder`).
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from regola_dsl.cache import build_fingerprint, folder

MAGIC = b"regola pack 1\n"
# A pack larger than this is not read; before it is written, the entries that were asked for longest ago are dropped.
MAX_PACK = 64_000_000
# What all packs together may take; beyond it those that were written longest ago go.
MAX_FOLDER = 512_000_000
# How long what all packs together take is let be, in seconds, after it was looked at.
PAUSE = 60
# For how many rounds, each a `save`, an entry is kept that nobody asks for.
ROUNDS = 12
# What a pack is called while it is written, and a file that is as old as the last time that all of them were looked at.
_UNFINISHED, _TIDIED = ".pack-", ".tidied"


class Pack:
    """Some results that belong together, those of one game say.

    Args:
        name: What the pack is called: letters, digits and `-`.
        version: What tells results of this tool from those of another. A pack of another version is empty.
    """

    def __init__(self, name: str, version: str | None = None) -> None:
        self._name = name
        self._version = build_fingerprint() if version is None else version
        self._data = b""
        # For each key: where its bytes lie, their hash, and how many rounds ago they were asked for.
        self._index: dict[str, tuple[int, int, str, int]] = {}
        self._fresh: dict[str, bytes] = {}
        self._asked: set[str] = set()
        self._read()

    def __contains__(self, key: str) -> bool:
        """Whether something is kept under `key`; it may turn out to be damaged."""
        return key in self._fresh or key in self._index

    def get(self, key: str) -> bytes | None:
        """What is kept under `key`; None if there is nothing, or it is damaged."""
        if key in self._fresh:
            return self._fresh[key]
        if key not in self._index:
            return None
        start, length, digest, _ = self._index[key]
        found = self._data[start : start + length]
        if len(found) != length or _hash(found) != digest:
            del self._index[key]
            return None
        self._asked.add(key)
        return found

    def put(self, key: str, value: bytes) -> None:
        """Keep `value` under `key`; it is written by `save`."""
        self._fresh[key] = value

    def renew(self, keys: Iterable[str]) -> None:
        """Count what is kept under some keys as asked for in this round."""
        self._asked |= self._index.keys() & keys

    def keys(self, *beginnings: str) -> set[str]:
        """The keys with some beginnings under which something lies in the file."""
        return {key for key in self._index if key.startswith(beginnings)}

    def save(self) -> None:
        """Write what is new. Where that is not possible, or nothing is new, nothing happens."""
        place = folder()
        if place is None or not self._fresh:
            return
        entries = dict(sorted(self._entries(), key=lambda entry: entry[1][0]))
        blobs: list[bytes] = []
        index: dict[str, list[object]] = {}
        size = 0
        for key, (age, value) in entries.items():
            if size + len(value) > MAX_PACK:
                break
            index[key] = [size, len(value), _hash(value), age]
            blobs.append(value)
            size += len(value)
        head = json.dumps({"version": self._version, "entries": index}, separators=(",", ":")).encode()
        parts = [MAGIC, _hash(head).encode(), len(head).to_bytes(4, "big"), head, *blobs]
        self._fresh.clear()
        self._asked.clear()
        handle, path = -1, ""
        try:
            handle, path = tempfile.mkstemp(dir=place, prefix=_UNFINISHED)
            with os.fdopen(handle, "wb") as stream:
                stream.writelines(parts)
            Path(path).replace(place / self._name)
        except OSError:
            if path:
                with suppress(OSError):
                    Path(path).unlink(missing_ok=True)
            return
        self._read()
        _tidy(place)

    def _entries(self) -> list[tuple[str, tuple[int, bytes]]]:
        """Each key with how long ago it was asked for, and its bytes."""
        found: list[tuple[str, tuple[int, bytes]]] = [(key, (0, value)) for key, value in self._fresh.items()]
        for key, (start, length, digest, rounds) in self._index.items():
            age = 0 if key in self._asked else rounds + 1
            value = self._data[start : start + length]
            if key not in self._fresh and age < ROUNDS and _hash(value) == digest:
                found.append((key, (age, value)))
        return found

    def _read(self) -> None:
        """Read the pack as it lies; whatever is wrong with it, it is empty then."""
        self._data, self._index = b"", {}
        place = folder()
        if place is None:
            return
        try:
            path = place / self._name
            if path.stat().st_size > MAX_PACK + MAX_PACK // 4:
                return
            data = path.read_bytes()
            head_at = len(MAGIC) + 32 + 4
            length = int.from_bytes(data[head_at - 4 : head_at], "big")
            head = data[head_at : head_at + length]
            if not data.startswith(MAGIC) or data[len(MAGIC) : head_at - 4] != _hash(head).encode():
                return
            found = json.loads(head)
            if found["version"] != self._version:
                return
            self._index = {key: (int(a), int(b), str(c), int(d)) for key, (a, b, c, d) in found["entries"].items()}
            self._data = data[head_at + length :]
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            self._data, self._index = b"", {}


def _hash(value: bytes) -> str:
    return blake2b(value, digest_size=16).hexdigest()


def _tidy(place: Path) -> None:
    """Drop what a killed process left half written, and the oldest files where all together are too large.

    Every file is looked at, and there may be thousands: that is not done again before the last time is long enough ago.
    """
    now, last = time.time(), place / _TIDIED
    with suppress(OSError):
        if last.exists() and 0 <= now - last.stat().st_mtime < PAUSE:
            return
        last.touch()
        with os.scandir(place) as entries:
            files = [(state.st_mtime, state.st_size, Path(one.path)) for one in entries if (state := one.stat())]
        total = sum(size for _, size, _ in files)
        for written, size, path in sorted(files):
            if total > MAX_FOLDER or (path.name.startswith(_UNFINISHED) and written < now - 3600):
                path.unlink(missing_ok=True)
                total -= size
