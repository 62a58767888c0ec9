"""The words of the language, as those write them who think in another: a file a language, `it.toml` for Italian.

A line is looked at whole, as who writes one word in his own language writes the next one so as well: all that is found
in it is put into the language at once, outside of texts and remarks. Whether it can be read so is tried elsewhere
(`repairs.py`); no word of a game is harmed by standing in a file here, as a line that reads is never looked at.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice, product

from regola_dsl.records import dataclass

# How many readings of one line are proposed: words of two meanings multiply.
_MOST = 12
# Texts and remarks, sections, and fields of something are nobody's words.
_KEPT = re.compile(r'"(?:[^"\\]|\\.)*"|#.*$|@\S+|\w+(?:\.\w+)+')


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A language's words: what each is here, and the pattern that finds the longest of them.

    Attributes:
        words: What each word of a line is here.
        alone: What a name is that stands for a value or a type.
        called: What is called so by spreadsheets and programs, by its English name.
        joined: What stands between and before values, by what it says.
        keys: Which key of a file of data a word may be.
        pattern: Finds the words in a line.
    """

    words: Mapping[str, tuple[str, ...]]
    alone: Mapping[str, str]
    called: Mapping[str, str]
    joined: Mapping[str, tuple[str, ...]]
    keys: Mapping[str, tuple[str, ...]]
    pattern: re.Pattern[str]


@cache
def vocabularies() -> tuple[Vocabulary, ...]:
    """Those there are a file for."""
    found = (entry for entry in files(__package__).iterdir() if entry.name.endswith(".toml"))
    return tuple(_read(entry.read_text("utf-8")) for entry in sorted(found, key=lambda entry: entry.name))


def _read(text: str) -> Vocabulary:
    told = tomllib.loads(text)
    words, keys = (
        {word: (here,) if isinstance(here, str) else tuple(here) for word, here in told.get(part, {}).items()}
        for part in ("words", "keys")
    )
    longest = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    pattern = re.compile(rf"(?P<kept>{_KEPT.pattern})|(?<![\w'’])(?P<word>{longest})(?![\w'’(:.]|->)", re.IGNORECASE)
    joined = {role: tuple(said) for role, said in told.get("joined", {}).items()}
    return Vocabulary(words, told["alone"], told.get("called", {}), joined, keys, pattern)


def translated(text: str, until: int, named: Container[str] = frozenset()) -> Iterator[str]:
    """A line in the words of the language, if a word of another stands in it before a place; the likeliest first.

    What something is `named` may stay as it is, and so may a word that begins with a capital, as types do.

    >>> next(translated("  c non può enter se to is marsh", 12))
    '  c must not enter when to is marsh'
    >>> "  +1 tardi when quando >= 5" in translated("  +1 tardi quando quando >= 5", 16, {"quando"})
    True
    """
    for vocabulary in vocabularies():
        found = [match for match in vocabulary.pattern.finditer(text) if match["word"] is not None]
        if not found or found[0].start() >= until:
            continue
        meanings = [_meanings(vocabulary, match, named) for match in found]
        for chosen in islice(product(*meanings), _MOST):
            yield _with(text, found, chosen)


def _meanings(vocabulary: Vocabulary, match: re.Match[str], named: Container[str]) -> tuple[str, ...]:
    """What a word may be here: of a name first the name; of a letter last, as `e` joins more often than it names."""
    word = match["word"]
    here = vocabulary.words[word.casefold()]
    a_type = word[0].isupper() and not word.isupper() and match.string[: match.start()].strip() != ""
    if len(word) == 1:
        return (*here, word) if word in named else here
    return (word, *here) if a_type or word in named else here


def _with(text: str, found: list[re.Match[str]], chosen: tuple[str, ...]) -> str:
    parts, end = [], 0
    for match, written in zip(found, chosen, strict=True):
        parts += [text[end : match.start()], written]
        end = match.end() + (not written and text[match.end() : match.end() + 1] == " ")
    return "".join([*parts, text[end:]])


def is_of_another_language(word: str) -> bool:
    """Whether a word alone stands for words of the language in another one.

    >>> is_of_another_language("di"), is_of_another_language("ghent")
    (True, False)
    """
    small = word.casefold()
    return any(small in one.words or any(small in said for said in one.joined.values()) for one in vocabularies())


def alone(name: str) -> str:
    """What a name is here that another language has for a value or a type; nothing for others.

    >>> alone("falso"), alone("Falkland")
    ('false', '')
    """
    return next((one.alone[name.casefold()] for one in vocabularies() if name.casefold() in one.alone), "")


def key_called(word: str, known: Sequence[str]) -> str | None:
    """The key of a file of data that is called so elsewhere, if it is one of those that are known there; else None.

    >>> key_called("numero", ["name", "count"]), key_called("posto", ["name"])
    ('count', None)
    """
    meant = [key for one in vocabularies() for key in one.keys.get(word.casefold(), ())]
    return next((key for key in meant if key in known), None)


def called(name: str) -> str:
    """The English name, in small letters, of what spreadsheets and programs call so in another language; else its own.

    >>> called("SOMMA.SE"), called("SumIf")
    ('sumif', 'sumif')
    """
    small = name.casefold()
    return next((one.called[small] for one in vocabularies() if small in one.called), small)


def any_of(role: str, *english: str) -> str:
    """A pattern of the words that join or bound values, in English and in other languages.

    Args:
        role: What they say, as the files name it.
        english: The English ones, as patterns.

    >>> any_of("or", "or")
    'or|o|oppure'
    """
    return "|".join([*english, *(re.escape(word) for one in vocabularies() for word in one.joined.get(role, ()))])
