"""Worked examples that the encoding contradicts.

One wrong cell can fail many examples, and is still one mistake. So failing lines are grouped by
what they have in common: each table row, exception and definition is rated by how many failing
lines it had a say in and how few others (Ochiai's measure; Abreu, Zoeteweij and van Gemund, 2007,
On the Accuracy of Spectrum-based Fault Localization), and the
failing lines that the best-rated one explains are told as one finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import TypeAlias, assert_never

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import say, say_number

from regola_compiler.analysis.session import Analysis
from regola_compiler.evaluate.defaults import explained, mending
from regola_compiler.evaluate.errors import NotGiven, OutOfRange
from regola_compiler.evaluate.worked.examples import ExampleResult, LineResult, run_examples
from regola_compiler.evaluate.worked.explained import outcome_said
from regola_compiler.model.names import last_part
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Example,
    Expectation,
    Fact,
    GivenLine,
    Modifiers,
    Path,
    Program,
    SetupLine,
    Table,
    WithLine,
)
from regola_compiler.model.types import IntType

CODE = Code("R601", "example-fails", "a worked example that the rules contradict", ground=Ground.EXAMPLE)
SHOWN = 4

Failure: TypeAlias = tuple[Example, LineResult]


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each cause."""
    yield from failures(program, survey, run_examples(program))


def failures(program: Program, survey: Analysis, results: Iterable[ExampleResult]) -> Iterator[Diagnostic]:
    """One finding for each cause of what failed in examples that were run; the survey has told of tables before."""
    lines = [(result.example, line) for result in results for line in _up_to_a_stop(result.lines)]
    passed = [line for _, line in lines if line.passed]
    failed = [item for item in lines if not item[1].passed and item[1].erratum is None]
    failed = [item for item in failed if not item[1].touched & survey.told_tables and not _explored(item[1], survey)]
    places = _spans_by_name(program)
    while failed:
        suspect = _suspect(failed, passed)
        group = [item for item in failed if suspect is not None and suspect in _traced_names(item[1])] or failed[:1]
        yield _report(program, group, places.get(suspect) if isinstance(suspect, str) else suspect)
        failed = [item for item in failed if item not in group]


def _up_to_a_stop(lines: Sequence[LineResult]) -> Iterator[LineResult]:
    """The lines of an example up to one that sets nothing up, or does nothing, as its values have no place there.

    What the lines below it hold rests on what it was to do.
    """
    for line in lines:
        yield line
        if not isinstance(line.expectation, Expectation) and isinstance(line.problem, OutOfRange):
            return


def _explored(line: LineResult, survey: Analysis) -> bool:
    """Whether the explorer has told the problem that a line runs into."""
    problem = line.problem
    if problem is None:
        return False
    # What goes wrong while an action is done or a phase is played is nobody's answer.
    known = problem.owner in survey.program.callables
    found = survey.findings(problem.owner) if known else survey.all(type(problem))
    return any(type(f.problem) is type(problem) and f.problem.site == problem.site for f in found)


def _traced_names(line: LineResult) -> frozenset[str | Span]:
    return frozenset(line.rows | line.touched)


def _suspect(failed: list[Failure], passed: list[LineResult]) -> str | Span | None:
    """What failing lines have in common and passing ones have not; rows before names, names before none."""
    parts = {part for _, line in failed for part in _traced_names(line)}

    def rating(part: str | Span) -> tuple[float, bool, str]:
        bad = sum(part in _traced_names(line) for _, line in failed)
        good = sum(part in _traced_names(line) for line in passed)
        return bad / sqrt(len(failed) * (bad + good)), isinstance(part, Span), str(part)

    return max(parts, key=rating, default=None)


def _report(program: Program, group: list[Failure], suspect: Span | None) -> Diagnostic:
    example, line = group[0]
    verdict = line.verdict
    if line.valued and line.expectation.outcome != "holds":
        verdict = say("{verdict}, not {outcome}", verdict=verdict, outcome=outcome_said(line.expectation.outcome))
    others = [
        Label(other.expectation.span, say("and here, in `{name}`", name=e.name)) for e, other in group[1 : SHOWN + 1]
    ]
    left = len(group) - 1 - len(others)
    return Diagnostic(
        CODE,
        say(
            "example `{name}`{cited} fails: {verdict}",
            name=example.name,
            cited=cited(example.anchors),
            verdict=verdict,
        ),
        line.expectation.span,
        line.verdict,
        ((Label(suspect, say("this had a say in it")),) if suspect else ()) + tuple(others),
        _untold_die(program, line)
        or _within(line)
        or say("look at the book, then at the rule; if the book contradicts itself, write an `erratum`"),
        (
            *(
                (say_number("and {number} more line fails with it", "and {number} more lines fail with it", left),)
                if left
                else ()
            ),
            *explained(mending(program, example, line)),
        ),
        subject=example.name,
    )


def _within(line: LineResult) -> str:
    """What to write where an example itself gives a value that its type does not have; nothing elsewhere."""
    problem = line.problem
    if not isinstance(problem, OutOfRange) or not isinstance(line.expectation, GivenLine | SetupLine | WithLine):
        return ""
    match problem.type:
        case IntType(int(low), int(high)):
            return say("write a number from {low} to {high}", low=low, high=high)
        case type_:
            return say("write a value within `{type}`", type=type_)


def _untold_die(program: Program, line: LineResult) -> str:
    """What to write where the line is lost for a die that nobody told; nothing where it is not."""
    problem = line.problem
    fact = program.callables.get(problem.fact) if isinstance(problem, NotGiven) else None
    if not isinstance(fact, Fact) or fact.kind != "rolled":
        return ""
    arguments = f"({', '.join(parameter.name for parameter in fact.parameters)})" if fact.parameters else ""
    return say(
        "say what the dice show: `… rolling {name}{arguments} is …`",
        name=last_part(fact.name),
        arguments=arguments,
    )


def _spans_by_name(program: Program) -> dict[str, Span]:
    """Where each name that a trace can hold stands."""
    places: dict[str, Span] = {}

    def clauses(owner: str, clause: Clause) -> None:
        for part in clause.exceptions:
            places[f"{owner}.{part.name}"] = part.name_span
            clauses(owner, part)

    for item in program.callables.values():
        places[item.name] = item.name_span
        match item:
            case Definition():
                clauses(item.name, item.root)
            case Modifiers():
                places |= {f"{item.name}.{line.name}": line.name_span for line in item.lines}
            case Table() | Fact() | Action() | Path() | Choice():
                pass
            case _:
                assert_never(item)
    return places
