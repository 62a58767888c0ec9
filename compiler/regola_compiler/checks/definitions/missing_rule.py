"""Positions in which a definition has nothing to say."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import always, reported
from regola_compiler.evaluate.errors import MissingRule
from regola_compiler.model.program import Action, Program

CODE = Code("R401", "missing-rule", "positions in which nothing applies", ground=Ground.ABSENCE)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each clause that can be reached and left without a value."""
    del program
    for found in survey.all(MissingRule):
        item = survey.program.callables[found.owner]
        message = say("`{name}`{cited} has no rule for some positions", name=item.name, cited=cited(item.anchors))
        yield reported(
            survey,
            found,
            CODE,
            always(message, say("nothing applies")),
            help=say(
                "write `allowed unless forbidden` or `forbidden unless allowed` below it, or the rule that is missing"
            )
            if isinstance(item, Action)
            else say("write a value that holds when no exception does, or the exception that is missing"),
        )
