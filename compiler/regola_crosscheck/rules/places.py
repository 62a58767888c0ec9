"""Where what the rules say stands in the files of the game."""

from __future__ import annotations

from typing import Any

from regola_compiler.model.program import Program
from regola_compiler.model.visitor import iter_fields
from regola_dsl.source import Span

from regola_crosscheck.rules.said import RuleStatement


def span_of_statement(program: Program, statement: RuleStatement) -> Span | None:
    """The place of a statement: of its part of that name, else of the declaration; None if there is none.

    Args:
        program: the rules as they were checked.
        statement: what they say (`statements_of` of the same rules).
    """
    owner, _, rest = statement.path.partition(".")
    item: Any = None
    for group in (program.callables, program.types, program.assumptions, program.sequences, program.rules):
        item = item or group.get(owner)
    if item is None:
        return None
    for name in rest.split(".") if rest else ():
        inner = _named(item, name)
        if inner is None:
            break
        item = inner
    span = getattr(item, "name_span", None) or getattr(item, "span", None)
    return span if isinstance(span, Span) else None


def _named(node: Any, name: str) -> Any:
    """The part of a node that has a name."""
    for _, value in iter_fields(node):
        for part in value if isinstance(value, tuple) else (value,):
            if getattr(part, "name", None) == name:
                return part
            for inner in getattr(part, "exceptions", ()):
                if getattr(inner, "name", None) == name:
                    return inner
    return None
