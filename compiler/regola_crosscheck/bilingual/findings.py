"""What sentences beside one another say otherwise, as findings: a word, a permission, a term, a sentence too many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from regola_dsl.diagnostics import Code, Label, Severity, counted
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.bilingual.terms.term_links import linked_terms
from regola_crosscheck.bilingual.terms.translations import ChangedTranslation, changed_translations, exchanged_terms
from regola_crosscheck.bilingual.terms.two_terms import TwoTerms, two_terms
from regola_crosscheck.bilingual.vocabulary import Vocabulary
from regola_crosscheck.bilingual.words import Placed, WordDifference, word_differences
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.terms import TermOccurrence

PERMISSION = Code("R775", "languages-permission", "one language permits what the other forbids or requires")
TERM = Code("R776", "languages-term", "one language speaks of another thing than the other", Severity.WARNING)
WORD = Code("R777", "languages-word", "a word that turns a rule round is another one, or missing, in one language")
SENTENCE = Code("R778", "languages-sentence", "a sentence stands in one language only", Severity.WARNING)
TWO = Code("R779", "languages-two-terms", "one term has two in the other language", Severity.WARNING)

_PERMISSIONS = {
    "may": say("permits"),
    "must": say("requires"),
    "must not": say("forbids"),
    "waived": say("does not require"),
}


def said_otherwise(
    here: CrosscheckContext,
    there: CrosscheckContext,
    pairs: Sequence[Pair],
    vocabulary: Vocabulary,
    cells: Sequence[Pair] = (),
) -> Iterator[CrosscheckFinding]:
    """What sentences and cells say otherwise that stand beside one another, and sentences that stand alone."""
    both = [*pairs, *cells]
    for pair, mine, other in _with_what_stands_before(pairs):
        if pair.is_alone:
            yield _sentence(here, there, pair, mine, other)
    for difference in word_differences(here, there, both):
        yield _word(here, there, difference)
    told = set()
    for exchanged in exchanged_terms(here, there, both):
        told.add(exchanged.pair.ours)
        yield term(here, there, exchanged.pair.section, exchanged.pair.other, exchanged.ours, exchanged.theirs)
    for change in changed_translations(here, there, both, vocabulary):
        if change.pair.ours not in told:
            yield _translation(here, there, change)
    for told_twice in two_terms(here, there, linked_terms(here, there, pairs, several=False)):
        yield _two_terms(here, there, told_twice)


def _with_what_stands_before(pairs: Sequence[Pair]) -> Iterator[tuple[Pair, Sentence | None, Sentence | None]]:
    """The pairs, each with the last sentence before it in its section, of ours and of theirs."""
    for _, inside in groupby(pairs, lambda pair: pair.section.line):
        mine: Sentence | None = None
        other: Sentence | None = None
        for pair in inside:
            yield pair, mine, other
            mine, other = (*pair.ours, mine)[len(pair.ours) - 1], (*pair.theirs, other)[len(pair.theirs) - 1]


def _sentence(
    here: CrosscheckContext,
    there: CrosscheckContext,
    pair: Pair,
    before: Sentence | None,
    before_there: Sentence | None,
) -> CrosscheckFinding:
    """That a sentence stands in one language only, and behind which of the other it would stand."""
    section = pair.section
    mine = bool(pair.ours)
    one = (pair.ours or pair.theirs)[0]
    code = there.book.language
    last = before if pair.theirs else before_there
    lacking = say("one is missing behind this") if last else say("one is missing in this section")
    head = here.book.span_of(section) if pair.theirs else there.book.span_of(pair.other)
    place = last.span() if last else head
    return here.finding(
        SENTENCE,
        Confidence.LIKELY if pair.is_lost else Confidence.POSSIBLE,
        section.id,
        f"{'' if mine else '+'}{one.number}",
        say("a sentence of section {section} is not in the other text ({code})", section=section.id, code=code)
        if mine
        else say(
            "a sentence of section {section} of the other text ({code}) is missing here", section=section.id, code=code
        ),
        one.span() if mine else place,
        label=say("only here") if mine else lacking,
        related=(Label(place, lacking) if mine else Label(one.span(), say("only here")),),
        help=say("see whether it was left out, or belongs to another section"),
        lacking="there" if mine else "here",
    )


def _word(here: CrosscheckContext, there: CrosscheckContext, change: WordDifference) -> CrosscheckFinding:
    """That a word turns a rule round in one language."""
    section, code = change.pair.section, there.book.language
    mine, foreign = change.ours, change.theirs
    own = mine.said.text if mine else ""
    other = foreign.said.text if foreign else ""
    if mine and foreign and mine.said.kind == "modal":
        return _permits(here, there, change, mine, foreign)
    if mine and foreign:
        message = say(
            "section {section} says `{own}` here, and `{other}` in the other text ({code})",
            section=section.id,
            own=own,
            other=other,
            code=code,
        )
    elif mine:
        message = say(
            "section {section} says `{own}` here, where the other text ({code}) does not",
            section=section.id,
            own=own,
            code=code,
        )
    else:
        message = say(
            "section {section} says `{other}` in the other text ({code}), and not here",
            section=section.id,
            other=other,
            code=code,
        )
    return here.finding(
        WORD,
        Confidence.LIKELY if change.likely else Confidence.POSSIBLE,
        section.id,
        f"{own}/{other}".casefold(),
        message,
        mine.sentence.span(mine.said.start, mine.said.end) if mine else change.pair.ours[0].span(),
        label=say("here") if mine else say("no word for `{other}` here", other=other),
        related=(
            Label(
                foreign.sentence.span(foreign.said.start, foreign.said.end)
                if foreign
                else change.pair.theirs[0].span(),
                say("`{other}` here", other=other) if foreign else say("no word for `{own}` here", own=own),
            ),
        ),
        help=say("see which of the two is right"),
        word=ChangedWord(new=own, expected=other, here=change.here, there=change.there),
        lacking="" if mine and foreign else "there" if mine else "here",
    )


def _permits(
    here: CrosscheckContext, there: CrosscheckContext, change: WordDifference, mine: Placed, foreign: Placed
) -> CrosscheckFinding:
    """That a sentence permits, requires or forbids what the other does not."""
    section, own, other = change.pair.section, mine.said, foreign.said
    text, other_text = " ".join(own.text.split()), " ".join(other.text.split())
    return here.finding(
        PERMISSION,
        Confidence.LIKELY,
        section.id,
        there.book.language,
        say(
            "section {section} {says} here (`{text}`), and {says_there} in the other text ({language}: `{other_text}`)",
            section=section.id,
            says=_PERMISSIONS[own.value],
            text=text,
            says_there=_PERMISSIONS[other.value],
            language=there.book.language,
            other_text=other_text,
        ),
        mine.sentence.span(own.start, own.end),
        label=say("{says} here", says=_PERMISSIONS[own.value]),
        related=(
            Label(foreign.sentence.span(other.start, other.end), say("{says} here", says=_PERMISSIONS[other.value])),
        ),
        help=say("see whether a word of denial was lost or added"),
        word=ChangedWord(new=text, expected=other_text, here=change.here, there=change.there),
    )


def term(
    here: CrosscheckContext,
    there: CrosscheckContext,
    section: BookSection,
    other: BookSection,
    use: TermOccurrence,
    one: TermOccurrence,
) -> CrosscheckFinding:
    """That one text speaks of a thing of the glossary where the other speaks of another."""
    meant = one.concept.terms[here.book.language].preferred
    said, beside = (
        " ".join(context.passage(where).text[at.start : at.end].split())
        for context, where, at in ((here, section, use), (there, other, one))
    )
    return here.finding(
        TERM,
        Confidence.LIKELY,
        section.id,
        f"{use.concept.id}/{one.concept.id}",
        say(
            "section {section} speaks of `{text}` here, and of `{other}` in the other text ({language})",
            section=section.id,
            text=said,
            other=beside,
            language=there.book.language,
        ),
        here.passage(section).span(use.start, use.end),
        label=say("`{concept}` in the glossary", concept=use.concept.id),
        related=(
            Label(
                there.passage(other).span(one.start, one.end),
                say("`{concept}` in the glossary", concept=one.concept.id),
            ),
        ),
        help=say("write `{meant}` if that is what is meant", meant=meant),
        word=ChangedWord(new=said, expected=meant, there=use.concept.terms[there.book.language].preferred),
    )


def _translation(here: CrosscheckContext, there: CrosscheckContext, change: ChangedTranslation) -> CrosscheckFinding:
    """That a word is rendered otherwise than everywhere else."""
    section, code = change.pair.section, there.book.language
    return here.finding(
        TERM,
        Confidence.LIKELY if change.likely else Confidence.POSSIBLE,
        section.id,
        f"{change.word.key}/{change.instead}",
        say(
            "section {section} speaks of `{text}` here, and of `{instead}` in the other text ({code})",
            section=section.id,
            text=change.word.text,
            instead=change.instead,
            code=code,
        )
        if change.instead
        else say(
            "section {section} says `{text}`, which the other text ({code}) renders by `{usual}` "
            "elsewhere and not here",
            section=section.id,
            text=change.word.text,
            code=code,
            usual=change.usual,
        ),
        change.sentence.span(change.word.start, change.word.end),
        label=say(
            "`{usual}` elsewhere in the other text, {count}", usual=change.usual, count=counted(change.times, "time")
        ),
        related=(Label(_place_of(change.instead, change.pair.theirs), say("here")),),
        help=say("see whether one of the two speaks of something else"),
        word=ChangedWord(new=change.word.text, expected=change.expected, there=change.usual),
    )


def _place_of(word: str, sentences: Sequence[Sentence]) -> Span:
    """Where a word stands in sentences; all of the first where it does not, or is not known."""
    for one in sentences if word else ():
        match = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", one.text, re.IGNORECASE)
        if match is not None:
            return one.span(*match.span())
    return sentences[0].span()


def _two_terms(here: CrosscheckContext, there: CrosscheckContext, two: TwoTerms) -> CrosscheckFinding:
    """That one term has two names in the other text, or two have one: at the first place of the second."""
    code = there.book.language
    mine, foreign = two.places[0]
    usually = two.elsewhere[0] if two.here else two.elsewhere[1]
    one = mine if two.here else foreign
    return here.finding(
        TWO,
        Confidence.LIKELY if two.likely else Confidence.POSSIBLE,
        mine.sentence.section,
        f"{two.one}/{two.usual}/{two.second}",
        say(
            "`{second}` ({count}) and `{usual}` ({often}) both stand for `{one}` of the other text ({code})",
            second=two.second,
            count=counted(two.seldom, "time"),
            usual=two.usual,
            often=two.often,
            one=two.one,
            code=code,
        )
        if two.here
        else say(
            "the other text ({code}) says `{second}` ({count}) and `{usual}` ({often}) for `{one}`",
            code=code,
            second=two.second,
            count=counted(two.seldom, "time"),
            usual=two.usual,
            often=two.often,
            one=two.one,
        ),
        mine.sentence.span(mine.start, mine.end),
        label=say("`{usual}` elsewhere", usual=two.usual)
        if two.here
        else say("`{second}` in the other text", second=two.second),
        related=(
            Label(one.sentence.span(one.start, one.end), say("`{second}` here", second=two.second)),
            Label(usually.sentence.span(usually.start, usually.end), say("`{usual}` here", usual=two.usual)),
        )[two.here :],
        help=say("one thing has one name: write the same in all places, or see whether they are two things"),
        word=ChangedWord(new=mine.text, expected=two.usual if two.here else ""),
    )
