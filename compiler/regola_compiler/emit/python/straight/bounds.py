"""Which whole numbers an expression can come to, as far as it can be told without looking at a position.

What cannot be outside its bounds need not be held to them: `if p is black then 1 else -1` is within -1..1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import Apply, Call, Const, Definition, Expr, If, Modifiers, Parameter, Var
from regola_compiler.ir.types import DiceType, IntType, Type
from regola_compiler.model.kinds import Operator

Bounds: TypeAlias = tuple[int, int]
DEEP: Final = 12  # how deep in an expression bounds are looked for


def bounds_of_type(type_: Type) -> Bounds | None:
    """The bounds that values of a type are held to."""
    match type_:
        case IntType(low=int() as low, high=int() as high) | DiceType(modified=False, low=low, high=high):
            return low, high
        case _:
            return None


def bounds_of(parameters: tuple[Parameter, ...]) -> dict[str, Bounds]:
    """By parameter the bounds that it is held to where a function begins."""
    return {one.name: found for one in parameters if (found := bounds_of_type(one.type)) is not None}


def are_within(nodes: Iterable[Expr], types: Iterable[Type], known: Mapping[str, Bounds], names: Namespace) -> bool:
    """Whether expressions are surely within the bounds of what is asked with them, as far as these have any."""
    return all(is_within(node, type_, known, names) for node, type_ in zip(nodes, types, strict=True))


def can_be_read(node: Call, known: Mapping[str, Bounds], names: Namespace) -> bool:
    """Whether a fact, if that is what is asked, is surely one that can be told of what it is asked with."""
    fact = names.facts.get(node.name)
    return fact is None or are_within(node.arguments, [one.type for one in fact.parameters], known, names)


def is_within(node: Expr, type_: Type, known: Mapping[str, Bounds], names: Namespace) -> bool:
    """Whether an expression is surely within the bounds of a type, or that has none."""
    asked = bounds_of_type(type_)
    found = None if asked is None else bounds(node, known, names)
    return asked is None or (found is not None and asked[0] <= found[0] and found[1] <= asked[1])


def bounds(node: Expr, known: Mapping[str, Bounds], names: Namespace, deep: int = DEEP) -> Bounds | None:
    """The least and the greatest number that an expression can come to; None where that cannot be told.

    Args:
        node: the expression, which is a whole number wherever it has bounds.
        known: the bounds of the names it reads.
        names: those of the module.
        deep: how far it is still looked into.
    """
    match node:
        case Const(value=bool()):
            return None
        case Const(value=int() as value):
            return value, value
        case Var():
            return known.get(node.name)
        case Call(aspect=""):
            asked = names.definitions.get(node.name) or names.modifiers.get(node.name)
            return bounds_of_type(asked.result) if isinstance(asked, Definition | Modifiers) else None
        case If() if deep:
            parts = [bounds(one, known, names, deep - 1) for one in (node.then, node.otherwise)]
        case Apply() if deep:
            parts = [bounds(one, known, names, deep - 1) for one in node.operands]
        case _:
            return None
    found = [one for one in parts if one is not None]
    if len(found) < len(parts):
        return None
    return _together(None if isinstance(node, If) else node.operator, found)


def _together(operator: Operator | None, parts: list[Bounds]) -> Bounds | None:
    lows, highs = [low for low, _ in parts], [high for _, high in parts]
    match operator:
        case None:
            return min(lows), max(highs)
        case Operator.MIN:
            return min(lows), min(highs)
        case Operator.MAX:
            return max(lows), max(highs)
        case Operator.ADD:
            return sum(lows), sum(highs)
        case Operator.SUBTRACT:
            return lows[0] - highs[1], highs[0] - lows[1]
        case Operator.NEGATE:
            return -highs[0], -lows[0]
        case Operator.MULTIPLY:
            corners = [a * b for a in parts[0] for b in parts[1]]
            return min(corners), max(corners)
        case _:
            return None
