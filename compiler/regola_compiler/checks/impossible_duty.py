"""Duties that a requirement of their action makes impossible."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.checks.common import always, cited, reported
from regola_compiler.model import Guard, Norm, Program
from regola_compiler.survey import Survey

CODE = Code("R406", "impossible-duty", "a duty to do what a requirement does not allow")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each duty that can be in force while its action is impossible."""
    for found in survey.all("impossible"):
        action = program.callables[found.owner]
        norm, guard = found.problem.detail
        assert isinstance(norm, Norm)
        assert isinstance(guard, Guard)
        duty = f"`{norm.name}`{cited(norm.anchors)} obliges to `{action.name}`"
        message = f"{duty} where a requirement{cited(guard.anchors)} is not fulfilled"
        yield reported(
            survey,
            found,
            CODE,
            always(message, "must be done"),
            related=(Label(guard.span, "and cannot be, unless this holds"),),
            help="add what the requirement asks to the duty's condition, or an exception that lifts it",
        )
