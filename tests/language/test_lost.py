"""What would be lost without a word: files that are not read, texts in no language of the game, numbers of elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_compiler.project.game import peek_game
from regola_compiler.project.unread.files import unread_files
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.lexer import lex
from regola_dsl.parser import parse_source
from regola_dsl.source import Source

RULES = "enum Sea @1.1\n  calm, rough\n"


def _made(folder: Path, files: dict[str, str]) -> list[tuple[str, str]]:
    """What is told of the files of a folder: their names, and what to do."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return [(one.span.path, one.help) for one in unread_files(folder, "bay")[0]]


@pytest.mark.parametrize(
    ("name", "text", "remedy"),
    [
        ("rules/01_sea.regola.txt", RULES, "call it `rules/01_sea.regola`"),
        ("rule/01_sea.txt", RULES, "call it `rule/01_sea.regola`"),
        ("Rules/01_sea.REGOLA", RULES, "call it `Rules/01_sea.regola`"),
        ("sea.regola.txt", RULES, "call it `sea.regola`"),
        ("scenario/dawn.yaml", "id: dawn\n", "call it `scenarios/dawn.yaml`"),
        ("Maps/bay.yaml", "places: []\n", "call it `maps/bay.yaml`"),
        ("counters/more.YAML", "counters: []\n", "call it `counters/more.yaml`"),
        ("glossary.yml", "terms: {}\n", "call it `glossary.yaml`"),
        ("rules/game.yaml", "id: bay\n", "call it `game.yaml`"),
        ("dawn.yaml", "id: dawn\n", "put it into `scenarios/`"),
        ("bay.yml", "places: []\n", "put it into `maps/`"),
    ],
)
def test_a_file_that_is_not_read_is_told_with_its_name(tmp_path: Path, name: str, text: str, remedy: str) -> None:
    assert _made(tmp_path, {name: text}) == [(f"bay/{name}", remedy)]


def test_copies_notes_and_what_others_use_are_let_alone(tmp_path: Path) -> None:
    files = {
        "rules/01_sea.regola": RULES,
        "rules/01_sea.regola.bak": RULES,
        "rules/README.md": "How these rules are laid out.\n",
        "rules/plan.txt": "record the losses, then the weather\n",
        "notes/old.regola.txt": "some thoughts\n",
        "mkdocs.yml": "site_name: bay\n",
        "policies/bold.yaml": "prefer: []\n",
        "data/other.yaml": "id: other\n",
        "game.yaml": "id: bay\n",
        "game.yml": "id: bay\n",
    }
    assert _made(tmp_path, files) == []


def test_what_follows_from_rules_that_are_not_read_is_not_told(tmp_path: Path) -> None:
    from regola_compiler.incremental.session import Session

    game = tmp_path / "bay"
    use = "define loss(sea: Sea) -> int 0..3 @1.2\n  if sea is rough then 1 else 0\n"
    _made(game, {"rules/01_sea.txt": RULES, "rules/02_loss.regola": use})
    found = Session().check(peek_game(game, "bay")).found
    assert [one.code.slug for one in found] == ["file-not-read"]


def _first(text: str) -> Diagnostic:
    return parse_source(Source("bay.regola", text)).diagnostics[0]


@pytest.mark.parametrize(
    ("line", "help_text"),
    [
        ('  en "The "big" turn"', r'`"The \"big\"…"`'),
        ("  3 @5,1", "`@5.1`"),
        ("  1.500", "`1500`"),
        ("  max(0,5 * 2, 1)", "`0.5`"),
        ("  min(1,500, 2)", "`1500`"),
    ],
)
def test_a_number_or_a_text_as_printed_elsewhere_is_told(line: str, help_text: str) -> None:
    found = lex("bay.regola", [(1, "define loss() -> int 0..9 @1.1"), (2, line)])[1]
    assert len(found) == 1
    assert found[0].span.line == 2
    assert help_text in found[0].help


@pytest.mark.parametrize(
    "line",
    [
        '  en "The "',
        '  it "Uno"en "One"',
        "  3 @5, 1",
        "  3 @5.1,5.2",
        "  1.5",
        "  0.125",
        "  max(0, 5)",
        "  max(10,20)",
    ],
)
def test_what_is_written_as_it_should_be_is_let_alone(line: str) -> None:
    assert lex("bay.regola", [(1, "define loss() -> int 0..9 @1.1"), (2, line)])[1] == []


