"""The proofreader's list: what is told of words and marks, and what is left alone."""

from __future__ import annotations

import re
from random import Random

import pytest
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.language.agreement import articled_words
from regola_crosscheck.language.spelling import close_words, is_word
from regola_crosscheck.proof.marks import doubled_words, elisions, misread_figures, open_brackets, wrong_articles
from regola_crosscheck.proof.misprints import misprints
from regola_crosscheck.proof.vocabulary import Vocabulary, words_of_passage
from regola_crosscheck.run import crosscheck, no_game
from regola_dsl.source import Source
from support.paths import ROOT

BOOK = """\
**1.1 Il porto.** Ogni barca del porto ha quattro remi e una vela. Il giocatore muove la barca lungo la costa.

**1.2 La notte.** Di notte le barche non possono salpare: il giocatore attende nel porto di Krestow.

**1.3 La marea.** Con la luna piena il giocatore sposta la barca lungo la costa, muovendola verso Krestow e torna a Krestow.
"""
REAL = ROOT.parent / "shared" / "rulebooks" / "caucasus.it.txt"


def spelling(text: str, language: str = "it") -> list[CrosscheckFinding]:
    report = crosscheck(no_game({}).program, {language: Source("book", text)}, alone=True)
    return [one for one in report.found if one.kind == "spelling"]


def shown(text: str, language: str = "it") -> list[tuple[int, str]]:
    return [
        (one.diagnostic.span.line, one.word.new if one.word else "")
        for one in spelling(text, language)
        if one.confidence >= Confidence.LIKELY
    ]


def test_a_book_without_slips_has_none() -> None:
    assert spelling(BOOK) == []


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("barca lungo", "brca lungo"),
        ("giocatore attende", "giocatrore attende"),
        ("quattro", "qauttro"),
        ("marea", "rnarea"),
        ("possono", "posson0"),
        ("sposta la", "spostala la"),
        ("di Krestow", "di Krestpw"),
        ("lungo la costa, ", "lungola costa, "),
    ],
)
def test_a_slip_is_told_at_its_line_with_the_word(was: str, now: str) -> None:
    text = BOOK.replace(was, now, 1)
    line = text.count("\n", 0, text.index(now)) + 1
    wrong = next(word for word in now.split() if word not in was.split())
    if is_word(wrong, "it"):
        assert shown(text) == []  # *spostala* is a word: nobody can tell
    else:
        assert (line, wrong.strip(",")) in shown(text)


def test_what_was_meant_is_told() -> None:
    (finding,) = spelling(BOOK.replace("giocatore attende", "giocatrore attende"))
    assert finding.word is not None
    assert (finding.word.new, finding.word.expected) == ("giocatrore", "giocatore")


@pytest.mark.parametrize("glued", ["GGiocatore", "DDNotte", "PPBarca"])
def test_of_an_abbreviation_that_a_word_was_glued_to_no_letter_is_too_many(glued: str) -> None:
    """It is to be looked at; a proposal would change the rule."""
    found = [
        one for one in spelling(BOOK + f"\n**1.4 Il valore.** Vale il doppio ({glued}).\n") if one.section == "1.4"
    ]
    assert all(one.confidence < Confidence.LIKELY for one in found)
    assert not any(one.word is not None and one.word.expected.casefold() == glued[1:].casefold() for one in found)


def test_what_comes_again_is_a_word_of_the_book() -> None:
    text = BOOK + "".join(f"\n**1.{place} Zozzer.** Lo zozzer muove.\n" for place in range(4, 9))
    assert shown(text) == []


