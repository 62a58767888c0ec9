"""The intermediate representation: a checked program as plain data.

It is what the emitters read and what `regola build --ir` writes, valid by `schemas/ir.schema.json`.
Spans are gone, names and types are explicit, and nothing needs looking up: an emitter for another
language needs this file alone. Values are numbers, truth values, `{"fraction": "1/2"}`,
`{"member": "3-1", "of": "Odds", "index": 3}`, `{"record": …}` or lists.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from regola_dsl.tree import Anchors, Texts

from regola_compiler.game import Game
from regola_compiler.model import (
    Apply,
    Call,
    Clause,
    Const,
    Definition,
    Dimension,
    Expr,
    FieldOf,
    Fold,
    If,
    Let,
    ListOf,
    Logic,
    Make,
    Modifiers,
    Program,
    Rule,
    Table,
    TypeInfo,
    Var,
)
from regola_compiler.types import (
    BoolType,
    DiceType,
    EnumType,
    IntType,
    ListType,
    Member,
    RecordType,
    RecordValue,
    Type,
    Value,
)

VERSION = 1
Json: TypeAlias = dict[str, Any]


def lower(program: Program, game: Game) -> Json:
    """The representation of a program that has no errors."""
    rows = [item.result for item in program.callables.values() if isinstance(item, Table)]
    inner = [type_.item if isinstance(type_, ListType) else type_ for type_ in rows]
    made = [type_ for type_ in inner if isinstance(type_, RecordType) and type_.name not in program.types]
    return {
        "regola": VERSION,
        "game": game.id,
        "title": dict(game.manifest.get("title", {})),
        "languages": game.languages,
        "types": [_info(info) for info in program.types.values()] + [_made(type_) for type_ in made],
        "functions": [_function(item) for item in program.callables.values()],
    }


def _anchors(anchors: Anchors) -> list[str]:
    return [anchor.section for anchor in anchors]


def _texts(texts: Texts) -> Json:
    return {text.language: text.text for text in texts}


def _info(info: TypeInfo) -> Json:
    type_ = info.type
    common = {"name": type_.name, "anchors": _anchors(info.anchors), "texts": _texts(info.texts)}
    parts = {name: {"anchors": _anchors(anchors), "texts": _texts(texts)} for name, anchors, texts, _ in info.parts}
    if isinstance(type_, EnumType):
        return {
            "kind": "scale" if type_.ordered else "enum",
            **common,
            "members": [{"label": member, **parts[member]} for member in type_.members],
            "open": [type_.open_below, type_.open_above],
            "ratios": type_.ratios,
            "worths": [str(worth) for worth in type_.worths],
        }
    return {"kind": "record", **common, "fields": _fields(type_, parts)}


def _made(type_: RecordType) -> Json:
    return {"kind": "record", "name": type_.name, "anchors": [], "texts": {}, "fields": _fields(type_, {})}


def _fields(type_: RecordType, parts: Json) -> list[Json]:
    defaults = dict(type_.defaults)
    return [
        {
            "name": name,
            "type": lower_type(field),
            **({"default": lower_value(defaults[name], field)} if name in defaults else {}),
            **parts.get(name, {"anchors": [], "texts": {}}),
        }
        for name, field in type_.fields
    ]


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
        case ListType():
            return {"kind": "list", "item": lower_type(type_.item), "limit": type_.limit, "least": type_.least}
        case _:
            return {"kind": "number"}


def lower_value(value: Value, type_: Type) -> Any:
    """A value as data."""
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
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
            return {
                "op": "call",
                "name": node.callee,
                "arguments": [lower_expression(part) for part in node.arguments],
            }
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
                "where": _optional(node.where),
                "value": _optional(node.value),
            }
        case Make():
            fields = {name: lower_expression(part) for name, part in node.fields}
            return {"op": "make", "record": node.type.name, "fields": fields}
        case ListOf():
            return {"op": "list", "items": [lower_expression(part) for part in node.items]}


def _optional(node: Expr | None) -> Json | None:
    return None if node is None else lower_expression(node)


def _function(item: Rule) -> Json:
    common = {
        "name": item.name,
        "anchors": _anchors(item.anchors),
        "texts": _texts(item.texts),
        "parameters": [{"name": p.name, "type": lower_type(p.type)} for p in item.parameters],
        "result": lower_type(item.result),
    }
    match item:
        case Definition():
            return {"kind": "define", **common, "body": _clause(item.root)}
        case Table():
            return {"kind": "table", **common, **_table(item)}
        case Modifiers():
            lines = [
                {
                    "name": line.name,
                    "anchors": _anchors(line.anchors),
                    "texts": _texts(line.texts),
                    "amount": lower_expression(line.amount),
                    "when": _optional(line.condition),
                }
                for line in item.lines
            ]
            return {
                "kind": "modifiers",
                **common,
                "unit": item.unit,
                "lets": _lets(item.lets),
                "lines": lines,
            }


def _lets(lets: tuple[Let, ...]) -> list[Json]:
    return [
        {"name": let.name, "value": lower_expression(let.value), "type": lower_type(let.value.type)} for let in lets
    ]


def _clause(clause: Clause) -> Json:
    return {
        "name": clause.name,
        "anchors": _anchors(clause.anchors),
        "texts": _texts(clause.texts),
        "when": _optional(clause.condition),
        "lets": _lets(clause.lets),
        "value": _optional(clause.value),
        "over": sorted(clause.over),
        "sequel": clause.sequel,
        "exceptions": [_clause(part) for part in clause.exceptions],
    }


def _table(table: Table) -> Json:
    return {
        "hit": table.hit,
        "dimensions": [_dimension(dimension) for dimension in table.dimensions],
        "outputs": list(table.outputs),
        "rows": [
            {
                "when": [[list(interval) for interval in selector] for selector in row.selectors],
                "then": [lower_expression(output) for output in row.outputs],
                "anchors": _anchors(row.anchors),
                "otherwise": row.last,
            }
            for row in table.rows
        ],
        "printed": [list(row) for row in table.shown],
        "grid": table.grid,
    }


def _dimension(dimension: Dimension) -> Json:
    return {
        "label": dimension.label,
        "value": lower_expression(dimension.value),
        "type": lower_type(dimension.type),
        "low": dimension.low,
        "high": dimension.high,
        "below": dimension.below.policy if dimension.below else None,
        "above": dimension.above.policy if dimension.above else None,
    }
