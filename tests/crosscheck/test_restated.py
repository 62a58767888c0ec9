"""Sentences of a book held against sentences of ours that say the same: which is held against which, and what differs."""

from __future__ import annotations

from time import perf_counter

import pytest
from regola_crosscheck.book.sentences import sentences_of
from regola_crosscheck.book.text import Passage
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.rules.said import RuleStatement
from regola_crosscheck.sentences.evidence import Weights, evidence_of
from regola_crosscheck.sentences.names import names_of
from regola_crosscheck.sentences.restated import Held, Restatement, held
from regola_crosscheck.sentences.tie import Candidate
from regola_crosscheck.sentences.tied import TiedSentence

TWICE = (
    "Da lì la banda può raggiungere il fiume durante la notte. {} Da lì la banda può raggiungere il fiume {} la notte."
)
ONCE = "Di là la banda può raggiungere il fiume durante la notte."
AGAIN = "Durante la notte la banda può raggiungere di là il fiume."


def against(book: str, *ours: str, language: str = "it") -> Held:
    """The sentences of a section held against sentences of ours."""
    nothing = evidence_of("", language)
    section = [
        TiedSentence(one, evidence_of(one.text, language), (), (), ())
        for one in sentences_of(Passage(book, 1, 1, "book.txt"), lexicon(language), "1")
    ]
    restated = [
        Restatement(
            Candidate(RuleStatement(f"rule_{place}", "rule", ("1",), ""), nothing, nothing), evidence_of(one, language)
        )
        for place, one in enumerate(ours)
    ]
    return held(section, restated, Weights({}, 2.0), language, lambda text: names_of(text, language, ()))


def otherwise(book: str, *ours: str, language: str = "it") -> list[tuple[int, str, str]]:
    """What the sentences of a section say otherwise than sentences of ours: number, word, the word expected."""
    return sorted(
        (one.tied.sentence.number, one.new, one.expected) for one in against(book, *ours, language=language).differences
    )


@pytest.mark.parametrize(("number", "first", "second"), [(3, "Poi piove.", "dopo"), (3, "Se nevica, no.", "prima di")])
def test_of_sentences_in_the_same_words_each_is_held_against_one_of_ours(number: int, first: str, second: str) -> None:
    book = TWICE.format(first, second)
    assert otherwise(book, ONCE, AGAIN) == [(number, second.removesuffix(" la"), "Durante")]
    # One sentence of ours restates the one that says the same, and none is left for the other.
    assert otherwise(book, ONCE) == []
    assert otherwise(TWICE.format(first, "durante"), ONCE, AGAIN) == []


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("Chi non ha pagato non può passare il ponte.", []),
        ("Chi ha pagato non può passare il ponte.", [(1, "", "non")]),
        ("Chi non ha pagato può passare il ponte.", [(1, "può", "non può")]),
    ],
)
def test_two_denials_of_a_clause_are_two(book: str, found: list[tuple[int, str, str]]) -> None:
    assert otherwise(book, "Il ponte non può passarlo chi non ha pagato.") == found


@pytest.mark.parametrize(
    "book",
    ["Nessuna banda può passare il ponte.", "Il ponte non può passarlo nessuna banda, né di notte né di giorno."],
)
def test_a_denial_that_echoes_another_is_none_more(book: str) -> None:
    assert otherwise(book, "Il ponte non può passarlo mai nessuna banda.") == []


def test_the_denial_that_is_lost_is_told_and_not_the_one_that_is_there() -> None:
    ours = "Non sorvegliano le carovane, e nemmeno la banda corrotta."
    assert otherwise("Le carovane sorvegliano, e nemmeno la banda corrotta.", ours) == [(1, "", "Non")]


