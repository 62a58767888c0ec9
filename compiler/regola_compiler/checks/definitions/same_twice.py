"""The same on both sides: what is compared with itself, joined to itself, or the lesser of two that are one.

One of the two was meant to be another; what is said so holds always, never, or says half of what it should.
"""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Call, Const, Definition, Expr, Fact, FieldOf, Logic, Program, Var
from regola_compiler.model.types import EnumType, something
from regola_compiler.model.visitor import iter_nodes, structurally_equal
from regola_compiler.mutation.mutation import to_source

CODE = Code("R420", "same-twice", "the same on both sides of a comparison, of `and`, of `or`", Severity.WARNING)
_ORDERED = (Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL)
_SIDES = frozenset({Operator.EQUAL, Operator.MIN, Operator.MAX, *_ORDERED})


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each place."""
    del survey
    sequences = [one for name, one in program.sequences.items() if program.in_focus(name)]
    for item in (*program.examined(), *sequences):
        for node in iter_nodes(item, lambda part: not isinstance(part, Span)):
            if isinstance(node, Logic | Apply) and (same := _twice(node)) is not None:
                yield _report(node, same, item.name, _asked_of(program, node))


def _twice(node: Logic | Apply) -> Expr | None:
    """What stands there a second time; None where all parts are different, or only one is written."""
    if isinstance(node, Apply) and node.operator not in _SIDES:
        return None
    parts = node.operands
    for place, part in enumerate(parts):
        for before in parts[:place]:
            if before.span != part.span and _is_one(before, part, node):
                return part
    return None


def _is_one(before: Expr, part: Expr, node: Logic | Apply) -> bool:
    if isinstance(node, Apply) and isinstance(before, Const) and isinstance(part, Const):
        return node.operator == Operator.EQUAL
    if isinstance(node, Apply) and not isinstance(part, Call | FieldOf | Var):
        return False
    return structurally_equal(before, part)


def _asked_of(program: Program, node: Logic | Apply) -> str:
    """What can be the value that is compared with itself, if one thing alone can be asked of nothing; else nothing."""
    first = node.operands[0]
    if not isinstance(first, Const) or not isinstance(first.type, EnumType):
        return ""
    found = [
        name
        for name, item in program.callables.items()
        if isinstance(item, Fact | Definition) and not item.parameters and something(item.result) == first.type
    ]
    return f"{found[0]} is {to_source(first)}" if len(found) == 1 else ""


def _report(node: Logic | Apply, same: Expr, owner: str, meant: str) -> Diagnostic:
    word = node.kind if isinstance(node, Logic) else ""
    shown = to_source(same)
    return Diagnostic(
        CODE,
        say("`{same}` stands on both sides of `{word}`", same=shown, word=word)
        if word
        else say("`{whole}` asks something of itself", whole=to_source(node)),
        same.span,
        say("the same again"),
        help=say("write `{meant}` in place of `{was}`", meant=meant, was=to_source(node))
        if meant
        else say("write here what was meant; or leave it out"),
        subject=owner,
    )


def told_once(found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings; what follows in a declaration that has the same twice goes with that. Each place is told once."""
    twice = {(one.span, one.message): one for one in reversed(found) if one.code == CODE}
    owners = {one.subject for one in found if one.code == CODE}

    def follows(one: Diagnostic) -> bool:
        return one.code.slug in _FOLLOWING and one.subject.partition(".")[0] in owners

    return [
        one
        for one in found
        if (one.code != CODE and not follows(one)) or (one.code == CODE and twice[one.span, one.message] is one)
    ]


# What comes of it.
_FOLLOWING = frozenset({"unused-parameter", "never-holds", "dead-exception", "dead-rule"})
