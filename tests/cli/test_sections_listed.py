"""`regola crosscheck --sections` lists what was recognised, as text and as JSON; a draft keeps titles and capitals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from regola_compiler.project.yaml_file import load_yaml, schema
from regola_crosscheck.draft import written
from support.book_files import as_pdf
from support.command import Run
from support.paths import GAMES

GAME = GAMES / "lantern_pass"
STOPPED = """\
1.1 The harbour. Boats of the Red Army lie in it, and no other. All obey the Red Army.

1.2 Boats at sea.
Each has four oars. Red Army boats have six, and the Red Army owns the sea.

1.3 Nobody may swim.
It is cold, says the Red Army.

1.4 Alone.

1.5 Roll a die for each boat that is still there at the end of it. The Red Army rolls twice.
"""


def test_the_sections_of_a_game_are_listed_with_what_the_rules_have_of_them(regola: Run) -> None:
    asked = ("crosscheck", str(GAME), "--sections")
    told = json.loads(regola(*asked, "--json").stdout)
    Draft202012Validator(schema("sections")).validate(told)
    coverage = json.loads(regola("crosscheck", str(GAME), "--json").stdout)["coverage"]
    assert set(told["sections"]) == set(coverage)
    for language, rows in told["sections"].items():
        statuses = [row["status"] for row in rows]
        assert len(rows) == coverage[language]["sections"]
        assert statuses.count("encoded") + statuses.count("partly") == coverage[language]["encoded"]
        assert statuses.count("prose") == coverage[language]["prose"]
        assert 0 < sum(row["tied"] for row in rows) <= sum(row["sentences"] for row in rows)
        lines = (GAME / f"rulebook.{language}.md").read_text("utf-8").splitlines()
        assert all(row["section"] in lines[row["location"]["line"] - 1] for row in rows)
    text = regola(*asked).stdout
    assert len(text.splitlines()) == sum(map(len, told["sections"].values())) + 2 * len(told["sections"]) - 1


def test_of_a_book_alone_nothing_is_said_of_rules(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "rules.txt"
    book.write_text(STOPPED, "utf-8")
    asked = ("crosscheck", "--source", f"en={book}", "--sections")
    told = json.loads(regola(*asked, "--json").stdout)["sections"]["en"]
    assert [(row["section"], row["title"], row["status"]) for row in told] == [
        ("1.1", "The harbour", None),
        ("1.2", "Boats at sea", None),
        ("1.3", "", None),  # a rule, and no title
        ("1.4", "", None),  # nothing stands behind it that it were the title of
        ("1.5", "", None),
    ]
    assert "tied" not in regola(*asked).stdout
    done = regola(*asked, "-o", str(tmp_path / "list.txt"))
    assert done.returncode == 0
    assert (tmp_path / "list.txt").read_text("utf-8") == regola(*asked).stdout


def test_a_section_of_a_pdf_has_its_page(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(as_pdf((GAME / "rulebook.it.md").read_text("utf-8")))
    told = json.loads(regola("crosscheck", "--source", f"it={tmp_path / 'book.pdf'}", "--sections", "--json").stdout)
    Draft202012Validator(schema("sections")).validate(told)
    pages = [row["location"]["place"]["page"] for row in told["sections"]["it"]]
    assert pages == sorted(pages)
    assert pages[-1] > 1


@pytest.mark.parametrize("more", [("--format", "sarif"), ("--index",), ("--watch",), ("--report", "a.docx")])
def test_it_is_listed_by_itself(regola: Run, more: tuple[str, ...]) -> None:
    done = regola("crosscheck", str(GAME), "--sections", *more)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_draft_keeps_a_title_that_a_stop_ends_and_the_capitals_of_names(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "rules.txt"
    book.write_text(STOPPED, "utf-8")
    assert regola("new", str(tmp_path / "draft"), "--from", f"en={book}").returncode == 0
    rules = (tmp_path / "draft" / "rules" / "rules.regola").read_text("utf-8").splitlines()
    assert {"# @1.1 The harbour", "# @1.2 Boats at sea", "# @1.3"} <= set(rules)
    glossary, _ = load_yaml(tmp_path / "draft" / "glossary.yaml", "glossary.yaml", "glossary")
    assert glossary["terms"]["red_army"] == {"en": "Red Army"}


def test_a_word_that_only_begins_sentences_is_written_small() -> None:
    assert written("boats", ["Boats move.", "BOATS MOVE."]) == "boats"
    assert written("red army", ["A red army: the red army.", "See Red Army."]) == "red army"


def test_the_pages_are_named_in_the_language_of_messages(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(as_pdf((GAME / "rulebook.it.md").read_text("utf-8")))
    told = regola("--messages", "it", "crosscheck", "--source", f"it={tmp_path}/book.pdf", "--sections").stdout
    assert "pagina 1, colonna 1, riga" in told
    assert "page" not in told
