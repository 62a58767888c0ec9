"""The letters on the two languages of a book: a difference stands in both and accuses neither; one fault is one note."""

from __future__ import annotations

import re
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from regola_cli.crosscheck import command
from support.crosscheck_faults import tutorial
from support.effort import some
from support.paths import GAMES

GAME = GAMES / "lantern_pass"
EDITIONS = "Differenze fra le lingue", "Differences between the languages"


def letters(folder: Path, was: str, now: str, *more: str, game: bool = False, english: bool = False) -> tuple[str, str]:
    """The letters on the tutorial's text with a change, in Italian and in English; empty where none is written.

    They are written where the files are, which have the same names each time: what one run found the next need not find.
    """
    texts = {language: tutorial(language).text for language in ("it", "en")}
    changed = "en" if english else "it"
    assert was in texts[changed]
    texts[changed] = texts[changed].replace(was, now)
    words = [str(GAME), "--no-index"] if game else []
    for language, text in texts.items():
        (folder / f"book.{language}.md").write_text(text, "utf-8")
        words += ["--source", f"{language}=book.{language}.md"]
    with chdir(folder):
        result = CliRunner().invoke(command, [*words, *more, "--report", "a.html"])
    assert result.exit_code == 0, result.output
    files = (folder / "a.html", folder / "a.en.html")
    one, other = (file.read_text("utf-8") if file.is_file() else "" for file in files)
    return one, other


def notes(letter: str) -> list[str]:
    return [one.partition("</article>")[0] for one in letter.split("<article>")[1:]]


# A change of the Italian; what each letter marks, in its own sentence and the other's; what it proposes.
CHANGES = [
    ("sei al massimo", "cinque al massimo", ("cinque", "six"), "«sei» invece di «cinque»", "“five” for “six”"),
    ("prima di ogni dim", "dopo ogni dim", ("dopo", "before"), "«prima di» invece di «dopo»", "“after” for “before”"),
    ("massimo due sent", "massimo tre sent", ("tre", "two"), "«due» invece di «tre»", "“three” for “two”"),
    ("difensore (6.2)", "difensore (6.3)", ("6.3", "6.2"), "«6.2» invece di «6.3»", "“6.3” for “6.2”"),
    ("guardie non possono", "guardie possono", ("possono", "may not"), "«non possono» invece", "“may” for “may not”"),
    ("- +1 se nessun", "- −1 se nessun", ("−1", "+1"), "«+1» invece di «−1»", "“−1” for “+1”"),
    ("| bosco     | 1  ", "| bosco     | 3  ", ("3", "1"), "«1» invece di «3»", "“3” for “1”"),
]


@pytest.mark.parametrize(("was", "now", "marked", "proposed", "proposed_there"), CHANGES)
def test_a_difference_stands_in_both_letters_with_both_words_marked(
    was: str, now: str, marked: tuple[str, str], proposed: str, proposed_there: str, tmp_path: Path
) -> None:
    both = letters(tmp_path, was, now)
    for letter, heading, words, text in zip(
        both, EDITIONS, (marked, marked[::-1]), (proposed, proposed_there), strict=True
    ):
        (note,) = notes(letter)
        assert re.findall("<h2>(.*?)</h2>", letter) == [heading]
        assert tuple(re.findall("<mark>(.*?)</mark>", note)) == words
        assert text in note
        assert re.search("Se è giusto il testo inglese|If the Italian text is right", note), "neither is accused"


def test_the_text_that_is_right_is_not_accused_of_what_the_other_has_wrong(tmp_path: Path) -> None:
    italian, english = letters(tmp_path, "at most six of them", "at most seven of them", english=True)
    assert [re.findall("<mark>(.*?)</mark>", one) for one in notes(italian)] == [["sei", "seven"]]
    assert [re.findall("<mark>(.*?)</mark>", one) for one in notes(english)] == [["seven", "sei"]]
    assert "Errori certi" not in italian


def test_the_rules_say_which_of_two_languages_is_wrong(tmp_path: Path) -> None:
    italian, english = letters(tmp_path, "sei al massimo", "cinque al massimo", game=True)
    (told,), (right,) = notes(italian), notes(english)
    assert EDITIONS[0] not in italian
    assert "«sei» invece di «cinque»." in told
    assert "Se è giusto" not in told
    assert tuple(re.findall("<mark>(.*?)</mark>", told)) == ("cinque", "six")
    assert "The rules as encoded (Regola’s game file) agree with this text, not with the Italian one." in right
    assert "Proposal" not in right


