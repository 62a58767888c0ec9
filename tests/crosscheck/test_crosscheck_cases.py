"""The catalogue of small texts for the translator's desk: each finding on its line, and nothing else shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.cases import Case, Fence, repeated
from support.crosscheck_cases import announcements, differences, read_desk_cases, run, sheet, shown
from support.paths import CASE_FILES

CASES = [(path, case) for path in CASE_FILES if path.name.startswith("crosscheck_") for case in read_desk_cases(path)]


def _parameter(path: Path, case: Case) -> object:
    marks = [pytest.mark.xfail(strict=True, reason=case.xfail)] if case.xfail else []
    return pytest.param(path, case, id=f"{path.stem}: {case.title}", marks=marks)


@pytest.mark.parametrize(("path", "case"), [_parameter(path, case) for path, case in CASES])
def test_findings_stand_where_they_are_announced(path: Path, case: Case) -> None:
    found = differences(case.fences, f"tests/cases/{path.name}")
    assert not found, "\n" + "\n".join([f"tests/cases/{path.name}:{case.line}: {case.title}", *found])


def test_every_case_has_a_name_of_its_own() -> None:
    assert not repeated(f"{path.stem}: {case.title}" for path, case in CASES)


def test_the_catalogue_speaks_and_is_silent() -> None:
    """False alarms are the death of such a tool: beside the texts that have a finding there are as many that have none."""
    speaking = [case.title for _, case in CASES if announcements(case.fences)]
    assert len(CASES) - len(speaking) >= len(speaking) > 0


# The harness itself: a test that cannot fail tests nothing.

RULES = "table toll(die: d6) -> int 3..5 @1.1\n  | die | coins |\n  | 1-6 | 3 |\ndefine fee() -> int 0..9 @1.2\n  7\n"
TEXT = "**1.1 Toll.** A die is rolled.\n\n**1.2 Fee.** The fee is 7.\n\n**1.3** Good.\n\n**1.4** Good.\n"


def _fences(text: str) -> list[Fence]:
    return [Fence("regola", RULES, 0), Fence("text", text, 10)]


def test_a_finding_nobody_announced_is_a_difference() -> None:
    assert [one.diagnostic.code.slug for one in shown(run(sheet(_fences(TEXT))))] == []
    found = differences(_fences(TEXT.replace("is 7", "is 8")), "case.md")
    assert [line[:45] for line in found] == ["+ case.md:13: error: [number-differs] section"]


def test_an_announcement_nothing_answers_is_a_difference() -> None:
    (line,) = differences(_fences(TEXT.replace("is 7.", "is 7. <!-- error: [number-differs] -->")), "case.md")
    assert line.startswith("- case.md:13: error: [number-differs]")


def test_an_announcement_is_not_read_by_the_desk() -> None:
    text = TEXT.replace("is 7.", 'is 8.   <!-- error: [number-differs] "says `8`" -->')
    assert differences(_fences(text), "case.md") == []
    assert sheet(_fences(text)).texts["en"] == TEXT.replace("is 7", "is 8")
