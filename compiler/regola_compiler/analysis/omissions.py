"""What a witness may leave out: what can be filled in with anything, and the fault is there all the same.

A problem comes about in some boxes, which together are all there is of it. From one of them an input can be left out if
the box, with that input free, still lies within their union; that is decided by taking them away from it one by one,
and what is left of it must be nothing. Where the boxes do not say it all, as of lines of modifiers that were looked at
alone, `left_out` and `random_value` fill in what is not told, to see whether the fault stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf
from random import Random
from typing import TypeAlias

from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.analysis.symbolic.values import Box, Interval, Values, intersect
from regola_compiler.model.types import (
    EnumType,
    IntType,
    ListType,
    Member,
    RecordType,
    RecordValue,
    Type,
    Value,
    domain,
)

# The values that a leaf may have at all, None where that is not known in full.
Range: TypeAlias = Callable[[Symbol], Values | None]
# How many boxes are taken away, and from how many pieces, before a question is given up.
TAKEN, PIECES = 300, 3_000
# How far past what is declared values are filled in.
FAR, MORE = 20, 3


def covered(box: Box, union: Sequence[Box], range_of: Range, possible: Callable[[Box], bool | None]) -> bool:
    """Whether every point of a box lies in one of some others; false where that is not known.

    Args:
        box: What is told; a leaf that is not in it may have any value.
        union: Boxes, as the explorer has them.
        range_of: All values of a leaf.
        possible: Whether a box with relations between amounts has a point at all.
    """
    if len(union) > TAKEN:
        return False
    left = [box]
    for other in union:
        pieces: list[Box] = []
        for piece in left:
            apart = _without(piece, other, range_of)
            if apart is None:
                return False
            pieces += [one for one in apart if not _is_related(one) or possible(one) is not False]
        left = pieces
        if not left:
            return True
        if len(left) > PIECES:
            return False
    return False


def _is_related(box: Box) -> bool:
    return any(isinstance(leaf, RelationRef) for leaf in box)


def _without(box: Box, other: Box, range_of: Range) -> list[Box] | None:
    """What is left of a box without another one, as disjoint boxes; None where that cannot be said."""
    pieces: list[Box] = []
    rest = dict(box)
    for leaf, wanted in other.items():
        if isinstance(leaf, RelationRef):
            for part in leaf.leaves():
                if (known := rest.get(part) or range_of(part)) is None:
                    return None
                rest[part] = known
        have: Values | None = rest.get(leaf) or ((True, False) if isinstance(leaf, RelationRef) else range_of(leaf))
        if have is None:
            return None
        shared = intersect(have, wanted)
        if not shared:
            return [box]
        outside = _outside(have, wanted)
        if outside is None:
            return None
        pieces += [{**rest, leaf: part} for part in outside if part]
        rest[leaf] = shared
    return pieces


def _outside(have: Values, taken: Values) -> list[Values] | None:
    """The values that are not taken."""
    if not isinstance(have, Interval):
        return [tuple(value for value in have if value not in taken)]
    if isinstance(taken, Interval):
        if not have.whole:
            return [] if taken.low <= have.low and have.high <= taken.high else None
        return [have.between(-inf, taken.low - 1), have.between(taken.high + 1, inf)]
    numbers = sorted(value for value in taken if isinstance(value, int))
    if not have.whole or not numbers or numbers != list(range(numbers[0], numbers[-1] + 1)):
        return None
    return [have.between(-inf, numbers[0] - 1), have.between(numbers[-1] + 1, inf)]


def left_out(symbol: Symbol, type_: Type, box: Box) -> Iterator[tuple[Symbol, Type]]:
    """The parts of an input that a box says nothing of, each with its type; a list is told in part or left out."""
    spoken = any(leaf.is_within(symbol) for leaf in box)
    if isinstance(type_, RecordType):
        for name, part in type_.fields:
            yield from left_out(symbol.field(name), part, box)
    elif isinstance(type_, ListType) and spoken:
        lengths = box.get(symbol.length(), (type_.least,))
        for number in range(int(next(iter(lengths))) if lengths else 0):  # type: ignore[arg-type]
            yield from left_out(symbol.item(number + 1), type_.item, box)
    elif not spoken:
        yield symbol, type_


def told_of(symbol: Symbol, type_: Type, value: Value) -> Box:
    """The box that has one value of one input."""
    if isinstance(type_, RecordType) and isinstance(value, RecordValue):
        parts = [told_of(symbol.field(name), part, value.get(name)) for name, part in type_.fields]
        return {leaf: values for part in parts for leaf, values in part.items()}
    if isinstance(type_, ListType) and isinstance(value, tuple):
        items = [told_of(symbol.item(i + 1), type_.item, item) for i, item in enumerate(value)]
        return {symbol.length(): (len(value),)} | {leaf: values for part in items for leaf, values in part.items()}
    return {symbol: (value,)}


def random_value(type_: Type, random: Random) -> Value:
    """Any value of a type, near to what it names where there is no end of them."""
    if isinstance(type_, RecordType):
        return RecordValue(type_.name, tuple((name, random_value(part, random)) for name, part in type_.fields))
    if isinstance(type_, ListType):
        most = type_.least + MORE if type_.limit is None else type_.limit
        return tuple(random_value(type_.item, random) for _ in range(random.randint(type_.least, most)))
    if isinstance(type_, IntType):
        low = type_.low if type_.low is not None else -FAR
        return random.randint(low, type_.high if type_.high is not None else low + 2 * FAR)
    if isinstance(type_, EnumType):
        past = MORE if type_.open_above else 0
        return Member(type_.name, random.randint(-MORE if type_.open_below else 0, len(type_.members) - 1 + past))
    values = domain(type_)
    return Fraction(random.randint(-FAR, FAR), 2) if values is None else random.choice(list(values))
