"""Worked examples that the encoding contradicts.

One wrong cell can fail many examples, and is still one mistake. So failing lines are grouped by
what they have in common. First a single change of the rules is looked for that lets them come out
and no other fail (`regola_compiler.mutation.cures`): a slip is told where it was made. Where there is none,
each table row, exception and definition is rated by how many failing
lines it had a say in and how few others (Ochiai's measure; Abreu, Zoeteweij and van Gemund, 2007,
On the Accuracy of Spectrum-based Fault Localization), and the
failing lines that the best-rated one explains are told as one finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import sqrt
from typing import TypeAlias

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import say, say_number

from regola_compiler.analysis.breath import nothing
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.usage import staying
from regola_compiler.checks.wrong_itself import (
    Wrong,
    asked_too_early,
    for_want_of_change,
    told_too_late,
    wrong_beside,
    wrong_itself,
)
from regola_compiler.evaluate.errors import FieldNotGiven, NotGiven, OutOfRange
from regola_compiler.evaluate.worked.examples import ExampleResult, LineResult, run_examples
from regola_compiler.evaluate.worked.explained import outcome_said
from regola_compiler.evaluate.worked.left_out import left_out
from regola_compiler.evaluate.worked.mending import explained, mending
from regola_compiler.model.named_places import spans_by_name
from regola_compiler.model.names import last_part
from regola_compiler.model.program import (
    DoLine,
    Example,
    Expectation,
    Fact,
    PlayLine,
    Program,
    SetupLine,
    WithLine,
)
from regola_compiler.mutation.cures import Cure, cures
from regola_compiler.mutation.failing.decided import decided
from regola_compiler.mutation.likelihood import leading
from regola_compiler.mutation.mutation import Mutation, inside

CODE = Code("R601", "example-fails", "a worked example that the rules contradict", ground=Ground.EXAMPLE)
SHOWN = 4
# For so many groups of failing lines at most it is looked for what would cure them.
_SOUGHT = 3

Failure: TypeAlias = tuple[Example, LineResult]


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each cause."""
    yield from failures(program, survey, run_examples(program), nothing)


def failures(
    program: Program,
    survey: Analysis,
    results: Sequence[ExampleResult],
    between: Callable[[], None] | None = None,
    would_do: dict[str, list[Cure]] | None = None,
) -> Iterator[Diagnostic]:
    """One finding for each cause of what failed in examples that were run; the survey has told of tables before.

    What would cure them is looked for where `between` is given and nothing else is at fault, and it is called now and
    then. All that `would_do` for an example, told or not, is left there under its name.
    """
    lines = [(result.example, line) for result in results for line in _up_to_a_stop(result.lines)]
    passed = [line for _, line in lines if line.passed]
    failed = [item for item in lines if not item[1].passed and item[1].erratum is None]
    failed = [item for item in failed if not item[1].touched & survey.told_tables and not _explored(item[1], survey)]
    places = spans_by_name(program)
    left = _SOUGHT if between is not None and not program.broken else 0
    still = staying(program) if failed else {}
    late: set[str] = set()
    for item, wrong in [
        (item, wrong_itself(program, *item) or for_want_of_change(program, *item, still)) for item in failed
    ]:
        if item[0].name in late:
            # All of the example comes out with what is told too late.
            failed.remove(item)
        elif wrong is not None:
            yield _report_itself(*item, wrong)
            failed.remove(item)
        elif (delayed := told_too_late(program, *item) or asked_too_early(program, *item)) is not None:
            late.add(item[0].name)
            yield _report_itself(*item, delayed)
            failed.remove(item)
    while failed:
        if bare := _without_pieces(program, failed):
            yield bare[1]
            failed = [item for item in failed if item[0] is not bare[0]]
            continue
        if left and between is not None and _is_cured_by_rules(failed[0][1]):
            left -= 1
            if deed := left_out(program, *failed[0]):
                group = [item for item in failed if item[0] is failed[0][0]]
                yield _report_left_out(program, group, deed)
                failed = [item for item in failed if item not in group]
                continue
            held = cures(program, failed, results, between, survey.faults)
            if would_do is not None and held:
                first = held[0].cured[0]
                would_do[next(one.name for one, line in failed if line is first)] = held
            found = leading(held, lambda one: one.cost)
            if (wrong := wrong_beside(program, *failed[0], found)) is not None:
                yield _report_itself(*failed[0], wrong)
                failed = [item for item in failed if item[0] is not failed[0][0]]
                continue
            if found:
                cured = {id(line.expectation) for line in found[0].cured}
                group = [item for item in failed if id(item[1].expectation) in cured]
                rest = len(failed) - len(group)
                told = any(inside(found[0].change.span, place) for place in survey.faults)
                yield _report_cured(program, group, found, rest=rest, told=told)
                failed = [item for item in failed if item not in group]
                continue
        suspect, group = _explained_by_one(failed, passed)
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


