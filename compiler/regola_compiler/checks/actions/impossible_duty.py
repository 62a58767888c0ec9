"""Duties that a requirement of their action makes impossible."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.reachability import ACTION, GUARD
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import always, reported, subject_at
from regola_compiler.evaluate.errors import ImpossibleDuty
from regola_compiler.evaluate.play.actions import norm_key
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Norm, Program
from regola_compiler.model.visitor import norms_in

CODE = Code("R406", "impossible-duty", "a duty to do what a requirement, or the phase, does not allow")


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each duty that can be in force while its action is impossible, or is only then."""
    for found in survey.all(ImpossibleDuty):
        action = survey.program.callables[found.owner]
        norm, guard = found.problem.duty, found.problem.requirement
        message = say(
            "`{name}`{cited} obliges to `{action}` where a requirement{guard_cited} is not fulfilled",
            name=norm.name,
            cited=cited(norm.anchors),
            action=action.name,
            guard_cited=cited(guard.anchors),
        )
        yield reported(
            survey,
            found,
            CODE,
            always(message, say("must be done")),
            subject=subject_at(survey.program, action, norm.name_span),
            related=(Label(guard.span, say("and cannot be, unless this holds")),),
            help=say("add what the requirement asks to the duty's condition, or an exception that lifts it"),
        )
    for action in program.examined():
        for duty, why in _never_possible(action, survey) if isinstance(action, Action) else ():
            yield Diagnostic(
                CODE,
                say(
                    "`{name}`{cited} obliges to `{action_name}`{action_cited} only where it cannot be done: in no "
                    "phase, or in none of the one who has to",
                    name=duty.name,
                    cited=cited(duty.anchors),
                    action_name=action.name,
                    action_cited=cited(action.anchors),
                ),
                duty.name_span,
                say("must be done"),
                tuple(Label(guard.span, say("and can be only where this holds")) for guard in why.by),
                say("give the duty the phases of its action, or the action those of its duty"),
                subject=subject_at(program, action, duty.name_span),
            )


def _never_possible(action: Action, survey: Analysis) -> Iterator[tuple[Norm, Unreachable]]:
    """The duties that are in force only where the phase, or whose turn it is, lets nobody fulfil them."""
    survey.findings(action.name)
    never = survey.never.get(action.name, {})
    for norm in action.norms if ACTION not in never else ():
        for part in norms_in(norm):
            why = never.get(norm_key(part))
            if why is not None and part.modality == Modality.MUST and why.step == GUARD:
                yield part, why
