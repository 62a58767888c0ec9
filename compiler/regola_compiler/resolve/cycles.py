"""What is left to do when everything is resolved: circles, and what rests on something broken."""

from __future__ import annotations

from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.source import Span

from regola_compiler.model.program import Path, Phase, Program
from regola_compiler.model.visitor import calls_in, effect_expressions, expressions_of, phases_in, result_expressions
from regola_compiler.resolve import codes


def break_cycles(program: Program, found: list[Diagnostic]) -> None:
    """Report each circle of definitions once, and leave its members out."""
    edges = {
        name: [call for part in result_expressions(item) for call in calls_in(part)]
        for name, item in program.callables.items()
    }
    state: dict[str, int] = {}
    for start in program.callables:
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            name, place = stack.pop()
            if place == 0 and state.get(name):
                continue
            state[name] = 1
            calls = edges.get(name, [])
            if place == len(calls):
                state[name] = 2
                continue
            stack.append((name, place + 1))
            callee = calls[place].callee
            if state.get(callee) == 1:
                circle = [item for item, _ in stack][[item for item, _ in stack].index(callee) :]
                if not all(item in program.broken for item in circle):
                    _report_cycle(program, circle, calls[place].span, found)
            elif callee in program.callables and not state.get(callee):
                stack.append((callee, 0))


def _report_cycle(program: Program, circle: list[str], span: Span, found: list[Diagnostic]) -> None:
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


def propagate_broken(program: Program) -> None:
    """What asks something broken cannot be analysed either: leave it out, silently."""
    for name in list(program.callables):
        if name in program.broken:
            del program.callables[name]
    changed = True
    while changed:
        changed = False
        for room in (program.callables, program.examples, program.assumptions):
            for name, item in list(room.items()):
                calls = [call.callee for part in expressions_of(item) for call in calls_in(part)]
                calls += [item.over] if isinstance(item, Path) else []
                calls += [effect.fact for effect in getattr(item, "effects", ())]
                if any(callee not in program.callables for callee in calls):
                    room.pop(name)
                    program.broken.add(name)
                    changed = True
    for name, sequence in list(program.sequences.items()):
        if any(callee not in program.callables for callee in _asked_in(sequence)):
            del program.sequences[name]
            program.broken.add(name)
    for erratum in program.errata.values():
        claims = [statement.claim for statement in erratum.statements]
        if any(call.callee not in program.callables for claim in claims for call in calls_in(claim)):
            program.broken.add(erratum.name)


def _asked_in(sequence: Phase) -> list[str]:
    """What the phases of a sequence ask and change."""
    found: list[str] = []
    for phase in phases_in(sequence):
        parts = [part for part in (phase.actor, phase.condition, phase.until, *phase.values) if part is not None]
        parts += [part for effect in phase.effects for part in effect_expressions(effect)]
        found += [call.callee for part in parts for call in calls_in(part)] + [e.fact for e in phase.effects]
    return found
