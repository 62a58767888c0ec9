"""Words brought to what their forms have in common: case and accents, dictionary forms, stems, single misread letters.

Whatever of the crosscheck compares words does it with one of these, from the most exact to the loosest:

- `without_accents`: the same letters, capitals and accents apart;
- `key_of`: a form of the same dictionary word, with the extra `it` by simplemma, offline; without it by its ending;
- `stem`: singular and plural of a short label;
- `stems`: the longer words of a passage cut to four letters or more, to see whether two passages speak of one thing;
- `nearly_same`: one word, a letter of it read wrongly;
- `one_edit_from`: a slip of the pen in a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import field
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rapidfuzz.distance import Indel
from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
# A word with an accent at its end has one form only, and keeps it.
_ENDINGS = {"it": re.compile(r"[aeiou]$"), "en": re.compile(r"(?:e?s|ed|ing)$")}
_ACCENTED = re.compile(r"[àèéìòù]$")
# What singular and plural of a noun end in, in either language.
# The ends of singular and plural.
NUMBERS = ({"o", "i"}, {"a", "e"}, {"e", "i"})
_PLURALS = re.compile(r"(?:ies|es|s|[aeiou]+|y)$")
# A stem has so many letters at least, and lacks so many of its word's at most.
STEM, CUT = 4, 2
# Shorter words are too easily alike to be taken for one another, and so alike they must be.
MISREAD, ALIKE = 5, 0.85


class TextWord(NamedTuple):
    """A word of a text, and its key: the same for all its forms."""

    text: str
    key: str
    start: int
    end: int


def decomposed(text: str) -> str:
    """A text in small letters, its accents apart from them (NFKD)."""
    return unicodedata.normalize("NFKD", text.casefold())


def without_accents(text: str) -> str:
    """A text without capitals and accents.

    >>> without_accents("Città")
    'citta'
    """
    apart = decomposed(text)
    if apart.isascii():
        return apart
    for mark in filter(unicodedata.combining, set(apart)):
        apart = apart.replace(mark, "")
    return apart


def folded_words(text: str) -> str:
    """The words and numbers of a text, a blank between two, without capitals, accents, marks and signs.

    >>> folded_words("**Città – Vittoria!**")
    'citta vittoria'
    """
    return " ".join(re.findall(r"\w+", without_accents(text)))


def words_of(text: str, language: str) -> list[TextWord]:
    """The words of a text with their places in it; an Italian article with an apostrophe is cut off."""
    found = []
    for match in _WORD.finditer(text):
        word = _without_article(match[0], language)
        if word:
            found.append(TextWord(word, key_of(word, language), match.end() - len(word), match.end()))
    return found


def _without_article(word: str, language: str) -> str:
    """A word without the Italian article that an apostrophe ties to it."""
    if language.startswith("it"):
        for sign in "'’":
            if sign in word:
                word = word[word.index(sign) + 1 :]
    return word


def keys_of(text: str, language: str) -> tuple[str, ...]:
    """The keys of the words of a term; what stands before an apostrophe belongs to its word."""
    return tuple(key_of(word, language) for word in _WORD.findall(text))


@dataclass(slots=True)
class Words:
    """What is known of words of one language: what their forms have in common, and whether a dictionary has them.

    `spelled` says it of whole words: True, or what a word that is none may have been meant to be.
    """

    keys: dict[str, str] = field(default_factory=dict)
    listed: dict[str, bool] = field(default_factory=dict)
    spelled: dict[str, bool | list[str]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.keys) + len(self.listed) + len(self.spelled)


# What was found of the words of each language, by this process or an earlier one (base/kept.py).
WORDS: dict[str, Words] = {}


def key_of(word: str, language: str) -> str:
    """What all forms of a word have in common.

    >>> key_of("Pedine", "it") == key_of("pedina", "it")
    True
    """
    known = WORDS.setdefault(language, Words()).keys
    if word not in known:
        known[word] = _key_of(word, language)
    return known[word]


def _key_of(word: str, language: str) -> str:
    plain = lemma_of(word.casefold(), language)
    if _ACCENTED.search(plain):
        return plain
    plain = without_accents(plain)
    ending = _ENDINGS.get(primary_subtag(language))
    return ending.sub("", plain) or plain if ending and len(plain) > 3 else plain


def is_form_of(word: str, other: str, language: str) -> bool:
    """Whether two words that have their key in common are forms of one noun or adjective, singular and plural.

    A dictionary tells *costa* from *costo*; a word that it does not have ends as its plural may.

    >>> is_form_of("coste", "costa", "it"), is_form_of("costo", "costa", "it"), is_form_of("portano", "porto", "it")
    (True, False, False)
    """
    if word == other:
        return True
    if stem(word) != stem(other):
        return False
    if in_dictionary(word, language) and in_dictionary(other, language):
        return lemma_of(word, language) == lemma_of(other, language)
    return primary_subtag(language) != "it" or {word[-1], other[-1]} in NUMBERS


def in_dictionary(word: str, language: str) -> bool | None:
    """Whether a dictionary has a word in any of its forms; None without a dictionary."""
    known = WORDS.setdefault(language, Words()).listed
    if word not in known:
        lemmas = _simplemma()
        if lemmas is None:
            return None
        known[word] = bool(lemmas.is_known(word, lang=primary_subtag(language)))
    return known[word]


def among_forms(words: Iterable[str], language: str) -> list[str]:
    """Those of many words, most of which are none, that a dictionary has in any of its forms; none are remembered."""
    if _simplemma() is None:
        return []
    from simplemma.strategies import DictionaryLookupStrategy  # noqa: PLC0415  an extra

    lookup, short = DictionaryLookupStrategy(), primary_subtag(language)
    return [word for word in words if lookup.get_lemma(word, short) is not None]


def lemma_of(word: str, language: str) -> str:
    """The form under which a dictionary has a word; the word itself where none tells."""
    lemmas = _simplemma()
    if lemmas is None:
        return word
    try:
        return str(lemmas.lemmatize(word, lang=primary_subtag(language))).casefold()
    except (ValueError, TypeError):  # a language the dictionary does not have
        return word


@cache
def _simplemma() -> Any:
    try:
        import simplemma  # noqa: PLC0415  an extra: the desk works without it
    except ImportError:
        return None
    return simplemma


def stem(word: str) -> str:
    """A word of a label, without accents and capitals, cut to what singular and plural share.

    >>> stem("carovane"), stem("carovana"), stem("archi")
    ('carovan', 'carovan', 'arc')
    """
    if len(word) <= 3 or not word.isalpha():
        return word
    cut = _PLURALS.sub("", word)
    return cut.removesuffix("h") if len(cut) >= 3 else word


@lru_cache(maxsize=4000)
def stems(text: str, shortest: int = 5) -> frozenset[str]:
    """The words of a text that have so many letters at least, without their endings.

    A cut of fixed length in place of Porter's rules (1980): what scans and misprints leave of an ending is no ending.
    """
    return frozenset(
        word[: max(STEM, len(word) - CUT)]
        for word in folded_words(text).split()
        if len(word) >= shortest and word.isalpha()
    )


@lru_cache(maxsize=200_000)
def nearly_same(one: str, other: str) -> bool:
    """Whether two words are one, a letter read wrongly apart.

    By what is left of both when letters are taken out until they are the same (Levenshtein, Binary codes capable of
    correcting deletions, insertions and reversals, 1966, without its substitutions).
    """
    if one == other or min(len(one), len(other)) < MISREAD or not one.isalpha() or not other.isalpha():
        return one == other
    if abs(len(one) - len(other)) > 2 or len(set(one) ^ set(other)) > 4:
        return False
    return bool(Indel.normalized_similarity(one, other) >= ALIKE)


def one_edit_from(word: str, signs: str) -> set[str]:
    """All that a word becomes if one letter is another, missing or too many, or two neighbours are exchanged.

    The letters that are put in are those of `signs`. The edits are those of Damerau (A technique for computer detection
    and correction of spelling errors, 1964).

    >>> sorted(one_edit_from("95", "5"))
    ['5', '55', '59', '595', '9', '955']
    """
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    found = {left + right[1:] for left, right in cuts if right}
    found |= {left + right[1] + right[0] + right[2:] for left, right in cuts if len(right) > 1}
    found |= {left + sign + right[1:] for left, right in cuts if right for sign in signs}
    found |= {left + sign + right for left, right in cuts for sign in signs}
    return found - {word}


def is_abbreviation_slip(word: str, other: str) -> bool:
    """Whether one abbreviation is most likely a typing error of another: letters exchanged, lost or doubled."""
    if sorted(word) == sorted(other) or abs(len(word) - len(other)) == 1:
        return True
    return len(word) == len(other) >= 4
