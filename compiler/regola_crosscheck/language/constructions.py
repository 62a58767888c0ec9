"""Constructions that no sentence has unless a small word of it was lost or exchanged, whatever the rules say.

*Alcun* in the singular wants a *non* before it, *nor* a *not*, *between* an *and*: what stands without its partner tells
that the partner is gone. These are words of negative polarity and their kin (W. Ladusaw, Polarity sensitivity as inherent
scope relations, 1979), as far as they are sure in rulebooks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass


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


def _made(words: str, partner: str, expected: str, *, lost: bool = True, anywhere: bool = False) -> Construction:
    return Construction(
        re.compile(words, re.IGNORECASE),
        re.compile(partner, re.IGNORECASE) if partner else None,
        expected,
        lost,
        anywhere,
    )


_DENIAL = r"\b(?:non|né|nè|ne'|senza|nessun\w*|mai|neppure|neanche|nemmeno|priv[oaie]|impossibil\w+|niente|nulla|prima|viet\w+)\b"
_DENIES = r"\b(?:not|no|never|neither|nor|none|nobody|without|cannot|hardly|nothing)\b|n['’]t\b"
CONSTRUCTIONS: Mapping[str, tuple[Construction, ...]] = {
    "it": (
        _made(r"\b(?P<word>alcun(?:[oa]?(?=\s)|['’](?=\w)))", _DENIAL + r"|\bse\b|\bqualora\b", "non"),
        _made(
            r"\b(?:può|possono|deve|devono|potrà|potranno|dovrà|dovranno|è|sono|viene|vengono)\s+(?P<word>mai)\b",
            _DENIAL + r"|\bse\b|\bcome\b",
            "non",
        ),
        _made(r"\b\w{3,}(?:ano|ono)\s+(?P<word>mai)\b", _DENIAL + r"|\bse\b|\bcome\b", "non"),
        _made(r"(?<=\w\s)\b(?P<word>n[éè])\b(?![^.;]*\bn[éè]\b)", _DENIAL, "non"),
        _made(r"\b(?:\w{3,}(?:ano|ono)|può|deve)\s+(?P<word>n[éè])\b(?=[^.;]*\bn[éè]\b)", _DENIAL, "non"),
        _made(r"\w,\s+(?P<word>(?:neppure|neanche|nemmeno))\b(?!\s+(?:se\b|i|le|gli|la|il|lo|l['’]))", _DENIAL, "non"),
        _made(r"\b(?:accade|succede|cambia|possono|può|fanno|ha|hanno)\s+(?P<word>(?:nulla|niente))\b", _DENIAL, "non"),
        _made(
            r"(?<=\w\s)\b(?:d[ai]|con|per|su|sull[ao]|d[ae]ll[ao]|in)\s+(?P<word>nessun[oa]?)\b(?!\s+(?:caso|modo|momento|motivo))",
            r"\b(?:non|né|nè|senza|mai|neppure|neanche|nemmeno)\b",
            "non",
        ),
        _made(
            r"\bnessun[oa]?['’]?\s?(?:\w+\s+){1,3}?(?P<word>non)\s+(?:si\s+)?(?:può|possono|deve|devono|è|sono|viene)\b",
            "",
            "",
            lost=False,
        ),
        _made(r"\b(?:fra|tra)\s+(?:[\w'’]+\s+){1,3}?(?P<word>o)\s+(?!più|meno|meglio)(?=[\w'’]+)", "", "e", lost=False),
    ),
    "en": (
        _made(r"\b(?P<word>nor)\b", _DENIES, "not"),
        _made(r"\b(?P<word>any longer|whatsoever)\b", _DENIES, "not"),
        _made(r"\bbetween\s+(?:[\w'’]+\s+){1,3}?(?P<word>or)\s+(?!more|less|fewer)(?=\w)", "", "and", lost=False),
        _made(r"\beither\s+(?:[\w'’]+\s+){1,3}?(?P<word>and)\s+(?=\w)", r"\bor\b", "or", lost=False, anywhere=True),
        _made(r"\bno\s+(?:\w+\s+){1,3}?(?:may|can|must)\s+(?P<word>not)\b", "", "", lost=False),
    ),
}


def broken_constructions(text: str, language: str) -> Iterator[BrokenConstruction]:
    """The places of a sentence where a construction lacks its partner.

    Args:
        text: a sentence, as it is read.
        language: its language; of one without a list nothing is told.

    >>> [(one.text, one.expected) for one in broken_constructions("Costa alcun punto.", "it")]
    [('alcun', 'non')]
    """
    for construction in CONSTRUCTIONS.get(language.partition("-")[0].casefold(), ()):
        for match in construction.words.finditer(text):
            start, end = match.span("word")
            rest = text[: match.start()] + (text[match.end() :] if construction.anywhere else "")
            if construction.partner is None or not construction.partner.search(rest):
                yield BrokenConstruction(match["word"], start, end, construction.expected, construction.lost)
