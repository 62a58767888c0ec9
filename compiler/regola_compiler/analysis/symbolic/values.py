"""Values that are not known yet: what the explorer runs the interpreter on, and what is known of them all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from fractions import Fraction
from math import inf, prod
from sys import maxsize
from typing import Any, TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.operations import OPERATIONS
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Expr, Guard, Norm, Path
from regola_compiler.model.types import ListType, Member, RecordType, Value

# How long lists are tried: in full up to a few items, else shorter.
LIST_LIMIT = 2
FULL_LISTS = 4

# A number that is known exactly, or an infinite one.
Number: TypeAlias = float | Fraction
# How many values an amount may have and still be tried value by value.
MAX_LEAF = 100
# How many cases several leaves may have together and still be divided, rather than related to each other.
FEW_CASES = 400


@dataclass(frozen=True, slots=True)
class Interval:
    """The numbers from `low` to `high`, both included, either perhaps infinite; `whole` ones only, or fractions too."""

    low: Number
    high: Number
    whole: bool = True

    def __len__(self) -> int:
        return int(min(self.high - self.low + 1, maxsize)) if self.whole else maxsize

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | Fraction) and self.low <= value <= self.high

    def __iter__(self) -> Iterator[Value]:
        """The numbers of a stretch that has an end."""
        assert self.whole
        return iter(range(int(self.low), int(self.high) + 1))

    def simplest(self) -> int:
        """The number nearest to zero."""
        return int(max(self.low, 0) if self.high >= 0 else self.high)

    def between(self, low: Number, high: Number) -> Values:
        """The part from `low` to `high`, value by value where they are few."""
        part = Interval(max(low, self.low), min(high, self.high), self.whole)
        if part.low > part.high or part.high == -inf or part.low == inf:
            return ()
        return tuple(part) if self.whole and part.high - part.low < MAX_LEAF else part


Values: TypeAlias = tuple[Value, ...] | Interval
Box: TypeAlias = dict[Symbol, Values]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One box of inputs, and what comes out there: a value (perhaps `FiniteSymbolic`) or a problem."""

    box: Box
    value: Any
    problem: RuleError | None


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Why something never comes about: the step at which every position fails, and what is in the way there."""

    step: int
    by: tuple[Norm | Guard, ...] = ()


def simplest(values: Values) -> Value:
    """The value a reader has least to think about: nearest to zero, first in its list."""
    return values.simplest() if isinstance(values, Interval) else min(values, key=_plainness)


def _plainness(value: Value) -> tuple[int, int]:
    number = value.index if isinstance(value, Member) else int(value) if isinstance(value, int) else 0
    return abs(number), number


def intersect(a: Values, b: Values) -> Values:
    """The values in both."""
    if isinstance(a, Interval) and isinstance(b, Interval):
        return a.between(b.low, b.high)
    listed, other = (b, a) if isinstance(a, Interval) else (a, b)
    return tuple(value for value in listed if value in other)


def are_disjoint(a: Values, b: Values) -> bool:
    """Whether no value is in both."""
    if a is b:
        return False
    if isinstance(a, Interval) and isinstance(b, Interval):
        return a.high < b.low or b.high < a.low
    listed, other = (b, a) if isinstance(a, Interval) else (a, b)
    return not any(value in other for value in listed)


@dataclass(frozen=True, slots=True)
class SymbolicNumber:
    """A leaf with too many values to be listed, of which the bounds are known."""

    leaf: Symbol
    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class FiniteSymbolic:
    """A value that depends on one leaf: what it is for each value the leaf may have. `plain`, it is the leaf itself."""

    leaf: Symbol
    results: dict[Value, Any]
    plain: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class IntervalTerm:
    """An operation on several leaves, not carried out: only its bounds are known.

    Of the sum of a list that was cut short, `operator` is None.
    """

    operator: Operator | None
    operands: tuple[Any, ...]
    low: Number
    high: Number


@dataclass(frozen=True, slots=True)
class UnknownRecord:
    """A record whose fields are looked at when they are asked for."""

    symbol: Symbol
    type: RecordType


@dataclass(frozen=True, slots=True)
class UnknownList:
    """A list whose length and items are looked at when they are asked for."""

    symbol: Symbol
    type: ListType


@dataclass(frozen=True, slots=True)
class PathExpression:
    """An expression of a path that is tried for any places; with a name it is an amount of 0 or more."""

    places: tuple[str, ...]
    expression: Expr
    amount: str = ""


def probes(path: Path) -> list[PathExpression]:
    """The expressions of a path, each with the places it speaks of."""
    found = [PathExpression((), path.start)] + ([] if path.end is None else [PathExpression((), path.end)])
    for leg in path.legs:
        ends = leg.ends if leg.ends[0] else ()
        steps = say("the number of steps")
        points = say("the number of points") if leg.cost else steps
        told = ((leg.limit, points), (leg.steps, steps), (leg.cost, say("a step's cost")), (leg.where, ""))
        found += [PathExpression(ends, part, what) for part, what in told if part]
    return found + [PathExpression(bar.places, bar.condition) for bar in path.bars]


def longest(type_: ListType) -> int:
    """How long lists of a type are tried: in full if they are short."""
    if type_.limit is not None and type_.limit <= FULL_LISTS:
        return type_.limit
    return max(LIST_LIMIT, type_.least)


Bounds: TypeAlias = tuple[Number, Number]


def _times(a: Number, b: Number) -> Number:
    return a * b if a and b else 0


def _product(a: Bounds, b: Bounds) -> Bounds:
    corners = [_times(x, y) for x in a for y in b]
    return min(corners), max(corners)


def _quotient(a: Bounds, b: Bounds) -> Bounds:
    if b[0] <= 0 <= b[1]:
        return -inf, inf
    corners = [_divided(x, y) for x in a for y in b]
    return min(corners), max(corners)


def _divided(x: Number, y: Number) -> Number:
    if abs(y) == inf:
        return 0
    if abs(x) == inf:
        return x if y > 0 else -x
    return Fraction(x) / Fraction(y)


def _rounded(function: Callable[..., Any]) -> Callable[[Bounds], Bounds]:
    def bounds(a: Bounds) -> Bounds:
        low, high = (end if abs(end) == inf else function(end) for end in a)
        return low, high

    return bounds


# How the bounds of a result follow from those of its operands.
BOUNDS: dict[Operator, Callable[..., Bounds]] = {
    Operator.ADD: lambda a, b: (a[0] + b[0], a[1] + b[1]),
    Operator.SUBTRACT: lambda a, b: (a[0] - b[1], a[1] - b[0]),
    Operator.MIN: lambda *all_: (min(a for a, _ in all_), min(b for _, b in all_)),
    Operator.MAX: lambda *all_: (max(a for a, _ in all_), max(b for _, b in all_)),
}
# The same for operations that are carried out as long as there are few values.
FURTHER: dict[Operator, Callable[..., Bounds]] = BOUNDS | {
    Operator.NEGATE: lambda a: (-a[1], -a[0]),
    Operator.MULTIPLY: _product,
    Operator.DIVIDE: _quotient,
    **{name: _rounded(OPERATIONS[name]) for name in (Operator.ROUND_UP, Operator.ROUND_DOWN, Operator.ROUND_NEAREST)},
}
# Comparisons that bounds may decide; None where they do not.
DECIDES: dict[Operator, Callable[[Bounds, Bounds], bool | None]] = {
    Operator.LESS: lambda a, b: True if a[1] < b[0] else False if a[0] >= b[1] else None,
    Operator.LESS_EQUAL: lambda a, b: True if a[1] <= b[0] else False if a[0] > b[1] else None,
    Operator.GREATER: lambda a, b: True if a[0] > b[1] else False if a[1] <= b[0] else None,
    Operator.GREATER_EQUAL: lambda a, b: True if a[0] >= b[1] else False if a[1] < b[0] else None,
    Operator.EQUAL: lambda a, b: False if a[1] < b[0] or b[1] < a[0] else None,
    Operator.UNEQUAL: lambda a, b: True if a[1] < b[0] or b[1] < a[0] else None,
}


def bounds_of(value: Any) -> Bounds | None:
    """The bounds of a number, known or not; None for anything else."""
    if isinstance(value, IntervalTerm | SymbolicNumber):
        return value.low, value.high
    if isinstance(value, FiniteSymbolic):
        results = value.results.values()
        if all(type(result) in {int, Fraction} for result in results):
            return min(results), max(results)
        return None
    return (value, value) if type(value) in {int, Fraction} else None


def leaves_of(value: Any) -> list[FiniteSymbolic]:
    """The leaves that a value rests on and that can be divided value by value."""
    if isinstance(value, FiniteSymbolic):
        return [value]
    if isinstance(value, IntervalTerm):
        return [leaf for operand in value.operands for leaf in leaves_of(operand)]
    return []


def too_many_cases(values: Iterable[Any]) -> bool:
    """Whether values rest on more cases than are divided one by one."""
    sizes: dict[Symbol, int] = {}
    for value in values:
        if any(amounts_of((value,))):
            return True
        for leaf in leaves_of(value):
            sizes[leaf.leaf] = len(leaf.results)
    return len(sizes) > 1 and prod(sizes.values()) > FEW_CASES


def amounts_of(values: Iterable[Any]) -> Iterator[Symbol]:
    """The leaves that values rest on and that cannot be divided value by value."""
    for value in values:
        if isinstance(value, SymbolicNumber):
            yield value.leaf
        if isinstance(value, IntervalTerm):
            yield from amounts_of(value.operands)
