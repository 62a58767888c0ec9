"""Errata that no longer describe a disagreement."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.evaluate.worked.errata import run_errata
from regola_compiler.model.program import Program

CODE = Code(
    "R602",
    "erratum-stale",
    "an erratum whose statements do not fit the rules",
    ground=Ground.ABSENCE | Ground.PLAY | Ground.EXAMPLE,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each ruled claim that does not hold, each overruled one that does, and each unknown scenario."""
    del survey
    yield from _without_scenario(program)
    results = run_errata(program)
    unmet = {result.erratum.name for result in results if result.ruled and not result.holds}
    for result in results:
        sections = ", ".join(anchor.section for anchor in result.statement.anchors)
        if result.ruled and not result.holds:
            yield Diagnostic(
                CODE,
                say(
                    "erratum `{name}` rules for {sections}, but the rules written here say otherwise",
                    name=result.erratum.name,
                    sections=sections,
                ),
                result.statement.span,
                say("the rules give `{found}`", found=result.found) if result.found else say("does not hold"),
                subject=result.erratum.name,
                help=say("follow the ruling in the rules, or change it"),
            )
        elif not result.ruled and result.holds and result.erratum.settled and result.erratum.name not in unmet:
            yield Diagnostic(
                CODE,
                say(
                    "erratum `{name}` rules against {sections}, but the rules written here agree with it",
                    name=result.erratum.name,
                    sections=sections,
                ),
                result.statement.span,
                say("holds after all"),
                subject=result.erratum.name,
                help=say("remove the erratum if the book no longer disagrees with itself"),
            )


def _without_scenario(program: Program) -> Iterator[Diagnostic]:
    for erratum in program.errata.values():
        for statement in erratum.statements if program.in_focus(erratum.name) else ():
            if statement.setup is not None and statement.setup not in program.starts:
                known = ", ".join(sorted(program.starts))
                yield Diagnostic(
                    CODE,
                    say(
                        "erratum `{name}` supposes the scenario `{setup}`, which does not exist",
                        name=erratum.name,
                        setup=statement.setup,
                    ),
                    statement.span,
                    say("no such scenario"),
                    subject=erratum.name,
                    help=say("there are: {known}", known=known)
                    if known
                    else say("the game has no scenarios: suppose facts instead"),
                )
