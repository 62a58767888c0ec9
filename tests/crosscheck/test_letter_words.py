"""A note of the letter names what is missing or exchanged, at its place, as the book prints it, and once."""

from __future__ import annotations

import html
import re
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from regola_cli.crosscheck import command
from regola_crosscheck.publisher.renderings import rendered
from regola_crosscheck.publisher.words import LANGUAGES
from support.crosscheck_faults import tutorial
from support.effort import some
from support.paths import GAMES

GAME = GAMES / "lantern_pass"

ROUTE = """# La strada

**1.1 Le tappe.** Si parte da qui (vedere {reference}).

**1.2 Il ponte.** Sul ponte si paga una moneta.

**1.4 La locanda.** Nella locanda si dorme una notte.

**1.5 Il mercato.** Al mercato si compra il sale.
"""


def letter(folder: Path, text: str, *more: str, name: str = "book.md") -> list[str]:
    """The notes of the letter on a text, as plain text with marks in «»."""
    (folder / name).write_text(text, "utf-8")
    # Where the text is, so that it has the same name each time: what was found of it need not be found again.
    with chdir(folder):
        result = CliRunner().invoke(command, ["--source", f"it={name}", *more, "--report", "a.html"])
    assert result.exit_code == 0, result.output
    notes = (folder / "a.html").read_text("utf-8").split("<article>")[1:]
    return [
        html.unescape(re.sub("<[^>]+>", " ", re.sub("</?mark>", "|", one.partition("</article>")[0]))) for one in notes
    ]


def of_tutorial(was: str, now: str) -> str:
    text = tutorial("it").text
    assert was in text
    return text.replace(was, now)


@pytest.mark.parametrize("reference", ["1.3", "1.3.2"])
def test_a_number_left_out_and_a_reference_to_it_are_one_note_that_names_it(reference: str, tmp_path: Path) -> None:
    (note,) = letter(tmp_path, ROUTE.format(reference=reference))
    assert "La numerazione salta la sezione 1.3." in note
    assert "Sezione 1.4 La locanda" in note
    assert f"|{reference}|" in note, "where it is referred to is shown beside it"


def test_every_reference_of_a_section_to_a_number_left_out_is_of_one_note(tmp_path: Path) -> None:
    (note,) = letter(
        tmp_path, ROUTE.format(reference="1.3) e non altrove (vedere 1.3") + "\nSi dorme lì (vedere 1.3).\n"
    )
    assert "La numerazione salta la sezione 1.3." in note


def test_a_reference_to_nothing_that_no_gap_explains_is_a_note_of_its_own(tmp_path: Path) -> None:
    notes = letter(tmp_path, ROUTE.format(reference="1.9"))
    assert len(notes) == 2
    assert [("salta la sezione 1.3" in one, "che non c’è" in one) for one in notes] == [(False, True), (True, False)]


def test_an_open_bracket_is_proposed_its_other_half(tmp_path: Path) -> None:
    (note,) = letter(
        tmp_path, ROUTE.format(reference="1.2").replace("1.4", "1.3").replace("1.5", "1.4") + "\nFine (qui.\n"
    )
    assert "Aggiungere «)», o togliere «(»." in note


@pytest.mark.parametrize(
    ("was", "now", "proposed"),
    [
        (
            "guardie non possono entrare nel passo",
            "guardie possono entrare nel passo",
            "«non possono» invece di «possono».",
        ),
        ("| 3    | AR  | AR  | –   |", "| 3    | AR  | AR  | AR  |", "«–» invece di «AR»."),
    ],
)
def test_the_rules_propose_what_belongs_there_as_the_book_prints_it(
    was: str, now: str, proposed: str, tmp_path: Path
) -> None:
    (note,) = letter(tmp_path, of_tutorial(was, now), str(GAME), "--no-index")
    assert proposed in note


