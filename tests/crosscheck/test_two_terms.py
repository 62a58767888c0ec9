"""A second name for one thing, and one name for two, are told with the other language, without glossary or index."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest
from regola_compiler.project.glossary import Glossary, load_glossary
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.checks import languages
from regola_crosscheck.language.dictionary_form import dictionary_form
from support.command import Run
from support.crosscheck_faults import Subject, tutorial
from support.effort import PROFILE, every_third, some
from support.paths import GAMES
from support.term_faults import is_told, term_faults


def told(ours: CrosscheckContext, theirs: CrosscheckContext) -> dict[str, CrosscheckFinding]:
    return {one.key: one for one in languages.check(ours, theirs) if one.diagnostic.code.slug == "languages-two-terms"}


def told_of(book: Subject, text: str, glossary: Glossary | None = None) -> dict[str, CrosscheckFinding]:
    """What is told of a text by contexts that have worked out nothing yet."""
    assert book.other is not None
    return told(replace(book.context(text), glossary=glossary), replace(book.other, glossary=glossary))


@pytest.mark.parametrize("language", every_third(["it", "en"]))
def test_most_second_names_are_told_and_nothing_of_the_untouched_text_is_shown(language: str) -> None:
    book = tutorial(language)
    assert book.other is not None
    other = replace(book.other, glossary=None)
    bare = replace(book, glossary=None, other=other)
    before = told(bare.context(book.text), other)
    assert not [key for key, one in before.items() if one.confidence >= Confidence.LIKELY]
    found, made, astray = 0, 0, 0
    for fault in some(term_faults(book), every=3):
        new = [one for key, one in told(bare.context(fault.fault.text), other).items() if key not in before]
        mine = [one for one in new if is_told(one, fault)]
        made, found, astray = made + 1, found + bool(mine), astray + len(new) - len(mine)
        for one in mine:
            assert one.diagnostic.span.path == book.clean.book.path
    wanted, least = (25, 18) if PROFILE != "steady" else (9, 5)
    assert made == wanted
    assert found >= least
    assert astray <= 1


def test_what_was_read_before_in_this_process_changes_nothing() -> None:
    """Another book, and the same one with its glossary: what one context has worked out is no part of another."""
    book = tutorial("it")
    assert book.other is not None
    fault = list(term_faults(book))[10]
    book.other = replace(book.other)
    first = told_of(book, fault.fault.text)
    assert not any(
        told for section in book.other.book.sections if (told := replace(book.other, glossary=None).terms(section))
    )
    another = tutorial("en")
    assert another.other is not None
    list(languages.check(another.clean, another.other))
    list(languages.check(book.clean, book.other))
    assert any(book.other.terms(section) for section in book.other.book.sections)
    assert told_of(book, fault.fault.text) == first
    assert not any(replace(book.other, glossary=None).terms(section) for section in book.other.book.sections)


def test_names_that_the_glossary_has_are_decided(tmp_path: Path) -> None:
    book = tutorial("it")
    fault = next(one for one in term_faults(book) if one.term == "pedina")
    (key,) = [key for key in told_of(book, fault.fault.text) if "tassell" in key]
    (tmp_path / "glossary.yaml").write_text(
        "terms:\n  counter:\n    it: {preferred: pedina, variants: [tassello]}\n    en: counter\n", "utf-8"
    )
    glossary, wrong = load_glossary(tmp_path)
    assert not wrong
    assert key not in told_of(book, fault.fault.text, glossary)


def test_the_list_of_terms_has_forms_and_renderings(regola: Run, tmp_path: Path) -> None:
    texts = [word for code in ("it", "en") for word in ("--source", f"{code}={GAMES}/lantern_pass/rulebook.{code}.md")]
    for name in ("terms.csv", "terms.txt", "terms.html"):
        done = regola("crosscheck", "lantern_pass", *texts, "--terms", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
    with (tmp_path / "terms.csv").open(encoding="utf-8-sig") as file:
        rows = {row["term"]: row for row in csv.DictReader(file)}
    assert len(rows) > 40
    assert rows["pattuglia"]["glossary"] == "patrol"
    assert rows["pattuglia"]["renderings en"].startswith("patrol ")
    assert rows["pedina"]["forms"] == "pedina 19; pedine 17"
    # Words that say which way a rule goes, and runs with them: they are in every pair of sentences.
    for term, other in (("difensore", "defender"), ("attaccante", "attacker"), ("pedina amica", "friendly counter")):
        assert rows[term]["renderings en"].startswith(other), term
    assert sum(not row["renderings en"] for row in rows.values()) <= 1
    assert "= patrol" in (tmp_path / "terms.txt").read_text("utf-8")
    assert "<td>pattuglia</td>" in (tmp_path / "terms.html").read_text("utf-8")
    assert (
        "which a spreadsheet opens"
        in regola("crosscheck", "lantern_pass", *texts, "--terms", str(tmp_path / "t.xls")).stderr
    )
    assert (
        ".html or .txt" in regola("crosscheck", "lantern_pass", *texts, "--concordance", str(tmp_path / "t.csv")).stderr
    )
    regola("--messages", "it", "crosscheck", "lantern_pass", *texts, "--terms", str(tmp_path / "termini.csv"))
    assert (tmp_path / "termini.csv").read_bytes().startswith("\ufefftermine;volte;".encode())
    assert "Write it as .csv" in regola("crosscheck", "lantern_pass", *texts, "--terms", str(tmp_path / "t.doc")).stderr


PRICES = """
1.1 La costa. La costa è lunga e la costa è alta. Sulla costa si sbarca, dalla costa si parte.

