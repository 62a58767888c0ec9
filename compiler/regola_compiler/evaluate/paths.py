"""Paths: which places can be reached, and at what cost.

A path is a walk over an adjacency, in legs. `best` keeps for each leg and place the ways in which it was
reached that no other is better than, as pairs of what was spent in this leg and what was spent in all: with less
spent in the leg more is left of it, with less spent in all the whole path is shorter, and neither says the other.
A leg of exactly so many steps visits no place twice, so there every way is walked.

This is the meaning, written to be read; compiled modules have a faster one, and tests hold the two
together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from regola_dsl.kinds import ConstraintKind

from regola_compiler.evaluate.errors import OutOfRange, TooLarge
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.program import Leg, Path, PathConstraint
from regola_compiler.model.types import ListType, Value, show

MAX_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class _Way:
    """A place reached: in which leg, what was spent in it and in all, whether a step was made and it must stop."""

    leg: int
    place: Any
    spent: int
    total: int
    moved: bool
    stopped: bool
    visited: tuple[Any, ...] = ()


def ends(run: Evaluator, path: Path, env: Env) -> dict[Value, int]:
    """The places where a path can end, each with the least that is spent on the way.

    Raises:
        TooLarge: if the walk is too long to be made.
        OutOfRange: if a step costs less than nothing.
    """
    return _Search(run, path, env).ends()


class _Search:
    def __init__(self, run: Evaluator, path: Path, env: Env) -> None:
        self.run, self.path = run, path
        self.env = run.bind(path.lets, env)
        self.limits = [None if leg.limit is None else run.evaluate(leg.limit, self.env) for leg in path.legs]
        self.steps = 0

    def ends(self) -> dict[Value, int]:
        start = self.run.evaluate(self.path.start, self.env)
        places = start if isinstance(self.path.start.type, ListType) else (start,)
        todo = [_Way(0, place, 0, 0, moved=False, stopped=False, visited=(place,)) for place in places]
        best: dict[Any, list[_Way]] = {}
        found: dict[Value, int] = {}
        while todo:
            way = todo.pop(0)
            if not self._better(way, best):
                continue
            leg, limit = self.path.legs[way.leg], self.limits[way.leg]
            if leg.kind != "exactly" or way.spent == limit:
                if way.leg + 1 < len(self.path.legs):
                    todo.append(replace(way, leg=way.leg + 1, spent=0, visited=(way.place,)))
                elif self._may_end(way.place):
                    found[way.place] = min(way.total, found.get(way.place, way.total))
            todo += self._steps(way, leg, limit)
        place = self.path.place
        return dict(sorted(found.items(), key=lambda item: (item[1], show(item[0], place))))

    def _better(self, way: _Way, best: dict[Any, list[_Way]]) -> bool:
        """Whether a way is new and none that is known is as good in every respect."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooLarge
        exact = self.path.legs[way.leg].kind == "exactly"
        key = (way.leg, way.place, way.moved, way.stopped, frozenset(way.visited) if exact else None)
        known = best.setdefault(key, [])
        if any(other.spent <= way.spent and other.total <= way.total for other in known):
            return False
        best[key] = [*known, way]
        return True

    def _steps(self, way: _Way, leg: Leg, limit: int | None) -> list[_Way]:
        """The ways one step further on."""
        if way.stopped or (way.moved and self._barred("stops_in", way.place)):
            return []
        found = []
        for following in self.run.call(self.path.over, [way.place]):
            if leg.kind == "exactly" and following in way.visited:
                continue
            env = {**self.env, leg.ends[0]: way.place, leg.ends[1]: following} if leg.ends[0] else self.env
            if leg.where is not None and not self.run.decide(self.run.evaluate(leg.where, env)):
                continue
            cost = 1 if leg.cost is None else self.run.evaluate(leg.cost, env)
            if cost < 0:
                assert leg.cost is not None
                raise OutOfRange("a step's cost", leg.cost.type, cost)
            if limit is not None and way.spent + cost > limit:
                continue
            if self._barred("never_into", following) or self._barred("never_across", way.place, following):
                continue
            visited = (*way.visited, following) if leg.kind == "exactly" else ()
            stopped = self._barred("stops_after", way.place, following)
            found.append(_Way(way.leg, following, way.spent + cost, way.total + cost, True, stopped, visited))
        return found

    def _barred(self, kind: ConstraintKind, *places: Any) -> bool:
        return any(self._holds(bar, places) for bar in self.path.bars if bar.kind == kind)

    def _holds(self, bar: PathConstraint, places: tuple[Any, ...]) -> bool:
        env = {**self.env, **dict(zip(bar.places, places, strict=True))}
        return self.run.decide(self.run.evaluate(bar.condition, env))

    def _may_end(self, place: Any) -> bool:
        """Whether a path may end at a place: at the one that is named, or where one of the lines has it."""
        targets = [bar for bar in self.path.bars if bar.kind == "ends"]
        if self.path.end is not None and place == self.run.evaluate(self.path.end, self.env):
            return True
        if not targets:
            return self.path.end is None
        return any(self._holds(bar, (place,)) for bar in targets)
