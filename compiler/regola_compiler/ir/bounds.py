"""What values are held to: their bounds, and one type where what stands there may be of several.

What an expression can come to is told as far as that needs no position. What cannot be outside its bounds need not be
held to them: `if p is black then 1 else -1` is within -1..1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Protocol, TypeAlias

from regola_dsl.kinds import HitPolicy

from regola_compiler.ir.tree import (
    Apply,
    Call,
    Clause,
    Const,
    Definition,
    Expr,
    If,
    Ir,
    ListOf,
    Modifiers,
    Parameter,
    Table,
    Var,
)
from regola_compiler.ir.types import DiceType, EnumType, HandleType, IntType, ListType, ScaleType, Type, UnionType
from regola_compiler.model.kinds import Operator

Bounds: TypeAlias = tuple[int, int]
# What may be one of several: bounds and lists are held in other ways.
Held: TypeAlias = EnumType | ScaleType | HandleType
DEEP: Final = 12  # how deep in an expression bounds are looked for


class Answers(Protocol):
    """Who knows which rules hold their answers to their types: by rule that type."""

    @property
    def held(self) -> Mapping[str, Type]:
        """These types."""


def held_answers(ir: Ir) -> dict[str, Type]:
    """By rule the type that its answer is held to; of what else can be asked, whoever asks has to hold it."""
    return {one.name: one.result for one in ir.functions if isinstance(one, Definition | Modifiers | Table)}


def is_bounded(type_: Type) -> bool:
    """Whether a value can be outside its type: a number by itself, a list by its length or by one of its items."""
    match type_:
        case ListType(item=item, limit=limit, least=least):
            return least > 0 or limit is not None or is_bounded(item)
        case _:
            return bounds_of_type(type_) is not None


def bounds_of_type(type_: Type) -> Bounds | None:
    """The bounds that numbers of a type are held to."""
    match type_:
        case IntType(low=int() as low, high=int() as high) | DiceType(modified=False, low=low, high=high):
            return low, high
        case _:
            return None


def bounds_of(parameters: tuple[Parameter, ...]) -> dict[str, Bounds]:
    """By parameter the bounds that it is held to where a function begins."""
    return {one.name: found for one in parameters if (found := bounds_of_type(one.type)) is not None}


def are_within(nodes: Iterable[Expr], types: Iterable[Type], known: Mapping[str, Bounds], answers: Answers) -> bool:
    """Whether expressions are surely within the bounds of what is asked with them, as far as these have any."""
    return all(is_within(node, type_, known, answers) for node, type_ in zip(nodes, types, strict=True))


def is_within(node: Expr, type_: Type, known: Mapping[str, Bounds], answers: Answers) -> bool:
    """Whether an expression is surely within the bounds of a type, or that has none."""
    if not is_bounded(type_) or (isinstance(node, Call) and not node.aspect and answers.held.get(node.name) == type_):
        return True
    if isinstance(type_, ListType):
        return (
            isinstance(node, ListOf)
            and type_.least <= len(node.items)
            and (type_.limit is None or len(node.items) <= type_.limit)
            and all(is_within(item, type_.item, known, answers) for item in node.items)
        )
    return _lie_within(bounds(node, known, answers), type_)


def sums_within(table: Table, answers: Answers) -> bool:
    """Whether the rows of a table that are summed are surely within what it declares, whichever of them answer."""
    found = [bounds(row.then[0], {}, answers) for row in table.rows]
    parts = [one for one in found if one is not None]
    sums = sum(min(low, 0) for low, _ in parts), sum(max(high, 0) for _, high in parts)
    return not is_bounded(table.result) or (len(parts) == len(found) and _lie_within(sums, table.result))


def row_type(table: Table) -> Type:
    """What one row of a table answers with."""
    collects = table.hit is HitPolicy.ALL and isinstance(table.result, ListType)
    return table.result.item if collects and isinstance(table.result, ListType) else table.result


def _lie_within(found: Bounds | None, type_: Type) -> bool:
    """Whether all numbers between two are of a type; of dice read as digits there are gaps between the ends."""
    asked = bounds_of_type(type_)
    gaps = isinstance(type_, DiceType) and type_.digits
    return asked is None or (found is not None and not gaps and asked[0] <= found[0] and found[1] <= asked[1])


def bounds(node: Expr, known: Mapping[str, Bounds], answers: Answers, deep: int = DEEP) -> Bounds | None:
    """The least and the greatest number that an expression can come to; None where that cannot be told.

    Args:
        node: the expression, which is a whole number wherever it has bounds.
        known: the bounds of the names it reads.
        answers: which rules hold their answers.
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
            asked = answers.held.get(node.name)
            return None if asked is None else bounds_of_type(asked)
        case If() if deep:
            parts = [bounds(one, known, answers, deep - 1) for one in (node.then, node.otherwise)]
        case Apply() if deep:
            parts = [bounds(one, known, answers, deep - 1) for one in node.operands]
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


# --- one type of several --------------------------------------------------------------------------


def held_to(node: Expr, wanted: Type | None, results: Mapping[str, Type]) -> Held | None:
    """The type that what stands somewhere has to be held to, since it may be of another; None where it need not be.

    Args:
        node: what stands there.
        wanted: the type that is asked there; None where it does not matter.
        results: by fact and rule, of what type its answer is.
    """
    if not isinstance(wanted, Held) or not isinstance(node, Call) or node.aspect:
        return None
    return wanted if isinstance(results.get(node.name), UnionType) else None


def answer_held_to(rule: Definition, results: Mapping[str, Type]) -> Held | None:
    """The same of a definition's answer: the type that it declares, where what it says may be of another."""
    several = {one.name for one in rule.parameters if isinstance(one.type, UnionType)}
    return rule.result if isinstance(rule.result, Held) and _several(rule.body, several, results) else None


def _several(clause: Clause, names: set[str], results: Mapping[str, Type]) -> bool:
    """Whether what a clause or one of its exceptions says may be of several types, as some names are."""
    names = names | {let.name for let in clause.lets if isinstance(let.type, UnionType)}
    if clause.value is not None and _is_several(clause.value, names, results):
        return True
    return any(_several(part, names, results) for part in clause.exceptions)


def _is_several(value: Expr, names: set[str], results: Mapping[str, Type]) -> bool:
    match value:
        case Call(aspect=""):
            return isinstance(results.get(value.name), UnionType)
        case Var():
            return value.name in names
        case If():
            return _is_several(value.then, names, results) or _is_several(value.otherwise, names, results)
        case _:
            return False
