"""What a sentence names, held against what the sentence of ours names that restates it.

Whoever says a rule in other words changes verbs and prepositions; the things it is about keep their names. So where
each of the two names one thing that the other does not, and both are things of one kind, the one was written for the
other: a term of the glossary, a proper name, a measure that every rulebook counts in (*turn* for *phase*).
Where both stand in the sentence anyway they are counted: the one is there once more than in ours, the other once less.
What stands behind a number is held against what stands behind it in ours, whatever else the two name: *3 MP*, *3 BRP*.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache, cached_property
from operator import itemgetter

from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import known_language, language_file
from regola_crosscheck.language.meaning import meaning_words
from regola_crosscheck.language.morphology import TextWord, key_of, words_of
from regola_crosscheck.language.terms import TermOccurrence
from regola_crosscheck.sentences.evidence import LETTERS, SHORTEST

TERM, NAME, MEASURE, UNIT = "term", "name", "measure", "unit"
# A capital within a sentence begins a name.
_NAME = re.compile(r"(?<=[\w,;] )(?:\w{1,4}['’])?(?P<name>[A-ZÀ-Þ][^\W\d_A-ZÀ-Þ]{2,})(?!\w)")
# A few capitals behind a number are what is counted, whatever the glossary has: *3 MP*.
_UNIT = re.compile(r"(?<=\d )[A-ZÀ-Þ]{2,5}(?!\w)")
# Two capitals are a word, though no other word is as short.
_ABBREVIATION = re.compile(r"(?<!\w)[A-ZÀ-Þ]{2}(?!\w)")
# Words that begin with so many letters alike are of one family, *supply* and *supplied*.
FAMILY = 4
# What is spelt nearly alike is one name in two spellings, or a misprint, which another check tells.
SPELT_ALIKE = 0.7


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a text names: `what` is the same for all its forms, `kinds` says as what it may be meant.

    `behind` are the two words that it stands behind; empty at the beginning of a text.
    """

    what: str
    kinds: frozenset[str]
    text: str
    start: int
    end: int
    stems: tuple[str, ...]
    behind: str = ""


@dataclass(frozen=True)
class Names:
    """The things that a text names, and all its words by what their forms have in common.

    `units` has what is counted, each with its number.
    """

    things: tuple[Named, ...]
    stems: tuple[str, ...]
    units: tuple[tuple[str, Named], ...] = ()

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
    short = {match.start(): match[0] for match in _ABBREVIATION.finditer(text)}
    every = words_of(text, language)
    words = [(word.start, word.end, short.get(word.start, word.key[:LETTERS])) for word in every]
    words = [(start, end, stem) for start, end, stem in words if len(stem) >= SHORTEST or start in short]
    measures = _measures(language)
    units = {match.start() for match in _UNIT.finditer(text)}

    begins = [word.start for word in every]

    def thing(what: str, start: int, end: int, kind: str) -> Named:
        first = bisect_right(words, start, key=itemgetter(1))
        stems = tuple(stem for _, _, stem in words[first : bisect_left(words, end, key=itemgetter(0))])
        # An abbreviation may be that of a measure, and is held against its like alone.
        more = {UNIT} if start in units else {MEASURE} if stems[:1] and stems[0] in measures else set()
        behind = _two_before(text, every, bisect_left(begins, start), start)
        return Named(what, frozenset({kind, *more}), text[start:end], start, end, stems, behind)

    # A term is a name if the glossary writes it as one: the text may have capitals for reasons of its own.
    found = [
        thing(one.concept.id, one.start, one.end, NAME if one.form[:1].isupper() else TERM)
        for one in uses
        if one.how != "forbidden"
    ]
    taken = {place for one in found for place in range(one.start, one.end)}

    for match in _NAME.finditer(text):
        if match.start("name") not in taken:
            found.append(thing(f"{NAME} {match['name']}", *match.span("name"), NAME))
            taken.update(range(*match.span("name")))
    found += [
        thing(f"{MEASURE} {stem}", start, end, UNIT if start in units else MEASURE)
        for start, end, stem in words
        if (stem in measures or start in units) and start not in taken
    ]
    things = tuple(one for one in found if one.stems)
    return Names(things, tuple(stem for _, _, stem in words), tuple(_units(text, language, things)))


def _two_before(text: str, words: Sequence[TextWord], number: int, start: int) -> str:
    """The two words before a place, with nothing but a blank between them and it, and `number` words before it."""
    if number < 2:
        return ""
    one, other = words[number - 2 : number]
    between = text[one.end : other.start], text[other.end : start]
    return f"{one.text} {other.text}".casefold() if all(map(str.isspace, between)) else ""


def _units(text: str, language: str, things: Sequence[Named]) -> Iterator[tuple[str, Named]]:
    """The things that something is counted in, each with the number before it."""
    measured = {one.start: one for one in things if one.kinds & {MEASURE, UNIT}}
    for number in meaning_words(text, language):
        if number.kind == "number" and text[number.end : number.end + 1] == " " and number.end + 1 in measured:
            yield number.value, measured[number.end + 1]


def exchanged(ours: Names, theirs: Names) -> Iterator[tuple[Named, Named]]:
    """The thing that a sentence names for another one, where that is clear: each of the two has one of its own.

    Where that is not so, what both name is counted.
    """
    own, foreign = _only_in(ours, theirs), _only_in(theirs, ours)
    clear = _one_for_another(own, foreign)
    if clear is None:
        counted = [one for one in _once_more_in(ours, theirs) if one.what in theirs.often]
        clear = _one_for_another(counted[::-1], _once_more_in(theirs, ours))
    told = clear if clear is not None else _counted_otherwise(ours, theirs)
    if told is not None:
        yield told


def _counted_otherwise(ours: Names, theirs: Names) -> tuple[Named, Named] | None:
    """What a number counts in a sentence, and what the same number counts in ours, where each has one of its own."""
    for number, one in ours.units:
        others = [other for value, other in theirs.units if value == number]
        if [value for value, _ in ours.units].count(number) == len(others) == 1:
            told = _one_for_another([one], others)
            if told is not None and not any(theirs.words_of(one)) and not any(ours.words_of(others[0])):
                return told
    return None


def _one_for_another(own: Sequence[Named], foreign: Sequence[Named]) -> tuple[Named, Named] | None:
    """The only thing of the one side with the only one of the other, if they are of a kind."""
    if len({one.what for one in own}) != 1 or len({one.what for one in foreign}) != 1:
        # Of several those that stand behind the same words: *once a night*, *once a game*.
        same = [(one, other) for one in own for other in foreign if one.behind and one.behind == other.behind]
        if len(same) != 1:
            return None
        own, foreign = [same[0][0]], [same[0][1]]
    one, other = own[0], foreign[0]
    if one.what == other.what or not one.kinds & other.kinds or _is_spelt_like(one.text, other.text):
        return None
    return one, other


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
    words = language_file(known_language(language)).measures.values()
    return frozenset(key_of(word, code)[:LETTERS] for word in words)
