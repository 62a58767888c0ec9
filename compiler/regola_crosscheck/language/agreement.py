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
from functools import cache
from typing import NamedTuple

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.fitting import joined_forms, plain_form
from regola_crosscheck.language.language_file import Agreement, known_language, known_languages, language_file, no_terms

# Beside the commonest article of a word one that stands less often than this is a slip.
RARE = 0.2
# Quotation marks and emphasis, which may stand between an article and its word.
_MARKS = r"[«“”„\"‘'*_]*"
_OPENING = re.compile(_MARKS + "$")
_BEFORE = re.compile(rf"(?<!\w)([^\W\d_]+)(?:(['’])\s*|\s+){_MARKS}$")
# From so many articles of one gender a word is known to be of it, if of the other there is one, or so few in a hundred.
KNOWN, FEW = 6, 5


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


def agreed(expected: str, after: str, language: str, texts: Iterable[str] = ()) -> str:
    """What belongs somewhere, its last word in the form that the word behind it asks for, if it is an article.

    Args:
        expected: what is to stand there.
        after: what stands behind it.
        language: of both.
        texts: the book, to see which articles the word has there.

    >>> agreed("nessun", " pedina attacca", "it", ["La pedina muove."]), agreed("nessuna", " spazio", "it")
    ('nessuna', 'nessuno')
    >>> agreed("ogni", " pedina", "it"), agreed("no", " counter", "en")
    ('ogni', 'no')
    """
    code = known_language(language)
    agreement, behind = language_file(code).agreement, re.match(rf"\s+{_MARKS}([^\W\d_]+)", after)
    if agreement is None or behind is None or not expected:
        return expected
    *before, last = expected.split()
    classes = {kind for kind, gender, *forms in agreement.articles if gender and last.casefold() in forms}
    genders = {gender for gender in _genders(behind[1], texts, code, agreement) if len(gender) == 1}
    made = {_form(kind, gender, behind[1], agreement) for kind in classes for gender in genders} - {""}
    if len(made) != 1:
        return expected
    form = made.pop()
    return " ".join([*before, form[:1].upper() + form[1:] if last[:1].isupper() else form])


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


# --- articles that are not their word's ----------------------------------------------------------


class ArticledWord(NamedTuple):
    """A word with an article of one gender before it: where both stand in a text, and where the word begins."""

    start: int
    word: int
    end: int
    key: str
    gender: str


def articled_words(text: str, language: str) -> list[ArticledWord]:
    """The words of a text behind an article that tells a gender; none in a language whose articles tell none."""
    code = primary_subtag(language)
    agreement = language_file(code).agreement if code in known_languages() else None
    known = _genders_of_articles(code) if agreement is not None else {}
    if agreement is None or not known:
        return []
    small = no_terms(code)
    found = []
    for match in _articled(code).finditer(text):
        # A letter that only folds like one of an article (`ıl`) makes none.
        gender, key = known.get(plain_form(match[1])), match["word"].casefold()
        if gender is None or key in small or not _is_article(match[1], key, code, agreement):
            continue
        # Before a vowel what is lost is an apostrophe, and told as such.
        if not (match[1].casefold() == "un" and re.search(agreement.vowel, key)):
            found.append(ArticledWord(match.start(), match.start("word"), match.end(), key, gender))
    return found


def _is_article(written: str, word: str, code: str, agreement: Agreement) -> bool:
    """Whether a word is the article of the next, in the form and number this asks for: *lo cattura* has a pronoun."""
    preposition, article = _apart(written, code)
    kinds = set(_kinds(article, word, agreement))
    numbers = {len(gender) for gender, end in agreement.endings if re.search(end, word)}
    if preposition or not numbers:
        return bool(kinds)
    return any(kind != "definite" or len(gender) in numbers for kind, gender in kinds)


def opening_marks(before: str) -> str:
    """The quotation marks and emphasis between an article and its word, at the end of what stands before this.

    >>> opening_marks("Nella *"), opening_marks("nella ")
    ('*', '')
    """
    match = _OPENING.search(before)
    return match[0] if match is not None else ""


def wrongly_articled(words: Iterable[ArticledWord], language: str) -> frozenset[tuple[str, str]]:
    """Of the words of a book those that have an article of the wrong gender somewhere, each with that gender.

    The gender of a word is known where its end tells it and the book nearly always says the same.

    >>> book = articled_words("Il turno, il turno, nel turno. Un turno, al turno, il turno. Durante la turno.", "it")
    >>> wrongly_articled(book, "it")
    frozenset({('turno', 'f')})
    """
    code = primary_subtag(language)
    agreement = language_file(code).agreement if code in known_languages() else None
    times: dict[str, Counter[str]] = {}
    for one in words:
        times.setdefault(one.key, Counter())[one.gender] += 1
    found = set()
    for key, counted in times.items() if agreement is not None else ():
        (gender, most), *others = counted.most_common()
        told = {one[0] for one, end in agreement.endings if re.search(end, key)} if agreement is not None else set()
        few = sum(number for _, number in others)
        if others and told == {gender} and most >= KNOWN and few <= max(1, FEW * most / 100):
            found |= {(key, other) for other, _ in others}
    return frozenset(found)


@cache
def _genders_of_articles(code: str) -> dict[str, str]:
    """The gender that each article tells, with and without a preposition; nothing of those that tell none."""
    agreement = language_file(code).agreement
    told: dict[str, set[str]] = {}
    for _, gender, *forms in agreement.articles if agreement is not None else ():
        for form in forms:
            told.setdefault(form, set()).add(gender[:1])
    plain = {form: next(iter(genders)) for form, genders in told.items() if len(genders) == 1 and all(genders)}
    joined = {whole: plain[article] for whole, (_, article) in joined_forms(code)[0].items() if article in plain}
    return {form: gender for form, gender in {**plain, **joined}.items() if not form.endswith("’")}


@cache
def _articled(code: str) -> re.Pattern[str]:
    forms = "|".join(sorted(_genders_of_articles(code), key=len, reverse=True))
    return re.compile(rf"(?<![\w'’])({forms})[ \t]+{_MARKS}(?P<word>[^\W\d_]{{3,}})(?![\w'’])", re.IGNORECASE)
