"""What a book is used to: which meaning word stands beside which words, elsewhere in the same text.

A book says its commonest things many times, in nearly the same words: *la forza del difensore*, *durante la fase*.
Where one meaning word stands in a company in which, everywhere else, its contrary stands, it was likely changed. For
each word the two before it and the two after it are looked at, singly and in pairs, as in the collocations of D.
Yarowsky (Decision lists for lexical ambiguity resolution, 1994); the sentence itself is left out of the count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import log

from regola_dsl.records import dataclass

from regola_crosscheck.language.meaning import OPPOSITES, MeaningWord

# What is counted for words never seen, and what words the counts are of: so many letters.
SMOOTHING, LETTERS = 0.3, 6
# How much it says that a word stands where it always stands, against how much it says that its contrary does.
USUAL = 0.3
_WORD = re.compile(r"\w+|[.,;:()]")
# Of these classes any other value is a rival, opposite or not.
_RIVALS: Mapping[str, frozenset[str]] = {
    "modal": frozenset({"may", "must", "must not"}),
    "quantifier": frozenset({"each", "any", "all", "none"}),
}
_Company = tuple[str, ...]


def _opposites() -> dict[tuple[str, str], frozenset[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for kind, pairs in OPPOSITES.items():
        for one, other in pairs:
            found.setdefault((kind, one), set()).add(other)
            found.setdefault((kind, other), set()).add(one)
    return {key: frozenset(_RIVALS.get(key[0], frozenset(others)) - {key[1]}) for key, others in found.items()}


_RIVAL_VALUES = _opposites()


@dataclass(frozen=True, slots=True)
class HabitSigns:
    """What habit says of one word: signs as weights take them, and the value that usually stands there."""

    signs: Mapping[str, float]
    usual: str


@dataclass(frozen=True)
class Habits:
    """How often each meaning word of a book stands in each company, and how it is mostly written."""

    counts: Mapping[tuple[str, str, _Company], int]
    forms: Mapping[tuple[str, str], str]

    @classmethod
    def of(cls, sentences: Sequence[tuple[str, Sequence[MeaningWord]]]) -> Habits:
        """The habits of a book by its sentences with their meaning words."""
        counts: Counter[tuple[str, str, _Company]] = Counter()
        forms: dict[tuple[str, str], Counter[str]] = {}
        for text, marks in sentences:
            for mark, companies in zip(marks, companies_of(text, marks), strict=True):
                for company in companies:
                    counts[mark.kind, mark.value, company] += 1
                forms.setdefault((mark.kind, mark.value), Counter())[mark.text.casefold()] += 1
        return cls(counts, {key: several.most_common(1)[0][0] for key, several in forms.items()})

    def signs(self, mark: MeaningWord, companies: Sequence[_Company]) -> HabitSigns:
        """What the rest of the book says of a word in its company: it is counted without the word itself."""
        signs: dict[str, float] = {}
        usual: Counter[str] = Counter()
        rivals = sorted(_RIVAL_VALUES.get((mark.kind, mark.value), ()))
        for company in companies:
            if "^" in company:  # where a sentence begins says nothing
                continue
            own = self.counts.get((mark.kind, mark.value, company), 1) - 1
            others = {value: self.counts.get((mark.kind, value, company), 0) for value in rivals}
            most = max(others.values(), default=0)
            if most:
                signs[company[0]] = log((most + SMOOTHING) / (own + SMOOTHING))
                usual[max(others, key=lambda value: others[value])] += most - own
            else:
                signs[company[0]] = -min(1, own) * log((own + SMOOTHING) / SMOOTHING) * USUAL
            signs[f"never, {company[0]}"] = float(most > 1 and not own)
        best = usual.most_common(1)
        return HabitSigns(signs, best[0][0] if best and best[0][1] > 0 else "")


def companies_of(text: str, marks: Sequence[MeaningWord]) -> Iterator[tuple[_Company, ...]]:
    """For each meaning word of a sentence the company it stands in."""
    words: list[str] = ["^", "^"]
    places = []
    at = 0
    for mark in marks:
        words += [word.lower()[:LETTERS] for word in _WORD.findall(text[at : mark.start])]
        places.append(len(words))
        words.append("#" if mark.kind == "number" else f"{mark.kind}:{mark.value}")
        at = mark.end
    words += [*(word.lower()[:LETTERS] for word in _WORD.findall(text[at:])), "$", "$"]
    for place in places:
        two, one, after, next_ = words[place - 2], words[place - 1], words[place + 1], words[place + 2]
        yield (
            ("after", after),
            ("before", one),
            ("two after", after, next_),
            ("two before", two, one),
            ("around", one, after),
        )
