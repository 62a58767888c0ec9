"""What turns a rule round in one of two sentences that say the same, and not in the other.

Two words that contradict one another (*before* where the other has *dopo*) are told always. A word that stands on one
side only is told where the two books render it faithfully elsewhere: how often they do is counted in all their pairs,
so that no grammar of two languages has to be known.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.bilingual.renderings import (
    DENIAL,
    LOOSE,
    Said,
    contradict,
    denials,
    is_of_grammar,
    said_in,
    surplus,
)
from regola_crosscheck.bilingual.terms.rendered_words import RenderedWords
from regola_crosscheck.book.sentences import Sentence

# Sentences that fit as badly as this may not say the same at all; words are told of no such pair.
FIT = 8.0
# The share of faithful renderings from which on one that is missing is told as likely.
FAITHFUL = 0.75


@dataclass(frozen=True, slots=True)
class Placed:
    """Something that a sentence says, the sentence, and where in all that stands beside theirs it is, from 0 to 1."""

    said: Said
    sentence: Sentence
    share: float


@dataclass(frozen=True, slots=True)
class WordDifference:
    """What one side says and the other does not, or otherwise; one of `ours` and `theirs` may be missing.

    `likely` if the two books say such words on both sides or none elsewhere. `here` is what ours would say if theirs is
    right, and `there` what theirs would if ours is, as far as other sentences show it.
    """

    pair: Pair
    ours: Placed | None
    theirs: Placed | None
    likely: bool
    here: str = ""
    there: str = ""


@dataclass(frozen=True, slots=True)
class _Sides:
    """What both sides of a pair say, by meaning; denials stand under `DENIAL`."""

    pair: Pair
    ours: dict[tuple[str, str], list[Placed]]
    theirs: dict[tuple[str, str], list[Placed]]


def word_differences(here: CrosscheckContext, there: CrosscheckContext, pairs: Sequence[Pair]) -> list[WordDifference]:
    """All that sentences in pairs say otherwise, in the order of the pairs."""
    sides = [
        _Sides(pair, _said(here, pair.ours), _said(there, pair.theirs))
        for pair in pairs
        if pair.ours and pair.theirs and not _is_untranslated(pair)
    ]
    faithful = _faithful(sides)
    beside = list(_beside_one_another(sides))
    into, back = RenderedWords((two, one) for one, two in beside), RenderedWords(beside)
    return [
        _with_renderings(one, into, back)
        for each in sides
        if each.pair.cost <= FIT
        for one in _differences(each, faithful)
    ]


def _beside_one_another(sides: Sequence[_Sides]) -> Iterator[tuple[str, str]]:
    """The words of which each side has one of a meaning: ours and theirs."""
    for each in sides:
        for meaning, own in each.ours.items():
            foreign = each.theirs.get(meaning, [])
            if len(own) == len(foreign) == 1 and own[0].said.own == foreign[0].said.own:
                yield own[0].said.text, foreign[0].said.text


def _with_renderings(one: WordDifference, into: RenderedWords, back: RenderedWords) -> WordDifference:
    mine, foreign = (side.said.text if side is not None else "" for side in (one.ours, one.theirs))
    return replace(one, here=into.of(foreign, mine), there=back.of(mine, foreign))


def _is_untranslated(pair: Pair) -> bool:
    """Whether the same words stand on both sides: the words of one language mean nothing in the other."""
    ours, theirs = (" ".join(part for one in side for part in one.text.split()) for side in (pair.ours, pair.theirs))
    return ours.casefold() == theirs.casefold()


def _differences(sides: _Sides, faithful: set[tuple[str, str]]) -> list[WordDifference]:
    ours = {meaning: _surplus(own, sides.theirs.get(meaning, [])) for meaning, own in sides.ours.items()}
    theirs = {meaning: _surplus(own, sides.ours.get(meaning, [])) for meaning, own in sides.theirs.items()}
    found: list[WordDifference] = []
    for meaning, own in ours.items():
        for other, foreign in theirs.items():
            if not contradict(meaning, other):
                continue
            while own and foreign:
                here, there = own.pop(0), foreign.pop(0)
                denies = _taken_out(here, ours) | _taken_out(there, theirs)
                sure = _is_likely(meaning, other, faithful) or (denies and (DENIAL, "") in faithful)
                found.append(WordDifference(sides.pair, _first_word(here), _first_word(there), sure))
    # What is told of a permission is not told of its denial again.
    told = sum(one.ours is not None and one.ours.said.kind == "modal" for one in found)
    for rest in (ours, theirs):
        denied = rest.get((DENIAL, ""), [])
        del denied[:told]
        rest.pop(("modal", "must not"), None)
    for several, mine in ((ours, True), (theirs, False)):
        for meaning, alone in several.items():
            if is_of_grammar(meaning) or meaning[0] == "negation" or meaning == ("quantifier", "none"):
                continue
            likely = meaning in faithful
            found += [WordDifference(sides.pair, one if mine else None, None if mine else one, likely) for one in alone]
    return found


def _is_likely(one: tuple[str, str], other: tuple[str, str], faithful: set[tuple[str, str]]) -> bool:
    """Whether a word that contradicts another one is no way of saying the same: *before any* is *prima di ogni*."""
    if one[0] == other[0]:
        return not {one[1], other[1]} <= LOOSE
    return bool(faithful & {one, other})


def _taken_out(one: Placed, several: dict[tuple[str, str], list[Placed]]) -> bool:
    """Whether a word denies too, which then is not told by itself again; a permission has its own way of denying."""
    alone = several.get((DENIAL, ""), [])
    here = [each for each in alone if each.sentence is one.sentence and each.said.start == one.said.start]
    if one.said.kind != "modal":
        alone[:] = [each for each in alone if each not in here]
    return one.said.kind != "modal" and bool(here)


def _first_word(one: Placed) -> Placed:
    """Of *only when* what another word stands for: *only*."""
    if one.said.meaning != ("quantifier", "only"):
        return one
    text = one.said.text.split()[0]
    return replace(one, said=replace(one.said, text=text, end=one.said.start + len(text)))


def _said(context: CrosscheckContext, sentences: Sequence[Sentence]) -> dict[tuple[str, str], list[Placed]]:
    found: dict[tuple[str, str], list[Placed]] = defaultdict(list)
    whole, before = max(1, sum(len(one.text) for one in sentences)), 0
    for sentence in sentences:
        language = context.book.language
        words = said_in(sentence.text, context.meaning_words(sentence), language)
        for one in words:
            found[one.meaning].append(Placed(one, sentence, (before + one.start) / whole))
        found[DENIAL, ""] += [
            Placed(one, sentence, (before + one.start) / whole) for one in denials(words, sentence.text, language)
        ]
        before += len(sentence.text)
    return found


def _surplus(own: Sequence[Placed], other: Sequence[Placed]) -> list[Placed]:
    """Those of one side that the other has fewer of."""
    return surplus([(one.share, one) for one in own], [one.share for one in other])


def _faithful(sides: Sequence[_Sides]) -> set[tuple[str, str]]:
    """The meanings that both books say, or neither, nearly always."""
    both: Counter[tuple[str, str]] = Counter()
    one: Counter[tuple[str, str]] = Counter()
    for each in sides:
        for meaning in each.ours.keys() | each.theirs.keys():
            mine, other = len(each.ours.get(meaning, ())), len(each.theirs.get(meaning, ()))
            both[meaning] += min(mine, other)
            one[meaning] += abs(mine - other)
    # One more that was said on both sides, and the one that is asked about left out: so a fault does not hide itself.
    return {
        meaning for meaning in both if (both[meaning] + 1) / (both[meaning] + 1 + max(0, one[meaning] - 1)) >= FAITHFUL
    } | {meaning for meaning in one if one[meaning] == 1}
