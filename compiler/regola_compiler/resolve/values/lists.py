"""What is asked of lists: whether any, how many, the most; a list written out; the pick of a scale."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.diagnostics import name_list
from regola_dsl.kinds import FoldKind, OperationName
from regola_dsl.wording import say

from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Apply, Const, Expr, Fold, ListLiteral, Logic
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    INT,
    NUMBER,
    EnumType,
    ErrorType,
    ListType,
    Member,
    Type,
    described,
    fits,
    is_integer,
    show,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.values.comparisons import has_order, join_hint, report_no_order
from regola_compiler.resolve.values.facts import is_of_a_piece
from regola_compiler.resolve.values.misread import meant_range
from regola_compiler.resolve.values.resolver import Resolver
from regola_compiler.resolve.values.routes import report_no_list
from regola_compiler.resolve.values.words import failed, mentions


def _those_of(node: tree.Fold, items: Expr, names: SymbolTable) -> str:
    """How those are asked for that have a value, where the value stands in place of the list: `in Unit where …`."""
    if not isinstance(items, Const) or not isinstance(items.value, Member):
        return ""
    facts = [one for one in names.signed() if is_of_a_piece(one) and one.result == items.type]
    if len(facts) != 1:
        return ""
    variable, value = node.variable.text, show(items.value, items.type)
    fact = f"{variable}.{last_part(facts[0].name)}"
    return say("write `in {type} where {fact} is {value}`", type=facts[0].parameters[0].type, fact=fact, value=value)


def _not_a_range(node: tree.Expr, scope: Scope) -> Expr | None:
    """What stands for `1-3` where a list is due, with a finding: so a cell has it, no list; None elsewhere."""
    meant = meant_range(node)
    if not isinstance(node, tree.Word) or not meant:
        return None
    scope.names.unknown("name", node.text, node.span, [], meant)
    return failed(node.span)


def fold(node: tree.Fold, scope: Scope, resolve: Resolver) -> Expr:
    """What is asked of each of a list: `any`, `every`, `count`, `sum`, `most`, `least`, `those`."""
    items = _not_a_range(node.items, scope) or resolve(node.items, scope)
    item: Type = ERROR
    if isinstance(items.type, ListType):
        item = items.type.item
    elif not isinstance(items.type, ErrorType):
        report_no_list(items, node.items, scope.names, _those_of(node, items, scope.names))
    inner = scope.plus(node.variable.text, item)
    where = None if node.where is None else resolve(node.where, inner, BOOL)
    bracketed = isinstance(node.where, tree.Operation) and node.where.operator == OperationName.GROUP
    if isinstance(where, Logic) and not bracketed:
        _check_fold_scope(node, where, scope)
    value = None if node.value is None else resolve(node.value, inner)
    type_: Type = BOOL
    if node.kind == FoldKind.COUNT:
        type_ = INT
    elif node.kind == FoldKind.THOSE:
        type_ = ListType(item, items.type.limit) if isinstance(items.type, ListType) else ERROR
    elif value is not None:
        type_ = value.type
        if node.kind == FoldKind.SUM and not fits(type_, NUMBER):
            scope.names.report(
                codes.TYPE_MISMATCH, say("cannot add up {type}", type=described(type_)), value.span, say("not a number")
            )
            type_ = ERROR
        elif node.kind != FoldKind.SUM and not has_order(type_):
            report_no_order(type_, value.span, scope)
            type_ = ERROR
        elif not isinstance(type_, EnumType | ErrorType):
            type_ = INT if is_integer(type_) else NUMBER
    return Fold(node.kind, value, node.variable.text, items, where, type_, node.span)


def _check_fold_scope(node: tree.Fold, where: Logic, scope: Scope) -> None:
    """A part of the condition that does not speak of the variable was perhaps meant outside."""
    for part in where.operands:
        if not mentions(part, node.variable.text):
            scope.names.report(
                codes.AMBIGUOUS,
                say(
                    "this does not speak of `{variable}`: it is not clear whether it belongs after `where`",
                    variable=node.variable.text,
                ),
                part.span,
                help=say(
                    "put brackets around all of `{kind} {variable} in …`, or around all after `where`",
                    kind=node.kind,
                    variable=node.variable.text,
                ),
            )


def written_list(node: tree.ListLiteral, scope: Scope, expected: Type | None, resolve: Resolver) -> Expr:
    """A list written out; its first value says what the others are, if nothing else does."""
    wanted = expected.item if isinstance(expected, ListType) else None
    items = []
    for item in node.items:
        items.append(resolve(item, scope, wanted))
        if wanted is None and not isinstance(items[0].type, ErrorType):
            wanted = join_hint(items[0].type)
    type_: Type = expected if isinstance(expected, ListType) else ListType(wanted or ERROR)
    return ListLiteral(tuple(items), type_, node.span)


def pick(node: tree.Pick, scope: Scope, resolve: Resolver) -> Expr:
    """The last or first member of a scale that stands for no more, or no less, than a number."""
    limit = resolve(node.limit, scope, NUMBER)
    enum = scope.names.enum(node.scale.text)
    if enum is None:
        scales = [enum.name for enum in scope.names.enums() if enum.ordered]
        scope.names.unknown("scale", node.scale.text, node.scale.span, scales)
        return failed(node.span)
    if not enum.ratios and not enum.worths:
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("the members of `{name}` stand for no numbers", name=enum.name),
            node.scale.span,
            help=say("declare `scale {name} of ratios`, or give each member its number: `light = 2`", name=enum.name),
        )
        return failed(node.span)
    return Apply(Operator(f"pick_{node.direction}"), (limit,), enum, node.span, enum)


def type_among_values(left: tree.Expr, value: Expr, right: tree.ListLiteral, scope: Scope) -> Expr | None:
    """What stands for `Nation in {german, italian}`, with a finding; None where no type stands for one of its values.

    What is known there and has a value of the type is likely what is meant: the input `nation`.
    """
    type_ = value.type.item if isinstance(value.type, ListType) else None
    if not isinstance(type_, EnumType) or not isinstance(left, tree.Word) or left.text != type_.name:
        return None
    if any(not isinstance(item, tree.Word) or item.text not in type_.members for item in right.items):
        return None
    known = [name for name, local in scope.locals.items() if local == type_]
    scope.names.report(
        codes.TYPE_MISMATCH,
        say("`{type}` is the type of these, and none of them", type=type_),
        left.span,
        say("this is all values there are"),
        help=say("write `{way}` in place of `{side}`", way=known[0], side=left.text)
        if len(known) == 1
        else say("write what is meant: {ways}", ways=name_list(known, "or"))
        if known
        else say("`{type}` is all values there are: name one of them, as `{value}`", type=type_, value=type_.label(0)),
    )
    return failed(left.span)
