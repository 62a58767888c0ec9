"""What is remembered of the last rounds: what is changed is often changed back."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")
Key = TypeVar("Key")

# How many of the last ways something came out are remembered.
WAYS = 3
# For how many rounds at least something is remembered that nobody asks for.
LONG = 8


class Recent(Generic[Key, T]):
    """By their keys the last ways that things came out, the last one first."""

    def __init__(self) -> None:
        self._ways: dict[Key, tuple[T, ...]] = {}
        self._earlier: dict[Key, tuple[T, ...]] = {}
        self._rounds = 0

    def ways(self, key: Key) -> tuple[T, ...]:
        """The ways that something came out."""
        found = self._ways.get(key)
        if found is None and (found := self._earlier.get(key)) is not None:
            self._ways[key] = found
        return found or ()

    def put(self, key: Key, way: T) -> None:
        """The way that something came out now."""
        ways = self.ways(key)
        if not ways or ways[0] is not way:
            self._ways[key] = (way, *(one for one in ways if one is not way))[:WAYS]

    def turn(self) -> None:
        """A round begins: what was not asked for in so many is forgotten."""
        self._rounds += 1
        if self._rounds % LONG == 0:
            self._earlier, self._ways = self._ways, {}

    def copy(self) -> Recent[Key, T]:
        """The same, for who must not change it."""
        other = Recent[Key, T]()
        other._ways = {**self._earlier, **self._ways}
        return other


def steady(name: Key, look: T, recent: Recent[Key, T]) -> T:
    """What looks so: the same object as the last time it did."""
    same = next((one for one in recent.ways(name) if one is look or one == look), look)
    recent.put(name, same)
    return same