def test_a_lost_row_is_named_and_shown_without_a_mark(tmp_path: Path) -> None:
    italian, english = letters(tmp_path, "| bosco     | 1       | 2           | −1      |\n", "")
    (note,), (there,) = notes(italian), notes(english)
    assert "Nella tabella manca la riga che nel testo inglese è «wood»." in note
    assert note.index("wood · 1 · 2 · −1") < note.index("pascolo · 1 · 1 · 0"), "what is lost comes first"
    assert "<mark>" not in note + there
    assert "The table of the Italian text lacks the row that is “wood” here." in there


def test_a_lost_row_is_one_note_where_the_rules_miss_it_too(tmp_path: Path) -> None:
    italian, _ = letters(tmp_path, "| bosco     | 1       | 2           | −1      |\n", "", game=True)
    (note,) = notes(italian)
    assert "«wood»" in note
    assert "Proposta:</strong> Aggiungerla." in note


def test_a_missing_sentence_comes_first_and_nothing_is_marked(tmp_path: Path) -> None:
    italian, english = letters(tmp_path, " Le carovane non attaccano mai.", "")
    (note,), (there,) = notes(italian), notes(english)
    assert note.index("Mule trains never attack.") < note.index("Il posto sarebbe dopo") < note.index("sei al massimo.")
    assert "<mark>" not in note + there
    assert "A questa" not in note
    assert "Mule trains never attack." in there


def test_a_missing_sentence_is_one_note_where_the_rules_miss_it_too(tmp_path: Path) -> None:
    italian, english = letters(tmp_path, " Fino all'alba non sorveglia.", "", game=True)
    (note,), (there,) = notes(italian), notes(english)
    assert EDITIONS[0] not in italian, "the rules decide"
    assert "Proposta:</strong> Aggiungerla." in note
    assert "non»" not in note
    assert "agree with this text" in there


WATCHING = (
    "Bande, pattuglie e cavalleggeri sorvegliano gli spazi adiacenti al proprio.",
    "I capi e le carovane non sorvegliano, e nemmeno le pattuglie\ncorrotte (11.5).",
    "Uno spazio è sorvegliato se lo sorveglia un nemico.",
)


# Which are kept, and in how many places the others are lost.
LEFT = [((1,), 2), ((2,), 1), ((0,), 1), ((0, 1), 1), ((0, 2), 1)]


@pytest.mark.parametrize(("kept", "number", "game"), some((*left, game) for left in LEFT for game in (False, True)))
def test_sentences_that_are_lost_apart_are_faults_apart(
    kept: tuple[int, ...], number: int, game: bool, tmp_path: Path
) -> None:
    """Those that follow one another are lost in one go; two with a sentence between them are two faults."""
    italian, english = letters(tmp_path, " ".join(WATCHING), " ".join(WATCHING[at] for at in kept), game=game)
    found = notes(italian)
    assert len(found) == number, found
    lost = 3 - len(kept)
    assert sum("alcune frasi" in note for note in found) == (lost > number)
    assert len(notes(english)) == lost
    for at, said in enumerate(("watch the spaces", "do not watch", "is watched if")):
        assert sum(said in note.replace("<mark>", "") for note in found) == (at not in kept)


@pytest.mark.parametrize(
    ("was", "now"),
    some(
        [
            ("si fa con un solo dado", "si fa con un solo solo dado"),
            ("partita è finita (12).", "partita è finita (12."),
            (
                "Tutti gli spazi e i sentieri sono elencati in 14.2",
                "Tutti gli spazi e i sentieri sono elencati in 14.6",
            ),
            ("**13.2 Cani fedeli.** ", "**13.2 Cani fedeli.** Una pattuglia fa così.\n\n**13.2 Cani fedeli.** "),
            ("**11.6 L'occhio", "**L'occhio"),
            ("a sinistra (−):\n", "a sinistra (−). I casi sono quattro:\n"),
            (
                "in attacco e in difesa, e 1 punto movimento in meno.",
                "in attacco e in difesa, e 1 punto movimento in meno. Per dado e metà vedere 7.2.",
            ),
            (
                "## 3 ",
                "| segnalino | peso | valore |\n|---|---|---|\n| scudo | 8 | 30 |\n| fiorino | 5 | 12 |\n\n## 3 ",
            ),
        ]
    ),
)
def test_one_fault_is_one_note(was: str, now: str, tmp_path: Path) -> None:
    italian, english = letters(tmp_path, was, now)
    assert len(notes(italian)) == 1, italian.partition("<h2>")[2]
    assert len(notes(english)) <= 1


def test_two_faults_of_one_sentence_are_marked_and_told_both(tmp_path: Path) -> None:
    italian, _ = letters(tmp_path, "attaccare insieme, sei al massimo", "ataccare insieme, cinque al massimo")
    (misprint, number) = notes(italian)
    assert "<mark>ataccare</mark>" in misprint
    assert "<mark>cinque</mark>" in number


