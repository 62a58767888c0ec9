"""What a book says twice and otherwise; its concordance; its terms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.inputs import KINDS
from regola_crosscheck.concordance.candidates import term_candidates
from regola_crosscheck.concordance.statements import OPPOSED
from regola_crosscheck.language.meaning import CLASSES
from regola_crosscheck.run import crosscheck, no_game
from regola_dsl.source import Source
from regola_dsl.wording import template_in
from support.command import Run

RULE = "Di notte una barca senza lanterna {} entrare nel porto vecchio{}."
BOOK = "**1.1 Porto.** {}\n\n**2.1 Mare.** Il mare è calmo.\n\n**3.1 Notte.** {}\n\n**4.1 Vento.** Il vento soffia.\n"


def found(text: str) -> list[CrosscheckFinding]:
    report = crosscheck(no_game({}).program, {"it": Source("book", text)}, alone=True)
    return [one for one in report.found if one.kind == "statements"]


def test_a_rule_that_is_repeated_as_it_is_is_no_finding() -> None:
    assert found(BOOK.format(RULE.format("può", ""), RULE.format("può", ""))) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("può", ""), ("non può", "")),
        (("deve", ""), ("può", "")),
        (("può", " prima di attaccare"), ("può", " dopo aver attaccato")),
        (("può", " con 3 pedine"), ("può", " con 4 pedine")),
        (("può", " con almeno due pedine"), ("può", " con al massimo due pedine")),
    ],
)
def test_a_rule_that_is_repeated_otherwise_is_told_with_both_sentences(
    one: tuple[str, str], other: tuple[str, str]
) -> None:
    (finding,) = found(BOOK.format(RULE.format(*one), RULE.format(*other)))
    assert finding.confidence is Confidence.LIKELY
    assert finding.picture == (f"1.1: {RULE.format(*one)}", f"3.1: {RULE.format(*other)}")
    assert [label.span.line for label in finding.diagnostic.related] == [5]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # One of the two may be the other's exception.
        ("Una barca senza lanterna entra nel porto vecchio.", "Una barca senza lanterna non entra nel porto vecchio."),
        # Half of the one is about something else.
        (
            "Una barca senza lanterna paga 3 monete nel porto vecchio.",
            "Quando soffia il vento forte e la nebbia copre il faro, una barca senza lanterna paga 4 monete nel porto"
            " vecchio.",
        ),
        # The cases of two scenarios differ in all their numbers.
        (
            "La flotta parte dal porto vecchio con 3 barche e 2 lanterne accese.",
            "La flotta parte dal porto vecchio con 4 barche e 5 lanterne accese.",
        ),
    ],
)
def test_what_may_be_another_case_is_possible_only(one: str, other: str) -> None:
    assert {finding.confidence for finding in found(BOOK.format(one, other))} <= {Confidence.POSSIBLE}


def test_one_price_in_other_words_is_told_as_possible() -> None:
    """Both numbers count one thing, and half of the shorter sentence stands in the other."""
    one = "Una barca eliminata torna pronta con un costo di 50 PP."
    (finding,) = found(BOOK.format(one, "Una barca eliminata vale 40 PP per renderla pronta."))
    assert finding.word is not None
    assert (finding.word.new, finding.word.expected) == ("50", "40")
    assert finding.confidence is Confidence.POSSIBLE


def test_the_second_half_of_a_ratio_counts_nothing() -> None:
    one = "Il rapporto delle barche è di 22 a 8 ossia più della metà."
    assert found(BOOK.format(one, "Il rapporto delle barche al faro è di 17 a 6 ossia più della metà.")) == []


def test_numbers_that_count_one_thing_are_held_against_each_other_among_several() -> None:
    one = "Una barca senza lanterna paga 3 monete (2 in più) nel porto vecchio."
    (finding,) = found(BOOK.format(one, "Una barca senza lanterna paga 4 monete nel porto vecchio."))
    assert finding.word is not None
    assert (finding.word.new, finding.word.expected) == ("3", "4")
    assert finding.confidence is Confidence.POSSIBLE


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        # The other number of the one stands twice in the other.
        (
            "può spendere 5 PM per posare una lanterna",
            "paga 3 PM in porto o può spendere 3 PM per posare una boa",
            "5/3",
        ),
        # What else costs as much stands in both: what is spent on one thing is compared.
        (
            "può spendere 5 PM per posare una lanterna",
            "paga 5 PM in porto o può spendere 3 PM per posare una boa",
            "5/3",
        ),
        ("spende 5 PM e paga 3 PM per una lanterna", "paga 3 PM per una lanterna, o spende 5 PM", ""),
        ("può spendere 5 PM per posare una lanterna", "può spendere 5 PM per posare una boa e paga 3 PM", ""),
        # A page, a phase and a figure are no quantity.
        ("accende una lanterna rossa (figura 2)", "accende una lanterna rossa (figura 3)", ""),
        ("accende una lanterna rossa a pag. 2", "accende una lanterna rossa a pag. 3", ""),
    ],
)
def test_what_numbers_count_is_held_against_each_other(one: str, other: str, told: str) -> None:
    words = [finding.word for finding in found(BOOK.format(f"Una barca {one}.", f"Una barca {other}."))]
    assert "/".join(f"{word.new}/{word.expected}" for word in words if word is not None) == told


def test_what_stands_before_the_first_section_is_held_against_the_rest() -> None:
    summary, rule = RULE.format("può", " con 3 pedine"), RULE.format("può", " con 4 pedine")
    book = BOOK.format("Il faro è spento.", rule)
    (finding,) = found(f"IL PORTO\n\n{summary}\n\n{book}")
    assert (finding.section, finding.diagnostic.span.line) == ("", 3)
    assert finding.diagnostic.message.startswith("section front says `3`, and section 3.1 `4`")
    assert finding.picture[0] == f"front: {summary}"
    (figures,) = found(f"IL PORTO\n\nOgni barca ha tre (4) remi.\n\n{book}")
    assert figures.diagnostic.message == "section front says `tre` in words and `4` in figures"
    assert found(f"IL PORTO\n\n{rule}\n\n{book}") == []


def test_an_edit_before_the_first_section_is_seen_by_what_was_kept(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    told = []
    for number in ("4", "3", "4"):
        summary, rule = RULE.format("può", f" con {number} pedine"), RULE.format("può", " con 4 pedine")
        book.write_text(f"IL PORTO\n\n{summary}\n\n{BOOK.format('Il faro è spento.', rule)}", "utf-8")
        said = regola("crosscheck", "--source", f"it={book}", "--confidence", "possible").stdout
        told.append("section front says" in said)
    assert told == [False, True, False]


def test_parallel_cases_of_a_section_are_no_contradiction() -> None:
    both = RULE.format("può", "") + " " + RULE.format("non può", "")
    assert found(BOOK.format(both, "Il faro è spento.")) == []


def test_another_subject_is_no_contradiction() -> None:
    other = "Di giorno una nave con bandiera non può lasciare la baia grande."
    assert found(BOOK.format(RULE.format("può", ""), other)) == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("tre (3)", False),
        ("tre (4)", True),
        ("4 (tre)", True),
        ("tre (1936)", True),
        ("tre punti (2 punti) e", True),
        ("tre punti nuovi (+2 punti) e", True),
        ("tre punti nuovi (+3 punti) e", False),
        ("tre punti (2 reti) e", False),
        ("tre punti (2 punti a testa) e", False),
    ],
)
def test_a_number_in_words_beside_figures(said: str, told: bool) -> None:
    assert bool(found(BOOK.format(f"Ogni barca ha {said} remi.", "Il faro è spento."))) == told


def test_terms_are_found_whatever_their_form() -> None:
    texts = ["La fase di movimento comincia.", "Le fasi di movimento finiscono.", "Nella fase di movimento si muove."]
    known = {one.keys: one for one in term_candidates(texts, "it")}
    term = next(one for keys, one in known.items() if len(keys) == 2)
    assert (term.form, term.times) == ("fase di movimento", 3)
    assert not any(len(keys) == 1 for keys in known), "a part that never stands alone is no term of its own"


def test_every_sentence_of_a_term_stands_in_the_concordance(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    rules = [RULE.format("può", ""), RULE.format("non può", ""), "La lanterna è <b>accesa</b> & rossa."]
    book.write_text(
        BOOK.format(rules[0], f"{rules[1]} {rules[2]}") + "\n**5.1 Lanterna.** La lanterna pesa.\n", "utf-8"
    )
    text, page = tmp_path / "c.txt", tmp_path / "c.html"
    regola("crosscheck", "--source", f"it={book}", "--concordance", str(text))
    said = text.read_text("utf-8")
    entry = said[said.index("\nlanterna") :].split("\n\n")[0]
    assert all(rule in entry for rule in rules[:2])
    assert "≠ modal" in entry
    book.write_text(f"{book.read_text('utf-8')}\n**6.1 Esempio.** La lanterna di Anna costa due monete.\n", "utf-8")
    regola("crosscheck", "--source", f"it={book}", "--concordance", str(text))
    said = text.read_text("utf-8")
    assert "La lanterna di Anna" in said[said.index("\nlanterna") :]
    book.write_text(f"IL PORTO\n\nUna lanterna illumina tre esagoni.\n\n{book.read_text('utf-8')}", "utf-8")
    regola("crosscheck", "--source", f"it={book}", "--concordance", str(text))
    said = text.read_text("utf-8")
    assert "front line 3: Una lanterna" in said
    regola("crosscheck", "--source", f"it={book}", "--concordance", str(page))
    html = page.read_text("utf-8")
    assert "<b>accesa" not in html
    assert "script" not in html
    assert len(re.findall("<tr", html)) == len(re.findall(" line ", said))
    regola("--messages", "it", "crosscheck", "--source", f"it={book}", "--concordance", str(page))
    assert ("Una linea rossa" in (told := page.read_text("utf-8")), "red line" in told) == (True, False)


def test_what_differs_stands_first_in_the_concordance_and_once(regola: Run, tmp_path: Path) -> None:
    book, file = tmp_path / "book.txt", tmp_path / "c.txt"
    rules = [RULE.format("può", f" con {number} pedine") for number in (3, 4)]
    book.write_text(BOOK.format(rules[0], rules[1]) + "\n**5.1 Barca.** Una barca e una lanterna.\n" * 2, "utf-8")
    regola("crosscheck", "--source", f"it={book}", "--concordance", str(file))
    first, _, terms = file.read_text("utf-8").partition("== Term by term ==")
    assert "1 pair of sentences that differ" in first
    assert "≠ number: 3 / 4\n" in first
    assert [first.count(rule) for rule in rules] == [1, 1]
    assert first.index(rules[0]) < first.index(rules[1])
    assert rules[0] in terms
    page = tmp_path / "c.html"
    regola("--messages", "it", "crosscheck", "--source", f"it={book}", "--concordance", str(page))
    html = page.read_text("utf-8")
    assert html.index("Solo ciò che differisce") < html.index(rules[0]) < html.index("Termine per termine")


def test_a_worked_example_is_a_pair_with_its_rule_and_with_no_other_example(regola: Run, tmp_path: Path) -> None:
    book, file = tmp_path / "book.txt", tmp_path / "c.txt"
    rule, *examples = (f"Una barca spende {number} punti nuovi per uscire dal porto vecchio." for number in (2, 3, 4))
    parts = [f"**1.1 Porto.** {rule}", *(f"**1.{at}1 Esempio.** {said}" for at, said in enumerate(examples, 1))]
    book.write_text("\n\n".join([*parts, "**2.1 Barca.** Una barca.", "**3.1 Barca.** Barca al porto.\n"]), "utf-8")
    regola("crosscheck", "--source", f"it={book}", "--concordance", str(file))
    first = file.read_text("utf-8").partition("== Term by term ==")[0]
    assert re.findall("≠ number: (.*)", first) == ["2 / 3", "2 / 4"]
    assert [one for one in found(book.read_text("utf-8")) if one.confidence is not Confidence.POSSIBLE] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nello scenario S’43 la flotta parte dal porto vecchio con la lanterna", "Nello scenario S’44 {}"),
        ("1 La flotta del porto vecchio accende la lanterna rossa", "2 {}"),
        ("La flotta del porto vecchio segue la lanterna e la rosa dei venti.", "{} la rosa dei 4."),
    ],
)
def test_years_items_and_winds_are_no_numbers_of_a_rule(one: str, other: str) -> None:
    rest = one.removeprefix("Nello scenario S’43 ").removeprefix("1 ").removesuffix(" la rosa dei venti.")
    assert found(BOOK.format(one, other.format(rest))) == []


@pytest.mark.parametrize("kind", sorted({*CLASSES, *OPPOSED, *KINDS, *(one.word for one in Confidence)}))
def test_what_classes_kinds_and_certainties_are_called_has_a_word_in_italian(kind: str) -> None:
    """They are said as they are called, `≠ sign` and `it: sections`: each is an entry of the catalogue."""
    assert template_in(kind, "it") != kind or kind == "errata"


def test_a_list_that_is_repeated_with_one_slip_is_told_though_another_of_its_lines_says_the_same() -> None:
    line = "La barca colpita deve tornare indietro di {} caselle verso il porto vecchio."
    lists = "Caso {}: due remi rotti.\n\n{}\n\nCaso {}: una vela strappata e due remi rotti.\n\n{}"

    def book(*numbers: int) -> str:
        one, two, three, four = (line.format(number) for number in numbers)
        return BOOK.format(lists.format("A", one, "B", two), lists.format("A", three, "B", four))

    assert [one.confidence for one in found(book(2, 2, 3, 2))] == [Confidence.LIKELY]
    assert found(book(2, 3, 2, 3)) == []


CARRIERS = "Le barche grandi caricano sino a {} lanterne{}."


@pytest.mark.parametrize(
    ("one", "other", "likely"),
    [
        (CARRIERS.format("tre", ""), CARRIERS.format("due", ", comprese le lanterne che la guardia ha spento"), True),
        (CARRIERS.format("tre", ""), f"Carico: {CARRIERS.format('due', ', anche le lanterne della guardia')}", True),
        # What follows a condition is another case, and so is what says more of the subject itself.
        (CARRIERS.format("tre", ""), CARRIERS.format("due", ", se la guardia ha spento le lanterne"), False),
        (CARRIERS.format("tre", ""), f"Le barche della guardia {CARRIERS.format('due', '')[10:]}", False),
    ],
)
def test_a_sentence_that_another_begins_with_is_said_over_again(one: str, other: str, likely: bool) -> None:
    told = {finding.confidence for finding in found(BOOK.format(one, other))}
    assert (Confidence.LIKELY in told) is likely
