"""Values that are not known yet: what the explorer runs the interpreter on, and what is known of them all the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from regola_compiler.model import Expr, Fact, Path
from regola_compiler.operations import OPERATIONS
from regola_compiler.types import ListType, Member, RecordType, Type, Value, source

# How long lists are tried: in full up to a few items, else shorter.
LIST_LIMIT = 2
FULL_LISTS = 4

Box: TypeAlias = dict[str, tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that depends on one leaf: what it is for each value the leaf may have."""

    leaf: str
    results: dict[Value, Any]


@dataclass(frozen=True, slots=True)
class Deferred:
    """An operation on several leaves, not carried out: only its bounds are known."""

    operands: tuple[Any, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class UnknownRecord:
    """A record whose fields are looked at when they are asked for."""

    path: str
    type: RecordType


@dataclass(frozen=True, slots=True)
class UnknownList:
    """A list whose length and items are looked at when they are asked for."""

    path: str
    type: ListType


@dataclass(frozen=True, slots=True)
class Leaf:
    """An unknown, by its path, where it is the argument of a fact."""

    path: str
    type: Type


@dataclass(frozen=True, slots=True)
class Asked:
    """A fact as it was asked."""

    fact: Fact
    parts: tuple[Leaf | Value, ...]


def fact_path(fact: Fact, parts: tuple[Leaf | Value, ...]) -> str:
    """The name of a fact's leaf; the colon tells it from an input of the same name."""
    if not parts:
        return f":{fact.name}"
    shown = (
        part.path if isinstance(part, Leaf) else source(part, p.type)
        for part, p in zip(parts, fact.parameters, strict=True)
    )
    return f":{fact.name}({', '.join(shown)})"


@dataclass(frozen=True, slots=True)
class Probe:
    """An expression of a path that is tried for any places."""

    places: tuple[str, ...]
    expression: Expr


def probes(path: Path) -> list[Probe]:
    """The expressions of a path, each with the places it speaks of."""
    found = [Probe((), path.start)] + ([] if path.end is None else [Probe((), path.end)])
    for leg in path.legs:
        ends = leg.ends if leg.ends[0] else ()
        found += [Probe(ends, part) for part in (leg.limit, leg.cost, leg.where) if part is not None]
    return found + [Probe(bar.places, bar.condition) for bar in path.bars]


def longest(type_: ListType) -> int:
    """How long lists of a type are tried: in full if they are short."""
    if type_.limit is not None and type_.limit <= FULL_LISTS:
        return type_.limit
    return max(LIST_LIMIT, type_.least)


def whole_value(value: Any) -> Any:
    """A function that no bounds answer: a deferred value given to it is divided."""
    return value


Bounds: TypeAlias = tuple[int, int]

# How the bounds of a result follow from those of its operands.
BOUNDS: dict[Any, Callable[..., Bounds]] = {
    OPERATIONS["add"]: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    OPERATIONS["subtract"]: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    OPERATIONS["min"]: lambda *all_: (min(a for a, _ in all_), min(b for _, b in all_)),
    OPERATIONS["max"]: lambda *all_: (max(a for a, _ in all_), max(b for _, b in all_)),
}
# Comparisons that bounds may decide; None where they do not.
DECIDES: dict[Any, Callable[[Bounds, Bounds], bool | None]] = {
    OPERATIONS["<"]: lambda a, b: True if a[1] < b[0] else False if a[0] >= b[1] else None,
    OPERATIONS["<="]: lambda a, b: True if a[1] <= b[0] else False if a[0] > b[1] else None,
    OPERATIONS[">"]: lambda a, b: True if a[0] > b[1] else False if a[1] <= b[0] else None,
    OPERATIONS[">="]: lambda a, b: True if a[0] >= b[1] else False if a[1] < b[0] else None,
    OPERATIONS["=="]: lambda a, b: False if a[1] < b[0] or b[1] < a[0] else None,
    OPERATIONS["!="]: lambda a, b: True if a[1] < b[0] or b[1] < a[0] else None,
}


def bounds_of(value: Any) -> Bounds | None:
    """The bounds of a whole number, known or not; None for anything else."""
    if isinstance(value, Deferred):
        return value.low, value.high
    if isinstance(value, Unknown):
        results = value.results.values()
        if all(type(result) is int for result in results):
            return min(results), max(results)
        return None
    return (value, value) if type(value) is int else None


def leaves_of(value: Any) -> list[Unknown]:
    """The leaves that a value rests on."""
    if isinstance(value, Unknown):
        return [value]
    if isinstance(value, Deferred):
        return [leaf for operand in value.operands for leaf in leaves_of(operand)]
    return []


def identity_of(value: Any) -> Any:
    """What makes two arguments the same from run to run, or None where that cannot be said cheaply."""
    if isinstance(value, Unknown):
        plain = all(key == result for key, result in value.results.items())
        return (value.leaf, tuple(value.results)) if plain else None
    return (type(value), value) if isinstance(value, int | Fraction | Member) else None
