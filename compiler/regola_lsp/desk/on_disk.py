"""The texts of a game on the disk, for whoever asks again and again: read anew when a file of its folder was touched.

What is compared are the names, sizes and times of all that lies in the folder. A time says nothing of a file that was
written just now: a second writing may fall into the same step of the clock. So what is that young is read again
(the *racily clean* entries of git's index).
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TypeAlias

from regola_compiler.project.game import Game, peek_game, uses_libraries

# So many nanoseconds a file has to be old; the coarsest clock of a file system that is in use counts in two seconds.
SETTLED = 2_000_000_000
_Stamp: TypeAlias = tuple[tuple[str, int, int, int], ...]


class PeekedGame:
    """A game as `peek_game` reads it, the same object as long as nothing on the disk is another."""

    def __init__(self) -> None:
        self._known: tuple[Path, str, _Stamp, Game] | None = None

    def of(self, place: Path, shown: str) -> Game:
        """The texts of the game in a folder, or of a single file.

        Args:
            place: Its folder, or the file.
            shown: What the paths of findings begin with.
        """
        before = _stamp(place)
        if self._known is not None and self._known[:3] == (place, shown, before):
            return self._known[3]
        game = peek_game(place, shown)
        # What lies elsewhere, as libraries do, is not looked at.
        firm = not uses_libraries(game.data_sources, shown) and _stamp(place) == before
        self._known = (place, shown, before, game) if firm and before is not None else None
        return game


def _stamp(place: Path) -> _Stamp | None:
    """What tells the files of a folder from what they were; None where that does not tell."""
    if not place.is_dir():
        return None
    found: list[tuple[str, int, int, int]] = []
    young = time.time_ns() - SETTLED
    folders = [os.fspath(place)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_symlink():
                        return None  # where it leads, more may lie
                    state = entry.stat()
                    if entry.is_dir():
                        folders.append(entry.path)
                        found.append((entry.path, 0, 0, state.st_ino))
                        continue
                    touched = max(state.st_mtime_ns, state.st_ctime_ns)
                    if touched > young:
                        return None
                    found.append((entry.path, touched, state.st_size, state.st_ino))
        except OSError:
            return None
    return tuple(sorted(found))
