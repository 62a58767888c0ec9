"""Where a value of one type is asked and what stands there may be of several: it is held to the one."""

from __future__ import annotations

from collections.abc import Mapping

from regola_compiler.ir.tree import Call, Expr
from regola_compiler.ir.types import EnumType, HandleType, ScaleType, Type, UnionType


def held_to(node: Expr, wanted: Type | None, results: Mapping[str, Type]) -> EnumType | ScaleType | HandleType | None:
    """The type that what stands somewhere has to be held to, since it may be of another; None where it need not be.

    Args:
        node: what stands there.
        wanted: the type that is asked there; None where it does not matter.
        results: by fact and rule, of what type its answer is.
    """
    if not isinstance(wanted, HandleType | EnumType | ScaleType) or not isinstance(node, Call) or node.aspect:
        return None
    return wanted if isinstance(results.get(node.name), UnionType) else None
