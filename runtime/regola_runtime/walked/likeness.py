"""Lists that are one for an action, as nothing that is read of them differs: of those alike the first is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Literal, TypeAlias, assert_never

# What can be read of a way without all of it: where it starts or ends, its last step, or which places it passes.
Part: TypeAlias = Literal["start", "end", "last step", "places"]


def likeness(parts: Sequence[Part], way: Sequence[Any]) -> Hashable:
    """What is read of a way, as one value: ways of which it is equal are alike."""
    return tuple(_read(part, way) for part in parts)


def _read(part: Part, way: Sequence[Any]) -> Hashable:
    match part:
        case "start":
            return tuple(way[:1])
        case "end":
            return tuple(way[-1:])
        case "last step":
            return tuple(way[-2:])
        case "places":
            return frozenset(Counter(way).items())
        case _:
            assert_never(part)


def first_alike(parts: Sequence[Part], ways: Iterable[Any]) -> list[Any]:
    """Of ways that are alike the first, in their order."""
    found: dict[Hashable, Any] = {}
    for way in ways:
        found.setdefault(likeness(parts, way), way)
    return list(found.values())


def stands_for(
    alike: Sequence[Sequence[Part] | None],
    choices: Sequence[Callable[[tuple[Any, ...]], Iterable[Any]]],
    arguments: tuple[Any, ...],
) -> tuple[Any, ...] | None:
    """The arguments that are listed in the place of some; None where these cannot be chosen.

    Args:
        alike: what is read of each argument, None for all of it.
        choices: what each may be, where those before it are known.
        arguments: what is asked for.
    """
    found: tuple[Any, ...] = ()
    for parts, choice, argument in zip(alike, choices, arguments, strict=True):
        offered = list(choice(found))
        if argument not in offered:
            return None
        key = None if parts is None else likeness(parts, argument)
        first = argument if parts is None else next(one for one in offered if likeness(parts, one) == key)
        found = (*found, first)
    return found
