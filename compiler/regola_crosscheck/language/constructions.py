"""Constructions that no sentence has unless a small word of it was lost or exchanged, whatever the rules say.

*Alcun* in the singular wants a *non* before it, *nor* a *not*, *between* an *and*: what stands without its partner
tells that the partner is gone. These are words of negative polarity and their kin (W. Ladusaw, Polarity sensitivity as
inherent scope relations, 1979), as far as they are sure in rulebooks. They stand in the file of their language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import known_languages, language_file


@dataclass(frozen=True, slots=True)
class Construction:
    """Words that want a partner.

    Args:
        words: the pattern of the words; the group `word` of it, or all of it, is what stands without its partner.
        partner: the pattern of what has to stand in the sentence, before the words or anywhere (`anywhere`).
        expected: the word that is most likely missing, or belongs in the place of `word`.
        lost: whether that word is missing, or stands as another.
    """

    words: re.Pattern[str]
    partner: re.Pattern[str] | None
    expected: str
    lost: bool = True
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class BrokenConstruction:
    """A place where a construction lacks its partner; `text` from `start` to `end` of the sentence."""

    text: str
    start: int
    end: int
    expected: str
    lost: bool


@cache
def constructions(language: str) -> tuple[Construction, ...]:
    """The constructions of a language (`it`, `en-GB`); none of one that nobody has written down."""
    code = primary_subtag(language)
    rows = language_file(code).constructions if code in known_languages() else ()
    return tuple(
        Construction(
            re.compile(one.words, re.IGNORECASE),
            re.compile(one.partner, re.IGNORECASE) if one.partner else None,
            one.expected,
            one.lost,
            one.anywhere,
        )
        for one in rows
    )


def broken_constructions(text: str, language: str) -> Iterator[BrokenConstruction]:
    """The places of a sentence where a construction lacks its partner.

    Args:
        text: a sentence, as it is read.
        language: its language; of one without a list nothing is told.

    >>> [(one.text, one.expected) for one in broken_constructions("Costa alcun punto.", "it")]
    [('alcun', 'non')]
    """
    for construction in constructions(language):
        for match in construction.words.finditer(text):
            start, end = match.span("word")
            rest = text[: match.start()] + (text[match.end() :] if construction.anywhere else "")
            if construction.partner is None or not construction.partner.search(rest):
                yield BrokenConstruction(match["word"], start, end, construction.expected, construction.lost)
