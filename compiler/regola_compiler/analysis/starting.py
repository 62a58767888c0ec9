"""What a play starts with: the pieces and places that are there, and the facts that have a value."""

from __future__ import annotations

from regola_dsl.kinds import EffectMode

from regola_compiler.analysis.usage import effects_of
from regola_compiler.model.names import is_extent, type_of_extent
from regola_compiler.model.program import Fact, Program


def types_met(program: Program) -> frozenset[str]:
    """The types of pieces and places of which one is there at some time: it is put up, stands on a map, or is made."""
    named = {*program.individuals.values(), *(piece.type for piece in program.setup)}
    lists = {name for start in program.starts.values() for name, _ in start}
    lists |= {effect.fact for effect in effects_of(program) if effect.mode == EffectMode.ENTERS}
    return frozenset(named | {type_of_extent(name) for name in lists if is_extent(name)})


def without_a_value(program: Program) -> list[Fact]:
    """The states that have no value when play begins: no default, and no scenario or piece that is put up tells them.

    Of a piece that rules make the line that makes it tells them; of one that is put up somewhere without a state, that
    state is among these.
    """
    told = {name for start in program.starts.values() for name, _ in start}
    told |= {name for effect in effects_of(program) for name in effect.fields}
    found: list[Fact] = []
    for name, fact in program.callables.items():
        if not isinstance(fact, Fact) or fact.kind != "state" or fact.hidden or fact.default is not None:
            continue
        pieces = [piece for piece in program.setup if piece.type == fact.owner]
        silent = [piece for piece in pieces if name not in {own for own, _ in piece.facts}]
        if silent or (not pieces and name not in told):
            found.append(fact)
    return found
