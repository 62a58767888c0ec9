"""Pieces and places of which there is never one while the sequence is played."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.starting import types_met
from regola_compiler.model.program import Action, Program
from regola_compiler.model.types import HandleType
from regola_compiler.model.visitor import phases_in

CODE = Code(
    "R417",
    "none-there",
    "a piece or a place of which there is never one in play",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY | Ground.START,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each type that an action is done with, in a game that is played from a start to an end."""
    del survey
    if program.broken or not _is_played(program):
        return
    met = types_met(program)
    moved = _done_with(program)
    for name, info in program.pieces.items():
        if name in met or name not in moved or not program.in_focus(name):
            continue
        declared = program.types[name]
        piece = info.kind == "piece"
        yield Diagnostic(
            CODE,
            say(
                "there is never a `{name}`{cited} in play: none is put up, and no rule makes one",
                name=name,
                cited=cited(declared.anchors),
            )
            if piece
            else say(
                "there is never a `{name}`{cited} in play: no map has one, and none is put up",
                name=name,
                cited=cited(declared.anchors),
            ),
            declared.name_span,
            say("none is there"),
            help=say(
                "write `setup`, and below it a line `first: {name}(…)` for each that is there at the start",
                name=name,
            ),
            subject=name,
        )


def _is_played(program: Program) -> bool:
    """Whether a sequence of play goes on until something ends it, or something else is put up for it."""
    phases = [phase for root in program.sequences.values() for phase in phases_in(root)]
    ends = any(phase.until is not None or phase.until_idle or phase.endings for phase in phases)
    return ends or bool(phases and (program.setup or program.starts))


def _done_with(program: Program) -> frozenset[str]:
    """The types of pieces and places that somebody has to choose to do something."""
    return frozenset(
        parameter.type.name
        for action in program.callables.values()
        if isinstance(action, Action)
        for parameter in action.parameters
        if isinstance(parameter.type, HandleType)
    )
