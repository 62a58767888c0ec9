"""A word with the article before it, as this has to be written for another word in its place.

*Dell'«attaccante»* holds an article that *difensore* does not take: what belongs there is *del «difensore»*. Gender and
number of a word are those of the articles that stand before it elsewhere in its book, else those its end has; the form
of the article comes of how the word begins. Where the article that stands there would do, or more than one would,
nothing is said of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from regola_crosscheck.language.fitting import joined_forms, plain_form
from regola_crosscheck.language.language_file import Agreement, known_language, language_file

# Beside the commonest article of a word one that stands less often than this is a slip.
RARE = 0.2
# Quotation marks and emphasis, which may stand between an article and its word.
_MARKS = r"[«“”„\"‘'*_]*"
_BEFORE = re.compile(rf"(?<!\w)([^\W\d_]+)(?:(['’])\s*|\s+){_MARKS}$")


def with_article(found: str, expected: str, before: str, language: str, texts: Iterable[str] = ()) -> tuple[str, str]:
    """A word and what belongs in its place, both with the article before them, if that has to change with the word.

    Args:
        found: the word that stands there.
        expected: the one that is to stand there.
        before: what stands before it in its sentence.
        language: of both.
        texts: the book, to see which articles the word has there.

    >>> with_article("attaccante", "difensore", "la forza dell’«", "it")
    ('dell’attaccante', 'del difensore')
    >>> with_article("attaccante", "difensore", "il Turno dell'", "it", ["La difensore è la prima."])
    ("dell'attaccante", 'della difensore')
    >>> with_article("defender", "attacker", "A ", "en"), with_article("nave", "barca", "la ", "it")
    (('A defender', 'An attacker'), ('nave', 'barca'))
    """
    code = known_language(language)
    agreement, match = language_file(code).agreement, _BEFORE.search(before)
    if agreement is None or match is None or not found or not expected:
        return found, expected
    written = match[1] + (match[2] or "")
    preposition, article = _apart(written, code)
    own = set(_kinds(article, found, agreement)) or {(kind, "") for kind, _ in _kinds(article, "", agreement)}
    known = _genders(expected, texts, code, agreement)
    # Of a word that is the same in the plural the number of the other is meant: a gender is written twice for several.
    numbers = {len(gender) for _, gender in own}
    wanted = {one for one in known if len(one) in numbers} or known or {gender for _, gender in own}
    forms = {_form(kind, gender, expected, agreement) for kind, _ in own for gender in wanted} - {""}
    if article in forms or len(forms) != 1:
        return found, expected
    new = _together(preposition, forms.pop(), code)
    if written[:1].isupper():
        new = new.upper() if written.isupper() and len(written) > 1 else new[:1].upper() + new[1:]
    return _with(written, found), _with(new, expected)


def _apart(written: str, code: str) -> tuple[str, str]:
    """The preposition in a word, if there is one, and its article."""
    return joined_forms(code)[0].get(plain_form(written), ("", plain_form(written)))


def _together(preposition: str, article: str, code: str) -> str:
    return joined_forms(code)[1].get((preposition, article), article) if preposition else article


def _with(article: str, word: str) -> str:
    return article + word if article.endswith(("'", "’")) else f"{article} {word}"


def _begins(word: str, agreement: Agreement) -> int:
    """Which of the forms of an article a word takes."""
    plain = word.casefold()
    if re.search(agreement.vowel, plain):
        return 0
    return 1 if agreement.heavy and re.search(agreement.heavy, plain) else 2


def _kinds(article: str, word: str, agreement: Agreement) -> Iterator[tuple[str, str]]:
    """What an article before a word may be: its class, its gender and number; of no word before any."""
    for kind, gender, *forms in agreement.articles:
        if article in (forms if not word else [forms[_begins(word, agreement)]]):
            yield kind, gender


def _form(kind: str, gender: str, word: str, agreement: Agreement) -> str:
    rows = (forms for one, other, *forms in agreement.articles if (one, other) == (kind, gender))
    return next((forms[_begins(word, agreement)] for forms in rows), "")


def _genders(word: str, texts: Iterable[str], code: str, agreement: Agreement) -> set[str]:
    """What genders and numbers a word seems to have: by the articles before it, else by its end."""
    times: Counter[str] = Counter()
    place = re.compile(rf"(?<!\w)([^\W\d_]+(?:\s|['’])){_MARKS}{re.escape(word)}(?!\w)", re.IGNORECASE)
    for text in texts:
        for match in place.finditer(text):
            times.update(gender for _, gender in _kinds(_apart(match[1].strip(), code)[1], word, agreement))
    if times:
        return {gender for gender, number in times.items() if number >= RARE * max(times.values())}
    return {gender for gender, end in agreement.endings if re.search(end, word.casefold())}
