"""Declarations too large to be examined in full."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis, is_explored
from regola_compiler.checks.common import subject_of
from regola_compiler.model.program import Fact, Program, Table

CODE = Code("R499", "not-decided", "a declaration too large to be examined in full", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each declaration about which nothing is claimed."""
    for item in survey.program.examined():
        if isinstance(item, Fact):
            continue
        name = item.name
        if is_explored(item):  # of other tables the checks of tables have told
            survey.findings(name)
        if name in survey.undecided:
            yield Diagnostic(
                CODE,
                say(
                    "`{name}`{cited} was not examined in full: {undecided}",
                    name=name,
                    cited=cited(item.anchors),
                    undecided=survey.undecided[name],
                ),
                item.name_span,
                say("not decided"),
                help=say("let its rows meet less, or end it with a row that says `otherwise`")
                if isinstance(item, Table)
                else say("give its inputs narrower bounds, or divide it into smaller definitions"),
                subject=subject_of(program, item),
            )
