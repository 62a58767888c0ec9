"""Values of unknowns: all there may be, and one that stands for them."""

from __future__ import annotations

from math import inf

from regola_compiler.analysis.symbolic.symbols import (
    LengthRef,
    Symbol,
    type_of,
)
from regola_compiler.analysis.symbolic.values import Box, Interval, Values, simplest
from regola_compiler.model.program import (
    Rule,
)
from regola_compiler.model.types import (
    NONE,
    NOTHING,
    BoolType,
    DiceType,
    EnumType,
    HandleType,
    IntType,
    ListType,
    Member,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    domain,
)


def sample_value(symbol: Symbol, type_: Type, box: Box) -> Value:
    """A value in the box; facts that do not matter get their default, or the first there is."""
    if isinstance(type_, RecordType):
        defaults = dict(type_.defaults)
        fields: list[tuple[str, Value]] = []
        for name, field_type in type_.fields:
            inner = symbol.field(name)
            told = any(leaf.is_within(inner) for leaf in box)
            value = defaults[name] if name in defaults and not told else sample_value(inner, field_type, box)
            fields.append((name, value))
        return RecordValue(type_.name, tuple(fields))
    if isinstance(type_, ListType):
        length = simplest(box.get(symbol.length(), (type_.least,)))
        count = length if isinstance(length, int) else type_.least
        return tuple(sample_value(symbol.item(i + 1), type_.item, box) for i in range(count))
    if symbol in box:
        return simplest(box[symbol])
    return _first(type_)


def _first(type_: Type) -> Value:
    if isinstance(type_, HandleType):
        return next(iter(domain(type_) or ()))
    if isinstance(type_, UnionType):
        # What is nothing takes least to be there.
        return NONE if NOTHING in type_.options else _first(type_.options[0])
    if isinstance(type_, EnumType):
        return Member(type_.name, 0)
    if isinstance(type_, BoolType):
        return False
    if isinstance(type_, IntType):
        low, high = type_.low, type_.high
        return low if low is not None and low > 0 else high if high is not None and high < 0 else 0
    if isinstance(type_, DiceType):
        return type_.low
    return 0


def single_type(leaf: Symbol, declaration: Rule) -> Type | None:
    """The type of a leaf that is a part of a declaration's inputs, or of a fact."""
    type_ = type_of(leaf, {p.name: p.type for p in declaration.parameters})
    return type_ if isinstance(type_, EnumType | BoolType | IntType | DiceType | HandleType) else None


def all_values_of(leaf: Symbol, declaration: Rule) -> Values | None:
    """The values that a leaf may have; None where they are not known, or the analysis tries some of them only."""
    type_ = None if isinstance(leaf, LengthRef) else single_type(leaf, declaration)
    if type_ is None or (isinstance(type_, EnumType) and (type_.open_below or type_.open_above)):
        return None
    if isinstance(type_, IntType):
        low, high = (bound if bound is not None else sign * inf for bound, sign in ((type_.low, -1), (type_.high, 1)))
        return Interval(-inf, inf).between(low, high)
    return tuple(domain(type_) or ()) or None
