"""Sequences of play that are gone through once, in a game that goes on."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.kinds import EffectMode
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import effects_of
from regola_compiler.model.program import Action, Phase, Program
from regola_compiler.model.visitor import phases_in

CODE = Code(
    "R418",
    "played-once",
    "a sequence that is gone through once, in a game that goes on",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY | Ground.START,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each sequence that says when the game ends, and ends by itself after its last phase."""
    del survey
    if program.broken or any(effect.mode == EffectMode.PLAYS for effect in effects_of(program)):
        return  # what is played by a phase may be played again
    for name, root in program.sequences.items():
        phases = phases_in(root)
        endings = [ending for phase in phases for ending in phase.endings]
        if not (endings or _has_a_start(program)) or any(_goes_on(p) for p in phases) or not program.in_focus(name):
            continue
        yield Diagnostic(
            CODE,
            say(
                "`{name}`{cited} is played once: the game is over after its last phase, whoever has won",
                name=name,
                cited=cited(root.anchors),
            ),
            root.span,
            say("does not repeat"),
            tuple(Label(ending.span, say("this is asked in one round only")) for ending in endings[:1]),
            help=say("write `repeat until …` as its first line, with what ends the game, and the phases below it"),
            subject=name,
        )


def _goes_on(phase: Phase) -> bool:
    """Whether a phase, or a block, is played again, or lasts for as long as it takes."""
    return phase.until is not None or phase.until_idle or phase.stays is not None


def _has_a_start(program: Program) -> bool:
    """Whether somebody acts in it, and pieces stand there before: such a game is played, not only looked up."""
    acted = any(isinstance(item, Action) and item.actor is not None for item in program.callables.values())
    return acted and bool(program.setup or program.starts)
