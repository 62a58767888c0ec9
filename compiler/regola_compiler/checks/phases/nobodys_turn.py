"""Actions that ask whose turn it is where nobody has it: `active` names nobody there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Action, Call, Const, Expr, Phase, Program
from regola_compiler.model.types import Member
from regola_compiler.model.visitor import (
    calls_in,
    effect_expressions,
    iter_nodes,
    phases_in,
    roll_expressions,
    transitive_callees,
)
from regola_compiler.resolve.play.phases import ACTIVE

CODE = Code(
    "R423",
    "nobodys-turn",
    "an action that asks whose turn it is where it is nobody's",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each phase that nobody plays, at the first action done there alone that asks who does."""
    del survey
    played = {one.member for root in program.sequences.values() for one in _played(root)}
    innermost = [one for root in program.sequences.values() for one in phases_in(root) if one.member is not None]
    free = {one.member: one for one in reversed(innermost) if one.member not in played}
    told: set[Member] = set()
    for action in program.callables.values() if free else ():
        if not isinstance(action, Action) or not program.in_focus(action.name):
            continue
        done_in = _done_in(action)
        asked = next((one for one in _asks(action) if _asks_who(program, one)), None)
        if not done_in or done_in & told or not done_in <= free.keys() or asked is None:
            continue
        told |= done_in
        yield _told(program, action, asked, free[min(done_in, key=lambda one: one.index)])


def _told(program: Program, action: Action, asked: Call, phase: Phase) -> Diagnostic:
    above = next((one for root in program.sequences.values() for one in _above(root, phase)), None)
    return Diagnostic(
        CODE,
        say(
            "`{phase}`{cited} is nobody's turn, and `{action}`, which is done in it, asks whose it is",
            phase=phase.name,
            cited=cited(phase.anchors),
            action=action.name,
        ),
        phase.span,
        say("nobody plays this"),
        (
            Label(asked.span, say("this asks who plays")),
            *((Label(above.span, say("the phases of this are played by someone")),) if above is not None else ()),
        ),
        say(
            "indent `{phase}` as the phases of `{other}` are, if it is one of them; or say who plays it: "
            "`phase {phase} by …`",
            phase=phase.name,
            other=above.name,
        )
        if above is not None
        else say("say who plays it: `phase {phase} by …`", phase=phase.name),
        subject=action.name,
    )


def _played(phase: Phase, *, by_someone: bool = False) -> Iterator[Phase]:
    """The innermost phases that are somebody's."""
    by_someone = by_someone or _has_player(phase)
    if phase.member is not None and by_someone:
        yield phase
    for part in phase.phases:
        yield from _played(part, by_someone=by_someone)


def _has_player(phase: Phase) -> bool:
    return phase.actor is not None or phase.together is not None or phase.at_once is not None


def _above(phase: Phase, wanted: Phase) -> Iterator[Phase]:
    """What is played by someone, has phases, and stands right above a phase, no deeper than that."""
    for above, below in pairwise(phase.phases):
        if below is wanted and above.name and above.phases and _has_player(above):
            yield above
    for part in phase.phases:
        yield from _above(part, wanted)


def _done_in(action: Action) -> set[Member]:
    """The innermost phases in which an action is done."""
    asked = (one.condition for one in action.guards if one.kind == "phase")
    nodes = (node for condition in asked for node in iter_nodes(condition))
    return {node.value for node in nodes if isinstance(node, Const) and isinstance(node.value, Member)}


def _asks(action: Action) -> Iterator[Call]:
    """All that an action asks where it is done; that it is the turn of whoever does it is asked of all."""
    parts: Iterable[Expr | None] = (
        *action.candidates,
        action.actor,
        *(one.condition for one in action.guards if one.kind in {"among", "requires"}),
        *(part for one in action.effects for part in effect_expressions(one)),
        *(part for one in action.rolls for part in roll_expressions(one)),
    )
    return (call for part in parts for call in calls_in(part))


def _asks_who(program: Program, call: Call) -> bool:
    asked = program.callables.get(call.callee)
    return call.callee == ACTIVE or (asked is not None and ACTIVE in transitive_callees(program, asked))
