"""Words of other languages for those of this one: the files they stand in, and what is made of a line with them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_dsl.declarations import KINDS
from regola_dsl.meant.phrases import phrases_of
from regola_dsl.meant.vocabulary import Vocabulary, translated, vocabularies
from regola_dsl.parsing.words import keywords


@pytest.fixture(params=vocabularies(), ids=lambda one: next(iter(one.words)))
def vocabulary(request: pytest.FixtureRequest) -> Vocabulary:
    found: Vocabulary = request.param
    return found


def test_what_a_word_is_here_is_of_the_language_or_of_a_phrase_that_is_understood(vocabulary: Vocabulary) -> None:
    phrases = " ".join(pattern.pattern for kind in KINDS for pattern, _ in phrases_of(kind, first=True))
    known = {*keywords(), "anyone", *re.findall(r"[a-z]+", phrases)}
    strange = {
        (word, part)
        for word, meanings in vocabulary.words.items()
        for here in meanings
        for part in re.findall(r"[a-z]+", here)
        if part not in known
    }
    assert strange == set()


def test_words_are_written_small_as_they_are_looked_up(vocabulary: Vocabulary) -> None:
    assert {word for word in (*vocabulary.words, *vocabulary.alone) if word != word.casefold()} == set()


@given(st.lists(st.sampled_from([*vocabularies()[0].words, "u.kind", '"se"', "@se/1", "# se", "x", "(", ")", "1"])))
def test_texts_sections_fields_and_remarks_stay_as_they_are(words: list[str]) -> None:
    text = " ".join(words)
    kept = re.findall(r'"se"|@se/1|u\.kind', text.partition("#")[0])
    for line in translated(text, len(text)):
        assert re.findall(r'"se"|@se/1|u\.kind', line.partition("#")[0]) == kept
        assert line.partition("#")[1:] == text.partition("#")[1:]


def test_words_of_two_meanings_do_not_multiply() -> None:
    assert len(list(translated("se se non tra tra per per dato dato " * 20, 400))) <= 12
