"""Actions that roll, and that can be done again and again: nothing is used up until the roll is a good one."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.names import is_extent, type_of_extent
from regola_compiler.model.program import Action, Call, Fact, Program
from regola_compiler.model.visitor import calls_in, changed_facts, phases_in, transitive_callees

CODE = Code(
    "R413",
    "again-and-again",
    "an action that rolls and uses nothing up, so that it is done until it succeeds",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each, by what its guards and rules read: if nothing of that is changed, it stays allowed."""
    del survey
    if program.broken:
        return
    for action in program.examined():
        if not isinstance(action, Action) or not action.rolls or action.counters:
            continue
        if not _is_repeated(program, action):
            continue
        yield Diagnostic(
            CODE,
            say(
                "`{name}`{cited} rolls and uses nothing up: it can be done until the roll is good",
                name=action.name,
                cited=cited(action.anchors),
            ),
            action.name_span,
            say("stays allowed"),
            help=say("say how often it may be tried: `limit 1 each {phase}`", phase=_phase(program, action)),
            subject=action.name,
        )


def _is_repeated(program: Program, action: Action) -> bool:
    """Whether nothing that an action does, or that is played because of it, bears on whether it is allowed."""
    if any(effect.fact in _phases(program) for effect in action.effects):
        return False  # what is played then may change anything
    read = transitive_callees(program, action) | {call.callee for call in _chosen(action)}
    read |= {name for one in list(read) if one in program.callables for name in _asked(program, one)}
    counted = any(
        isinstance(fact := program.callables.get(name), Fact)
        and fact.counts is not None
        and any(deed == action.name for deed, _ in fact.counts.deeds)
        for name in read
    )
    return not counted and not read & _changed(program, action)


def _changed(program: Program, action: Action) -> set[str]:
    changed = set(changed_facts(action.effects))
    # Who leaves takes his facts with him.
    leaving = {type_of_extent(name) for name in changed if is_extent(name)}
    return changed | {
        name for name, fact in program.callables.items() if isinstance(fact, Fact) and fact.owner in leaving
    }


def _chosen(action: Action) -> list[Call]:
    return [call for part in action.candidates if part is not None for call in calls_in(part)]


def _asked(program: Program, name: str) -> frozenset[str]:
    return transitive_callees(program, program.callables[name])


def _phases(program: Program) -> set[str]:
    return {phase.name for sequence in program.sequences.values() for phase in phases_in(sequence)}


def _phase(program: Program, action: Action) -> str:
    """A phase in which it is done, by its name."""
    names = [
        phase.name
        for sequence in program.sequences.values()
        for phase in phases_in(sequence)
        if phase.member is not None and action.phases and phase.name == action.phases[0].rpartition("/")[2]
    ]
    return names[0] if names else next(iter(program.sequences), "phase")
