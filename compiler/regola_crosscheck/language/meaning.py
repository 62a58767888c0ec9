"""Meaning words: the small words that make a rule another one when one of them is changed.

The catalogue of a language is data, a line for each meaning (`words/<language>.toml`): its class, its value,
which is the same in all languages, and the words it is said with. So *almeno* and *at least* are one thing, and
*almeno* for *al massimo* is a change of value within a class. Only words that every rulebook uses stand
there; the sides and terms of a game are its own glossary's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_crosscheck.language.language_file import known_language, language_file
from regola_crosscheck.language.lexicon import lexicon

# The classes, with what they mean in English for messages.
CLASSES: Mapping[str, str] = MappingProxyType(
    {
        "negation": say("a denial"),
        "modal": say("permission, duty, prohibition"),
        "bound": say("at least, at most, more than, less than, exactly"),
        "time": say("before, after, during, until, from"),
        "connective": say("and, or, neither"),
        "quantifier": say("each, any, all, only, none, both"),
        "condition": say("if, unless, except"),
        "side": say("attacker or defender, own or enemy"),
        "direction": say("into, out of, from, adjacent"),
        "inclusion": say("inclusive or not"),
        "sign": say("plus or minus, added or taken away"),
        "factor": say("halved, doubled"),
        "rounding": say("rounded up or down"),
        "order": say("first or last, higher or lower"),
        "number": say("a number, in figures or in words"),
    }
)
# What turns a rule round when one stands for the other: classes whose values are each other's opposites.
OPPOSITES: Mapping[str, frozenset[tuple[str, str]]] = MappingProxyType(
    {
        "modal": frozenset({("may", "must"), ("may", "must not"), ("must", "must not"), ("must", "waived")}),
        "bound": frozenset({("at least", "at most"), ("more than", "less than"), ("at most", "less than")})
        | {("at least", "more than"), ("at least", "exactly"), ("at most", "exactly")},
        "time": frozenset({("before", "after"), ("during", "after"), ("during", "before"), ("until", "from")}),
        "connective": frozenset({("and", "or")}),
        "quantifier": frozenset({("each", "any"), ("all", "any"), ("all", "none"), ("any", "none"), ("each", "none")})
        | {("once", "twice")},
        "condition": frozenset({("if", "unless")}),
        "side": frozenset({("attacker", "defender"), ("own", "enemy")}),
        "direction": frozenset({("into", "out of")}),
        "inclusion": frozenset({("inclusive", "exclusive")}),
        "sign": frozenset({("plus", "minus")}),
        "factor": frozenset({("half", "double"), ("double", "triple")}),
        "rounding": frozenset({("up", "down")}),
        "order": frozenset({("first", "last"), ("higher", "lower"), ("highest", "lowest"), ("next", "previous")}),
    }
)


class MeaningWord(NamedTuple):
    """A meaning word where it stands.

    `kind` is one of `CLASSES`, `value` what it says in all languages, `text` the word or words, `start` and `end` their
    place in the text that was read.
    """

    kind: str
    value: str
    text: str
    start: int
    end: int


# Half a dozen checks read the same sentences, and a run after a change reads almost all again: so many are known.
_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True)
class _Catalogue:
    pattern: re.Pattern[str]
    meanings: tuple[tuple[str, str], ...]


@lru_cache(maxsize=_REMEMBERED)
def meaning_words(text: str, language: str) -> tuple[MeaningWord, ...]:
    """The meaning words of a text, in order, none inside another.

    Args:
        text: a sentence as it is read, or any text.
        language: its language (`it`, `en-GB`); one that has no catalogue is read with the English one.

    >>> [(word.kind, word.value) for word in meaning_words("Non può muovere prima di almeno due pedine", "it")]
    [('modal', 'must not'), ('time', 'before'), ('bound', 'at least'), ('number', '2')]
    >>> [(word.kind, word.value) for word in meaning_words("A column shift of -2", "en")]
    [('sign', 'minus'), ('number', '2')]
    """
    known = _catalogue(known_language(language))
    words = lexicon(language)
    found = []
    for match in known.pattern.finditer(text):
        group = match.lastgroup or ""
        kind, value = known.meanings[int(group[1:])]
        if kind == "number":
            value = match[0] if value == "figures" else str(words.number(match[0])[1])
        found.append(MeaningWord(kind, value, match[0], match.start(), match.end()))
    return tuple(found)


def counting_words(text: str, language: str) -> tuple[MeaningWord, ...]:
    """The meaning words of a text without the numbers that count nothing there.

    >>> [word.value for word in counting_words("La rosa dei venti è su 20 esagoni, i venti esagoni a nord.", "it")]
    ['20', '20']
    """
    pattern = language_file(known_language(language)).numbers.uncounted
    known = meaning_words(text, language)
    spans = [one.span() for one in re.finditer(pattern, text, re.IGNORECASE)] if pattern else []
    return tuple(
        one for one in known if one.kind != "number" or not any(start <= one.start < end for start, end in spans)
    )


def ordinal_words(text: str, language: str) -> list[MeaningWord]:
    """The words of a text that count a row, each with its number and a point.

    >>> [word.value for word in ordinal_words("La quinta notte", "it")]
    ['5.']
    """
    known = lexicon(language).ordinals
    words = (match for match in re.finditer(r"[^\W\d_]+", text) if match[0].casefold() in known)
    return [
        MeaningWord("number", f"{known[match[0].casefold()]}.", match[0], match.start(), match.end()) for match in words
    ]


def are_opposites(kind: str, one: str, other: str) -> bool:
    """Whether two values of a class contradict one another where one stands for the other."""
    known = OPPOSITES.get(kind, frozenset())
    return (one, other) in known or (other, one) in known


@cache
def _catalogue(language: str) -> _Catalogue:
    """The catalogue of a language as one pattern: of two that begin at one place the one listed first is taken."""
    rows = language_file(language).meanings
    words = lexicon(language)
    cardinals = "|".join(sorted({*words.cardinals}, key=len, reverse=True))
    every = [*rows, ("number", "words", cardinals), ("number", "figures", r"\d+(?:[.,]\d+)*")]
    parts = [rf"(?P<g{place}>{pattern})" for place, (_, _, pattern) in enumerate(every)]
    return _Catalogue(
        # Behind an apostrophe the next word begins: *fino all'alba*. A sign stands at its number.
        re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?:(?<=['’+−–-])|(?!\w))", re.IGNORECASE),
        tuple((kind, value) for kind, value, _ in every),
    )
