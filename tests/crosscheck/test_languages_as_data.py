"""A language is a file: each has the form that is asked, its patterns can be matched, and a third is read like the others."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from regola_crosscheck.language import language_file as data
from regola_crosscheck.language.constructions import broken_constructions
from regola_crosscheck.language.language_file import (
    ENGLISH,
    FOLDER,
    known_language,
    known_languages,
    language_file,
    read_language,
)
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.language.meaning import CLASSES, meaning_words
from regola_crosscheck.publisher.words import LANGUAGES

each_language = pytest.mark.parametrize("code", known_languages())


@each_language
def test_a_file_has_patterns_that_can_be_matched(code: str) -> None:
    words = language_file(code)
    patterns = [
        *msgspec.structs.asdict(words.patterns).values(),
        *(text for _, text in words.modal),
        *(text for _, _, text in words.meanings),
        *(text for one in words.constructions for text in (one.words, one.partner)),
        *words.numbers.parts,
        words.articles,
        *(text for text, _ in words.miswritten),
        *(text for _, _, text in (*words.beside.more, *words.beside.not_so)),
        *(getattr(words.beside, name) for name in ("even", "not_even", "ends", "behind_verb", "drawn", "often")),
    ]
    for pattern in patterns:
        re.compile(pattern)
        assert not re.search(r"\{[a-z]\w*\}", pattern), "a fragment that was not put in"
    beside = (*words.beside.more, *words.beside.not_so)
    assert {kind for kind, _, _ in (*words.meanings, *beside)} <= set(CLASSES)
    assert words.measures.keys() == language_file(ENGLISH).measures.keys()
    assert not words.beside.often or "(?P<word>" in words.beside.often
    assert all("(?P<word>" in one.words for one in words.constructions)
    assert not words.cells.yes & words.cells.no


@each_language
def test_a_language_has_its_letter(code: str) -> None:
    assert code in LANGUAGES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('decimal = "."', ""),
        ('decimal = "."', 'decimal = "."\ndeccimal = "."'),
        ('["must", ', '["ought", '),
        ("zero = 0", 'zero = "none"'),
        ("{must}", "{musst}"),
    ],
)
def test_a_file_of_another_form_is_refused(old: str, new: str) -> None:
    text = (FOLDER / "en.toml").read_text("utf-8")
    assert old in text
    with pytest.raises((msgspec.ValidationError, KeyError)):
        read_language(text.replace(old, new, 1))


def test_a_third_language_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """English with other words for two things: what is read with it is read so, by its file alone."""
    text = (FOLDER / "en.toml").read_text("utf-8")
    for old, new in (("two = 2", "deux = 2"), ("'(?:may|can|could|might)'", "'(?:peut|peuvent)'"), ("'no'", "'non'")):
        text = text.replace(old, new)
    for path in FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "fr.toml").write_text(text, "utf-8")
    monkeypatch.setattr(data, "FOLDER", tmp_path)
    data.known_languages.cache_clear()
    try:
        assert known_languages() == ("fr", "it", "en")
        assert (known_language("fr-CA"), known_language("de")) == ("fr", "en")
        said = {(word.kind, word.value) for word in meaning_words("Une unité peut avancer de deux cases", "fr")}
        assert said == {("modal", "may"), ("number", "2")}
        assert lexicon("fr").words.search("deux")
        assert not lexicon("en").words.search("deux")
        assert [one.text for one in broken_constructions("It may advance, nor attack.", "fr")] == ["nor"]
    finally:
        monkeypatch.undo()
        data.known_languages.cache_clear()
