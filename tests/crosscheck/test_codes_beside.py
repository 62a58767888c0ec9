"""Codes of printed tables in two languages: another code in translation corresponds, one cell that breaks that is told."""

from __future__ import annotations

import pytest
from regola_compiler.project.glossary import Glossary
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.tables.cells import CodesBeside
from regola_crosscheck.publisher.notes import notes_of
from regola_crosscheck.run import no_game
from support.crosscheck_cases import held
from support.crosscheck_faults import tutorial
from support.effort import some
from support.paths import GAMES

GAME = GAMES / "lantern_pass"
# What the English codes are called in a translation of the results.
TRANSLATED = {"AX": "AE", "AR": "RA", "DR": "RD", "DX": "DE"}


def books() -> dict[str, str]:
    return {language: (GAME / f"rulebook.{language}.md").read_text("utf-8") for language in ("it", "en")}


def translated(text: str) -> str:
    """The book with the codes of its table of combat in Italian."""
    for code, other in TRANSLATED.items():
        text = text.replace(f" {code} ", f" {other} ").replace(f"{code}:", f"{other}:")
    return text


def cells(texts: dict[str, str], glossary: Glossary | None = None) -> list[CrosscheckFinding]:
    found = held(no_game({}).program, texts, glossary=glossary).found
    return [one for one in found if one.diagnostic.code.slug == "languages-table"]


def exchanged(text: str, row: str, column: int, code: str) -> str:
    """The book with another code in a cell of its table of combat."""
    lines = text.splitlines()
    head = next(n for n, line in enumerate(lines) if "| 1-2 " in line and "| 2-1 " in line)
    place = next(n for n, line in enumerate(lines[head:], head) if line.startswith(f"| {row} "))
    parts = lines[place].split("|")
    assert parts[column + 1].strip() != code
    parts[column + 1] = f" {code} "
    return "\n".join([*lines[:place], "|".join(parts), *lines[place + 1 :]]) + "\n"


@pytest.mark.parametrize("other", [str, translated])
def test_codes_that_correspond_all_over_the_table_are_not_told(other: type) -> None:
    texts = books()
    assert cells({"it": other(texts["it"]), "en": texts["en"]}) == []


@pytest.mark.parametrize(
    ("row", "column", "code", "expected"),
    some([("6", 1, "AR", "DR"), ("2", 5, "AR", "DR"), ("4", 3, "–", "DR"), ("4", 2, "DR", "–"), ("2", 2, "QX", "AR")]),
)
def test_one_cell_that_breaks_what_its_fellows_hold_is_likely(row: str, column: int, code: str, expected: str) -> None:
    texts = books()
    for change in (str, translated):
        names = TRANSLATED if change is translated else {}
        wrong = exchanged(change(texts["it"]), row, column, names.get(code, code))
        (found,) = [
            one
            for one in cells({"it": wrong, "en": texts["en"]})
            if one.confidence >= Confidence.LIKELY and one.diagnostic.span.path == "it.md"
        ]
        assert found.confidence is Confidence.LIKELY
        assert found.word is not None
        meant = [names.get(one, one).replace("–", "-") for one in (code, expected)]  # a dash is read as one sign
        assert [found.word.new, found.word.expected] == meant


def test_the_publisher_is_told_the_code_that_belongs_there() -> None:
    texts = books()
    report = held(no_game({}).program, {"it": exchanged(texts["it"], "6", 1, "AR"), "en": texts["en"]})
    notes = [one for _, group in notes_of(report, "it", "Il Passo").groups for one in group]
    proposals = [remark.proposal for one in notes for remark in one.remarks]
    assert any("«DR» invece di «AR»" in one for one in proposals), proposals


def test_a_glossary_says_what_corresponds() -> None:
    pairs = [("AR", "RA")] * 4 + [("DR", "RD")] * 4 + [("AR", "RD")]
    assert CodesBeside(pairs).doubted("AR", "RD") is Confidence.LIKELY
    assert CodesBeside(pairs, frozenset({("AR", "RD")})).doubted("AR", "RD") is None


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        ([("AR", "RA")], None),  # nothing to hold it against
        ([("AR", "RA"), ("AR", "RD")], None),  # which of the two is right nobody knows
        ([("AR", "RA")] * 3 + [("AR", "RD")] * 2, Confidence.POSSIBLE),
        ([("AR", "RA")] * 3 + [("AR", "RD"), ("AR", "XX")], Confidence.POSSIBLE),
        ([("AR", "RA")] * 2 + [("AR", "RD")], Confidence.LIKELY),
        ([("AX", "AX"), ("DR", "DR"), ("DX", "DX"), ("–", "–"), ("AR", "RA")], Confidence.LIKELY),
        ([("AX", "AE"), ("DR", "RD"), ("DX", "DE"), ("–", "–"), ("AR", "RA")], None),
    ],
)  # fmt: skip
def test_how_sure_it_is(pairs: list[tuple[str, str]], told: Confidence | None) -> None:
    assert CodesBeside(pairs).doubted(*pairs[-1]) is told


def test_the_untouched_pair_has_none() -> None:
    book = tutorial("it")
    assert cells(books(), book.glossary) == []