1.2 Le coste. Le coste sono due. Il costo di una nave è alto, e il costo di due è doppio.

1.3 I costi. I costi sono noti: il costo di una barca, i costi di un porto, il costo del sale.
"""


def test_a_list_of_terms_has_no_word_as_a_form_of_another_one(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(PRICES, "utf-8")
    source = ("crosscheck", "--source", f"it={tmp_path / 'book.txt'}")
    assert regola(*source, "--terms", str(tmp_path / "t.txt")).returncode == 0
    rows = (tmp_path / "t.txt").read_text("utf-8")
    assert "costa  [costa 5; coste 2]" in rows
    assert "costo  [costo 4; costi 3]" in rows
    assert regola(*source, "--concordance", str(tmp_path / "c.txt")).returncode == 0
    entries = (tmp_path / "c.txt").read_text("utf-8").partition("\ncosta (")[2].partition("\n\n")[0]
    assert "costo di una barca" not in entries


def test_a_list_of_terms_has_terms_as_a_dictionary_does(regola: Run, tmp_path: Path) -> None:
    """In the singular where book or dictionary know it, and nothing for a rendering that only stands beside one."""
    texts = [word for code in ("it", "en") for word in ("--source", f"{code}={GAMES}/lantern_pass/rulebook.{code}.md")]
    assert regola("crosscheck", *texts, "--terms", str(tmp_path / "t.csv")).returncode == 0
    with (tmp_path / "t.csv").open(encoding="utf-8-sig") as file:
        rows = {row["term"]: row["renderings en"] for row in csv.DictReader(file)}
    assert not {"bande", "sentieri", "contrabbandieri", "pedine nemiche"} & rows.keys()
    assert rows["banda"].partition(" ")[0] == "band"
    assert rows["pattuglia"].startswith("patrol ")
    assert ";" not in rows["banda"] + rows["pattuglia"]
    assert rows["contrabbandiere"].startswith("smuggler ")


@pytest.mark.parametrize(
    ("form", "others", "language", "known"),
    [
        ("perdite aeree", [], "it", "perdita aerea"),
        ("zone di mare", [], "it", "zona di mare"),
        ("cranvelli", ["cranvello"], "it", "cranvello"),  # no dictionary has it, the book does
        ("città", [], "it", "città"),
        ("movement points", [], "en", "movement point"),
        ("losses", [], "en", "loss"),
        ("goods", [], "en", "goods"),
        ("pass", [], "en", "pass"),
    ],
)
def test_a_term_in_the_singular(form: str, others: list[str], language: str, known: str) -> None:
    assert dictionary_form(form, language, others) == known


def test_the_other_text_is_said_to_have_its_own_words(tmp_path: Path, regola: Run) -> None:
    """A word and its rendering may have one key: *bande* and *bands*."""
    italian = (GAMES / "lantern_pass" / "rulebook.it.md").read_text("utf-8")
    was = "Due pattuglie hanno"
    assert was in italian
    (tmp_path / "it.md").write_text(italian.replace(was, "Due bande hanno"), "utf-8")
    texts = ("--source", f"it={tmp_path}/it.md", "--source", f"en={GAMES}/lantern_pass/rulebook.en.md")
    said = regola("crosscheck", *texts, "--kind", "languages").stdout
    assert "`bands` elsewhere in the other text" in said
