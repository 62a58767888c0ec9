"""How much is tried of what is drawn by chance, and of what is asked of everything there is.

`make test` draws the same each time (`steady`) and tries a sixth of it, of what is little four; so it takes a sixth of
the time, and sees less. What is asked of each file, erratum or game in turn, and is dear, it asks of some. `make thorough`
tries all of it, from the same seeds, and `make fuzz` with others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")

PROFILE = os.environ.get("REGOLA_PROFILE", "steady")
# Of so few none is left out.
FEW = 4
# The games of which whatever is made takes longest.
LARGE = ("axis_allies", "caucasus", "west_front", "world_in_flames")
# What is asked of something large that `make test` asks of something else already.
thorough = pytest.mark.skipif(PROFILE == "steady", reason="it is asked by `make thorough`")


def drawn(count: int) -> int:
    """How many of `count` draws are tried.

    >>> drawn(3)
    3
    """
    return count if PROFILE != "steady" else max(min(count, FEW), count // 6)


def dear(count: int) -> int:
    """How many of `count` draws are tried where each takes seconds: two."""
    return count if PROFILE != "steady" else min(count, 2)


def some(things: Iterable[T], every: int = 3) -> list[T]:
    """Those that are tried of things that are tried one by one: of many every third, the first among them.

    Args:
        things: what there is to try.
        every: another part of them than a third, where they are hundreds.

    >>> some(["it", "en"])
    ['it', 'en']
    """
    known = list(things)
    return known if len(known) <= FEW or PROFILE != "steady" else known[::every]


def every_third(things: Iterable[T]) -> list[T]:
    """Every third, the first among them, also of few: of what takes as long as a large game does."""
    return list(things) if PROFILE != "steady" else list(things)[::3]


def some_games(games: Iterable[T], of: Callable[[T], object] = lambda game: game) -> list[T]:
    """The games, by name or folder, of which something dear is made; or what is `of` one of them."""
    return [one for one in games if PROFILE != "steady" or str(of(one)).rpartition("/")[2] not in LARGE]
