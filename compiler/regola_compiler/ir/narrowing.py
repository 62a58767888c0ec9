"""Where a value of one type is asked and what stands there may be of several: it is held to the one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from regola_compiler.ir.tree import Call, Clause, Definition, Expr, If, Var
from regola_compiler.ir.types import EnumType, HandleType, ScaleType, Type, UnionType

# What may be one of several: bounds and lists are held in other ways.
Held: TypeAlias = EnumType | ScaleType | HandleType


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
