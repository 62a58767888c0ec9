"""What a walk will ask for further on, where it stops for want of a fact: all that can be known at once is named.

The walk is tried with what it lacks at its lowest and at its highest: what both ways ask for it needs. Between the two,
what only some values lead to is asked for when they are told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Literal, TypeAlias

from regola_compiler.evaluate.errors import NotGiven, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.deeds import Key
from regola_compiler.evaluate.play.sequences import Roller
from regola_compiler.model.program import Phase
from regola_compiler.model.types import HandleType, Type, Value, domain
from regola_compiler.play.rules import rolls_of

MOST = 24  # facts that are looked for; whoever is asked for more had better roll
MOST_VALUES = 10_000
Walk: TypeAlias = Callable[[Interpreter, Roller], Iterable[object]]


def needed(begin: Callable[[], Interpreter], walk: Walk) -> list[Key]:
    """The facts that a walk needs and that its beginning does not say, in the order in which it comes to them.

    Args:
        begin: The position from which it is walked, made anew.
        walk: Its steps; what dice show is asked of the function it is given.
    """
    low, high = _met(begin, walk, 0), _met(begin, walk, -1)
    return [key for key in low if key in set(high)]


def _met(begin: Callable[[], Interpreter], walk: Walk, end: Literal[0, -1]) -> list[Key]:
    """What is asked for where each is told at one end of its values, up to where nothing more can be told."""
    told: dict[Key, Value] = {}
    shown: dict[Key, Value] = {}
    for _ in range(MOST):
        run = begin()
        for key, value in told.items():
            run.set_fact(*key, value)

        def noted(phase: Phase, run: Interpreter = run) -> Mapping[Key, Value]:
            shown.update(
                {(one.fact, one.arguments): one.outcomes[end][0] for one in rolls_of(phase, run) if one.outcomes}
            )
            return {}

        try:
            deque(walk(run, noted), maxlen=0)
        except NotGiven as problem:
            key = problem.fact, problem.arguments
            known = shown[key] if key in shown else _at_end(run.program.callables[problem.fact].result, end)
            if key in told or known is None:
                return list(dict.fromkeys((*told, key)))
            told[key] = known
        except RuleError:
            break  # what comes behind it nobody knows
        else:
            break
    return list(told)


def _at_end(type_: Type, end: Literal[0, -1]) -> Value | None:
    """The lowest or the highest value of a type; None where it has no end, or its values are not known by name."""
    if isinstance(type_, HandleType):
        return None
    listed = list(islice(domain(type_) or (), MOST_VALUES))
    return listed[end] if listed else None
