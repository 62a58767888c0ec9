"""`regola crosscheck --watch`: the real command in a process, told of changes by the files alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command import in_process
from support.paths import GAMES
from support.staying import staying

BOOK = """**1.1 Barca.** La barca ha 4 remi.

**1.2 Faro.** Il faro è sulla costa.

**1.3 Porto.** Il porto è chiuso di notte.

**1.4 Riva.** La riva è bassa. {}
"""
DANGLING = "Vedi 1.9."


@pytest.fixture
def book(tmp_path: Path) -> Path:
    file = tmp_path / "regole.md"
    file.write_text(BOOK.format(""), "utf-8")
    return file


def test_what_is_new_is_told_and_what_is_gone(book: Path) -> None:
    with staying("crosscheck", "--source", f"it={book}", "--watch") as desk:
        assert "it: 4 sections" in desk.until("watching")
        book.write_text(BOOK.format(DANGLING), "utf-8")
        told = desk.until("1 new, 0 gone")
        assert any("reference-dangling" in line for line in told)
        book.write_text(BOOK.format("Era vuota."), "utf-8")
        assert any(
            line.startswith("gone: ") and "reference-dangling@1.4" in line for line in desk.until("0 new, 1 gone")
        )
        assert desk.interrupt() == 0
        assert desk.until("ended")


def test_a_decision_and_a_glossary_count_as_changes(book: Path) -> None:
    book.write_text(BOOK.format(DANGLING), "utf-8")
    with staying("crosscheck", "--source", f"it={book}", "--watch") as desk:
        told = desk.until("watching")
        name = next(line for line in told if "accepted as" in line).rpartition(" ")[2]
        assert in_process("crosscheck", "--source", f"it={book}", "--accept", name, "--because", "so").returncode == 0
        assert any(name in line for line in desk.until("0 new, 1 gone"))
        terms = "terms:\n  boat:\n    it:\n      preferred: barca\n      forbidden:\n        - form: riva\n          because: no\n"
        book.with_name("glossary.yaml").write_text(terms, "utf-8")
        assert any("term-forbidden" in line for line in desk.until("1 new, 0 gone"))
        assert desk.interrupt() == 0


def test_half_written_and_vanished_files_are_survived(book: Path) -> None:
    with staying("crosscheck", "--source", f"it={book}", "--watch") as desk:
        desk.until("watching")
        book.unlink()
        desk.until("there is no file")
        book.write_bytes(b"\x00\x01\x02" * 500)
        desk.until("waiting for a text")
        book.write_text(BOOK.format(DANGLING), "utf-8")
        assert any("reference-dangling" in line for line in desk.until("1 new, 0 gone"))
        assert desk.interrupt() == 0


def test_rules_are_looked_at_again_and_may_be_half_written(tmp_path: Path) -> None:
    game = tmp_path / "lantern"
    shutil.copytree(GAMES / "lantern_pass", game, ignore=shutil.ignore_patterns("damaged"))
    rules = game / "rules" / "12_victory.regola"
    whole = rules.read_text("utf-8")
    with staying("crosscheck", str(game), "--source", f"it={game / 'rulebook.it.md'}", "--watch") as desk:
        desk.until("watching")
        rules.write_text(whole + "\ndefine", "utf-8")
        desk.until("the rules have errors")
        rules.write_text(whole.replace("-3 smugglers_captain", "-5 smugglers_captain"), "utf-8")
        told = desk.until("2 new, 0 gone")
        assert any("accepted as" in line and "@12.1" in line for line in told), told
        rules.write_text(whole, "utf-8")
        assert any(line.startswith("gone: ") for line in desk.until("0 new, "))
        assert desk.interrupt() == 0


def test_without_its_package_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, book: Path) -> None:
    monkeypatch.setattr("regola_cli.desk.watch.find_spec", lambda _name: None)
    said = in_process("crosscheck", "--source", f"it={book}", "--watch")
    assert (said.returncode, said.stderr) == (
        2,
        'regola: `--watch` needs the package `watchfiles`: pip install "regola[watch]"\n',
    )


@pytest.mark.parametrize("word", ["--watch", "--serve"])
@pytest.mark.parametrize(
    "other", [("--json",), ("--index",), ("--review",), ("-o", "report.html"), ("--report", "a.pdf")]
)
def test_what_stays_is_not_asked_for_with_what_is_written_once(word: str, other: tuple[str, ...], book: Path) -> None:
    said = in_process("crosscheck", "--source", f"it={book}", word, *other)
    assert said.returncode == 2
    assert word in said.stderr
