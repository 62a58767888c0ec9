"""From a position in which answers were taken as free to one in which they are given.

The coarse view of a definition leaves open what the definitions it asks would answer. A box of it
says, for instance, `die = 6, modifier(battle) = 2`. To turn that into a position, each open answer
is looked for among the boxes of the definition that gives it, whose facts are then put into the box
under the caller's names. What fits together is a candidate; the interpreter has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from regola_compiler.analysis.symbolic.symbols import AnswerRef, Symbol, substituted
from regola_compiler.analysis.symbolic.values import Box, FiniteSymbolic, Outcome, Values, intersect

TRIES = 300


def candidates(box: Box, outcomes: Callable[[str], list[Outcome]]) -> Iterator[Box]:
    """Boxes of plain facts in which the open answers of `box` can come about, at most TRIES of them."""
    todo: list[tuple[Box, tuple[AnswerRef, ...]]] = [
        (
            {leaf: values for leaf, values in box.items() if not isinstance(leaf, AnswerRef)},
            tuple(leaf for leaf in box if isinstance(leaf, AnswerRef)),
        )
    ]
    for _ in range(TRIES):
        if not todo:
            return
        facts, left = todo.pop()
        if not left:
            yield facts
            continue
        answer = left[0]
        callee = answer.declaration
        inputs = {p.name: value for p, value in zip(callee.parameters, answer.arguments, strict=True)}
        for outcome in outcomes(callee.name):
            inner = _restrict_to_result(outcome, box[answer])
            merged = None if inner is None else _conjoin(facts, inner, inputs)
            if merged is not None:
                todo.append((merged, left[1:]))


def _restrict_to_result(outcome: Outcome, wanted: Values) -> Box | None:
    """The part of an outcome's box in which its value is one of `wanted`."""
    if outcome.problem is not None:
        return None
    if isinstance(outcome.value, FiniteSymbolic):
        keys = tuple(key for key, result in outcome.value.results.items() if result in wanted)
        return {**outcome.box, outcome.value.leaf: keys} if keys else None
    try:
        return outcome.box if outcome.value in wanted else None
    except TypeError:
        return None


def _conjoin(facts: Box, inner: Box, inputs: Mapping[str, Any]) -> Box | None:
    """Both boxes at once, the inner one under the caller's names; None where they exclude each other."""
    merged = dict(facts)
    for leaf, values in inner.items():
        known = substituted(leaf, inputs)
        if not isinstance(known, Symbol):
            if known not in values:
                return None
            continue
        both = intersect(values, merged.get(known, values))
        if not both:
            return None
        merged[known] = both
    return merged
