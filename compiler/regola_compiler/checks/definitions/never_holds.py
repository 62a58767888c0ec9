"""Modifiers, bars of paths, preferences and branches that no position brings into play; of events, `dead_event`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.contradictions import Asked
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.reachability import ASSUMED, CONDITION, Search
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import NEVER_HOLDS as CODE
from regola_compiler.checks.excluded import Excluded, Standing, choices_excluded, excluded, is_no_match, pieces_excluded
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Effect,
    Expr,
    If,
    Let,
    Modifiers,
    Norm,
    Parameter,
    Path,
    Phase,
    Program,
    Rule,
)
from regola_compiler.model.types import ListType, Type, UnionType
from regola_compiler.model.visitor import children, phases_in


class _Line(NamedTuple):
    """A line that counts where its condition holds: what it is called, and the names it has beside the inputs."""

    noun: str
    condition: Expr
    span: Span
    names: tuple[tuple[str, Type], ...]
    subject: str


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each line that counts nowhere; of an exception or a rule it is told under its own code."""
    by_words = list(_by_words(program))
    yield from by_words
    yield from (one for one in _branches(program, survey) if not any(_covers(one.span, it.span) for it in by_words))
    search: Search | None = None
    for item in program.examined():
        if not isinstance(item, Modifiers | Path | Choice):
            continue
        for line in _lines(item):
            out = excluded(program, line.condition, (), item.lets)
            if out is None:
                search = search or Search(survey.coarse_view())
                why = search.find_obstacle(_holds(search, item.parameters, item.lets, line))
                if why is None:
                    continue
                said = _said(why)
            else:
                said = out.reason
            yield Diagnostic(
                CODE,
                say(
                    "{noun} of `{name}`{cited} decides nothing: {said}",
                    noun=line.noun,
                    name=item.name,
                    cited=cited(item.anchors),
                    said=said,
                ),
                out.span if out else line.condition.span,
                say("never holds"),
                out.related if out else (),
                out.help if out else say("correct its condition, or remove the line"),
                subject=line.subject,
            )


def _covers(around: Span, place: Span) -> bool:
    start, end = (around.line, around.column), (around.end_line, around.end_column)
    return around.path == place.path and start <= (place.line, place.column) <= end


def _by_words(program: Program) -> Iterator[Diagnostic]:
    """One warning for each condition, or part of one, that excludes itself or what it stands under."""
    told: set[Span] = set()
    for name, noun, found in _places(program):
        for why in found:
            if why.span not in told:
                told.add(why.span)
                template = (
                    later("{noun} always holds: {reason}") if why.always else later("{noun} never holds: {reason}")
                )
                message = say(template, noun=noun, reason=why.reason)
                yield why.told(CODE, message, name)


def _places(program: Program) -> Iterator[tuple[str, str, Iterator[Excluded]]]:
    """Where conditions stand that no other check asks about: whose they are, what they are called, what is excluded."""
    for item in program.examined():
        yield from ((item.name, noun, found) for noun, found in _parts(program, item))
    for sequence in program.sequences.values():
        if program.in_focus(sequence.name):
            for phase in phases_in(sequence):
                yield from ((sequence.name, noun, found) for noun, found in _of_phase(program, phase))
    for event in program.events.values():
        if program.in_focus(event.name):
            part = say("a part of `{name}`{cited}", name=event.name, cited=cited(event.anchors))
            yield event.name, part, pieces_excluded(program, event.condition)
            yield from ((event.name, part, found) for found in _of_effects(program, event.effects))


def _part(item: Rule | Norm) -> str:
    return say("a part of `{name}`{cited}", name=item.name, cited=cited(item.anchors))


def _parts(program: Program, item: Rule) -> Iterator[tuple[str, Iterator[Excluded]]]:
    part = _part(item)
    match item:
        case Definition():
            yield from ((part, found) for found in _of_clause(program, Standing(item.root)))
        case Action():
            yield from ((part, pieces_excluded(program, guard.condition)) for guard in item.guards)
            yield from ((_part(norm), found) for norm in item.norms for found in _of_norm(program, norm, (), ()))
            yield from ((part, found) for found in _of_effects(program, item.effects))
        case Modifiers() | Path() | Choice():
            for line in _lines(item):
                yield part, pieces_excluded(program, line.condition, (), item.lets)
            more = [leg.where for leg in item.legs] if isinstance(item, Path) else []
            for condition in [item.where] if isinstance(item, Choice) else more:
                yield part, _whole(program, condition, item.lets)
        case _:
            return


def _whole(program: Program, condition: Expr | None, lets: Sequence[Let] = ()) -> Iterator[Excluded]:
    """Why a condition never holds, or else which parts of it do not."""
    why = excluded(program, condition, (), lets)
    yield from [why] if why else pieces_excluded(program, condition, (), lets)


