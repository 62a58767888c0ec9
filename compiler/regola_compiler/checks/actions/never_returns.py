"""Facts that go one way only, and shut the action that set them.

What is told is a marker: nothing but actions asks it, or conditions that only actions ask. What another definition, a
table or a phase reads says more of the position than that something was done, and stays for good more often than not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.kinds import EffectMode
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.bearing import asked_by
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.reachability import CONDITION, Search
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.summaries import ModularExecutor
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.analysis.usage import effects_of
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.play import actions
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Action, Const, Definition, Effect, Expr, Fact, Phase, Program
from regola_compiler.model.types import BOOL, FORBIDDEN, IntType, Value
from regola_compiler.model.visitor import calls_in, expressions_of, phase_expressions, phases_in, transitive_callees

CODE = Code(
    "R415",
    "never-returns",
    "a fact that goes one way only and shuts the action that set it",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each action and fact, in a sequence that repeats: elsewhere nothing comes again."""
    del survey  # a change anywhere may bear on it
    if program.broken or not any(_repeats(root) for root in program.sequences.values()):
        return
    by_fact: dict[str, list[Effect]] = {}
    for effect in effects_of(program):
        by_fact.setdefault(effect.fact, []).append(effect)
    left_out = _clocks(program) | _asked_elsewhere(program)
    search: Search | None = None
    for action in program.examined():
        if not isinstance(action, Action):
            continue
        again = next((name for name, root in program.sequences.items() if _comes_again(root, action)), None)
        if again is None:
            continue
        told: set[str] = set()
        for effect in action.effects:
            fact = program.callables.get(effect.fact)
            if not isinstance(fact, Fact) or fact.name in told or fact.name in left_out:
                continue
            end = _end_of(fact, by_fact[fact.name])
            if end is None or fact.name not in transitive_callees(program, action):
                continue
            search = search or Search(ModularExecutor(program, Relations()))
            if search.find_obstacle(_still_open(search, action, effect, end)) is None:
                continue
            told.add(fact.name)
            yield _told(action, fact, effect, again)


def _told(action: Action, fact: Fact, effect: Effect, sequence: str) -> Diagnostic:
    called = (
        say("`{name}` of a `{owner}`", name=fact.name.partition(".")[2], owner=fact.owner)
        if fact.owner
        else f"`{fact.name}`"
    )
    spent = effect.mode == EffectMode.LOSES
    said = say("is never filled again") if spent else say("never goes back")
    return Diagnostic(
        CODE,
        say(
            "{called}{cited} {said}: `{name}`{action_cited} shuts itself for good",
            called=called,
            cited=cited(fact.anchors),
            said=said,
            name=action.name,
            action_cited=cited(action.anchors),
        ),
        effect.span,
        say("no effect takes this back"),
        (Label(fact.name_span, say("goes one way only")),),
        help=say(
            "say how long it lasts: `lasting PHASE` or `until PHASE` behind its `=`; or, once in the whole game, "
            "`limit 1 each {sequence}`",
            sequence=sequence,
        ),
        subject=f"{action.name}.{fact.name}",
    )


def _repeats(root: Phase) -> bool:
    return any(phase.until is not None or phase.until_idle for phase in phases_in(root))


def _comes_again(root: Phase, action: Action) -> bool:
    """Whether in a sequence a phase in which an action is done lies in one that repeats."""

    def within(phase: Phase, again: bool) -> bool:
        again = again or phase.until is not None or phase.until_idle
        if again and (not action.phases or any(name.rpartition("/")[2] == phase.name for name in action.phases)):
            return True
        return any(within(inner, again) for inner in phase.phases)

    return within(root, False)


def _clocks(program: Program) -> frozenset[str]:
    """The facts by which a repetition, a phase or the game ends: they are to run out."""
    found: frozenset[str] = frozenset()
    for root in program.sequences.values():
        for phase in phases_in(root):
            ends = (phase.until, phase.ends, phase.stays, *(ending.condition for ending in phase.endings))
            for part in ends:
                found |= asked_by(program, part) if part is not None else frozenset()
    return found


def _asked_elsewhere(program: Program) -> frozenset[str]:
    """The facts that something else than an action asks, itself or by a condition that has a name."""
    asking = {name: _asked(expressions_of(item)) for name, item in program.callables.items()}
    phases = [phase for root in program.sequences.values() for phase in phases_in(root)]
    play = _asked([part for phase in phases for part in phase_expressions(phase)])
    play |= _asked([event.condition for event in program.events.values()])
    conditions = {
        n for n, one in program.callables.items() if isinstance(one, Definition) and one.result == BOOL
    } - play
    by_actions = {name for name, item in program.callables.items() if isinstance(item, Action)}
    # A condition of a condition is one if all who ask it are.
    while True:
        others = frozenset[str]().union(play, *(asking[name] for name in asking if name not in by_actions | conditions))
        left = conditions - others
        if left == conditions:
            return others
        conditions = left


def _asked(parts: list[Expr]) -> frozenset[str]:
    return frozenset(call.callee for part in parts for call in calls_in(part))


def _end_of(fact: Fact, effects: list[Effect]) -> Value | None:
    """The value that a fact ends at, whatever changes it; None where it can go back, or that is not known."""
    if fact.kind != "state" or fact.life is not None or not isinstance(fact.default, Const):
        return None
    modes = {effect.mode for effect in effects}
    if modes == {EffectMode.BECOMES}:
        values = {effect.value.value if isinstance(effect.value, Const) else None for effect in effects}
        (only,) = values if len(values) == 1 else (None,)
        return only if only != fact.default.value else None
    bounds = fact.result
    if isinstance(bounds, IntType) and modes == {EffectMode.LOSES}:
        return bounds.low
    if isinstance(bounds, IntType) and modes == {EffectMode.GAINS}:
        return bounds.high
    return None


def _still_open(search: Search, action: Action, effect: Effect, end: Value) -> Callable[[], Unreachable | None]:
    """The steps to an action that is allowed where its own effect has been."""

    def steps() -> Unreachable | None:
        run = search.explorer
        env = {p.name: run.unknown(input_symbol(p.name), p.type) for p in action.parameters}
        if effect.each:
            return None  # it is of others than those it is done for
        fact = run.program.callables[effect.fact]
        assert isinstance(fact, Fact)
        now = run.fact(fact, tuple(run.evaluate(argument, env) for argument in effect.arguments))
        if not run.decide(run.apply(Operator.EQUAL, now, end)):
            return Unreachable(CONDITION)
        if not all(run.decide(run.evaluate(guard.condition, env)) for guard in action.guards):
            return Unreachable(CONDITION)
        try:
            forbidden = actions.permission(run, action, env) == FORBIDDEN
        except RuleError:
            return None
        return Unreachable(CONDITION) if forbidden else None

    return steps