def test_only_what_a_note_speaks_of_is_marked(tmp_path: Path) -> None:
    """The damaged book refers to 7.2 in a sentence that has more than the English, *metà*, of which nothing is said."""
    text = (GAME / "damaged" / "rulebook.it.md").read_text("utf-8")
    notes = letter(tmp_path, text, "--source", f"en={GAME}/rulebook.en.md")
    (note,) = [one for one in notes if "Sezione 8.4" in one]
    assert re.findall(r"\|([^|]+)\|", note) == ["7.2"]


def test_two_sections_in_a_row_are_both_named(tmp_path: Path) -> None:
    text = tutorial("it").text + "\n## 15 Partita breve\n\n**15.1 Le notti.** Si giocano tre notti.\n"
    (note,) = letter(tmp_path, text, "--source", f"en={GAME}/rulebook.en.md")
    assert "Il testo inglese non ha le sezioni 15 e 15.1." in note


@pytest.mark.parametrize("line", ['le CITTA", i porti', '"le CITTA", i porti', "le CITTA’, i porti"])
def test_what_stands_for_the_accent_of_a_capital_is_part_of_the_word(line: str, tmp_path: Path) -> None:
    text = f"1 La città. La città e le città.\n\n2 Il paese. Si contano {line}.\n\n3 Fine. La città.\n"
    (note,) = letter(tmp_path, text, name="book.txt")
    opened = line.startswith('"')
    assert f"«CITTÀ» invece di «CITTA{'' if opened else line[8]}»." in note


