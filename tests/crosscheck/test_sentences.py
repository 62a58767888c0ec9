"""The sentences of a section, with the place of each character, and the meaning words in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_crosscheck.book.outline import outline
from regola_crosscheck.book.sentences import Sentence, sentences_of
from regola_crosscheck.book.text import Passage, read_text
from regola_crosscheck.language.language_file import language_file
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.language.meaning import CLASSES, OPPOSITES, are_opposites, meaning_words
from support.paths import GAMES, ROOT

BOOKS = sorted((ROOT.parent / "shared" / "rulebooks").glob("*.it.txt"))


def cut(text: str, language: str = "it", title: str = "") -> tuple[Sentence, ...]:
    return sentences_of(Passage(text, 1, 1, "book.txt"), lexicon(language), "1.1", title)


def texts(text: str, language: str = "it") -> list[str]:
    return [one.text for one in cut(text, language)]


def said(text: str, language: str = "it") -> list[tuple[str, str]]:
    return [(word.kind, word.value) for word in meaning_words(text, language)]


def test_abbreviations_and_section_numbers_end_no_sentence() -> None:
    assert texts("Una pedina, p. es. una banda, muove (cfr. 4.1.2). Poi si ferma. Vedi pag. 12 e la fig. 3. Fine.") == [
        "Una pedina, p. es. una banda, muove (cfr. 4.1.2).",
        "Poi si ferma.",
        "Vedi pag. 12 e la fig. 3.",
        "Fine.",
    ]
    assert texts("A unit, e.g. a band, moves (cf. 4.1.2). It stops at 5. Then it rests.", "en") == [
        "A unit, e.g. a band, moves (cf. 4.1.2).",
        "It stops at 5.",
        "Then it rests.",
    ]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("finché", "finchè"), ("fintantoché", "fintantochè"), ("purché", "purchè"), ("nonché", "nonchè")],
)
def test_an_accent_that_leans_the_wrong_way_is_read_all_the_same(right: str, wrong: str) -> None:
    assert said(f"Si muove {wrong} sia in gioco") == said(f"Si muove {right} sia in gioco") != []


def test_breaks_of_a_scanner_are_mended_and_places_stay() -> None:
    text = "Il rifornimen-\nto non si trac-\ncia oltre\n\n12\n\nil fiume. Punto."
    first, second = cut(text)
    assert first.text == "Il rifornimento non si traccia oltre il fiume."
    assert second.text == "Punto."
    at = first.text.index("fiume")
    assert (first.span(at, at + 5).line, first.span(at, at + 5).column) == (7, 4)
    assert (first.line, first.last_line) == (1, 7)


def test_parts_of_a_list_hang_on_the_words_before_it() -> None:
    found = cut("Si perde se:\n- una pedina è presa;\n- 2. la base cade.\n\nPoi si gioca.")
    assert [(one.kind, one.lead) for one in found] == [("sentence", 0), ("item", 1), ("item", 1), ("sentence", 0)]


def test_headings_rows_and_examples_are_told_apart() -> None:
    text = "Il tiro.** Si tira un dado.\n\n| a | b |\n|---|---|\n| 1. Uno | 2 |\n\n> *Esempio 1.* Esce 3. Vale 3.\n\nBasta."
    found = cut(text, title="Il tiro")
    assert [(one.kind, one.text) for one in found] == [
        ("heading", "Il tiro."),
        ("sentence", "Si tira un dado."),
        ("example", "Esempio 1."),
        ("example", "Esce 3."),
        ("example", "Vale 3."),
        ("sentence", "Basta."),
    ]


@given(st.text(alphabet="aà B.,;:-*#|>\n\t12(){}…¬", max_size=120))
def test_every_character_of_a_sentence_stands_where_it_says(text: str) -> None:
    for one in cut(text):
        assert one.text == one.text.strip()
        for at, char in enumerate(one.text):
            there = text[one.offset(at)]
            assert there == char or (char == " " and there.isspace())
        places = [one.offset(at) for at in range(len(one.text))]
        assert places == sorted(places)


@pytest.mark.parametrize("path", [*BOOKS, *(GAMES / "lantern_pass").glob("rulebook.*.md")], ids=lambda path: path.name)
def test_no_word_of_a_book_is_lost_but_those_of_tables(path: Path) -> None:
    language = path.name.split(".")[1]
    text, _ = read_text(path, path.name)
    assert text is not None
    book = outline(language, path.name, text)
    lost = kept = 0
    for section in book.sections:
        passage = book.passage(section)
        covered = [0] * len(passage.text)
        for one in sentences_of(passage, lexicon(language), section.id, section.title):
            for at in range(len(one.text)):
                covered[one.offset(at)] += 1
        assert max(covered, default=0) <= 1
        for place, char in enumerate(passage.text):
            line = passage.text[passage.text.rfind("\n", 0, place) + 1 :].split("\n", 1)[0]
            if char.isalpha() and "|" not in line and "\t" not in line and "  " not in line.strip():
                lost, kept = lost + (not covered[place]), kept + bool(covered[place])
    assert lost <= 0.01 * (lost + kept), (lost, kept)


def test_words_are_the_same_meaning_in_both_languages() -> None:
    assert said("Non può entrare prima di almeno due notti, a meno che non sia amica") == [
        ("modal", "must not"),
        ("direction", "into"),
        ("time", "before"),
        ("bound", "at least"),
        ("number", "2"),
        ("condition", "unless"),
        ("side", "own"),
    ]
    assert said("It cannot enter before at least two nights unless friendly", "en") == [
        ("modal", "must not"),
        ("direction", "into"),
        ("time", "before"),
        ("bound", "at least"),
        ("number", "2"),
        ("condition", "unless"),
        ("side", "own"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("può attaccare", "deve attaccare", "it"),
        ("può attaccare", "non può attaccare", "it"),
        ("prima del turno", "dopo il turno", "it"),
        ("almeno tre", "al massimo tre", "it"),
        ("più di tre", "meno di tre", "it"),
        ("uno e due", "uno o due", "it"),
        ("ogni pedina", "nessuna pedina", "it"),
        ("l'attaccante", "il difensore", "it"),
        ("una pedina amica", "una pedina nemica", "it"),
        ("arrotondato per eccesso", "arrotondato per difetto", "it"),
        ("may attack", "must attack", "en"),
        ("at least 3", "at most 3", "en"),
        ("before it", "after it", "en"),
        ("one and two", "one or two", "en"),
        ("the attacker", "the defender", "en"),
        ("into it", "out of it", "en"),
    ],
)
def test_a_word_put_for_its_contrary_is_a_change_of_value(one: str, other: str, language: str) -> None:
    pairs = [(a, b) for a, b in zip(said(one, language), said(other, language), strict=True) if a != b]
    assert len(pairs) == 1
    ((kind, was), (same, now)) = pairs[0]
    assert kind == same
    assert are_opposites(kind, was, now)


def test_the_catalogues_know_the_same_meanings() -> None:
    values = [{(kind, value) for kind, value, _ in language_file(code).meanings} for code in ("it", "en")]
    assert {kind for kind, _ in values[0] | values[1]} | {"number"} == set(CLASSES)
    told = {(kind, value) for kind, pairs in OPPOSITES.items() for pair in pairs for value in pair}
    assert told <= values[0] | values[1]
