"""Words of a text as a dictionary has them, so that a term is found in every form it is inflected in.

With the extra `it` the dictionary is simplemma's, offline; without it the endings alone are cut off.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from regola_compiler.project.glossary import Concept, Glossary

from regola_crosscheck.book.text import Passage

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
# A word with an accent at its end has one form only, and keeps it.
_ENDINGS = {"it": re.compile(r"[aeiou]$"), "en": re.compile(r"(?:e?s|ed|ing)$")}
_ACCENTED = re.compile(r"[àèéìòù]$")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, and its key: the same for all its forms."""

    text: str
    key: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class TermOccurrence:
    """A form of a concept somewhere in a text. `how` is preferred, variant, abbreviation or forbidden."""

    concept: Concept
    form: str
    how: str
    start: int
    end: int
    text: str


def words_of(passage: Passage, language: str) -> list[Word]:
    """The words of a passage; an article or preposition with an apostrophe is cut off."""
    found = []
    for match in _WORD.finditer(passage.text):
        text, start = match[0], match.start()
        for sign in "'’":
            if sign in text and language.startswith("it"):
                cut = text.index(sign) + 1
                text, start = text[cut:], start + cut
        if text:
            found.append(Word(text, key_of(text, language), start, match.end()))
    return found


@cache
def key_of(word: str, language: str) -> str:
    """What all forms of a word have in common.

    >>> key_of("Pedine", "it") == key_of("pedina", "it")
    True
    """
    plain = _lemma(word.casefold(), language)
    if _ACCENTED.search(plain):
        return plain
    plain = unicodedata.normalize("NFKD", plain)
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    ending = _ENDINGS.get(language.partition("-")[0])
    return ending.sub("", plain) or plain if ending and len(plain) > 3 else plain


@cache
def known(word: str, language: str) -> bool | None:
    """Whether a dictionary has a word in any of its forms; None without a dictionary."""
    lemmas = _simplemma()
    return None if lemmas is None else bool(lemmas.is_known(word, lang=language.partition("-")[0]))


def _lemma(word: str, language: str) -> str:
    lemmas = _simplemma()
    if lemmas is None:
        return word
    try:
        return str(lemmas.lemmatize(word, lang=language.partition("-")[0])).casefold()
    except (ValueError, TypeError):  # a language the dictionary does not have
        return word


@cache
def _simplemma() -> Any:
    try:
        import simplemma  # noqa: PLC0415  an extra: the desk works without it
    except ImportError:
        return None
    return simplemma


class TermIndex:
    """Every form of a glossary in one language, ready to be looked for."""

    def __init__(self, glossary: Glossary, language: str) -> None:
        self.language = language
        self.first: dict[str, list[tuple[tuple[str, ...], Concept, str, str]]] = {}
        self.exact: dict[str, list[tuple[Concept, str]]] = {}
        for concept in glossary.concepts:
            terms = concept.terms.get(language)
            if terms is None:
                continue
            self._add(concept, terms.preferred, "preferred")
            for form in terms.variants:
                self._add(concept, form, "variant")
            for wrong in terms.forbidden:
                self._add(concept, wrong.form, "forbidden")
            for form in terms.abbreviations:
                self.exact.setdefault(form, []).append((concept, form))

    def _add(self, concept: Concept, form: str, how: str) -> None:
        keys = tuple(key_of(word, self.language) for word in _WORD.findall(form))
        if keys:
            self.first.setdefault(keys[0], []).append((keys, concept, form, how))

    def uses(self, words: Iterable[Word]) -> list[TermOccurrence]:
        """Where forms stand among some words; of several that begin at one word the longest."""
        listed = list(words)
        keys = [word.key for word in listed]
        found: list[TermOccurrence] = []
        place = 0
        while place < len(listed):
            here = listed[place]
            best: list[tuple[tuple[str, ...], Concept, str, str]] = []
            for option in self.first.get(keys[place], ()):
                length = len(option[0])
                if tuple(keys[place : place + length]) == option[0] and (not best or length >= len(best[0][0])):
                    best = [*(best if best and len(best[0][0]) == length else []), option]
            for form_keys, concept, form, how in best:
                last = listed[place + len(form_keys) - 1]
                found.append(TermOccurrence(concept, form, how, here.start, last.end, here.text))
            found += [
                TermOccurrence(concept, form, "abbreviation", here.start, here.end, here.text)
                for concept, form in self.exact.get(here.text, ())
            ]
            place += len(best[0][0]) if best else 1
        return found
