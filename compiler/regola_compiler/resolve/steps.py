"""The steps of resolving: each declaration alone, against the names that all of them make."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from regola_compiler.resolve.scope import SymbolTable

T = TypeVar("T")
Item = TypeVar("Item")


class Steps:
    """The steps of resolving: each declaration alone, against the names that all of them make.

    What a step is given and what it asks of the names is all it rests on. Whoever resolves the same program again and
    again may therefore keep what a step came to (`incremental/steps/resolution.py`); here each is taken anew.
    """

    def __init__(self) -> None:
        self._made: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}

    def names(self, lost: frozenset[str]) -> SymbolTable:
        """An empty table of names; `lost` are words that stand in declarations which could not be read."""
        return SymbolTable(lost=lost)

    def declared(self, names: SymbolTable) -> None:
        """All names are there that there will be: from here on steps ask for them."""

    def take(self, key: Hashable, given: tuple[object, ...], names: SymbolTable, work: Callable[[SymbolTable], T]) -> T:
        """What `work` comes to.

        Args:
            key: What tells this step from the others.
            given: All that the step looks at beside the names.
            names: The names of the program; what is wrong is told to them.
            work: The step itself. It reads no names but from the table it is handed.
        """
        del key, given
        return work(names)

    def by_types(self, work: Callable[[Item, SymbolTable], T], item: Item, names: SymbolTable) -> T:
        """What `work` comes to, which looks at an item, and at no names but those of types."""
        return work(item, names)

    def of_item(self, work: Callable[[Item], T], item: Item) -> T:
        """What `work` comes to, which looks at nothing but an item, and is asked of it several times."""
        known = self._made.get((work, id(item)))
        if known is None:
            # The item is kept with it, so that no other comes to stand in its place.
            self._made[work, id(item)] = known = self._made_before(work, item) or (item, work(item))
        value: T = known[1]  # type: ignore[assignment]  # it is what this work came to
        return value

    def _made_before(self, work: Callable[[Item], T], item: Item) -> tuple[object, object] | None:
        """The same, of an item that was there in the last round."""
        del work, item
        return None
