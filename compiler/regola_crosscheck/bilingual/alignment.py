"""Sentences of two languages laid beside one another, so that each says what the other says.

A dynamic program over both rows of sentences, in the manner of W. A. Gale and K. W. Church (A program for aligning
sentences in bilingual corpora, 1993): a long sentence has a long translation, most sentences have one, a few are two
there or none. What is in both whatever the language (numbers, names, terms, words with a common root) is weighed with
the lengths, as M. Simard, G. Foster and P. Isabelle do with cognates (Using cognates to align sentences, 1992).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import erfc, log, sqrt

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
    best: dict[tuple[int, int], tuple[float, Bead | None]] = {(0, 0): (0.0, None)}
    for mine in range(len(ours) + 1):
        for other in range(len(theirs) + 1):
            for (left, right), prior in PRIORS.items():
                before = best.get((mine - left, other - right))
                if before is None:
                    continue
                cost = _cost(ours[mine - left : mine], theirs[other - right : other], ratio) - log(prior)
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


def _cost(ours: Sequence[Line], theirs: Sequence[Line], ratio: float) -> float:
    """How badly some sentences fit others, in natural logarithms of odds."""
    if not ours or not theirs:
        return 0.0
    length = length_cost(ratio * sum(line.length for line in ours), sum(line.length for line in theirs))
    return length + WORST_ANCHORS * _unlike(together(ours), together(theirs))


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
    every = sum(max(ours.get(one, 0), theirs.get(one, 0)) for one in ours.keys() | theirs.keys())
    if not every:
        return UNKNOWN / WORST_ANCHORS
    return 1 - sum(min(weight, theirs.get(one, 0)) for one, weight in ours.items()) / every
