"""Repetitions that never end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.fact_values import reachable_values
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.phases import PhaseAction, plays
from regola_compiler.analysis.symbolic.play.reachability import ASSUMED, CHANGED, CONDITION, Search
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import place_of, subject_of
from regola_compiler.checks.excluded import Excluded, excluded
from regola_compiler.model.program import Expr, Phase, Program
from regola_compiler.model.visitor import phases_in

CODE = Code("R411", "endless-repetition", "a repetition that never ends", ground=Ground.ABSENCE | Ground.PLAY)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each `repeat until` that nothing makes true."""
    sequences = [sequence for sequence in program.sequences.values() if program.in_focus(sequence.name)]
    if not sequences:
        return
    search = Search(survey.coarse_view(), reachable_values(program))
    told: set[Expr] = set()
    for sequence in sequences:
        for play in plays(program, sequence):
            until = play.phase.until
            if until is None or until in told or _ends_otherwise(program, search, play):
                continue
            subject, whole = subject_of(program, play.action), play.phase is sequence
            if (out := excluded(program, until)) is not None:
                told.add(until)
                yield _excluded(play, out, subject, whole=whole)
                continue
            why = search.find_obstacle(_ends(search, play, until))
            if why is not None:
                told.add(until)
                yield _endless(play, until, why, subject, whole=whole)


def _ends_otherwise(program: Program, search: Search, play: PhaseAction) -> bool:
    """Whether the game can end while this repeats, or in a phase that is called meanwhile."""
    called = [p for root in program.sequences.values() for p in phases_in(root) if p.called]
    inside = [*phases_in(play.phase), *(inner for phase in called for inner in phases_in(phase))]
    endings = [ending.condition for phase in inside for ending in phase.endings]
    return any(search.find_obstacle(_ends(search, play, ending, within=inside)) is None for ending in endings)


def _ends(
    search: Search, play: PhaseAction, until: Expr, within: Sequence[Phase] = ()
) -> Callable[[], Unreachable | None]:
    loops = {phase.variable: phase.values[0].type for phase in within if phase.variable and phase.values}
    inputs = loops | {p.name: p.type for p in play.action.parameters}

    def steps() -> Unreachable | None:
        explorer = search.explorer
        env = {name: explorer.unknown(input_symbol(name), type_) for name, type_ in inputs.items()}
        return None if explorer.decide(explorer.evaluate(until, env)) else Unreachable(CONDITION)

    return steps


def _called(play: PhaseAction, *, whole: bool) -> str:
    called = later("sequence `{name}`") if whole else later("phase `{name}`")
    return say(called, name=play.phase.name) if play.phase.name else say("this loop")


def _excluded(play: PhaseAction, out: Excluded, subject: str, *, whole: bool) -> Diagnostic:
    """The finding of a condition that never holds by what it says itself."""
    name, sections = _called(play, whole=whole), cited(play.phase.anchors)
    message = say(
        "what {name}{cited} repeats until never holds: {reason}", name=name, cited=sections, reason=out.reason
    )
    return out.told(CODE, message, subject)


def _endless(play: PhaseAction, until: Expr, why: Unreachable, subject: str, *, whole: bool) -> Diagnostic:
    said = {
        CHANGED: say("no effect ever brings about what it waits for"),
        ASSUMED: say("what it waits for holds only where an assumption does not"),
    }.get(why.step, say("what it waits for never holds"))
    name = _called(play, whole=whole)
    behind = [f"`{phase.name}`" for phase in play.behind if phase.name]
    return Diagnostic(
        CODE,
        say("{name}{cited} repeats for ever: {said}", name=name, cited=cited(play.phase.anchors), said=said),
        place_of(play.phase, until),
        say("never holds"),
        help=say("write the effect that brings it about, or let the host say it: `given`")
        if why.step == CHANGED
        else say("correct the condition"),
        notes=(say("so what comes behind it is never reached: {listed}", listed=", ".join(behind[:5])),)
        if behind
        else (),
        severity=Severity.WARNING if why.step == CHANGED else None,
        subject=subject,
    )
