"""From a position in which answers were taken as free to one in which they are given.

The coarse view of a definition leaves open what the definitions it asks would answer. A box of it
says, for instance, `die = 6, modifier(battle) = 2`. To turn that into a position, each open answer
is looked for among the boxes of the definition that gives it, whose facts are then put into the box
under the caller's names. What fits together is a candidate; the interpreter has the last word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from regola_compiler.analysis.symbolic.values import (
    Box,
    FactQuery,
    FiniteSymbolic,
    Outcome,
    SymbolRef,
    Values,
    fact_path,
    intersect,
)
from regola_compiler.model.program import Program
from regola_compiler.model.types import RecordValue

TRIES = 300
_STEPS = re.compile(r"[^.\[\]]+")

# For each open answer: the definition that gives it, and the paths of its arguments.
Opened: TypeAlias = Mapping[str, tuple[str, tuple[Any, ...]]]


def candidates(
    box: Box,
    opened: Opened,
    program: Program,
    outcomes: Callable[[str], list[Outcome]],
    facts_asked: dict[str, FactQuery],
) -> Iterator[Box]:
    """Boxes of plain facts in which the open answers of `box` can come about, at most TRIES of them.

    Facts of the position that are named anew on the way are entered into `facts_asked`.
    """
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
        known = {name: value for name, value in names.items() if not isinstance(value, str)}
        for outcome in outcomes(callee):
            inner = _restrict_to_result(outcome, box[left[0]])
            inner = None if inner is None else _substitute_known(inner, known)
            merged = None if inner is None else _conjoin(facts, inner, names, facts_asked)
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


def _substitute_known(box: Box, known: Mapping[str, Any]) -> Box | None:
    """A box without the leaves of arguments that are known; None if one of them is not in it."""
    left: Box = {}
    for leaf, values in box.items():
        steps = _STEPS.findall(leaf)
        if leaf.startswith(":") or steps[0] not in known:
            left[leaf] = values
            continue
        value = known[steps[0]]
        for step in steps[1:]:
            if isinstance(value, RecordValue):
                value = value.get(step)
            elif isinstance(value, tuple):
                value = len(value) if step == "count" else value[int(step) - 1] if int(step) <= len(value) else None
        if value not in values:
            return None
    return left


def _conjoin(facts: Box, inner: Box, names: Mapping[str, Any], asked: dict[str, FactQuery]) -> Box | None:
    """Both boxes at once, the inner one under the caller's names; None where they exclude each other."""
    merged = dict(facts)
    for leaf, values in inner.items():
        path = _renamed_fact(leaf, names, asked) if leaf.startswith(":") else _renamed(leaf, names)
        both = intersect(values, merged.get(path, values))
        if not both:
            return None
        merged[path] = both
    return merged


def _renamed(path: str, names: Mapping[str, Any]) -> str:
    """A path under the caller's name for what it begins with."""
    end = min((place for place in (path.find("."), path.find("[")) if place >= 0), default=len(path))
    return str(names.get(path[:end], "")) + path[end:]


def _renamed_fact(leaf: str, names: Mapping[str, Any], asked: dict[str, FactQuery]) -> str:
    """A fact's leaf with the unknowns it was asked for under the caller's names."""
    for head in (leaf, *(leaf[:place] for place, char in enumerate(leaf) if char in ".[")):
        known = asked.get(head)
        if known is not None:
            parts = tuple(
                SymbolRef(_renamed(part.path, names), part.type) if isinstance(part, SymbolRef) else part
                for part in known.parts
            )
            path = fact_path(known.fact, parts)
            asked[path] = FactQuery(known.fact, parts)
            return path + leaf[len(head) :]
    return leaf
