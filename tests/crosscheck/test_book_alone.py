"""A book that nobody has encoded, held against itself: the command without a game, in every format, its decisions kept."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from regola_crosscheck.run import CHECKS, crosscheck, no_game
from regola_dsl.source import Source
from support.command import Run

BOOK = """\
**1.1 Il porto.** Ogni barca ha quattro remi (vedi 3.9).

**1.2 La notte.** Di notte le barche non possono salpare.

**1.4 La marea.** Con la luna piena si somma 1.

**1.5 Il vento.** Contro vento nessuno rema.
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "regole.txt"
    path.write_text(BOOK, "utf-8")
    return path


def test_a_book_alone_is_held_against_itself(regola: Run, book: Path) -> None:
    done = regola("crosscheck", "--source", f"it={book}", "--confidence", "possible")
    assert "section-skipped" in done.stdout
    assert "reference-dangling" in done.stdout
    assert "encoded" not in done.stdout  # nothing is, and nobody said it should be
    assert done.stdout.rstrip().splitlines()[-2] == "it: 4 sections"
    assert sorted(path.name for path in book.parent.iterdir()) == ["regole.txt"]


@pytest.mark.parametrize(("form", "key"), [("json", "findings"), ("sarif", "runs")])
def test_it_is_told_to_other_programs(regola: Run, book: Path, form: str, key: str) -> None:
    done = regola("crosscheck", "--source", f"it={book}", "--format", form)
    assert json.loads(done.stdout)[key]


def test_its_page_says_nothing_of_rules(regola: Run, book: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    regola("crosscheck", "--source", f"it={book}", "-o", str(page))
    text = page.read_text("utf-8")
    assert "section-skipped@1.3" in text
    assert "Not encoded" not in text


def test_a_decision_is_kept_beside_the_text(regola: Run, book: Path) -> None:
    name = "section-skipped@1.3"
    done = regola("crosscheck", "--source", f"it={book}", "--accept", name, "--because", "printed so")
    kept = book.with_name("regole.txt.desk.yaml")
    assert kept.name in done.stdout
    again = json.loads(regola("crosscheck", "--source", f"it={book}", "--json").stdout)
    assert [one["name"] for one in again["accepted"]] == [name]
    assert name not in [one["name"] for one in again["findings"]]


def test_what_was_read_is_kept_beside_the_text_and_drift_is_told(regola: Run, book: Path) -> None:
    regola("crosscheck", "--source", f"it={book}", "--index")
    book.write_text(BOOK.replace("quattro", "cinque"), "utf-8")
    found = json.loads(regola("crosscheck", "--source", f"it={book}", "--json").stdout)["findings"]
    assert any(one["kind"] == "drift" and one["section"] == "1.1" for one in found)


def test_two_languages_are_held_together(regola: Run, book: Path) -> None:
    other = book.with_name("rules.txt")
    other.write_text(
        "**1.1 Port.** Each boat has five oars.\n\n**1.2 N.** A.\n\n**1.4 T.** A.\n\n**1.5 W.** A.\n", "utf-8"
    )
    found = json.loads(regola("crosscheck", "--source", f"it={book}", "--source", f"en={other}", "--json").stdout)
    assert any(one["kind"] == "languages" and one["section"] == "1.1" for one in found["findings"])


def test_findings_are_gone_through_by_key_and_decisions_kept(
    regola: Run, book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book.write_text(BOOK.replace("nessuno rema", "nessuno rema rema").replace("luna", "luna luna"), "utf-8")
    asked = ("crosscheck", "--source", f"it={book}")
    before = [one["name"] for one in json.loads(regola(*asked, "--json").stdout)["findings"]]
    assert len(before) == 3
    # The first is left, the second accepted for a reason; back, and then the end.
    monkeypatch.setattr("sys.stdin", StringIO("n\na\nprinted so\nb\nq\n"))
    done = regola(*asked, "--review")
    assert "1 decision kept, 2 findings left" in done.stderr
    assert "2 of 3 (accepted: printed so)" in done.stderr
    again = json.loads(regola(*asked, "--json").stdout)
    assert [(one["name"], one["because"]) for one in again["accepted"]] == [(before[1], "printed so")]
    assert [one["name"] for one in again["findings"]] == [before[0], before[2]]


def test_a_review_without_an_answer_keeps_nothing(regola: Run, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert regola("crosscheck", "--source", f"it={book}", "--review").returncode == 0
    assert not book.with_name("regole.txt.desk.yaml").exists()


def test_a_review_says_what_its_keys_do(regola: Run, book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("crosscheck", "--source", f"it={book}", "--review")
    monkeypatch.setattr("sys.stdin", StringIO("q\n"))
    once = regola(*asked).stdout
    monkeypatch.setattr("sys.stdin", StringIO("h\nx\nb\nq\n"))
    done = regola(*asked)
    assert done.stderr.count("goes on without a decision") == 2  # asked for, and behind the key that there is not
    assert "no such key: `x`" in done.stderr
    assert "this is the first one" in done.stderr
    assert done.stdout == once  # the finding stands above still


def test_without_game_and_text_it_says_what_to_name(regola: Run) -> None:
    done = regola("crosscheck")
    assert done.returncode == 2
    assert "name a game, or a rulebook's text alone" in done.stderr


def test_an_empty_program_is_silent_for_all_checks_that_need_rules() -> None:
    told = crosscheck(no_game({}).program, {"it": Source("it.txt", BOOK)}, alone=True)
    assert {one.kind for one in told.found} <= {check.kind for check in CHECKS if check.of_book}
    assert not any("encode" in one.diagnostic.message for one in told.found)
