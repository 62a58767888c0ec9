"""Phases that never come."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.fact_values import reachable_values
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.phases import plays
from regola_compiler.analysis.symbolic.play.reachability import ASSUMED, CHANGED, Search, phase_reached
from regola_compiler.checks.common import place_of, subject_of
from regola_compiler.checks.excluded import excluded
from regola_compiler.model.program import Phase, Program
from regola_compiler.model.visitor import phases_in

CODE = Code("R410", "dead-phase", "a phase that never comes", ground=Ground.ABSENCE | Ground.PLAY)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each phase whose condition never holds; what lies inside it goes with it."""
    sequences = [sequence for sequence in program.sequences.values() if program.in_focus(sequence.name)]
    if not sequences:
        return
    search = Search(survey.coarse_view(), reachable_values(program))
    for sequence in sequences:
        gone: list[Phase] = []
        for play in plays(program, sequence):
            if play.phase.condition is None or any(play.phase is phase for phase in gone):
                continue
            if (out := excluded(program, play.phase.condition)) is not None:
                gone += phases_in(play.phase)
                name, sections = play.phase.name, cited(play.phase.anchors)
                message = say("phase `{name}`{cited} never comes: {said}", name=name, cited=sections, said=out.reason)
                yield out.told(CODE, message, subject_of(program, play.action))
                continue
            why = search.find_obstacle(phase_reached(search.explorer, play))
            if why is None:
                continue
            gone += phases_in(play.phase)
            said = {
                CHANGED: say("no effect ever brings its condition about"),
                ASSUMED: say("its condition holds only where an assumption does not"),
            }.get(why.step, say("its condition never holds"))
            yield Diagnostic(
                CODE,
                say(
                    "phase `{name}`{cited} never comes: {said}",
                    name=play.phase.name,
                    cited=cited(play.phase.anchors),
                    said=said,
                ),
                place_of(play.phase, play.phase.condition),
                say("never holds"),
                help=say("write the effect that brings it about, or let the host say it: `given`")
                if why.step == CHANGED
                else say("correct the condition, or remove the phase"),
                severity=Severity.WARNING if why.step == CHANGED else None,
                subject=subject_of(program, play.action),
            )
