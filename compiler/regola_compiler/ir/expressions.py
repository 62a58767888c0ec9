"""Texts, types, values and expressions of the model, lowered."""

from __future__ import annotations

from fractions import Fraction
from typing import TypedDict, assert_never

from regola_dsl.tree import Anchors, Texts

from regola_compiler.ir import tree, types
from regola_compiler.model.kinds import Operator
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
    Parameter,
    RecordLiteral,
    Supposed,
    Var,
)
from regola_compiler.model.types import (
    BoolType,
    DiceType,
    EnumType,
    ErrorType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    show,
)


class ToldParts(TypedDict):
    """The fields of `tree.Told`."""

    anchors: tree.Anchors
    texts: tree.Titles
    more: dict[str, tuple[str, ...]]
    short: tree.Titles


def first_texts(texts: Texts) -> tree.Titles:
    """Of each language the first text, which is the title; those after it restate the rule in sentences."""
    return {text.language: text.text for text in reversed(texts)}


def told(anchors: Anchors, texts: Texts) -> ToldParts:
    """Sections and texts: of each language the first text, then those after it."""
    titles: dict[str, str] = {}
    more: dict[str, tuple[str, ...]] = {}
    for text in texts:
        if text.language in titles:
            more[text.language] = (*more.get(text.language, ()), text.text)
        else:
            titles[text.language] = text.text
    short = {text.language: text.short for text in reversed(texts) if text.short}
    return {"anchors": lower_anchors(anchors), "texts": titles, "more": more, "short": short}


def lower_anchors(anchors: Anchors) -> tree.Anchors:
    """Sections as text."""
    return tuple(anchor.section for anchor in anchors)


def lower_type(type_: Type) -> types.Type:
    """A type; one that was declared by its name."""
    match type_:
        case IntType():
            return types.IntType(type_.low, type_.high)
        case DiceType():
            return types.DiceType(type_.count, type_.sides, type_.digits, type_.modified, type_.low, type_.high)
        case BoolType():
            return types.BoolType()
        case NumberType():
            return types.NumberType()
        case EnumType():
            return types.ScaleType(type_.name) if type_.ordered else types.EnumType(type_.name)
        case RecordType():
            return types.RecordType(type_.name)
        case HandleType():
            return types.HandleType(type_.name)
        case UnionType():
            return types.UnionType(tuple(map(lower_type, type_.options)))
        case ListType():
            return types.ListType(lower_type(type_.item), type_.limit, type_.least)
        case ErrorType():
            return types.UnknownType()
        case _:
            assert_never(type_)


def lower_value(value: Value, type_: Type) -> types.Value:
    """A value of a type, with the words it is written in."""
    match value:
        case bool() | int():
            return value
        case Fraction():
            return types.FractionValue(str(value))
        case Handle():
            return types.HandleValue(value.text, value.type)
        case Member():
            ordered = isinstance(type_, EnumType) and type_.ordered
            return types.MemberValue(show(value, type_), value.enum, value.index, ordered)
        case RecordValue():
            assert isinstance(type_, RecordType)
            defaults = dict(type_.defaults)
            return types.RecordValue(
                type_.name,
                {name: lower_value(value.get(name), field) for name, field in type_.fields},
                tuple(name for name, _ in type_.fields if name in defaults and defaults[name] == value.get(name)),
            )
        case tuple():
            assert isinstance(type_, ListType)
            return types.ListValue(tuple(lower_value(item, type_.item) for item in value))
        case _:
            assert_never(value)


def lower_expression(node: Expr) -> tree.Expr:
    """An expression, without the places where it stands."""
    match node:
        case Const():
            return tree.Const(lower_value(node.value, node.type))
        case Var():
            return tree.Var(node.name)
        case FieldOf():
            record = node.record.type
            return tree.FieldOf(
                lower_expression(node.record), node.name, record.name if isinstance(record, RecordType) else ""
            )
        case Call():
            return tree.Call(node.callee, lower_all(node.arguments), node.aspect)
        case Apply():
            scale = node.scale.name if node.scale else ""
            return tree.Apply(node.operator, lower_all(node.operands), scale, _across(node))
        case Logic():
            operands = lower_all(node.operands)
            return tree.And(operands) if node.kind == "and" else tree.Or(operands)
        case If():
            return tree.If(*lower_all((node.condition, node.then, node.otherwise)))
        case Fold():
            return tree.Fold(
                node.kind,
                node.variable,
                lower_expression(node.items),
                lower_optional(node.where),
                lower_optional(node.value),
            )
        case RecordLiteral():
            defaults = dict(node.type.defaults)
            return tree.Make(
                node.type.name,
                {name: lower_expression(part) for name, part in node.fields},
                tuple(
                    name
                    for name, part in node.fields
                    if isinstance(part, Const) and name in defaults and defaults[name] == part.value
                ),
            )
        case ListLiteral():
            return tree.ListOf(lower_all(node.items))
        case Supposed():
            arguments = {name: lower_expression(part) for name, part in node.arguments}
            return tree.Supposed(node.kind, lower_optional(node.value), node.of, arguments, lower_optional(node.who))
        case _:
            assert_never(node)


def _across(node: Apply) -> types.UnionType | None:
    """Of which types what is compared may be, where that is several."""
    if node.operator not in {Operator.EQUAL, Operator.UNEQUAL, Operator.IN, Operator.CONTAINS}:
        return None
    given = [part.type.item if isinstance(part.type, ListType) else part.type for part in node.operands]
    if not any(isinstance(type_, UnionType) for type_ in given):
        return None
    options = [option for type_ in given for option in (type_.options if isinstance(type_, UnionType) else (type_,))]
    return types.UnionType(tuple(dict.fromkeys(map(lower_type, options))))


def lower_all(nodes: tuple[Expr, ...]) -> tuple[tree.Expr, ...]:
    """Several expressions."""
    return tuple(lower_expression(node) for node in nodes)


def lower_optional(node: Expr | None) -> tree.Expr | None:
    """An expression, or nothing."""
    return None if node is None else lower_expression(node)


def lower_lets(lets: tuple[Let, ...]) -> tuple[tree.Let, ...]:
    """Named values."""
    return tuple(tree.Let(let.name, lower_expression(let.value), lower_type(let.value.type)) for let in lets)


def lower_parameters(parameters: tuple[Parameter, ...]) -> tuple[tree.Parameter, ...]:
    """Parameters."""
    return tuple(tree.Parameter(parameter.name, lower_type(parameter.type)) for parameter in parameters)
