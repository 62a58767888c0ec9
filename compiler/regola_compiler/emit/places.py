"""Where things stand: element ids that are safe and unique, and sections in the order of a book."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

_LONGEST = 60
_RUNS = re.compile(r"[0-9]+|[^0-9.]+")


@dataclass(slots=True)
class Ids:
    """Gives every named thing an id that is a plain slug and nobody else's."""

    _taken: set[str] = field(default_factory=set)
    _given: dict[tuple[str, str], str] = field(default_factory=dict)

    def give(self, room: str, name: str) -> str:
        """The id of `name` in `room`, made when first asked for."""
        key = (room, name)
        if key not in self._given:
            stem = f"{room}-{slug(name)}"
            chosen, number = stem, 1
            while chosen in self._taken:
                number += 1
                chosen = f"{stem}-{number}"
            self._taken.add(chosen)
            self._given[key] = chosen
        return self._given[key]

    def find(self, room: str, name: str) -> str | None:
        """The id that was given, or None: a thing that is not on the page cannot be linked."""
        return self._given.get((room, name))


def slug(name: str) -> str:
    """`name` in the letters that need no escaping anywhere.

    >>> slug('Città "più/alta"')
    'citta-piu-alta'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].rstrip("-") or "x"


def book_order(section: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts sections as a book does, numbers first.

    >>> sorted(["9", "8.10", "intro", "8.3"], key=book_order)
    ['8.3', '8.10', '9', 'intro']
    """
    runs = []
    for run in _RUNS.findall(section):
        if run[0] in "0123456789":
            # Compared by length first: no number is too long to be one.
            digits = run.lstrip("0")
            runs.append((0, len(digits), digits))
        else:
            runs.append((1, 0, run.casefold()))
    return tuple(runs) or ((2, 0, ""),)


def chapter(section: str) -> str:
    """The chapter a section belongs to: what stands before its first dot or slash."""
    return re.split(r"[./]", section, maxsplit=1)[0] or section
