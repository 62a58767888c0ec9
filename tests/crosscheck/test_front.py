"""What stands before the first numbered section is a section of its own, for every check."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import CrosscheckFinding
from regola_crosscheck.base.index import Index, read_index, refreshed
from regola_crosscheck.report import summary
from regola_crosscheck.run import crosscheck, no_game
from regola_dsl.source import Source
from regola_dsl.wording import in_language
from support.command import Run

FRONT = """# Il porto

Ogni barca porta tre reti e può uscire di notte. La lanterna si accende come in 2.1.

| barca | reti |
|---|---|
| grande | 4 |
"""
BOOK = "\n**1.1 Porto.** Il faro è acceso.\n\n**2.1 Mare.** Il mare è calmo.\n\n**3.1 Notte.** Una barca esce.\n\n**4.1 Alba.** Rientra.\n"
ENGLISH = """# The harbour

Each boat carries three nets and may leave at night. The lantern is lit as in 2.1.

| boat | nets |
|---|---|
| large | 4 |
"""
ENGLISH_BOOK = "\n**1.1 Port.** The light burns.\n\n**2.1 Sea.** The sea is calm.\n\n**3.1 Night.** A boat leaves.\n\n**4.1 Dawn.** It returns.\n"


def found(front: str, index: Index | None = None, other: str | None = None) -> list[CrosscheckFinding]:
    texts = {"it": Source("book", front + BOOK)}
    if other is not None:
        texts["en"] = Source("other", other + ENGLISH_BOOK)
    indexes = {"it": index} if index is not None else {}
    report = crosscheck(no_game({}).program, texts, indexes, alone=True)
    return [one for one in report.found if not one.section]


@pytest.mark.parametrize(
    ("code", "word", "wrong"),
    [
        ("reference-dangling", "2.1", "2.9"),
        ("word-doubled", "di notte", "di di notte"),
        ("figures-differ", "tre reti", "tre (4) reti"),
        ("claim-wrong", "tre reti", "2 + 2 = 5 reti"),
        ("bracket-open", "di notte", "(di notte"),
    ],
)
def test_a_book_by_itself_is_checked_from_its_first_line(code: str, word: str, wrong: str) -> None:
    assert found(FRONT) == []
    told = [one for one in found(FRONT.replace(word, wrong)) if one.diagnostic.code.slug == code]
    assert [one.diagnostic.span.line for one in told] == [3]
    assert "section  " not in told[0].diagnostic.message
    assert in_language(told[0].diagnostic.message, "it") != told[0].diagnostic.message


def test_the_front_has_a_name_in_either_language() -> None:
    (told,) = [one for one in found(FRONT.replace("2.1", "2.9")) if one.kind == "references"]
    assert told.diagnostic.message == "section front refers to 2.9, and there is no such section"
    assert "la sezione iniziale" in in_language(told.diagnostic.message, "it")


@pytest.mark.parametrize(
    ("code", "word", "wrong"),
    [
        ("languages-number", "three nets", "five nets"),
        ("languages-reference", "2.1", "3.1"),
        ("languages-permission", "may leave", "may not leave"),
    ],
)
def test_the_fronts_of_two_languages_are_held_against_each_other(code: str, word: str, wrong: str) -> None:
    assert found(FRONT, other=ENGLISH) == []
    told = found(FRONT, other=ENGLISH.replace(word, wrong))
    assert code in {one.diagnostic.code.slug for one in told}


def context_of(front: str) -> CrosscheckContext:
    report = crosscheck(no_game({}).program, {"it": Source("book", front + BOOK)}, alone=True)
    return report.contexts["it"]


def test_an_index_keeps_the_front_and_tells_what_changed_in_it(tmp_path: Path) -> None:
    path = tmp_path / "book.desk.yaml"
    path.write_text(refreshed(Index(str(path)), context_of(FRONT)), "utf-8")
    index, wrong = read_index(path, str(path))
    assert index is not None
    assert not wrong
    assert index.entries[0].id == ""
    assert found(FRONT, index) == []
    (told,) = [one for one in found(FRONT.replace("può", "deve"), index) if one.kind == "drift"]
    assert told.word is not None
    assert (told.word.old, told.word.new) == ("può", "deve")
    again = refreshed(index, context_of(FRONT))
    assert again == path.read_text("utf-8")


def test_an_index_without_a_front_is_read_and_a_slug_of_that_name_stays_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "book.desk.yaml"
    text = refreshed(Index(str(path)), context_of(FRONT))
    older = "".join(line for line in text.splitlines(keepends=True) if '"front"' not in line)
    assert older != text
    path.write_text(older, "utf-8")
    index, _ = read_index(path, str(path))
    assert found(FRONT.replace("può", "deve"), index) == []
    path.write_text('language: it\nsections:\n- {id: "front", heading: "Avanti"}\n', "utf-8")
    index, _ = read_index(path, str(path))
    assert index is not None
    assert index.titles == {"front": "Avanti"}


def test_a_decision_about_the_front_holds(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text(FRONT.replace("2.1", "2.9") + BOOK, "utf-8")
    name = "reference-dangling@:2.9"
    assert name in regola("crosscheck", "--source", f"it={book}").stdout
    regola("crosscheck", "--source", f"it={book}", "--accept", name, "--because", "another volume")
    assert name not in regola("crosscheck", "--source", f"it={book}").stdout


def test_what_is_not_held_against_the_rules_is_said() -> None:
    text = Source("book", FRONT + BOOK)
    told = summary(crosscheck(no_game({}).program, {"it": text}, force=True))
    assert "it: what stands before section 1.1 is held against the book itself: no rule is anchored there" in told
    titles = summary(crosscheck(no_game({}).program, {"it": Source("book", "# Il porto\n" + BOOK)}, force=True))
    assert not any("stands before" in line for line in titles)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Le fortezze hanno Tripla Difesa TD.", False),
        ("Hanno un tiro doppio DT, tripla difesa TD.", False),  # as English has them, the other way round
        ("TD TRIPLA DIFESA", False),
        ("TD\u00a0\u00a0 Tripla Difesa   ver. 1", False),
        ("Le fortezze tirano due volte con TD in difesa.", True),
        ("Le fortezze hanno TD, con tre dadi.", True),
    ],
)
def test_an_abbreviation_is_explained_by_the_words_beside_it(line: str, told: bool) -> None:
    often = "Le barche hanno TD di giorno. Chi ha TD resta. Con TD si resta. Senza TD si esce.\n"
    text = f"{line}\n{often}{BOOK}"
    report = crosscheck(no_game({}).program, {"it": Source("book", text)}, alone=True)
    names = [one.key for one in report.found if one.diagnostic.code.slug == "abbreviation-undefined"]
    assert ("TD" in names) is told


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("TDIII", False),  # one of several
        ("XYIII", True),
        ("CITTA", False),  # a misprint, and told as one
        ("HUSKY", False),  # a word, and one of another language
        ("JUL", False),
        ("SHAEF", True),
    ],
)
def test_what_is_a_word_or_is_numbered_is_no_abbreviation_of_its_own(word: str, told: bool) -> None:
    text = f"Le fortezze hanno tripla difesa TD.\nIn seguito si usa {word} come sopra, e resta sul tavolo.\n{BOOK}"
    report = crosscheck(no_game({}).program, {"it": Source("book", text)}, alone=True)
    slugs = [one.diagnostic.code.slug for one in report.found if one.key == word]
    assert slugs == (["abbreviation-undefined"] if told else ["word-misspelt"] if word == "CITTA" else [])


@pytest.mark.parametrize(
    ("usual", "form", "more", "told"),
    [
        ("scelte offensive", "scelte offensiva", "", True),
        ("esa nemico", "esa nemici", "", False),  # the book has no other number of it, nor has a list
        ("esa nemico", "esa nemici", "Le ese restano.", True),
        ("esa limitato", "esa limitate", "", True),  # another gender
    ],
)
def test_a_term_varies_where_its_first_word_says_the_number(usual: str, form: str, more: str, told: bool) -> None:
    text = f"{f'Sono {usual} in nave. ' * 8}\n\nPoi sono {form} da sé. {more}\n\n{BOOK}"
    report = crosscheck(no_game({}).program, {"it": Source("book", text)}, alone=True)
    assert (form in [one.key for one in report.found if one.diagnostic.code.slug == "term-varies"]) is told
