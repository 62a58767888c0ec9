"""The strict operations on single values: what `+`, `shifted` or `round up` mean.

Each takes values and gives one, or raises `RuleError` where the rules give no answer. The interpreter applies
them to values (`ConcreteDomain`), the symbolic executor to sets of values; the generated module calls functions
of the same meaning in the runtime, and tests hold the two together.
"""

from __future__ import annotations

import math
import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from typing import Any

from regola_dsl.kinds import FoldKind, PickDirection
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import DivisionByZero, FieldNotGiven, OffScale, OutOfRange, TooLarge
from regola_compiler.evaluate.protocol import Domain
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Table
from regola_compiler.model.types import (
    BoolType,
    EnumType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    Type,
    Value,
    holds,
    is_bounded,
    is_called,
    is_integer,
)

HUGE = 10**60


def _bounded(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Value]:
    """No game counts so far; a number that grows without end would eat the machine instead."""

    def apply(a: Any, b: Any) -> Value:
        result: Value = function(a, b)
        if isinstance(result, Fraction) and max(abs(result.numerator), result.denominator) > HUGE:
            raise TooLarge
        if isinstance(result, int) and abs(result) > HUGE:
            raise TooLarge
        return result

    return apply


def _divide(a: Any, b: Any) -> Value:
    if b == 0:
        raise DivisionByZero
    return Fraction(a) / Fraction(b)


def _nearest(number: Any) -> int:
    """Halves go up, as rulebooks say where they say anything."""
    return math.floor(Fraction(number) + Fraction(1, 2))


def _ordered(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Value]:
    def apply(a: Any, b: Any) -> Value:
        return compare(a.index, b.index) if isinstance(a, Member) else compare(a, b)

    return apply


OPERATIONS: dict[Operator, Callable[..., Value]] = {
    Operator.ADD: _bounded(operator.add),
    Operator.SUBTRACT: _bounded(operator.sub),
    Operator.MULTIPLY: _bounded(operator.mul),
    Operator.DIVIDE: _bounded(_divide),
    Operator.NEGATE: operator.neg,
    Operator.ROUND_UP: math.ceil,
    Operator.ROUND_DOWN: math.floor,
    Operator.ROUND_NEAREST: _nearest,
    Operator.EQUAL: operator.eq,
    Operator.UNEQUAL: operator.ne,
    Operator.LESS: _ordered(operator.lt),
    Operator.LESS_EQUAL: _ordered(operator.le),
    Operator.GREATER: _ordered(operator.gt),
    Operator.GREATER_EQUAL: _ordered(operator.ge),
    Operator.NOT: operator.not_,
    Operator.MIN: lambda *values: min(values, key=_order),
    Operator.MAX: lambda *values: max(values, key=_order),
    Operator.IS_A: lambda value, type_: is_called(value, type_.text),
    Operator.IN: lambda value, *others: value in others,
    Operator.CONTAINS: lambda value, items: value in items,
}


def _order(value: Any) -> Any:
    return value.index if isinstance(value, Member) else value


def shift(scale: EnumType, value: Member, steps: int) -> Member:
    """The member `steps` further on; past a closed end there is none."""
    index = value.index + steps
    if (index < 0 and not scale.open_below) or (index >= len(scale.members) and not scale.open_above):
        raise OffScale(scale, index)
    return Member(scale.name, index)


LADDER = 300


@cache
def scale_worths(scale: EnumType) -> tuple[list[int], list[Fraction]]:
    """The places of a scale and their worths, rising, as far as LADDER steps past an open end."""
    low = -LADDER if scale.open_below else 0
    high = len(scale.members) + (LADDER if scale.open_above else 0)
    steps = [(index, worth) for index in range(low, high) if (worth := scale.worth(index)) is not None]
    return [index for index, _ in steps], [worth for _, worth in steps]


def scale_member_for(scale: EnumType, direction: PickDirection, limit: Any) -> Member:
    """The last member worth at most `limit`, or the first worth at least it.

    On an open scale the search goes on past the printed members, LADDER steps at most.
    """
    places, worths = scale_worths(scale)
    found = bisect_right(worths, limit) - 1 if direction == "last" else bisect_left(worths, limit)
    if not 0 <= found < len(places):
        raise OffScale(scale, limit)
    return Member(scale.name, places[found])


