"""Counting the histories of a game: of so many choices from the start, or of so many playings of a phase.

The name is that of programs that play chess (*perft*, performance test): the numbers of many games are known, and one
that is another shows a rule that is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import prod
from typing import TypeVar

from regola_runtime.play import Engine, State, outcomes

P = TypeVar("P")


def perft(engine: Engine[P], start: State[P], upto: int, key: Callable[[P], Hashable]) -> list[int]:
    """How many histories there are of 1, 2, … `upto` choices, or where the engine watches a phase, of its playings.

    What chance may bring is counted by outcome. Histories that come to the same state are counted together: `key` tells
    positions apart.
    """
    return list(counts(engine, start, upto, lambda state: (key(state.position), state.stack)))


def counts(engine: Engine[P], start: State[P], upto: int, key: Callable[[State[P]], Hashable]) -> Iterator[int]:
    """The same, each number as soon as it is known; `key` tells states apart.

    It goes from the start outwards: of each state it is known how many histories lead there, and it is played on once.
    """
    found = [0] * (upto + 1)
    levels: list[dict[Hashable, tuple[State[P], int]]] = [{} for _ in range(upto + 1)]
    levels[0][key(start)] = start, 1
    for level in range(upto):
        waiting = levels[level]
        while waiting:
            # One that more histories lead to later is played on again, for these alone.
            first = next(iter(waiting))
            state, ways = waiting.pop(first)
            if state.over or state.stuck:
                continue
            if level + 1 == upto and not engine.watched and not state.awaited:
                # The last choices are counted, and not made: where they lead nobody asks.
                found[upto] += ways * _choices(engine, state)
                continue
            for after in following(engine, state, state.playings + upto - level if engine.watched else None):
                step = after.playings - state.playings if engine.watched else int(not state.awaited)
                for passed in range(level + 1, min(level + step, upto) + 1):
                    found[passed] += ways
                if level + step < upto:
                    into, mark = levels[level + step], key(after)
                    into[mark] = after, ways + (into[mark][1] if mark in into else 0)
        yield found[level + 1]


def _choices(engine: Engine[P], state: State[P]) -> int:
    """How many choices there are, each as often as its dice can fall."""
    return sum(prod(len(roll.outcomes) for roll in engine.rolls(state, move)) for move in engine.moves(state))


def following(engine: Engine[P], state: State[P], enough: int | None = None) -> list[State[P]]:
    """Every state that may come next: by each choice, and by whatever chance brings with it.

    With `enough`, no state is played further than to that many playings of the phase that is watched (`Engine.play`).
    """
    if state.awaited:
        return [engine.roll(state, rolled, enough=enough) for rolled, _ in outcomes(state.awaited)]
    found = []
    for move in engine.moves(state):
        rolls = engine.rolls(state, move)
        for rolled, _ in outcomes(rolls) if rolls else (({}, 1),):
            found.append(engine.play(state, move, rolled, check=False, enough=enough))
    return found
