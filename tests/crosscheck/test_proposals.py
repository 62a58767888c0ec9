"""What is proposed for a fault can be written in its place: the nearest section, a word with its capital and article."""

from __future__ import annotations

import pytest
from regola_compiler.driver import compile_game
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.index import Index
from regola_crosscheck.checks import references
from regola_crosscheck.language.agreement import with_article
from regola_crosscheck.language.fitting import fitted
from regola_crosscheck.publisher.notes import notes_of
from regola_crosscheck.publisher.quotation import Quotation
from regola_crosscheck.publisher.words import LANGUAGES
from regola_crosscheck.run import no_game, read_book
from regola_dsl.source import Source
from support.cases import game_of
from support.crosscheck_cases import held

CHAPTERS = {
    "9": ["boats", "oars", "sails"],
    "10": ["supply", "depots", "convoys", "harbours", "winter", "mud", "siege", "relief", "rivers"],
}


def read(text: str) -> CrosscheckContext:
    """A book of English that nobody has encoded."""
    book = read_book("en", Source("book.md", text), Index("en.yaml"))
    return CrosscheckContext(no_game({}).program, book, alone=True)


def book(sentence: str) -> str:
    """Two chapters of some sections each; the sentence stands in the first of them."""
    lines = []
    for chapter, topics in CHAPTERS.items():
        lines.append(f"## {chapter}. Of {topics[0]}")
        for number, topic in enumerate(topics, 1):
            lines.append(f"**{chapter}.{number} {topic.title()}.** What is said of {topic}.")
    lines[1] += f" {sentence}"
    return "\n\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [
        ("10.8", None),  # is there
        ("10.10", None),  # no slip of it is a section
        ("10.0.9", "10.9"),
        ("10.99", "10.9"),
        ("10.19", "10.1"),
        ("9.9", "9.3"),  # of those that are one figure away the nearest, and in its own chapter
        ("9.4", "9.3"),
    ],
)
def test_a_reference_to_none_is_proposed_the_nearest(wanted: str, meant: str | None) -> None:
    found = [
        one
        for one in references.check(read(book(f"It is said elsewhere (see {wanted}).")))
        if one.diagnostic.code is references.DANGLING
    ]
    assert [one.word.expected or None for one in found if one.word] in ([meant], [] if meant is None else [meant])


@pytest.mark.parametrize(("topic", "meant"), [("nothing", ""), ("convoys and winter and mud", "11")])
def test_where_a_chapter_is_lost_only_what_speaks_of_it_is_meant(topic: str, meant: str) -> None:
    """A book that goes from 9 to 11 has lost its tenth chapter: only what speaks of it may be meant."""
    text = (
        book(f"It is said elsewhere of {topic} (see 10.0).").replace("10.", "11.").replace("(see 11.0)", "(see 10.0)")
    )
    (found,) = [one for one in references.check(read(text)) if one.diagnostic.code is references.DANGLING]
    assert found.word is not None
    assert found.word.expected == meant


def test_the_chapter_is_not_meant_by_a_reference_into_it() -> None:
    """A chapter has all the words of its sections, and is no proposal for that."""
    text = book("Supply by convoys over rivers in winter and mud (see 10.9).").replace("**10.9 Rivers.** ", "Rivers. ")
    (found,) = references.check(read(text))
    assert found.word is not None
    assert found.word.expected == "10.8"


def test_of_several_the_one_that_speaks_of_it_is_meant() -> None:
    text = book("Carts that sink are lost (see 9.6).").replace("said of oars.", "said of oars, and of carts that sink.")
    (found,) = references.check(read(text))
    assert found.word is not None
    assert found.word.expected == "9.2"


@pytest.mark.parametrize(
    ("expected", "found", "written"),
    [
        ("dopo", "Prima degli", "Dopo gli"),
        ("dopo", "prima di", "dopo"),
        ("dopo", "prima dell'", "dopo l’"),
        ("Prima di", "dopo", "prima di"),
        ("prima del", "Dopo", "Prima"),
        ("prima del", "dopo di", "prima di"),
        ("inferiore a", "superiore ai", "inferiore ai"),
        ("inferiore alla", "superiore ai", "inferiore ai"),
        ("può", "NON PUÒ", "PUÒ"),
        ("", "Prima", ""),
        ("al massimo", "", "al massimo"),
    ],
)
def test_a_word_keeps_the_capital_and_the_article_of_its_place(expected: str, found: str, written: str) -> None:
    assert fitted(expected, found, "it") == written


