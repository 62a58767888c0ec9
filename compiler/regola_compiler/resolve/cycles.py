"""What is left to do when everything is resolved: circles, and what rests on something broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.source import Span

from regola_compiler.model.graph import depth_first, reaching
from regola_compiler.model.program import Action, Assumption, Call, Example, Path, Phase, Program, Rule
from regola_compiler.model.visitor import (
    calls_in,
    changed_facts,
    expressions_of,
    phase_expressions,
    phases_in,
    result_expressions,
)
from regola_compiler.resolve import codes


@dataclass(frozen=True, slots=True)
class Asked:
    """What a declaration asks: the calls its answer rests on, and the names of all that it asks and changes."""

    calls: tuple[Call, ...]
    names: tuple[str, ...]


# What a declaration asks, worked out, or remembered by whoever resolves the same program again.
AskedBy: TypeAlias = Callable[[Rule | Example | Assumption], Asked]


def break_cycles(program: Program, found: list[Diagnostic], asked_by: AskedBy) -> None:
    """Report each circle of definitions once, and leave its members out."""
    calls = {name: asked_by(item).calls for name, item in program.callables.items()}
    _, circles = depth_first({name: [call.callee for call in asked] for name, asked in calls.items()})
    for circle in circles:
        if not program.broken.issuperset(circle):
            closing = next(call for call in calls[circle[-1]] if call.callee == circle[0])
            _report_cycle(program, circle, closing.span, found)


def _report_cycle(program: Program, circle: tuple[str, ...], span: Span, found: list[Diagnostic]) -> None:
    around = " asks ".join(f"`{name}`" for name in [*circle, circle[0]])
    if len(circle) == 1:
        around = f"`{circle[0]}` asks itself"
    found.append(
        Diagnostic(
            codes.CYCLE,
            f"{around}, so the answer is never reached",
            span,
            "the circle closes here",
            tuple(Label(program.callables[name].name_span, f"`{name}`") for name in circle),
            "let one of them not depend on the others",
        )
    )
    program.broken.update(circle)


def propagate_broken(program: Program, asked_by: AskedBy) -> None:
    """What asks something broken cannot be analysed either: leave it out, silently."""
    for name in list(program.callables):
        if name in program.broken:
            del program.callables[name]
    asked = {name: asked_by(item).names for name, item in program.callables.items()}
    lost = reaching(asked, {name for names in asked.values() for name in names} - asked.keys())
    rooms: tuple[dict[str, Any], ...] = (program.callables, program.examples, program.assumptions)
    for room in rooms:
        for name, item in list(room.items()):
            if any(callee in lost or callee not in asked for callee in asked_by(item).names):
                del room[name]
                program.broken.add(name)
    for name, sequence in list(program.sequences.items()):
        if any(callee not in program.callables for callee in asked_in(sequence)):
            del program.sequences[name]
            program.broken.add(name)
    for erratum in program.errata.values():
        claims = [statement.claim for statement in erratum.statements]
        if any(call.callee not in program.callables for claim in claims for call in calls_in(claim)):
            program.broken.add(erratum.name)


def asked(item: Rule | Example | Assumption) -> Asked:
    """What a declaration asks and changes."""
    names = [call.callee for part in expressions_of(item) for call in calls_in(part)]
    if isinstance(item, Path):
        names.append(item.over)
    if isinstance(item, Action):
        names += changed_facts(item.effects)
    return Asked(tuple(call for part in result_expressions(item) for call in calls_in(part)), tuple(names))


def asked_in(sequence: Phase) -> list[str]:
    """What the phases of a sequence ask and change."""
    found: list[str] = []
    for phase in phases_in(sequence):
        found += [call.callee for part in phase_expressions(phase) for call in calls_in(part)]
        found += changed_facts((*phase.first, *phase.effects))
    return found
