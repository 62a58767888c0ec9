"""Modifiers, bars of paths and preferences that no position brings into play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.reachability import ASSUMED, CONDITION, Search
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Unreachable
from regola_compiler.checks.common import cited
from regola_compiler.model.program import Choice, Expr, Let, Modifiers, Parameter, Path, Program
from regola_compiler.model.types import ListType, Type

CODE = Code("R412", "never-holds", "a line whose condition never holds, so that it decides nothing", Severity.WARNING)


class _Line(NamedTuple):
    """A line that counts where its condition holds: what it is called, and the names it has beside the inputs."""

    noun: str
    condition: Expr
    span: Span
    names: tuple[tuple[str, Type], ...]
    subject: str


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each line that counts nowhere; of an exception or a rule it is told under its own code."""
    search: Search | None = None
    for item in program.examined():
        if not isinstance(item, Modifiers | Path | Choice):
            continue
        for line in _lines(item):
            search = search or Search(survey.coarse_view())
            why = search.find_obstacle(_holds(search, item.parameters, item.lets, line))
            if why is None:
                continue
            assumed = why.step == ASSUMED
            said = "it holds only where an assumption does not" if assumed else "its condition never holds"
            yield Diagnostic(
                CODE,
                f"{line.noun} of `{item.name}`{cited(item.anchors)} decides nothing: {said}",
                line.condition.span,
                "never holds",
                help="correct its condition, or remove the line",
                subject=line.subject,
            )


def _lines(item: Modifiers | Path | Choice) -> Iterator[_Line]:
    match item:
        case Modifiers():
            for line in item.lines:
                if line.condition is not None:
                    noun = f"line `{line.name}`{cited(line.anchors)}"
                    yield _Line(noun, line.condition, line.span, (), f"{item.name}.{line.name}")
        case Path():
            for bar in item.bars:
                names = tuple((place, item.place) for place in bar.places)
                yield _Line(f"a line{cited(bar.anchors)}", bar.condition, bar.span, names, item.name)
        case Choice():
            listed = item.items.type
            own = ((item.variable, listed.item),) if isinstance(listed, ListType) else ()
            for preference in item.preferences:
                if preference.degree == "where" and own:
                    noun = f"a preference{cited(preference.anchors)}"
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
