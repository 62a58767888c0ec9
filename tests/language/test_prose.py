"""A book's own sentences among rules: told once, as what they are, and nothing besides."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_dsl import declarations
from regola_dsl.declarations import KINDS
from regola_dsl.parser import parse_source
from regola_dsl.parsing.prose import Prose, prose_in
from regola_dsl.source import Source
from support.paths import GAMES, ROOT

PAGE = """\
The game is for two to four players.

Each player takes five cards from the deck. The player who has the
lowest card begins, whatever colour it
has.

2. Movement

A cart goes up to four streets in a turn:
- over one bridge at most;
- never back.
"""
RULES = "enum Colour @1\n  red, green\n"


def told(text: str) -> list[tuple[int, str]]:
    return [(one.span.line, str(one.message)) for one in parse_source(Source("x.regola", text)).diagnostics]


def test_a_pasted_page_is_one_finding() -> None:
    assert told(PAGE) == [(1, "lines 1 to 11 are prose, and no rules")]


def test_a_short_sentence_that_ends_as_one_is_prose() -> None:
    assert prose_in(["Who folds pays one coin.", "", "enum Side", "  red"], KINDS) == [Prose(1, 1)]
    assert prose_in(["Limit cards is three."], KINDS) == []  # a slip of a `limit`
    assert prose_in(["Who folds pays"], KINDS) == []


def test_rules_around_prose_are_read() -> None:
    file = parse_source(Source("x.regola", f"{RULES}\n{PAGE}{RULES.replace('Colour', 'Other')}"))
    assert [str(one.message) for one in file.diagnostics] == ["lines 4 to 14 are prose, and no rules"]
    assert [one.name.text for one in file.declarations] == ["Colour", "Other"]


def test_what_rules_part_is_told_for_each_part() -> None:
    assert [line for line, _ in told(f"{PAGE}\n{RULES}\nA cart may not cross a bridge.\n")] == [1, 16]


@pytest.mark.parametrize(
    "text",
    [
        "Enum Colour @1\n  red, green\n",
        "Rule carts_wait @3\n  cart must not cross when night\n",
        "define toll -> int @2\n  3\n",
        "A\n",
        "Cards\n",
        "Table tolls(street: Street) -> int 0..9 @2\n  | street | toll |\n",
        "cart must not cross bridges.\n",
        "# Each player takes five cards from the deck.\n",
        "Phase market @2.1 by buyer and then by the other.\n",
    ],
)
def test_a_misspelt_rule_is_no_prose(text: str) -> None:
    assert prose_in(text.split("\n"), KINDS) == []


@pytest.mark.parametrize("folder", [GAMES, ROOT / "tests" / "data", ROOT / "library"])
def test_no_rule_of_a_game_is_taken_for_prose(folder: Path) -> None:
    files = sorted(folder.rglob("*.regola"))
    assert files
    assert {path: found for path in files if (found := prose_in(path.read_text("utf-8").split("\n"), KINDS))} == {}


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_whole_book_is_few_findings(language: str) -> None:
    """Pasted without its headings' signs, it has as many as it has tables and lists between its paragraphs."""
    book = (GAMES / "lantern_pass" / f"rulebook.{language}.md").read_text("utf-8")
    plain = "\n".join(line.lstrip("#").replace("*", "").lstrip("> ") for line in book.split("\n"))
    found = prose_in(plain.split("\n"), KINDS)
    covered = sum(one.last - one.first + 1 for one in found)
    assert len(found) <= 12
    assert covered > len(plain.split("\n")) * 0.6


def test_very_many_findings_end(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 100
    monkeypatch.setattr(declarations, "MAX_FINDINGS", most)
    text = f"Each player takes five cards.\n{RULES}" * (most + 10)
    assert 0 < len([line for line, message in told(text) if "prose" in message]) <= most


def test_a_line_is_called_a_line() -> None:
    assert str(Prose(3, 3).message) == "this is prose, and no rule"
