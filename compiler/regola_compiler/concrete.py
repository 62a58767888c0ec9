"""From a position in which answers were taken as free to one in which they are given.

The coarse view of a definition leaves open what the definitions it asks would answer. A box of it
says, for instance, `die = 6, modifier(battle) = 2`. To turn that into a position, each open answer
is looked for among the boxes of the definition that gives it, whose facts are then put into the box
under the caller's names. What fits together is a candidate; the interpreter has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from regola_compiler.explore import Box, Outcome, Unknown
from regola_compiler.model import Program
from regola_compiler.types import Value

TRIES = 300

# For each open answer: the definition that gives it, and the paths of its arguments.
Opened: TypeAlias = Mapping[str, tuple[str, tuple[str, ...]]]


def candidates(box: Box, opened: Opened, program: Program, outcomes: Callable[[str], list[Outcome]]) -> Iterator[Box]:
    """Boxes of plain facts in which the open answers of `box` can come about, at most TRIES of them."""
    todo: list[tuple[Box, tuple[str, ...]]] = [
        (
            {leaf: values for leaf, values in box.items() if leaf not in opened},
            tuple(leaf for leaf in box if leaf in opened),
        )
    ]
    for _ in range(TRIES):
        if not todo:
            return
        facts, left = todo.pop()
        if not left:
            yield facts
            continue
        callee, arguments = opened[left[0]]
        parameters = [parameter.name for parameter in program.callables[callee].parameters]
        names = dict(zip(parameters, arguments, strict=True))
        for outcome in outcomes(callee):
            inner = _giving(outcome, box[left[0]])
            merged = None if inner is None else _merged(facts, inner, names)
            if merged is not None:
                todo.append((merged, left[1:]))


def _giving(outcome: Outcome, wanted: tuple[Value, ...]) -> Box | None:
    """The part of an outcome's box in which its value is one of `wanted`."""
    if outcome.problem is not None:
        return None
    if isinstance(outcome.value, Unknown):
        keys = tuple(key for key, result in outcome.value.results.items() if result in wanted)
        return {**outcome.box, outcome.value.leaf: keys} if keys else None
    try:
        return outcome.box if outcome.value in wanted else None
    except TypeError:
        return None


def _merged(facts: Box, inner: Box, names: Mapping[str, str]) -> Box | None:
    """Both boxes at once, the inner one under the caller's names; None where they exclude each other."""
    merged = dict(facts)
    for leaf, values in inner.items():
        end = min((place for place in (leaf.find("."), leaf.find("[")) if place >= 0), default=len(leaf))
        path = names.get(leaf[:end], "") + leaf[end:]
        both = tuple(value for value in values if value in merged.get(path, values))
        if not both:
            return None
        merged[path] = both
    return merged
