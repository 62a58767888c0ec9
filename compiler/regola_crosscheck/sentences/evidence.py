"""What of a text can be held against another text: its words by what their forms have in common, and its meaning words.

A text is read once, as a row of words; the meaning words stand at their place in that row. How much a word says is
how rare it is among what the rules say (inverse document frequency: K. Spärck Jones, A statistical interpretation of
term specificity and its application in retrieval, 1972).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from math import log
from typing import Any

from regola_dsl.records import dataclass

from regola_crosscheck.base.readings import Form
from regola_crosscheck.language.meaning import MeaningWord, meaning_words
from regola_crosscheck.language.morphology import words_of

# A word is held against another by so many letters of what its forms have in common.
LETTERS = 6
# Shorter words say nothing of what a text is about.
SHORTEST = 3
_BREAK = re.compile(r"[.;:()]")


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A meaning word, and its place in the row of words of its text: behind so many of them; `clause` counts breaks."""

    word: MeaningWord
    place: int
    clause: int


@dataclass(frozen=True)
class Evidence:
    """A text as a row of words, with the meaning words among them."""

    text: str
    stems: tuple[str, ...]
    marks: tuple[PlacedWord, ...]

    @cached_property
    def known(self) -> frozenset[str]:
        """The words, each once."""
        return frozenset(self.stems)

    @cached_property
    def places(self) -> Mapping[str, tuple[int, ...]]:
        """Where each word stands in the row."""
        found: dict[str, list[int]] = {}
        for place, stem in enumerate(self.stems):
            found.setdefault(stem, []).append(place)
        return {stem: tuple(places) for stem, places in found.items()}

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers it says, in figures or in words."""
        return frozenset(mark.word.value for mark in self.marks if mark.word.kind == "number")


def _plain(found: Evidence) -> Any:
    marks = [(*one.word, one.place, one.clause) for one in found.marks]
    return [found.text, found.stems, marks]


def _of_plain(plain: Any) -> Evidence:
    text, stems, marks = plain
    return Evidence(
        text, tuple(stems), tuple([PlacedWord(MeaningWord(*word), place, clause) for *word, place, clause in marks])
    )


# How it is kept for the next process.
EVIDENCE = Form(_plain, _of_plain)


def evidence_of(text: str, language: str) -> Evidence:
    """A text as it can be held against another.

    Args:
        text: a sentence of the book, or what the rules say.
        language: its language.
    """
    marks = meaning_words(text, language)
    taken = [(mark.start, mark.end) for mark in marks]
    stems: list[str] = []
    places: list[int] = []
    at = 0
    for word in words_of(text, language):
        while at < len(taken) and taken[at][1] <= word.start:
            at += 1
        inside = at < len(taken) and taken[at][0] < word.end
        if not inside and len(word.key) >= SHORTEST and not word.text.isdigit():
            stems.append(word.key[:LETTERS])
            places.append(word.start)
    breaks = [match.start() for match in _BREAK.finditer(text)]
    return Evidence(
        text,
        tuple(stems),
        tuple(
            PlacedWord(
                mark,
                sum(start < mark.start for start in places),
                sum(start < mark.start for start in breaks),
            )
            for mark in marks
        ),
    )


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each word says: nothing of one that stands everywhere."""

    weights: Mapping[str, float]
    unknown: float

    @classmethod
    def of(cls, texts: Iterable[Evidence]) -> Weights:
        """The weights of words by in how many of some texts they stand."""
        return cls.counted(text.known for text in texts)

    @classmethod
    def counted(cls, texts: Iterable[Collection[str]]) -> Weights:
        """The same, of the words of each text, each once."""
        counts: Counter[str] = Counter()
        total = 0
        for known in texts:
            total += 1
            counts.update(known)
        return cls({stem: log((1 + total) / (1 + count)) for stem, count in counts.items()}, log(1.0 + total))

    @classmethod
    def of_plain(cls, plain: Any) -> Weights:
        """The weights that an earlier run kept (`plain`)."""
        weights, unknown = plain
        return cls({str(stem): float(weight) for stem, weight in weights.items()}, float(unknown))

    def plain(self) -> Any:
        """The weights as JSON can say them."""
        return [dict(self.weights), self.unknown]

    def __getitem__(self, stem: str) -> float:
        return self.weights.get(stem, self.unknown)
