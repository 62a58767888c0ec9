"""What jsonschema asks of `rpds`, whose own maps are compiled and not to be had in a browser.

Maps and lists that are never changed: whoever inserts is given a new one. A copy for each is dear for large ones; those
that hold what is known of a schema are small.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any


class HashTrieMap(dict[Any, Any]):
    """A mapping that is copied instead of changed."""

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:
        """The same as one of these."""
        return value if isinstance(value, cls) else cls(value)

    def insert(self, key: Hashable, value: Any) -> HashTrieMap:
        """It with one more."""
        return HashTrieMap({**self, key: value})

    def update(self, *more: Any, **named: Any) -> HashTrieMap:  # type: ignore[override]
        """It with others."""
        return HashTrieMap({**self, **dict(*more, **named)})

    def remove(self, key: Hashable) -> HashTrieMap:
        """It without one.

        Raises:
            KeyError: if it is not there.
        """
        left = dict(self)
        del left[key]
        return HashTrieMap(left)

    discard = remove

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[Any]):
    """A set that is copied instead of changed."""

    def insert(self, value: Hashable) -> HashTrieSet:
        """It with one more."""
        return HashTrieSet({*self, value})

    def update(self, *more: Iterable[Hashable]) -> HashTrieSet:
        """It with others."""
        return HashTrieSet(self.union(*more))

    def remove(self, value: Hashable) -> HashTrieSet:
        """It without one.

        Raises:
            KeyError: if it is not there.
        """
        if value not in self:
            raise KeyError(value)
        return HashTrieSet(self - {value})


class List(tuple[Any, ...]):
    """A list whose first is what was put there last."""

    def __new__(cls, *values: Any) -> List:
        """A list of some values, or of what one holds."""
        return super().__new__(cls, values[0] if len(values) == 1 and isinstance(values[0], Iterable) else values)

    @property
    def first(self) -> Any:
        """What was put there last."""
        return self[0]

    @property
    def rest(self) -> List:
        """All but the first."""
        return List(self[1:])

    def push_front(self, value: Any) -> List:
        """It with another in front."""
        return List((value, *self))

    def drop_first(self) -> List:
        """It without its first."""
        return self.rest
