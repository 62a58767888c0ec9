"""What an operator comes to, once its operands have their types: arithmetic, shifts, bounds, questions of a kind."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.kinds import OperationName
from regola_dsl.wording import say

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Const, Expr
from regola_compiler.model.types import (
    BOOL,
    INT,
    NUMBER,
    DiceType,
    EnumType,
    ErrorType,
    Handle,
    HandleType,
    UnionType,
    described,
    fits,
    is_integer,
    is_numeric,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.comparisons import has_order, report_no_order
from regola_compiler.resolve.values.words import extent, failed, failed_before

# What acts on the value before it, which only a `then exception` has.
ON_WHAT_WAS = frozenset(
    (
        OperationName.AT_MOST,
        OperationName.AT_LEAST,
        OperationName.HALF_UP,
        OperationName.HALF_DOWN,
        OperationName.HALF_NEAREST,
    )
)
_SIGNS = {
    OperationName.ADD: "+",
    OperationName.SUBTRACT: "-",
    OperationName.MULTIPLY: "*",
    OperationName.DIVIDE: "/",
}


def without_value(node: tree.Operation, scope: Scope) -> Expr:
    """A finding: what acts on the value before it stands where there is none."""
    words = node.operator.split("_")
    said = "half" if words[0] == "half" else " ".join(words)
    scope.names.report(
        dsl_codes.SYNTAX_ERROR,
        say("`{said}` acts on the value before it, and here there is none", said=said),
        node.span,
        help=say("it stands in a `then exception`"),
    )
    return failed(node.span)


def bounded(node: tree.Operation, value: Expr, limit: Expr, scope: Scope) -> Expr:
    """The value before, held to a limit."""
    operator = Operator.MIN if node.operator == OperationName.AT_MOST else Operator.MAX
    type_ = value.type
    if not has_order(type_):
        report_no_order(type_, node.span, scope)
        return failed(node.span)
    if is_numeric(type_):
        type_ = INT if is_integer(value.type) and is_integer(limit.type) else NUMBER
    return Apply(operator, (value, limit), type_, node.span)


def halved(node: tree.Operation, value: Expr) -> Expr:
    """Half of the value before, rounded as it is said."""
    if isinstance(value.type, ErrorType):
        return failed(node.span)
    half = Apply(Operator.DIVIDE, (value, Const(2, INT, node.span)), NUMBER, node.span)
    return Apply(Operator(node.operator.replace("half", "round")), (half,), INT, node.span)


def has_left(node: tree.Operation, piece: Expr, scope: Scope) -> Expr:
    """Whether a piece is there no more."""
    if isinstance(piece.type, ErrorType):
        return failed_before(node.span, scope.names)
    there = extent(piece.type, node.span) if isinstance(piece.type, HandleType) else None
    if there is None:
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("only a piece leaves, and this is {piece}", piece=described(piece.type)),
            node.operands[0].span,
            help=say("name a piece"),
        )
        return failed(node.span)
    inside = Apply(Operator.CONTAINS, (piece, there), BOOL, node.span)
    return Apply(Operator.NOT, (inside,), BOOL, node.span)


def is_a(node: tree.Operation, value: Expr, scope: Scope) -> Expr:
    """Whether a value that may be of several types is of one of them."""
    word = node.operands[1]
    assert isinstance(word, tree.Word)
    type_ = scope.names.type_called(word.text)
    if isinstance(value.type, ErrorType):
        return failed_before(node.span, scope.names)
    if type_ is None:
        scope.names.unknown("type", word.text, word.span, scope.names.type_names())
        return failed(node.span)
    options = value.type.options if isinstance(value.type, UnionType) else (value.type,)
    if type_ not in options or len(options) == 1:
        always = type_ in options
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("{value} is always a `{type}`", value=described(value.type), type=type_)
            if always
            else say("{value} is never a `{type}`", value=described(value.type), type=type_),
            node.span,
            help=say("ask it of a value that may be of several types") if always else "",
        )
        return failed(node.span)
    return Apply(
        Operator.IS_A, (value, Const(Handle("type", str(type_)), HandleType("type"), word.span)), BOOL, node.span
    )


def _by(node: tree.Operation) -> str:
    """By how much a scale is moved that stands in a sum or a difference, if a number says that."""
    number = node.operands[-1]
    if not isinstance(number, tree.Number) or number.denominator != 1:
        return "…"
    return f"-{number.numerator}" if node.operator == OperationName.SUBTRACT else str(number.numerator)


def arithmetic(node: tree.Operation, parts: Sequence[Expr], scope: Scope) -> Expr:
    """A sum, difference, product, quotient or negation."""
    for part, written in zip(parts, node.operands, strict=True):
        if not fits(part.type, NUMBER):
            sign = _SIGNS.get(node.operator, "-")
            help_text = ""
            if isinstance(part.type, EnumType) and part.type.ordered:
                help_text = say(
                    "to move along a scale, write `… shifted {by}` instead of `{sign}`", sign=sign, by=_by(node)
                )
            if node.operator in (OperationName.ADD, OperationName.SUBTRACT):
                help_text = _in_brackets(node, sign) or with_its_modifiers(node, sign, scope) or help_text
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("cannot calculate with {part}", part=described(part.type)),
                written.span,
                say("not a number"),
                help=help_text,
            )
            return failed(node.span)
    if any(isinstance(part.type, ErrorType) for part in parts):
        return failed_before(node.span, scope.names)
    whole = node.operator != OperationName.DIVIDE and all(is_integer(part.type) for part in parts)
    return Apply(Operator(node.operator), tuple(parts), INT if whole else NUMBER, node.span)


def shifted(node: tree.Operation, value: Expr, steps: Expr, scope: Scope) -> Expr:
    """A value of a scale, moved along it."""
    if isinstance(value.type, ErrorType):
        return failed_before(node.span, scope.names)
    if not isinstance(value.type, EnumType) or not value.type.ordered:
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("only a value of a scale can be shifted, not {value}", value=described(value.type)),
            node.operands[0].span,
            help=say("declare the type with `scale` instead of `enum`") if isinstance(value.type, EnumType) else "",
        )
        return failed(node.span)
    return Apply(Operator.SHIFT, (value, steps), value.type, node.span, value.type)


def _in_brackets(node: tree.Operation, sign: str) -> str:
    """What to write where a step of a scale is picked by a sum, of which it takes the first part alone."""
    picked, more = node.operands[0], node.operands[-1]
    if not isinstance(picked, tree.Pick):
        return ""
    bound = "at most" if picked.direction == "last" else "at least"
    asked = as_written(picked.limit, ""), as_written(more, "")
    parts = f"{asked[0]} {sign} {asked[1]}" if all(asked) else f"… {sign} …"
    return say("a sum stands there in brackets: write `{bound} ({sum})`", bound=bound, sum=parts)


def with_its_modifiers(node: tree.Operation, sign: str, scope: Scope) -> str:
    """What to write where a number is added to a table's result, and the table has one die that takes modifiers."""
    asked, *more = node.operands
    if not isinstance(asked, tree.Call) or len(more) != 1 or any(name is not None for name, _ in asked.arguments):
        return ""
    table, added = scope.names.signature(asked.name.text), more[0]
    if table is None or table.kind != "table" or len(table.parameters) != len(asked.arguments):
        return ""
    dice = [n for n, one in enumerate(table.parameters) if isinstance(one.type, DiceType) and one.type.modified]
    what = scope.names.signature(added.name.text) if isinstance(added, tree.Call) else None
    if len(dice) != 1 or (what is not None and not is_numeric(what.result)):
        return ""
    handed = [as_written(one, "") for _, one in asked.arguments]
    much = as_written(added, "")
    if not all(handed) or not much:
        return ""
    handed[dice[0]] += f" {sign} {much}"
    return say(
        "what changes the die is added to it, within the brackets: write `{table}({inputs})`",
        table=table.name,
        inputs=", ".join(handed),
    )
