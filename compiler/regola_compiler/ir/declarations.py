"""Facts, actions, paths, choices and sequences as plain data, for the intermediate representation."""

from __future__ import annotations

from regola_compiler.ir.expressions import (
    Json,
    lower_anchors,
    lower_expression,
    lower_lets,
    lower_optional,
    lower_texts,
    lower_type,
)
from regola_compiler.model.program import (
    Action,
    Assumption,
    Choice,
    Effect,
    Fact,
    Guard,
    Leg,
    Norm,
    Parameter,
    Path,
    PathConstraint,
    Phase,
    Preference,
    RuleInfo,
)
from regola_compiler.model.types import PERMISSION, ListType


def lower_parameters(parameters: tuple[Parameter, ...]) -> list[Json]:
    """Parameters as data."""
    return [{"name": p.name, "type": lower_type(p.type)} for p in parameters]


def lower_fact(fact: Fact) -> Json:
    """A fact of a position."""
    return {
        "name": fact.name,
        "kind": fact.kind,
        "anchors": lower_anchors(fact.anchors),
        "texts": lower_texts(fact.texts),
        "parameters": lower_parameters(fact.parameters),
        "result": lower_type(fact.result),
        "default": lower_optional(fact.default),
        "where": lower_anchors(fact.where),
    }


def lower_rule(rule: RuleInfo) -> Json:
    """A rule as it was declared; what it says stands with its actions."""
    return {
        "name": rule.name,
        "actions": list(rule.actions),
        "anchors": lower_anchors(rule.anchors),
        "texts": lower_texts(rule.texts),
    }


def lower_assumption(assumption: Assumption) -> Json:
    """What is true in every position."""
    return {
        "name": assumption.name,
        "anchors": lower_anchors(assumption.anchors),
        "texts": lower_texts(assumption.texts),
        "parameters": lower_parameters(assumption.parameters),
        "lets": lower_lets(assumption.lets),
        "value": lower_expression(assumption.value),
    }


def lower_action(action: Action) -> Json:
    """Who does it and when, its guards, its norms and its effects."""
    return {
        "actor": lower_optional(action.actor),
        "phases": list(action.phases),
        "default": None if action.default is None else PERMISSION.members[action.default.index],
        "guards": [_guard(guard) for guard in action.guards],
        "norms": [_norm(norm) for norm in action.norms],
        "effects": [_effect(effect) for effect in action.effects],
    }


def _guard(guard: Guard) -> Json:
    return {
        "name": guard.name,
        "kind": guard.kind,
        "condition": lower_expression(guard.condition),
        "anchors": lower_anchors(guard.anchors),
        "texts": lower_texts(guard.texts),
    }


def _norm(norm: Norm) -> Json:
    return {
        "name": norm.name,
        "says": norm.modality,
        "anchors": lower_anchors(norm.anchors),
        "texts": lower_texts(norm.texts),
        "lets": lower_lets(norm.lets),
        "condition": lower_optional(norm.condition),
        "when": lower_optional(norm.when),
        "over": sorted(norm.over),
        "phases": list(norm.phases),
        "under": norm.under,
        "exceptions": [_norm(part) for part in norm.exceptions],
    }


def _effect(effect: Effect) -> Json:
    return {
        "fact": effect.fact,
        "arguments": [lower_expression(part) for part in effect.arguments],
        "value": lower_optional(effect.value),
        "condition": lower_optional(effect.condition),
        "anchors": lower_anchors(effect.anchors),
        "texts": lower_texts(effect.texts),
    }


def lower_path(path: Path) -> Json:
    """Where a path leads from, over what, how far and where not."""
    return {
        "place": lower_type(path.place),
        "over": path.over,
        "lets": lower_lets(path.lets),
        "start": lower_expression(path.start),
        "many": isinstance(path.start.type, ListType),
        "end": lower_optional(path.end),
        "legs": [_leg(leg) for leg in path.legs],
        "bars": [_bar(bar) for bar in path.bars],
    }


def _leg(leg: Leg) -> Json:
    return {
        "kind": leg.kind,
        "limit": lower_optional(leg.limit),
        "ends": list(leg.ends) if leg.ends[0] else [],
        "cost": lower_optional(leg.cost),
        "where": lower_optional(leg.where),
    }


def _bar(bar: PathConstraint) -> Json:
    return {
        "kind": bar.kind,
        "places": list(bar.places),
        "condition": lower_expression(bar.condition),
        "anchors": lower_anchors(bar.anchors),
        "texts": lower_texts(bar.texts),
    }


def lower_choice(choice: Choice) -> Json:
    """Who chooses among what, and what is preferred."""
    return {
        "actor": lower_optional(choice.actor),
        "lets": lower_lets(choice.lets),
        "variable": choice.variable,
        "items": lower_expression(choice.items),
        "where": lower_optional(choice.where),
        "preferences": [_preference(preference) for preference in choice.preferences],
    }


def _preference(preference: Preference) -> Json:
    return {
        "degree": preference.degree,
        "value": lower_expression(preference.value),
        "anchors": lower_anchors(preference.anchors),
        "texts": lower_texts(preference.texts),
    }


def lower_phase(phase: Phase) -> Json:
    """A phase of a sequence that has been unrolled, and what lies inside it."""
    return {
        "name": phase.name,
        "member": None if phase.member is None else phase.member.index,
        "anchors": lower_anchors(phase.anchors),
        "texts": lower_texts(phase.texts),
        "actor": lower_optional(phase.actor),
        "condition": lower_optional(phase.condition),
        "until": lower_optional(phase.until),
        "effects": [_effect(effect) for effect in phase.effects],
        "phases": [lower_phase(part) for part in phase.phases],
    }
