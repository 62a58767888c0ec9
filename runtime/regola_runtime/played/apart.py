"""What several do at once comes together: each began with the same position, and saw his own deeds alone.

What one alone has changed is as he left it. What several have changed adds up where effects only add to it and take
from it; else they have to have made the same of it. A piece that left with one of them is gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from regola_runtime.play import PlayError

K = TypeVar("K")
V = TypeVar("V")


class Disagreement(PlayError):  # noqa: N818  it says what is wrong
    """Of those who act at once two would give one fact two values."""


def together(
    begun: Mapping[K, V],
    ended: Sequence[Mapping[K, V]],
    *,
    add: Callable[[K, list[V]], V | None],
    name: Callable[[K], str],
) -> dict[K, V]:
    """What some facts come to that several have changed apart.

    Args:
        begun: the facts as they were; one that is not told has its default.
        ended: the same as each left them.
        add: what a fact comes to, from what several made of it; None where nothing only adds to it.
        name: what a fact is called.

    Raises:
        Disagreement: where two made different things of what does not add up.
    """
    found = dict(begun)
    missing: Any = object()
    for key in dict.fromkeys(key for facts in (begun, *ended) for key in facts):
        before = begun.get(key, missing)
        told = [after for facts in ended if (after := facts.get(key, missing)) is not before and after != before]
        if not told:
            continue
        value: Any = told[0]
        if len(told) > 1:
            total = None if any(one is missing for one in told) else add(key, told)
            if total is not None:
                value = total
            elif any(one is missing or one != value for one in told[1:]) or value is missing:
                raise Disagreement("{fact} would be given two values by those who act at once", fact=name(key))
        if value is missing:
            found.pop(key, None)
        else:
            found[key] = value
    return found


def added_up(before: Any, several: Iterable[Any]) -> Any:
    """What a number or a list comes to, from what several made of it who all began with the same."""
    if not isinstance(before, tuple):
        value = before
        for after in several:
            value = value + after - before
        return value
    gone: list[Any] = []
    new: list[Any] = []
    for after in several:
        left, kept = list(before), list(after)
        for item in after:
            if item in left:
                left.remove(item)
                kept.remove(item)
        gone, new = [*gone, *left], [*new, *kept]
    found = list(before)
    for item in gone:
        if item in found:
            found.remove(item)
    return (*found, *new)
