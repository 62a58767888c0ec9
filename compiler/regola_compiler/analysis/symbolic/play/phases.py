"""What happens without anybody's doing, as declarations that can be examined like others.

A phase's effects are those of an action that is done where the phase's condition and those of the phases around it
hold, and no repetition around it is over; the value a fact starts with is a definition with the fact's parameters.
Both are declarations of a kind of their own, under names that no rule can have: `phase dawn` and `start of share`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regola_dsl.records import dataclass

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Clause,
    Const,
    Definition,
    Expr,
    Fact,
    Guard,
    Parameter,
    Phase,
    Program,
    Rule,
    Var,
)
from regola_compiler.model.types import ALLOWED, BOOL, PERMISSION


@dataclass(frozen=True, slots=True)
class PhaseEffects(Action):
    """What a phase does, as an action; `way` are the names that lead to it, `evening/market`."""

    way: str = ""


@dataclass(frozen=True, slots=True)
class StartValue(Definition):
    """What a fact starts with, as a definition; `fact` is its name."""

    fact: str


@dataclass(frozen=True, slots=True)
class PhaseAction:
    """A phase where it stands, and what it does as an action, whose guards are what holds while it is played.

    `conditions` are those that must hold for it to come, the phases around it asked first. `behind` are the
    phases that come after it, and are not played before what repeats around it is over.
    """

    phase: Phase
    action: Action
    conditions: tuple[Guard, ...]
    behind: tuple[Phase, ...]


def with_phase_actions(program: Program) -> Program:
    """A program to examine: with what its phases do, and what its facts start with."""
    made: dict[str, Rule] = {
        play.action.name: play.action
        for sequence in program.sequences.values()
        if program.in_focus(sequence.name)
        for play in plays(program, sequence)
        if play.phase.effects
    }
    for fact in program.callables.values():
        if isinstance(fact, Fact) and fact.default is not None and not isinstance(fact.default, Const):
            start = _start(fact, fact.default)
            made |= {start.name: start} if program.in_focus(fact.name) else {}
    focus = None if program.focus is None else program.focus | frozenset(made)
    return replace(program, callables={**program.callables, **made}, focus=focus)


def is_synthetic(declaration: Rule) -> bool:
    """Whether a declaration is one that was made here."""
    return isinstance(declaration, PhaseEffects | StartValue)


def example_line(declaration: Rule, arguments: str) -> tuple[str, str]:
    """The line of an example that asks for what a declaration does, and a name for the example."""
    if isinstance(declaration, PhaseEffects):
        return f"play {declaration.way}", declaration.way.rpartition("/")[2]
    name = declaration.fact if isinstance(declaration, StartValue) else declaration.name
    return f"{name}({arguments})" if arguments else name, name


def plays(program: Program, sequence: Phase) -> Iterator[PhaseAction]:
    """The phases of a sequence, itself first; those of a loop once, with its variable for an input."""
    yield from _SequenceWalk(program).plays(sequence, ())


@dataclass(frozen=True, slots=True)
class _SequenceWalk:
    """Where a walk through a sequence has come to: what lies around it."""

    program: Program
    way: tuple[str, ...] = ()
    conditions: tuple[Guard, ...] = ()
    untils: tuple[Guard, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    actor: Expr | None = None

    def plays(self, phase: Phase, behind: tuple[Phase, ...]) -> Iterator[PhaseAction]:
        inside = replace(
            self,
            way=(*self.way, phase.name) if phase.name else self.way,
            conditions=(*self.conditions, *_entered(phase)),
            untils=(*self.untils, *_until_guards(phase)),
            parameters=(*self.parameters, *_inputs(phase)),
            actor=None if phase.several else phase.actor or self.actor,
        )
        guards = (*inside.conditions, *inside.untils, *inside.now(phase))
        way = "/".join(inside.way[1:]) or inside.way[0]
        action = PhaseEffects(
            f"phase {way}",
            inside.parameters,
            PERMISSION,
            None,
            (),
            ALLOWED,
            guards,
            (),
            phase.effects,
            phase.anchors,
            phase.texts,
            phase.span,
            phase.span,
            way=way,
        )
        yield PhaseAction(phase, action, inside.conditions, behind)
        for place, inner in enumerate(phase.phases):
            yield from inside.plays(inner, (*phase.phases[place + 1 :], *behind))

    def now(self, phase: Phase) -> list[Guard]:
        """That play is in an innermost phase, and whose turn it is there; of others it is not known when they end."""
        if phase.member is None:
            return []
        held: list[Expr] = []
        if "phase" in self.program.callables:
            type_ = self.program.callables["phase"].result
            is_now = (Call("phase", (), type_, phase.span), Const(phase.member, type_, phase.span))
            held.append(Apply(Operator.EQUAL, is_now, BOOL, phase.span))
        if self.actor is not None and "active" in self.program.callables:
            active = Call("active", (), self.program.callables["active"].result, phase.span)
            held.append(Apply(Operator.EQUAL, (active, self.actor), BOOL, phase.span))
        return [_guard(phase, condition) for condition in held]


def _inputs(phase: Phase) -> tuple[Parameter, ...]:
    # What a loop over a list has come to is a fact; one over some values has a name for it.
    return (Parameter(phase.variable, phase.values[0].type, phase.span),) if phase.values else ()


def _entered(phase: Phase) -> list[Guard]:
    """What must hold for a phase to come, or for a loop to have this value."""
    held = [Apply(Operator.IN, (Var(p.name, p.type, p.span), *phase.values), BOOL, phase.span) for p in _inputs(phase)]
    return [_guard(phase, part) for part in (*held, phase.where, phase.condition) if part is not None]


def _until_guards(phase: Phase) -> list[Guard]:
    """That what repeats is not over: a position in which it is is not played."""
    until = phase.until
    return [] if until is None else [_guard(phase, Apply(Operator.NOT, (until,), BOOL, until.span))]


def _guard(phase: Phase, condition: Expr) -> Guard:
    return Guard(f"phase {phase.name}", "phase", condition, (), (), phase.span)


def _start(fact: Fact, default: Expr) -> StartValue:
    name = f"start of {fact.name}"
    root = Clause(name, fact.anchors, fact.texts, None, (), default, (), False, frozenset(), fact.span, fact.name_span)
    return StartValue(
        name, fact.parameters, fact.result, root, fact.anchors, fact.texts, fact.span, fact.name_span, fact.name
    )
