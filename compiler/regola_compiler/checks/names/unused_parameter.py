"""Parameters and `let` names that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import let_names, lets_in
from regola_compiler.model.program import (
    Action,
    Expr,
    Fact,
    Let,
    Parameter,
    Program,
    Table,
    Var,
)
from regola_compiler.model.visitor import children, expressions_of, norm_expressions

CODE = Code(
    "R106",
    "unused-parameter",
    "a parameter or a `let` that nothing reads",
    Severity.WARNING,
    ground=Ground.ABSENCE,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each name that is given and never read."""
    del survey
    for item in program.examined():
        if isinstance(item, Table | Fact):
            continue
        if isinstance(item, Action):
            yield from _in_rules(item)
        read = {name for expression in expressions_of(item) for name in _names(expression)}
        # What is done to whom is part of an action, whether or not a rule asks for it.
        parameters = () if isinstance(item, Action) else item.parameters
        parts: list[Let | Parameter] = [*parameters, *let_names(item)]
        for part in parts:
            if part.name not in read:
                yield _unread(part, item.name)


def _unread(part: Let | Parameter, owner: str) -> Diagnostic:
    message = (
        say("let `{name}` of `{owner}` is never read", name=part.name, owner=owner)
        if isinstance(part, Let)
        else say("parameter `{name}` of `{owner}` is never read", name=part.name, owner=owner)
    )
    return Diagnostic(CODE, message, part.span, help=say("use it, or remove it"), subject=f"{owner}.{part.name}")


def _in_rules(action: Action) -> Iterator[Diagnostic]:
    """The `let` names of each rule about an action; a rule about two is told with the first that is examined."""
    for norm in action.norms:
        read = {name for expression in norm_expressions(norm) for name in _names(expression)}
        yield from (_unread(let, norm.name) for let in lets_in(norm) if let.name not in read)


def _names(expression: Expr) -> set[str]:
    found = {expression.name} if isinstance(expression, Var) else set()
    for child in children(expression):
        found |= _names(child)
    return found
