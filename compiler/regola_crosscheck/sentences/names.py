"""What a sentence names, held against what the sentence of ours names that restates it.

Whoever says a rule in other words changes verbs and prepositions; the things it is about keep their names. So where
each of the two names one thing that the other does not, and both are things of one kind, the one was written for the
other: a term of the glossary, a proper name, a measure that every rulebook counts in (*turn* for *phase*).
Where both stand in the sentence anyway they are counted: the one is there once more than in ours, the other once less.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache, cached_property

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import known_language, language_file
from regola_crosscheck.language.morphology import key_of, words_of
from regola_crosscheck.language.terms import TermOccurrence
from regola_crosscheck.sentences.evidence import LETTERS, SHORTEST

TERM, NAME, MEASURE = "term", "name", "measure"
# A capital within a sentence begins a name.
_NAME = re.compile(r"(?<=[\w,;] )(?:\w{1,4}['’])?(?P<name>[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]{2,})(?!\w)")
# Words that begin with so many letters alike are of one family, *supply* and *supplied*.
FAMILY = 4
# What is spelt nearly alike is one name in two spellings, or a misprint, which another check tells.
SPELT_ALIKE = 0.7


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names: `what` is the same for all its forms, `kinds` says as what it may be meant."""

    what: str
    kinds: frozenset[str]
    text: str
    start: int
    end: int
    stems: tuple[str, ...]


@dataclass(frozen=True)
class Names:
    """The things that a text names, and all its words by what their forms have in common."""

    things: tuple[Named, ...]
    stems: tuple[str, ...]

    @cached_property
    def often(self) -> Counter[str]:
        """How often each thing is named."""
        return Counter(one.what for one in self.things)

    def words_of(self, one: Named) -> tuple[int, ...]:
        """How many words of the text are of the family of each word of a thing, whatever they name."""
        return tuple(sum(_are_family(stem, word) for word in self.stems) for stem in one.stems)


def names_of(text: str, language: str, uses: Sequence[TermOccurrence]) -> Names:
    """What a text names.

    Args:
        text: a sentence, or part of one.
        language: its language.
        uses: where terms of the glossary stand in it.
    """
    words = [(word.start, word.end, word.key[:LETTERS]) for word in words_of(text, language)]
    words = [(start, end, stem) for start, end, stem in words if len(stem) >= SHORTEST]
    measures = _measures(language)

    def thing(what: str, start: int, end: int, kind: str) -> Named:
        stems = tuple(stem for begins, ends, stem in words if begins < end and ends > start)
        more = {MEASURE} if stems[:1] and stems[0] in measures else set()
        return Named(what, frozenset({kind, *more}), text[start:end], start, end, stems)

    # A term is a name if the glossary writes it as one: the text may have capitals for reasons of its own.
    found = [
        thing(one.concept.id, one.start, one.end, NAME if one.form[:1].isupper() else TERM)
        for one in uses
        if one.how != "forbidden"
    ]
    taken = [(one.start, one.end) for one in found]

    def is_free(start: int) -> bool:
        return not any(begins <= start < ends for begins, ends in taken)

    for match in _NAME.finditer(text):
        if is_free(match.start("name")):
            found.append(thing(f"{NAME} {match['name']}", *match.span("name"), NAME))
            taken.append(match.span("name"))
    found += [
        thing(f"{MEASURE} {stem}", start, end, MEASURE)
        for start, end, stem in words
        if stem in measures and is_free(start)
    ]
    return Names(tuple(one for one in found if one.stems), tuple(stem for _, _, stem in words))


def exchanged(ours: Names, theirs: Names) -> Iterator[tuple[Named, Named]]:
    """The thing that a sentence names for another one, where that is clear: each of the two has one of its own.

    Where that is not so, what both name is counted.
    """
    own, foreign = _only_in(ours, theirs), _only_in(theirs, ours)
    clear = _one_for_another(own, foreign)
    if clear is None:
        counted = [one for one in _once_more_in(ours, theirs) if one.what in theirs.often]
        clear = _one_for_another(counted[::-1], _once_more_in(theirs, ours))
    if clear is not None:
        yield clear


def _one_for_another(own: Sequence[Named], foreign: Sequence[Named]) -> tuple[Named, Named] | None:
    """The only thing of the one side with the only one of the other, if they are of a kind."""
    if len({one.what for one in own}) != 1 or len({one.what for one in foreign}) != 1:
        return None
    one, other = own[0], foreign[0]
    return (one, other) if one.kinds & other.kinds and not _is_spelt_like(one.text, other.text) else None


def _only_in(names: Names, other: Names) -> list[Named]:
    """What one text names of which the other has no word."""
    return [one for one in names.things if not any(other.words_of(one))]


def _once_more_in(names: Names, other: Names) -> list[Named]:
    """What one text names once more than the other, each of its words being there more often."""
    return [
        one
        for one in names.things
        if names.often[one.what] == other.often[one.what] + 1
        and all(more > fewer for more, fewer in zip(names.words_of(one), other.words_of(one), strict=True))
    ]


def _are_family(one: str, other: str) -> bool:
    """Whether two words begin alike, or one is the other cut short."""
    letters = min(FAMILY, len(one), len(other))
    return one[:letters] == other[:letters]


def _is_spelt_like(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio() >= SPELT_ALIKE


@cache
def _measures(language: str) -> frozenset[str]:
    """The beginnings of the words that every rulebook counts in."""
    code = primary_subtag(language)
    words = language_file(known_language(language)).measures.split()
    return frozenset(key_of(word, code)[:LETTERS] for word in words)
