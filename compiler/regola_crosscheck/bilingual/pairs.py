"""The sentences of a book in two languages, beside one another, section by section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.fingerprints import normalized_number
from regola_crosscheck.bilingual.alignment import Bead, Line, align
from regola_crosscheck.bilingual.counterparts import counterparts
from regola_crosscheck.bilingual.vocabulary import Vocabulary
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.morphology import TextWord, without_accents
from regola_crosscheck.language.small_words import small_words

# A word of a name or a common root says less than a number or a term.
_NUMBER, _TERM, _NAME, _LEARNED, _ROOT = 2.0, 1.5, 1.0, 1.0, 0.7
# So many letters of two long words are a common root.
_COMMON, _LONG = 4, 6
# Words of so few letters name nothing that could be learned.
_SHORT = 3
_NAMED = re.compile(r"(?<=[\w,;:)] )(?:[A-ZÀ-Þ][^\W\d_]{2,})")


@dataclass(frozen=True, slots=True)
class Pair:
    """Sentences that say the same in two languages; one side is empty where a sentence stands in one language only.

    `cost` is how badly they fit (`alignment.Bead`).
    """

    section: BookSection
    other: BookSection
    ours: tuple[Sentence, ...]
    theirs: tuple[Sentence, ...]
    cost: float


def sentence_pairs(here: CrosscheckContext, there: CrosscheckContext) -> tuple[list[Pair], Vocabulary]:
    """All sentences of two texts in pairs, and the translations of words that were learned of them.

    They are laid beside one another twice: the second time what was learned of all pairs weighs too (R. C. Moore, Fast
    and accurate sentence alignment of bilingual corpora, 2002).
    """
    rows = list(_rows(here, there))
    mine = sum(len(one.text) for _, _, ours, _ in rows for one in ours)
    other = sum(len(one.text) for _, _, _, theirs in rows for one in theirs)
    ratio = other / mine if mine and other else 1.0
    vocabulary = Vocabulary()
    pairs: list[Pair] = []
    for _ in range(2):
        pairs = []
        for section, counterpart, ours, theirs in rows:
            left = [_line(here, section, one, vocabulary.ours) for one in ours]
            right = [_line(there, counterpart, one, vocabulary.theirs) for one in theirs]
            beads: list[Bead] = align(*_with_roots(left, right, ours, theirs), ratio)
            pairs += [
                Pair(
                    section,
                    counterpart,
                    tuple(ours[bead.ours.start : bead.ours.stop]),
                    tuple(theirs[bead.theirs.start : bead.theirs.stop]),
                    bead.cost,
                )
                for bead in beads
            ]
        vocabulary = Vocabulary.learned(
            [(_keys(here, one.ours), _keys(there, one.theirs)) for one in pairs if one.ours and one.theirs]
        )
    return pairs, vocabulary


def _rows(
    here: CrosscheckContext, there: CrosscheckContext
) -> Iterator[tuple[BookSection, BookSection, list[Sentence], list[Sentence]]]:
    """The sections that stand in both, with their sentences; headings are compared by nobody."""
    for section, other in counterparts(here, there):
        ours, theirs = (
            [one for one in context.sentences(whose) if one.kind != "heading"]
            for context, whose in ((here, section), (there, other))
        )
        if ours or theirs:
            yield section, other, ours, theirs


def _line(
    context: CrosscheckContext, section: BookSection, sentence: Sentence, known: dict[str, frozenset[str]]
) -> Line:
    """A sentence with what its translation should have too."""
    first, last = sentence.offset(0), sentence.offset(max(0, len(sentence.text) - 1))
    anchors: Counter[str] = Counter()

    def weigh(anchor: str, weight: float) -> None:
        anchors[anchor] += weight  # type: ignore[assignment]  # a weight is a real number

    for token in context.tokens(section):
        if first <= token.start <= last:
            said = token.text.strip() if token.kind == "reference" else normalized_number(token)
            weigh(f"{token.kind == 'reference'} {said}", 0.5 if said in {"1", "2"} and token.word else _NUMBER)
    for use in context.terms(section):
        if first <= use.start <= last:
            weigh(f"term {use.concept.id}", _TERM)
    for match in _NAMED.finditer(sentence.text):
        weigh(f"name {without_accents(match[0])}", _NAME)
    for key in {word.key for word in words_of_sentence(context, sentence)} & known.keys():
        for pair in known[key]:
            weigh(f"pair {pair}", _LEARNED)
    return Line(len(sentence.text), anchors)


def _with_roots(
    left: Sequence[Line], right: Sequence[Line], ours: Sequence[Sentence], theirs: Sequence[Sentence]
) -> tuple[list[Line], list[Line]]:
    """The same lines with the common roots of their words; those that one language alone has say nothing."""
    mine, other = [_roots(one.text) for one in ours], [_roots(one.text) for one in theirs]
    common = set().union(*mine) & set().union(*other)
    return tuple(  # type: ignore[return-value]  # there are two of them
        [
            Line(line.length, {**line.anchors, **{f"root {root}": _ROOT for root in roots & common}})
            for line, roots in zip(lines, several, strict=True)
        ]
        for lines, several in ((left, mine), (right, other))
    )


def _roots(text: str) -> set[str]:
    return {word[:_COMMON] for word in re.findall(rf"[^\W\d_]{{{_LONG},}}", without_accents(text))}


def _keys(context: CrosscheckContext, sentences: Sequence[Sentence]) -> set[str]:
    return {word.key for one in sentences for word in words_of_sentence(context, one)}


def words_of_sentence(context: CrosscheckContext, sentence: Sentence, shortest: int = _SHORT + 1) -> list[TextWord]:
    """The words of a sentence that name something: no number, none of the smallest, none that turns a rule round."""
    said = [(one.start, one.end) for one in context.meaning_words(sentence)]
    small = small_words(context.book.language)
    return [
        word
        for word in context.words_in_text(sentence.text)
        if len(word.text) >= shortest
        and not word.text.isdigit()
        and word.text.casefold() not in small
        and not any(start <= word.start < end for start, end in said)
    ]
