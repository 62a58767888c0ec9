"""Paths over an adjacency, in legs: which places can be reached, and at what cost."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import TypeVar, cast

from regola_runtime.errors import NoPath, OutOfRange, TooLarge
from regola_runtime.values import Number

P = TypeVar("P", bound=Hashable)
N = TypeVar("N", int, Number)
MAX_STEPS = 1_000_000


def _one(_a: object, _b: object) -> int:
    return 1


def _always(_a: object, _b: object) -> bool:
    return True


def _never(*_places: object) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a path: at most so many steps or points (None: any number), or exactly so many steps.

    `steps` is how many steps it may have at most beside its points, if that is said.
    """

    limit: Number | None
    exactly: bool = False
    cost: Callable[..., Number] = _one
    allowed: Callable[..., bool] = _always
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a path may not go: into a place, across a step; where it stops; where it may end."""

    into: Callable[..., bool] = _never
    across: Callable[..., bool] = _never
    stops_in: Callable[..., bool] = _never
    stops_after: Callable[..., bool] = _never
    ends: Callable[..., bool] | None = None


def reach(
    starts: Iterable[P], neighbours: Callable[[P], Sequence[P]], legs: Sequence[Leg], limits: Limits
) -> dict[P, int]:
    """The places where a path can end, each with the least that is spent on the way, nearest first.

    Raises:
        OutOfRange: if a step costs less than nothing.
        TooLarge: if the walk has no end.
    """
    return cast("dict[P, int]", reach_in_fractions(starts, neighbours, legs, limits))


def reach_in_fractions(
    starts: Iterable[P], neighbours: Callable[[P], Sequence[P]], legs: Sequence[Leg], limits: Limits
) -> dict[P, Number]:
    """The same, where steps may cost fractions.

    Dijkstra's search over (leg, place) (1959, A Note on Two Problems in Connexion with Graphs). A way is dropped
    where one that spent no more, in the leg and in all, and made no more of the steps that are counted, stood there
    before; legs of an exact length walk every way that visits no place twice.

    Raises:
        OutOfRange: if a step costs less than nothing.
        TooLarge: if the walk has no end.
    """
    if len(legs) == 1 and _is_plain(legs[0], limits):
        return _by_steps(starts, neighbours, legs[0].limit, limits)
    tie = count()
    queue: list[tuple[Number, int, Number, int, int, P, bool, bool, tuple[P, ...]]] = []
    for start in starts:
        heappush(queue, (0, 0, 0, 0, next(tie), start, False, False, (start,)))
    best: dict[Hashable, list[tuple[Number, int]]] = {}
    found: dict[P, Number] = {}
    while queue:
        total, number, spent, walked, _, place, moved, stopped, visited = heappop(queue)
        leg = legs[number]
        key = (number, place, moved, stopped, frozenset(visited) if leg.exactly else None)
        known = best.setdefault(key, [])
        if any(other <= spent and steps <= walked for other, steps in known):
            continue
        known.append((spent, walked))
        if next(tie) > MAX_STEPS:
            raise TooLarge("the path is too long to be searched")
        if not leg.exactly or spent == leg.limit:
            if number + 1 < len(legs):
                heappush(queue, (total, number + 1, 0, 0, next(tie), place, moved, stopped, (place,)))
            elif place not in found and (limits.ends is None or limits.ends(place)):
                found[place] = total
        if stopped or (moved and limits.stops_in(place)):
            continue
        if leg.steps is not None:
            walked += 1
            if walked > leg.steps:
                continue
        for following in neighbours(place):
            if (leg.exactly and following in visited) or not leg.allowed(place, following):
                continue
            cost = leg.cost(place, following)
            if cost < 0:
                raise OutOfRange("a step costs less than nothing")
            if leg.limit is not None and spent + cost > leg.limit:
                continue
            if limits.into(following) or limits.across(place, following):
                continue
            halt = limits.stops_after(place, following)
            way = (*visited, following) if leg.exactly else ()
            heappush(queue, (total + cost, number, spent + cost, walked, next(tie), following, True, halt, way))
    return dict(sorted(found.items(), key=lambda item: (item[1], str(item[0]))))


def _is_plain(leg: Leg, limits: Limits) -> bool:
    """Whether each step counts as one, and none stops a path."""
    stops = limits.stops_in is not _never or limits.stops_after is not _never
    return not (stops or leg.exactly) and leg.cost is _one and leg.allowed is _always and leg.steps is None


def _by_steps(
    starts: Iterable[P], neighbours: Callable[[P], Sequence[P]], limit: Number | None, limits: Limits
) -> dict[P, Number]:
    """The same where each step counts as one: whoever stands in the queue first is nearest (Moore, 1959).

    Where a path may not go into is asked once of each place, and across once of each step.
    """
    into, across, ends = limits.into, limits.across, limits.ends
    queue: list[tuple[P, int]] = [(start, 0) for start in dict.fromkeys(starts)]
    made = len(queue)
    shut: dict[P, bool] = {}  # where a step has led, and whether it may not go there
    found: dict[P, Number] = {}
    for place, spent in queue:  # which grows while it is gone through
        made += 1
        if made > MAX_STEPS:
            raise TooLarge("the path is too long to be searched")
        if place not in found and (ends is None or ends(place)):
            found[place] = spent
        if limit is not None and spent + 1 > limit:
            continue
        for following in neighbours(place):
            barred = shut.get(following)
            new = barred is None
            if barred is None:
                barred = shut[following] = into(following)
            if barred:
                continue
            if across is not _never and across(place, following):
                if new:
                    del shut[following]  # there may be another way to it
                continue
            made += 1
            if new:
                queue.append((following, spent + 1))
    return dict(sorted(found.items(), key=lambda item: (item[1], str(item[0]))))


def shortest(name: str, found: Mapping[P, N]) -> N:
    """The least that a path to any end costs.

    Raises:
        NoPath: if there is no such path.
    """
    if not found:
        raise NoPath(f"there is no {name}")
    return min(found.values())
