"""Where results are kept from one run to the next.

Only what can be made again is kept, and only in a folder of the user's own, never beside the rules, which may come from
anybody. What is read back is text that is held against a hash; nothing of it is run (store.py keeps many results so).
`REGOLA_CACHE` names another folder, or `off`.
"""

from __future__ import annotations

import os
import sys
import tempfile
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path


@cache
def folder() -> Path | None:
    """The folder results are kept in, made if need be; None if there is none that is the user's alone."""
    told = os.environ.get("REGOLA_CACHE", "")
    if told == "off":
        return None
    base = Path(told) if told else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regola"
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = base.stat()
    except OSError:
        return None
    if hasattr(os, "getuid") and (state.st_uid != os.getuid() or state.st_mode & 0o022):
        return None
    return base


@cache
def build_fingerprint(*more: str) -> str:
    """What tells this version of the tool, down to its last edited file, from any other.

    Args:
        more: packages of ours beside language and compiler whose results are kept.
    """
    parts = [sys.version, f"z3 {find_spec('z3') is not None}"]  # without a solver less is decided
    packages = [f"{floor}regola_{name}" for floor in ("dsl/", "compiler/", "") for name in ("dsl", "compiler")]
    for package in (*packages, *(f"{floor}{name}" for name in more for floor in ("compiler/", ""))):
        parts += _state_of(package)
    return sha256("\n".join(parts).encode()).hexdigest()


@cache
def _state_of(package: str) -> tuple[str, ...]:
    """The files of a package that any result can rest on, each with its size and its time; none if it is not there."""
    found: list[str] = []
    for folder, folders, names in os.walk(Path(__file__).resolve().parents[2] / package):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".lark", ".json", ".po", ".toml")):
                state = os.stat(f"{folder}/{name}")  # noqa: PTH116  a path object for each takes longer than all else
                found.append(f"{name} {state.st_size} {state.st_mtime_ns}")
    return tuple(found)


def load_text(name: str) -> str | None:
    """The text that is kept under a name; None if there is none, or it is not what was kept."""
    place = folder()
    if place is None:
        return None
    try:
        with (place / name).open(encoding="utf-8", newline="") as stream:  # a line ends as it was kept
            digest, _, text = stream.read().partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return text if digest == sha256(text.encode("utf-8", "replace")).hexdigest() else None


def keep_text(name: str, text: str) -> None:
    """Keep a text under a name, below what tells whether it is whole; where that is not possible, nothing happens."""
    place = folder()
    if place is None:
        return
    try:
        handle, path = tempfile.mkstemp(dir=place)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(f"{sha256(text.encode('utf-8', 'replace')).hexdigest()}\n{text}")
        Path(path).replace(place / name)
    except OSError:
        return
