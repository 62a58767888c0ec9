"""Where a problem would come about of which no position is known, as far as the rules have words for that.

A box says more than a reader can use: how often something was done, in which phase it is, which amounts relate. Told is
what the game itself has a name for, in the way in which the game writes it, and only where it says something.
"""

from __future__ import annotations

from math import inf

from regola_dsl.wording import say

from regola_compiler.analysis.symbolic.symbols import AnswerRef, FactRef, FieldRef, InputRef, ItemRef, Symbol
from regola_compiler.analysis.symbolic.values import Box, Interval, Values
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact
from regola_compiler.model.supposed import SIGN
from regola_compiler.model.types import Type, Value, domain, show, source

# Facts that the play keeps for itself: a reader has no word for them, or knows them from where he reads.
_KEPT = frozenset({"pieces", "phase", "active", "counted"})
# Of more values than these the first are told.
_MANY = 3


def circumstances(box: Box, types: dict[str, Type]) -> list[tuple[str, str]]:
    """What is so in a box: what the game has a name for, and its value or values, each as the game writes it.

    Args:
        box: What is known of each leaf.
        types: Of what type each input is.
    """
    found: dict[str, str] = {}
    for leaf, values in box.items():
        type_ = _type_of(leaf, types)
        called = None if type_ is None else _called(leaf)
        if called and type_ is not None and (told := _told(values, type_)):
            found.setdefault(called, told)
    return list(found.items())


def _type_of(leaf: Symbol, types: dict[str, Type]) -> Type | None:
    """The type of what a leaf stands for; None of what is no name of the game's, or a part of something."""
    match leaf:
        case InputRef():
            return types.get(leaf.name)
        case FactRef(declaration=Fact(kind=kind)) if kind in _KEPT:
            return None
        case FactRef(aspect=""):
            return leaf.result
        case AnswerRef():
            return leaf.declaration.result
        case FieldRef():
            record = _type_of(leaf.base, types)
            return dict(getattr(record, "fields", ())).get(leaf.name)
        case _:
            return None


def _called(part: Symbol | Value, type_: Type | None = None) -> str:
    """A leaf as the rules write it: `cart_1.load`, `tribute(axis, rostov)`."""
    match part:
        case FactRef() | AnswerRef():
            declaration = part.declaration
            told = [_called(one, p.type) for one, p in zip(part.arguments, declaration.parameters, strict=True)]
            name = last_part(declaration.name.partition(SIGN)[0])
            if isinstance(declaration, Fact) and declaration.of_a_piece and told:
                name, told = f"{told[0]}.{name}", told[1:]
            return f"{name}({', '.join(told)})" if told else name
        case FieldRef():
            return f"{_called(part.base)}.{part.name}"
        case ItemRef():
            return f"{_called(part.base)}[{part.number}]"
        case Symbol():
            return part.printed(sites=False)
        case _:
            assert type_ is not None
            return source(part, type_)


def _told(values: Values, type_: Type) -> str:
    """Some values in words; nothing where they are all that there are of their type."""
    if isinstance(values, Interval):
        low, high = values.low, values.high
        if (low, high) == (getattr(type_, "low", -inf), getattr(type_, "high", inf)) or (low, high) == (-inf, inf):
            return ""
        if low == high:
            return str(low)
        if high == inf:
            return say("{low} or more", low=low)
        return say("{high} or less", high=high) if low == -inf else f"{low}..{high}"
    every = domain(type_)
    if every is not None and len(values) >= len(list(every)) > 1:
        return ""
    shown = [show(value, type_) for value in values]
    if len(shown) > _MANY:
        return f"{', '.join(shown[:_MANY])}, …"
    *names, last = shown
    return say("{names} or {last}", names=", ".join(names), last=last) if names else last
