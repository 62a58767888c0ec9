"""A text in another language than it is told to be, without sections, or with letters gone wrong: one line says so."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_crosscheck.book.odd_letters import detect_odd_letters
from regola_crosscheck.language.other_language import language_of
from support.command import Run
from support.effort import every_third
from support.paths import DATA, GAMES

ITALIAN, ENGLISH = ((GAMES / "lantern_pass" / f"rulebook.{one}.md").read_text("utf-8") for one in ("it", "en"))
WAYS = [
    ("mac_roman", "cp1252"),
    ("utf-8", "cp1252"),
    ("utf-8", "mac_roman"),
    ("cp850", "cp1252"),
    ("cp850", "mac_roman"),
    ("cp1252", "mac_roman"),
    ("cp1252", "cp850"),
    ("utf-8", "ascii"),
]


def test_a_text_tells_its_language_by_small_words() -> None:
    assert (language_of(ITALIAN), language_of(ENGLISH)) == ("it", "en")
    for path in sorted((DATA / "chapters").glob("*.en.md")):
        assert language_of(path.read_text("utf-8")) == "en"
    assert language_of("La lanterna del porto.") == ""
    assert (
        language_of(
            " ".join(
                [
                    "Chaque barque peut sortir du port de nuit avec trois filets, mais elle doit rentrer avant que le phare soit éteint."
                ]
                * 9
            )
        )
        == ""
    )


@pytest.mark.parametrize("told", every_third([["it=en", "en=it"], ["it=en"], ["fr=it"]]))
def test_another_language_is_one_line_that_says_how_to_write_it(regola: Run, tmp_path: Path, told: list[str]) -> None:
    for name, text in (("it", ITALIAN), ("en", ENGLISH)):
        (tmp_path / name).write_text(text, "utf-8")
    words = [word for one in told for word in ("--source", f"{one[:-2]}{tmp_path / one[-2:]}")]
    said = regola("crosscheck", *words).stdout
    assert said.count("[other-language]") == len(told)
    assert "[words-foreign]" not in said
    assert "[word-misspelt]" not in said
    for one in told:
        assert f"--source {one[-2:]}={tmp_path / one[-2:]}`" in said
    assert "[other-language]" not in regola("crosscheck", *words, "--force").stdout


def test_what_begins_with_a_text_asks_its_language_as_well(regola: Run, tmp_path: Path) -> None:
    for name, text in (("it", ITALIAN), ("en", ENGLISH)):
        (tmp_path / name).write_text(text, "utf-8")
    right, wrong = f"en={tmp_path / 'en'}", f"it={tmp_path / 'en'}"
    drafted = regola("new", str(tmp_path / "bozza"), "--from", wrong)
    assert (drafted.returncode, drafted.stderr.count("[other-language]")) == (1, 1)
    assert f"write `--from {right}`" in drafted.stderr
    assert not (tmp_path / "bozza").exists()
    exported = regola("texts", "--book", wrong, "--to", "fr", "--format", "tmx")
    assert (exported.returncode, exported.stderr.count("[other-language]")) == (1, 1)
    assert f"write `--book {right}`" in exported.stderr
    assert regola("texts", "--book", right, "--to", "it", "--format", "tmx").returncode == 0
    begun = regola("texts", "--book", right, "--book", wrong, "--format", "tmx")
    assert "[other-language]" not in begun.stderr


def test_where_no_text_could_be_read_rules_are_spoken_of_only_of_a_game(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(b"%PDF-1.4 and no more")
    words = ("--source", f"it={tmp_path / 'book.pdf'}")
    assert "no text could be read" in regola("crosscheck", *words).stdout
    assert "no text was held against the rules" in regola("crosscheck", "lantern_pass", *words).stdout


def test_of_a_language_without_words_it_is_said_what_is_not_checked(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "livre.txt"
    book.write_text("\n\n".join(f"**{n}.1 Port.** La barque sort du port." for n in range(1, 6)), "utf-8")
    assert "of `fr` no words are kept" in regola("crosscheck", "--source", f"fr={book}").stdout
    assert "no words are kept" not in regola("crosscheck", "--source", f"it={book}").stdout


@pytest.mark.parametrize(("sections", "told"), [(0, "no section"), (1, "only one section")])
def test_a_text_without_sections_is_no_praise(regola: Run, tmp_path: Path, sections: int, told: str) -> None:
    book = tmp_path / "book.md"
    book.write_text("# Il porto\n" * sections + "Le barche escono di notte.\n", "utf-8")
    said = regola("crosscheck", "--source", f"it={book}").stdout
    assert f"warning[few-sections]: {told}" in said
    assert "`### 9.5 Title`" in said
    assert "words of text: if it should have more" in said
    book.write_text("# Il porto\n" * sections + "Le barche escono di notte.\n" * 40, "utf-8")
    assert "if it should have more" not in regola("crosscheck", "--source", f"it={book}").stdout
    book.write_text("# Il porto\n\nCalmo.\n\n# Il mare\n\nMosso.\n", "utf-8")
    assert "few-sections" not in regola("crosscheck", "--source", f"it={book}").stdout


@pytest.mark.parametrize(("written", "read"), WAYS)
def test_letters_that_were_read_wrongly_are_told(written: str, read: str) -> None:
    found = detect_odd_letters(ITALIAN.encode(written, "replace").decode(read, "replace"), "book")
    assert found is not None
    assert found.code.slug == "odd-letters"
    assert "UTF-8" in found.help
    if read != "ascii":
        assert found.message.rpartition("`")[0].rpartition("`")[2] in ITALIAN.replace("\n", " ").split(" ")


def test_letters_as_they_are_are_not(regola: Run, tmp_path: Path) -> None:
    assert detect_odd_letters(ITALIAN, "book") is None
    assert detect_odd_letters("Según el señor, él metió la barca en el puerto… – “¿qué?”" * 5, "book") is None
    book = tmp_path / "book.txt"
    book.write_bytes(ITALIAN.encode("mac_roman", "replace"))
    assert "odd-letters" not in regola("crosscheck", "--source", f"it={book}").stdout