def traced_names(line: LineResult) -> frozenset[str | Span]:
    """What had a say in a line: rows by their places, all else by name."""
    return frozenset(line.rows | line.touched)


def _suspect(failed: list[Failure], passed: list[LineResult]) -> str | Span | None:
    """What failing lines have in common and passing ones have not; rows before names, names before none."""
    parts = {part for _, line in failed for part in traced_names(line)}

    def rating(part: str | Span) -> tuple[float, bool, str]:
        bad = sum(part in traced_names(line) for _, line in failed)
        good = sum(part in traced_names(line) for line in passed)
        return bad / sqrt(len(failed) * (bad + good)), isinstance(part, Span), str(part)

    return max(parts, key=rating, default=None)


def _explained_by_one(failed: list[Failure], passed: list[LineResult]) -> tuple[str | Span | None, list[Failure]]:
    """The first failing line with those that have the same cause, and what is suspected of it, if anything is."""
    if group := _untold_alike(failed):
        return None, group
    suspect = _suspect(failed, passed)
    alike = [item for item in failed if not isinstance(item[1].problem, NotGiven)]
    return suspect, [item for item in alike if suspect is not None and suspect in traced_names(item[1])] or failed[:1]


def _untold_alike(failed: list[Failure]) -> list[Failure]:
    """The first failing line and those like it, where it is lost for a fact that nobody told; none where it is not."""
    problem = failed[0][1].problem
    if not isinstance(problem, NotGiven):
        return []
    return [item for item in failed if getattr(item[1].problem, "fact", "") == problem.fact]


def _without_pieces(program: Program, failed: list[Failure]) -> tuple[Example, Diagnostic] | None:
    """The first failing example, where it asks of pieces and puts none up: that is one finding, and what is missing."""
    example, line = failed[0]
    problem = line.problem
    fact = program.callables.get(problem.fact) if isinstance(problem, NotGiven) else None
    if not isinstance(fact, Fact) or not fact.owner or _puts_up(example):
        return None
    used = [one.scenario for other in program.examples.values() for one in other.lines if isinstance(one, SetupLine)]
    setup = max(used or program.starts, key=used.count, default="…")
    return example, replace(
        _report(program, failed[:1], None, notes=()),
        label=say("no piece was put up"),
        help=say(
            "begin with the position: `given setup of {setup}`, or put the pieces up: `with …`",
            setup=setup,
        ),
    )


def _puts_up(example: Example) -> bool:
    return any(isinstance(line, SetupLine | WithLine) for line in example.lines)


def _is_cured_by_rules(line: LineResult) -> bool:
    """Whether the rules can be at fault, and not what the example tells."""
    return isinstance(line.expectation, Expectation | DoLine | PlayLine) and not isinstance(
        line.problem, NotGiven | FieldNotGiven
    )


def _report_itself(example: Example, line: LineResult, wrong: Wrong) -> Diagnostic:
    """A finding of what no rule can let come out."""
    said = say(
        "example `{name}`{cited} fails: {verdict}",
        name=example.name,
        cited=cited(example.anchors),
        verdict=wrong.reason,
    )
    return Diagnostic(
        CODE, said, wrong.span, line.verdict, wrong.related, wrong.help, subject=example.name, mends=wrong.mends
    )


def _report_left_out(program: Program, group: list[Failure], deed: str) -> Diagnostic:
    """A finding that says which deed the example has left out."""
    return replace(
        _report(program, group, None, notes=()),
        help=say(
            "is a line left out above? with `do {deed}` all of this example comes out; if the book has it not, look at "
            "the rule",
            deed=deed,
        ),
        mends=group[0][1].expectation.span,
    )


def _report_cured(
    program: Program, group: list[Failure], found: Sequence[Cure], *, rest: int, told: bool
) -> Diagnostic:
    """A finding that says which change lets the lines come out, or which few would."""
    example, line = group[0]
    changes = tuple(Label(one.change.span, _written(one.change)) for one in found)
    first = found[0]
    return replace(
        _report(program, group, None, notes=() if len(group) > 1 else _resting(program, example, line)),
        related=(*changes, *_others(group)),
        mends=first.change.span if told else None,
        fixes=tuple(one.change.edit for one in found if one.change.edit is not None),
        help=_several()
        if len(found) > 1
        else _proposed_there(first, rest=rest)
        if told
        else _proposed(first, rest=rest),
    )


