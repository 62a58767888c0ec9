"""What odds of a playing rest on: the facts that were taken as they start, the errata that bear on what was played.

The interpreter knows that. It goes the way that was gone once more, from the start outwards, as far as `MOST` steps.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from regola_runtime.errors import NoAnswer

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.grounds import Grounds, grounds, watched
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Handle
from regola_compiler.play.chance.phase_odds import Walk, begun
from regola_compiler.play.forms import Interpreted
from regola_compiler.play.many.policy import Chooser, Policy
from regola_compiler.play.rules import Playing

MOST = 400


class _Reasons(list[Any]):
    """Reasons, each once: a playing has the same ones over and over."""

    def append(self, reason: Any) -> None:
        """Note a reason that is new."""
        if reason not in self:
            super().append(reason)


class _Watched(Playing):
    """A program on the engine that notes what its answers rest on."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.ear = watched(self.program)
        self.ear.trace = _Reasons()

    def run(self, position: Position) -> Interpreter:
        """The interpreter in a position, heard."""
        run = super().run(position)
        if run.notes is None:
            ear = self.ear
            run.trace, run.touched, run.rows = ear.trace, ear.touched, ear.rows
            run.asked, run.made, run.notes = ear.asked, ear.made, ear.notes
        return run


def play_grounds(program: Program, phase: str, position: Position, policy: Chooser | None = None) -> Grounds:
    """What the odds of a playing rest on.

    Of facts taken at their default those are told that the beginning did not say and that no piece has of itself: a
    piece that is put up is as the rules say it starts.
    """
    playing = _Watched(program)
    form = Interpreted(playing)
    with suppress(RuleError, NoAnswer):  # what could be heard until then was heard
        Walk(form, policy or Policy()).look(begun(form, phase, position), MOST)
    found = grounds(playing.ear)
    told = tuple(
        default
        for default in found.defaults
        if (default.fact.name, default.arguments) not in position
        and _is_asked(default.fact)
        and not any(isinstance(one, Handle) and one.type in program.pieces for one in default.arguments)
    )
    return replace(found, defaults=told)


def _is_asked(fact: Fact) -> bool:
    """Whether somebody could have told a fact: not what the play keeps for itself."""
    return fact.kind in {"state", "given"} and fact.life is None
