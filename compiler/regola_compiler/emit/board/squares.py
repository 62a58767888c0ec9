"""Which two numbers of a piece are the row and the column of a board.

Two numbers of a piece may be anything: a printed movement and a load are no square. They are one where the rules take
them for one: play changes both, and something is asked of both at once that makes a place of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TypeAlias

from regola_compiler.ir.tree import Action, And, Apply, Call, Const, Effect, Expr, Fact, Ir, Norm, PieceType, Var
from regola_compiler.ir.types import IntType
from regola_compiler.ir.visitor import descendants, expressions_of, phase_expressions
from regola_compiler.model.kinds import Operator

MOST = 30  # rows or columns that are still drawn
One: TypeAlias = Var | Const


def square_of(ir: Ir, piece: PieceType) -> tuple[str, str] | None:
    """The two facts that say on which square of a board a piece stands, its row first; None where none do.

    They are bounded, play changes both, and one condition compares both of the same piece with something that is no
    constant (`m.row is r and m.column is c`), how far two pieces are apart is asked of both, or both are what a fact
    of two numbers is asked with. Where more than one pair is used so, none is told from the others.
    """
    changed = {effect.fact for effect in _effects(ir)}
    numbers = [one for one in ir.facts if one.name in piece.states and one.name in changed and is_axis(one.result)]
    pairs = list(combinations((one.name for one in numbers), 2))
    if not pairs:
        return None
    boards = {one.name for one in ir.facts if _is_board(one)}
    used = [set(group) for root in _roots(ir) for group in _asked_together(root, boards)]
    found = [pair for pair in pairs if any(group.issuperset(pair) for group in used)]
    return found[0] if len(found) == 1 else None


def is_axis(kind: object) -> bool:
    """Whether a type is of numbers that can be the rows of a board."""
    return isinstance(kind, IntType) and kind.low is not None and kind.high is not None and kind.high - kind.low < MOST


def _is_board(fact: Fact) -> bool:
    return len(fact.parameters) == 2 and all(is_axis(one.type) for one in fact.parameters)


def _asked_together(root: Expr, boards: set[str]) -> Iterator[set[str]]:
    """The facts that are asked of one piece at once, each time as places are asked of."""
    apart: dict[frozenset[One], set[str]] = {}
    for node in descendants(root):
        match node:
            case And():
                yield from _compared(node).values()
            case Call() if node.name in boards:
                row, column = (
                    [asked for part in descendants(one) if (asked := _asked(part))] for one in node.arguments
                )
                yield from ({down, over} for down, it in row for over, other in column if it == other)
            case Apply(operator=Operator.SUBTRACT):
                first, second = map(_asked, node.operands)
                if first and second and first[0] == second[0] and first[1] != second[1]:
                    apart.setdefault(frozenset((first[1], second[1])), set()).add(first[0])
    yield from apart.values()


def _compared(node: And) -> dict[One, set[str]]:
    """By piece the facts of it that all of several conditions hold to be equal to something that is no constant."""
    found: dict[One, set[str]] = {}
    for part in _flat(node):
        if isinstance(part, Apply) and part.operator == Operator.EQUAL:
            for fact, other in (part.operands, part.operands[::-1]):
                if (asked := _asked(fact)) and not isinstance(other, Const):
                    found.setdefault(asked[1], set()).add(asked[0])
    return found


def _flat(node: And) -> Iterator[Expr]:
    for part in node.operands:
        yield from _flat(part) if isinstance(part, And) else (part,)


def _asked(node: Expr) -> tuple[str, One] | None:
    """What is asked of one piece, and which that is."""
    if isinstance(node, Call) and len(node.arguments) == 1 and isinstance(node.arguments[0], Var | Const):
        return node.name, node.arguments[0]
    return None


def _effects(ir: Ir) -> Iterator[Effect]:
    for one in ir.functions:
        if isinstance(one, Action):
            yield from one.effects
            yield from _failing(one.norms)
    for outline in ir.outlines:
        for phase in outline.walk():
            yield from (*phase.effects, *phase.first)


def _failing(norms: Iterable[Norm]) -> Iterator[Effect]:
    for norm in norms:
        yield from norm.failing
        yield from _failing(norm.exceptions)


def _roots(ir: Ir) -> Iterator[Expr]:
    for item in (*ir.functions, *ir.facts):
        yield from expressions_of(item)
    for outline in ir.outlines:
        for phase in outline.walk():
            yield from phase_expressions(phase)