def test_words_that_italian_makes_of_others_are_words() -> None:
    for (
        word
    ) in "muovendole offensivamente raggrupparsi attraversarlo rifornibile controintercettazione trattatele".split():
        assert is_word(word, "it"), word
    for word in "muovendolw offensivamemte ragrupparsi".split():
        assert not is_word(word, "it"), word


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("si muove la la barca", ["la la"]),
        ("il fronte della della costa", ["della della"]),
        ("una barca di un porto di un porto", []),
        ("via via che muove, man mano", []),
        ("Baden Baden", []),
        ("| la | la |", []),
        ("si muove la\nla barca", ["la\nla"]),
        ("verso il porto\n\nil porto", []),
        ("muove i i suoi uomini a a piedi, e e o o", ["i i", "a a", "e e", "o o"]),
        ("p e r i i l porto, da a a b, colonna c c, l l", []),
    ],
)
def test_doubled_words(text: str, told: list[str]) -> None:
    assert [slip.text for slip in doubled_words(text, "it")] == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a) uno (vedi 3) due", []),
        ("uno (vedi 3 due", ["("]),
        ("uno vedi tre volte) due", [")"]),
        ("«uno» e “due”", []),
        ("«uno e due", ["«"]),
        ("((uno) due", ["("]),
    ],
)
def test_open_brackets(text: str, told: list[str]) -> None:
    assert [slip.text for slip in open_brackets(text)] == told


def test_a_bracket_that_is_lost_is_told_wherever_it_was() -> None:
    whole = "La barca (che muove) e il porto (di notte [sempre]) attendono."
    assert list(open_brackets(whole)) == []
    for match in re.finditer(r"[()\[\]]", whole):
        assert len(list(open_brackets(whole[: match.start()] + whole[match.end() :]))) == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("di un unità", "un'unità"),
        ("di un'esercito", "un esercito"),
        ("dell unità", "dell'unità"),
        ("qual'è la barca", "qual "),
        ("un pò di vento", "po'"),
        ("in più' porti", "più"),
        ("il porto c'é sempre", "è"),
        ("è chiuso. É la regola", "È"),
        ("né il porto nè la barca", "né"),
        ("Nè il porto né la barca", "Né"),
        ("la barca và al porto", "va"),
        ("la barca va e non v'è porto, né c'è; (è così)", ""),
        ("la CITTÀ’ vicina", "CITTÀ"),
        ("il 'porto di città' e ‘la città’; c'è un po'", ""),
        ("vedi la `città`, il 'porto di\ncittà', ’porto di città’ e '*porto* di città'", ""),
        ("un'unità, un esercito, un'auto, un attacco, dell'unità, un artista", ""),
    ],
)
def test_elisions(text: str, meant: str) -> None:
    assert [slip.meant for slip in elisions(text, "it")] == [meant] * bool(meant)


@pytest.mark.parametrize("between", [" ", "\n", "  \n", "\n\n", "\n \n"])
@pytest.mark.parametrize("closing", "'’´`")
@pytest.mark.parametrize("opening", ["", *"'‘’´`"])
def test_a_mark_behind_an_accent_closes_what_was_opened_in_its_paragraph(
    opening: str, closing: str, between: str
) -> None:
    slips = list(elisions(f"Si vede {opening}porto di{between}città{closing} da qui.", "it"))
    closes = bool(opening) and between.count("\n") < 2
    assert [(slip.text, slip.meant) for slip in slips] == ([] if closes else [(f"città{closing}", "città")])


def test_letters_in_numbers() -> None:
    text = "il turno 1O, le l2 navi; l'esagono I31, la quota 3L e 10 pedine"
    assert [(slip.text, slip.meant) for slip in misread_figures(text)] == [("1O", "10"), ("l2", "12")]


def test_a_form_is_told_once_for_the_book_with_its_places() -> None:
    found = [one for one in spelling(BOOK.replace("la costa", "perchè la costa")) if one.word]
    assert [one.word.new for one in found if one.word] == ["perchè"]
    assert len(found[0].diagnostic.related) == 1


def test_a_letter_is_told_as_it_is_written() -> None:
    """Who looks for `é` does not find `É`."""
    found = spelling(BOOK.replace("la costa", "è É bella, É la costa e la barca é rossa ed é la costa"))
    assert [(one.word.new, len(one.diagnostic.related)) for one in found if one.word] == [("É", 3), ("é", 3)]


def test_what_is_proposed_ends_as_a_verb_where_it_ends_as_one() -> None:
    """*Bizzarre* ends like an infinitive; a proposal that is no word is worse than none."""
    assert close_words("blizzarsi", "it") == ()
    assert close_words("convertndoli", "it")[0] == "convertendoli"
    assert close_words("attravrsarsi", "it")[0] == "attraversarsi"


