"""Parameters and `let` names that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity

from regola_compiler.model import (
    Clause,
    Definition,
    Expr,
    Let,
    Parameter,
    Program,
    Table,
    Var,
    children,
    expressions_of,
)
from regola_compiler.survey import Survey

CODE = Code("R106", "unused-parameter", "a parameter or a `let` that nothing reads", Severity.WARNING)


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One warning for each name that is given and never read."""
    del survey
    for item in program.callables.values():
        if isinstance(item, Table):
            continue
        read = {name for expression in expressions_of(item) for name in _names(expression)}
        lets = _lets(item.root) if isinstance(item, Definition) else list(item.lets)
        parts: list[Let | Parameter] = [*item.parameters, *lets]
        for part in parts:
            if part.name not in read:
                noun = "let" if isinstance(part, Let) else "parameter"
                yield Diagnostic(
                    CODE,
                    f"{noun} `{part.name}` of `{item.name}` is never read",
                    part.span,
                    help="use it, or remove it",
                )


def _names(expression: Expr) -> set[str]:
    found = {expression.name} if isinstance(expression, Var) else set()
    for child in children(expression):
        found |= _names(child)
    return found


def _lets(clause: Clause) -> list[Let]:
    return [*clause.lets, *(let for part in clause.exceptions for let in _lets(part))]
