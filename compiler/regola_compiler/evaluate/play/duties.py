"""Of what must be done: by when, and what else would do.

An action answers `required` where it has to be done next, and `due` where there is time until the end of a phase, or
where another deed would do as well. Here stands what such an answer does not say by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regola_dsl.wording import enumerated, say

from regola_compiler.evaluate.play.actions import resolve_overrides
from regola_compiler.evaluate.protocol import Evaluator
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Deadline
from regola_compiler.model.types import DUE, REQUIRED, Value


@dataclass(frozen=True, slots=True)
class Duty:
    """That a rule, called so, asks for something to be done, and until when."""

    rule: str
    due: Deadline


def duties(run: Evaluator, action: Action, arguments: Sequence[Value], answer: Value) -> tuple[Duty, ...]:
    """What the rules say of when an action has to be done that answered so; nothing where they say no more than that.

    Raises:
        RuleError: where the rules give no answer.
    """
    if answer not in {REQUIRED, DUE}:
        return ()
    env = {parameter.name: value for parameter, value in zip(action.parameters, arguments, strict=True)}
    spoken, _, _ = resolve_overrides(run, action, env)
    return tuple(
        Duty(voice.norm.name, due)
        for voice in spoken
        if voice.norm.modality == Modality.MUST
        if (due := voice.norm.due) is not None
        if due.either or due.phase != ""
    )


def in_words(duty: Duty, name: str) -> str:
    """A duty in a line: `by the end of sailing: sail or stay`, where the action `name` was asked."""
    due = duty.due
    parts: list[str] = []
    if due.at_once:
        parts.append(say("at once"))
    elif due.phase:
        parts.append(say("by the end of {phase}", phase=due.phase))
    deeds = list(dict.fromkeys((name, *due.either))) if due.either else []
    if len(deeds) > 1:
        parts.append(say("one of these is enough: {deeds}", deeds=", ".join(deeds)))
    return enumerated(parts, ", ") if parts else ""


def as_data(found: Sequence[Duty]) -> list[dict[str, object]]:
    """Duties for programs: the rule, the phase by whose end (null: none is said), and of which deeds one is enough."""
    return [
        {"rule": one.rule, "by": one.due.phase or None, "at_once": one.due.at_once, "one_of": list(one.due.either)}
        for one in found
    ]
