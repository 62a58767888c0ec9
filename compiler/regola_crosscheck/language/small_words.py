"""Closed-class words beside the catalogue of meaning words: prepositions of place, comparisons, pronouns.

Alone they say too little to be held against a rule; where one of them stands for another since a text was last read,
the sentence says something else all the same.
"""

from __future__ import annotations

from functools import cache

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import known_languages, language_file


def small_words(language: str) -> frozenset[str]:
    """The small words of a language (`it`, `en-GB`), in small letters; none of one that nobody has written down."""
    return _words(primary_subtag(language))


@cache
def _words(code: str) -> frozenset[str]:
    return frozenset(language_file(code).small_words.split()) if code in known_languages() else frozenset()
