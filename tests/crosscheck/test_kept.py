"""What a run of the crosscheck keeps changes nothing that the next one finds, whatever has become of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from regola_cli.desk.look import Asked, Desk
from regola_compiler.driver import understand
from regola_compiler.model.program import Program
from regola_compiler.project.game import load_game
from regola_crosscheck.base import context
from regola_crosscheck.base.index import Index, read_index, refreshed, with_decision
from regola_crosscheck.base.inputs import KINDS, index_path
from regola_crosscheck.checks import spelling as checks_spelling
from regola_crosscheck.language import morphology, spelling
from regola_crosscheck.run import CHECKS, crosscheck_files, no_game
from regola_dsl import cache, parser
from regola_dsl.parser import File
from regola_dsl.source import Source
from support.command import Run
from support.effort import dear, every_third
from support.paths import GAMES


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of its own for what is kept."""
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("REGOLA_CACHE", str(folder))
    cache.folder.cache_clear()
    yield folder
    cache.folder.cache_clear()


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """The tutorial's game with the first chapters of its book: a run over them is soon over."""
    folder = tmp_path / "game"
    shutil.copytree(GAMES / "lantern_pass", folder)
    for book in folder.glob("rulebook.*.md"):
        text, chapter, _ = book.read_text("utf-8").partition("\n## 7")
        assert chapter
        book.write_text(text, "utf-8")
    return folder


def found(game: Path) -> list[str]:
    """The findings of a run as a new process would make it, as text."""
    morphology.WORDS.clear()
    compiled = understand(load_game(game, "lantern_pass"))
    texts = {language: game / f"rulebook.{language}.md" for language in ("it", "en")}
    report = crosscheck_files(compiled, texts, game)
    return [repr(one) for one in (*report.found, report.accepted, report.hidden, *report.diagnostics)]


