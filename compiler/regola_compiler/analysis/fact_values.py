"""The values that the facts of a position can ever take in play."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.kinds import EffectMode

from regola_compiler.model.program import Action, Const, Effect, Expr, Fact, If, Program
from regola_compiler.model.types import Value
from regola_compiler.model.visitor import norms_in, phases_in


def reachable_values(program: Program) -> dict[str, frozenset[Value]]:
    """For the `state` facts that only fixed values are given to: those, and the values they start with.

    A fact whose value is worked out somewhere, or that starts with what the position says, can take any: it is not
    here.
    """
    if program.broken:
        return {}  # what could not be read may change anything
    values: dict[str, set[Value]] = {
        fact.name: {fact.default.value}
        for fact in program.callables.values()
        if isinstance(fact, Fact) and fact.kind == "state" and isinstance(fact.default, Const)
    }
    for start in program.starts.values():
        for (name, _), value in start.items():
            if name in values:
                values[name].add(value)
    for piece in program.setup:
        for name, told in piece.facts:
            if (fixed := _constants(told)) is None:
                values.pop(name, None)
            elif name in values:
                values[name] |= fixed
    for effect in _effects(program):
        for name, told in zip(effect.fields, effect.arguments, strict=False):
            if (fixed := _constants(told)) is None:
                values.pop(name, None)
            elif name in values:
                values[name] |= fixed
        if effect.fields:
            continue
        fixed = None if effect.value is None or effect.mode != EffectMode.BECOMES else _constants(effect.value)
        if effect.value is not None and fixed is None:
            values.pop(effect.fact, None)
        elif effect.fact in values:
            values[effect.fact].update(fixed or ())
    return {name: frozenset(known) for name, known in values.items()}


def _effects(program: Program) -> Iterator[Effect]:
    for item in program.callables.values():
        if isinstance(item, Action):
            yield from item.effects
            for norm in item.norms:
                for part in norms_in(norm):
                    yield from part.failing
    for sequence in program.sequences.values():
        for phase in phases_in(sequence):
            yield from (*phase.first, *phase.effects)
    for event in program.events.values():
        yield from event.effects


def _constants(expression: Expr) -> set[Value] | None:
    """The fixed values an expression comes to; None if one has to be worked out."""
    if isinstance(expression, Const):
        return {expression.value}
    if isinstance(expression, If):
        then, otherwise = _constants(expression.then), _constants(expression.otherwise)
        return None if then is None or otherwise is None else then | otherwise
    return None
