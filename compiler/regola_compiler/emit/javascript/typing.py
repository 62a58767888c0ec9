"""What is known of an expression's type, as far as it decides how JavaScript writes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from regola_dsl.kinds import FoldKind

from regola_compiler.emit.javascript.names import Names
from regola_compiler.ir.tree import (
    And,
    Apply,
    Call,
    Const,
    Expr,
    FieldOf,
    Fold,
    If,
    Let,
    ListOf,
    Make,
    Or,
    Parameter,
    Supposed,
    Var,
)
from regola_compiler.ir.types import (
    BoolType,
    DiceType,
    EnumType,
    FractionValue,
    HandleType,
    HandleValue,
    IntType,
    ListType,
    NumberType,
    RecordType,
    ScaleType,
    Type,
)
from regola_compiler.model.kinds import Operator

# By name, what a parameter, a `let` or a variable is.
Scope: TypeAlias = Mapping[str, Type]
WHOLE = IntType(None, None)
NUMBER = NumberType()
_KEEPS_WHOLE = frozenset(
    {Operator.ADD, Operator.SUBTRACT, Operator.MULTIPLY, Operator.NEGATE, Operator.MIN, Operator.MAX}
)
_ROUNDS = frozenset({Operator.ROUND_UP, Operator.ROUND_DOWN, Operator.ROUND_NEAREST})


def scope_of(parameters: Iterable[Parameter], lets: Iterable[Let] = (), before: Scope | None = None) -> dict[str, Type]:
    """What some parameters and named values are, beside what is known already."""
    own = {one.name: one.type for one in parameters}
    return {**(before or {}), **own, **{let.name: let.type for let in lets}}


def is_whole(type_: Type | None) -> bool:
    """Whether a value of a type is a whole number for certain."""
    return isinstance(type_, IntType | DiceType)


def is_there_once(type_: Type | None) -> bool:
    """Whether each value of a type is there once, so that it is told from all others by what it is."""
    return isinstance(type_, BoolType | EnumType | ScaleType | HandleType)


def type_of(node: Expr, scope: Scope, names: Names) -> Type | None:
    """The type of an expression; None where it does not matter, or is not known."""
    match node:
        case Const(value=bool()):
            return BoolType()
        case Const(value=int()):
            return WHOLE
        case Const(value=FractionValue()):
            return NUMBER
        case Const(value=HandleValue(of=of)):
            return HandleType(of)
        case Var(name=name):
            return scope.get(name)
        case FieldOf(record=record, name=name):
            return names.field_type(record, name)
        case Call(name=name, aspect=""):
            return names.results.get(name)
        case Call(name=name, aspect="ends"):
            return ListType(names.ends[name], None, 0)
        case Call(name=name, aspect="length"):
            return WHOLE if name in names.whole_paths else NUMBER
        case And() | Or():
            return BoolType()
        case If(then=then, otherwise=otherwise):
            found = type_of(then, scope, names)
            other = type_of(otherwise, scope, names)
            return WHOLE if is_whole(found) and is_whole(other) else found if found == other else None
        case Make(record=record):
            return RecordType(record)
        case ListOf(items=items):
            kinds = [type_of(item, scope, names) for item in items]
            whole = bool(kinds) and all(map(is_whole, kinds))
            first = kinds[0] if kinds else None
            item = WHOLE if whole else first if all(kind == first for kind in kinds) else None
            return ListType(item, None, 0) if item is not None else None
        case Fold():
            return _folded(node, scope, names)
        case Apply(operator=operator, operands=operands):
            if operator in _ROUNDS:
                return WHOLE
            kinds = [type_of(part, scope, names) for part in operands]
            return WHOLE if operator in _KEEPS_WHOLE and all(map(is_whole, kinds)) else None
        case Supposed(value=value):
            return BoolType() if value is None else type_of(value, scope, names)
        case _:
            return None


def within_fold(node: Fold, scope: Scope, names: Names) -> Scope:
    """What is known inside a quantifier or an aggregate."""
    items = type_of(node.items, scope, names)
    if isinstance(items, ListType):
        return {**scope, node.variable: items.item}
    return {name: type_ for name, type_ in scope.items() if name != node.variable}


def _folded(node: Fold, scope: Scope, names: Names) -> Type | None:
    if node.kind in {FoldKind.ANY, FoldKind.ALL, FoldKind.NO}:
        return BoolType()
    if node.kind is FoldKind.THOSE:
        return type_of(node.items, scope, names)
    if node.kind is FoldKind.COUNT:
        return WHOLE
    value = None if node.value is None else type_of(node.value, within_fold(node, scope, names), names)
    return WHOLE if is_whole(value) else value if node.kind is not FoldKind.SUM else None