def test_a_run_after_a_change_finds_what_one_without_memory_finds(
    kept: Path, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of a text, and of an index, after the other; then what was kept, damaged."""
    (game / "sources").mkdir(exist_ok=True)
    compiled = understand(load_game(game, "lantern_pass"))
    bare = crosscheck_files(compiled, {"en": game / "rulebook.en.md"}, game)
    index_path(game, "en").write_text(refreshed(Index("en.yaml"), bare.contexts["en"]), "utf-8")
    pick = Random(5)
    turns = dear(4)
    for turn in range(turns):
        file = game / "rulebook.en.md" if turn % 2 == 0 else index_path(game, "en")
        lines = file.read_text("utf-8").split("\n")
        place = pick.choice([n for n, line in enumerate(lines) if any(char.isdigit() for char in line) and n > 5])
        lines[place] = lines[place].replace("2", "3").replace("1", "2")
        file.write_text("\n".join(lines), "utf-8")
        remembered = found(game)
        pack = kept / "crosscheck"
        assert pack.is_file()
        if turn == turns - 1:
            data = bytearray(pack.read_bytes())
            data[len(data) // 2] ^= 1
            pack.write_bytes(bytes(data))
            assert found(game) == remembered
        with monkeypatch.context() as patch:
            patch.setenv("REGOLA_CACHE", "off")
            cache.folder.cache_clear()
            assert found(game) == remembered
        cache.folder.cache_clear()


def test_a_run_after_an_edit_asks_no_list_for_a_word_that_was_asked_for_before(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of neither language: a word that one lacks is asked of the other, and the lists of both are dear to unpack."""
    assert kept.is_dir()
    text = (GAMES / "lantern_pass" / "damaged" / "rulebook.it.md").read_text("utf-8")
    book = tmp_path / "book.md"

    def run(words: str) -> list[str]:
        morphology.WORDS.clear()
        book.write_text(words, "utf-8")
        found = crosscheck_files(no_game({"it": book}), {"it": book}, tmp_path, alone=True).found
        return [one.name for one in found if one.kind == "spelling"]

    first = run(text)
    assert first
    asked: list[tuple[object, ...]] = []
    for module in (spelling, morphology):
        monkeypatch.setattr(
            module, "word_frequencies" if module is spelling else "_simplemma", lambda *of: asked.append(of)
        )
    assert run(text.replace("mai due colonne", "mai 17 colonne", 1)) == first
    assert asked == []


def test_an_edit_of_the_text_reads_no_rule(
    kept: Path, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new session after a change of one section: the game is not parsed, and little else is looked at again."""
    (game / "rules" / "90_errata.regola").write_text(
        'erratum feast_days @6.6\n  it "E nei giorni di festa?"  en "And on feast days?"\n'
        '  @6.6 silent\n    it "Non se ne dice nulla"  en "Nothing is said of them"\n'
        '  unresolved\n    it "Da chiedere"  en "To be asked"\n',
        "utf-8",
    )
    book = tmp_path / "book.md"
    shutil.copy(game / "rulebook.en.md", book)
    asked = Asked(str(game), (f"en={book}",))
    read: list[str] = []
    parse_source = parser.parse_source

    def parsing(source: Source) -> File:
        read.append(source.path)
        return parse_source(source)

    monkeypatch.setattr(parser, "parse_source", parsing)
    # What the rules are resolved to may be asked of a cache: that is slow, too.
    rules = context.CrosscheckContext.program.fget
    assert rules is not None

    def asking(of: context.CrosscheckContext) -> Program:
        read.append("the rules")
        return rules(of)

    monkeypatch.setattr(context.CrosscheckContext, "program", property(asking))

    def look() -> tuple[list[str], int, int]:
        """What is found, how often rules were parsed or asked of, and how many parts were made."""
        morphology.WORDS.clear()
        read.clear()
        report = Desk(asked).look()[1]
        parts = report.contexts["en"].parts
        assert parts is not None
        return [repr(one) for one in (*report.found, report.hidden, *report.diagnostics)], len(read), parts.fresh

    first, parsed, everything = look()
    assert parsed
    assert any("feast_days" in one for one in first), "an erratum is told, or this test shows nothing of errata"
    for old, new in every_third((("may", "must"), ("2", "7"), ("not ", ""), ("first night.", "last night."))):
        lines = book.read_text("utf-8").split("\n")
        place = next(n for n, line in enumerate(lines) if n > 40 and len(line) > 60 and f" {old}" in line)
        lines[place] = lines[place].replace(f" {old}", f" {new}", 1)
        book.write_text("\n".join(lines), "utf-8")
        remembered, parsed, made = look()
        assert parsed == 0
        assert 0 < made < everything / 3
        with monkeypatch.context() as patch:
            patch.setenv("REGOLA_CACHE", "off")
            cache.folder.cache_clear()
            assert look()[0] == remembered
        cache.folder.cache_clear()


def test_a_report_is_said_again_only_while_all_it_rests_on_is_the_same(
    regola: Run, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of a text, of its index, of the glossary, of a rule, of what is asked for: each is seen."""
    book = game / "rulebook.en.md"
    given = ("crosscheck", "game", "--source", f"en={book}")
    asked = [("crosscheck", "game"), (*given, "--json"), (*given, "--strict", "--kind", "numbers"), (*given, "--all")]

    def said(cached: str, words: tuple[str, ...]) -> tuple[int, str, str]:
        monkeypatch.setenv("REGOLA_CACHE", cached)
        ran = regola(*words, cwd=tmp_path)
        return ran.returncode, ran.stdout, ran.stderr

    def swap(file: Path, old: str, new: str) -> None:
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")

    changes = [
        (book, "2", "3"),
        (index_path(game, "en"), "denials 1", "denials 2"),
        (game / "glossary.yaml", "preferred: ", "preferred: other "),
        (next(iter(sorted(game.glob("rules/*.regola")))), "@1", "@2"),
        (game / "game.yaml", "rulebook.it.md", "rulebook.en.md"),
    ]
    tried = every_third(zip(cycle(asked), changes, strict=False))
    kept = str(tmp_path / "kept")
    for words in dict.fromkeys(words for words, _ in tried):
        said(kept, words)
    monkeypatch.setenv("REGOLA_CACHE", "off")  # or the text as it was read would be kept too, to be shown beside drift
    regola(*given, "--index", cwd=tmp_path)
    for words, (file, old, new) in tried:
        swap(file, old, new)
        fresh = said("off", words)
        assert said(kept, words) == fresh
        assert said(kept, words) == fresh
    cache.folder.cache_clear()


def test_the_kinds_that_can_be_asked_for_are_those_that_are_looked_for() -> None:
    assert tuple(check.kind for check in CHECKS) == KINDS


def test_an_index_that_was_kept_is_written_with_its_comments(tmp_path: Path) -> None:
    """What it is made of is read from the file again where the file is to be written."""
    file = tmp_path / "en.yaml"
    file.write_text(
        'language: en\nsections:\n  - {id: "1", title: "One"}  # ours\naccepted:\n  - {finding: a-b@1, because: b}\n',
        "utf-8",
    )
    index, wrong = read_index(file, "en.yaml")
    assert index is not None, wrong
    again = Index.of_plain(index.plain(), "en.yaml", file)
    assert (again.entries, again.accepted, again.data) == (index.entries, index.accepted, None)
    written = with_decision(again, "c-d@1", "so it is")
    assert written == with_decision(index, "c-d@1", "so it is")
    assert "# ours" in written


def test_what_was_read_in_a_passage_is_not_read_again_by_a_new_process(
    kept: Path, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an edit of one section its words and sentences are read, and those of no other."""
    assert kept.is_dir()
    book = game / "rulebook.it.md"
    read: dict[str, list[str]] = {"vocabulary": [], "sentences": [], "elisions": []}
    for what, module, name in (
        ("vocabulary", checks_spelling, "words_of_passage"),
        ("sentences", context, "sentences_of"),
        ("elisions", checks_spelling, "elisions"),
    ):
        real = getattr(module, name)

        def reading(of: Any, *more: Any, real: Any = real, what: str = what) -> Any:
            read[what].append(getattr(of, "text", of))
            return real(of, *more)

        monkeypatch.setattr(module, name, reading)

    def look() -> None:
        morphology.WORDS.clear()
        for texts in read.values():
            texts.clear()
        crosscheck_files(understand(load_game(game, "lantern_pass")), {"it": book}, game)

    look()
    before = {what: len(texts) for what, texts in read.items()}
    assert min(before.values()) > 10
    lines = book.read_text("utf-8").split("\n")
    place = next(n for n, line in enumerate(lines) if n > len(lines) // 2 and len(line) > 60)
    lines[place] += " Il carro si ferma qui."
    book.write_text("\n".join(lines), "utf-8")
    look()
    for texts in read.values():
        assert len(texts) == 1
        assert "Il carro si ferma qui." in texts[0]


def test_a_slip_elsewhere_is_told_again_after_each_edit_in_one_process(tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    slip = "1.1 Il fante usa l artiglieria, e un'attacco del nemico."
    desk = Desk(Asked(None, (f"it={book}",), force=True))
    told = []
    for number in range(4):
        book.write_text(f"{slip}\n\n1.2 Ogni fante muove di {number + 2} spazi.\n", "utf-8")
        told.append([one.name for one in desk.look()[1].found if one.kind == "spelling"])
    assert told[0]
    assert told == told[:1] * 4
