"""What kind a parameter or a fact is, as the JavaScript runtime names it, and how values are held to it."""

from __future__ import annotations

from typing import Final, assert_never

from regola_compiler.emit.javascript.names import Names, quoted
from regola_compiler.ir.bounds import bounds_of_type, is_bounded
from regola_compiler.ir.types import (
    BoolType,
    DiceType,
    EnumType,
    HandleType,
    IntType,
    ListType,
    NumberType,
    RecordType,
    ScaleType,
    Type,
    UnionType,
    UnknownType,
)

# The largest whole number up to which JavaScript has all of them.
SAFE: Final = 2**53 - 1


class TooLargeError(ValueError):
    """A number of the rules that JavaScript has no exact number for."""


def number(value: int) -> str:
    """A whole number."""
    if abs(value) > SAFE:
        raise TooLargeError(f"{value} is too large: JavaScript's whole numbers are exact up to {SAFE}")
    return str(value)


def within(value: str, type_: Type, name: str, names: Names) -> str:
    """A value held to the bounds of its type, if that has any; `name` is what is said to be out of range."""
    if not is_bounded(type_):
        return value
    limits = None if isinstance(type_, DiceType) and type_.digits else bounds_of_type(type_)
    if limits is None:
        return f"$held({value}, {names.kept_kind(kind(type_, names))}, {quoted(name)})"
    return f"$within({value}, {number(limits[0])}, {number(limits[1])}, {quoted(name)})"


def kind(type_: Type, names: Names, *, table: bool = False) -> str:
    """The kind of a type; a `table` says itself what is outside."""
    match type_:
        case IntType():
            if type_.low is None or type_.high is None or table:
                return "$Int()"
            return f"$Int({number(type_.low)}, {number(type_.high)})"
        case DiceType():
            flags = [str(type_.count), str(type_.sides), _flag(type_.digits), _flag(type_.modified)]
            return f"$Dice({', '.join(flags)})"
        case ListType():
            limit = "null" if type_.limit is None else str(type_.limit)
            return f"$ListOf({kind(type_.item, names, table=table)}, {type_.least}, {limit})"
        case BoolType():
            return "$BOOL"
        case NumberType() | UnknownType():
            return "$NUMBER"
        case EnumType() | ScaleType() | RecordType() | HandleType():
            return names.type(type_.name)
        case UnionType():
            return f"$OneOf({', '.join(kind(one, names, table=table) for one in type_.options)})"
        case _:
            assert_never(type_)


def _flag(value: bool) -> str:
    return "true" if value else "false"


def declared(type_: Type, names: Names) -> str:
    """A type as TypeScript declares it."""
    match type_:
        case IntType() | DiceType():
            return "number"
        case NumberType() | UnknownType():
            return "number | Fraction"
        case BoolType():
            return "boolean"
        case ListType():
            inner = declared(type_.item, names)
            return f"readonly ({inner})[]" if "|" in inner else f"readonly {inner}[]"
        case EnumType() | ScaleType() | RecordType() | HandleType():
            return names.exported["type", type_.name]
        case UnionType():
            return " | ".join(dict.fromkeys(declared(one, names) for one in type_.options))
        case _:
            assert_never(type_)
