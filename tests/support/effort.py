"""How much is tried of what is drawn by chance.

`make test` draws the same each time (`steady`) and tries a third of it, of what is little ten; so it takes a third of the
time, and sees less. `make thorough` tries all of it, from the same seeds, and `make fuzz` with others.
"""

from __future__ import annotations

import os

PROFILE = os.environ.get("REGOLA_PROFILE", "steady")
# Of so few none is left out.
FEW = 10


def drawn(count: int) -> int:
    """How many of `count` draws are tried.

    >>> drawn(8)
    8
    """
    return count if PROFILE != "steady" else max(min(count, FEW), count // 3)
