"""Modifiers, bars of paths, preferences and branches that no position brings into play; of events, `dead_event`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.reachability import ASSUMED, CONDITION, Search
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.model.program import Choice, Clause, Definition, Expr, If, Let, Modifiers, Parameter, Path, Program
from regola_compiler.model.types import ListType, Type, UnionType
from regola_compiler.model.visitor import children

CODE = Code(
    "R412",
    "never-holds",
    "a line whose condition never holds, so that it decides nothing",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY,
)


class _Line(NamedTuple):
    """A line that counts where its condition holds: what it is called, and the names it has beside the inputs."""

    noun: str
    condition: Expr
    span: Span
    names: tuple[tuple[str, Type], ...]
    subject: str


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each line that counts nowhere; of an exception or a rule it is told under its own code."""
    yield from _branches(program, survey)
    search: Search | None = None
    for item in program.examined():
        if not isinstance(item, Modifiers | Path | Choice):
            continue
        for line in _lines(item):
            search = search or Search(survey.coarse_view())
            why = search.find_obstacle(_holds(search, item.parameters, item.lets, line))
            if why is None:
                continue
            yield Diagnostic(
                CODE,
                say(
                    "{noun} of `{name}`{cited} decides nothing: {said}",
                    noun=line.noun,
                    name=item.name,
                    cited=cited(item.anchors),
                    said=_said(why),
                ),
                line.condition.span,
                say("never holds"),
                help=say("correct its condition, or remove the line"),
                subject=line.subject,
            )


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
                and _is_no_match(node)
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


def _is_no_match(node: If) -> bool:
    """Whether it is written with `if`: the cases of a `match` stand behind its subject, and may be excluded."""
    return node.condition.span.line == node.span.line and node.condition.span.column - node.span.column < len("match x")


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
