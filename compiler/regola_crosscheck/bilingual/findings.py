"""What sentences beside one another say otherwise, as findings: a word, a permission, a term, a sentence too many."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Label, Severity, counted
from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.pairs import Pair, sentence_pairs
from regola_crosscheck.bilingual.term_links import linked_terms
from regola_crosscheck.bilingual.translations import ChangedTranslation, changed_translations, exchanged_terms
from regola_crosscheck.bilingual.two_terms import TwoTerms, two_terms
from regola_crosscheck.bilingual.words import Difference, Placed, word_differences
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.terms import TermOccurrence

PERMISSION = Code("R775", "languages-permission", "one language permits what the other forbids or requires")
TERM = Code("R776", "languages-term", "one language speaks of another thing than the other", Severity.WARNING)
WORD = Code("R777", "languages-word", "a word that turns a rule round is another one, or missing, in one language")
SENTENCE = Code("R778", "languages-sentence", "a sentence stands in one language only", Severity.WARNING)
TWO = Code("R779", "languages-two-terms", "one term has two in the other language", Severity.WARNING)

# A sentence of fewer words may be part of another in the other language.
_SENTENCE = 4
_PERMISSIONS = {"may": "permits", "must": "requires", "must not": "forbids", "waived": "does not require"}


def said_otherwise(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """What sentences say otherwise that stand beside one another, and those that stand alone."""
    pairs, vocabulary = sentence_pairs(here, there)
    for pair in pairs:
        if not pair.ours or not pair.theirs:
            yield _sentence(here, there, pair)
    for difference in word_differences(here, there, pairs):
        yield _word(here, there, difference)
    told = set()
    for exchanged in exchanged_terms(here, there, pairs):
        told.add(exchanged.pair.ours)
        yield term(here, there, exchanged.pair.section, exchanged.pair.other, exchanged.ours, exchanged.theirs)
    for change in changed_translations(here, there, pairs, vocabulary):
        if change.pair.ours not in told:
            yield _translation(here, there, change)
    for told_twice in two_terms(here, there, linked_terms(here, there, pairs, several=False)):
        yield _two_terms(here, there, told_twice)


def _sentence(here: CrosscheckContext, there: CrosscheckContext, pair: Pair) -> CrosscheckFinding:
    """That a sentence stands in one language only."""
    section = pair.section
    mine = bool(pair.ours)
    one = (pair.ours or pair.theirs)[0]
    code, words = there.book.language, len(one.text.split())
    return here.finding(
        SENTENCE,
        Confidence.LIKELY if words >= _SENTENCE else Confidence.POSSIBLE,
        section.id,
        f"{'' if mine else '+'}{one.number}",
        f"a sentence of section {section.id} is not in the other text ({code})"
        if mine
        else f"a sentence of section {section.id} of the other text ({code}) is missing here",
        one.span() if mine else here.book.span_of(section),
        label="only here" if mine else "one is missing in this section",
        related=(
            Label(there.book.span_of(pair.other), "not in this section") if mine else Label(one.span(), "only here"),
        ),
        help="see whether it was left out, or belongs to another section",
    )


def _word(here: CrosscheckContext, there: CrosscheckContext, change: Difference) -> CrosscheckFinding:
    """That a word turns a rule round in one language."""
    section, code = change.pair.section, there.book.language
    mine, foreign = change.ours, change.theirs
    own = mine.said.text if mine else ""
    other = foreign.said.text if foreign else ""
    if mine and foreign and mine.said.kind == "modal":
        return _permits(here, there, change.pair.section, mine, foreign)
    if mine and foreign:
        message = f"section {section.id} says `{own}` here, and `{other}` in the other text ({code})"
    elif mine:
        message = f"section {section.id} says `{own}` here, where the other text ({code}) does not"
    else:
        message = f"section {section.id} says `{other}` in the other text ({code}), and not here"
    return here.finding(
        WORD,
        Confidence.LIKELY if change.likely else Confidence.POSSIBLE,
        section.id,
        f"{own}/{other}".casefold(),
        message,
        mine.sentence.span(mine.said.start, mine.said.end) if mine else change.pair.ours[0].span(),
        label="here" if mine else f"no word for `{other}` here",
        related=(
            Label(
                foreign.sentence.span(foreign.said.start, foreign.said.end)
                if foreign
                else change.pair.theirs[0].span(),
                f"`{other}` here" if foreign else f"no word for `{own}` here",
            ),
        ),
        help="see which of the two is right",
        word=ChangedWord(new=own, expected=other),
    )


def _permits(
    here: CrosscheckContext, there: CrosscheckContext, section: BookSection, mine: Placed, foreign: Placed
) -> CrosscheckFinding:
    """That a sentence permits what the other forbids or requires."""
    own, other = mine.said, foreign.said
    return permission_differs(
        here,
        there,
        section,
        (own.value, own.text, mine.sentence.span(own.start, own.end)),
        (other.value, other.text, foreign.sentence.span(other.start, other.end)),
        Confidence.LIKELY,
    )


def permission_differs(
    here: CrosscheckContext,
    there: CrosscheckContext,
    section: BookSection,
    mine: tuple[str, str, Span],
    foreign: tuple[str, str, Span],
    confidence: Confidence,
) -> CrosscheckFinding:
    """That one text permits, requires or forbids what the other does not; of each word what it does and where it is."""
    (own, text, span), (other, other_text, other_span) = mine, foreign
    text, other_text = " ".join(text.split()), " ".join(other_text.split())
    return here.finding(
        PERMISSION,
        confidence,
        section.id,
        there.book.language,
        f"section {section.id} {_PERMISSIONS[own]} here (`{text}`), and {_PERMISSIONS[other]}"
        f" in the other text ({there.book.language}: `{other_text}`)",
        span,
        label=f"{_PERMISSIONS[own]} here",
        related=(Label(other_span, f"{_PERMISSIONS[other]} here"),),
        help="see whether a word of denial was lost or added",
        word=ChangedWord(new=text, expected=other_text),
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
    return here.finding(
        TERM,
        Confidence.LIKELY,
        section.id,
        f"{use.concept.id}/{one.concept.id}",
        f"section {section.id} speaks of `{use.text}` here, and of `{one.text}` in the other text"
        f" ({there.book.language})",
        here.passage(section).span(use.start, use.end),
        label=f"`{use.concept.id}` in the glossary",
        related=(Label(there.passage(other).span(one.start, one.end), f"`{one.concept.id}` in the glossary"),),
        help=f"write `{meant}` if that is what is meant",
        word=ChangedWord(new=use.text, expected=meant),
    )


def _translation(here: CrosscheckContext, there: CrosscheckContext, change: ChangedTranslation) -> CrosscheckFinding:
    """That a word is rendered otherwise than everywhere else."""
    section, code = change.pair.section, there.book.language
    return here.finding(
        TERM,
        Confidence.LIKELY if change.likely else Confidence.POSSIBLE,
        section.id,
        f"{change.word.key}/{change.instead}",
        f"section {section.id} speaks of `{change.word.text}` here, and of `{change.instead}` in the other text"
        f" ({code})"
        if change.instead
        else f"section {section.id} says `{change.word.text}`, which the other text ({code}) renders by"
        f" `{change.usual}` elsewhere and not here",
        change.sentence.span(change.word.start, change.word.end),
        label=f"`{change.usual}` elsewhere in the other text, {counted(change.times, 'time')}",
        related=(Label(change.pair.theirs[0].span(), "here"),),
        help="see whether one of the two speaks of something else",
        word=ChangedWord(new=change.word.text, expected=change.expected),
    )


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
        f"`{two.second}` ({counted(two.seldom, 'time')}) and `{two.usual}` ({two.often}) both stand for `{two.one}`"
        f" of the other text ({code})"
        if two.here
        else f"the other text ({code}) says `{two.second}` ({counted(two.seldom, 'time')}) and `{two.usual}`"
        f" ({two.often}) for `{two.one}`",
        mine.sentence.span(mine.start, mine.end),
        label=f"`{two.usual}` elsewhere" if two.here else f"`{two.second}` in the other text",
        related=(
            Label(one.sentence.span(one.start, one.end), f"`{two.second}` here"),
            Label(usually.sentence.span(usually.start, usually.end), f"`{two.usual}` here"),
        )[two.here :],
        help="one thing has one name: write the same in all places, or see whether they are two things",
        word=ChangedWord(new=mine.text, expected=two.usual if two.here else ""),
    )
