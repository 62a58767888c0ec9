"""Types, values and expressions as plain data, for the intermediate representation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program import (
    Apply,
    Call,
    Const,
    Expr,
    FieldOf,
    Fold,
    If,
    Let,
    ListLiteral,
    Logic,
    RecordLiteral,
    Var,
)
from regola_compiler.model.types import (
    BoolType,
    DiceType,
    EnumType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    RecordType,
    RecordValue,
    Type,
    Value,
)

Json: TypeAlias = dict[str, Any]


def lower_anchors(anchors: Anchors) -> list[str]:
    """Sections as text."""
    return [anchor.section for anchor in anchors]


def lower_texts(texts: Texts) -> Json:
    """Texts by language."""
    return {text.language: text.text for text in texts}


def lower_type(type_: Type) -> Json:
    """A type as data."""
    match type_:
        case IntType():
            return {"kind": "int", "low": type_.low, "high": type_.high}
        case DiceType():
            return {
                "kind": "dice",
                "count": type_.count,
                "sides": type_.sides,
                "digits": type_.digits,
                "modified": type_.modified,
                "low": type_.low,
                "high": type_.high,
            }
        case BoolType():
            return {"kind": "bool"}
        case EnumType():
            return {"kind": "scale" if type_.ordered else "enum", "name": type_.name}
        case RecordType():
            return {"kind": "record", "name": type_.name}
        case HandleType():
            return {"kind": "handle", "name": type_.name}
        case ListType():
            return {"kind": "list", "item": lower_type(type_.item), "limit": type_.limit, "least": type_.least}
        case _:
            return {"kind": "number"}


def lower_value(value: Value, type_: Type) -> Any:
    """A value as data."""
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, Handle):
        return {"handle": value.text, "of": value.type}
    if isinstance(value, Member):
        assert isinstance(type_, EnumType)
        return {
            "member": type_.label(value.index),
            "of": value.enum,
            "index": value.index,
            "ordered": type_.ordered,
        }
    if isinstance(value, RecordValue):
        assert isinstance(type_, RecordType)
        return {"record": type_.name, "fields": {n: lower_value(value.get(n), t) for n, t in type_.fields}}
    if isinstance(value, tuple):
        assert isinstance(type_, ListType)
        return [lower_value(item, type_.item) for item in value]
    return value


def lower_expression(node: Expr) -> Json:
    """An expression as data."""
    match node:
        case Const():
            return {"op": "const", "value": lower_value(node.value, node.type)}
        case Var():
            return {"op": "var", "name": node.name}
        case FieldOf():
            return {"op": "field", "of": lower_expression(node.record), "name": node.name}
        case Call():
            aspect = {"aspect": node.aspect} if node.aspect else {}
            arguments = [lower_expression(part) for part in node.arguments]
            return {"op": "call", "name": node.callee, "arguments": arguments, **aspect}
        case Apply():
            scale = {"scale": node.scale.name} if node.scale else {}
            operands = [lower_expression(part) for part in node.operands]
            return {"op": "apply", "operator": node.operator, "operands": operands, **scale}
        case Logic():
            return {"op": node.kind, "operands": [lower_expression(part) for part in node.operands]}
        case If():
            parts = {"condition": node.condition, "then": node.then, "otherwise": node.otherwise}
            return {"op": "if", **{name: lower_expression(part) for name, part in parts.items()}}
        case Fold():
            return {
                "op": "fold",
                "kind": node.kind,
                "variable": node.variable,
                "items": lower_expression(node.items),
                "where": lower_optional(node.where),
                "value": lower_optional(node.value),
            }
        case RecordLiteral():
            fields = {name: lower_expression(part) for name, part in node.fields}
            return {"op": "make", "record": node.type.name, "fields": fields}
        case ListLiteral():
            return {"op": "list", "items": [lower_expression(part) for part in node.items]}


def lower_optional(node: Expr | None) -> Json | None:
    """An expression as data, or nothing."""
    return None if node is None else lower_expression(node)


def lower_lets(lets: tuple[Let, ...]) -> list[Json]:
    """Named values as data."""
    return [
        {"name": let.name, "value": lower_expression(let.value), "type": lower_type(let.value.type)} for let in lets
    ]
