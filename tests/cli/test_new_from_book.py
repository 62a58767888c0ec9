"""`regola new DIR --from it=FILE`: what is drafted from a book is a game that the check accepts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from regola_compiler.project.yaml_file import load_yaml
from support.command import Run
from support.paths import GAMES

ODD = """\
# 1 "Il #porto": [le barche] \u202e

La barca è rossa. La barca è blu. La barca è *verde*. La barca è nera. La barca: {gialla}.

# 2 - @2.1 variant

Le barche sono: tante. Le barche, le barche.
"""


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_draft_of_the_tutorial_passes_the_check(regola: Run, tmp_path: Path, language: str) -> None:
    book = GAMES / "lantern_pass" / f"rulebook.{language}.md"
    done = regola("new", str(tmp_path / "draft"), "--from", f"{language}={book}")
    assert done.returncode == 0, done.stderr
    checked = regola("check", str(tmp_path / "draft"))
    assert checked.returncode == 0, checked.stdout
    assert "no findings" in checked.stdout
    glossary, wrong = load_yaml(tmp_path / "draft" / "glossary.yaml", "glossary.yaml", "glossary")
    assert not wrong
    assert len(glossary["terms"]) > 20
    rules = (tmp_path / "draft" / "rules" / "rules.regola").read_text("utf-8")
    assert "# @9.6" in rules
    assert "# @9.7" in rules


def test_a_draft_is_held_against_its_book_at_once(regola: Run, tmp_path: Path) -> None:
    book = GAMES / "lantern_pass" / "rulebook.it.md"
    regola("new", str(tmp_path / "draft"), "--from", f"it={book}")
    said = json.loads(regola("crosscheck", str(tmp_path / "draft"), "--source", f"it={book}", "--json").stdout)
    assert said["coverage"]["it"] == {"sections": 72, "encoded": 0, "partly": 0, "prose": 0}
    assert not [one for one in said["findings"] if one["kind"] in {"drift", "spelling"}]


@pytest.mark.parametrize(
    "text", [ODD, "Nessuna sezione, una riga sola.\n", "1.1 A\n\n1.1 A\n\n1.2 B\n\n1.3 C\n\n1.4 D\n"]
)
def test_no_text_makes_a_draft_that_fails(regola: Run, tmp_path: Path, text: str) -> None:
    book = tmp_path / "book.txt"
    book.write_text(text, "utf-8")
    assert regola("new", str(tmp_path / "draft"), "--from", f"it={book}").returncode == 0
    checked = regola("check", str(tmp_path / "draft"))
    assert checked.returncode == 0, checked.stdout


def test_two_languages_have_an_index_each(regola: Run, tmp_path: Path) -> None:
    books = [f"{language}={GAMES / 'lantern_pass' / f'rulebook.{language}.md'}" for language in ("it", "en")]
    regola("new", str(tmp_path / "draft"), "--from", books[0], "--from", books[1])
    assert sorted(path.name for path in (tmp_path / "draft" / "sources").iterdir()) == ["en.yaml", "it.yaml"]


def test_two_languages_give_each_term_its_name_in_both_and_each_book_its_title(regola: Run, tmp_path: Path) -> None:
    books = [f"{language}={GAMES / 'lantern_pass' / f'rulebook.{language}.md'}" for language in ("it", "en")]
    regola("new", str(tmp_path / "draft"), "--from", books[0], "--from", books[1])
    checked = regola("check", str(tmp_path / "draft"))
    assert "no findings" in checked.stdout, checked.stdout
    glossary, _ = load_yaml(tmp_path / "draft" / "glossary.yaml", "glossary.yaml", "glossary")
    names = {term["it"]: term.get("en") for term in glossary["terms"].values()}
    known, _ = load_yaml(GAMES / "lantern_pass" / "glossary.yaml", "glossary.yaml", "glossary")
    ours = {_preferred(term["it"]): _preferred(term["en"]) for term in known["terms"].values()}
    told = {one: name for one, name in names.items() if name and one in ours}
    assert len(told) > 20
    # A name is drafted in the singular, as a dictionary has it.
    assert {one: name for one, name in told.items() if ours[one] not in {name, f"{name}s"}} == {}
    manifest, _ = load_yaml(tmp_path / "draft" / "game.yaml", "game.yaml", "game")
    for language, title in manifest["title"].items():
        head = (GAMES / "lantern_pass" / f"rulebook.{language}.md").read_text("utf-8").partition("\n")[0]
        assert title == head.lstrip("# ")


def _preferred(form: str | dict[str, str]) -> str:
    return form if isinstance(form, str) else form["preferred"]


def test_what_cannot_be_read_writes_nothing(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_bytes(bytes(range(256)))
    done = regola("new", str(tmp_path / "draft"), "--from", f"it={book}")
    assert done.returncode == 1
    assert "binary" in done.stderr
    assert not (tmp_path / "draft").exists()


def test_what_was_decided_about_the_book_alone_is_taken_along(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("# 1. Navi\n\nOgni nave nave ha tre remi.\n", "utf-8")
    alone = ("crosscheck", "--source", f"it={book}")
    found = json.loads(regola(*alone, "--json").stdout)["findings"]
    name = next(one["name"] for one in found if one["kind"] == "spelling")
    assert regola(*alone, "--accept", name, "--because", "printed so").returncode == 0
    kept = book.with_name("book.txt.desk.yaml").read_text("utf-8")
    assert "$schema" not in kept
    assert regola("new", str(tmp_path / "draft"), "--from", f"it={book}").returncode == 0
    held = json.loads(regola("crosscheck", str(tmp_path / "draft"), "--source", f"it={book}", "--json").stdout)
    assert [(one["name"], one["because"]) for one in held["accepted"]] == [(name, "printed so")]


def test_an_empty_draft_has_nothing_encoded(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "libro.md"
    book.write_text("".join(f"**{n}.1 Porto.** La barca può muovere di {n} spazi.\n\n" for n in range(1, 6)), "utf-8")
    assert regola("new", str(tmp_path / "bozza"), "--from", f"it={book}").returncode == 0
    told = regola("crosscheck", str(tmp_path / "bozza"), "--source", f"it={book}").stdout
    assert "it: 5 sections, 0 encoded (0%)" in told
    assert "section-not-encoded" not in told
    assert "no findings" in regola("check", str(tmp_path / "bozza")).stdout
