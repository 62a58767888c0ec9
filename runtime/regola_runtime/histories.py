"""Counting the histories of a game: of so many choices from the start, or of so many playings of a phase.

The name is that of programs that play chess (*perft*, performance test): the numbers of many games are known, and one
that is another shows a rule that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TypeVar

from regola_runtime.play import Engine, State, outcomes

P = TypeVar("P")


def perft(engine: Engine[P], start: State[P], upto: int, key: Callable[[P], Hashable]) -> list[int]:
    """How many histories there are of 1, 2, … `upto` choices, or where the engine watches a phase, of its playings.

    What chance may bring is counted by outcome. Histories that come to the same state are counted together: `key` tells
    positions apart.
    """
    return list(counts(engine, start, upto, key))


def counts(engine: Engine[P], start: State[P], upto: int, key: Callable[[P], Hashable]) -> Iterator[int]:
    """The same, each number as soon as it is known; what was counted for one helps with the next."""
    known: dict[Hashable, int] = {}
    for number in range(1, upto + 1):
        yield _histories(engine, start, number, key, known)


def _histories(
    engine: Engine[P], state: State[P], left: int, key: Callable[[P], Hashable], known: dict[Hashable, int]
) -> int:
    if left <= 0:
        return 1
    if state.over or state.stuck:
        return 0
    mark = (key(state.position), state.stack, left)
    if mark in known:
        return known[mark]
    total = 0
    for after in following(engine, state):
        step = after.playings - state.playings if engine.watched else int(not state.awaited)
        total += _histories(engine, after, left - step, key, known)
    known[mark] = total
    return total


def following(engine: Engine[P], state: State[P]) -> list[State[P]]:
    """Every state that may come next: by each choice, and by whatever chance brings with it."""
    if state.awaited:
        return [engine.roll(state, rolled) for rolled, _ in outcomes(state.awaited)]
    found = []
    for move in engine.moves(state):
        rolls = engine.rolls(state, move)
        for rolled, _ in outcomes(rolls) if rolls else (({}, 1),):
            found.append(engine.play(state, move, rolled, check=False))
    return found
