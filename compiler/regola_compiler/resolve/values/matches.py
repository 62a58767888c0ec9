"""The cases of a `match`: whether they answer for everything, and the chain of choices they come to."""

from __future__ import annotations

from dataclasses import replace

from regola_dsl import tree
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.model.program import Apply, Const, Expr, If
from regola_compiler.model.types import (
    DUE,
    INT,
    NUMBER,
    PERMISSION,
    REQUIRED,
    BoolType,
    EnumType,
    ErrorType,
    IntType,
    Value,
    domain,
    is_integer,
    is_numeric,
    show,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.values.words import failed


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases of a `match`, in order: what is asked, and the answer; `otherwise`, if it stands; the values `seen`.

    Where one of the cases is `broken`, whether they are all there is not known.
    """

    tests: tuple[Expr, ...]
    values: tuple[Expr, ...]
    otherwise: Expr | None
    seen: frozenset[Value]
    broken: bool = False


def due_as_required(subject: Expr, cases: Cases) -> Cases:
    """The cases of what an action answers: where they do not say what holds for `due`, it is what must be done, too."""
    if subject.type != PERMISSION or cases.otherwise is not None or DUE in cases.seen or REQUIRED not in cases.seen:
        return cases
    return replace(cases, tests=tuple(_or_due(test) for test in cases.tests), seen=cases.seen | {DUE})


def _or_due(test: Expr) -> Expr:
    if not isinstance(test, Apply):
        return test
    asked = any(isinstance(case, Const) and case.value == REQUIRED for case in test.operands[1:])
    return replace(test, operands=(*test.operands, Const(DUE, PERMISSION, test.span))) if asked else test


def chain(node: tree.Match, subject: Expr, cases: Cases, scope: Scope) -> Expr:
    """The choices one after the other. What no case answers must be impossible."""
    tests, values, last = cases.tests, cases.values, cases.otherwise
    is_open = isinstance(subject.type, EnumType) and (subject.type.open_above or subject.type.open_below)
    countable = isinstance(subject.type, EnumType | BoolType | IntType) and not is_open
    possible = domain(subject.type) if countable else None
    if last is None and cases.broken:
        return failed(node.span)
    if last is None and not isinstance(subject.type, ErrorType):
        left = None if possible is None else [value for value in possible if value not in cases.seen]
        if left is None or left or not values:
            shown = ", ".join(f"`{show(value, subject.type)}`" for value in (left or [])[:4])
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("`match` does not say what holds for {shown}", shown=shown)
                if shown
                else say("`match` does not say what holds otherwise"),
                node.span,
                help=say("add the cases, or `otherwise: …`"),
            )
            return failed(node.span)
        tests, values, last = tests[:-1], values[:-1], values[-1]
    elif last is not None and not isinstance(subject.type, ErrorType):
        if not values:
            scope.names.report(
                codes.TYPE_MISMATCH,
                say("this `match` tells nothing apart: `otherwise` is its only case"),
                node.span,
                help=say("write the value alone, or add the cases"),
            )
            return failed(node.span)
        if possible is not None and all(value in cases.seen for value in possible):
            scope.names.report(
                codes.DUPLICATE,
                say("`otherwise` is never the answer: every value has its case"),
                last.span,
                help=say("remove it"),
            )
    result = last if last is not None else failed(node.span)
    for test, value in zip(reversed(tests), reversed(values), strict=True):
        type_ = value.type
        if is_numeric(value.type) and is_numeric(result.type):
            type_ = INT if is_integer(value.type) and is_integer(result.type) else NUMBER
        result = If(test, value, result, type_, node.span)
    return result
