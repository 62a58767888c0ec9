"""What several do at once: which facts add up when what they did comes together."""

from __future__ import annotations

from regola_dsl.kinds import EffectMode

from regola_compiler.ir.tree import Action, Ir
from regola_compiler.ir.types import BoolType


def adding_facts(ir: Ir) -> tuple[str, ...]:
    """The facts that actions only add to or take from, in the order of the game's: those add up."""
    effects = [effect for one in ir.functions if isinstance(one, Action) for effect in one.effects]
    counts = {fact.name for fact in ir.facts if fact.counts is not None and not isinstance(fact.result, BoolType)}
    adding = {effect.fact for effect in effects if effect.mode in {EffectMode.GAINS, EffectMode.LOSES}} | counts
    adding -= {effect.fact for effect in effects if effect.mode in {EffectMode.BECOMES, EffectMode.RESET}}
    return tuple(fact.name for fact in ir.facts if fact.name in adding)