@pytest.mark.parametrize(
    ("book", "ours", "found"),
    [
        ("Si aggiunge 1 dalla quarta notte.", "Dalla quinta notte si aggiunge 1.", [(1, "quarta", "quinta")]),
        ("Nella seconda notte il ponte si apre.", "Il ponte si apre nella prima notte.", []),
        ("Il ponte si apre due volte.", "Si apre una volta il ponte.", [(1, "due volte", "una volta")]),
        (
            "Una volta per partita e nella fase di arrivi il capo può passare il ponte di pietra.",
            "Il capo può passare il ponte di pietra una volta per notte.",
            [(1, "partita", "notte")],
        ),
    ],
)
def test_how_often_and_the_how_manieth_are_numbers(book: str, ours: str, found: list[tuple[int, str, str]]) -> None:
    assert otherwise(book, ours) == found


def test_none_for_each_is_told_beside_another_denial() -> None:
    ours = "Ogni banda che non ha pagato aspetta davanti al ponte."
    assert otherwise("Davanti al ponte aspetta ogni banda che non ha pagato.", ours) == []
    found = otherwise("Davanti al ponte aspetta nessuna banda che non ha pagato.", ours)
    assert (1, "nessuna", "Ogni") in found


def test_a_sentence_is_held_against_what_is_most_like_it_alone() -> None:
    book = "La banda può passare il ponte di notte, solo se ha pagato al guardiano."
    ours = "Solo se al guardiano ha pagato, la banda può di notte passare il ponte."
    other = "La banda non può passare il ponte di notte con i muli."
    assert otherwise(book, ours, other) == otherwise(book, other, ours) == []
    assert otherwise(book, other) != []


@pytest.mark.parametrize("bound", ["inferiori", "superiori"])
def test_a_bound_is_read_before_a_vowel_too(bound: str) -> None:
    ours = f"Non si ammettono rapporti {bound} a 8-1."
    assert otherwise(f"Rapporti {bound} ad 8-1 non si ammettono.", ours) == []
    assert otherwise("Rapporti pari ad 8-1 non si ammettono.", ours) != []


def test_words_that_both_have_agree_and_what_differs_does_not() -> None:
    book = "Da lì la banda può raggiungere il fiume prima della notte."
    assert {book[start:end] for _, start, end in against(book, ONCE).agreed} == {"può"}


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("La banda può muovere di 3 spazi lungo il fiume.", []),
        ("La banda può muovere di tre spazi lungo il fiume.", []),
        ("La banda può muovere di 4 spazi lungo il fiume.", [(1, "4", "3")]),
        ("La banda può muovere di quattro spazi lungo il fiume.", [(1, "quattro", "3")]),
        ("La banda può muovere di 3 spazi lungo il fiume (vedi 7.5).", []),
        # Of several numbers nobody knows which stands for which.
        ("La banda può muovere di 4 spazi lungo il fiume e ne salta 5.", []),
    ],
)
def test_a_number_is_held_against_the_number_of_ours(book: str, found: list[tuple[int, str, str]]) -> None:
    assert otherwise(book, "Lungo il fiume la banda può muovere di 3 spazi.") == found


def test_a_sentence_that_is_lost_is_missed_where_others_are_there() -> None:
    ours = "La barca carica di casse deve restare nel porto fino alla sera."
    lost = "Quando la lanterna brilla poco, il traghettatore chiama ogni guardiano."
    assert [one.text.text for one in against(ours, ours, lost).unsaid] == [lost]
    assert against(f"{ours} {lost}", ours, lost).unsaid == ()
    # Where nothing is restated nothing is missed.
    assert against("Qui si parla di tutt'altro.", ours, lost).unsaid == ()


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("Di notte la guardia ferma la banda nella fase di arrivi.", []),
        # A measure for another, and one name for another.
        ("Di notte la guardia ferma la banda nel turno di arrivi.", [(1, "turno", "fase")]),
        ("La guardia di Malga ferma la banda di notte nella fase di arrivi.", []),
        # What is spelt nearly alike, or has the other's beginning, is no other thing.
        ("Di notte la guardia ferma la banda nelle fasi di arrivi.", []),
    ],
)
def test_a_thing_that_is_named_for_another_is_told(book: str, found: list[tuple[int, str, str]]) -> None:
    assert otherwise(book, "Nella fase di arrivi la guardia ferma di notte la banda.") == found


