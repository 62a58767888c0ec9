"""How far past the ends of an open scale values are tried, and when that shows all there is."""

from __future__ import annotations

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Const, Expr, Fold, Program, Rule
from regola_compiler.model.types import (
    EnumType,
    IntType,
    Member,
    RecordType,
)
from regola_compiler.model.visitor import children, expressions_of, transitive_callees

MARGIN = 6


def margins(program: Program) -> dict[str, int]:
    """For each open scale, how far past its ends values are tried: some steps past the farthest that is named."""
    farthest: dict[str, int] = {}

    def visit(node: Expr) -> None:
        if isinstance(node, Const) and isinstance(node.value, Member) and isinstance(node.type, EnumType):
            past = steps_past(node.value, node.type)
            farthest[node.type.name] = max(farthest.get(node.type.name, 0), past)
        for child in children(node):
            visit(child)

    for item in program.callables.values():
        for expression in expressions_of(item):
            visit(expression)
    return {name: past + MARGIN for name, past in farthest.items() if past}


def tried_far_enough(program: Program, item: Rule) -> bool:
    """Whether trying an open scale `MARGIN` steps past what the game names shows all that a declaration can come to.

    Past what is named, values differ only by their order among one another: each comparison of two of them takes a
    step, and each shift as many as it moves. What is picked by its worth, or is of a list, may lie anywhere.
    """
    need = 0
    for name in {item.name, *transitive_callees(program, item)} & program.callables.keys():
        left = list(expressions_of(program.callables[name]))
        while left:
            node = left.pop()
            left += children(node)
            moved = _steps_taken(node)
            if moved is None:
                return False
            need += moved
    return need <= MARGIN


def _steps_taken(node: Expr) -> int | None:
    """How many steps past what is named an expression by itself needs at most; None if that is not told."""
    if isinstance(node, Fold) or not isinstance(node, Apply):
        return None if isinstance(node, Fold) else 0
    if node.operator in {Operator.PICK_FIRST, Operator.PICK_LAST, Operator.CONTAINS}:
        return None
    if node.operator is Operator.SHIFT:
        return _most_steps(node.operands[1])
    known = (isinstance(part, Const) or not isinstance(part.type, EnumType | RecordType) for part in node.operands)
    return max(0, sum(not one for one in known) - 1)


def _most_steps(steps: Expr) -> int | None:
    """How far a shift moves at most, if that is told."""
    if isinstance(steps, Apply) and steps.operator is Operator.NEGATE:
        return _most_steps(steps.operands[0])
    if isinstance(steps, Const) and isinstance(steps.value, int):
        return abs(steps.value)
    bounds = steps.type
    if isinstance(bounds, IntType) and bounds.low is not None and bounds.high is not None:
        return max(abs(bounds.low), abs(bounds.high))
    return None


def steps_past(member: Member, scale: EnumType) -> int:
    """How many steps past the ends of a scale a value of it lies."""
    return max(-member.index, member.index - len(scale.members) + 1, 0)
