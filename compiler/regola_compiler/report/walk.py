"""A step of the sequence of play, for people and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from regola_dsl.signs import visible

from regola_compiler.emit.text.labels import WORDS
from regola_compiler.evaluate.play.optional import OptionalRules
from regola_compiler.evaluate.play.sequences import Step
from regola_compiler.ir.expressions import first_texts
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Program
from regola_compiler.model.types import show


def as_data(program: Program, step: Step, languages: Sequence[str], optional: OptionalRules) -> dict[str, Any]:
    """A step as data, with the actions that belong to it if it is an innermost phase.

    Its title is in the first of some languages that it has one in. What belongs to an optional rule that is off is
    left out.
    """
    phase = step.phase
    here = program.builtin["Phase"].members[phase.member.index] if phase.member is not None else None
    played = [item for item in program.callables.values() if isinstance(item, Action) and not optional.is_off(item)]
    text = first_texts(phase.texts)
    return {
        "phase": phase.name,
        "depth": step.depth,
        "by": None if step.actor is None or step.actor_type is None else show(step.actor, step.actor_type),
        "title": next((text[language] for language in languages if language in text), phase.name),
        "anchors": [anchor.section for anchor in phase.anchors],
        "actions": [item.name for item in played if here in item.phases],
        "due": _due(played, phase.name, optional),
    }


def _due(played: Sequence[Action], phase: str, optional: OptionalRules) -> list[dict[str, Any]]:
    """What rules say has to be done by the end of a phase: the rule, and the deeds of which one is enough."""
    found: dict[str, list[str]] = {}
    for item in played:
        for norm in item.norms:
            due = norm.due if norm.modality == Modality.MUST else None
            if due is not None and due.phase == phase and not optional.is_silent(norm):
                found.setdefault(norm.name, list(due.either or (item.name,)))
    return [{"rule": rule, "one_of": deeds} for rule, deeds in found.items()]


def as_text(step: dict[str, Any], language: str) -> str:
    """A step in a line, or in two where something is done in it; what is said around its title is in a language."""
    indent = "  " * step["depth"]
    who = f" [{step['by']}]" if step["by"] else ""
    sections = f"  ({', '.join(step['anchors'])})" if step["anchors"] else ""
    line = visible(f"{indent}{step['title']}{who}{sections}", keep="")
    if "rolled" in step:
        line += visible(f"\n{indent}    {WORDS.get(language, WORDS['en'])['rolled']}: {step['rolled']}", keep="\n")
    words = WORDS.get(language, WORDS["en"])
    if step["actions"]:
        line += f"\n{indent}    {words['done_here']}: {', '.join(step['actions'])}"
    if step["due"]:
        due = ", ".join(f" {words['or']} ".join(one["one_of"]) for one in step["due"])
        line += f"\n{indent}    {words['due_here']}: {due}"
    return line
