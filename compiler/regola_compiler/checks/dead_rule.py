"""Rules, and exceptions to rules, that are never in force."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic

from regola_compiler.checks.common import cited
from regola_compiler.explore import norm_key
from regola_compiler.model import Action, Norm, Program
from regola_compiler.survey import Survey

CODE = Code("R407", "dead-rule", "a rule that no position brings into force")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each, in actions that have no other problem."""
    for action in program.examined():
        if not isinstance(action, Action):
            continue
        survey.findings(action.name)
        reached = survey.reached.get(action.name)
        if reached is not None:
            for norm in action.norms:
                yield from _dead(action, norm, "rule", {key for _, key, _ in reached}, program.overruled)


def _dead(action: Action, norm: Norm, noun: str, reached: set[str], overruled: set[str]) -> Iterator[Diagnostic]:
    if norm_key(norm) in reached:
        for part in norm.exceptions:
            yield from _dead(action, part, "exception", reached, overruled)
        return
    if norm.name in overruled:
        return
    yield Diagnostic(
        CODE,
        f"{noun} `{norm.name}`{cited(norm.anchors)} about `{action.name}`{cited(action.anchors)} is never in force",
        norm.name_span,
        "its condition never holds, or an exception always lifts it",
        help="correct its condition, or remove it",
    )
