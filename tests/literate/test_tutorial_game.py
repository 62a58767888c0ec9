"""The tutorial game as one book: the rulebook's text with the rules between its lines, and the same program."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from regola_compiler.driver import understand
from regola_compiler.ir.json import dump
from regola_compiler.literate.source import read_literate
from regola_compiler.project.game import load_game
from support.command import Run
from support.console_examples import commands_in
from support.games import understood
from support.literate_game import literate_book
from support.paths import GAMES, ROOT
from support.snapshot import hold

GAME = GAMES / "lantern_pass"
LITERATE = ROOT / "examples" / "lantern_pass"
BOOK = LITERATE / "rulebook.en.regola.md"
# Of what stands in an order that says nothing, by where it stands in the program: declarations, and the rules of an action.
UNORDERED = {"types", "facts", "functions", "rules", "assumptions", "examples", "order", "pieces", "norms"}


def program(folder: Path) -> Any:
    """The program of a game as data, what stands in no order that means anything in the order of its words."""
    game = load_game(folder, "lantern_pass")
    return in_order(json.loads(dump(understand(game).ir)))


def in_order(data: Any) -> Any:
    if isinstance(data, list):
        return [in_order(one) for one in data]
    if not isinstance(data, dict):
        return data
    made = {key: in_order(value) for key, value in data.items()}
    for key in UNORDERED & made.keys():
        if isinstance(made[key], list):
            made[key].sort(key=lambda one: json.dumps(one, sort_keys=True))
    return made


def test_the_book_has_every_rule_of_the_game_below_its_section() -> None:
    hold(BOOK, literate_book(GAME, GAME / "rulebook.en.md"))


@pytest.mark.parametrize("language", ["en", "it"])
def test_both_are_one_program(language: str, tmp_path: Path) -> None:
    folder = LITERATE
    if language != "en":
        folder = tmp_path / "lantern_pass"
        shutil.copytree(LITERATE, folder, ignore=shutil.ignore_patterns("*.regola.md"))
        book = literate_book(GAME, GAME / f"rulebook.{language}.md")
        (folder / f"rulebook.{language}.regola.md").write_text(book, "utf-8")
    made = program(folder)
    wanted = program(GAME)
    assert len(made["functions"]) > 50
    assert {key for key in wanted if made[key] != wanted[key]} <= {"sources"}


def test_what_the_program_says_does_not_change_with_the_order_of_a_word() -> None:
    """What is put in order for the comparison holds no order of meaning: a table's rows keep theirs."""
    data = json.loads(dump(understood("lantern_pass").ir))
    table = next(one for one in data["functions"] if one["name"] == "combat_table")
    assert in_order(table) == table


def test_the_prose_is_the_rulebook() -> None:
    book, wrong = read_literate(BOOK.name, BOOK.read_text("utf-8"))
    assert not wrong
    assert re.sub(r"\n{3,}", "\n\n", book.prose).rstrip() == (GAME / "rulebook.en.md").read_text("utf-8").rstrip()


def test_all_else_is_that_of_the_game() -> None:
    beside = [path.relative_to(LITERATE) for path in LITERATE.rglob("*") if path.is_file()]
    own = {Path("game.yaml"), Path("README.md"), Path(BOOK.name)}
    for path in set(beside) - own:
        assert (LITERATE / path).read_bytes() == (GAME / path).read_bytes(), path
    assert len(beside) > len(own) + 5


def test_the_book_checks_tests_and_stays_as_it_is_laid_out(regola: Run) -> None:
    place = LITERATE.relative_to(ROOT).as_posix()
    assert regola("check", place).stdout.startswith(
        "lantern_pass: 84 rules and tables, 44 examples, 0 errata: no findings"
    )
    assert regola("test", place).stdout == regola("test", "lantern_pass").stdout
    assert regola("fmt", "--check", place).returncode == 0


def test_the_headings_are_the_titles_of_the_reference(tmp_path: Path, regola: Run) -> None:
    assert regola("docs", LITERATE.as_posix(), "-o", tmp_path.as_posix()).returncode == 0
    page = (tmp_path / "index.html").read_text("utf-8")
    for title in read_literate(BOOK.name, BOOK.read_text("utf-8"))[0].titles.values():
        assert title.replace("'", "&#39;") in page or title in page, title


def test_the_translators_desk_finds_in_it_what_it_finds_in_the_rulebook(regola: Run) -> None:
    ran = regola("crosscheck", LITERATE.relative_to(ROOT).as_posix())
    assert ran.returncode == 0, ran.stdout
    assert "72 sections, 72 encoded" in ran.stdout
    assert "nothing found" in ran.stdout


def test_no_command_takes_it_for_a_second_game(regola: Run) -> None:
    from regola_compiler.project.game import all_games

    assert all_games(ROOT).count("lantern_pass") == 1
    assert not any("examples" in name for name in all_games(ROOT))


def test_what_its_page_shows_is_printed(regola: Run) -> None:
    shown = list(commands_in((LITERATE / "README.md").read_text("utf-8")))
    assert len(shown) == 2
    for words, output in shown:
        assert regola(*words).stdout.strip() == output.strip(), words
