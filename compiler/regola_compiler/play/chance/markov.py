"""Where a walk over states ends, and how likely: an absorbing Markov chain, by floats or exactly.

States that lead to one another are taken together (Tarjan's strongly connected components), and these in the order in
which a walk can come through them. Inside one, states are eliminated one by one: what led to a state leads on to where
it leads. Nothing is subtracted, so floats lose next to nothing (Grassmann, Taksar and Heyman, *Regenerative Analysis
and Steady State Distributions for Markov Chains*, 1985).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

Chance: TypeAlias = Fraction | float


class NeverEnds(Exception):  # noqa: N818  said of a walk
    """A walk that can come to where it never ends."""


class Chain:
    """A chain: for each state, by number, where it leads and how likely; a state that leads nowhere is an end."""

    def __init__(self, rows: Sequence[Mapping[int, Chance]], one: Chance) -> None:
        self.rows, self.one = rows, one

    def ends(self, start: int) -> dict[int, Chance]:
        """How likely each end is, from a start.

        Raises:
            NeverEnds: if a walk may go on for ever.

        >>> sorted(Chain([{0: 0.5, 1: 0.25, 2: 0.25}, {}, {}], 1.0).ends(0).items())
        [(1, 0.5), (2, 0.5)]
        """
        zero = self.one - self.one
        arriving: dict[int, Chance] = {start: self.one}
        found: dict[int, Chance] = {}
        for part in reversed(self._components(start)):
            entries = {state: arriving.pop(state) for state in part if state in arriving}
            if len(part) == 1 and not self.rows[part[0]]:
                found[part[0]] = entries[part[0]]
                continue
            for state, mass in self._through(part, entries).items():
                arriving[state] = arriving.get(state, zero) + mass
        return found

    def _through(self, part: list[int], entries: dict[int, Chance]) -> dict[int, Chance]:
        """What comes out of states that lead to one another, of what comes in."""
        source = dict(entries)
        rows = {state: dict(self.rows[state]) for state in part}
        before: dict[int, set[int]] = {state: set() for state in part}
        for state, row in rows.items():
            for target in row:
                if target in before:
                    before[target].add(state)
        for state in part:
            row = rows.pop(state)
            row.pop(state, None)
            total = sum(row.values(), start=self.one - self.one)
            if not total:
                raise NeverEnds
            feeding = {other for other in before.pop(state) if other in rows}
            for into in (source, *(rows[other] for other in feeding)):
                mass = into.pop(state, None)
                if mass is not None:
                    for target, chance in row.items():
                        into[target] = into.get(target, self.one - self.one) + mass * chance / total
            for target in row:
                if target in before:
                    before[target] |= feeding
        return source

    def _components(self, start: int) -> list[list[int]]:
        """The states that can be reached, those together that lead to one another, the last ones first."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        on_stack: set[int] = set()
        found: list[list[int]] = []
        work = [(start, iter(self.rows[start]))]
        index[start] = low[start] = 0
        stack.append(start)
        on_stack.add(start)
        while work:
            state, left = work[-1]
            for target in left:
                if target not in index:
                    index[target] = low[target] = len(index)
                    stack.append(target)
                    on_stack.add(target)
                    work.append((target, iter(self.rows[target])))
                    break
                if target in on_stack:
                    low[state] = min(low[state], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[state])
                if low[state] == index[state]:
                    part: list[int] = []
                    while not part or part[-1] != state:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    found.append(part)
        return found
