"""Phases that wait for what nothing in them can bring about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.bearing import asked_by, changes_while, is_kept_by_play
from regola_compiler.analysis.fact_values import reachable_values
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.phases import PhaseAction, plays
from regola_compiler.analysis.symbolic.play.reachability import ASSUMED, CHANGED, CONDITION, Search
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.summaries import ModularExecutor
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import place_of, subject_of
from regola_compiler.model.program import Expr, Program
from regola_compiler.model.visitor import phases_in

CODE = Code(
    "R414",
    "stuck",
    "a phase that waits for what nothing in it can bring about",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each phase that `stays until` or `ends when` something that never holds or never turns true."""
    del survey  # a change anywhere may bear on it
    waiting = [
        sequence
        for sequence in program.sequences.values()
        if program.in_focus(sequence.name) and any(_awaited(phase.stays, phase.ends) for phase in phases_in(sequence))
    ]
    if not waiting or program.broken:
        return
    search = Search(ModularExecutor(program, Relations()), reachable_values(program))
    told: set[Expr] = set()
    for sequence in waiting:
        for play in plays(program, sequence):
            for awaited in _awaited(play.phase.stays, play.phase.ends):
                said = None if awaited in told else _why(program, search, play, awaited)
                if said is not None:
                    told.add(awaited)
                    yield Diagnostic(
                        CODE,
                        say(
                            "phase `{name}`{cited} can be entered and never left: {said}",
                            name=play.phase.name,
                            cited=cited(play.phase.anchors),
                            said=said,
                        ),
                        place_of(play.phase, awaited),
                        say("waited for in vain"),
                        help=say("write what brings it about in this phase, or correct the condition"),
                        subject=subject_of(program, play.action),
                    )


def _awaited(*conditions: Expr | None) -> list[Expr]:
    return [condition for condition in conditions if condition is not None]


def _why(program: Program, search: Search, play: PhaseAction, awaited: Expr) -> str | None:
    """Why what a phase waits for does not come, in words; None where it can, or that is not known."""
    never = search.find_obstacle(_holds(search, play, awaited, wanted=True))
    if never is not None:
        return {
            CHANGED: say("no effect ever brings about what it waits for"),
            ASSUMED: say("what it waits for holds only where an assumption does not"),
        }.get(never.step, say("what it waits for never holds"))
    rests_on = asked_by(program, awaited)
    if not is_kept_by_play(program, rests_on) or rests_on & changes_while(program, play.phase, its_end=False):
        return None
    if search.find_obstacle(_holds(search, play, awaited, wanted=False)) is not None:
        return None  # it always holds already
    return say("nothing that is done in it bears on what it waits for")


def _holds(search: Search, play: PhaseAction, awaited: Expr, *, wanted: bool) -> Callable[[], Unreachable | None]:
    def steps() -> Unreachable | None:
        run = search.explorer
        env = {p.name: run.unknown(input_symbol(p.name), p.type) for p in play.action.parameters}
        for guard in play.conditions:
            if not run.decide(run.evaluate(guard.condition, env)):
                return Unreachable(CONDITION)
        return None if run.decide(run.evaluate(awaited, env)) is wanted else Unreachable(CONDITION)

    return steps
