"""Whether something was done in a phase in which it cannot be done: nobody ever has."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Diagnostic, Label, name_list
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import NEVER_HOLDS as CODE
from regola_compiler.model.program import Action, Call, Expr, Fact, Phase, Program
from regola_compiler.model.visitor import calls_in, expressions_of, phase_expressions, phases_in


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each place where it is asked whether something was done where it never is."""
    del survey
    inside = _innermost(program)
    told: set[Span] = set()
    for subject, expression in _asked(program):
        for call in calls_in(expression):
            fact = program.callables.get(call.callee)
            counts = isinstance(fact, Fact) and fact.kind == "counted" and fact.life is not None
            if isinstance(fact, Fact) and counts and fact.counts is not None and call.span not in told:
                told.add(call.span)  # a limit stands at each action that it counts
                yield from _never(program, subject, call, fact, inside)


def _never(program: Program, subject: str, call: Call, fact: Fact, inside: dict[str, set[str]]) -> Iterator[Diagnostic]:
    assert fact.counts is not None
    assert fact.life is not None
    if len(fact.life.phases) != 1 or _last(fact.life.phases[0]) not in inside:
        return
    (phase,) = fact.life.phases
    for name, _ in fact.counts.deeds:
        action = program.callables.get(name)
        its_own = list(dict.fromkeys(_last(one) for one in action.phases)) if isinstance(action, Action) else []
        if not isinstance(action, Action) or not its_own or not inside[_last(phase)].isdisjoint(its_own):
            continue
        yield Diagnostic(
            CODE,
            say("`{action}` is never done in `{phase}`", action=action.name, phase=phase),
            call.span,
            say("never so"),
            (Label(action.name_span, say("it is done in {phases}", phases=name_list(its_own, "and"))),),
            say("write `{other}` in place of `{phase}`", other=its_own[0], phase=phase)
            if len(its_own) == 1
            else say("name a phase in which it is done: {phases}", phases=name_list(its_own, "or")),
            subject=subject,
        )


def _asked(program: Program) -> Iterator[tuple[str, Expr]]:
    """All that is asked anywhere, with what it is asked in."""
    for item in program.callables.values():
        yield from ((item.name, part) for part in expressions_of(item))
    for name, root in program.sequences.items():
        yield from ((name, part) for phase in phases_in(root) for part in phase_expressions(phase))
    yield from ((event.name, event.condition) for event in program.events.values())


def _innermost(program: Program) -> dict[str, set[str]]:
    """By the name of a phase, the phases inside it in which there are none, or itself."""
    found: dict[str, set[str]] = {}

    def walk(phase: Phase) -> set[str]:
        inner = set[str]().union(*(walk(part) for part in phase.phases)) or ({phase.name} if phase.name else set())
        found.setdefault(phase.name, set()).update(inner)
        return inner

    for root in program.sequences.values():
        walk(root)
    return found


def _last(way: str) -> str:
    return way.rpartition("/")[2]
