"""The steps of resolving: each declaration alone, against the names all of them make.

What a step is given and what it asks of the names is all it rests on. Whoever resolves the same program again and again
may therefore keep what a step came to (`incremental/resolution.py`); here each is taken anew.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from regola_dsl import tree

from regola_compiler.resolve.positions import PhaseIndex
from regola_compiler.resolve.scope import SymbolTable

T = TypeVar("T")


class Steps:
    """Takes every step anew."""

    def names(self, lost: frozenset[str]) -> SymbolTable:
        """An empty table of names; `lost` are words that stand in declarations which could not be read."""
        return SymbolTable(lost=lost)

    def phases(self, sequences: Sequence[tree.Sequence]) -> PhaseIndex:
        """The phases of some sequences."""
        return PhaseIndex(sequences)

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
