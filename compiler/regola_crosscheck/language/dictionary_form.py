"""A term as a dictionary has it, in the singular: *banda* where a book says *bande*.

The dictionary of word forms tells the singular of a word; the word list of films tells whether both are one word in
use, as *goods* are not what *good* is. In a language whose articles have a gender the words beside a noun agree with
it; in one without, the last word alone has a plural.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import known_language, language_file, no_terms
from regola_crosscheck.language.morphology import NUMBERS, in_dictionary, lemma_of, stem
from regola_crosscheck.language.spelling import word_frequencies

# A plural that is said so much less often than its singular, or so much more often, is a word of its own.
APART = 60


def dictionary_form(form: str, language: str, others: Iterable[str] = ()) -> str:
    """A term in the singular, as the book writes it if it does; as it stands where nobody knows better.

    Args:
        form: the form in which the term stands most often.
        language: of the book.
        others: other forms of it in the book.

    >>> dictionary_form("bande", "it"), dictionary_form("pedine nemiche", "it"), dictionary_form("carta eventi", "it")
    ('banda', 'pedina nemica', 'carta eventi')
    >>> dictionary_form("counters of riders", "en"), dictionary_form("arrivals phase", "en")
    ('counter of riders', 'arrivals phase')
    """
    wanted = _of_run(form, language)
    if wanted != form:
        return wanted
    # What no dictionary has may stand in the singular elsewhere in the book.
    return next((other for other in others if other != form and _is_plural_of(form, other, language)), form)


def _of_run(form: str, language: str) -> str:
    words = form.split()
    small = no_terms(language)
    end = next((at for at, word in enumerate(words) if word in small or not word.isalpha()), len(words))
    first = 0 if _agrees(known_language(language)) else max(0, end - 1)
    changed = [_of_word(word, language) for word in words[first:end]]
    if not changed or changed[0] == words[first]:  # of a noun in the singular what stands beside it is as it should be
        return form
    return " ".join([*words[:first], *changed, *words[end:]])


@cache
def _of_word(word: str, language: str) -> str:
    """A word in the singular; itself where it is, or where the dictionary does not tell."""
    lemma = lemma_of(word, language) if in_dictionary(word, language) else word
    if primary_subtag(language) == "it" and word.endswith("e") and lemma.endswith("o"):
        lemma = f"{lemma[:-1]}a"  # what agrees with a noun keeps its gender
    if lemma == word or not _is_plural_of(word, lemma, language):
        return word
    listed = word_frequencies(primary_subtag(language)) or {}
    one, several = (listed.get(form, 0) for form in (lemma, word))
    apart = bool(one and several) and not several / APART <= one <= several * APART
    return word if apart else lemma


def _is_plural_of(several: str, one: str, language: str) -> bool:
    """Whether two forms end as a plural and its singular do, in that order."""
    if primary_subtag(language) != "it":
        return several.endswith("s") and len(several) > len(one) and several.startswith(one[:-1])
    return stem(several) == stem(one) and {several[-1], one[-1]} in NUMBERS and several[-1] in "ie" and one[-1] in "aoe"


@cache
def _agrees(code: str) -> bool:
    """Whether the words beside a noun have its number: a language whose articles have a gender."""
    agreement = language_file(code).agreement
    return agreement is not None and any(gender for _, gender, *_ in agreement.articles)
