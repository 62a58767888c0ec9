"""What kind a parameter or a fact is, as the runtime names it: what is read and held to its bounds by."""

from __future__ import annotations

from typing import assert_never

from regola_compiler.emit.python.namespace import Namespace
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


def kind(type_: Type, names: Namespace, *, table: bool = False, lengths: bool = False) -> str:
    """The kind of a type; a `table` says itself what is outside; `lengths` of lists are held where they are kept."""
    match type_:
        case IntType():
            bounds = "" if type_.low is None or table else f"{type_.low}, {type_.high}"
            return f"Integer({bounds})"
        case DiceType():
            flags = (", digits=True" if type_.digits else "") + (", modified=True" if type_.modified else "")
            return f"Dice({type_.count}, {type_.sides}{flags})"
        case ListType():
            bounded = lengths and (type_.least or type_.limit is not None)
            most = f", {type_.least}, {type_.limit}" if bounded else ""
            return f"ListOf({kind(type_.item, names, table=table, lengths=lengths)}{most})"
        case BoolType():
            return "bool"
        case NumberType() | UnknownType():
            return "Fraction"
        case EnumType() | ScaleType() | RecordType() | HandleType():
            return names.type(type_.name)
        case UnionType():
            names.imports.add("OneOf")
            return f"OneOf({', '.join(kind(one, names, table=table, lengths=lengths) for one in type_.options)})"
        case _:
            assert_never(type_)