def test_a_town_is_no_misprint_and_its_name_in_small_letters_may_be() -> None:
    """Two towns that no list has, and that are a letter away from what the book says often."""
    more = "".join(f"\n**1.{place} Il raggio.** Il raggio della Tunisia è {place}.\n" for place in range(4, 12))
    assert spelling(BOOK + more + "\n**1.12 Le città.** Da Reggio si va a Tunisi, presso il Quartier Generale.\n") == []
    assert shown(BOOK + more + "\n**1.12 Le città.** Il reggio è di due porti.\n") == [(23, "reggio")]


def test_a_text_without_headings_is_proofread_too() -> None:
    text = "Il giocatore muove la barca.\nIl giocatore muove la brca.\nIl giocatore attende la barca.\n"
    assert shown(text) == [(2, "brca")]


def test_a_word_of_the_glossary_is_no_misprint() -> None:
    known = Vocabulary.of([words_of_passage("La barka muove. La barca muove. La barca attende. Una barca.")])
    assert [one.word for one in misprints(known, "it")] == ["barka"]
    assert misprints(known, "it", frozenset({"barka"})) == []


@pytest.mark.skipif(not REAL.is_file(), reason="the real books lie beside the repository, and are not here")
def test_most_slips_in_a_real_book_are_told() -> None:
    """A floor, not the measure: that is `tests/benchmarks/misprints.py`."""
    text, random = REAL.read_text("utf-8", "replace"), Random(7)
    words = list(re.finditer(r"(?<![\w@./])[a-zàèéìòù]{5,}(?![\w@/])", text))
    before = set(shown(text))
    assert len(before) < 12
    made: dict[int, tuple[str, str]] = {}
    while len(made) < 30:
        match, at = random.choice(words), random.randrange(1, 4)
        wrong = match[0][:at] + match[0][at + 1] + match[0][at] + match[0][at + 2 :]
        if wrong != match[0] and wrong not in text and not is_word(wrong, "it"):
            made[match.start()] = (match[0], wrong)
    for start, (was, wrong) in sorted(made.items(), reverse=True):
        text = text[:start] + wrong + text[start + len(was) :]
    told = {word for _, word in shown(text)}
    assert sum(wrong in told for _, wrong in made.values()) >= 27


def test_of_the_word_that_was_meant_the_form_is_proposed_that_stands_there() -> None:
    text = BOOK + "\n**1.4 I soldati.** Il carro tedesco, il pezzo tedesco e i soldati tedesci tornano nel porto.\n"
    (one,) = [one for one in spelling(text) if one.word is not None and one.word.new == "tedesci"]
    assert one.word is not None
    assert one.word.expected == "tedeschi"


def test_code_between_fences_is_nothing_to_be_proofread() -> None:
    fenced = "\n```regola\ndefine pezo() -> int 1..9 @1.1\n  the the qauttro (pezo\n```\n"
    assert spelling(BOOK + fenced) == []
    assert spelling(fenced + BOOK) == []
    behind = spelling(BOOK + fenced + "\nOgni giocatrore attende.\n")
    assert [(one.word.new, one.diagnostic.span.line) for one in behind if one.word] == [("giocatrore", 12)]


