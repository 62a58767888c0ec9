"""States that rules read and nothing ever changes."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import Usage
from regola_compiler.checks.common import cited
from regola_compiler.model.program import Fact, Program

CODE = Code("R114", "never-changes", "a state that rules read and nothing ever changes", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, in a game in which play changes something."""
    del survey
    usage = Usage.of(program)
    if not usage.changed or program.broken:
        return  # its effects are still to be written, or one of them could not be read
    for name, fact in program.callables.items():
        if not isinstance(fact, Fact) or fact.kind != "state" or not program.in_focus(name):
            continue
        if name in usage.read and name not in usage.changed and name not in usage.told:
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
                say("stays as it starts"),
                help=say("write the effect that changes it, or let the host say it: `given`"),
                subject=name,
            )
