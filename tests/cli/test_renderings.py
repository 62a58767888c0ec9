"""The commonest reports, whole, as a designer meets them: kept in tests/data/renderings, to be read when they change.

`REGOLA_RENEW=1 .venv/bin/pytest tests/cli/test_renderings.py` writes them anew; the difference is then read like a text.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest
from regola_compiler.driver import compile_game
from regola_compiler.report import text as report_text
from support.cases import catalogue, compiled, game_of
from support.paths import DATA
from support.snapshot import hold

KEPT = DATA / "renderings"

# For each of the commonest codes a case such as a designer meets first.
FIRST = {
    "bad-cell": "tables: an empty cell",
    "bad-character": "lexing: typographic quotation marks",
    "bad-header": "tables: a parameter with no column",
    "bad-indent": "lexing: a body that is not indented",
    "contradiction": "rules: two rules that contradict each other",
    "cycle": "names: two definitions that ask each other",
    "dangling-exception": "definitions: two sequels elsewhere, whose order nobody says",
    "dead-exception": "definitions: an exception that can never hold",
    "dead-row": "tables: a row that comes too late",
    "dead-rule": "rules: a rule that is never in force",
    "duplicate-declaration": "definitions: two exceptions of one name",
    "example-fails": "steps: doing what a requirement does not allow",
    "impossible-duty": "rules: a duty that a requirement makes impossible",
    "lookup-outside-table": "lookups: both edges of a table",
    "missing-rule": "definitions: no rule where nothing holds",
    "never-holds": "excluded: of whom a list is asked for",
    "no-anchor": "definitions: a definition without a section",
    "no-value": "lookups: a divisor that can be nothing",
    "out-of-range": "actions: an effect that can leave the fact's bounds",
    "ragged-row": "tables: a row with a cell too few",
    "syntax-error": "actions: requires misspelt",
    "table-gap": "tables: a gap where two inputs meet",
    "table-overlap": "tables: two rows that disagree",
    "type-mismatch": "expressions: a division not rounded",
    "unknown-name": "expressions: one unknown name in many places is one finding",
    "unused-parameter": "definitions: a parameter nothing reads",
    "wrong-arguments": "expressions: a definition asked for too little",
}


@pytest.mark.parametrize("slug", FIRST)
def test_a_report_is_the_one_that_was_read(slug: str) -> None:
    case = catalogue()[FIRST[slug]]
    told = compile_game(game_of([quiet(text) for text in case.texts]))
    assert slug in {found.code.slug for found in told.found}
    hold(KEPT / f"{slug}.txt", report_text.text(told.found, told.sources))


def quiet(text: str) -> str:
    """A text without what the case announces."""
    return re.sub(r" *# *(?:error|warning): \[.*$", "", text, flags=re.MULTILINE)


def test_the_commonest_findings_are_among_them() -> None:
    """By how many findings of the catalogue are of a code."""
    seen = Counter(found.code.slug for case in catalogue().values() for found in compiled(case.texts).found)
    assert {slug for slug, _ in seen.most_common(20)} <= set(FIRST)
    assert {path.stem for path in KEPT.glob("*.txt")} == set(FIRST)
