"""One slip of the pen is one finding, whatever else it makes unreadable."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from support.command import Run
from support.effort import some
from support.paths import GAMES

GAME = GAMES / "lantern_pass"


SLIPS = [
    ("ogni notte successiva", "ogni notte sucessiva"),
    ("hanno al massimo forza 1", "hanno al masimo forza 1"),
]
ORDERS = [("it", "en"), ("en", "it")]


# Of three that are tried each slip, each order, and both with rules and without are among them.
@pytest.mark.parametrize(
    ("word", "slip", "game", "order"),
    some((*slip, *rest) for slip, *rest in product(SLIPS, [(), ("lantern_pass",)], ORDERS)),
)
def test_a_misprinted_word_is_not_missed(
    regola: Run, tmp_path: Path, word: str, slip: str, game: tuple[str, ...], order: tuple[str, str]
) -> None:
    text = (GAME / "rulebook.it.md").read_text("utf-8")
    assert text.count(word) == 1
    book = tmp_path / "book.md"
    book.write_text(text.replace(word, slip), "utf-8")
    files = {"it": book, "en": GAME / "rulebook.en.md"}
    sources = [part for code in order for part in ("--source", f"{code}={files[code]}")]
    said = regola("crosscheck", *game, *sources, "--no-index", "--all").stdout
    assert said.count("[word-misspelt]") == 1
    assert said.count("accepted as") == 1, said
    book.write_text(text.replace(word, ""), "utf-8")
    missed = regola("crosscheck", *game, *sources, "--no-index", "--all").stdout
    assert "accepted as languages-word@" in missed


def test_a_term_of_several_words_is_told_whole(regola: Run, tmp_path: Path) -> None:
    text = (GAME / "rulebook.it.md").read_text("utf-8")
    was = "il rinforzo: una carovana per"
    assert text.count(was) == 1
    book = tmp_path / "book.md"
    book.write_text(text.replace(was, "il rinforzo: una banda per"), "utf-8")
    sources = ("--source", f"it={book}", "--source", f"en={GAME / 'rulebook.en.md'}")
    said = regola("crosscheck", "lantern_pass", *sources, "--no-index", "--all").stdout
    assert "and of `mule train` in the other text" in said


@pytest.mark.parametrize("order", [("it", "en"), ("en", "it")])
def test_of_a_sentence_that_was_left_in_the_first_language_no_word_is_told(
    regola: Run, tmp_path: Path, order: tuple[str, str]
) -> None:
    mine, left = (
        "Tutti gli spostamenti insieme non superano mai due colonne, in un senso o nell'altro.",
        "All shifts together never come to more than two columns, in either direction.",
    )
    text = (GAME / "rulebook.en.md").read_text("utf-8")
    assert text.count(left) == 1
    assert mine in (GAME / "rulebook.it.md").read_text("utf-8")
    book = tmp_path / "book.md"
    book.write_text(text.replace(left, mine), "utf-8")
    files = {"it": GAME / "rulebook.it.md", "en": book}
    sources = [part for code in order for part in ("--source", f"{code}={files[code]}")]
    said = regola("crosscheck", *sources, "--no-index", "--all").stdout
    assert "[words-foreign]" in said
    assert "languages-word" not in said, said
