"""Words of other languages for those of this one: the files they stand in, and what is made of a line with them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_compiler.model.types import EnumType
from regola_compiler.resolve.reported.elsewhere import said_elsewhere
from regola_compiler.resolve.tables.meant_cells import asked_in_other_words
from regola_compiler.resolve.values.misread import meant_value
from regola_dsl.declarations import KINDS
from regola_dsl.meant.phrases import phrases_of
from regola_dsl.meant.vocabulary import Vocabulary, translated, vocabularies
from regola_dsl.parsing.words import keywords
from ruamel.yaml import YAML
from support.effort import some
from support.slips import Desk, Slip, shown

OTHER_WORDS = Path(__file__).parents[1] / "data" / "other_words.yaml"


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
    listed = (*vocabulary.words, *vocabulary.alone, *vocabulary.called, *chain(*vocabulary.joined.values()))
    assert {word for word in listed if word != word.casefold()} == set()


def test_what_spreadsheets_call_in_another_language_is_told_as_in_english(vocabulary: Vocabulary) -> None:
    for word, english in vocabulary.called.items():
        told = [said_elsewhere(kind, word, []) for kind in ("definition", "type")]
        assert told == [said_elsewhere(kind, english, []) for kind in ("definition", "type")]
        assert any(told), word


def test_what_joins_values_is_understood_in_cells_in_every_language(vocabulary: Vocabulary) -> None:
    # English joins in the patterns themselves.
    said: Mapping[str, tuple[str, ...]] = defaultdict(tuple, vocabulary.joined)
    cells = {
        **{f"{word} 2": "2-" for word in said["at_most"]},
        **{f"{word} 2": "2+" for word in said["at_least"]},
        **{f"2 {join} {word}": "2-" for join in said["or"] for word in said["or_less"]},
        **{f"2 {join} {word}": "2+" for join in said["or"] for word in said["or_more"]},
        **{f"{word} 2": "3+" for word in said["above"]},
        **{f"{word} 2": "1-" for word in said["below"]},
        **{f"{first} 2 {to} 4": "2-4" for first in said["from"] for to in (*said["to"], *said["and"])},
        **{f"2 {join} 4": "2, 4" for join in said["or"]},
    }
    assert {cell: str(asked_in_other_words(cell)) for cell in cells} == {
        cell: f"write `{here}`" for cell, here in cells.items()
    }
    scale = EnumType("Wind", ("still", "breeze", "gale"), True)
    for first, to, other in product(said["from"], said["to"], (*said["and"], *said["or"])):
        assert str(meant_value(f"{first} still {to} gale", scale)) == "write `still..gale`"
        assert str(meant_value(f"still {other} gale", scale)) == "write `still, gale`"


@given(st.lists(st.sampled_from([*vocabularies()[0].words, "u.kind", '"se"', "@se/1", "# se", "x", "(", ")", "1"])))
def test_texts_sections_fields_and_remarks_stay_as_they_are(words: list[str]) -> None:
    text = " ".join(words)
    kept = re.findall(r'"se"|@se/1|u\.kind', text.partition("#")[0])
    for line in translated(text, len(text)):
        assert re.findall(r'"se"|@se/1|u\.kind', line.partition("#")[0]) == kept
        assert line.partition("#")[1:] == text.partition("#")[1:]


def test_words_of_two_meanings_do_not_multiply() -> None:
    assert len(list(translated("se se non tra tra per per dato dato " * 20, 400))) <= 12


def _with_other_words() -> list[Slip]:
    """For each word of `other_words.yaml` its line with that word in it, and what must be told of it."""
    entries: list[dict[str, Any]] = YAML(typ="safe").load(OTHER_WORDS.read_text("utf-8"))
    found: list[Slip] = []
    for entry in entries:
        line, meant = entry["line"], entry["meant"]
        at = re.search(rf"(?<!\w){re.escape(meant)}(?!\w)", line)
        assert at is not None, f"`{meant}` does not stand in `{line}`"
        told = (f"`{entry.get('told', meant)}`",)
        for word in entry["words"]:
            slip = line[: at.start()] + word + line[at.end() :]
            found.append(Slip(OTHER_WORDS.stem, len(found) + 1, line, slip, "", told, game=entry.get("game", "")))
    return found


def test_what_a_designer_writes_for_a_word_of_the_language_is_told_as_that(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    slips = _with_other_words()
    assert len(slips) > 700
    told = [desk.tell(slip) for slip in some(slips, every=9)]
    assert not [shown(one) for one in told if one.grade != "right"]


def test_a_word_that_is_also_a_name_of_the_game_may_stay_one() -> None:
    assert "  +1 tardi when quando > 4" in translated("  +1 tardi quando quando > 4", 16, {"quando"})
    assert next(translated("giocatori Giocatore @1", 9)) == "players Giocatore @1"


def test_a_letter_that_names_something_joins_before_it_names() -> None:
    assert list(translated("  any x where x e e is x", 24, {"e"}))[:2] == [
        "  any x where x and and is x",
        "  any x where x and e is x",
    ]
