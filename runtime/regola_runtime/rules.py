"""How rules decide: exceptions that must agree, tables with edges, explicit rounding."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias, TypeVar

from regola_runtime.errors import (
    Contradiction,
    DivisionByZero,
    EmptyFold,
    Forbidden,
    OutOfRange,
    OutsideTable,
    TableGap,
    TableOverlap,
)
from regola_runtime.many.rows import Interval, Rows, Selectors
from regola_runtime.values import Choice, Number, Scale, described, is_outside, quotient

T = TypeVar("T")
Edge: TypeAlias = Literal["clamp", "forbidden"] | None


def settled(conditions: Sequence[tuple[str, bool]], over: Mapping[str, Sequence[str]]) -> list[str]:
    """The exceptions that hold and that no other one that holds wins over."""
    holding = [name for name, holds in conditions if holds]
    beaten = {loser for name in holding for loser in over.get(name, ())}
    return [name for name in holding if name not in beaten]


def agreed(rule: str, names: Sequence[str], answers: Mapping[str, Callable[[], T]]) -> T:
    """The one answer of exceptions that hold together.

    Raises:
        Contradiction: if two of them disagree.
    """
    first = answers[names[0]]()
    for name in names[1:]:
        if answers[name]() != first:
            raise Contradiction(f"{rule}: {names[0]} and {name} hold together and disagree")
    return first


def place(
    table: str, value: Number | Choice | Scale, low: int, high: int, below: Edge = None, above: Edge = None
) -> int:
    """Where a value enters a table's dimension, as its `beyond` line has it, counted from `low`.

    Raises:
        OutsideTable: past an edge the table says nothing of.
        Forbidden: past an edge that forbids.
    """
    ordinal = ordinal_of(value)
    if low <= ordinal <= high:
        return ordinal - low
    edge = below if ordinal < low else above
    if edge is None:
        raise OutsideTable(f"{table}: {value} is past the printed edge")
    if edge == "forbidden":
        raise Forbidden(f"{table}: {value} is not allowed")
    return 0 if ordinal < low else high - low


def ordinal_of(value: Any) -> int:
    """A value's place on the line a dimension is measured on."""
    if isinstance(value, Choice):
        return value.position
    return value.index if isinstance(value, Scale) else int(value)


def look_up(
    table: str,
    hit: str,
    rows: Sequence[tuple[Selectors, bool]] | Rows,
    inputs: Sequence[Any],
    edges: Sequence[tuple[int, int, Edge, Edge]],
) -> list[int]:
    """The rows that answer for these inputs, by index: first directly, then by the edges.

    Raises:
        TableGap: if none does.
        OutsideTable: past an edge the table says nothing of.
        Forbidden: past an edge that forbids.
    """
    ordinals = [ordinal_of(value) for value in inputs]
    found = _matching(hit, rows, ordinals)
    if not found and hit not in {"sum", "all"}:
        moved = [
            low + place(table, o, low, high, below, above)
            for o, (low, high, below, above) in zip(ordinals, edges, strict=True)
        ]
        found = _matching(hit, rows, moved) if moved != ordinals else []
        if not found:
            raise TableGap(f"{table}: no row for {', '.join(map(str, inputs))}")
    return found


def _matching(hit: str, rows: Sequence[tuple[Selectors, bool]] | Rows, ordinals: Sequence[int]) -> list[int]:
    if isinstance(rows, Rows):
        return rows.matching(ordinals, first=hit == "first")
    for otherwise in (False, True):
        found = [
            index
            for index, (selectors, last) in enumerate(rows)
            if last is otherwise and all(_selects(s, o) for s, o in zip(selectors, ordinals, strict=True))
        ]
        if found:
            return found[:1] if hit == "first" else found
    return []


def _selects(selector: tuple[Interval, ...], ordinal: int) -> bool:
    return any((low is None or low <= ordinal) and (high is None or ordinal <= high) for low, high in selector)


def combined(table: str, values: Sequence[T]) -> T:
    """The one answer of rows that must agree.

    Raises:
        TableOverlap: if two of them do not.
    """
    for value in values[1:]:
        if value != values[0]:
            raise TableOverlap(f"{table}: two rows answer differently")
    return values[0]


def within(value: int, low: int, high: int, what: str) -> int:
    """The value, if it is within bounds.

    Raises:
        OutOfRange: if it is not.
    """
    if not low <= value <= high:
        raise OutOfRange(f"{what} is {value}, outside {low} to {high}")
    return value


def held(value: T, kind: Any, what: str) -> T:
    """The value, if it is within the bounds of a kind.

    Raises:
        OutOfRange: if it is not.
    """
    if is_outside(value, kind):
        raise OutOfRange(f"{what} is {value}, outside {described(kind)}")
    return value


def of_type(value: Any, kind: type[T], what: str) -> T:
    """The value, if it is of the type that is asked: of a piece that may be nowhere, where it is.

    Raises:
        OutOfRange: if it is not.
    """
    if not isinstance(value, kind):
        raise OutOfRange(f"{what} is {value}, which is no {kind.__name__}")
    return value


def divided(a: Number, b: Number) -> Fraction:
    """An exact quotient.

    Raises:
        DivisionByZero: by nothing.
    """
    return quotient(a, b)


def floored(a: Number, b: Number) -> int:
    """A quotient, rounded down.

    Raises:
        DivisionByZero: by nothing.
    """
    if b == 0:
        raise DivisionByZero("division by zero")
    return int(a // b)


def raised(a: Number, b: Number) -> int:
    """A quotient, rounded up.

    Raises:
        DivisionByZero: by nothing.
    """
    return -floored(-a, b)


def rounded(a: Number, b: Number) -> int:
    """The whole number nearest to a quotient; halves go up.

    Raises:
        DivisionByZero: by nothing.
    """
    return floored(2 * a + b, 2 * b)


def nearest(number: Number) -> int:
    """The nearest whole number; halves go up."""
    return math.floor(Fraction(number) + Fraction(1, 2))


def best(kind: Literal["max", "min"], values: Iterable[T]) -> T:
    """The largest or smallest value.

    Raises:
        EmptyFold: of nothing.
    """
    listed: list[Any] = list(values)
    if not listed:
        raise EmptyFold(f"{kind} of an empty list")
    result: T = max(listed) if kind == "max" else min(listed)
    return result
