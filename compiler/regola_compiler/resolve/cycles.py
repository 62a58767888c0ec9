"""What is left to do when everything is resolved: circles, and what rests on something broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from regola_dsl.diagnostics import Diagnostic, Label, chained
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.model.graph import depth_first, reaching
from regola_compiler.model.program import Action, Assumption, Call, Example, Expr, Path, Phase, PlayLine, Program, Rule
from regola_compiler.model.types import BOOL
from regola_compiler.model.visitor import (
    calls_in,
    changed_facts,
    effect_expressions,
    expressions_of,
    phase_expressions,
    phases_in,
    result_expressions,
    supposed_below,
)
from regola_compiler.resolve import codes

# Before the name of an action, what would be after it.
AFTER = "after "


@dataclass(frozen=True, slots=True)
class Asked:
    """What a declaration asks: the calls its answer rests on, and the names of all that it asks and changes.

    `after` are the calls that what would be after an action rests on.
    """

    calls: tuple[Call, ...]
    names: tuple[str, ...]
    after: tuple[Call, ...] = ()


# What a declaration asks, worked out, or remembered by whoever resolves the same program again.
Asking: TypeAlias = Rule | Example | Assumption | Phase
AskedBy: TypeAlias = Callable[[Asking], Asked]


def break_cycles(program: Program, found: list[Diagnostic], asked_by: AskedBy) -> None:
    """Report each circle of definitions once, and leave its members out."""
    calls = {name: asked_by(item).calls for name, item in program.callables.items()}
    for name, item in program.callables.items():
        if isinstance(item, Action):
            calls[AFTER + name] = asked_by(item).after
    _, circles = depth_first({name: [call.callee for call in asked] for name, asked in calls.items()})
    for circle in circles:
        if not program.broken.issuperset(name.removeprefix(AFTER) for name in circle):
            closing = next(call for call in calls[circle[-1]] if call.callee == circle[0])
            _report_cycle(program, circle, closing.span, found)


def _report_cycle(program: Program, circle: tuple[str, ...], span: Span, found: list[Diagnostic]) -> None:
    names = [name.removeprefix(AFTER) for name in circle]
    if len(circle) == 1:
        around = say("`{first}` asks itself", first=circle[0])
    else:
        around = chained([*circle, circle[0]], later("{one} asks {other}"), later("{chain} asks {next}"))
    found.append(
        Diagnostic(
            codes.CYCLE,
            say("{around}, so the answer is never reached", around=around),
            span,
            say("the circle closes here"),
            tuple(Label(program.callables[name].name_span, f"`{name}`") for name in names),
            say("let one of them not depend on the others"),
        )
    )
    program.broken.update(names)


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
        if any(callee not in program.callables for callee in asked_by(sequence).names):
            program.unplayable[name] = program.sequences.pop(name)
            program.broken.add(name)
    left = {phase.name for sequence in program.sequences.values() for phase in phases_in(sequence)}
    for name, example in list(program.examples.items()):
        played = [line.phase for line in example.lines if isinstance(line, PlayLine)]
        if any(phase.rpartition("/")[2] not in left for phase in played):
            del program.examples[name]
            program.broken.add(name)
    for name, event in list(program.events.items()):
        parts = [event.condition, *(part for effect in event.effects for part in effect_expressions(effect))]
        names = [name for part in parts for name in _asked_by(part)]
        if any(name not in program.callables for name in (*names, *changed_facts(event.effects))):
            del program.events[name]
            program.broken.add(name)
    for erratum in program.errata.values():
        said = [part for statement in erratum.statements for part in (statement.claim, *statement.given)]
        if any(call.callee not in program.callables for part in said for call in calls_in(part)):
            program.broken.add(erratum.name)


def asked(item: Asking) -> Asked:
    """What a declaration asks and changes; of a sequence, what its phases do."""
    if isinstance(item, Phase):
        return Asked((), tuple(_asked_in(item)))
    names = [name for part in expressions_of(item) for name in _asked_by(part)]
    if isinstance(item, Path):
        names.append(item.over)
    if isinstance(item, Action):
        names += changed_facts(item.effects)
    parts = [part for effect in item.effects for part in effect_expressions(effect)] if isinstance(item, Action) else []
    return Asked(
        tuple(call for part in result_expressions(item) for call in _asks(part)),
        tuple(names),
        tuple(call for part in parts for call in _asks(part)),
    )


def _asked_in(sequence: Phase) -> list[str]:
    found: list[str] = []
    for phase in phases_in(sequence):
        found += [name for part in phase_expressions(phase) for name in _asked_by(part)]
        found += changed_facts((*phase.first, *phase.effects))
    return found


def _asks(expression: Expr) -> list[Call]:
    """What has to be worked out for an expression: whether an action can be done is asked of the action.

    What would be after an action is asked of its effects, and not of whether it is allowed.
    """
    supposed = [node for node in supposed_below(expression) if node.kind in {"after", "can"}]
    actions = [(node.of if node.kind == "can" else AFTER + node.of, node.span) for node in supposed]
    return [*calls_in(expression), *(Call(name, (), BOOL, span) for name, span in actions)]


def _asked_by(expression: Expr) -> list[str]:
    """What an expression asks, and the actions of which it asks whether they can be done, or what would be after."""
    actions = [node.of for node in supposed_below(expression) if node.kind in {"after", "can"}]
    return [*(call.callee for call in calls_in(expression)), *actions]
