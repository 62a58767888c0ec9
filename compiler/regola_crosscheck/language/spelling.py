"""Whether a word is one: by the word lists of a language, and by how its words are made of others.

Two lists are asked, as neither has all that a rulebook says: the words of pyspellchecker (of films, MIT) and the
dictionary forms of simplemma; what one of them has is a word. Italian makes words that no list has whole (*muovendole*,
*offensivamente*, *sovraraggruppare*): what is left of them without what was put on must be a word itself. Both lists
come with the extra `it`; without them nobody knows a word, and nothing is told.

What was found of a word is kept with the other things that are known of words (`morphology.WORDS`), so that the lists
are unpacked only for words that are new.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import more_words
from regola_crosscheck.language.morphology import WORDS, Words, among_forms, in_dictionary, lemma_of, one_edit_from

# Letters that are put into a word to see what it may have been meant to be.
_LETTERS = {"it": "abcdefghilmnopqrstuvzàèéìòù", "en": "abcdefghijklmnopqrstuvwxyz"}
_OBJECT = r"(?:(?:me|te|se|ce|ve|glie)(?:l[oaie]|ne)|[mtcv]isi|gli|l[oaie]|ne|mi|ti|si|ci|vi)"
# What is put on at the end, and what the rest lacks then to be a word: one of these, or nothing.
_MADE = {
    "it": (
        (re.compile(rf"(?P<stem>\w{{2,}}[aei]nd)o{_OBJECT}$"), ("o",)),
        (re.compile(rf"(?P<stem>\w{{2,}}[aeiou]r){_OBJECT}$"), ("e", "re")),
        (re.compile(r"(?P<stem>\w{3,}[ai])bil[ei](?:tà)?$"), ("re", "to")),
        (re.compile(r"(?P<stem>\w{3,})ibil[ei]$"), ("ere", "ire")),
        (re.compile(rf"(?P<stem>\w{{3,}}(?:[aei]te|[aeiu]t[oaie]|iamo)){_OBJECT}$"), ("",)),
        (re.compile(r"(?P<stem>\w{4,})mente$"), ("", "e")),
        (re.compile(r"(?P<stem>\w{3,}[ai])(?:zion[ei]|tor[ei]|trici?e?)$"), ("re",)),
        (re.compile(r"(?P<stem>\w{4,})issim[oaie]$"), ("o", "e")),
        (re.compile(r"(?P<stem>\w{4,})ità$"), ("o", "e")),
        (re.compile(r"(?P<stem>\w{3,}[aiu]t)[oaie]$"), ("o", "a")),
        (re.compile(r"(?P<stem>\w{4,}in)[oaie]$"), ("o", "a")),
        (re.compile(r"(?P<stem>\w{4,}al)[ei]$"), ("e",)),
        (re.compile(r"(?P<stem>\w{5,})al[ei]$"), ("e", "o", "a")),
        (re.compile(r"(?P<stem>\w{4,})(?:ett|ott|izzat|izz)[oaie]$"), ("o", "a", "are")),
        (re.compile(r"(?P<stem>\w{3,}ist)[aei]$"), ("a", "i", "e")),
        (re.compile(r"(?P<stem>\w{5,})i?ent[ei]$"), ("ire", "ere")),
    ),
    "en": (
        (re.compile(r"(?P<stem>\w{3,})['’]s$"), ("",)),
        (re.compile(r"(?P<stem>\w{3,})(?:s|ed|ing|er|ers|less|able|ness|ly)$"), ("", "e")),
        (re.compile(r"(?P<stem>\w{3,})(?:es|ies|ied)$"), ("", "y")),
    ),
}
# So many of these are made of every verb, and are as good as a word of a list.
_OF_EVERY_VERB = {"it": 4}
_BEFORE = {
    "it": re.compile(
        r"(?:ri|re(?=i)|dis|contro|contr|sovra|sopra|sotto|inter|multi|pre|anti|auto|aero|avio|avan|semi|super|extra|vice|mini|non"
        r"|ultra|sub|co|para|foto|neo|pluri|micro|oltre|retro|s)(?P<rest>\w{5,})$"
    ),
    "en": re.compile(r"(?:un|re|over|under|non|out|pre|mis|counter|anti|sub|super|inter|multi|semi)(?P<rest>\w{4,})$"),
}
# What a verb is that more is put on: its own form in a dictionary.
_VERB = {"it": re.compile(r"(?:[aei]|r)re$")}
_TWICE = re.compile(r"([^\W\d_aeiou])\1")
_CUT = re.compile(r"\w{3,}[nrl]$")
_KEPT = 8


def is_word(word: str, language: str) -> bool | None:
    """Whether a language has a word, in small letters; None where no list can be asked."""
    return None if (close := _looked_up(word, language)) is None else close is True


def close_words(word: str, language: str) -> tuple[str, ...]:
    """Words of a list that a word without a list is one slip of the pen away from, the commonest first."""
    close = _looked_up(word, language)
    return tuple(close) if isinstance(close, list) else ()


def _looked_up(word: str, language: str) -> bool | list[str] | None:
    """True for a word, None without a list; for what is none, what it may have been meant to be."""
    short = primary_subtag(language)
    known = WORDS.setdefault(short, Words()).spelled
    if word not in known:
        listed = word_frequencies(short)
        if listed is None:
            return None
        known[word] = True if _is_word(word, short, listed) else _close(word, short, listed)
    return known[word]


def _is_word(word: str, language: str, listed: Collection[str]) -> bool:
    if _has(word, language, listed):
        return True
    for made, lacking in _MADE.get(language, ()):
        match = made.match(word)
        if match is not None and any(_has(match["stem"] + end, language, listed) for end in lacking):
            return True
    before = _BEFORE.get(language)
    match = before.match(word) if before is not None else None
    return match is not None and match["rest"] != word and _is_word(match["rest"], language, listed)


def _has(word: str, language: str, listed: Collection[str]) -> bool:
    if word in listed or word in more_words(language):
        return True
    if not in_dictionary(word, language):
        return False
    if language == "it" and word.endswith("chè"):
        return False  # one of the lists has *perchè*, as many write it
    # *vengon* and *risultar* are words of verse; here they lost a letter.
    return not (language == "it" and _CUT.match(word) and any(word + end in listed for end in "oeai"))


def _close(word: str, language: str, listed: Any) -> list[str]:
    if not 3 <= len(word) <= 30:
        return []
    edits = one_edit_from(word, _LETTERS.get(language, _LETTERS["en"]))
    found = sorted((one for one in edits if one in listed), key=lambda one: (-listed[one], one))
    if len(found) < _KEPT and len(word) > 4:
        found += sorted(among_forms((one for one in edits if one not in listed), language))
    if not found and len(word) > 5:
        found = sorted((one for one in _doubled_elsewhere(word) if one in listed), key=lambda one: (-listed[one], one))
    if not found and len(word) > 7:
        # A letter is left out more often than one is put in or exchanged (Pollock and Zamora, 1984).
        found = sorted((one for one in edits if _is_made(one, language, listed)), key=lambda one: (-len(one), one))
    return found[:_KEPT]


def _doubled_elsewhere(word: str) -> set[str]:
    """What a word becomes if the consonant that stands twice in it is another one: *attacatto* is *attaccato*."""
    found = set()
    for twice in _TWICE.finditer(word):
        once = word[: twice.start()] + word[twice.start() + 1 :]
        for at, letter in enumerate(once):
            alone = letter not in {*once[max(0, at - 1) : at], *once[at + 1 : at + 2]}
            if letter.isalpha() and letter not in "aeiouàèéìòù" and alone:
                found.add(once[:at] + letter + once[at:])
    return found - {word}


def _is_made(word: str, language: str, listed: Collection[str]) -> bool:
    """Whether a word is made of a verb that both lists have, as no list has them all: *convertendoli*, *selezionabili*.

    What only the list of films has may be a misprint itself.
    """
    for made, lacking in _MADE.get(language, ())[: _OF_EVERY_VERB.get(language, 0)]:
        match = made.match(word)
        wholes = () if match is None else (match["stem"] + end for end in lacking)
        if any(_has(whole, language, listed) and _is_verb(whole, language) for whole in wholes):
            return True
    return False


def _is_verb(word: str, language: str) -> bool:
    """Whether a dictionary has a form of a verb: *bizzarre* ends like an infinitive, and is none."""
    return bool(in_dictionary(word, language)) and bool(_VERB[language].search(lemma_of(word, language)))


@cache
def word_frequencies(language: str) -> Any:
    """The words of a language with how often they are said; None without a list."""
    try:
        from spellchecker import SpellChecker  # noqa: PLC0415  an extra: the desk works without it
    except ImportError:
        return None
    try:
        return SpellChecker(language=language).word_frequency.dictionary
    except ValueError:  # a language it does not have
        return None
