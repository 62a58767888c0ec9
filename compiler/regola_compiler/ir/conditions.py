"""Conditions taken apart: chains of `and` and `or`, denials, and what is said behind `unless`."""

from __future__ import annotations

from regola_compiler.ir.tree import And, Apply, Expr, Logic, Or
from regola_compiler.model.kinds import Operator

# Comparisons that have a denied spelling of their own: `x is not y`, `x not in …`, `x not contains y`.
DENIED = frozenset({Operator.EQUAL, Operator.IN, Operator.CONTAINS})


def chained(node: And | Or) -> list[Expr]:
    """The parts of a chain of conditions, those of a chain of the same kind within it among them.

    `when a and b unless c` is such a chain in a chain. `and` within `or` stays a part of its own,
    and gets brackets: not for the language but for readers.
    """
    parts: list[Expr] = []
    for operand in node.operands:
        parts += chained(operand) if isinstance(operand, Logic) and operand.kind == node.kind else [operand]
    return parts


def conjuncts(condition: Expr | None) -> list[Expr]:
    """The conditions of which each must hold for all of it to hold; none of no condition."""
    if condition is None:
        return []
    return chained(condition) if isinstance(condition, And) else [condition]


def conjunction(conditions: tuple[Expr, ...]) -> Expr | None:
    """Conditions as one; None of none."""
    return And(conditions) if len(conditions) > 1 else next(iter(conditions), None)


def is_denial(node: Expr) -> bool:
    """Whether a condition is `not X`, and not `x is not y`, which says it within."""
    if not isinstance(node, Apply) or node.operator != Operator.NOT:
        return False
    inner = node.operands[0]
    return not (isinstance(inner, Apply) and inner.operator in DENIED)


def without_double_negation(node: Expr) -> Expr:
    """A condition without its double denials."""
    while isinstance(node, Apply) and node.operator == Operator.NOT:
        inner = node.operands[0]
        if not isinstance(inner, Apply) or inner.operator != Operator.NOT:
            break
        node = inner.operands[0]
    return node


def split_unless(condition: Expr) -> tuple[list[Expr], list[Expr]]:
    """The conditions that must hold, and those (`unless`) none of which may."""
    parts = [without_double_negation(part) for part in conjuncts(without_double_negation(condition))]
    wanted = [part for part in parts if not is_denial(part)]
    return wanted, [part.operands[0] for part in parts if isinstance(part, Apply) and is_denial(part)]
