"""What a deed and a phase both ask: what is rolled, and among what a value is chosen."""

from __future__ import annotations

from regola_compiler.emit.python.expressions import expression, tuple_of
from regola_compiler.emit.python.kinds import kind
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import (
    Action,
    Expr,
    Roll,
)
from regola_compiler.ir.types import ListType


def among(action: Action, place: int, items: Expr, names: Namespace) -> str:
    """Among what a parameter is chosen: the different items of a list, or groups of them."""
    parameter, listed = action.parameters[place], expression(items, names)
    if parameter.name in action.groups and isinstance(parameter.type, ListType):
        names.imports.add("groups")
        what = f"{action.name}: {parameter.name}"
        return f"groups({listed}, {parameter.type.least}, {parameter.type.limit}, {what!r})"
    names.imports.add("unique")
    return f"unique({listed})"


def rolls_of(rolls: tuple[Roll, ...], names: Namespace) -> str:
    """What is rolled, as a tuple."""
    found = []
    for roll in rolls:
        each = roll.each
        arguments = tuple_of([names.local(each.variable)] if each else [])
        if roll.pool is not None:
            names.imports.add("drawn")
            one = f"drawn({roll.name!r}, {arguments}, {expression(roll.pool, names)})"
        else:
            assert roll.dice is not None
            dice = kind(roll.dice, names)
            many = roll.count is not None
            names.imports.add("several" if many else "faces")
            shown = f"several({dice}, {expression(roll.count, names)})" if roll.count is not None else f"faces({dice})"
            one = f"Roll({roll.name!r}, {arguments}, {shown})"
        if each is None:
            found.append(one)
            continue
        where = "" if each.where is None else f" if {expression(each.where, names)}"
        found.append(f"*({one} for {names.local(each.variable)} in {expression(each.items, names)}{where})")
    return tuple_of(found)
