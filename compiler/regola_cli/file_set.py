"""Files written as a set: all of them new or all of them old, whenever the process is ended.

Each file is written beside its place first, and brought to the disk. Then a list of what is to be moved where is
written beside them, and only then are they moved. Who comes after one that was ended in between finds the list, and
moves what is left; without a list, what lies beside its place was never to be seen, and goes. (A log that is played
forward: Jim Gray and Andreas Reuter, Transaction Processing, 1993.)

Who only reads does so too, before a game is read: else it would read files of two states. The list lies in the folder
that all the files have in common: that of the game, one within it, or one above, where games were written together.

What another process that still runs has begun is its own affair.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE

from regola_dsl.system_errors import system_words
from regola_dsl.wording import say

_BESIDE = re.compile(r"\.regola-(?P<process>\d{1,9})-[0-9a-f]{8}\.(?P<kind>tmp|moves)")


class Unwritten(Exception):  # noqa: N818  said of a file
    """A file cannot be written: which, and why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(say("cannot write `{path}`: {reason}; nothing was written", path=path, reason=reason))


def write_set(files: Mapping[Path, bytes]) -> None:
    """Write every file, or none. Who may read a file that was there stays as it was.

    Raises:
        Unwritten: if one of them cannot be written; all are as they were.
    """
    if not files:
        return
    home = Path(os.path.commonpath([path.parent.resolve() for path in files]))
    beside: dict[Path, Path] = {}
    at = log = _beside(home / "_", "moves")
    try:
        for path, data in files.items():
            at = path
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise IsADirectoryError(0, say("it is a folder"))
            new = _beside(path, "tmp")
            beside[new] = path
            _put(new, data, S_IMODE(path.stat().st_mode) if path.is_file() else 0o644)
        at = log
        recover(home, {path.parent for path in files})
        if len(files) > 1:
            moves = [
                [os.path.relpath(new.parent.resolve() / new.name, home), path.name] for new, path in beside.items()
            ]
            unread = _beside(home / "_", "tmp")
            beside[unread] = log
            _put(unread, json.dumps(moves).encode(), 0o644)
            unread.replace(log)
            del beside[unread]
        for new, path in beside.items():
            at = path
            new.replace(path)
    except OSError as error:
        for new in beside:
            new.unlink(missing_ok=True)
        raise Unwritten(at, system_words(error)) from error
    finally:
        with suppress(OSError):
            log.unlink(missing_ok=True)


def recover(home: Path, folders: Iterable[Path] = ()) -> None:
    """Bring to its end what a process that was ended began in a folder, and put away what it left.

    Its list of moves may lie in the folder, in one above or in one below. Where this process may not write, all stays
    as it is, for one that may.

    Args:
        home: a folder that is about to be read, or written.
        folders: where else it may have written.
    """
    home = home.resolve()
    seen: set[Path] = {home, *_below(home), *(folder.resolve() for folder in folders)}
    undone = False
    # What lies beside its place has its list in the same folder or in one above.
    for place in sorted({place for folder in seen for place in (folder, *folder.parents)}):
        for log in _left(place, "moves"):
            seen.add(place)
            moved = True
            for new, path in _moves(log, place):
                seen.add(path.parent)
                try:
                    new.replace(path)
                except FileNotFoundError:
                    continue  # another that came after has moved it
                except OSError:
                    moved = False
            if moved:
                with suppress(OSError):
                    log.unlink(missing_ok=True)
            undone = undone or not moved
    for place in () if undone else {place for folder in seen for place in (folder, *folder.parents)}:
        for new in _left(place, "tmp"):
            with suppress(OSError):
                new.unlink(missing_ok=True)


def _below(home: Path) -> list[Path]:
    """The folders within a folder that holds a game, but for hidden ones."""
    found: list[Path] = []
    if not (home / "game.yaml").is_file():
        return found
    for place, names, _ in os.walk(home):
        names[:] = [name for name in names if not name.startswith(".")]
        found += [Path(place, name) for name in names]
    return found


def _is_ours(path: Path) -> bool:
    """Whether a file was written by whoever runs this: in a folder above, anybody may have put one."""
    owner = getattr(os, "geteuid", None)
    try:
        return owner is None or path.lstat().st_uid == owner()
    except OSError:
        return False


def _beside(path: Path, kind: str) -> Path:
    return path.with_name(f".regola-{os.getpid()}-{secrets.token_hex(4)}.{kind}")


def _left(folder: Path, kind: str) -> list[Path]:
    """What processes of ours that no longer run have left in a folder."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if entry.name.startswith(".regola-")]
    except OSError:
        return []
    found = [(name, _BESIDE.fullmatch(name)) for name in names]
    left = [folder / name for name, read in found if read and read["kind"] == kind and not _runs(int(read["process"]))]
    return [path for path in left if _is_ours(path)]


def _put(path: Path, data: bytes, mode: int) -> None:
    with path.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    path.chmod(mode)


def _moves(log: Path, home: Path) -> list[tuple[Path, Path]]:
    """What is left to be moved, if the list is whole: from beside its place, within the folder and nowhere else."""
    try:
        listed = json.loads(log.read_bytes()) if not log.is_symlink() else None
    except (OSError, ValueError, RecursionError):
        return []
    found: list[tuple[Path, Path]] = []
    for move in listed if isinstance(listed, list) else ():
        if not (isinstance(move, list) and len(move) == 2 and all(isinstance(word, str) for word in move)):
            return []
        new = home / move[0]
        inside = home.resolve() in (new.parent.resolve(), *new.parent.resolve().parents)
        named = Path(move[1]).name == move[1] != ""
        if inside and named and _BESIDE.fullmatch(new.name) and new.is_file() and not new.is_symlink():
            found.append((new, new.with_name(move[1])))
    return found


def _runs(process: int) -> bool:
    """Whether a process is still there."""
    if process <= 0:
        return False
    if process == os.getpid():
        return True
    if sys.platform == "win32":
        return _runs_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _runs_on_windows(process: int) -> bool:
    """The same where `os.kill` is no question: signal 0 is Ctrl-C there, and any other ends the process."""
    if sys.platform != "win32":
        raise AssertionError("asked of another system")
    import ctypes

    synchronize, access_denied, wait_timeout = 0x0010_0000, 5, 0x102  # the names that Windows gives them
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = ctypes.c_void_p
    handle = kernel.OpenProcess(synchronize, False, process)
    if not handle:
        return ctypes.get_last_error() == access_denied
    try:
        return bool(kernel.WaitForSingleObject(ctypes.c_void_p(handle), 0) == wait_timeout)
    finally:
        kernel.CloseHandle(ctypes.c_void_p(handle))
