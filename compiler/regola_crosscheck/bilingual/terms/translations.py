"""A word that one sentence renders otherwise than all others do: a term whose translation changed.

What translates what is learned of all pairs (`vocabulary.py`). Where a word stands without its translation, and beside
it the translation of a word that is not there, the two speak of different things.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.pairs import Pair, words_of_sentence
from regola_crosscheck.bilingual.terms.usage import Usage, before
from regola_crosscheck.bilingual.vocabulary import Vocabulary
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.morphology import TextWord
from regola_crosscheck.language.terms import TermOccurrence, siblings

# How often, and how exclusively, a word must be rendered by another for a sentence that does not to be told of.
TIMES, SHARE = 4, 0.8
# … and for one to be told of where nothing else stands in its place.
OFTEN, NEARLY_ALWAYS = 6, 0.9
# Sentences that fit as badly as this may not say the same at all.
FIT = 8.0
_NAME = re.compile(r"(?<!\w)[A-ZÀ-ÖØ-Þ][^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class ChangedTranslation:
    """A word of ours, and `instead`, a word of the other text that elsewhere renders `expected`.

    `usual` is what renders the word elsewhere, so many `times`; `likely` if something else stands in its place.
    """

    pair: Pair
    sentence: Sentence
    word: TextWord
    usual: str
    instead: str
    expected: str
    times: int
    likely: bool


def changed_translations(
    here: CrosscheckContext, there: CrosscheckContext, pairs: Sequence[Pair], vocabulary: Vocabulary
) -> Iterator[ChangedTranslation]:
    """The words of sentences whose translation is not the one that they have elsewhere."""
    strong = {name for name, times in vocabulary.seen.items() if times >= TIMES and vocabulary.dice[name] >= SHARE}
    ours_used = Usage(here, (one for pair in pairs for one in pair.ours))
    theirs_used = Usage(there, (one for pair in pairs for one in pair.theirs))
    for pair in pairs:
        if not pair.ours or not pair.theirs or pair.cost > FIT:
            continue
        mine = [(word, one) for one in pair.ours for word in words_of_sentence(here, one)]
        other = [word for one in pair.theirs for word in words_of_sentence(there, one)]
        ours = {name for word, _ in mine for name in vocabulary.ours.get(word.key, ())} & strong
        theirs = {name for word in other for name in vocabulary.theirs.get(word.key, ())} & strong
        lost, come = sorted(ours - theirs), sorted(theirs - ours)
        if len(lost) > 1 or not lost:  # a sentence that was rendered freely
            continue
        word, sentence = next((word, one) for word, one in mine if lost[0] in vocabulary.ours.get(word.key, ()))
        usual = lost[0].partition("/")[2]
        instead = come[0] if len(come) == 1 else ""
        standing = next((one.text for one in other if instead and one.key == instead.partition("/")[2]), "")
        if not other and len(mine) == 1:
            standing = _only_word(pair)
        expected = instead.partition("/")[0]
        if not standing and (vocabulary.seen[lost[0]] < OFTEN or vocabulary.dice[lost[0]] < NEARLY_ALWAYS):
            continue
        yield ChangedTranslation(
            pair,
            sentence,
            word,
            theirs_used.commonest(usual),
            theirs_used.whole(standing, instead.partition("/")[2]) if standing else "",
            ours_used.fitting(expected, before(sentence.text, word.start), word.text),
            vocabulary.seen[lost[0]],
            bool(standing),
        )


def _only_word(pair: Pair) -> str:
    """The small word of theirs that stands for a word of ours that names something, as in a cell of a table.

    Neither of the two has another word; of two that name something one may render the other here alone.
    """
    texts = ["".join(one.text for one in side).strip(" *_.:") for side in (pair.ours, pair.theirs)]
    return texts[1] if all(re.fullmatch(r"[^\W\d_]{2,}", text) for text in texts) else ""


@dataclass(frozen=True, slots=True)
class ExchangedTerm:
    """A term of the glossary in a sentence of ours, and in the other text, in its place, one of its own kind."""

    pair: Pair
    ours: TermOccurrence
    theirs: TermOccurrence


def exchanged_terms(
    here: CrosscheckContext, there: CrosscheckContext, pairs: Sequence[Pair]
) -> Iterator[ExchangedTerm]:
    """The terms that sentences have more often than the other text, where that has one of their kind more often."""
    for pair in pairs:
        if not pair.ours or not pair.theirs or pair.cost > FIT:
            continue
        ours, theirs = _terms(here, pair.section, pair.ours), _terms(there, pair.other, pair.theirs)
        mine, other = (Counter(use.concept.id for use in several) for several in (ours, theirs))
        more, fewer = mine - other, other - mine
        for use in ours:
            foreign = next(
                (one for one in theirs if fewer[one.concept.id] and siblings(use.concept, one.concept)), None
            )
            if foreign is None or not more[use.concept.id]:
                continue
            more[use.concept.id] -= 1
            fewer[foreign.concept.id] -= 1
            known = there.book.language in use.concept.terms and here.book.language in foreign.concept.terms
            if known:
                yield ExchangedTerm(pair, use, foreign)
        yield from _swapped(pair, ours, theirs)


def _swapped(pair: Pair, ours: Sequence[TermOccurrence], theirs: Sequence[TermOccurrence]) -> Iterator[ExchangedTerm]:
    """Two terms of one kind that have changed places, told by the names they stand between: *A …, B …* for *B …, A …*.

    The order of words is each language's own, so there must be a name between the two, and all names in one order.
    """
    names = _names(pair.ours).keys() & _names(pair.theirs).keys()
    rows = [
        sorted([*((place, name) for name, place in _names(sentences).items() if name in names), *_once(uses)])
        for sentences, uses in ((pair.ours, ours), (pair.theirs, theirs))
    ]
    mine, foreign = ([name for _, name in row] for row in rows)
    apart = [place for place, (one, two) in enumerate(zip(mine, foreign, strict=False)) if one != two]
    if len(mine) != len(foreign) or len(apart) != 2 or not names.intersection(mine[apart[0] : apart[1]]):
        return
    by_place = [{use.start: use for use in uses} for uses in (ours, theirs)]
    found = [[uses.get(row[place][0]) for place in apart] for row, uses in zip(rows, by_place, strict=True)]
    for use, other in zip(*found, strict=True):
        if (
            use is not None
            and other is not None
            and mine[apart[0]] == foreign[apart[1]]
            and siblings(use.concept, other.concept)
        ):
            yield ExchangedTerm(pair, use, other)


def _names(sentences: Sequence[Sentence]) -> dict[str, int]:
    """The words that begin with a capital and stand once in some sentences, with their places in the section."""
    words = [(match[0], one.offset(match.start())) for one in sentences for match in _NAME.finditer(one.text)]
    times = Counter(name for name, _ in words)
    return {name: place for name, place in words if times[name] == 1}


def _once(uses: Sequence[TermOccurrence]) -> Iterator[tuple[int, str]]:
    """The concepts that are named once, with their places."""
    times = Counter(use.concept.id for use in uses)
    return ((use.start, f"@{use.concept.id}") for use in uses if times[use.concept.id] == 1)


def _terms(context: CrosscheckContext, section: BookSection, sentences: Sequence[Sentence]) -> list[TermOccurrence]:
    """The terms of the glossary in some sentences of a section."""
    stretches = [(one.offset(0), one.offset(max(0, len(one.text) - 1))) for one in sentences]
    return [
        use
        for use in context.terms(section)
        if use.how != "forbidden" and any(first <= use.start <= last for first, last in stretches)
    ]
