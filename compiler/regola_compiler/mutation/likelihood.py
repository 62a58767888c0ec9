"""How unlikely a slip of the hand is, by what stands in a line and what would stand there without it.

Of several changes that mend the same, one was meant. Which one nothing proves; but a hand turns a sign or takes the
next name of a list more often than it writes another sentence, and what is written in a game is written there again:
the words of a change that stand so in other lines are likelier than words that would stand so nowhere else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from regola_dsl.parsing.printed import bare
from regola_dsl.parsing.words import CONTRARIES, keywords
from regola_dsl.source import Span

from regola_compiler.mutation.mutation import inside

T = TypeVar("T")

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|->|[<>!=]=|\.\.|[^\W\d]\w*(?:\.[^\W\d]\w*)+|\.[^\W\d]\w*|\w+|[^\w\s]')
_BRACKETS = frozenset("()")
# What joins two conditions: of all words that turn a sentence round these are the most deliberate.
_JOINING = frozenset({"and", "or"})
_NONE = frozenset({"any", "no"})


def _pairs(*pairs: tuple[str, str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for one, other in pairs:
        found[one], found[other] = (*found.get(one, ()), other), (*found.get(other, ()), one)
    return MappingProxyType(found)


# Words and signs that turn round what is said.
TURNED = _pairs(
    *(("<", ">"), ("<=", ">="), ("+", "-"), ("yes", "no"), ("until", "lasting")),
    *CONTRARIES,
)
# The edge on the other side, and what is so if something is not.
EDGES = _pairs(("<", "<="), (">", ">="))
CONVERSE = _pairs(("<", ">="), (">", "<="), ("when", "unless"))
# What a path makes of a place, or of a step to one: nobody gets there, or whoever does goes no further.
ENDED = _pairs(("never into", "stops in"), ("never from", "stops after"))
# What tells a fact something, and what adds to it or takes away.
TOLD = _pairs(("gains", "becomes"), ("loses", "becomes"))
# What a hand does, the likelier first; what is not among these is worth so much for each word that is another.
TURN, JOINED, EXCHANGE, NAME, WRAPPED, DENIED, EDGE, DENIAL, NUMBER = 10, 11, 12, 14, 14, 15, 16, 17, 20
# A minus alone is soon lost, sooner than two numbers change places.
SIGN = 17
OTHERWISE, WORD = 30, 4
# What stands there no more: a word that a rule turns on, or what was asked; and that, where it stands beside the same
# elsewhere in the game: nothing else that would do is said by the game itself.
LEFT_OUT, AS_ELSEWHERE = 18, 4
# How much less likely another start is: the value with which something begins is seldom slipped; and how much less
# another number in a table, which is copied from print; and that what becomes of itself, and something, was another's.
START, PRINTED, ITSELF = 30, 8, 12
# Of changes of which one is so much likelier than the others it is named alone; of others so many.
AHEAD, FEW = 6, 3
# How alike two names are that one takes for one another.
_ALIKE = 0.6


def unlikely(was: str, now: str) -> int:
    """How unlikely it is that a hand wrote the one where it meant the other: more is less likely.

    >>> unlikely("n <= 2", "n >= 2") < unlikely("n <= 2", "n < 2") < unlikely("n <= 2", "n > 5 and m")
    True
    """
    old, new = _without_brackets(was), _without_brackets(now)
    first = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    end = next(
        (n for n, (a, b) in enumerate(zip(old[first:][::-1], new[first:][::-1], strict=False)) if a != b),
        min(len(old), len(new)) - first,
    )
    one, other = old[first : len(old) - end], new[first : len(new) - end]
    if len(one) == len(other) == 1:
        return _of_a_word(one[0], other[0])
    if not one or not other:
        said = [*one, *other]
        if said == ["not"]:
            return DENIED if one else DENIAL
        if said == ["-"]:
            return SIGN
        return WRAPPED if len(said) == 1 and _is_name(said[0]) else OTHERWISE + WORD * len(said)
    if sorted(one) == sorted(other):
        return EXCHANGE
    return OTHERWISE + WORD * max(len(one), len(other))


def _of_a_word(was: str, now: str) -> int:
    if {was, now} == _NONE:
        return DENIED  # it says what a `not` says there, put in or lost
    if now in TURNED.get(was, ()):
        return JOINED if {was, now} == _JOINING else TURN
    if now in EDGES.get(was, ()):
        return EDGE
    if now in TOLD.get(was, ()):
        return DENIAL
    if now in CONVERSE.get(was, ()):
        return DENIED if was == "unless" else DENIAL
    if was.isdecimal() and now.isdecimal():
        return NUMBER if abs(int(was) - int(now)) == 1 else OTHERWISE
    if _is_name(was) and _is_name(now):
        return NAME if SequenceMatcher(None, was, now).ratio() >= _ALIKE else NAME + WORD
    return OTHERWISE


def _is_name(word: str) -> bool:
    # What a thing has, `u.at`, is one name, and behind a dot no word is one of the language.
    return word.lstrip(".")[:1].isalpha() and word not in keywords()


def _without_brackets(text: str) -> list[str]:
    return [word for word in _TOKEN.findall(text) if word not in _BRACKETS]


def leading(found: Iterable[T], cost: Callable[[T], int]) -> list[T]:
    """Of changes that all would do those to be named, the likeliest first; none where too many are as likely.

    One that is far ahead is named alone, and of others `FEW` at most: never some of several that cost as much.

    >>> leading([10, 30], int), leading([12, 10, 10, 12, 12], int), leading([10, 10, 10, 10], int)
    ([10], [10, 10], [])
    """
    ranked = sorted(found, key=cost)
    if len(ranked) > 1 and cost(ranked[1]) >= cost(ranked[0]) + AHEAD:
        return ranked[:1]
    few = ranked[:FEW]
    return few if len(ranked) == len(few) else [one for one in few if cost(one) < cost(ranked[FEW])]


def distinct(found: Iterable[T], place: Callable[[T], Span], words: Callable[[T], tuple[str, str]]) -> list[T]:
    """Changes, the likelier first, without those that say the same: what denies a whole, or a part of what is turned.

    Of `if hill then 1 else 2` with its answers exchanged and `if not hill then 1 else 2` the first is left, and of `no`
    and `not any` for `any`.
    """
    left: list[T] = []
    for one in found:
        if not denies(*words(one)) or not any(_says_it(place(one), place(other), words(other)) for other in left):
            left.append(one)
    return left


def _says_it(denied: Span, place: Span, words: tuple[str, str]) -> bool:
    """Whether a change says what a denial says: one of the same whole, or parts of it that changed places."""
    return denied == place or (unlikely(*words) == EXCHANGE and inside(denied, place))


def tells_otherwise(was: str, now: str) -> bool:
    """Whether a fact becomes what it gained or lost, or the other way round.

    >>> tells_otherwise("day gains 1", "day becomes 1"), tells_otherwise("day gains 1", "day loses 1")
    (True, False)
    """
    old, new = (set(_TOKEN.findall(text)) for text in (was, now))
    return any({*TOLD.get(word, ())} & (new - old) for word in old - new)


def turns_sign(was: str, now: str) -> bool:
    """Whether all that is another is that something gains what it lost, or the other way round.

    >>> turns_sign("coins gains 1", "coins loses 1"), turns_sign("coins gains 1", "coins becomes 1")
    (True, False)
    """
    return sorted({*_TOKEN.findall(was)} ^ {*_TOKEN.findall(now)}) == ["gains", "loses"]


def denies(was: str, now: str) -> bool:
    """Whether all that is another is that something is not so.

    >>> denies("g is hill", "g is not hill"), denies("g is hill", "g is plain")
    (True, False)
    """
    return unlikely(was, now) in {DENIED, DENIAL}


class Usage:
    """What the lines of a game have in common: which words stand beside which."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._beside = Counter(pair for line in lines for pair in _beside(line))

    def strange(self, was: str, now: str) -> int:
        """How many neighbours a line has that stand so nowhere else, less those that it had before it was changed."""
        counts = Counter(_beside(was))
        here = Counter(_beside(now))
        now_strange = sum(self._beside[pair] - counts[pair] <= 0 for pair in here if pair not in counts)
        was_strange = sum(self._beside[pair] - counts[pair] <= 0 for pair in counts if pair not in here)
        return now_strange - was_strange


def _beside(line: str) -> list[Sequence[str]]:
    words = _TOKEN.findall(bare(line))
    return [*pairwise(words), *zip(words, words[1:], words[2:], strict=False)]
