"""What became of the worked examples, for people and for programs, and what none of them reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from regola_dsl.diagnostics import counted
from regola_dsl.wording import later, localized, localized_template, say, say_number

from regola_compiler.evaluate.worked.examples import ExampleResult, LineResult
from regola_compiler.evaluate.worked.mending import explained, mending, written
from regola_compiler.model.program import Example, Fact, Program
from regola_compiler.report.ci.junit import Case

STATUSES = ("passed", "erratum", "failed")
# How each is shown to people.
SHOWN = {"passed": later("passed"), "erratum": later("erratum"), "failed": later("failed")}


def unreached(program: Program, results: Sequence[ExampleResult]) -> list[str]:
    """What can be asked and every rule that no example touches; facts are told, not reached."""
    touched = {name for result in results for line in result.lines for name in line.touched}
    asked = [name for name, item in program.callables.items() if name not in touched and not isinstance(item, Fact)]
    asked = [name for name in asked if not program.is_shared(name)]  # a library has examples of its own
    return asked + [name for name in program.rules if name not in touched | program.overruled]


def as_data(program: Program, results: Sequence[ExampleResult]) -> dict[str, Any]:
    """The report for programs."""
    return {
        "examples": [
            {
                "name": result.example.name,
                "anchors": [anchor.section for anchor in result.example.anchors],
                "status": result.status,
                "lines": [
                    {
                        "path": line.expectation.span.path,
                        "line": line.expectation.span.line,
                        "passed": line.passed,
                        "found": localized(line.found),
                        "erratum": line.erratum,
                        **_rests_on(program, result.example, line),
                    }
                    for line in result.lines
                ],
            }
            for result in results
        ],
        "unreached": unreached(program, results),
        "not_run": sorted(program.broken),
    }


def as_cases(program: Program, results: Sequence[ExampleResult]) -> list[Case]:
    """The examples as test cases: one that an erratum explains passes, and says so."""
    cases = []
    for result in results:
        told = "\n".join(line.strip() for line in _result(program, result, verbose=False))
        failed = result.status == "failed"
        sections = ", ".join(anchor.section for anchor in result.example.anchors)
        cases.append(
            Case(
                sections or "examples",
                result.example.name,
                told if failed else "",
                "example",
                "" if failed else told,
                result.example.span.path,
                result.example.span.line,
            )
        )
    return cases


def as_text(program: Program, results: Sequence[ExampleResult], *, verbose: bool, note: str = "") -> str:
    """The report for people: what did not pass, or everything; `note` stands above the count."""
    lines = [line for result in results for line in _result(program, result, verbose=verbose)]
    missed = unreached(program, results)
    if missed:
        lines.append(localized(say("no example reaches: {names}", names=", ".join(missed))))
    if note:
        lines.append(note)
    passed, erratum, failed = (sum(result.status == status for result in results) for status in STATUSES)
    total = sum(len(result.lines) for result in results)
    summed = say(
        "{passed}, {failed}, {erratum} ({examples}, {lines})",
        passed=say_number("{number} passed", "{number} passed", passed),
        failed=say_number("{number} failed", "{number} failed", failed),
        erratum=say_number("{number} explained by an erratum", "{number} explained by an erratum", erratum),
        examples=counted(len(results), "example"),
        lines=counted(total, "line"),
    )
    lines.append(localized(summed))
    return "\n".join(lines)


def _rests_on(program: Program, example: Example, line: LineResult) -> dict[str, list[str]]:
    """Of a line that failed, the facts that nobody told and that let it fail."""
    if line.passed or line.erratum is not None:
        return {}
    return {"rests_on": [written(default) for default, _ in mending(program, example, line)]}


def _result(program: Program, result: ExampleResult, *, verbose: bool) -> Iterator[str]:
    if result.status != "passed" or verbose:
        status = localized_template(SHOWN[result.status])
        yield f"{status:8} {result.example.name} ({', '.join(a.section for a in result.example.anchors)})"
    for line in result.lines:
        if not line.passed:
            span = line.expectation.span
            reason = (
                say("erratum `{erratum}`", erratum=line.erratum)
                if line.erratum
                else say("the book and the rules disagree")
            )
            yield f"         {span.path}:{span.line}: {localized(line.verdict)}: {localized(reason)}"
            yield from (f"           {localized(told)}" for told in explained(mending(program, result.example, line)))


def not_run(left: int, game: str) -> str:
    """That the game has errors, which examples rest on them, and where to see these.

    How many errors there are the check says: it leaves out what only follows from another.
    """
    if not left:
        return localized(say("the game has errors: `regola check {game}`", game=game))
    told = say_number(
        "the game has errors, and {number} example rests on them and was not run: `regola check {game}`",
        "the game has errors, and {number} examples rest on them and were not run: `regola check {game}`",
        left,
        game=game,
    )
    return localized(told)
