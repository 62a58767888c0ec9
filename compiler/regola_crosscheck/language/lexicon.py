"""What the desk knows of a language: its number words, the words of permission, of reference, of examples.

Only words that every rulebook of the language uses stand here, never those of a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from regola_crosscheck.language import english, italian

# What a number word is, and what a word of permission or duty says.
WordKind: TypeAlias = Literal["number", "ordinal", "part"]
ModalKind: TypeAlias = Literal["may", "must", "must not", "waived", "exception"]


@dataclass(frozen=True)
class Lexicon:
    """The words of one language. Patterns are matched without regard to case.

    `modal` is tried in the order given, so that what forbids is seen before what permits. `yes` and `no` are how a cell
    says them, `denial` is the word whose loss turns a rule round.
    """

    language: str
    cardinals: Mapping[str, int]
    ordinals: Mapping[str, int]
    parts: Mapping[str, Fraction]
    references: re.Pattern[str]
    modal: tuple[tuple[ModalKind, re.Pattern[str]], ...]
    exceptions: re.Pattern[str]
    negations: re.Pattern[str]
    losses: re.Pattern[str]
    limits: re.Pattern[str]
    beyond: re.Pattern[str]
    examples: re.Pattern[str]
    abbreviations: re.Pattern[str]
    dice: re.Pattern[str]
    odds: re.Pattern[str]
    following: re.Pattern[str]
    results: re.Pattern[str]
    outcomes: re.Pattern[str]
    decimal: str
    counted: re.Pattern[str]
    either: re.Pattern[str]
    definite: re.Pattern[str]
    yes: str
    no: str
    denial: str

    @property
    def words(self) -> re.Pattern[str]:
        """Any word that is a number."""
        known = sorted({*self.cardinals, *self.ordinals, *self.parts}, key=len, reverse=True)
        return re.compile(rf"(?<!\w)(?:{'|'.join(known)})(?!\w)", re.IGNORECASE)

    def number(self, word: str) -> tuple[WordKind, Fraction]:
        """The kind of a number word (number, ordinal, part) and what it is worth."""
        plain = word.casefold()
        if plain in self.cardinals:
            return "number", Fraction(self.cardinals[plain])
        if plain in self.ordinals:
            return "ordinal", Fraction(self.ordinals[plain])
        return "part", next(worth for pattern, worth in self.parts.items() if re.fullmatch(pattern, plain))


def _lexicon(language: str, words: object) -> Lexicon:
    def pattern(name: str) -> re.Pattern[str]:
        return re.compile(str(getattr(words, name)), re.IGNORECASE)

    return Lexicon(
        language,
        dict(getattr(words, "CARDINALS")),  # noqa: B009  the modules are data, read by name
        dict(getattr(words, "ORDINALS")),  # noqa: B009
        {word: Fraction(worth) for word, worth in getattr(words, "PARTS").items()},  # noqa: B009
        pattern("REFERENCES"),
        tuple((kind, re.compile(text, re.IGNORECASE)) for kind, text in getattr(words, "MODAL")),  # noqa: B009
        pattern("EXCEPTIONS"),
        pattern("NEGATIONS"),
        pattern("LOSSES"),
        pattern("LIMITS"),
        pattern("BEYOND"),
        pattern("EXAMPLES"),
        re.compile(rf"(?:^|[\s(\[\"“«'’*_])(?:{getattr(words, 'ABBREVIATIONS')})\.$", re.IGNORECASE),  # noqa: B009
        pattern("DICE"),
        pattern("ODDS"),
        pattern("FOLLOWING"),
        pattern("RESULTS"),
        pattern("OUTCOMES"),
        str(getattr(words, "DECIMAL")),  # noqa: B009
        pattern("COUNTED"),
        pattern("EITHER"),
        pattern("DEFINITE"),
        *(str(getattr(words, name)) for name in ("YES", "NO", "DENIAL")),
    )


LEXICONS = {"it": _lexicon("it", italian), "en": _lexicon("en", english)}


def lexicon(language: str) -> Lexicon:
    """The words of a language (`it`, `en-GB`); of one that nobody has written down yet, those of English."""
    return LEXICONS.get(language.partition("-")[0].casefold(), LEXICONS["en"])
