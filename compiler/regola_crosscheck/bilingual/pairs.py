"""The sentences of a book in two languages, beside one another, section by section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.fingerprints import normalized_number
from regola_crosscheck.bilingual.alignment import Line, align
from regola_crosscheck.bilingual.counterparts import counterparts
from regola_crosscheck.bilingual.parting import is_missed, parted
from regola_crosscheck.bilingual.renderings import DENIAL, denials, is_denial, is_of_grammar, said_in
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
# A sentence of fewer words may be part of another in the other language, unless it is known that it is not.
_SENTENCE = 4
_NAMED = re.compile(r"(?<=[\w,;:)] )(?:[A-ZÀ-Þ][^\W\d_]{2,})")
# A section of both texts with its sentences.
_Row: TypeAlias = tuple[BookSection, BookSection, list[Sentence], list[Sentence]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Sentences that say the same in two languages; one side is empty where a sentence stands in one language only.

    `cost` is how badly they fit (`alignment.Bead`); `missed` tells of a sentence alone that nothing of it is in those
    that its neighbours are laid beside.
    """

    section: BookSection
    other: BookSection
    ours: tuple[Sentence, ...]
    theirs: tuple[Sentence, ...]
    cost: float
    missed: bool = False

    @property
    def is_alone(self) -> bool:
        """Whether it is a sentence of one language only."""
        return not self.ours or not self.theirs

    @property
    def is_lost(self) -> bool:
        """Whether that is more than a guess; it then tells all that is in the sentence."""
        return self.is_alone and (self.missed or len((self.ours or self.theirs)[0].text.split()) >= _SENTENCE)


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
    for last in (False, True):
        pairs = [pair for row in rows for pair in _laid(here, there, row, vocabulary, ratio, part=last)]
        vocabulary = Vocabulary.learned(
            [(_keys(here, one.ours), _keys(there, one.theirs)) for one in pairs if not one.is_alone]
        )
    return pairs, vocabulary


def _laid(
    here: CrosscheckContext, there: CrosscheckContext, row: _Row, known: Vocabulary, ratio: float, *, part: bool
) -> Iterator[Pair]:
    """The sentences of a section beside one another; with `part` one that is lost by itself, not with its neighbour."""
    section, other, ours, theirs = row
    left = [_line(here, section, one, known.ours) for one in ours]
    right = [_line(there, other, one, known.theirs) for one in theirs]
    left, right = _with_roots(left, right, ours, theirs)
    beads = align(left, right, ratio)
    if part and any(len(bead.ours) != 1 or len(bead.theirs) != 1 for bead in beads):
        left = [_with_meanings(here, line, one) for line, one in zip(left, ours, strict=True)]
        right = [_with_meanings(there, line, one) for line, one in zip(right, theirs, strict=True)]
        beads = [part for bead in beads for part in parted(bead, left, right, ratio)]
    for place, bead in enumerate(beads):
        mine, foreign = (several[at.start : at.stop] for several, at in ((ours, bead.ours), (theirs, bead.theirs)))
        missed = part and (not mine or not foreign) and is_missed(place, beads, left, right)
        yield Pair(section, other, tuple(mine), tuple(foreign), bead.cost, missed)


def _rows(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[_Row]:
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


def _with_meanings(context: CrosscheckContext, line: Line, sentence: Sentence) -> Line:
    """The same line with what the sentence denies, bounds and excepts, each as often as it does."""
    language = context.book.language
    words = said_in(sentence.text, context.meaning_words(sentence), language)
    said = Counter(one.meaning for one in words if not is_of_grammar(one.meaning) and not is_denial(one))
    said[DENIAL, ""] = len(denials(words, sentence.text, language))
    return Line(line.length, {**line.anchors, **{f"said {kind} {value}": n for (kind, value), n in said.items() if n}})


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
    return context.each("naming words", (sentence.text, shortest), lambda: _naming_words(context, sentence, shortest))


def _naming_words(context: CrosscheckContext, sentence: Sentence, shortest: int) -> list[TextWord]:
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
