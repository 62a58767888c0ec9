"""How the terms of one text are rendered in the other: which stands for which, sentence by sentence.

What seems to be a term of either language is looked for in sentences that say the same. A term of ours and one of
theirs are the likelier to translate one another the less their meetings are chance (the likelihood ratio of T. Dunning,
Accurate methods for the statistics of surprise and coincidence, 1993). In each pair of sentences the likeliest two are
linked first, and a term that is linked is free for no other (the competitive linking of I. D. Melamed, Models of
translational equivalence among words, 2000). So a word that only stands beside a term finds its own translation
taken, and a second name, which stands where the first does not, is linked in its place.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import field
from itertools import pairwise
from typing import TypeAlias

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.pairs import Pair, words_of_sentence
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.concordance.candidates import is_small, term_candidates
from regola_crosscheck.language.morphology import TextWord

# Sentences that fit as badly as this may not say the same at all.
FIT = 8.0
# What two terms must be worth to one another for a link, round by round, as a chi-squared of one degree of freedom:
# chance has one such pair in a thousand, and one in a hundred of what the first round has left.
LINKED = (10.8, 6.6, 6.6)
# Shorter words name nothing.
SHORTEST = 3
# So often a run of words stands to be looked for as one.
OFTEN = 2

Keys: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A term in a sentence of the book, as it stands there."""

    sentence: Sentence
    start: int
    end: int

    @property
    def text(self) -> str:
        """The term as it stands there."""
        return self.sentence.text[self.start : self.end]


@dataclass(slots=True)
class Links:
    """What is linked with what, both ways, and where; `stands` is how many pairs have a term at all."""

    ours: dict[Keys, Counter[Keys]] = field(default_factory=lambda: defaultdict(Counter))
    theirs: dict[Keys, Counter[Keys]] = field(default_factory=lambda: defaultdict(Counter))
    places: dict[tuple[Keys, Keys], list[tuple[Pair, Place, Place]]] = field(default_factory=lambda: defaultdict(list))
    stands: tuple[Counter[Keys], Counter[Keys]] = field(default_factory=lambda: (Counter(), Counter()))


_Row: TypeAlias = tuple[Pair, dict[Keys, list[Place]], dict[Keys, list[Place]]]


def linked_terms(
    here: CrosscheckContext, there: CrosscheckContext, pairs: Sequence[Pair], *, several: bool = True
) -> Links:
    """The links of all sentences in pairs; with `several`, words that come again together are one term."""
    known = tuple(_known(context, pairs, mine=context is here) if several else frozenset() for context in (here, there))
    rows = [
        (pair, _terms(here, pair.ours, known[0]), _terms(there, pair.theirs, known[1]))
        for pair in pairs
        if pair.ours and pair.theirs and pair.cost <= FIT
    ]
    found = Links()
    for _, ours, theirs in rows:
        found.stands[0].update(ours.keys())
        found.stands[1].update(theirs.keys())
    # What is left of a term where its usual rendering does not stand is looked at by itself.
    for least in LINKED:
        _link(rows, found, least)
    return found


def _link(rows: Sequence[_Row], found: Links, least: float) -> None:
    """Link what is not linked yet, the likeliest first, and take it out of the rows."""
    mine: Counter[Keys] = Counter()
    other: Counter[Keys] = Counter()
    both: Counter[tuple[Keys, Keys]] = Counter()
    for _, ours, theirs in rows:
        mine.update(ours.keys())
        other.update(theirs.keys())
        both.update((one, two) for one in ours for two in theirs)
    worth = {
        (one, two): surprise(times, mine[one], other[two], len(rows))
        for (one, two), times in both.items()
        if times >= OFTEN
    }
    for pair, ours, theirs in rows:
        likely = sorted(
            ((worth.get((one, two), 0.0), one, two) for one in ours for two in theirs),
            key=lambda told: (-told[0], told[1:]),
        )
        for worth_of_both, one, two in likely:
            if worth_of_both < least:
                break
            while ours.get(one) and theirs.get(two):
                link = ours[one].pop(0), theirs[two].pop(0)
                found.ours[one][two] += 1
                found.theirs[two][one] += 1
                found.places[one, two].append((pair, *link))
            for left, key in ((ours, one), (theirs, two)):
                if not left.get(key, True):
                    del left[key]


def own_renderings(links: Links, one: Keys) -> Counter[Keys]:
    """What renders a term of ours, with how often it does, without what only stands beside a rendering.

    A run that holds a commoner rendering of the term is that one with a word more (*bands stand*); what renders another
    term elsewhere, and this one a single time, was put in the place of its own.
    """
    times = links.ours[one]
    found: Counter[Keys] = Counter()
    for two in sorted(times, key=lambda keys: (-times[keys], len(keys), keys)):
        within = next((known for known in found if _holds(two, known)), None)
        elsewhere = max((number for term, number in links.theirs[two].items() if term != one), default=0)
        if within is not None:
            found[within] += times[two]
        elif times[two] >= OFTEN or times[two] > elsewhere:
            found[two] = times[two]
    return found


def _holds(run: Keys, part: Keys) -> bool:
    """Whether a run of words holds another one."""
    return any(run[at : at + len(part)] == part for at in range(len(run) - len(part) + 1))


def surprise(both: int, one: int, other: int, pairs: int) -> float:
    """How little two terms meet by chance; nothing where they meet less than they would by chance."""
    if both * pairs <= one * other:
        return 0.0
    cells = ((both, one), (other - both, pairs - one))
    rate = other / pairs
    total = 0.0
    for met, of in cells:
        own = met / of if of else 0.0
        total += _log(met, of, own) - _log(met, of, rate)
    return 2 * total


def _log(met: int, of: int, rate: float) -> float:
    """How likely so many of so many are at a rate, as a logarithm."""
    said = met * math.log(rate) if met else 0.0
    return said + ((of - met) * math.log(1 - rate) if of > met else 0.0)


def _known(context: CrosscheckContext, pairs: Sequence[Pair], *, mine: bool) -> frozenset[Keys]:
    """The runs of several words that come again as one."""
    texts = [one.text for pair in pairs for one in (pair.ours if mine else pair.theirs)]
    return frozenset(
        term.keys for term in term_candidates(texts, context.book.language, least=OFTEN) if len(term.keys) > 1
    )


def _terms(
    context: CrosscheckContext, sentences: Iterable[Sentence], known: frozenset[Keys]
) -> dict[Keys, list[Place]]:
    """The terms of some sentences: the longest runs of words that are one, and the words that are in none."""
    found: dict[Keys, list[Place]] = defaultdict(list)
    for sentence in sentences:
        words = [
            word
            for word in words_of_sentence(context, sentence, SHORTEST)
            if not is_small(word.text, context.book.language)
        ]
        at = 0
        while at < len(words):
            size = next((size for size in (4, 3, 2) if _run(words[at : at + size], size) in known), 1)
            keys = tuple(word.key for word in words[at : at + size])
            found[keys].append(Place(sentence, words[at].start, words[at + size - 1].end))
            at += size
    return found


def _run(words: Sequence[TextWord], size: int) -> Keys:
    """The keys of some words that stand side by side; of others none."""
    near = all(later.start - earlier.end <= 8 for earlier, later in pairwise(words))
    return tuple(word.key for word in words) if len(words) == size and near else ()
