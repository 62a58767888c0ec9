"""The words of a translation that turn its rule round: it says *must not*, and the book *può*."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from regola_crosscheck.bilingual.renderings import DENIAL, LOOSE, Said, contradict, denials, is_denial, said_in, surplus
from regola_crosscheck.language.meaning import meaning_words


@dataclass(frozen=True, slots=True)
class Turned:
    """A word of the book, and one of the translation in its place; of a lost denial, or one too many, one is empty."""

    said: str
    instead: str
    meanings: tuple[tuple[str, str], tuple[str, str]]

    @property
    def is_denial(self) -> bool:
        """Whether it is a denial that has nothing in its place."""
        return self.meanings[0][0] == DENIAL


def turned(said: Sequence[str], words: Sequence[str], before: Sequence[str], source: str, target: str) -> list[Turned]:
    """What of some sentences the translation turns round.

    Args:
        said: the sentences of the book.
        words: what they were translated by, one for one.
        before: what they were translated by until now, one for one; what that said was told once. Empty if unknown.
        source: the language of the book.
        target: the language of the translation.
    """
    found = []
    for place, (one, other) in enumerate(zip(said, words, strict=True)):
        every = _between(one, other, source, target)
        if before:
            known = {each.meanings for each in _between(one, before[place], source, target)}
            found += [each for each in every if each.meanings not in known and not (each.is_denial and known)]
        else:  # how often a sentence denies is a matter of its language: told only of one that was rendered evenly
            found += [each for each in every if not each.is_denial]
    return found


def _between(said: str, words: str, source: str, target: str) -> list[Turned]:
    """What one sentence turns round of another."""
    ours, theirs = (
        said_in(text, meaning_words(text, language), language) for text, language in ((said, source), (words, target))
    )
    left, more = _without(ours, theirs), _without(theirs, ours)
    found: list[Turned] = []
    for one in left:
        for other in more:
            if contradict(one.meaning, other.meaning) and not {one.value, other.value} <= LOOSE:
                more.remove(other)
                found.append(Turned(one.text, other.text, (one.meaning, other.meaning)))
                break
    denied, denying = denials(ours, said, source), denials(theirs, words, target)
    # What is told of a permission is not told of its denial again.
    if len(denied) != len(denying) and not any(each.meanings[0][0] == "modal" for each in found):
        sides = (denied, said), (denying, words)
        here, there = ([(one.start / len(text), one.text) for one in several] for several, text in sides)
        lost, added = (
            next(iter(surplus(one, [place for place, _ in other])), "") for one, other in ((here, there), (there, here))
        )
        found.append(Turned(lost, added, ((DENIAL, str(len(denied))), (DENIAL, str(len(denying))))))
    return found


def _without(some: Sequence[Said], others: Sequence[Said]) -> list[Said]:
    """The words of some sentence that another has no word for, but plain denials, which are counted by themselves."""
    spare = Counter(one.meaning for one in others)
    left = []
    for one in some:
        spare[one.meaning] -= 1
        if spare[one.meaning] < 0 and (one.kind == "modal" or not is_denial(one)):
            left.append(one)
    return left