def test_one_line_has_each_language_once_and_a_line_below_says_more() -> None:
    twice = 'enum Sea @1.1\n  it "Mare"  it "Sea"\n  calm, rough\n'
    more = 'enum Sea @1.1\n  it "Mare"\n  it "Il mare è calmo o mosso"\n  calm, rough\n'
    assert "twice" in _first(twice).message
    assert parse_source(Source("bay.regola", more)).diagnostics == ()


def test_a_language_has_a_short_name() -> None:
    assert "`en`" in _first('enum Sea @1.1\n  english "Sea"\n  calm, rough\n').help


def test_a_file_of_an_old_mac_is_told_once() -> None:
    found = parse_source(Source("bay.regola", RULES.replace("\n", "\r"))).diagnostics
    assert ["line ends" in one.message for one in found] == [True]


def test_a_fact_of_a_place_begins_within_its_bounds() -> None:
    from regola_compiler.resolve.program import resolve_program

    text = "place Town @1.1\n  crowd: int 0..4 = 5 @1.2\n"
    _, found = resolve_program(list(parse_source(Source("bay.regola", text)).declarations), frozenset())
    assert [one.message for one in found] == ["this starting value is outside `int 0..4`"]


def test_a_game_and_its_folder_have_one_name(tmp_path: Path) -> None:
    from regola_compiler.project.game import load_game

    folder = tmp_path / "bay"
    _made(folder, {"game.yaml": "id: harbour\ntitle: {en: The Bay}\nlanguages: [en]\n", "rules/01.regola": RULES})
    found = load_game(folder, "bay").diagnostics
    assert [(one.weight, "`id: bay`" in one.help) for one in found] == [(Severity.WARNING, True)]
    (folder / ".git").mkdir()
    assert load_game(folder, "bay").diagnostics == [], "whoever clones it names the folder"
    (folder / ".git").rmdir()
    (folder / "game.yaml").write_text("id: bay\ntitle: {en: The Bay}\nlanguages: [en]\n", "utf-8")
    assert load_game(folder, "bay").diagnostics == []


@pytest.mark.parametrize(
    ("text", "help_text"),
    [
        ("enum La Costa @1.1\n  calm, rough\n", "`enum Costa @1.1`"),
        ("state the wind: int 0..4 = 1 @1.1\n", "`state wind: int 0..4 = 1 @1.1`"),
        ("also after a storm(s) @1.1\n  effect wind becomes 1\n", "`also after storm(s) @1.1`"),
        ("example calm @1.1\n  given sea rough, wind is 2\n  wind is 2\n", "`given sea is rough, wind is 2`"),
        (
            "table loss(sea: Sea, wind: int 0..2) -> int 0..3 @1.1\n  | sea | wind | loss |\n  otherwise 1\n",
            "`| otherwise | - | 1 |`",
        ),
        ('rule calm @1.1\n  s may sail unless wind > 2 it "Calma"\n', '`it "Calma"`'),
        ("rule calm over 7.3 @1.1\n  s may sail\n", "the names of rules, not their sections"),
        ('rule calm over "7.3" @1.1\n  s may sail\n', "the names of rules, not their sections"),
    ],
)
def test_what_was_meant_is_told(text: str, help_text: str) -> None:
    assert help_text in _first(text).help


@pytest.mark.parametrize(
    ("text", "help_text"),
    [
        ("define loss(wind: int 0..9) -> bool @1.1\n  wind is 5 or more\n", "`>= 5`"),
        ("define loss(wind: int 0..9) -> bool @1.1\n  wind > 7 or wind is 2 or fewer\n", "`<= 2`"),
        (
            "table loss(sea: int 0..1, wind: int 0..1) -> int 0..3 @1.1\n"
            "  | wind / sea | 0 | 1 |\n  | 0 | 1 | 2 |\n  | 1 | 1 | 2 |\n",
            r"`wind \ sea`",
        ),
        ("scale Odds @1.1\n  1-2, 1-1, 2-1\n\ndefine good(o: Odds) -> bool @1.2\n  o is 2 - 1\n", "`2-1`"),
    ],
)
def test_what_was_meant_is_told_of_what_can_be_read(text: str, help_text: str) -> None:
    from regola_compiler.resolve.program import resolve_program

    read = parse_source(Source("bay.regola", text))
    _, found = resolve_program(list(read.declarations), frozenset())
    assert [help_text in one.help for one in (*read.diagnostics, *found)] == [True]
