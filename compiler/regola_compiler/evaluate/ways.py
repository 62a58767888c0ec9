"""Ways: the routes of a path, one by one, each as the list of the places it passes, the start and the end among them.

A way visits no place twice; only where a leg of exactly so many steps begins or ends may it come back to what it passed
before. One list of places may be walked in several manners, as one leg is left sooner or later for the next: all of
them are followed together, as the states of an automaton are (Rabin and Scott, 1959, Finite Automata and Their Decision
Problems), and what a way costs is what the cheapest manner spends.

The order is that in which players look for a way: the cheapest first, of those the one with the fewest steps, and then
by the names of the places. It says which of several ways that are alike stands for all of them.
"""

from __future__ import annotations

from typing import Any

from regola_dsl.records import dataclass

from regola_compiler.evaluate.errors import TooLarge
from regola_compiler.evaluate.paths import Amount, Walker
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.program import Path
from regola_compiler.model.types import Value, show

# How many beginnings of ways are tried; a game with more asks where a path can end, and not how it gets there.
MAX_BEGINNINGS = 100_000


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a way can have been walked: in which leg it is, with what spent in it and in all, and whether it must stop.

    `since` is the place in the way from which on no place may be visited twice.
    """

    leg: int
    spent: Amount
    walked: int
    total: Amount
    stopped: bool
    since: int


def ways(run: Evaluator, path: Path, env: Env) -> tuple[tuple[Value, ...], ...]:
    """Every way of a path, the cheapest first.

    Raises:
        TooLarge: if there are too many.
        OutOfRange: if a step costs less than nothing.
    """
    return _Ways(run, path, env).all()


def is_way(run: Evaluator, path: Path, env: Env, way: tuple[Value, ...]) -> bool:
    """Whether a list of places is a way of a path, found by walking it alone.

    Raises:
        OutOfRange: if a step costs less than nothing.
    """
    return _Ways(run, path, env).has(way)


class _Ways(Walker):
    def all(self) -> tuple[tuple[Value, ...], ...]:
        found: dict[tuple[Value, ...], Amount] = {}
        todo: list[tuple[tuple[Any, ...], list[_Manner]]] = [
            ((place,), self._at_first()) for place in dict.fromkeys(self.starts())
        ]
        tried = 0
        while todo:
            way, manners = todo.pop()
            tried += 1
            if tried > MAX_BEGINNINGS:
                raise TooLarge(self.path.name)
            cost = self._cost_to_end(way, manners)
            if cost is not None:
                found[way] = cost
            further = [(one, self._further(way, manners, one)) for one in dict.fromkeys(self.neighbours(way[-1]))]
            todo += [((*way, following), after) for following, after in further if after]
        place = self.path.place
        names = {way: [show(one, place) for one in way] for way in found}
        return tuple(sorted(found, key=lambda way: (found[way], len(way), names[way])))

    def has(self, way: tuple[Value, ...]) -> bool:
        if not way or way[0] not in self.starts():
            return False
        manners = self._at_first()
        for step in range(1, len(way)):
            if way[step] not in self.neighbours(way[step - 1]):
                return False
            manners = self._further(way[:step], manners, way[step])
        return self._cost_to_end(way, manners) is not None

    def _at_first(self) -> list[_Manner]:
        return self._with_later_legs([_Manner(0, 0, 0, 0, stopped=False, since=0)], 0)

    def _with_later_legs(self, manners: list[_Manner], here: int) -> list[_Manner]:
        """The same, with those that leave a leg here for the next one."""
        found = list(manners)
        for manner in found:
            leg = self.path.legs[manner.leg]
            if manner.leg + 1 < len(self.path.legs) and self._is_complete(manner):
                apart = "exactly" in {leg.kind, self.path.legs[manner.leg + 1].kind}
                since = here if apart else manner.since
                found.append(_Manner(manner.leg + 1, 0, 0, manner.total, manner.stopped, since))
        return list(dict.fromkeys(found))

    def _is_complete(self, manner: _Manner) -> bool:
        """Whether the leg may be left: one of exactly so many steps only when they are made."""
        return self.path.legs[manner.leg].kind != "exactly" or manner.spent == self.limits[manner.leg]

    def _cost_to_end(self, way: tuple[Value, ...], manners: list[_Manner]) -> Amount | None:
        """What a way costs that ends here; None if it cannot."""
        last = len(self.path.legs) - 1
        costs = [manner.total for manner in manners if manner.leg == last and self._is_complete(manner)]
        return min(costs) if costs and self.may_end(way[-1]) else None

    def _further(self, way: tuple[Any, ...], manners: list[_Manner], following: Any) -> list[_Manner]:
        """How a way can be walked one step further."""
        place = way[-1]
        if len(way) > 1 and self.barred("stops_in", place):
            return []
        found = []
        for manner in manners:
            if manner.stopped or following in way[manner.since :]:
                continue
            cost = self.cost(self.path.legs[manner.leg], place, following)
            if cost is None or not self.is_within(manner.leg, manner.spent + cost, manner.walked + 1):
                continue
            if not self.step_allowed(place, following):
                continue
            spent, total = manner.spent + cost, manner.total + cost
            stopped = self.barred("stops_after", place, following)
            found.append(_Manner(manner.leg, spent, manner.walked + 1, total, stopped, manner.since))
        return self._with_later_legs(found, len(way))
