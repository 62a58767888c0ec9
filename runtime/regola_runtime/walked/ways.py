"""Ways: the routes of a path, one by one, and what is asked of one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Generic, TypeAlias, TypeVar

from regola_runtime.errors import EmptyFold, OutOfRange, TooLarge
from regola_runtime.values import Number
from regola_runtime.walked.paths import Leg, Limits, P

T = TypeVar("T")
# How a way can have been walked: its leg, the points and the steps of that leg, what was spent in all, and from which
# of its places on none may be visited twice.
Manner: TypeAlias = tuple[int, Number, int, Number, int]
MAX_BEGINNINGS = 100_000


class Routes(Generic[P]):
    """The ways of one path in one position; which steps may be made is asked once.

    A way is the list of its places, the start and the end among them. It visits no place twice, but that a leg of
    exactly so many steps begins anew, and so does what comes after it.
    """

    def __init__(
        self, starts: Iterable[P], neighbours: Callable[[P], Sequence[P]], legs: Sequence[Leg], limits: Limits
    ) -> None:
        self._starts, self._neighbours = tuple(dict.fromkeys(starts)), neighbours
        self._legs, self._limits = legs, limits
        self._edges: dict[tuple[int, P], dict[P, Number]] = {}
        self._ends: dict[P, bool] = {}

    def all(self) -> tuple[tuple[P, ...], ...]:
        """Every way, the cheapest first, then the one of fewest steps, then by the names of its places.

        Raises:
            TooLarge: if there are too many.
            OutOfRange: if a step costs less than nothing.
        """
        found: list[tuple[Number, int, tuple[str, ...], tuple[P, ...]]] = []
        waiting: list[tuple[tuple[P, ...], list[Manner]]] = [
            ((start,), self._opened([(0, 0, 0, 0, 0)], 0)) for start in self._starts
        ]
        begun = 0
        while waiting:
            way, manners = waiting.pop()
            begun += 1
            if begun > MAX_BEGINNINGS:
                raise TooLarge("there are too many ways to be listed")
            costs = self._complete(manners)
            if costs and self._may_end(way[-1]):
                found.append((min(costs), len(way), tuple(map(str, way)), way))
            followed: dict[P, list[Manner]] = {}
            if self._goes_on(way):
                for manner in manners:
                    for following, after in self._after(way, manner):
                        followed.setdefault(following, []).append(after)
            waiting += [((*way, place), self._opened(after, len(way))) for place, after in followed.items()]
        return tuple(way for _, _, _, way in sorted(found, key=lambda one: one[:3]))

    def __contains__(self, way: object) -> bool:
        """Whether a list of places is a way: it is walked alone."""
        if not isinstance(way, tuple) or not way or way[0] not in self._starts:
            return False
        manners = self._opened([(0, 0, 0, 0, 0)], 0)
        for length in range(1, len(way)):
            done = way[:length]
            if not self._goes_on(done):
                return False
            steps = [self._after(done, manner) for manner in manners]
            manners = self._opened([after for step in steps for place, after in step if place == way[length]], length)
        return bool(self._complete(manners)) and self._may_end(way[-1])

    def _goes_on(self, way: tuple[P, ...]) -> bool:
        """Whether nothing stops where a way has come to; where it starts, nothing does."""
        return len(way) == 1 or not (self._limits.stops_in(way[-1]) or self._limits.stops_after(way[-2], way[-1]))

    def _may_end(self, place: P) -> bool:
        if place not in self._ends:
            self._ends[place] = self._limits.ends is None or self._limits.ends(place)
        return self._ends[place]

    def _complete(self, manners: list[Manner]) -> list[Number]:
        """What was spent by those that have come to the end of the last leg."""
        last, leg = len(self._legs) - 1, self._legs[-1]
        return [
            total
            for number, spent, _, total, _ in manners
            if number == last and (not leg.exactly or spent == leg.limit)
        ]

    def _opened(self, manners: list[Manner], here: int) -> list[Manner]:
        """The same, with those that go on in the next leg from the place that is `here` in the way."""
        found: dict[Manner, None] = dict.fromkeys(manners)
        waiting = manners
        while waiting:
            further: list[Manner] = []
            for number, spent, _, total, since in waiting:
                leg = self._legs[number]
                if number + 1 < len(self._legs) and (not leg.exactly or spent == leg.limit):
                    anew = leg.exactly or self._legs[number + 1].exactly
                    further.append((number + 1, 0, 0, total, here if anew else since))
            waiting = [manner for manner in dict.fromkeys(further) if manner not in found]
            found.update(dict.fromkeys(waiting))
        return list(found)

    def _after(self, way: tuple[P, ...], manner: Manner) -> list[tuple[P, Manner]]:
        """Where a way can lead on, if it was walked in one manner."""
        number, spent, walked, total, since = manner
        leg = self._legs[number]
        if leg.steps is not None and walked >= leg.steps:
            return []
        return [
            (following, (number, spent + cost, walked + 1, total + cost, since))
            for following, cost in self._leading(number, way[-1]).items()
            if (leg.limit is None or spent + cost <= leg.limit) and following not in way[since:]
        ]

    def _leading(self, number: int, place: P) -> dict[P, Number]:
        """The steps from a place that a leg allows, and what each costs."""
        if (number, place) not in self._edges:
            leg, limits = self._legs[number], self._limits
            found: dict[P, Number] = {}
            for following in self._neighbours(place):
                if following in found or not leg.allowed(place, following):
                    continue
                cost = leg.cost(place, following)
                if cost < 0:
                    raise OutOfRange("a step costs less than nothing")
                if not (limits.into(following) or limits.across(place, following)):
                    found[following] = cost
            self._edges[number, place] = found
        return self._edges[number, place]


def way_start(way: Sequence[T]) -> T:
    """The place where a way starts.

    Raises:
        EmptyFold: of no way at all.
    """
    if not way:
        raise EmptyFold("the start of an empty list")
    return way[0]


def way_end(way: Sequence[T]) -> T:
    """The place where a way ends; of its steps, the last one.

    Raises:
        EmptyFold: of no way at all, or of one that makes no step.
    """
    if not way:
        raise EmptyFold("the end of an empty list")
    return way[-1]


def way_steps(way: Sequence[T]) -> tuple[tuple[T, T], ...]:
    """The steps of a way, each as the way of two places that it is."""
    return tuple(pairwise(way))
