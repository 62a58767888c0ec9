"""Each sentence of a section tied to what of the rules it renders: only where that is clear.

Candidates are the statements that cite the section, or one around or inside it; so the work grows with the book and
with the rules, and not with their product. A sentence and a statement speak of one thing if they share words that are
rare among the rules, and numbers; what the caption shares counts more than what the printed rule does, which is long.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regola_crosscheck.rules.said import RuleStatement
from regola_crosscheck.sentences.evidence import Evidence, Weights

# A tie is as sure as the share of the weight that both have in common; a number in common counts like a rare word.
CLEAR, NUMBER = 0.3, 2.0
# Beside the best, what is nearly as good is rendered by the same sentence: a rule and its exception.
NEARLY, MOST = 0.6, 4
# Words in common that weigh less than this together are chance.
LEAST = 3.0


@dataclass(frozen=True)
class Candidate:
    """A statement with its words, caption and printed sentence apart."""

    statement: RuleStatement
    caption: Evidence
    said: Evidence


@dataclass(frozen=True)
class Tie:
    """A statement that a sentence renders, and how sure that is, from 0 to 1."""

    candidate: Candidate
    score: float


def ties_of(sentence: Evidence, candidates: Sequence[Candidate], weights: Weights) -> tuple[Tie, ...]:
    """The statements that a sentence renders, the surest first; none if nothing is clear.

    Args:
        sentence: the words of the sentence.
        candidates: the statements of its section.
        weights: how much each word says.
    """
    if not sentence.stems:
        return ()
    own = sum(weights[stem] for stem in sentence.known)
    scored = sorted(
        ((_score(sentence, one, weights, own), place) for place, one in enumerate(candidates)), reverse=True
    )
    best = scored[0][0] if scored else 0.0
    return tuple(
        Tie(candidates[place], score) for score, place in scored[:MOST] if score >= CLEAR and score >= NEARLY * best
    )


def likeness(sentence: Evidence, candidate: Candidate, weights: Weights) -> float:
    """How much a sentence and a statement have in common, from 0 to 1."""
    return _score(sentence, candidate, weights, sum(weights[stem] for stem in sentence.known))


def _score(sentence: Evidence, candidate: Candidate, weights: Weights, own: float) -> float:
    """How much a sentence and a statement have in common, of what the shorter of them says."""
    best = 0.0
    numbers = NUMBER * len(sentence.numbers & (candidate.caption.numbers | candidate.said.numbers))
    whole = candidate.caption.known | candidate.said.known
    for known in (candidate.caption.known, whole):
        shared = sentence.known & known
        if len(shared) + (numbers > 0) < 2:
            continue
        weight = sum(weights[stem] for stem in shared) + numbers
        if weight < LEAST:
            continue
        theirs = sum(weights[stem] for stem in known) + numbers
        best = max(
            best, 2 * weight / (own + numbers + theirs) if known is not whole else weight / (own + numbers) * 0.8
        )
    return min(1.0, best)