def _written(change: Mutation) -> str:
    if change.now:
        return say("with `{now}` in place of `{was}` it comes out", now=change.now, was=change.was)
    return say("without `{was}` it comes out", was=change.was)


def _several() -> str:
    return say(
        "each of the changes shown lets it come out and no other fail: look at the book for which is meant, or correct "
        "this line"
    )


def _proposed(cure: Cure, *, rest: int) -> str:
    """What to write, as far as that can be known: every other example was held against it."""
    change, declaration = cure.change, cure.change.part or cure.mutant.declaration
    if not change.now:
        return say(
            "in `{declaration}` leave `{was}` out, if the book has it so: then no example that passes now fails; or "
            "correct this line",
            declaration=declaration,
            was=change.was,
        )
    if cure.doubtful:
        return say(
            "correct this line; or, if the book has it so, in `{declaration}` write `{now}` in place of `{was}`: then "
            "no example fails that passes now; if the book says both, write an `erratum`",
            declaration=declaration,
            now=change.now,
            was=change.was,
        )
    if rest:
        return say(
            "in `{declaration}` write `{now}` in place of `{was}`, if the book has it so: then it comes out, and no "
            "example that passes now fails; or correct this line",
            declaration=declaration,
            now=change.now,
            was=change.was,
        )
    return say(
        "in `{declaration}` write `{now}` in place of `{was}`, if the book has it so: then all examples come out; or "
        "correct this line",
        declaration=declaration,
        now=change.now,
        was=change.was,
    )


def _proposed_there(cure: Cure, *, rest: int) -> str:
    """What to write where something is found besides: that is the place."""
    if not cure.change.now:
        return say("leave `{was}` out: then the examples that fail come out", was=cure.change.was)
    if rest:
        return say("write `{now}`: then examples that fail come out", now=cure.change.now)
    return say("write `{now}`: then all examples come out", now=cure.change.now)


def _others(group: list[Failure]) -> tuple[Label, ...]:
    return tuple(
        Label(other.expectation.span, say("and here, in `{name}`", name=e.name)) for e, other in group[1 : SHOWN + 1]
    )


def _report(
    program: Program, group: list[Failure], suspect: Span | None, notes: Sequence[str] | None = None
) -> Diagnostic:
    example, line = group[0]
    verdict = line.verdict
    if line.valued and line.expectation.outcome != "holds":
        verdict = say("{verdict}, not {outcome}", verdict=verdict, outcome=outcome_said(line.expectation.outcome))
    others = _others(group)
    left = len(group) - 1 - len(others)
    untold = _untold(program, line)
    who = None if untold or notes is not None else decided(program, example, line)
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
        _with_suspect(() if who is None else who.shown, suspect) + others,
        untold
        or (who and who.help)
        or say("look at the book, then at the rule; if the book contradicts itself, write an `erratum`"),
        (
            *(
                (say_number("and {number} more line fails with it", "and {number} more lines fail with it", left),)
                if left
                else ()
            ),
            *(_resting(program, example, line) if notes is None else notes),
        ),
        subject=example.name,
    )


def _with_suspect(shown: tuple[Label, ...], suspect: Span | None) -> tuple[Label, ...]:
    """Who decided, or else what several failing lines have in common."""
    return shown or ((Label(suspect, say("this had a say in it")),) if suspect else ())


def _resting(program: Program, example: Example, line: LineResult) -> Sequence[str]:
    """On what nobody told a line rests, if that is one thing; of several none is more likely to be lacking."""
    notes = explained(mending(program, example, line))
    return notes if len(notes) == 1 else ()


def _untold(program: Program, line: LineResult) -> str:
    """What to write where the line is lost for what nobody told; nothing where it is not."""
    problem = line.problem
    fact = program.callables.get(problem.fact) if isinstance(problem, NotGiven) else None
    if not isinstance(fact, Fact):
        return ""
    names = ", ".join(parameter.name for parameter in fact.parameters)
    name = last_part(fact.name)
    if fact.kind == "rolled":
        arguments = f"({names})" if names else ""
        return say("say what the dice show: `… rolling {name}{arguments} is …`", name=name, arguments=arguments)
    asked = f"{names}.{name}" if fact.of_a_piece else f"{name}({names})" if names else name
    return say("say what it is, above this line: `given {asked} is …`", asked=asked)
