"""What was worked out in one run of an exploration, for the runs after it.

Every run of the executor begins anew, in a box that is a part of an earlier run's. Most of what it works out it has
worked out before: of the leaves that a condition read, the last division has changed one at most. So what an expression
comes to is kept together with what it *read* on the way: the leaves of the box, in their order, each with the values it
had. What is read first is always the same, and what is read next depends on nothing but the values of what was read
before it. So the readings of one expression are a tree, and its answer for the box at hand is found by walking it:

    phase ─┬─ {movement} ── active ─┬─ {axis}    true
           │                        └─ {allies}  false
           └─ {combat, supply}                   false

That is selective memoization (Acar, Blelloch and Harper, *Selective Memoization*, 2003): a result is used again where
what it was made of is the same, whatever else is not. No answer is guessed: a leaf that was divided since leads to
another branch, or to none, and then the expression is evaluated. What evaluating it would have done besides (steps
counted, facts asked of the host) is done again when it is recalled, so that an exploration takes the same course.

Values are compared by identity: each set of values that a leaf ever has is one object (`SymbolicDomain.one_of`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Any, TypeAlias

from regola_dsl.records import dataclass

from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.analysis.symbolic.values import (
    FiniteSymbolic,
    IntervalTerm,
    SymbolicNumber,
    UnknownList,
    UnknownRecord,
    Values,
)
from regola_compiler.model.types import Handle, Member, RecordValue, Type

# What was read of the box: a leaf, and the values it had.
Reading: TypeAlias = tuple[Symbol, Values]
# What is done again when an answer is recalled.
Effect: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]


# What is known in full, and has no parts.
_SINGLE = frozenset({int, bool, str, Fraction, Member, Handle})


@dataclass(frozen=True, slots=True)
class Answer:
    """What an expression came to, what that rests on, and what working it out did besides."""

    value: Any
    readings: tuple[Reading, ...]
    effects: tuple[Effect, ...]
    steps: int


@dataclass(slots=True)
class _Branching:
    """A leaf that is read, and what follows for each of the values it had."""

    leaf: Symbol
    after: dict[int, _Branching | Answer] = field(default_factory=dict)
    # Kept alive, so that no other object gets the identity of one of them.
    values: list[Values] = field(default_factory=list)


class Recollection:
    """The answers of one exploration, by what was asked and what was read."""

    def __init__(self) -> None:
        self._first: dict[Hashable, _Branching | Answer] = {}
        self._types: dict[int, Type] = {}

    def clear(self) -> None:
        """Something else is explored."""
        self._first.clear()
        self._types.clear()

    def find(self, key: Hashable, box: Mapping[Symbol, Values], domains: Mapping[Symbol, Values]) -> Answer | None:
        """The answer to `key` in a box; None if it was never worked out there. `domains` are the leaves undivided."""
        found = self._first.get(key)
        while type(found) is _Branching:
            leaf = found.leaf
            found = found.after.get(id(box.get(leaf) or domains.get(leaf)))
        return found  # type: ignore[return-value]  # what is no branching is an answer or nothing

    def keep(self, key: Hashable, answer: Answer) -> None:
        """Keep an answer under what it read."""
        last: tuple[dict[Any, _Branching | Answer], Any] = (self._first, key)
        for leaf, values in answer.readings:
            place, at = last
            found = place.get(at)
            if found is None:
                found = place[at] = _Branching(leaf)
            if not isinstance(found, _Branching) or found.leaf is not leaf:
                return  # it did not read what it read before: not to be relied upon
            if id(values) not in found.after:
                found.values.append(values)
            last = (found.after, id(values))
        place, at = last
        place.setdefault(at, answer)

    def identity(self, value: Any, leaves: list[Symbol]) -> Hashable | None:
        """What tells an argument from others, or None where that cannot be said; the leaves it rests on are added.

        What a leaf may be is no part of it: that is read, as everything is.
        """
        if type(value) in _SINGLE:  # what is asked most, on the spot
            return type(value), value
        match value:
            case FiniteSymbolic(leaf=leaf, results=results):
                leaves.append(leaf)
                return leaf if value.plain else (leaf, *((type(one), one) for one in results.values()))
            case SymbolicNumber(leaf=leaf):
                leaves.append(leaf)
                return leaf
            case UnknownRecord(symbol=symbol, type=type_) | UnknownList(symbol=symbol, type=type_):
                self._types.setdefault(id(type_), type_)
                return symbol, id(type_)
            case int() | Fraction() | Member() | Handle() | str():
                return type(value), value
            case RecordValue(record=record, fields=fields):
                parts = self.identities([part for _, part in fields], leaves)
                return None if parts is None else (record, *parts)
            case tuple():
                parts = self.identities(value, leaves)
                return None if parts is None else (tuple, *parts)
            case IntervalTerm(operator=operator, operands=operands, low=low, high=high):
                parts = self.identities(operands, leaves)
                return None if parts is None else (operator, low, high, *parts)
            case _:
                return None

    def identities(self, values: Sequence[Any], leaves: list[Symbol]) -> tuple[Hashable, ...] | None:
        """The same for several arguments: None if it cannot be said of one of them."""
        found = []
        for value in values:
            known = self.identity(value, leaves)
            if known is None:
                return None
            found.append(known)
        return tuple(found)