def test_a_section_without_a_number_is_called_by_its_title(tmp_path: Path) -> None:
    text = of_tutorial("**11.6 L'occhio", "**L'occhio").replace(
        "capo non può essere corrotta", "capo può essere corrotta"
    )
    notes = letter(tmp_path, text, "--source", f"en={GAME}/rulebook.en.md")
    assert notes
    assert all("Sezione «L'occhio del capo»" in one for one in notes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_place_alone_says_has_words_of_its_own(language: str) -> None:
    phrase = LANGUAGES[language].phrases["statement-differs"]
    assert "{expected}" in phrase.what
    assert "{expected}" not in phrase.one


NUMBERS = """1.1 La sosta. La carovana che dorme nella locanda paga due monete al custode del ponte.

1.2 Il mercato. Al mercato si compra il sale.

2.1 La notte. La carovana che dorme nella locanda paga tre monete al custode del ponte.

2.2 Il giorno. Di giorno si cammina.
"""


def test_two_places_that_contradict_one_another_are_told_with_both_numbers(tmp_path: Path) -> None:
    (note,) = letter(tmp_path, NUMBERS, name="book.txt")
    assert "Qui si legge «due», nell’altro punto «tre»" in note
    assert {"due", "tre"} <= set(re.findall(r"\|([^|]+)\|", note))


# A sentence of the Italian that is lost, and what of it the letter would otherwise tell as the fault.
LOST = [
    ("un altro spazio sorvegliato. I capi possono.", "un altro spazio sorvegliato.", "Captains may."),
    (" I punti\navanzati si perdono.", "", "Points that are left over are lost."),
    (" Fino all'alba non sorveglia.", "", "It does not watch until dawn."),
    (" Valgono 5.1 e 6.5; la sorveglianza non conta.", "", "5.1 and 6.5 apply; watch does not matter."),
]


@pytest.mark.parametrize(("was", "now", "lost", "game"), some((*lost, game) for lost in LOST for game in (False, True)))
def test_a_lost_sentence_is_told_as_one_and_as_nothing_else(
    was: str, now: str, lost: str, game: bool, tmp_path: Path
) -> None:
    more = [str(GAME), "--no-index"] if game else []
    (note,) = letter(tmp_path, of_tutorial(was, now), "--source", f"en={GAME}/rulebook.en.md", *more)
    assert "Qui manca una frase che il testo inglese ha." in note
    assert lost in " ".join(note.split())
    assert "«" not in note.split("Proposta")[1], "no word is proposed for what is a sentence"


def test_what_the_rules_say_of_a_lost_sentence_is_said_in_the_words_of_the_letter(tmp_path: Path) -> None:
    (note,) = letter(tmp_path, of_tutorial(" Fino all'alba non sorveglia.", ""), str(GAME), "--no-index")
    assert re.search("le regole codificate dicono: «[^»]*sorveglia[^»]*»", note)
    assert "it says" not in note


# A change of the Italian, what is proposed for it, and what stood there: as the sentence has it.
PROPOSED = [
    ("una carovana per i contr", "una banda per i contr", "«carovana» invece di «banda»", "«mule train»"),
    (
        "a favore del difensore",
        "a favore dell'«attaccante»",
        "«del difensore» invece di «dell'attaccante»",
        "«defender",
    ),
    ("I capi non sono tenuti", "I capi sono tenuti", "«non sono tenuti» invece di «sono tenuti»", "«need not»"),
]


@pytest.mark.parametrize(("was", "now", "proposed", "there"), PROPOSED)
def test_what_is_proposed_can_be_put_in_the_place_of_the_words_marked(
    was: str, now: str, proposed: str, there: str, tmp_path: Path
) -> None:
    (note,) = letter(tmp_path, of_tutorial(was, now), "--source", f"en={GAME}/rulebook.en.md")
    assert proposed in note
    assert there in note


@pytest.mark.parametrize(
    ("text", "beside", "proposed"),
    [
        ("must", "può", "deve"),
        ("must", "possono", "devono"),
        ("may not", "devono", "non possono"),
        ("may", "non possono", "possono"),
        ("need not", "deve", "non è tenuto a"),
        ("need not", "devono", "non sono tenuti a"),
        ("must", "non sono tenuti", "sono tenuti"),
    ],
)
def test_a_verb_is_proposed_in_the_person_of_the_one_that_stands_there(text: str, beside: str, proposed: str) -> None:
    assert rendered(text, "en", beside, LANGUAGES["it"], "it") == proposed


def test_a_word_of_the_other_language_takes_the_article_that_stands_there(tmp_path: Path) -> None:
    text = of_tutorial("Dopo la settima alba", "Prima della settima alba")
    (note,) = letter(tmp_path, text, "--source", f"en={GAME}/rulebook.en.md")
    assert "«Dopo la» invece di «Prima della»." in note


@pytest.mark.parametrize(
    ("was", "now", "proposed"),
    [
        ("I capi non contano per il limite", "I capi contano per il limite", "«non contano» invece di «contano»."),
        ("dalla quinta notte", "dalla quarta notte", "«quinta» invece di «quarta»."),
    ],
)
def test_a_letter_says_what_the_rules_say_and_where_a_word_is_missing(
    was: str, now: str, proposed: str, tmp_path: Path
) -> None:
    text = tutorial("it").text
    lines = " ".join(was.split())
    assert re.search(lines.replace(" ", r"\s+"), text)
    changed = re.sub(lines.replace(" ", r"\s+"), now, text, count=1)
    (tmp_path / "book.md").write_text(changed, "utf-8")
    words = [str(GAME), "--source", f"it={tmp_path / 'book.md'}", "--no-index", "--report", str(tmp_path / "a.html")]
    assert CliRunner().invoke(command, words).exit_code == 0
    (note,) = (tmp_path / "a.html").read_text("utf-8").split("<article>")[1:]
    expected, found = re.findall("«([^»]+)»", proposed)
    assert f"Qui si legge «{found}»; le regole codificate (il file del gioco di Regola) dicono «{expected}»." in note
    assert f"<mark>{found}</mark>" in note


@pytest.mark.parametrize(
    ("was", "now", "proposed"),
    [
        ("che entra in uno spazio sorvegliato", "che esce da uno spazio sorvegliato", "«entra» invece di «esce»"),
        ("| capo         | entrambe ", "| capo         | guardie  ", "«entrambe» invece di «guardie»"),
        ("Una volta per notte, nella", "Una volta per partita, nella", "«notte» invece di «partita»"),
    ],
)
def test_what_is_proposed_is_what_the_book_says_elsewhere(was: str, now: str, proposed: str, tmp_path: Path) -> None:
    other = tmp_path / "en.md"
    other.write_text(tutorial("en").text, "utf-8")
    (note,) = letter(tmp_path, of_tutorial(was, now), "--source", f"en={other}")
    assert proposed in note


@pytest.mark.parametrize(
    ("was", "now", "proposed"),
    some(
        [
            # It agrees with the word behind it, and takes the preposition that this wants.
            ("e nessuna pedina attacca più", "e ogni pedina attacca più", "«nessuna» invece di «ogni»"),
            ("prima di ogni dimezzamento", "dopo ogni dimezzamento", "«prima di» invece di «dopo»"),
            # A verb for a verb, an adjective in the form of the other one.
            ("si aggiunge 2 se lo è", "si toglie 2 se lo è", "«aggiunge» invece di «toglie»"),
            ("tre pedine amiche in uno", "tre pedine nemiche in uno", "«amiche» invece di «nemiche»"),
            ("arrivi della notte seguente", "arrivi della notte precedente", "«seguente» invece di «precedente»"),
            # Where something holds stands for where it does not: one is exchanged, and none is lost.
            ("ma non quando nevica", "ma solo quando nevica", "«non» invece di «solo»"),
            ("tranne che nella nebbia", "anche nella nebbia", "«tranne» invece di «anche»"),
            # A sentence that lost its denial is denied.
            ("non ostacola né il rifornimento né il", "ostacola il rifornimento e il", "aggiungere «non»"),
        ]
    ),
)
def test_what_is_proposed_by_the_other_language_can_be_read_in_its_place(
    was: str, now: str, proposed: str, tmp_path: Path
) -> None:
    (tmp_path / "rules.md").write_text(tutorial("en").text, "utf-8")
    (note,) = letter(tmp_path, of_tutorial(was, now), "--source", f"en={tmp_path / 'rules.md'}")
    assert proposed in " ".join(note.split())
    assert "nulla di simile" not in note or "aggiungere" in proposed


RANGES = [
    ("| 8–9       | parità", "| 8–10      | parità", "«8–9» invece di «"),
    ("| 4–7       | le guardie", "| 4-8       | le guardie", "«4-7» invece di «4-8»"),
    # Where the range is right the cell is wrong.
    ("| 8–9       | parità  ", "| 8–9       | i contrabbandieri vincono", "«Parità» invece di «i contrabbandieri"),
]


@pytest.mark.parametrize(
    ("was", "now", "proposed", "english"), some((*one, english) for one in RANGES for english in (False, True))
)
def test_a_range_that_takes_in_another_rows_is_wrong_and_its_cell_is_right(
    was: str, now: str, proposed: str, *, english: bool, tmp_path: Path
) -> None:
    other = ["--source", f"en={GAME}/rulebook.en.md"] if english else []
    (note,) = letter(tmp_path, of_tutorial(was, now), *other, str(GAME), "--no-index")
    assert proposed in " ".join(note.split())


EXCHANGED = [
    ("tranne che nella nebbia", "anche nella nebbia", "«tranne che» invece di «anche»"),
    ("ma non quando nevica", "ma solo quando nevica", "«non» invece di «solo»"),
    ("e nessuna pedina attacca più", "e ogni pedina attacca più", "«nessuna» invece di «ogni»"),
]


@pytest.mark.parametrize(
    ("was", "now", "proposed", "english"), some((*one, english) for one in EXCHANGED for english in (False, True))
)
def test_the_rules_too_propose_one_word_for_the_one_that_it_was_exchanged_for(
    was: str, now: str, proposed: str, *, english: bool, tmp_path: Path
) -> None:
    other = ["--source", f"en={GAME}/rulebook.en.md"] if english else []
    (note,) = letter(tmp_path, of_tutorial(was, now), *other, str(GAME), "--no-index")
    assert proposed in " ".join(note.split())
    assert note.count("Proposta") == 1
    assert f"|{proposed.rpartition('«')[2].rstrip('»')}|" in note
