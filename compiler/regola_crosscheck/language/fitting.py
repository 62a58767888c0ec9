"""A small word as it has to be written in the place of another one: its capital, and the article that hangs on it.

*Prima **degli** attacchi* holds an article, *dopo* holds none, and what belongs there is *Dopo **gli***. Which
prepositions and articles are written as one says the file of the language (`joined`).
"""

from __future__ import annotations

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


def plain_form(word: str) -> str:
    """A word in small letters, with the apostrophe that print has."""
    return word.casefold().replace("'", "’")


@cache
def joined_forms(language: str) -> tuple[dict[str, tuple[str, str]], dict[tuple[str, str], str]]:
    """What each preposition that holds an article is made of, and what each two become, in a language with a file."""
    rows = language_file(language).joined
    return {form: (one, article) for one, article, form in rows}, {(one, article): form for one, article, form in rows}