class ConcreteDomain:
    """Single values: `int`, `Fraction`, `bool`, members, records, and tuples for lists."""

    def apply(self, operator: Operator, /, *values: Any) -> Any:
        """The operation itself."""
        return OPERATIONS[operator](*values)

    def lift(self, function: Callable[..., Any], /, *values: Any) -> Any:
        """The function itself."""
        return function(*values)

    def decide(self, value: Any, /) -> bool:
        """The condition's outcome."""
        return bool(value)

    def concretize(self, value: Any, /) -> Any:
        """The value itself."""
        return value

    def items(self, value: Any, /) -> tuple[Any, ...]:
        """The items of a list."""
        return tuple(value)

    def fold_items(self, kind: FoldKind, value: Any, /) -> tuple[Any, ...]:
        """The same, whatever is made of them."""
        del kind
        return tuple(value)

    def all_items(self, value: Any, /) -> tuple[Any, ...]:
        """The same, as each of them has a say."""
        return tuple(value)

    def total(self, values: Sequence[Any], listed: Any, /) -> Any:
        """The sum, one by one."""
        del listed
        return total(self, values)

    def field(self, record: Any, name: str, /) -> Any:
        """A field of a record; of one that is told in part, perhaps none."""
        if all(field != name for field, _ in record.fields):
            raise FieldNotGiven(record.record, name)
        return record.get(name)

    def table_input(self, table: Table, number: int, value: Any, /) -> Any:
        """The input itself."""
        del table, number
        return value

    def scale_member(self, scale: EnumType, direction: PickDirection, limit: Any, /) -> Any:
        """The member of a scale."""
        return scale_member_for(scale, direction, limit)

    def within(self, value: Any, type_: Type, place: str, /) -> Any:
        """`value`, held to the bounds of a type."""
        # What is asked most, on the spot.
        if isinstance(type_, HandleType):
            if isinstance(value, Handle) and value.type == type_.name:
                return value
        elif isinstance(type_, EnumType):
            if isinstance(value, Member) and value.enum == type_.name:
                return value
        elif isinstance(type_, BoolType) or (isinstance(type_, IntType) and holds(value, type_)):
            return value
        return within(self, value, type_, place)


CONCRETE = ConcreteDomain()


def total(values_are: Domain, values: Sequence[Any]) -> Any:
    """The sum of some values."""
    found: Any = 0
    for value in values:
        found = values_are.apply(Operator.ADD, found, value)
    return found


@cache
def item_of(place: str) -> str:
    """What an item of a list is called, of which `place` says what it is."""
    return say("an item of {place}", place=place)


def within(values_are: Domain, value: Any, type_: Type, place: str) -> Any:
    """`value`, if it keeps within the bounds of `type_`: a list by its length and its items, a number by itself.

    Raises:
        OutOfRange: if it does not.
    """
    if isinstance(type_, ListType):
        bounded = type_.limit is not None or type_.least
        count = len(values_are.items(value)) if bounded else 0
        if bounded and (count < type_.least or (type_.limit is not None and count > type_.limit)):
            raise OutOfRange(place, type_, count)
        if is_bounded(type_.item):
            for item in values_are.items(value):
                values_are.within(item, type_.item, item_of(place))
        return value
    if isinstance(type_, EnumType):
        known = isinstance(value, Member) and value.enum == type_.name
        return value if known else values_are.lift(partial(_of_enum, type_, place), value)
    if isinstance(type_, HandleType) and type_.individuals:
        return values_are.lift(partial(_checked, type_, place), value)
    if not is_integer(type_) or (isinstance(type_, IntType) and type_.low is None and type_.high is None):
        return value
    return values_are.lift(partial(_checked, type_, place), value)


def _of_enum(type_: EnumType, place: str, value: Any) -> Any:
    if value.enum != type_.name:
        raise OutOfRange(place, type_, value)
    return value


def _checked(type_: Type, place: str, value: Any) -> Any:
    if not holds(value, type_):
        raise OutOfRange(place, type_, value)
    return value
