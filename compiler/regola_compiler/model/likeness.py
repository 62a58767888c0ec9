"""Which lists that can be chosen for an action are one, as nothing that is read of them differs.

Ways that end in one place and pass the same ones are many where the map is open, and most of what rules say of a way is
where it ends, or which places it passes. Of those alike in all that is read the first stands for the others; what is
asked about the others is answered all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from regola_dsl.kinds import EffectMode

from regola_compiler.model.kinds import Operator, Part
from regola_compiler.model.program import Action, Apply, Effect, Expr, Fact, Fold, Program, Var
from regola_compiler.model.types import ListType
from regola_compiler.model.visitor import children, expressions_of

# By parameter, what is read of the list that is chosen for it; None where it is no list, or all of it matters.
Likeness: TypeAlias = tuple[tuple[Part, ...] | None, ...]


class _Whole(Exception):  # noqa: N818  not an error: nothing less will do
    """All of a list is read."""


def likeness(program: Program, action: Action) -> Likeness:
    """By parameter, what the rules of an action read of a list; empty where no parameter is one that can be told so."""
    if not any(_is_chosen_list(action, place) for place in range(len(action.parameters))):
        return ()
    found = tuple(
        _parts_read(program, action, parameter.name) if _is_chosen_list(action, place) else None
        for place, parameter in enumerate(action.parameters)
    )
    return found if any(parts is not None for parts in found) else ()


def _is_chosen_list(action: Action, place: int) -> bool:
    among = action.candidates[place] if action.candidates else None
    return among is not None and isinstance(among.type, ListType) and isinstance(among.type.item, ListType)


def _parts_read(program: Program, action: Action, name: str) -> tuple[Part, ...] | None:
    own = Apply(Operator.CONTAINS, (), action.result, action.span)
    for guard in action.guards:
        if guard.kind == "among" and guard.name == f"choice of {name}" and isinstance(guard.condition, Apply):
            own = guard.condition  # that it is among its list is so of all that are tried
    roots = [root for root in expressions_of(action) if root is not own]
    counted = [item.counts.deeds for item in program.callables.values() if isinstance(item, Fact) and item.counts]
    roots += [key for deeds in counted for deed, keys in deeds if deed == action.name for key in keys]
    found: set[Part] = set()
    try:
        for effect in action.effects:
            found |= _of_bindings(effect, name)
        items = {id(binding.items) for effect in action.effects for binding in effect.each}
        for root in roots:
            if not (id(root) in items and _is_it(root, name)):
                found |= set(_read(root, name))
    except _Whole:
        return None
    return tuple(sorted(found))


def _of_bindings(effect: Effect, name: str) -> set[Part]:
    """What an effect reads by coming about for each of a list; phases are played in the order of the list."""
    if not any(_is_it(binding.items, name) for binding in effect.each):
        return set()
    if effect.mode is EffectMode.PLAYS:
        raise _Whole
    return {"places"}


def _is_it(node: Expr, name: str) -> bool:
    return isinstance(node, Var) and node.name == name


def _read(node: Expr, name: str) -> Iterator[Part]:
    """What an expression reads of the list called `name`.

    Raises:
        _Whole: if that is all of it.
    """
    match node:
        case Var(name=other):
            if other == name:
                raise _Whole
        case Apply(operator=Operator.START, operands=(Var(name=other),)) if other == name:
            yield "start"
        case Apply(operator=Operator.END, operands=(Var(name=other),)) if other == name:
            yield "end"
        case Apply(operator=Operator.END, operands=(Apply(operator=Operator.STEPS, operands=(Var(name=other),)),)) if (
            other == name
        ):
            yield "last step"
        case Apply(operator=Operator.CONTAINS, operands=(asked, Var(name=other))) if other == name:
            yield "places"
            yield from _read(asked, name)
        case Fold(items=Var(name=other)) if other == name:
            yield "places"
            for part in children(node):
                if part is not node.items:
                    yield from _read(part, name)
        case _:
            for part in children(node):
                yield from _read(part, name)
