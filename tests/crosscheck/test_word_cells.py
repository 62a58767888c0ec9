"""Cells of words in two languages: one that says something else than the cell beside it is told, and no other."""

from __future__ import annotations

import re

import pytest
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.bilingual.tables.marks import lost_marks
from regola_crosscheck.bilingual.tables.word_cells import CellPair, CellsBeside
from regola_crosscheck.book.columns import PrintedCell
from regola_crosscheck.checks import languages
from support.crosscheck_faults import tutorial


def told(language: str, was: str, now: str) -> list[str]:
    """What is shown of the tutorial beside its other language with a change, by code and section."""
    book = tutorial(language)
    assert book.other is not None
    changed = re.sub(re.escape(was).replace(r"\ ", r"\s+"), now, book.text, count=1)
    assert (changed != book.text) is bool(was)
    found = languages.check(book.context(changed), book.other)
    return [one.name.partition(":")[0] for one in found if one.confidence >= Confidence.LIKELY]


@pytest.mark.parametrize(
    ("language", "was", "now", "section"),
    [
        ("it", "| Lariceto | bosco ", "| Lariceto | pascolo ", "14.2"),
        ("it", "villaggio | Guado*, Ontaneta ", "villaggio | Guado*, Cappella ", "14.2"),
        ("it", "i contrabbandieri vincono  ", "le guardie vincono  ", "12.2"),
        ("it", "| capo         | entrambe ", "| capo         | guardie ", "2.1"),
        ("en", "| captain    | both ", "| captain    | wardens ", "2.1"),
        ("en", "| Lariceto | wood ", "| Lariceto | crag ", "14.2"),
    ],
)
def test_a_cell_of_words_that_says_something_else_is_told_once(language: str, was: str, now: str, section: str) -> None:
    (name,) = told(language, was, now)
    assert name in {f"languages-table@{section}", f"languages-term@{section}"}


@pytest.mark.parametrize("language", ["it", "en"])
def test_of_cells_that_say_the_same_nothing_is_told(language: str) -> None:
    assert told(language, "", "") == []


def beside(*pairs: tuple[str, str]) -> list[Confidence | None]:
    """How sure it is of each of some cells beside one another that it is another one."""
    cells = [CellPair(PrintedCell(one, n, 1), PrintedCell(two, n, 1)) for n, (one, two) in enumerate(pairs, 1)]
    known = CellsBeside(cells, frozenset({("bosco", "timber")}))
    return [doubted[0] if (doubted := known.doubted(cell)) else None for cell in cells]


def test_a_part_is_doubted_that_breaks_what_both_of_its_sides_hold() -> None:
    usual = [("bosco", "wood")] * 2 + [("rupe, bosco", "crag, wood"), ("rupe", "crag")]
    assert beside(*usual) == [None] * 4
    assert beside(*usual, ("rupe", "wood"))[-1] is Confidence.LIKELY
    # A word that another renders once, or a name of the glossary, is no slip.
    assert beside(*usual, ("bosco", "timber"))[-1] is None
    assert beside(*usual[:2], ("bosco", "copse"))[-1] is None
    # Where one of the two has several renderings nothing is held.
    assert beside(*usual, ("rupe", "cliff"), ("rupe", "wood"))[-1] is None


@pytest.mark.parametrize(
    ("language", "was", "now", "expected"),
    [
        ("it", "Mulino*, Cappella*, Ontaneta ", "Mulino*, Cappella, Ontaneta ", ("Cappella", "Cappella*")),
        ("it", "Cappella, Capanna ", "Cappella, Capanna* ", ("Capanna*", "Capanna")),
        ("en", "Guado*, Pietraia*, Ovile", "Guado*, Pietraia, Ovile", ("Pietraia", "Pietraia*")),
    ],
)
def test_a_mark_that_one_of_two_tables_lost_is_told(
    language: str, was: str, now: str, expected: tuple[str, str]
) -> None:
    book = tutorial(language)
    assert book.other is not None
    assert was in book.text
    found = languages.check(book.context(book.text.replace(was, now, 1)), book.other)
    (one,) = (one for one in found if one.confidence >= Confidence.LIKELY)
    assert one.word is not None
    assert (one.name.partition(":")[0], one.word.new, one.word.expected) == ("languages-table@14.2", *expected)


def marked(*pairs: tuple[str, str]) -> list[str]:
    rows = [((PrintedCell(one, n, 1),), (PrintedCell(two, n, 1),)) for n, (one, two) in enumerate(pairs, 1)]
    return [one.expected for one in lost_marks(rows)]


def test_marks_are_held_only_where_both_tables_have_them() -> None:
    usual = [("bosco*", "wood*"), ("rupe *", "crag*"), ("2†", "2†")]
    assert marked(*usual, ("prato", "meadow*")) == ["prato*"]
    assert marked(*usual, ("*prato*", "meadow")) == []  # it is emphasized
    assert marked(*usual[:2], ("prato", "meadow*")) == []  # marks that only one language writes
    assert marked(*usual, ("prato", "meadow*"), ("guado", "ford*")) == []
