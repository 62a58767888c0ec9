"""Conditions that exclude one another by what they say themselves, whatever the rest of the rules may do.

Of each thing that is compared with values it is known which of them it may have: those of its type, less what each
condition leaves out. If nothing is left they never hold together. That is asked of the words alone, so it is known at
once, and also where there are too many positions to be tried; what is compared with something that has to be worked out
first is taken to be anything.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import TypeAlias

from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass

from regola_compiler.model.kinds import COMPARISONS, Operator
from regola_compiler.model.program import Apply, Call, Const, Expr, FieldOf, Fold, If, Let, Logic, Var
from regola_compiler.model.types import BoolType, DiceType, EnumType, IntType, Member, Type, Value, is_integer
from regola_compiler.model.visitor import without_spans

# A condition, and whether it is to hold or not to hold.
Asked: TypeAlias = tuple[Expr, bool]
# So many ways to fulfil a condition are looked at; one that has more is taken to hold.
_WAYS = 64
_MIRRORED = {
    Operator.LESS: Operator.GREATER,
    Operator.LESS_EQUAL: Operator.GREATER_EQUAL,
    Operator.GREATER: Operator.LESS,
    Operator.GREATER_EQUAL: Operator.LESS_EQUAL,
}
_DENIED = {
    Operator.EQUAL: Operator.UNEQUAL,
    Operator.UNEQUAL: Operator.EQUAL,
    Operator.LESS: Operator.GREATER_EQUAL,
    Operator.LESS_EQUAL: Operator.GREATER,
    Operator.GREATER: Operator.LESS_EQUAL,
    Operator.GREATER_EQUAL: Operator.LESS,
}
# How two things stand to each other: the first is less, the same, more.
_ORDERS = {
    Operator.EQUAL: frozenset({0}),
    Operator.UNEQUAL: frozenset({-1, 1}),
    Operator.LESS: frozenset({-1}),
    Operator.LESS_EQUAL: frozenset({-1, 0}),
    Operator.GREATER: frozenset({1}),
    Operator.GREATER_EQUAL: frozenset({0, 1}),
}


@dataclass(frozen=True, slots=True)
class Allowed:
    """What something may be: one of `only`, if that is said; none of `without`; from `low` to `high`.

    The ends are among it, unless they are `strict`. Of a member of an enum or a scale its place counts.
    """

    only: frozenset[Value] | None = None
    without: frozenset[Value] = frozenset()
    low: Fraction | int | None = None
    high: Fraction | int | None = None
    strict_low: bool = False
    strict_high: bool = False

    def both(self, other: Allowed) -> Allowed:
        """What is allowed by the one and by the other."""
        only = other.only if self.only is None else self.only if other.only is None else self.only & other.only
        low, strict_low = max(
            ((one.low, one.strict_low) for one in (self, other) if one.low is not None), default=(None, False)
        )
        high, strict_high = min(
            ((one.high, not one.strict_high) for one in (self, other) if one.high is not None), default=(None, True)
        )
        return Allowed(only, self.without | other.without, low, high, strict_low, not strict_high)

    def is_empty(self, type_: Type) -> bool:
        """Whether no value of a type is left."""
        if self.only is not None:
            return not any(self._has(value) for value in self.only)
        if self.low is None or self.high is None:
            return False
        if not isinstance(type_, IntType | DiceType | EnumType | BoolType):
            return self.low > self.high or (self.low == self.high and (self.strict_low or self.strict_high))
        left_out = {place_of_value(value) for value in self.without}
        first = int(self.low // 1) + (1 if self.strict_low or self.low % 1 else 0)
        last = int(self.high // 1) - (1 if self.strict_high and not self.high % 1 else 0)
        return all(place in left_out for place in range(first, min(last, first + len(left_out)) + 1))

    def _has(self, value: Value) -> bool:
        place = place_of_value(value)
        if value in self.without:
            return False
        if place is None:
            return True
        above = self.low is None or place > self.low or (place == self.low and not self.strict_low)
        return above and (self.high is None or place < self.high or (place == self.high and not self.strict_high))


@dataclass(frozen=True, slots=True)
class Part:
    """What a piece of a condition, `at`, says of a thing: what it may be. `key` tells the thing from others."""

    key: Hashable
    term: Expr
    allowed: Allowed
    at: Expr


@dataclass(frozen=True, slots=True)
class Clash:
    """Of what thing nothing is left, and the pieces that leave nothing; one alone if its type has no such value."""

    term: Expr
    parts: tuple[Part, ...]


def clash(asked: Iterable[Asked], lets: Sequence[Let] = ()) -> Clash | None:
    """Why some conditions never hold together; None if they may, or that is not known.

    Args:
        asked: The conditions, each with whether it is to hold.
        lets: The names of values that they use.
    """
    values = {let.name: let.value for let in lets}
    ways: list[tuple[Part, ...]] = [()]
    for condition, wanted in asked:
        more = [(*way, *also) for way in ways for also in islice(_ways(condition, wanted, values), _WAYS + 1)]
        if len(more) > _WAYS:
            return None
        told = [_clash_in(way) for way in more]
        ways = [way for way, why in zip(more, told, strict=True) if why is None]
        if not ways:
            return next(iter(told), None)
    return None


def _clash_in(way: Sequence[Part]) -> Clash | None:
    """The fewest pieces that exclude one another among some that must all hold."""
    said: dict[Hashable, list[Part]] = {}
    for part in way:
        said.setdefault(part.key, []).append(part)
    for parts in said.values():
        if not _are_impossible(parts):
            continue
        for many in (1, 2):
            for some in combinations(parts, many):
                if _are_impossible(some):
                    return Clash(parts[0].term, some)
        return Clash(parts[0].term, tuple(parts))
    return None


def _are_impossible(parts: Sequence[Part]) -> bool:
    allowed = reach(parts[0].term)
    for part in parts:
        allowed = allowed.both(part.allowed)
    return allowed.is_empty(parts[0].term.type)


def _ways(node: Expr, wanted: bool, lets: dict[str, Expr]) -> Iterator[tuple[Part, ...]]:
    """The ways to fulfil a condition, each as the pieces that have to hold."""
    if isinstance(node, Var) and node.name in lets:
        node = lets[node.name]
    match node:
        case Logic() if (node.kind == "and") is wanted:
            found: list[tuple[Part, ...]] = [()]
            for operand in node.operands:
                found = [(*way, *more) for way in found for more in _ways(operand, wanted, lets)][: _WAYS + 1]
            yield from found
        case Logic():
            for operand in node.operands:
                yield from _ways(operand, wanted, lets)
        case Apply(operator=Operator.NOT):
            yield from _ways(node.operands[0], not wanted, lets)
        case Apply(operator=Operator.IN):
            yield _membership(node, wanted)
        case Apply() if node.operator in COMPARISONS:
            yield _comparison(node, node.operator if wanted else _DENIED[node.operator])
        case Const() | If():
            yield ()
        case _:
            yield (Part(without_spans(node), node, Allowed(frozenset({wanted})), node),)


def _membership(node: Apply, wanted: bool) -> tuple[Part, ...]:
    term, *listed = node.operands
    values = frozenset(one.value for one in listed if isinstance(one, Const))
    if isinstance(term, Const) or len(values) < len(listed):
        return ()
    allowed = Allowed(only=values) if wanted else Allowed(without=values)
    return (Part(without_spans(term), term, allowed, node),)


def _comparison(node: Apply, operator: Operator) -> tuple[Part, ...]:
    left, right = node.operands
    if isinstance(left, Const):
        left, right, operator = right, left, _MIRRORED.get(operator, operator)
    if isinstance(left, Const):
        return ()
    if not isinstance(right, Const):
        return (_of_two(node, left, right, operator),)
    value, place = right.value, place_of_value(right.value)
    match operator:
        case Operator.EQUAL:
            allowed = Allowed(only=frozenset({value}))
        case Operator.UNEQUAL:
            allowed = Allowed(without=frozenset({value}))
        case Operator.LESS | Operator.LESS_EQUAL:
            allowed = Allowed(high=place, strict_high=operator == Operator.LESS)
        case _:
            allowed = Allowed(low=place, strict_low=operator == Operator.GREATER)
    return (Part(without_spans(left), left, allowed, node),)


def _of_two(node: Apply, left: Expr, right: Expr, operator: Operator) -> Part:
    """How two things that have to be worked out stand to each other, in whatever order they are written."""
    first, second = without_spans(left), without_spans(right)
    if repr(second) < repr(first):
        first, second, operator = second, first, _MIRRORED.get(operator, operator)
    return Part((first, second), replace(node, type=IntType(-1, 1)), Allowed(only=_ORDERS[operator]), node)


def place_of_value(value: Value) -> int | Fraction | None:
    """Where a value stands among others of its type; None of what has no order."""
    if isinstance(value, Member):
        return value.index
    return value if isinstance(value, int | Fraction) else None


def reach(term: Expr) -> Allowed:
    """Which values something can have, by its type and by how it is worked out."""
    low, high = _ends(term)
    return Allowed(low=low, high=high)


def _ends(term: Expr) -> tuple[int | Fraction | None, int | Fraction | None]:
    match term:
        case Const() if not isinstance(term.type, BoolType) and (place := place_of_value(term.value)) is not None:
            return place, place
        case Apply(operator=Operator.ADD | Operator.SUBTRACT | Operator.NEGATE | Operator.MIN | Operator.MAX):
            return _worked_out(term)
        case Fold(kind=FoldKind.COUNT):
            return 0, None
        case If() if is_integer(term.type):
            ends = [_ends(term.then), _ends(term.otherwise)]
            return _hull([low for low, _ in ends], min), _hull([high for _, high in ends], max)
        case Var() | Call() | FieldOf():
            return _ends_of(term.type)
        case _:
            return (0, 1) if isinstance(term.type, BoolType) else (None, None)


def _ends_of(type_: Type) -> tuple[int | None, int | None]:
    match type_:
        case IntType():
            return type_.low, type_.high
        case DiceType(modified=False):
            return type_.low, type_.high
        case EnumType():
            return None if type_.open_below else 0, None if type_.open_above else len(type_.members) - 1
        case BoolType():
            return 0, 1
        case _:
            return None, None


def _worked_out(term: Apply) -> tuple[int | Fraction | None, int | Fraction | None]:
    ends = [_ends(operand) for operand in term.operands]
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    match term.operator:
        case Operator.ADD:
            return _summed(lows), _summed(highs)
        case Operator.SUBTRACT:
            return _summed([lows[0], _negated(highs[1])]), _summed([highs[0], _negated(lows[1])])
        case Operator.NEGATE:
            return _negated(highs[0]), _negated(lows[0])
        case Operator.MIN:
            return _hull(lows, min), min((high for high in highs if high is not None), default=None)
        case _:
            return max((low for low in lows if low is not None), default=None), _hull(highs, max)


def _summed(ends: Sequence[int | Fraction | None]) -> int | Fraction | None:
    known = [end for end in ends if end is not None]
    return sum(known) if len(known) == len(ends) else None


def _negated(end: int | Fraction | None) -> int | Fraction | None:
    return None if end is None else -end


def _hull(ends: Sequence[int | Fraction | None], which: object) -> int | Fraction | None:
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return None
    return min(known) if which is min else max(known)
