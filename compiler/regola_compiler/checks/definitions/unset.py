"""States that are asked before anything gives them a value."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.first_round import asked_unset, first_round
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.starting import types_met, without_a_value
from regola_compiler.analysis.usage import staying
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import BOOL, EnumType, IntType, Type

CODE = Code(
    "R419",
    "unset",
    "a state that is asked before anything gives it a value",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY | Ground.START,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, in a game whose sequence of play is there."""
    del survey
    if not program.sequences or program.broken:
        return
    met = types_met(program)
    bare = [
        one for one in without_a_value(program) if program.in_focus(one.name) and (not one.owner or one.owner in met)
    ]
    if not bare:
        return
    steps = first_round(program)
    told = staying(program)  # of what nothing ever changes, that is what is told
    for fact in bare:
        if fact.name in told:
            continue
        asked = asked_unset(program, steps, fact.name)
        if asked is not None:
            yield _told(fact, asked)


def _told(fact: Fact, asked: Span) -> Diagnostic:
    name = last_part(fact.name)
    called = say("`{name}` of a `{owner}`", name=name, owner=fact.owner) if fact.owner else f"`{name}`"
    return Diagnostic(
        CODE,
        say("{called}{cited} is asked before anything gives it a value", called=called, cited=cited(fact.anchors)),
        fact.name_span,
        say("has no value at the start"),
        (Label(asked, say("asked here")),),
        help=say("write the value it starts with behind its type: `= {value}`", value=value)
        if (value := _first_value(fact.result))
        else say("write the value it starts with behind its type, `= …`, or in `setup`"),
        subject=fact.name,
    )


def _first_value(type_: Type) -> str:
    """What a state of a type most likely starts with, as it is written."""
    if type_ == BOOL:
        return "false"
    if isinstance(type_, IntType) and type_.low is not None:
        return str(0 if type_.low <= 0 <= (0 if type_.high is None else type_.high) else type_.low)
    return type_.members[0] if isinstance(type_, EnumType) and type_.members else ""
