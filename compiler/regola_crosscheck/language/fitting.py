"""A small word as it has to be written in the place of another one: its capital, and the article that hangs on it.

*Prima **degli** attacchi* holds an article, *dopo* holds none, and what belongs there is *Dopo **gli***. Which
prepositions and articles are written as one says the file of the language (`joined`).
"""

from __future__ import annotations

import re
from functools import cache

from regola_crosscheck.language.language_file import known_language, language_file


def fitted(expected: str, found: str, language: str) -> str:
    """The words that belong in the place of others, written as these were.

    Where an article would be needed of which the place knows nothing, the word stands alone.

    Args:
        expected: small words that say what is meant, as they stand somewhere else; may be empty.
        found: those in whose place they are to stand; may be empty.
        language: of both.

    >>> fitted("dopo", "Prima degli", "it"), fitted("Prima del", "dopo", "it"), fitted("AT MOST", "at least", "en")
    ('Dopo gli', 'prima', 'at most')
    """
    if not expected or not found:
        return expected
    written = _with_article(expected, found, language)
    letters = [letter for letter in found if letter.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return written.upper()
    if found[:1].isupper():
        return written[:1].upper() + written[1:]
    return written.lower() if letters else written


def _with_article(expected: str, found: str, language: str) -> str:
    """The words with the article that those in their place hold, and no other."""
    apart, together = joined_forms(known_language(language))
    *before, last = expected.split()
    here, there = apart.get(plain_form(found.rsplit(maxsplit=1)[-1])), apart.get(plain_form(last))
    if here is not None:
        article = here[1]
        preposition = there[0] if there else plain_form(last)
        form = together.get((preposition, article))
        return " ".join([*before, form] if form else [*before, last, article])
    if there is None:
        return expected
    # What is written with an article of its own, where the place has its article behind it or none.
    plain = plain_form(found.rsplit(maxsplit=1)[-1])
    return " ".join([*before, there[0]] if any(plain == one for one, _ in together) else before) or expected


def governed(found: str, expected: str, after: str, language: str) -> tuple[str, str]:
    """A word and what belongs in its place, with the preposition that this takes before the word behind it.

    Args:
        found: the word that stands there.
        expected: what is to stand there.
        after: what stands behind it.
        language: of all.

    >>> governed("dopo", "prima", " ogni attacco", "it"), governed("Dopo", "Prima", " l’attacco", "it")
    (('dopo', 'prima di'), ('Dopo l’', 'Prima dell’'))
    >>> governed("dopo", "prima", ".", "it"), governed("dopo", "subito", " ogni attacco", "it")
    (('dopo', 'prima'), ('dopo', 'subito'))
    """
    code = known_language(language)
    taken = dict(language_file(code).governing)
    preposition, behind = taken.get(plain_form(expected)), re.match(r"\s+([^\W\d_]+['’]?)", after)
    if preposition is None or behind is None or " " in found or plain_form(found) in taken:
        return found, expected
    _, together = joined_forms(code)
    joined = together.get((preposition, plain_form(behind[1])))
    return (f"{found} {behind[1]}", f"{expected} {joined}") if joined else (found, f"{expected} {preposition}")


def plain_form(word: str) -> str:
    """A word in small letters, with the apostrophe that print has."""
    return word.casefold().replace("'", "’")


@cache
def joined_forms(language: str) -> tuple[dict[str, tuple[str, str]], dict[tuple[str, str], str]]:
    """What each preposition that holds an article is made of, and what each two become, in a language with a file."""
    rows = language_file(language).joined
    return {form: (one, article) for one, article, form in rows}, {(one, article): form for one, article, form in rows}