def test_a_name_for_another_is_told_and_a_spelling_of_it_is_not() -> None:
    ours = "La guardia ferma a Malga chi viene dal fiume."
    assert otherwise("Chi viene dal fiume la guardia lo ferma a Ovile.", ours) == [(1, "Ovile", "Malga")]
    assert otherwise("Chi viene dal fiume la guardia lo ferma a Malgha.", ours) == []


@pytest.mark.parametrize(
    ("book", "found"),
    [
        (
            "La guardia ferma chi viene da Ovile, e lascia passare verso Ovile chi parte da Malga.",
            [(1, "Ovile", "Malga")],
        ),
        ("La guardia ferma chi viene da Malga, e lascia passare verso Malga chi parte da Ovile.", []),
        # One more is no exchange, nor is one less.
        (
            "La guardia ferma chi viene da Ovile, e lascia passare verso Malga di qua e Malga di là chi parte da Malga.",
            [],
        ),
        ("La guardia ferma chi viene da Ovile, e lascia passare chi parte da Malga.", []),
    ],
)
def test_names_that_stand_in_a_sentence_anyway_are_counted(book: str, found: list[tuple[int, str, str]]) -> None:
    ours = "Chi parte da Malga la guardia lo lascia passare verso Malga, e ferma chi viene da Ovile."
    assert otherwise(book, ours) == found


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("La guardia ferma tutte le bande negli spazi adiacenti al ponte.", []),
        ("La guardia ferma ogni banda negli spazi adiacenti al ponte.", []),
        ("La guardia ferma alcune bande negli spazi adiacenti al ponte.", [(1, "", "tutte le")]),
        ("La guardia ferma tutte le bande negli spazi lontani dal ponte.", [(1, "", "adiacenti")]),
    ],
)
def test_a_word_that_has_no_contrary_is_missed_where_all_else_is_said(
    book: str, found: list[tuple[int, str, str]]
) -> None:
    assert otherwise(book, "Negli spazi adiacenti al ponte la guardia ferma tutte le bande.") == found


def test_a_number_said_twice_is_held_against_both() -> None:
    ours = "Ognuna delle 2 bande porta 2 casse fino al ponte."
    assert otherwise("Fino al ponte ognuna delle 2 bande porta 2 casse.", ours) == []
    assert otherwise("Fino al ponte ognuna delle 2 bande porta 3 casse.", ours) == [(1, "3", "2")]


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("Salire al valico di Malga costa alla banda 3 MP, e 1 corda.", []),
        ("Salire al valico di Malga costa alla banda 3 PP, e 1 corda.", [(1, "PP", "MP")]),
        # A word may be what the abbreviation stands for.
        ("Salire al valico di Malga costa alla banda 3 turni, e 1 corda.", []),
        # What another number counts is no witness, nor what stands there anyway.
        ("Salire al valico di Malga costa alla banda 4 PP, e 1 corda (più 3).", []),
        ("Salire al valico di Malga costa alla banda 3 PP (MP), e 1 corda.", []),
    ],
)
def test_a_unit_is_held_against_what_the_same_number_counts_in_ours(
    book: str, found: list[tuple[int, str, str]]
) -> None:
    ours = "Alla banda costa 3 MP e 1 corda salire al valico di Malga, vicino a Pradello."
    units = {"MP", "PP", "turni"}
    assert [one for one in otherwise(book, ours) if {one[1], one[2]} & units] == found


@pytest.mark.parametrize(("book", "found"), [("+1", []), ("-1", [(1, "-", "+")]), ("−1", [(1, "−", "+")])])
def test_a_sign_at_its_number_is_held_against_ours(book: str, found: list[tuple[int, str, str]]) -> None:
    assert (
        otherwise(
            f"{book} al tiro di dado se la banda è davanti al ponte.",
            "Se la banda è davanti al ponte, +1 al tiro di dado.",
        )
        == found
    )


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("La banda aspetta la guardia nella capanna del valico.", []),
        ("La banda aspetta la guardia fuori dalla capanna del valico.", [(1, "fuori", "")]),
        # Whence something comes ours may say in another way.
        ("La banda che lascia Malga aspetta la guardia nella capanna del valico.", []),
        # Where much else is said, ours may have said it in another way.
        ("La banda che lascia Malga con tre muli carichi aspetta la guardia nella capanna vicino al valico.", []),
    ],
)
def test_out_of_is_told_where_ours_does_not_say_it(book: str, found: list[tuple[int, str, str]]) -> None:
    assert otherwise(book, "Nella capanna del valico la banda aspetta la guardia.") == found


