"""What kind a parameter or a fact is, as the JavaScript runtime names it."""

from __future__ import annotations

from typing import assert_never

from regola_compiler.emit.javascript.expressions import number
from regola_compiler.emit.javascript.names import Names
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
