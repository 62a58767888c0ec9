"""What a deed and a phase both ask: what is rolled, and among what a value is chosen."""

from __future__ import annotations

from collections.abc import Iterable

from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.kinds import kind
from regola_compiler.emit.javascript.names import quoted
from regola_compiler.emit.javascript.typing import Scope, type_of
from regola_compiler.ir.tree import (
    Action,
    Binding,
    Expr,
    Roll,
)
from regola_compiler.ir.types import ListType


def among(action: Action, place: int, items: Expr, write: Writer) -> str:
    """Among what a parameter is chosen: the different items of a list, or groups of them."""
    parameter = action.parameters[place]
    if parameter.name in action.groups and isinstance(parameter.type, ListType):
        what = quoted(f"{action.name}: {parameter.name}")
        return f"$groups({write(items)}, {parameter.type.least}, {parameter.type.limit}, {what})"
    return f"$unique({write(items)})"


def rolls_of(rolls: Iterable[Roll], write: Writer) -> str:
    """What is rolled, as an array."""
    names = write.names
    found = []
    for roll in rolls:
        inner = write
        arguments = "[]"
        if roll.each is not None:
            inner = write.inside(known_within(roll.each, write))
            arguments = list_of([names.local(roll.each.variable)])
        if roll.pool is not None:
            one = f"$drawn({quoted(roll.name)}, {arguments}, {inner(roll.pool)})"
        else:
            assert roll.dice is not None
            dice = kind(roll.dice, names)
            shown = f"$several({dice}, {inner(roll.count)})" if roll.count is not None else f"$faces({dice})"
            one = f"{{ fact: {quoted(roll.name)}, values: {arguments}, outcomes: {shown} }}"
        if roll.each is None:
            found.append(one)
            continue
        where = (
            "null" if roll.each.where is None else f"({names.local(roll.each.variable)}) => {inner(roll.each.where)}"
        )
        variable = names.local(roll.each.variable)
        found.append(f"...$folded({write(roll.each.items)}, {where}, ({variable}) => ({one}))")
    return list_of(found)


def known_within(binding: Binding, write: Writer) -> Scope:
    """What is known of variables within a binding, the type of its own among it."""
    items = type_of(binding.items, write.scope, write.names)
    if isinstance(items, ListType):
        return {**write.scope, binding.variable: items.item}
    return {name: type_ for name, type_ in write.scope.items() if name != binding.variable}
