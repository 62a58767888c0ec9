"""Sentences of two languages laid beside one another, so that each says what the other says.

A dynamic program over both rows of sentences, in the manner of W. A. Gale and K. W. Church (A program for aligning
sentences in bilingual corpora, 1993): a long sentence has a long translation, most sentences have one, a few are two
there or none. What is in both whatever the language (numbers, names, terms, words with a common root) is weighed with
the lengths, as M. Simard, G. Foster and P. Isabelle do with cognates (Using cognates to align sentences, 1992).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from math import erfc, log, sqrt

from regola_dsl.records import dataclass

# How likely it is that so many sentences are so many in the other language, by Gale and Church (table 5).
PRIORS: Mapping[tuple[int, int], float] = {
    (1, 1): 0.89,
    (1, 0): 0.005,
    (0, 1): 0.005,
    (2, 1): 0.0445,
    (1, 2): 0.0445,
    (2, 2): 0.011,
}
# The variance of a length per character of the other, by the same.
VARIANCE = 6.8
# What it costs at most that lengths do not fit, and what, that nothing of what should be common to both is.
WORST_LENGTH, WORST_ANCHORS = 9.0, 6.0
# What it costs that sentences without anything to go by stand beside one another.
UNKNOWN = 3.0


@dataclass(frozen=True, slots=True)
class Line:
    """What of a sentence the alignment sees: how many characters it has, and its anchors with their weight."""

    length: int
    anchors: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bead:
    """Sentences that say the same: their places in both rows; one may be empty. `cost` is how badly they fit."""

    ours: range
    theirs: range
    cost: float


def align(ours: Sequence[Line], theirs: Sequence[Line], ratio: float = 1.0) -> list[Bead]:
    """The cheapest way to lay two rows of sentences beside one another.

    Args:
        ours: the sentences of a section.
        theirs: those of the same section in the other language.
        ratio: how many characters of the other language there are for one of ours.

    Returns:
        every sentence of both in one bead, in order.
    """
    mine_at, other_at = _stretches(ours), _stretches(theirs)
    priors = [(left, right, -log(prior)) for (left, right), prior in PRIORS.items()]
    best: dict[tuple[int, int], tuple[float, Bead | None]] = {(0, 0): (0.0, None)}
    for mine in range(len(ours) + 1):
        for other in range(len(theirs) + 1):
            for left, right, rarity in priors:
                before = best.get((mine - left, other - right))
                if before is None:
                    continue
                cost = rarity
                if left and right:
                    cost += _cost(mine_at[mine - left, left], other_at[other - right, right], ratio)
                known = best.get((mine, other))
                if known is None or before[0] + cost < known[0]:
                    bead = Bead(range(mine - left, mine), range(other - right, other), cost)
                    best[mine, other] = before[0] + cost, bead
    beads: list[Bead] = []
    place = len(ours), len(theirs)
    while (step := best[place][1]) is not None:
        beads.append(step)
        place = step.ours.start, step.theirs.start
    return beads[::-1]


def _stretches(lines: Sequence[Line]) -> dict[tuple[int, int], Line]:
    """What may stand in a bead, by its first place and how many there are: each is held against many of the others."""
    return {
        (first, count): Line(sum(line.length for line in part), together(part))
        for count in {count for pair in PRIORS for count in pair if count}
        for first in range(len(lines) - count + 1)
        for part in (lines[first : first + count],)
    }


def _cost(ours: Line, theirs: Line, ratio: float) -> float:
    """How badly some sentences fit others, in natural logarithms of odds."""
    return length_cost(ratio * ours.length, theirs.length) + WORST_ANCHORS * _unlike(ours.anchors, theirs.anchors)


def length_cost(expected: float, length: float) -> float:
    """How badly a length fits the one that was expected, in natural logarithms of odds."""
    apart = abs(length - expected) / sqrt(VARIANCE * max(1.0, (expected + length) / 2))
    return min(WORST_LENGTH, -log(max(erfc(apart / sqrt(2)), 1e-9)))


def together(lines: Iterable[Line]) -> Counter[str]:
    """The anchors of some sentences, each with its weight in all of them."""
    found: Counter[str] = Counter()
    for line in lines:
        for anchor, weight in line.anchors.items():
            found[anchor] += weight  # type: ignore[assignment]  # a weight is a real number
    return found


def _unlike(ours: Mapping[str, float], theirs: Mapping[str, float]) -> float:
    """From 0 for the same anchors to 1 for none in common."""
    shared = sum([min(weight, theirs[one]) for one, weight in ours.items() if one in theirs])
    every = sum(ours.values()) + sum(theirs.values()) - shared
    return 1 - shared / every if every else UNKNOWN / WORST_ANCHORS