def _of_phase(program: Program, phase: Phase) -> Iterator[tuple[str, Iterator[Excluded]]]:
    part = say("a part of `{name}`{cited}", name=phase.name, cited=cited(phase.anchors)) if phase.name else say("this")
    for ending in phase.endings:
        yield (
            say("the condition of the game’s end{cited}", cited=cited(ending.anchors)),
            _whole(program, ending.condition),
        )
    for condition in (phase.ends, phase.where):
        yield part, _whole(program, condition)
    for condition in (phase.condition, phase.until):
        yield part, pieces_excluded(program, condition)
    for effects in (phase.effects, phase.first):
        for effect in effects:
            yield part, _whole(program, effect.condition)
        yield from ((part, found) for found in _of_effects(program, effects))


def _of_effects(program: Program, effects: Sequence[Effect]) -> Iterator[Iterator[Excluded]]:
    for effect in effects:
        yield from (_whole(program, binding.where) for binding in effect.each)
        yield choices_excluded(program, effect.value)
        yield pieces_excluded(program, effect.condition)


def _of_clause(program: Program, standing: Standing) -> Iterator[Iterator[Excluded]]:
    """The conditions within a clause; whether it comes about itself is told of exceptions."""
    clause = standing.clause
    yield pieces_excluded(program, clause.condition, standing.around, standing.lets)
    yield from (choices_excluded(program, let.value, standing.within, standing.names) for let in clause.lets)
    yield choices_excluded(program, clause.value, standing.within, standing.names)
    for part in standing.exceptions():
        yield from _of_clause(program, part)


def _of_norm(
    program: Program, norm: Norm, around: tuple[Asked, ...], lets: tuple[Let, ...]
) -> Iterator[Iterator[Excluded]]:
    lets = (*lets, *norm.lets)
    yield pieces_excluded(program, norm.condition, around, lets)
    inner = around if norm.condition is None else (*around, (norm.condition, True))
    for part in norm.exceptions:
        yield from _of_norm(program, part, inner, lets)


def _branches(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each branch of a conditional value that no position takes, where it takes the other."""
    for item in program.examined():
        if not isinstance(item, Definition):
            continue
        waiting = [part for part in _values(item.root) if _has_branches(part)]
        if not waiting:
            continue
        survey.findings(item.name)
        taken = survey.branches.get(item.name, frozenset())
        while waiting:
            node = waiting.pop()
            waiting += children(node)
            if (
                isinstance(node, If)
                and is_no_match(node)
                and not _tells_types_apart(node.condition)
                and ((id(node), True) in taken) is not ((id(node), False) in taken)
            ):
                always = (id(node), True) in taken
                dead = node.otherwise if always else node.then
                yield Diagnostic(
                    CODE,
                    say(
                        later("a branch of `{name}`{cited} decides nothing: its condition always holds")
                        if always
                        else later("a branch of `{name}`{cited} decides nothing: its condition never holds"),
                        name=item.name,
                        cited=cited(item.anchors),
                    ),
                    node.condition.span,
                    say("always holds") if always else say("never holds"),
                    (Label(dead.span, say("is never the value")),),
                    help=say("correct the condition, or write the other branch alone"),
                    subject=item.name,
                )


def _values(clause: Clause) -> Iterator[Expr]:
    """What is worked out in a clause and below it, but the values in the place of which an exception may speak."""
    yield from (let.value for let in clause.lets)
    if clause.value is not None and not any(not part.sequel for part in clause.exceptions):
        yield clause.value
    for part in clause.exceptions:
        yield from _values(part)


def _tells_types_apart(condition: Expr) -> bool:
    """Whether a condition asks of what type something is: that has to be written even where it is known."""
    return isinstance(condition.type, UnionType) or any(_tells_types_apart(child) for child in children(condition))


def _has_branches(part: Expr) -> bool:
    return isinstance(part, If) or any(_has_branches(child) for child in children(part))


def _said(why: Unreachable) -> str:
    return (
        say("it holds only where an assumption does not") if why.step == ASSUMED else say("its condition never holds")
    )


def _lines(item: Modifiers | Path | Choice) -> Iterator[_Line]:
    match item:
        case Modifiers():
            for line in item.lines:
                if line.condition is not None:
                    noun = say("line `{name}`{cited}", name=line.name, cited=cited(line.anchors))
                    yield _Line(noun, line.condition, line.span, (), f"{item.name}.{line.name}")
        case Path():
            for bar in item.bars:
                names = tuple((place, item.place) for place in bar.places)
                yield _Line(say("a line{cited}", cited=cited(bar.anchors)), bar.condition, bar.span, names, item.name)
        case Choice():
            listed = item.items.type
            own = ((item.variable, listed.item),) if isinstance(listed, ListType) else ()
            for preference in item.preferences:
                if preference.degree == "where" and own:
                    noun = say("a preference{cited}", cited=cited(preference.anchors))
                    yield _Line(noun, preference.value, preference.span, own, item.name)


def _holds(
    search: Search, parameters: tuple[Parameter, ...], lets: tuple[Let, ...], line: _Line
) -> Callable[[], Unreachable | None]:
    inputs = {p.name: p.type for p in parameters} | dict(line.names)

    def steps() -> Unreachable | None:
        run = search.explorer
        env = {name: run.unknown(input_symbol(name), type_) for name, type_ in inputs.items()}
        return None if run.decide(run.evaluate(line.condition, run.bind(lets, env))) else Unreachable(CONDITION)

    return steps
