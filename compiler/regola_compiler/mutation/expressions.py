"""The changes of an expression.

Only such as are not held by others: an example that tells `a and b` from `a` tells it from `a or b` too. So what is
changed are edges, single values, and what a condition asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from regola_dsl.kinds import FoldKind

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Apply,
    Call,
    Const,
    Expr,
    FieldOf,
    Fold,
    If,
    ListLiteral,
    Logic,
    RecordLiteral,
    Supposed,
    Var,
    written_value,
)
from regola_compiler.model.types import BOOL, BoolType, EnumType, IntType, Member, RecordType, Type, Value
from regola_compiler.model.visitor import structurally_equal
from regola_compiler.mutation.arms import cases_of
from regola_compiler.mutation.mutation import Changed, Mutation, mutate_child, replacement, to_source

# A comparison, and the same with its edge on the other side; and the step that moves its number the other way.
_EDGES = {
    Operator.GREATER_EQUAL: (Operator.GREATER, -1),
    Operator.GREATER: (Operator.GREATER_EQUAL, 1),
    Operator.LESS_EQUAL: (Operator.LESS, 1),
    Operator.LESS: (Operator.LESS_EQUAL, -1),
}
_OTHERS = {
    Operator.ADD: Operator.SUBTRACT,
    Operator.SUBTRACT: Operator.ADD,
    Operator.ROUND_UP: Operator.ROUND_DOWN,
    Operator.ROUND_DOWN: Operator.ROUND_UP,
    Operator.ROUND_NEAREST: Operator.ROUND_DOWN,
    Operator.MIN: Operator.MAX,
    Operator.MAX: Operator.MIN,
    Operator.PICK_LAST: Operator.PICK_FIRST,
    Operator.PICK_FIRST: Operator.PICK_LAST,
}
_QUANTIFIERS = {
    FoldKind.ANY: FoldKind.ALL,
    FoldKind.ALL: FoldKind.ANY,
    FoldKind.NO: FoldKind.ANY,
    FoldKind.MAX: FoldKind.MIN,
    FoldKind.MIN: FoldKind.MAX,
}
# How long an operation may be for a change of one of its numbers to be shown with all of it.
_SHORT = 60


def another(value: Value, type_: Type) -> Value | None:
    """A value beside this one: the next of its type, or the one before the last."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Member) and isinstance(type_, EnumType):
        if len(type_.members) < 2:
            return None
        return Member(value.enum, value.index + (1 if value.index < len(type_.members) - 1 else -1))
    if isinstance(value, int | Fraction):
        last = isinstance(type_, IntType) and type_.high is not None and value >= type_.high
        return value - 1 if last else value + 1
    return None


def changes_of(node: Expr) -> Iterator[Changed[Expr]]:
    """Every change of an expression."""
    match node:
        case Const():
            yield from _constant(node, node.type)
        case FieldOf():
            yield from _field(node)
        case Call():
            yield from _call(node)
        case Apply():
            # What a word stands for, the 2 of `half`, is not changed: no number stands there.
            changes = (
                pair for pair in _operation(node) if not (pair[0].kind == "number" and pair[0].span == node.span)
            )
            yield from _shown_whole(node, changes)
        case Logic():
            yield from _logic(node)
        case If():
            # A case of a `match` is a value, and no condition that could be written otherwise.
            for value in (True, False) if cases_of(node) is None else ():
                told = Const(value, BOOL, node.condition.span)
                yield replacement("condition", node.condition, told), replace(node, condition=told)
            for name in ("condition", "then", "otherwise"):
                yield from mutate_child(node, name, changes_of)
        case Fold():
            yield from _fold(node)
        case RecordLiteral():
            for place, (name, part) in enumerate(node.fields):
                for change, new in changes_of(part):
                    fields = (*node.fields[:place], (name, new), *node.fields[place + 1 :])
                    yield change, replace(node, fields=fields)
        case ListLiteral():
            for place, item in enumerate(node.items):
                left = replace(node, items=(*node.items[:place], *node.items[place + 1 :]))
                yield Mutation("value", "", item.span, to_source(item), "", replacement("value", node, left).edit), left
            yield from mutate_child(node, "items", changes_of)
        case Var() | Supposed():
            return
        case _:
            assert_never(node)


def condition_of(node: Expr) -> Iterator[Changed[Expr]]:
    """The changes of a condition: it always holds, or something in it is changed."""
    always = Const(True, BOOL, node.span)
    if not (isinstance(node, Const) and node.value is True):
        yield replace(replacement("condition", node, always), now=""), always
    yield from changes_of(node)


def _constant(node: Const, type_: Type) -> Iterator[Changed[Const]]:
    value = another(node.value, type_)
    if value is not None:
        new = replace(node, value=value)
        single = isinstance(node.type, BoolType | EnumType)
        yield replacement("value" if single else "number", node, new), new


