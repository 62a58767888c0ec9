"""The catalogue of small broken rulesets: one cause, one finding, on its line, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.cases import Case, announced, check_case, compiled, differences, read_cases, repeated
from support.paths import CASE_FILES
from support.spoken import left_in_english, no_templates

# Those of the translator's desk have texts besides rules: tests/crosscheck/test_crosscheck_cases.py.
FILES = [path for path in CASE_FILES if not path.name.startswith("crosscheck_")]
CASES = [(path, case) for path in FILES for case in read_cases(path)]


def _parameter(path: Path, case: Case) -> object:
    marks = [pytest.mark.xfail(strict=True, reason=case.xfail)] if case.xfail else []
    return pytest.param(path, case, id=f"{path.stem}: {case.title}", marks=marks)


@pytest.mark.parametrize(("path", "case"), [_parameter(path, case) for path, case in CASES])
def test_findings_stand_where_they_are_announced(path: Path, case: Case) -> None:
    check_case(case, f"tests/cases/{path.name}")


@pytest.mark.parametrize(("path", "case"), CASES, ids=[f"{path.stem}: {case.title}" for path, case in CASES])
def test_what_is_found_is_said_in_templates_and_in_italian(path: Path, case: Case) -> None:
    """A sentence that is put together would be English to everybody."""
    found = compiled(case.texts).found
    assert [text for one in found for text in no_templates(one)] == []
    assert [text for one in found for text in left_in_english(one)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_announcement_of_a_file_is_one_of_a_case(path: Path) -> None:
    """What stands under no heading, or in a block of another language, would announce to nobody."""
    written = len(re.findall(r"# (?:error|warning): \[", path.read_text("utf-8")))
    fences = [fence for case in read_cases(path) for fence in case.fences]
    assert fences
    assert written <= sum(len(announced(0, fence.text)) for fence in fences)


def test_every_case_has_a_name_of_its_own() -> None:
    assert not repeated(f"{path.stem}: {case.title}" for path, case in CASES)


# The harness itself: a test that cannot fail tests nothing.

ROLL = "define roll(die: d6) -> int 1..6 @1.1\n  die\n"
LOOSE = "define roll(die: d6) -> int 1..6\n  die\n"


def test_a_finding_nobody_announced_is_a_difference() -> None:
    (line,) = differences([LOOSE], [10], "case.md")
    assert line.startswith("+ case.md:11: warning: [no-anchor]")


def test_an_announcement_nothing_answers_is_a_difference() -> None:
    (line,) = differences([ROLL.replace("  die\n", "  die  # error: [cycle]\n")], [0], "case.md")
    assert line == "- case.md:2: error: [cycle]   announced, not found"


@pytest.mark.parametrize(
    "comment",
    ["# error: [no-anchor]", "# warning: [no-value]", '# warning: [no-anchor] "the moon"'],
    ids=["severity", "slug", "words"],
)
def test_a_finding_of_another_kind_is_two_differences(comment: str) -> None:
    found = differences([f"{comment}\n{LOOSE}"], [0], "case.md")
    assert [line[0] for line in found] == ["-", "+"]


def test_an_announcement_above_speaks_of_the_next_line() -> None:
    text = f'# warning: [no-anchor] "cites no section"\n\n# a remark\n{LOOSE}'
    assert differences([text], [0], "case.md") == []
    assert announced(3, text)[0].line == 4


def test_one_announcement_answers_one_finding() -> None:
    found = differences([LOOSE.replace("6\n", "6  # warning: [no-anchor]\n", 1) + LOOSE], [0], "case.md")
    assert [line[0] for line in found] == ["+"]


def test_an_announcement_below_the_last_line_is_a_mistake_of_the_case() -> None:
    with pytest.raises(ValueError, match="no line follows"):
        announced(0, f"{ROLL}# error: [cycle]\n")


def test_blocks_under_one_heading_are_files_of_one_game(tmp_path: Path) -> None:
    path = tmp_path / "two.md"
    path.write_text(
        f"# two\n\n## one game\n\nxfail: not yet\n\n```regola\n{ROLL}```\n\nand\n\n```regola\n{LOOSE}```\n"
        "\n## prose\n\n```text\nno\n```\n"
    )
    (case,) = read_cases(path)
    assert (case.title, case.line, case.xfail) == ("one game", 3, "not yet")
    assert [fence.above for fence in case.fences] == [7, 14]
    with pytest.raises(AssertionError, match=r"two\.md:15: error: \[duplicate-declaration\]"):
        check_case(case, "two.md")
