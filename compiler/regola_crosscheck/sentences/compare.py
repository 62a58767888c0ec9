"""A sentence held against the rules that it renders, meaning word by meaning word.

A word of a sentence has its counterpart in a statement where the same words stand around both. What speaks for a change
is that the counterpart is of the same class and says the contrary, that nothing the section's rules say has the word
itself, that a rule of another modality is rendered, that a bound is cut at another number. Each of these is a weight of
evidence (I. J. Good, Probability and the weighing of evidence, 1950). What the book itself is used to say in the same
company is weighed with it (`habits.py`); the sum says how sure a finding is. The weights were fitted (`weights.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import log1p

from regola_dsl.records import dataclass

from regola_crosscheck.language.meaning import MeaningWord, are_opposites
from regola_crosscheck.sentences.evidence import Evidence, PlacedWord, Weights
from regola_crosscheck.sentences.habits import HabitSigns
from regola_crosscheck.sentences.tie import Candidate
from regola_crosscheck.sentences.tied import TiedSentence
from regola_crosscheck.sentences.weights import HABITS, PRIOR, RULES

# The odds of what was too rare to be weighed.
UNWEIGHED = -9.0
# How much a word counts that stands so many words away, from one word to the next.
FADING, REACH = 0.75, 8


@dataclass(frozen=True, slots=True)
class Counterpart:
    """A word of the rules, in the words of a statement; `company` is how much stands around both it and ours."""

    word: MeaningWord
    candidate: Candidate
    text: Evidence
    company: float


@dataclass(frozen=True)
class Weighed:
    """A meaning word of a sentence with all that speaks for its being another than the rules have."""

    mark: PlacedWord
    signs: Mapping[str, float]
    contrary: Counterpart | None
    bound: Counterpart | None = None

    def sum(self, habit: HabitSigns) -> float:
        """All that speaks for a change, as the logarithm of odds; far below nought for a class nobody has weighed."""
        kind = self.mark.word.kind
        prior = PRIOR.get(kind, {}).get(self.mark.word.value, UNWEIGHED)
        own = HABITS.get(kind, {})
        return (
            prior
            + sum(RULES.get(sign, 0.0) * value for sign, value in self.signs.items())
            + sum(own.get(sign, 0.0) * value for sign, value in habit.signs.items())
        )


def weighed(tied: TiedSentence, weights: Weights) -> Iterator[Weighed]:
    """The meaning words of a tied sentence, each with what speaks against it.

    Args:
        tied: the sentence with what it renders.
        weights: how much each word says.
    """
    for mark in tied.evidence.marks:
        if mark.word.kind != "number":
            yield _weighed(tied, mark, weights)


def _weighed(tied: TiedSentence, mark: PlacedWord, weights: Weights) -> Weighed:
    kind, value = mark.word.kind, mark.word.value
    best: Counterpart | None = None
    own = anywhere = 0.0
    said = near = against = 0
    top = tied.ties[0].score
    close = {id(tie.candidate): tie.score for tie in tied.ties}
    asked = sum(
        _same(kind, value, other.word.value)
        for candidate in tied.asked
        for text in (candidate.caption, candidate.said)
        for other in text.marks
        if other.word.kind == kind
    )
    for candidate in tied.candidates:
        score = close.get(id(candidate), 0.0)
        for text in (candidate.caption, candidate.said):
            for other in text.marks:
                if other.word.kind != kind:
                    continue
                if _same(kind, value, other.word.value):
                    said += 1
                    near += bool(score)
                    own = max(own, company(tied.evidence, mark, text, other, weights))
                elif are_opposites(kind, value, other.word.value):
                    against += 1
                    weight = company(tied.evidence, mark, text, other, weights)
                    anywhere = max(anywhere, weight)
                    if score and (best is None or weight > best.company):
                        best = Counterpart(other.word, candidate, text, weight)
    contrary = best.company if best is not None else 0.0
    cut, bound = _cut(tied, mark)
    signs = {
        "tie": top,
        "absent": float(not said),
        "absent there": float(not near),
        "absent, asked too": float(not said and not asked),
        "absent, asked too, contrary there": float(not said and not asked and best is not None),
        "contrary there": float(best is not None),
        "contrary": float(against > 0),
        "company of the contrary": log1p(contrary),
        "company of the same": log1p(own),
        "company balance": log1p(contrary) - log1p(own),
        "absent, well tied": float(not said) * max(0.0, top - 0.4),
        **_modality(tied, mark),
        **cut,
    }
    return Weighed(mark, signs, best, bound)


def _same(kind: str, one: str, other: str) -> bool:
    return one == other or (kind == "quantifier" and {one, other} <= {"each", "any", "all"})


# --- rules ---------------------------------------------------------------------------------------

_MODALITIES = {"may": "may", "must": "must", "must not": "must_not", "waived": "waived"}


def _modality(tied: TiedSentence, mark: PlacedWord) -> dict[str, float]:
    """Whether the rules that the sentence renders permit, require or forbid as it does."""
    if mark.word.kind != "modal":
        return {}
    ours = _MODALITIES[mark.word.value]
    rules = [(tie.score, tie.candidate.statement.modality) for tie in tied.ties if tie.candidate.statement.modality]
    around = {one.statement.modality for one in tied.candidates if one.statement.modality}
    agrees = max((score for score, modality in rules if modality == ours), default=0.0)
    denies = max((score for score, modality in rules if modality != ours), default=0.0)
    return {
        "rule agrees": agrees,
        "rule says otherwise": denies * (not agrees),
        "no rule of the section agrees": float(bool(around) and ours not in around),
        "no rule agrees, one says otherwise": float(ours not in around) * denies,
    }


# --- bounds --------------------------------------------------------------------------------------

# Where a bound cuts the numbers, from the number it names: at least 3 and less than 3 part 2 from 3.
_CUTS = {"at least": -1, "less than": -1, "at most": 1, "more than": 1}


# One, as an article: "at least a unit".
_ONE = re.compile(r"\s+(?:di\s+)?(?:un[oa]?\b|un['’]|an?\b|one\b)", re.IGNORECASE)


def cuts(text: Evidence) -> list[tuple[int, int, PlacedWord]]:
    """The bounds of a text as places between numbers: twice the place, the number named, the word.

    A rule that forbids more than three and one that allows three at most cut at one place.
    """
    numbers = [mark for mark in text.marks if mark.word.kind == "number" and mark.word.value.isdigit()]
    found = []
    for mark in text.marks:
        if mark.word.kind != "bound" or mark.word.value not in _CUTS:
            continue
        one_thing = _ONE.match(text.text, mark.word.end)
        if one_thing:
            found.append((2 + _CUTS[mark.word.value], 1, mark))
            continue
        after = [one for one in numbers if 0 <= one.word.start - mark.word.end <= 24 and one.clause == mark.clause]
        before = [one for one in numbers if 0 <= mark.word.start - one.word.end <= 12 and one.clause == mark.clause]
        postfix = mark.word.text[:2].casefold() in {"o ", "or", "e ", "an"}
        near = before[-1:] if postfix or not after else after[:1]
        if near and len(near[0].word.value) < 6:
            number = int(near[0].word.value)
            found.append((2 * number + _CUTS[mark.word.value], number, mark))
    return found


def _cut(tied: TiedSentence, mark: PlacedWord) -> tuple[dict[str, float], Counterpart | None]:
    """Whether a bound cuts the numbers where the rules of the section do; else what cuts them otherwise."""
    ours = [(cut, number) for cut, number, word in cuts(tied.evidence) if word is mark]
    if not ours:
        return {}, None
    ((cut, number),) = ours
    theirs = [
        (place, named, word, one, text)
        for one in (*tied.candidates, *tied.asked)
        for text in (one.caption, one.said)
        for place, named, word in cuts(text)
    ]
    agrees = any(place == cut for place, *_ in theirs)
    tied_to = {id(tie.candidate) for tie in tied.ties}
    otherwise = [one for one in theirs if one[1] == number and not agrees]
    told = next((one for one in otherwise if id(one[3]) in tied_to and number > 1), None)
    bound = Counterpart(told[2].word, told[3], told[4], 0.0) if told is not None else None
    return {"cut agrees": float(agrees), "cut otherwise": float(bool(otherwise))}, bound


# --- company -------------------------------------------------------------------------------------


def company(one: Evidence, mark: PlacedWord, other: Evidence, there: PlacedWord, weights: Weights) -> float:
    """How much the words around two places have in common, the nearer the more."""
    total = 0.0
    for stem in one.known & other.known:
        here = min(_away(place, mark.place) for place in one.places[stem])
        away = min(_away(place, there.place) for place in other.places[stem])
        if here <= REACH and away <= REACH:
            total += weights[stem] * FADING ** (here + away)
    return total


def _away(place: int, mark: int) -> int:
    """How many words lie between a word and a mark, which stands behind `mark` words."""
    return place - mark if place >= mark else mark - place - 1
