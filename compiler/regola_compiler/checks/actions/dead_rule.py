"""Rules, exceptions to rules, effects and actions that never come about."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.reachability import (
    ACTION,
    ASSUMED,
    GUARD,
    REQUIRED,
    SILENCED,
    effect_key,
)
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import cited, subject_at, subject_of
from regola_compiler.evaluate.play.actions import norm_key
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Guard, Norm, Program

CODE = Code("R407", "dead-rule", "a rule, an effect or an action that no position brings about")


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each, in actions that have no other problem."""
    for action in survey.program.examined():
        if not isinstance(action, Action):
            continue
        survey.findings(action.name)
        never = survey.never.get(action.name, {})
        if ACTION in never:
            if action.name in program.callables:  # a phase that never comes is told as one
                yield _never_done(action, never[ACTION])
            continue
        for norm in action.norms:
            yield from _dead(program, action, norm, "rule", never)
        for effect in action.effects:
            why = never.get(effect_key(effect))
            if why is not None:
                message = f"{effect_said(action, effect.fact)} never comes about: {_reason(why, action)}"
                yield Diagnostic(
                    CODE,
                    message,
                    effect.span,
                    "never comes about",
                    _obstacles(why),
                    "correct its condition, or remove it",
                    subject=f"{subject_of(survey.program, action)}.{effect.fact}",
                )


def effect_said(action: Action, fact: str) -> str:
    """An effect, by the fact it changes."""
    return f"the effect of `{action.name}`{cited(action.anchors)} on `{fact}`"


def _dead(
    program: Program, action: Action, norm: Norm, noun: str, never: dict[str, Unreachable]
) -> Iterator[Diagnostic]:
    """A norm that never comes about; what stands below a dead one goes with it."""
    why = never.get(norm_key(norm))
    if why is None:
        for part in norm.exceptions:
            yield from _dead(program, action, part, "exception", never)
        return
    if norm.name in program.overruled or why.step == REQUIRED or (why.step == GUARD and norm.modality == Modality.MUST):
        # An erratum rules against it; or where a requirement fails there may be a duty to lift; a duty that no phase
        # allows is told as one.
        return
    about = f"{noun} `{norm.name}`{cited(norm.anchors)} about `{action.name}`{cited(action.anchors)}"
    label, help_ = "never in force", "correct its condition, or remove it"
    if why.step == SILENCED:
        label, help_ = "always silenced", "give what stands over it a condition, or remove the rule"
    if why.step == SILENCED:
        message = f"{about} is never heard: {_reason(why, action)}"
    else:
        message = f"{about} is never in force: {_reason(why, action)}"
    subject = subject_at(program, action, norm.name_span)
    yield Diagnostic(CODE, message, norm.name_span, label, _obstacles(why), help_, subject=subject)


def _reason(why: Unreachable, action: Action) -> str:
    if why.step == SILENCED:
        winners = " and ".join(f"`{norm.name}`{cited(norm.anchors)}" for norm in why.by if isinstance(norm, Norm))
        return f"{winners} always silence{'s' * (len(why.by) == 1)} it"
    if why.step in {GUARD, REQUIRED}:
        return f"it holds only where `{action.name}` cannot be done"
    if why.step == ASSUMED:
        return "it holds only where an assumption does not"
    return "its condition never holds, or an exception always lifts it"


def _obstacles(why: Unreachable) -> tuple[Label, ...]:
    """What is in the way, where it stands."""
    return tuple(
        Label(part.span, "and only where this does not hold")
        if isinstance(part, Guard)
        else Label(part.name_span, "stands over it", part.name)
        for part in why.by
    )


def _never_done(action: Action, why: Unreachable) -> Diagnostic:
    (guard,) = why.by
    said = {
        "phase": "there is no moment in its phases at which it could be done",
        "actor": "whoever may do it never has the turn in its phases",
        "requires": "this never holds" if len(action.guards) == 1 else "this never holds where the rest does",
    }[guard.kind if isinstance(guard, Guard) else "requires"]
    return Diagnostic(
        CODE,
        f"action `{action.name}`{cited(action.anchors)} can never be done: {said}",
        guard.span,
        "never fulfilled",
        help="correct it, or the phases the action belongs to",
        subject=action.name,
    )
