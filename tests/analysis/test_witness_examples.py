"""What a finding offers as an example is pasted below the rules: it is read, and it shows what the finding claims."""

from __future__ import annotations

import pytest
from regola_compiler.checks.actions import impossible_duty
from regola_compiler.checks.definitions import contradiction, missing_rule, no_value, out_of_range
from regola_compiler.checks.tables import table_gap
from regola_compiler.driver import compile_game
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.examples import LineResult, run_examples
from regola_dsl.diagnostics import Diagnostic, Severity
from support.cases import Case, game_of, read_cases
from support.paths import CASE_FILES

CASES = [(path.stem, case) for path in CASE_FILES for case in read_cases(path)]
SHOWN = {module.CODE for module in (contradiction, impossible_duty, missing_rule, no_value, out_of_range, table_gap)}


def offered(case: Case) -> list[Diagnostic]:
    """The findings of a case that have an example to paste."""
    found = compile_game(game_of([fence.text for fence in case.fences])).found
    return [diagnostic for diagnostic in found if diagnostic.witness and diagnostic.witness.example]


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{file}: {case.title}") for file, case in CASES])
def test_an_example_that_is_offered_can_be_pasted(case: Case) -> None:
    texts = [fence.text for fence in case.fences]
    for diagnostic in offered(case):
        assert diagnostic.witness is not None
        pasted = compile_game(game_of([*texts, f"{diagnostic.witness.example}\n"]))
        mine = [found.message for found in pasted.found if found.span.path == f"{len(texts) + 1}.regola"]
        uncited = [message for message in mine if "cites no section" in message]
        assert mine == uncited, "what is pasted has no mistake of its own, and fails for no other reason"
        name = diagnostic.witness.example.split()[1]
        (result,) = [one for one in run_examples(pasted.program) if one.example.name == name]
        last = result.lines[-1]
        assert all(line.passed for line in result.lines[:-1])
        assert last.passed or shows(last, diagnostic), last.found


def shows(line: LineResult, diagnostic: Diagnostic) -> bool:
    """Whether a deed, or a phase, that cannot be played out runs into what the finding says, at the place it says."""
    assert diagnostic.witness is not None
    problem = line.problem
    return (
        line.expectation.outcome in {"done", "played"}
        and isinstance(problem, RuleError)
        and problem.slug == diagnostic.witness.answer
        and problem.site == diagnostic.span
    )


def test_what_is_certain_has_an_example() -> None:
    """But on the way of a path, which only the host can walk, and in a table that is entered with a part of a record."""
    without = [
        f"{file}: {case.title}"
        for file, case in CASES
        for found in compile_game(game_of([fence.text for fence in case.fences])).found
        if found.code in SHOWN and found.weight is Severity.ERROR and not (found.witness and found.witness.example)
    ]
    assert [title for title in without if "path" not in title and "field" not in title] == []


def test_many_are_tried() -> None:
    assert sum(len(offered(case)) for _, case in CASES) > 60
