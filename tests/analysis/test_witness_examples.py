"""What a finding offers as an example is pasted below the rules: it is read, and it shows what the finding claims."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from regola_compiler.checks.actions import impossible_duty
from regola_compiler.checks.definitions import contradiction, missing_rule, no_value, out_of_range
from regola_compiler.checks.tables import lookup_outside_table, table_gap, table_overlap
from regola_compiler.driver import compile_game
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.worked.examples import LineResult, run_examples
from regola_dsl.diagnostics import Diagnostic, Severity
from support.cases import Case, catalogue, compiled, game_of

SHOWN = {module.CODE for module in (contradiction, impossible_duty, missing_rule, no_value, out_of_range, table_gap)}
OFFERING = sorted(code.slug for code in {*SHOWN, lookup_outside_table.CODE, table_overlap.CODE})


def offered() -> Iterator[tuple[str, Case, Diagnostic]]:
    """The findings of the catalogue that have an example to paste, with the case they are made in."""
    for title, case in catalogue().items():
        for diagnostic in compiled(case.texts).found:
            if diagnostic.witness and diagnostic.witness.example:
                yield title, case, diagnostic


@pytest.mark.parametrize("slug", OFFERING)
def test_an_example_that_is_offered_can_be_pasted(slug: str) -> None:
    examples = [one for one in offered() if one[2].code.slug == slug]
    assert examples, "no case of the catalogue offers one"
    wrong = {title: trouble for title, case, diagnostic in examples if (trouble := pasted(case.texts, diagnostic))}
    assert wrong == {}


def test_no_other_finding_offers_one() -> None:
    assert sorted({diagnostic.code.slug for _, _, diagnostic in offered()}) == OFFERING


def pasted(texts: tuple[str, ...], diagnostic: Diagnostic) -> str:
    """What is wrong with the example of a finding, pasted below the rules; nothing, if it shows what is claimed."""
    assert diagnostic.witness is not None
    again = compile_game(game_of([*texts, f"{diagnostic.witness.example}\n"]))
    mine = [found.message for found in again.found if found.span.path == f"{len(texts) + 1}.regola"]
    if [message for message in mine if "cites no section" not in message]:
        return f"what is pasted has a mistake of its own, or fails for another reason: {mine}"
    name = diagnostic.witness.example.split()[1]
    (result,) = [one for one in run_examples(again.program) if one.example.name == name]
    *before, last = result.lines
    if not all(line.passed for line in before):
        return f"a line above the last fails: {[line.found for line in before]}"
    return "" if last.passed or shows(last, diagnostic) else f"it does not show what is claimed: {last.found}"


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
    """But on the way of a path, which only the host can walk, in a table that is entered with a part of a record, and of
    what was so earlier, which no line of an example can tell."""
    without = [
        title
        for title, case in catalogue().items()
        for found in compiled(case.texts).found
        if found.code in SHOWN and found.weight is Severity.ERROR and not (found.witness and found.witness.example)
    ]
    assert [title for title in without if not any(word in title for word in ("path", "field", "earlier"))] == []


def test_the_count_of_a_limit_is_in_no_example() -> None:
    """It has no name that a line could tell it by, and is nothing where a game begins."""
    rules = """\
state n: int 0..3 = 0 @1
sequence g @2
  repeat until n is 3
  phase a @2
action step in a @3
  allowed unless forbidden
  limit 1 each a
  effect n gains 2
"""
    (finding,) = [one for one in compiled((rules,)).found if one.code is out_of_range.CODE]
    assert finding.witness is not None
    assert finding.witness.example
    assert not any("limit" in part for part, _ in finding.witness.given)
    assert pasted((rules,), finding) == ""
