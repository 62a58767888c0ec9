"""Paths: which places can be reached, and at what cost.

A path is a walk over an adjacency, in legs. `best` keeps for each leg and place the ways in which it was
reached that no other is better than, in what was spent in this leg, how many steps were made in it and what was spent
in all: with less spent in the leg, or fewer steps, more is left of it, with less spent in all the whole path is
shorter, and none says the others.
A leg of exactly so many steps visits no place twice, so there every way is walked.

This is the meaning, written to be read; compiled modules have a faster one, and tests hold the two
together.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from regola_dsl.kinds import ConstraintKind
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import OutOfRange, TooLarge
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.program import Leg, Path, PathConstraint
from regola_compiler.model.types import ListType, Value, show

MAX_STEPS = 200_000
Amount: TypeAlias = int | Fraction


@dataclass(frozen=True, slots=True)
class _Way:
    """A place reached: in which leg, with what and how many steps spent in it, what in all; whether it must stop."""

    leg: int
    place: Any
    spent: Amount
    walked: int
    total: Amount
    moved: bool
    stopped: bool
    visited: tuple[Any, ...] = ()


def ends(run: Evaluator, path: Path, env: Env) -> dict[Value, Amount]:
    """The places where a path can end, each with the least that is spent on the way.

    Raises:
        TooLarge: if the walk is too long to be made.
        OutOfRange: if a step costs less than nothing.
    """
    return _Search(run, path, env).ends()


class Walker:
    """What a path allows: how far each leg leads, which steps may be made, where it may end."""

    def __init__(self, run: Evaluator, path: Path, env: Env) -> None:
        self.run, self.path = run, path
        self.env = run.bind(path.lets, env)
        self.limits = [None if leg.limit is None else run.evaluate(leg.limit, self.env) for leg in path.legs]
        self.most_steps = [None if leg.steps is None else run.evaluate(leg.steps, self.env) for leg in path.legs]

    def starts(self) -> tuple[Any, ...]:
        """The places where it starts."""
        start = self.run.evaluate(self.path.start, self.env)
        return tuple(start) if isinstance(self.path.start.type, ListType) else (start,)

    def neighbours(self, place: Any) -> tuple[Any, ...]:
        """The places next to one."""
        return tuple(self.run.call(self.path.over, [place]))

    def cost(self, leg: Leg, place: Any, following: Any) -> Amount | None:
        """What a step costs in a leg; None if it may not be made there.

        Raises:
            OutOfRange: if it costs less than nothing.
        """
        env = {**self.env, leg.ends[0]: place, leg.ends[1]: following} if leg.ends[0] else self.env
        if leg.where is not None and not self.run.decide(self.run.evaluate(leg.where, env)):
            return None
        cost: Amount = 1 if leg.cost is None else self.run.evaluate(leg.cost, env)
        if cost < 0:
            assert leg.cost is not None
            raise OutOfRange(say("a step's cost"), leg.cost.type, cost)
        return cost

    def is_within(self, leg: int, spent: Amount, walked: int) -> bool:
        """Whether a leg allows so many points, and so many steps."""
        limit, most = self.limits[leg], self.most_steps[leg]
        return (limit is None or spent <= limit) and (most is None or walked <= most)

    def step_allowed(self, place: Any, following: Any) -> bool:
        """Whether no line forbids a step."""
        return not (self.barred("never_into", following) or self.barred("never_across", place, following))

    def barred(self, kind: ConstraintKind, *places: Any) -> bool:
        """Whether a line of some kind holds of places."""
        return any(self._holds(bar, places) for bar in self.path.bars if bar.kind == kind)

    def _holds(self, bar: PathConstraint, places: tuple[Any, ...]) -> bool:
        env = {**self.env, **dict(zip(bar.places, places, strict=True))}
        return self.run.decide(self.run.evaluate(bar.condition, env))

    def may_end(self, place: Any) -> bool:
        """Whether a path may end at a place: at the one that is named, or where one of the lines has it."""
        targets = [bar for bar in self.path.bars if bar.kind == "ends"]
        if self.path.end is not None and place == self.run.evaluate(self.path.end, self.env):
            return True
        if not targets:
            return self.path.end is None
        return any(self._holds(bar, (place,)) for bar in targets)


class _Search(Walker):
    def __init__(self, run: Evaluator, path: Path, env: Env) -> None:
        super().__init__(run, path, env)
        self.steps = 0

    def ends(self) -> dict[Value, Amount]:
        todo = [_Way(0, place, 0, 0, 0, moved=False, stopped=False, visited=(place,)) for place in self.starts()]
        best: dict[Any, list[_Way]] = {}
        found: dict[Value, Amount] = {}
        while todo:
            way = todo.pop(0)
            if not self._better(way, best):
                continue
            leg, limit = self.path.legs[way.leg], self.limits[way.leg]
            if leg.kind != "exactly" or way.spent == limit:
                if way.leg + 1 < len(self.path.legs):
                    todo.append(replace(way, leg=way.leg + 1, spent=0, walked=0, visited=(way.place,)))
                elif self.may_end(way.place):
                    found[way.place] = min(way.total, found.get(way.place, way.total))
            todo += self._steps(way, leg)
        place = self.path.place
        return dict(sorted(found.items(), key=lambda item: (item[1], show(item[0], place))))

    def _better(self, way: _Way, best: dict[Any, list[_Way]]) -> bool:
        """Whether a way is new and none that is known is as good in every respect."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise TooLarge(self.path.name)
        exact = self.path.legs[way.leg].kind == "exactly"
        key = (way.leg, way.place, way.moved, way.stopped, frozenset(way.visited) if exact else None)
        known = best.setdefault(key, [])
        if any(other.spent <= way.spent and other.walked <= way.walked and other.total <= way.total for other in known):
            return False
        best[key] = [*known, way]
        return True

    def _steps(self, way: _Way, leg: Leg) -> list[_Way]:
        """The ways one step further on."""
        if way.stopped or (way.moved and self.barred("stops_in", way.place)):
            return []
        found = []
        counted = leg.steps is not None  # where steps are not counted, no way is better for having made fewer
        for following in self.neighbours(way.place):
            if leg.kind == "exactly" and following in way.visited:
                continue
            cost = self.cost(leg, way.place, following)
            if cost is None or not self.is_within(way.leg, way.spent + cost, way.walked + 1):
                continue
            if not self.step_allowed(way.place, following):
                continue
            visited = (*way.visited, following) if leg.kind == "exactly" else ()
            stopped = self.barred("stops_after", way.place, following)
            spent, total = way.spent + cost, way.total + cost
            found.append(_Way(way.leg, following, spent, way.walked + counted, total, True, stopped, visited))
        return found
