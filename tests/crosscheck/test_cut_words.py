"""Words cut at the end of a printed line: a hyphen of their own stays, one that only cuts them goes."""

from __future__ import annotations

import pytest
from regola_crosscheck.files.blocks import Paragraph, Piece, Row, Table
from regola_crosscheck.files.layout.cut_words import OwnHyphens, broken, whole
from regola_crosscheck.files.layout.printed import Box, Page, Word
from regola_crosscheck.files.pdf import read_pdf
from support.book_files import as_pdf
from support.effort import every_third

ENGLISH = (
    "The boats that are in the harbour may go out at night, and each of them is to be back before the light of the"
    " lantern goes out; a boat that is not back by then is lost, and its owner has to pay for it with all that is in the"
    " house, as the rules of the harbour say, and as it was done at all times by those who lived on the coast of the lake."
).split()
ITALIAN = (
    "Le barche che si trovano nel porto possono uscire di notte, e ognuna di esse deve essere di nuovo in porto prima che"
    " la luce della lanterna si spenga; una barca che non è tornata per allora è perduta, e il suo padrone la deve pagare"
    " con tutto quello che ha in casa, come dicono le regole del porto e come si è sempre fatto sulla costa del lago."
).split()


def read(words: list[str], head: str, tail: str) -> str:
    """What is made of a cut word behind other words."""
    box = Box(0, 0, 10, 10)
    page = Page(1, 100, 100, tuple(Word(text, box, 10, False, False) for text in [*words, head, tail, "end"]), ())
    pieces = Piece(whole(head, tail, ends_line=True)), Piece(whole(tail, "end", ends_line=False))
    block = OwnHyphens.of([page]).kept_in(Paragraph(pieces))
    assert isinstance(block, Paragraph)
    return block.plain


@pytest.mark.parametrize(
    ("words", "head", "tail", "expected"),
    [
        (ENGLISH, "six-", "sided", "six-sided"),
        (ENGLISH, "(six-", "sided,", "(six-sided,"),
        (ENGLISH, "land-", "scape", "landscape"),
        (ENGLISH, "move-", "ment", "movement"),
        (ENGLISH, "lan-", "tern", "lantern"),
        (ENGLISH, "zor-", "nak", "zornak"),
        (ENGLISH, "Six-", "Sided", "Six- Sided"),
        ([*ENGLISH, "zor-nak", "zorblin"], "zor-", "nak", "zor-nak"),
        ([*ENGLISH, "Zor-nak", "zor-nak", "zornak"], "Zor-", "nak", "Zor-nak"),
        ([*ENGLISH, "zor-nak", "zornak", "zornak"], "zor-", "nak", "zornak"),
        ([*ENGLISH, "six-sided"], "sixty-", "sided", "sixty-sided"),
        (ITALIAN, "contrab-", "bandieri", "contrabbandieri"),
        (ITALIAN, "sotto-", "marino", "sottomarino"),
        (ITALIAN, "portae-", "rei", "portaerei"),
        (ITALIAN, "muoven-", "dole", "muovendole"),
        (ITALIAN, "co-", "pertura", "copertura"),
        ([*ITALIAN, "anglo-americane"], "anglo-", "americane", "anglo-americane"),
        (["six-sided"], "six-", "sided", "six-sided"),
        ([], "six-", "sided", "sixsided"),
    ],
)
def test_a_hyphen_stays_where_it_belongs_to_the_word(words: list[str], head: str, tail: str, expected: str) -> None:
    assert read(words, head, tail) == expected


@pytest.mark.parametrize(
    ("words", "head", "tail", "expected"),
    [
        ([*ITALIAN, "forza"], "for", "za", "forza"),
        ([*ITALIAN, "forza"], "La for", "za 2", "La forza 2"),
        ([*ITALIAN, "Forza"], "For", "za", "Forza"),
        (ITALIAN, "for", "za", "for za"),  # the book knows no such word
        ([*ITALIAN, "infine"], "in", "fine", "in fine"),  # both are words
        ([*ITALIAN, "forza"], "for", "Za", "for Za"),
        ([*ITALIAN, "forza"], "for", "2", "for 2"),
        (["forza"], "for", "za", "for za"),  # nobody knows in which language
    ],
)
def test_a_word_that_is_broken_in_its_cell_is_one(words: list[str], head: str, tail: str, expected: str) -> None:
    box = Box(0, 0, 10, 10)
    page = Page(1, 100, 100, tuple(Word(text, box, 10, False, False) for text in [*words, head, tail]), ())
    block = OwnHyphens.of([page]).kept_in(Table((Row((broken(head, tail) + tail,)),)))
    assert isinstance(block, Table)
    assert block.rows[0].cells == (expected,)


def test_a_printed_page_keeps_the_hyphens_of_its_words() -> None:
    said = " ".join(
        f"The {one}-sided die is rolled for each boat that is out at night." for one in ("six", "ten", "six")
    )
    for width in range(60, 90, 3):
        blocks, _ = read_pdf(as_pdf(f"## 1 Dice\n\n{said} {' '.join(ENGLISH)}", columns=1, width=width))
        plain = " ".join(getattr(block, "plain", "") for block in blocks)
        assert plain.count("six-sided") == 2, width
        assert plain.count("ten-sided") == 1, width
        assert "lan-tern" not in plain


@pytest.mark.parametrize("columns", [1, 2])
def test_a_hyphen_is_kept_over_the_end_of_a_line_a_column_and_a_page(columns: int) -> None:
    """However far the words are shifted, each is read as it is written."""
    said = [
        f"{word} of {rest}"
        for word, rest in zip(["six-sided", "ten-sided", "lantern"] * 300, ENGLISH * 9, strict=False)
    ]
    for lead in every_third(range(8)):
        words = "so " * lead + " ".join(said)
        blocks, _ = read_pdf(as_pdf(f"## 1 Dice\n\nThe {words}", columns=columns))
        read_words = " ".join(getattr(block, "plain", "") for block in blocks).split()
        counted = {one: read_words.count(one) for one in ("six-sided", "ten-sided", "lantern")}
        assert counted == {one: words.split().count(one) for one in counted}, lead
        assert {piece.place.page for block in blocks if isinstance(block, Paragraph) for piece in block.pieces} >= {
            1,
            2,
        }