def _field(node: FieldOf) -> Iterator[Changed[Expr]]:
    record = node.record.type
    if isinstance(record, RecordType):
        names = [name for name, type_ in record.fields if type_ == node.type]
        if len(names) > 1:
            new = replace(node, name=names[(names.index(node.name) + 1) % len(names)])
            yield replacement("field", node, new), new
    yield from mutate_child(node, "record", changes_of)


def _call(node: Call) -> Iterator[Changed[Expr]]:
    for place, (a, b) in enumerate(zip(node.arguments, node.arguments[1:], strict=False)):
        if a.type == b.type and not structurally_equal(a, b):
            new = replace(node, arguments=(*node.arguments[:place], b, a, *node.arguments[place + 2 :]))
            yield replacement("field", node, new), new
    yield from mutate_child(node, "arguments", changes_of)


def _operation(node: Apply) -> Iterator[Changed[Expr]]:
    first, *others = node.operands
    match node.operator:
        case Operator.GREATER_EQUAL | Operator.GREATER | Operator.LESS_EQUAL | Operator.LESS:
            yield from _comparison(node)
        case Operator.EQUAL if not isinstance(others[0], Const):
            new: Expr = Apply(Operator.NOT, (node,), BOOL, node.span)
            yield replacement("condition", node, new), new
            yield from mutate_child(node, "operands", changes_of)
        case Operator.NOT:
            change = replacement("condition", node, first)
            unless = first.span == node.span  # `unless` is written before it, and no word stands here to be left out
            yield replace(change, edit=None) if unless else change, first
            yield from mutate_child(node, "operands", changes_of)
        case Operator.IN if len(others) > 1:
            for place, other in enumerate(others):
                new = replace(node, operands=(first, *others[:place], *others[place + 1 :]))
                yield (
                    Mutation(
                        "condition", "", other.span, to_source(other), "", replacement("condition", node, new).edit
                    ),
                    new,
                )
            for change, inner in changes_of(first):
                yield change, replace(node, operands=(inner, *others))
        case Operator.NEGATE:
            yield replacement("sign", node, first), first
            yield from mutate_child(node, "operands", changes_of)
        case _:
            if node.operator in _OTHERS and (len(others) > 0 or node.operator not in {Operator.MIN, Operator.MAX}):
                new = replace(node, operator=_OTHERS[node.operator])
                yield replacement("operation", node, new), new
            yield from mutate_child(node, "operands", changes_of)


def _comparison(node: Apply) -> Iterator[Changed[Expr]]:
    """The edge goes to the other side; a number moves the other way, for moving it this way would be the same."""
    operator, step = _EDGES[node.operator]
    new = replace(node, operator=operator)
    yield replacement("comparison", node, new), new
    for place, part in enumerate(node.operands):
        if isinstance(part, Const) and isinstance(part.value, int) and not isinstance(part.value, bool):
            moved = replace(part, value=part.value + (step if place else -step))
            operands = (*node.operands[:place], moved, *node.operands[place + 1 :])
            yield replacement("number", part, moved), replace(node, operands=operands)
        else:
            for change, inner in changes_of(part):
                yield change, replace(node, operands=(*node.operands[:place], inner, *node.operands[place + 1 :]))


def number_of(node: Expr) -> int | None:
    """The whole number that stands there, if nothing else does."""
    value = written_value(node)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def numbered(number: int, place: Expr) -> Expr:
    """A whole number as an expression, in the place of another."""
    positive = Const(abs(number), place.type, place.span)
    return positive if number >= 0 else Apply(Operator.NEGATE, (positive,), place.type, place.span)


def _shown_whole(node: Apply, changes: Iterator[Changed[Expr]]) -> Iterator[Changed[Expr]]:
    """A change of a number says little without the operation it stands in."""
    for change, new in changes:
        near = change.now and any(part.span == change.span for part in node.operands)
        text = to_source(node) if near else ""
        if near and len(text) <= _SHORT and change.span != node.span:
            yield replace(change, span=node.span, was=text, now=to_source(new)), new
        else:
            yield change, new


def _logic(node: Logic) -> Iterator[Changed[Expr]]:
    for place, part in enumerate(node.operands):
        left = (*node.operands[:place], *node.operands[place + 1 :])
        new = left[0] if len(left) == 1 else replace(node, operands=left)
        yield Mutation("condition", "", part.span, to_source(part), "", replacement("condition", node, new).edit), new
    yield from mutate_child(node, "operands", changes_of)


def _fold(node: Fold) -> Iterator[Changed[Expr]]:
    if node.kind in _QUANTIFIERS:
        new = replace(node, kind=_QUANTIFIERS[node.kind])
        yield replacement("operation", node, new), new
    if node.where is not None and node.kind not in {FoldKind.ANY, FoldKind.ALL, FoldKind.NO}:
        new = replace(node, where=None)
        yield (
            Mutation(
                "condition", "", node.where.span, to_source(node.where), "", replacement("condition", node, new).edit
            ),
            new,
        )
    for name in ("items", "where", "value"):
        yield from mutate_child(node, name, changes_of)
