"""What a book says twice and otherwise: of two sections, and of a number in words and in figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection, called
from regola_crosscheck.concordance.statements import Disagreement, Statement, disagreements, statement_of
from regola_crosscheck.language.meaning import MeaningWord, counting_words

DIFFERS = Code("R766", "statement-differs", "two sections say one thing otherwise", Severity.WARNING)
FIGURES = Code("R767", "figures-differ", "a number in words, and another one in figures beside it", Severity.WARNING)
CODES = (DIFFERS, FIGURES)

# What stands before a number that counts nothing is one word, and none is so long. What is before it is not read, as a
# line of nothing but numbers would be read again for each of them.
_COUNTED_WORD = 30
# *Three (3)*, *3 (three)*, and *three extra points (+3 points)* with what is counted named again.
_BESIDE = re.compile(
    r"(?<!\w)(?P<word>[^\W\d_]+)\s\((?P<figures>\d{1,4})\)"
    r"|(?<![\w.,])(?P<first>\d{1,4})\s\((?P<said>[^\W\d_]+)\)"
    r"|(?<!\w)(?P<many>[^\W\d_]+)\s(?P<unit>[^\W\d_]+)(?:\s[^\W\d_]+)?\s\([-+−]?(?P<again>\d{1,4})\s(?P=unit)\)"
)


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every sentence of the book, beside the others that have its subject."""
    yield from context.found("statements", None, lambda: _statements(context))
    for section in context.book.stretches:
        yield from context.found("figures", section, partial(_figures, context, section))


def statements(context: CrosscheckContext, *, examples: bool = False) -> Iterator[Statement]:
    """What a book states: its sentences, but those of headings, and of worked examples if these are not asked for."""
    kinds = {"sentence", "item", *(["example"] * examples)}
    for section in context.book.stretches:
        for sentence in context.sentences(section):
            if sentence.kind in kinds:
                places = [(word.key, word.start, word.end) for word in context.words_in_text(sentence.text)]
                yield statement_of(sentence, places, _counting_words(context, sentence.text))


def _counting_words(context: CrosscheckContext, text: str) -> tuple[MeaningWord, ...]:
    """The meaning words of a sentence without the numbers that count nothing: of a page, a figure, a phase."""
    counted = context.words.counted

    def counts_nothing(number: MeaningWord) -> bool:
        end = len(text[: number.start].rstrip())
        return counted.search(text, max(0, end - _COUNTED_WORD), number.start) is not None

    def found() -> tuple[MeaningWord, ...]:
        known = counting_words(text, context.book.language)
        return tuple(one for one in known if one.kind != "number" or not counts_nothing(one))

    return context.each("counting words", text, found)


def _statements(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    key = context.book.numbering.key

    def parallel(one: str, other: str) -> bool:
        mine, theirs = key(one), key(other)
        return mine == theirs or (mine[:-1] == theirs[:-1] and len(mine) > 1)

    for pair in disagreements(list(statements(context)), parallel):
        yield _differs(context, pair)


def _differs(context: CrosscheckContext, pair: Disagreement) -> CrosscheckFinding:
    here, there = pair.one.sentence, pair.other.sentence
    mine = pair.here.text if pair.here is not None else ""
    theirs = pair.there.text if pair.there is not None else ""
    span = here.span() if pair.here is None else here.span(pair.here.start, pair.here.end)
    other = there.span() if pair.there is None else there.span(pair.there.start, pair.there.end)
    return context.finding(
        DIFFERS,
        Confidence.LIKELY if pair.repeats else Confidence.POSSIBLE,
        here.section,
        f"{there.section}/{pair.kind}",
        _message(called(here.section), called(there.section), mine, theirs),
        span,
        label=say("here"),
        related=(Label(other, say("section {section}", section=called(there.section))),),
        help=say("see whether one of them is wrong, or is the exception to the other"),
        picture=tuple(say("{section}: {text}", section=called(one.section), text=one.text) for one in (here, there)),
        word=ChangedWord(new=mine, expected=theirs),
    )


def _message(here: str, there: str, mine: str, theirs: str) -> str:
    """What is told of two sections and the words in which they differ; one of them may have none."""
    if mine and theirs:
        return say(
            "section {here} says `{mine}`, and section {there} `{theirs}`, of what seems to be one thing",
            here=here,
            mine=mine,
            there=there,
            theirs=theirs,
        )
    if mine:
        return say(
            "section {here} says `{mine}`, and section {there} does not, of what seems to be one thing",
            here=here,
            mine=mine,
            there=there,
        )
    return say(
        "section {there} says `{theirs}`, and section {here} does not, of what seems to be one thing",
        there=there,
        theirs=theirs,
        here=here,
    )


def _figures(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    passage = context.passage(section)
    for match in _BESIDE.finditer(passage.text):
        word = match["word"] or match["said"] or match["many"]
        figures = match["figures"] or match["first"] or match["again"]
        if not context.words.words.fullmatch(word):
            continue
        kind, worth = context.words.number(word)
        if kind == "number" and worth != int(figures) and context.book.section(figures) is None:
            yield context.finding(
                FIGURES,
                Confidence.LIKELY,
                section.id,
                " ".join(match[0].split()),
                say(
                    "section {section} says `{word}` in words and `{figures}` in figures",
                    section=section.id,
                    word=word,
                    figures=figures,
                ),
                passage.span(*match.span()),
                label=say("one number"),
                help=say("see which of the two is right"),
                word=ChangedWord(new=figures, expected=word),
            )
