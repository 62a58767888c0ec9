"""States that rules read and nothing ever changes."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import staying
from regola_compiler.model.program import Program

CODE = Code(
    "R114",
    "never-changes",
    "a state that rules read and nothing ever changes",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, in a game in which play changes something."""
    del survey
    for name, fact in staying(program).items():
        if program.in_focus(name):
            called = (
                say("`{name}` of a `{owner}`", name=fact.name.partition(".")[2], owner=fact.owner)
                if fact.owner
                else f"`{name}`"
            )
            yield Diagnostic(
                CODE,
                say(
                    "{called}{cited} is read and never changes: no effect, scenario or example gives it a value",
                    called=called,
                    cited=cited(fact.anchors),
                ),
                fact.name_span,
                say("stays as it starts") if fact.default is not None else say("has no value, and gets none"),
                help=say("write the effect that changes it, or let the host say it: `given`"),
                subject=name,
            )
