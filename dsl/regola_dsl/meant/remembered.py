"""Answers that are remembered by a digest of what they rest on.

What is told of a declaration rests on all others. Kept as they are, the keys of some hundred answers would hold some
hundred versions of a game in memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from threading import Lock
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


def digest(*parts: object) -> str:
    """A short text that stands for some values: those of which the `repr` says all, and says it always the same.

    >>> digest("a", 1) == digest("a", 1), digest("a", 1) == digest("a", "1")
    (True, False)
    """
    return sha256(repr(parts).encode("utf-8", "replace")).hexdigest()


class Remembered(Generic[Answer]):
    """The latest answers. Two threads that ask for the same at once both work it out.

    Args:
        most: How many are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str, make: Callable[[], Answer]) -> Answer:
        """The answer of this key; worked out if it is not known, and not kept if that is given up."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        answer = make()
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return answer
