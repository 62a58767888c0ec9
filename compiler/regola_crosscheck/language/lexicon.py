"""What the desk knows of a language: its number words, the words of permission, of reference, of examples.

Only words that every rulebook of the language uses stand here, never those of a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

from msgspec import structs

from regola_crosscheck.language.language_file import ModalKind, known_language, language_file

# What a number word is.
WordKind: TypeAlias = Literal["number", "ordinal", "part"]


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


@cache
def _lexicon(code: str) -> Lexicon:
    words = language_file(code)

    def pattern(text: str) -> re.Pattern[str]:
        return re.compile(text, re.IGNORECASE)

    patterns = {name: pattern(text) for name, text in structs.asdict(words.patterns).items()}
    patterns["abbreviations"] = pattern(rf"(?:^|[\s(\[\"“«'’*_])(?:{words.patterns.abbreviations})\.$")
    return Lexicon(
        language=code,
        cardinals=words.numbers.cardinals,
        ordinals=words.numbers.ordinals,
        parts={word: Fraction(worth) for word, worth in words.numbers.parts.items()},
        modal=tuple((kind, pattern(text)) for kind, text in words.modal),
        decimal=words.decimal,
        yes=words.yes,
        no=words.no,
        denial=words.denial,
        **patterns,
    )


def lexicon(language: str) -> Lexicon:
    """The words of a language (`it`, `en-GB`); of one that nobody has written down yet, those of English."""
    return _lexicon(known_language(language))
