"""Which words of two languages translate one another, learned from sentences that do.

By Dice's coefficient over sentences (L. R. Dice, Measures of the amount of ecologic association between species, 1945),
as F. Smadja, K. McKeown and V. Hatzivassiloglou use it (Translating collocations for bilingual lexicons, 1996): twice
the sentences that have both words, by those that have the one and those that have the other.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# How often two words must meet, and how exclusively, to be taken for a translation.
SEEN, DICE = 3, 0.6


@dataclass(slots=True)
class Vocabulary:
    """Translations of words, each called by both keys; `ours` and `theirs` have them by the words of a language."""

    ours: dict[str, frozenset[str]] = field(default_factory=dict)
    theirs: dict[str, frozenset[str]] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    dice: dict[str, float] = field(default_factory=dict)

    @classmethod
    def learned(cls, pairs: Sequence[tuple[Iterable[str], Iterable[str]]]) -> Vocabulary:
        """What sentences in pairs teach: of each word the one it meets most, if that meets it most too."""
        mine: Counter[str] = Counter()
        other: Counter[str] = Counter()
        both: Counter[tuple[str, str]] = Counter()
        for ours, theirs in pairs:
            left, right = sorted(set(ours)), sorted(set(theirs))
            mine.update(left)
            other.update(right)
            both.update((one, two) for one in left for two in right)
        best: dict[str, tuple[float, str]] = {}
        back: dict[str, tuple[float, str]] = {}
        for (one, two), times in both.items():
            if times < SEEN:
                continue
            score = 2 * times / (mine[one] + other[two])
            best[one] = max(best.get(one, (0.0, "")), (score, two))
            back[two] = max(back.get(two, (0.0, "")), (score, one))
        found = cls()
        ours_by: dict[str, set[str]] = defaultdict(set)
        theirs_by: dict[str, set[str]] = defaultdict(set)
        for one, (score, two) in best.items():
            if score >= DICE and back[two][1] == one:
                name = f"{one}/{two}"
                ours_by[one].add(name)
                theirs_by[two].add(name)
                found.seen[name], found.dice[name] = both[one, two], score
        found.ours = {word: frozenset(names) for word, names in ours_by.items()}
        found.theirs = {word: frozenset(names) for word, names in theirs_by.items()}
        return found