TURNS = (
    "Il turno comincia. Nel turno si muove, e del turno dopo nulla si sa. Un turno dura un giorno; in questo turno, "
    "dal turno di prima, il turno finisce. Una spia, questa spia, della "
    "spia, quella spia, la spia, nella spia. La fanteria sale, la fanteria scende, con la fanteria, della fanteria, una "
    "fanteria, quella fanteria. Il nuovo problema, un problema, il problema, del problema, al problema, sul problema. "
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Si muove durante la turno.", ["il turno"]),
        ("In questa turno si muove.", ["questo turno"]),
        ("Nella *turno* si muove.", ["Nel *turno"]),
        ("Nella «turno» si muove.", ["Nel «turno"]),
        ("Un fanteria resta.", ["Una fanteria"]),
        # A word is not judged by its end alone, nor where the book says both.
        ("La problema resta.", []),
        ("Durante la turno, nella turno, alla turno.", []),
        # No word of a book is known by a few places.
        ("Il mulo sale, la mulo scende.", []),
        ("L'ultima prova del turno.", []),
        # A letter that folds like one of an article, and is none.
        ("Si muove e ıl turno finisce. İl turno, l’ıstante.", []),
        # A pronoun before a verb that is written like a noun.
        ("Chi entra lo fanteria.", []),
        ("Chi passa gli fanteria.", []),
        ("Chi esce gli spia.", []),
    ],
)
def test_an_article_of_another_gender_than_its_words_is_a_slip(text: str, meant: list[str]) -> None:
    texts = [TURNS, text]
    found = wrong_articles(texts, [articled_words(one, "it") for one in texts], "it")
    assert [(place, slip.meant) for slip, place in found] == [(1, one) for one in meant]
    assert articled_words("The turn begins.", "en") == articled_words("Die Runde.", "de") == []


@pytest.mark.parametrize("last", [3, 8])
def test_a_word_that_the_book_says_is_meant_before_one_that_only_looks_alike(last: int) -> None:
    """However seldom the book says it: the other it says nowhere."""
    text = "## 1 Boats\n\n" + "".join(f"**1.{n} Case.** A boat never moves at night.\n\n" for n in range(1, last))
    (finding,) = spelling(text.replace("1.2 Case.** A boat never", "1.2 Case.** A boat nevver"), "en")
    assert finding.word is not None
    assert (finding.word.new, finding.word.expected) == ("nevver", "never")


@pytest.mark.parametrize(
    ("sentence", "new", "meant"),
    [
        ("Il raggio dell HQ è di 6 esagoni.", "dell HQ", "dell'HQ"),
        ("Si conquista la CITTA’ vicina.", "CITTA’", "CITTÀ"),
    ],
)
def test_what_is_proposed_can_be_written_in_its_place(sentence: str, new: str, meant: str) -> None:
    text = f"{BOOK}\n**1.4 Altro.** {sentence}\n"
    told = {one.word.new: one.word.expected for one in spelling(text) if one.word is not None}
    assert told.get(new) == meant


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("attacatto", "attaccato"),
        ("attaccatto", "attaccato"),
        ("dificcile", "difficile"),
        ("convertedoli", "convertendoli"),
        ("muovendle", "muovendole"),
        ("accumolarle", "accumularle"),
    ],
)
def test_a_double_letter_misplaced_and_a_verb_with_its_pronoun_are_told_with_what_was_meant(
    slip: str, meant: str
) -> None:
    text = BOOK + f"\n**1.4 La cala.** Nella cala {slip} si resta fermi.\n"
    assert [(one.word.new, one.word.expected) for one in spelling(text) if one.word] == [(slip, meant)]
    assert shown(text) == [(7, slip)]
    assert shown(text.replace(slip, meant)) == []


@pytest.mark.parametrize(
    ("word", "meant"),
    [("selezionabli", "selezionabili"), ("posizionabli", "posizionabili"), ("controllabie", "controllabile")],
)
def test_of_words_that_no_list_has_whole_the_one_that_lost_a_letter_is_meant_first(word: str, meant: str) -> None:
    assert close_words(word, "it")[0] == meant


def test_the_name_of_another_language_is_no_correction_of_ours() -> None:
    """The list of English words has *Manchuria*, and none has *Manciuria*; *Afghanistan* is a word of both."""
    text = BOOK + "\n**1.4 I campi.** Dalla {} si va in {}, e nella {} si resta. Chi è in {} torna in {}.\n"
    (name,) = spelling(text.format("Manchuria", "Manchuria", "Manchuria", "Manciuria", "Manchuria"))
    assert (name.diagnostic.code.slug, name.confidence) == ("name-varies", Confidence.LIKELY)
    assert name.formerly == ("word-misspelt@1.4:Manciuria",)
    assert name.word is not None
    assert name.word.expected == "Manchuria"
    (slip,) = spelling(text.format("Afghanistan", "Afghanistan", "Afghanistan", "Afganistan", "Afghanistan"))
    assert slip.diagnostic.code.slug == "word-misspelt"
