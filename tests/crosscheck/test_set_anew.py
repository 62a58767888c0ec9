"""A text that is only set anew is the same text: nothing of it is lost, and nothing has drifted."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from regola_crosscheck.base.index import Index, read_index, refreshed
from regola_crosscheck.book.outline import outline
from regola_crosscheck.book.sentences import sentences_of
from regola_crosscheck.book.text import Passage
from regola_crosscheck.book.tokens import scan
from regola_crosscheck.checks import drift
from regola_crosscheck.files.read import read_file
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.run import read_book
from regola_crosscheck.translation.blocks import blocks_of
from regola_dsl.source import Source
from support.book_files import FORMS, as_pdf, parts_of
from support.crosscheck_faults import Subject, tutorial
from support.effort import every_third, some
from support.paths import GAMES

BOOKS = {language: (GAMES / "lantern_pass" / f"rulebook.{language}.md").read_text("utf-8") for language in ("it", "en")}
# Columns, the width of the page in millimetres, and whether lines end at the edge.
PAGES = [
    (1, 100, False),
    (1, 130, True),
    (1, 148, True),
    (1, 180, False),
    (1, 210, True),
    (2, 140, True),
    (2, 160, False),
    (2, 180, True),
    (2, 190, False),
    (2, 220, True),
]
each_page = pytest.mark.parametrize(("columns", "width", "justify"), some(PAGES))


def words_of(text: str) -> Counter[str]:
    """Its words and numbers, the mark of a paragraph no word."""
    return Counter(re.findall(r"[^\W_]+", text))


def printed(markdown: str) -> str:
    """The words of the parts of a rulebook, one after the other."""
    return "\n\n".join(
        " ".join([part.text, *(cell for row in part.rows for cell in row)]) for part in parts_of(markdown)
    )


def read(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    source, found = read_file(path, path.name)
    assert source is not None
    assert not found
    return source


@each_page
@pytest.mark.parametrize("language", every_third(sorted(BOOKS)))
def test_no_word_of_a_page_is_lost_however_wide_it_is(
    language: str, columns: int, width: int, justify: bool, tmp_path: Path
) -> None:
    text = BOOKS[language]
    source = read(tmp_path / "book.pdf", as_pdf(text, columns, width, justify=justify))
    cut = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")  # a hyphen at the end of a line may be the word's, or not
    got, wanted = words_of(cut.sub("", source.text)), words_of(cut.sub("", printed(text)))
    assert (wanted - got, got - wanted) == (Counter(), Counter())
    # And none is lost on the way to a translator's program.
    book = outline(language, "book.pdf", source.text)
    units = words_of(cut.sub("", " ".join(block.text for block in blocks_of(book))))
    letters = Counter({word: times for word, times in wanted.items() if not word.isdigit()})
    assert letters - units == Counter()


def _drift(book: Subject, text: str, index: Index) -> list[str]:
    context = book.clean.with_book(read_book(book.language, Source("book", text), book.index))
    return [one.diagnostic.message for one in drift.check(context, index)]


def _index(book: Subject, folder: Path) -> Index:
    path = folder / "index.yaml"
    path.write_text(refreshed(Index(path.name), book.clean), "utf-8")
    index, _ = read_index(path, path.name)
    assert index is not None
    return index


@each_page
def test_a_text_set_anew_has_not_drifted(columns: int, width: int, justify: bool, tmp_path: Path) -> None:
    book = tutorial("it")
    text = read(tmp_path / "book.pdf", as_pdf(BOOKS["it"], columns, width, justify=justify)).text
    assert _drift(book, text, _index(book, tmp_path)) == []


@pytest.mark.parametrize(("language", "form"), some(product(sorted(BOOKS), FORMS)))
def test_a_text_saved_as_another_kind_of_file_has_not_drifted(form: str, language: str, tmp_path: Path) -> None:
    book = tutorial(language)
    text = read(tmp_path / f"book.{form}", FORMS[form](BOOKS[language])).text
    assert _drift(book, text, _index(book, tmp_path)) == []


# --- numbers at the head of a line ---------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(3))
def test_a_number_that_ends_a_sentence_is_read_wherever_its_line_ends(form: str, seed: int, tmp_path: Path) -> None:
    """Of paragraphs full of numbers behind colons and points each number is there, in its paragraph."""
    draw = random.Random(seed)
    words = "banda carovana pattuglia spazio sentiero lanterna si conta la merce che resta e il totale".split()
    parts = []
    for number in range(1, 25):
        said = [
            f"{' '.join(draw.choice(words) for _ in range(draw.randint(3, 14)))}: {draw.randint(1, 99)}."
            for _ in range(8)
        ]
        parts.append(f"**{number // 9 + 1}.{number % 9 + 1} Titolo.** {' '.join(one.capitalize() for one in said)}")
    text = "\n\n".join(parts) + "\n"
    source = read(tmp_path / f"book.{form}", FORMS[form](text))
    assert source.text == text


BROKEN = """\
**12.2 Esempio.** Hanno scaricato tre carovane e due bande:
11. Il capo dei contrabbandieri è stato preso, e si toglie
3. Il punteggio è 8: parità, come dice la tabella di 12.1.
"""
LISTED = """\
**3.1 La notte.** La notte ha tre fasi, e si giocano tutte:
1. Gli arrivi delle pedine che entrano da fuori della mappa.
2. Il movimento.
3. La battaglia.
"""


def test_a_number_that_a_line_only_happens_to_begin_with_is_no_number_of_a_list() -> None:
    words = lexicon("it")
    passage = Passage(BROKEN, 1, 1, "")
    assert [one.text for one in sentences_of(passage, words) if one.text[-1] in ".1"][1:3] == [
        "Hanno scaricato tre carovane e due bande: 11.",
        "Il capo dei contrabbandieri è stato preso, e si toglie 3.",
    ]
    assert [int(one.value) for one in scan(passage, words) if one.kind == "number" and not one.word] == [11, 3, 8]
    (block,) = (one for one in blocks_of(outline("it", "x", BROKEN)) if "Hanno" in one.text)
    assert words_of(block.words) == words_of(BROKEN)


def test_the_numbers_of_a_list_are_none_of_the_text() -> None:
    words = lexicon("it")
    passage = Passage(LISTED, 1, 1, "")
    assert [one.kind for one in sentences_of(passage, words)][-3:] == ["item"] * 3
    assert [one for one in scan(passage, words) if not one.word and one.kind == "number"] == []