@pytest.mark.parametrize(
    ("before", "found", "expected", "proposed"),
    [
        ("contro l’", "attaccante", "difensore", "il difensore"),
        ("la forza dell'«", "attaccante", "difensore", "del difensore"),
        ("Dell’ **", "attaccante", "difensore", "Del difensore"),
        ("la forza del “", "difensore", "attaccante", "dell’attaccante"),
        ("gli ", "attaccanti", "difensori", "i difensori"),
        ("ai ", "difensori", "attaccanti", "agli attaccanti"),
        ("un'", "unità", "fazione", "una fazione"),
        ("nella ", "settima", "ottava", "nell’ottava"),
        ("il ", "quinto", "sesto", "sesto"),
        ("la ", "nave", "barca", "barca"),
        ("lo ", "zaino", "scudo", "scudo"),
        ("il ", "baule", "zaino", "lo zaino"),
        ("dei ", "baùli", "zaini", "degli zaini"),
        # The book says which gender a word has that its end does not tell.
        ("della ", "banda", "guida", "guida"),
        ("dell’", "ala", "fronte", "del fronte"),
        ("dell’", "ala", "notte", "notte"),
        ("le ", "navi", "città", "città"),
        ("al ", "porto", "città", "alla città"),
        ("al ", "porto", "guarnigione", "alla guarnigione"),
        ("una forte ", "attacco", "difesa", "difesa"),
        ("quell'", "attacco", "difesa", "quella difesa"),
        ("", "attacco", "difesa", "difesa"),
    ],
)
def test_an_article_is_fitted_to_the_word_that_is_proposed(
    before: str, found: str, expected: str, proposed: str
) -> None:
    book = ["Il fronte è lungo; lungo il fronte", "si marcia. L'**attaccante** cede."]
    said, new = with_article(found, expected, before, "it", book)
    assert new == proposed
    assert (said == found) == (new == expected)


@pytest.mark.parametrize(
    "line", ["11. Carts", "11.Carts", "11 . Carts", "11.- Carts", "11.) Carts", "11\\. Carts", "\\11. Carts",
             "- 11. Carts", "- **11.** Carts", "**11.** Carts", "> 11. Carts"]
)  # fmt: skip
def test_what_counts_a_line_is_no_number_of_the_rule(line: str) -> None:
    context = read(book("") + f"\nSome words before it:\n\n{line} roll 4.\n")
    sections = context.book.sections
    assert [token.text for one in sections for token in context.tokens(one) if token.text in {"4", "11"}] == ["4"]
    words = [mark.text for one in sections for each in context.sentences(one) for mark in context.meaning_words(each)]
    assert [word for word in words if word in {"4", "11"}] == ["4"]


@pytest.mark.parametrize("line", ["11 carts", "11.5 carts", "-11 carts", "(11) and carts, 11"])
def test_a_number_at_the_head_of_a_line_is_one(line: str) -> None:
    context = read(book("") + f"\nIf the roll is at least\n{line} are lost.\n")
    tokens = [token.text.strip() for one in context.book.sections for token in context.tokens(one)]
    assert any("11" in text for text in tokens)


RULES = """
define price() -> int 0..9 @1.2
  3

erratum cost_of_a_stall @1.2
  @1.2 silent en "Who pays for a stall that an owner has left, and whether the coins are due"
  unresolved en "To be asked"
"""
STALLS = """\
**1.1 Port.** Boats stand here.

**1.2 Market.** Traders meet in the square. For each stall its owner pays 3 coins at dawn. Nobody may shout.

**1.3 Square.** Dogs run about.

**1.4 Night.** All is dark.

**1.5 Day.** All is bright.
"""


def quoted(text: str) -> Quotation:
    """What the publisher's letter quotes of the one erratum."""
    report = held(compile_game(game_of((RULES,))).program, {"en": text})
    notes = [note for _, group in notes_of(report, "en", "Stalls").groups for note in group]
    (note,) = [one for one in notes if "Who pays" in " ".join(one.compare)]
    return note.quotation


def test_an_erratum_quotes_the_sentence_it_is_about() -> None:
    assert quoted(STALLS).text == "For each stall its owner pays 3 coins at dawn."


def test_where_two_sentences_may_be_meant_the_head_is_marked() -> None:
    twice = STALLS.replace("Nobody may shout.", "For each stall its owner pays 2 coins at dusk.")
    assert quoted(twice).text.startswith("1.2 Market")
    assert quoted(twice).marked == ("1.2",)


def test_a_lost_sentence_is_told_to_the_publisher_as_one() -> None:
    for words in LANGUAGES.values():
        assert words.phrases["sentence-missing"].what != words.unsorted.what