@pytest.mark.parametrize("head", ["**L'occhio del capo.**", "L'occhio del capo."])
def test_what_stands_below_a_heading_that_lost_its_number_is_compared_as_its_section(head: str, tmp_path: Path) -> None:
    """The number is one fault, at its heading; the denial that is lost below it another one, at its word."""
    text = tutorial("it").text
    changed = text.replace("**11.6 L'occhio del capo.**", head).replace("suo capo non può", "suo capo può")
    for letter, number, denied in zip(letters(tmp_path, text, changed), ("11.6", ""), ("non può", ""), strict=True):
        first, second = notes(letter)
        assert re.findall("<mark>(.*?)</mark>", first) == [number] * bool(number)
        assert sorted(re.findall("<mark>(.*?)</mark>", second)) == ["may not", "può"]
        if denied:
            line = changed.count("\n", 0, changed.index("suo capo può")) + 1
            assert f"(riga {line})" in first
            assert f"(riga {line})" in second
            assert "aggiungere «11.6»" in first
            assert f"«{denied}» invece di «può»" in second


def test_a_section_that_is_missing_with_its_heading_is_told_as_missing(tmp_path: Path) -> None:
    text = tutorial("it").text
    gone = re.sub(r"\*\*11\.6 L'occhio.*\n", "", text)
    assert gone != text
    (note,) = notes(letters(tmp_path, text, gone)[0])
    assert "Qui manca la sezione 11.6" in note


def test_what_only_the_encoded_rules_know_says_so(tmp_path: Path) -> None:
    """Whoever reads the letter has the book, and would look there in vain."""
    for letter, words in zip(
        letters(tmp_path, "sei al massimo", "cinque al massimo", game=True),
        ("regole codificate (il file del gioco di Regola)", "rules as encoded (Regola’s game file)"),
        strict=True,
    ):
        (note,) = notes(letter)
        assert words in note
        assert not re.search("resto del regolamento|rest of the rulebook|altrove", note)


def test_a_clean_book_has_a_letter_that_says_what_was_compared(tmp_path: Path) -> None:
    italian, english = letters(tmp_path, "sei al massimo", "sei al massimo", "--signed", "Rita Bo")
    assert notes(italian) == []
    assert "Nel testo non è risultato nulla da correggere." in italian
    assert "il testo inglese (file book.en.md, 72 sezioni)" in italian
    assert "Rita Bo" in italian
    assert re.search(r'class="date">\d{1,2} [a-z]+ \d{4}<', italian)
    assert not english, "a second letter is written where there is something to write"


def test_what_is_of_the_rules_is_left_out_and_counted(tmp_path: Path) -> None:
    text = tutorial("it").text
    (tmp_path / "book.md").write_text(text, "utf-8")
    words = ["--source", f"it={tmp_path / 'book.md'}"]
    assert CliRunner().invoke(command, [*words, "--index"]).exit_code == 0
    (tmp_path / "book.md").write_text(text.replace("ripiegato non può attaccare", "ripiegato può attaccare"), "utf-8")
    result = CliRunner().invoke(command, [*words, "--kind", "drift", "--report", str(tmp_path / "a.html")])
    assert re.search(r"a\.html: 0 notes\n1 finding is left out: .*earlier reading", result.output), result.output


def test_a_title_is_taken_as_it_is_given_and_only_for_a_letter(tmp_path: Path) -> None:
    italian, _ = letters(tmp_path, "sei al massimo", "cinque al massimo", "--title", "Il Passo, 2ª bozza")
    assert "<h1>Il Passo, 2ª bozza</h1>" in italian
    result = CliRunner().invoke(command, ["--source", f"it={tmp_path}/book.it.md", "--title", "Il Passo"])
    assert "--report" in result.output
    assert result.exit_code != 0


def test_of_three_languages_a_section_is_missed_in_the_text_that_lacks_it(tmp_path: Path) -> None:
    words: list[str] = []
    for language, last in (("it", 5), ("en", 5), ("de", 4)):
        book = tmp_path / f"book.{language}.md"
        book.write_text("".join(f"**{n}.1 Porto.** Mare {n}.\n\n" for n in range(1, last + 1)), "utf-8")
        words += ["--source", f"{language}={book}"]
    letter = tmp_path / "a.html"
    result = CliRunner().invoke(command, [*words, "--force", "--kind", "languages", "--report", str(letter)])
    assert result.exit_code == 0, result.output
    (italian,) = notes(letter.read_text("utf-8"))
    (english,) = notes((tmp_path / "a.en.html").read_text("utf-8"))
    assert "Il testo tedesco non ha questa sezione." in italian
    assert "The German text does not have this section." in english
    assert all("5.1" in one for one in notes((tmp_path / "a.de.html").read_text("utf-8")))