@pytest.mark.parametrize(
    ("book", "ours", "found"),
    [
        ("Si aggiunge 1 dalla quarta notte.", "Dalla notte 4 si aggiunge 1.", []),
        ("Dalla notte 4 si aggiunge 1.", "Si aggiunge 1 dalla quarta notte.", []),
        ("Il ponte si apre nel turno 4 del gioco.", "Nel quarto turno del gioco il ponte si apre.", []),
        ("La banda perde un terzo delle casse.", "Delle casse la banda ne perde 3.", []),
        ("La banda perde tre quarti delle casse.", "Delle casse la banda ne perde 4.", []),
        # What counts a row is held against what does alone, and the rest against the rest.
        ("Si aggiunge 1 dalla quarta notte.", "Dalla notte 5 si aggiunge 1.", []),
        ("Dalla quarta notte si aggiungono 4 casse.", "Dalla notte 4 si aggiungono 5 casse.", []),
        ("Dalla quarta notte si aggiungono 4 casse.", "Si aggiungono 4 casse dalla quinta.", [(1, "quarta", "quinta")]),
    ],
)
def test_what_counts_a_row_is_not_exchanged_for_a_number_nor_for_a_part(
    book: str, ours: str, found: list[tuple[int, str, str]]
) -> None:
    assert otherwise(book, ours) == found


@pytest.mark.parametrize(
    ("book", "ours", "found"),
    [
        ("The band loses a third of its crates.", "Of its crates the band loses 3.", []),
        ("The band loses two thirds of its crates.", "Of its crates the band loses 3.", []),
        ("The band may cross on the fourth night.", "On night 4 the band may cross.", []),
        ("The band may cross on night 3.", "On night 4 the band may cross.", [(1, "3", "4")]),
        ("The band may cross on the third night.", "On the fourth night the band may cross.", [(1, "third", "fourth")]),
    ],
)
def test_parts_and_rows_in_english(book: str, ours: str, found: list[tuple[int, str, str]]) -> None:
    assert otherwise(book, ours, language="en") == found


@pytest.mark.parametrize(
    ("book", "ours", "found"),
    [
        (
            "The band outside the hut waits for the guard.",
            "In the hut the band waits for the guard.",
            [(1, "outside", "")],
        ),
        ("The band outside the hut waits for one guard.", "The band waits for at least one guard, by the hut.", []),
        (
            "The band outside the hut waits to see the guard.",
            "The band waits by the hut in order to see the guard.",
            [],
        ),
        ("The band outside the hut waits for the guard.", "The band waits by the hut for the guard to move on.", []),
    ],
)
def test_where_something_is_is_said_before_a_noun_alone(
    book: str, ours: str, found: list[tuple[int, str, str]]
) -> None:
    assert [one for one in otherwise(book, ours, language="en") if one[1]] == found


def test_what_a_text_names_has_the_two_words_before_it() -> None:
    named = names_of(
        "La banda muove il Turno dopo; qui muove  il\nTurno. Nell'alba chiara Malga, 3 MP.", "it", ()
    ).things
    assert [(one.text, one.behind) for one in named] == [
        ("Turno", "muove il"),
        ("Malga", "alba chiara"),
        ("Turno", "muove il"),
        ("MP", ""),
    ]


def test_what_a_long_text_names_is_read_once() -> None:
    """A line of a table is one sentence: twice as long, it took four times."""

    def spent(times: int) -> float:
        start = perf_counter()
        names_of("muove il Turno di 3 MP " * times, "it", ())
        return perf_counter() - start

    spent(100)
    assert min(spent(4000) for _ in range(3)) < 12 * min(spent(1000) for _ in range(3))
