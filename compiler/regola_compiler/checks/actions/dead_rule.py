"""Rules, exceptions to rules, effects and actions that never come about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, in_a_row
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.contradictions import Asked
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
from regola_compiler.checks.common import subject_at, subject_of
from regola_compiler.checks.excluded import Excluded, excluded
from regola_compiler.evaluate.play.actions import norm_key
from regola_compiler.model.kinds import GuardKind, Modality
from regola_compiler.model.program import Action, Guard, Let, Norm, Program

# When an action can be done, and what it requires besides.
_WHEN: frozenset[GuardKind] = frozenset({"phase", "actor"})
_REQUIRED: frozenset[GuardKind] = _WHEN | {"among", "requires"}
_RULE = later("rule `{name}`{cited} about `{action}`{action_cited}")
_EXCEPTION = later("exception `{name}`{cited} about `{action}`{action_cited}")
CODE = Code(
    "R407",
    "dead-rule",
    "a rule, an effect or an action that no position brings about",
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each, in actions that have no other problem."""
    for action in survey.program.examined():
        if not isinstance(action, Action):
            continue
        survey.findings(action.name)
        never = survey.never.get(action.name, {})
        if action.name in program.callables and (shut := _never_open(program, action)) is not None:
            yield shut
            continue
        excludes = dict(_excluded(program, action))
        if ACTION in never:
            if action.name in program.callables:  # a phase that never comes is told as one
                yield _never_done(action, never[ACTION])
            continue
        for norm in action.norms:
            yield from _dead(program, action, norm, _RULE, never, excludes)
        for effect in action.effects:
            why = never.get(effect_key(effect))
            if (out := excluded(program, effect.condition, _guards(action, _REQUIRED))) is not None:
                said = effect_said(action, effect.fact)
                subject = f"{subject_of(survey.program, action)}.{effect.fact}"
                yield out.told(
                    CODE, say("{effect} never comes about: {reason}", effect=said, reason=out.reason), subject
                )
                continue
            if why is not None:
                message = say(
                    "{effect} never comes about: {reason}",
                    effect=effect_said(action, effect.fact),
                    reason=_reason(why, action),
                )
                yield Diagnostic(
                    CODE,
                    message,
                    effect.span,
                    say("never comes about"),
                    _obstacles(why),
                    say("correct its condition, or remove it"),
                    subject=f"{subject_of(survey.program, action)}.{effect.fact}",
                )


def _guards(action: Action, kinds: Collection[GuardKind]) -> list[Asked]:
    """What holds wherever an action can be done."""
    return [(guard.condition, True) for guard in action.guards if guard.kind in kinds]


def _excluded(program: Program, action: Action) -> Iterator[tuple[str, Excluded]]:
    """What of the rules of an action excludes itself, or what it stands under, by its key.

    A rule of several actions may speak of some of them alone, and a duty may lie on who cannot do it.
    """
    waiting: list[tuple[Norm, list[Asked], tuple[Let, ...]]] = []
    for norm in action.norms:
        rule = program.rules.get(norm.name)
        alone = rule is not None and len(rule.actions) == 1 and norm.modality != Modality.MUST
        waiting.append((norm, _guards(action, _WHEN) if alone else [], ()))
    while waiting:
        norm, around, lets = waiting.pop()
        lets = (*lets, *norm.lets)
        why = excluded(program, norm.condition, around, lets)
        if norm.name in program.overruled:
            continue
        if why is not None:
            yield norm_key(norm), why
            continue
        holds = around if norm.condition is None else [*around, (norm.condition, True)]
        waiting += [(part, holds, lets) for part in norm.exceptions]


def _never_open(program: Program, action: Action) -> Diagnostic | None:
    """The finding of a requirement that excludes itself, or what is required before it."""
    for place, guard in enumerate(action.guards):
        before = [(one.condition, True) for one in action.guards[:place] if one.kind != "limit"]
        why = excluded(program, guard.condition, before) if guard.kind == "requires" else None
        if why is not None:
            name, sections = action.name, cited(action.anchors)
            message = say(
                "action `{name}`{cited} can never be done: {said}", name=name, cited=sections, said=why.reason
            )
            return why.told(CODE, message, name)
    return None


def effect_said(action: Action, fact: str) -> str:
    """An effect, by the fact it changes."""
    return say("the effect of `{name}`{cited} on `{fact}`", name=action.name, cited=cited(action.anchors), fact=fact)


def _dead(
    program: Program,
    action: Action,
    norm: Norm,
    called: str,
    never: Mapping[str, Unreachable],
    excludes: Mapping[str, Excluded],
) -> Iterator[Diagnostic]:
    """A norm that never comes about, by the template it is called by; what stands below a dead one goes with it."""
    about = say(
        called,
        name=norm.name,
        cited=cited(norm.anchors),
        action=action.name,
        action_cited=cited(action.anchors),
    )
    subject = subject_at(program, action, norm.name_span)
    out, why = excludes.get(norm_key(norm)), never.get(norm_key(norm))
    if out is not None:
        yield out.told(CODE, say("{about} is never in force: {reason}", about=about, reason=out.reason), subject)
        return
    if why is None:
        for part in norm.exceptions:
            yield from _dead(program, action, part, _EXCEPTION, never, excludes)
        return
    if norm.name in program.overruled or why.step == REQUIRED or (why.step == GUARD and norm.modality == Modality.MUST):
        # An erratum rules against it; or where a requirement fails there may be a duty to lift; a duty that no phase
        # allows is told as one.
        return
    label, help_ = say("never in force"), say("correct its condition, or remove it")
    if why.step == SILENCED:
        label, help_ = say("always silenced"), say("give what stands over it a condition, or remove the rule")
    if why.step == SILENCED:
        message = say("{about} is never heard: {reason}", about=about, reason=_reason(why, action))
    else:
        message = say("{about} is never in force: {reason}", about=about, reason=_reason(why, action))
    yield Diagnostic(CODE, message, norm.name_span, label, _obstacles(why), help_, subject=subject)


def _reason(why: Unreachable, action: Action) -> str:
    if why.step == SILENCED:
        names = [f"`{norm.name}`{cited(norm.anchors)}" for norm in why.by if isinstance(norm, Norm)]
        if len(why.by) == 1:
            return say("{winner} always silences it", winner=names[0])
        return say("{winners} always silence it", winners=in_a_row(names, "and"))
    if why.step in {GUARD, REQUIRED}:
        return say("it holds only where `{name}` cannot be done", name=action.name)
    if why.step == ASSUMED:
        return say("it holds only where an assumption does not")
    return say("its condition never holds, or an exception always lifts it")


def _obstacles(why: Unreachable) -> tuple[Label, ...]:
    """What is in the way, where it stands."""
    return tuple(
        Label(part.span, say("and only where this does not hold"))
        if isinstance(part, Guard)
        else Label(part.name_span, say("stands over it"), part.name)
        for part in why.by
    )


def _never_done(action: Action, why: Unreachable) -> Diagnostic:
    (guard,) = why.by
    said = {
        "phase": say("there is no moment in its phases at which it could be done"),
        "actor": say("whoever may do it never has the turn in its phases"),
        "requires": say("this never holds") if len(action.guards) == 1 else say("this never holds where the rest does"),
    }[guard.kind if isinstance(guard, Guard) else "requires"]
    return Diagnostic(
        CODE,
        say(
            "action `{name}`{cited} can never be done: {said}", name=action.name, cited=cited(action.anchors), said=said
        ),
        guard.span,
        say("never fulfilled"),
        help=say("correct it, or the phases the action belongs to"),
        subject=action.name,
    )
