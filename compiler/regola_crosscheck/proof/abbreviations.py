"""What words in capitals are: words all the same, numbers of one of several, abbreviations that a book explains."""

from __future__ import annotations

import re
from collections.abc import Set

from regola_crosscheck.language.language_file import known_languages, shortened
from regola_crosscheck.language.morphology import in_dictionary, without_accents
from regola_crosscheck.language.spelling import close_words, is_word

# A word of so many letters of another language is hardly an abbreviation of this one by chance.
_WHOLE = 5
# Behind an abbreviation, the number of one of several.
_NUMBERED = re.compile(r"(?P<bare>[A-Z]{2,}?)[IVX]{2,}")


def is_ordinary_word(word: str, language: str) -> bool:
    """Whether a word in capitals is a word all the same, its accent lost or of another language, or known to all."""
    plain = word.casefold()
    if word in shortened() or in_dictionary(plain, language):
        return True
    if len(word) < _WHOLE:
        return False
    return any(without_accents(one) == plain for one in close_words(plain, language)) or any(
        is_word(plain, other) for other in known_languages()
    )


def is_numbered(word: str, others: Set[str]) -> bool:
    """Whether a word is another abbreviation with the number of one of several behind it: `HQIII`."""
    match = _NUMBERED.fullmatch(word)
    return match is not None and match["bare"] in others


# What spells an abbreviation out stands so near, in words of so many letters.
_AROUND, _NAMING = 80, 4

# An abbreviation is explained by what stands in brackets beside it, or behind a sign.
_DEFINED = r"\({0}s?[,;)]|\[{0}\]|\b{0}s?\b[\"”»*]*\s?(?:\([^\W\d]|[=:]\s*[^\W\d]|[-–—]\s+[A-ZÀ-Þa-z]{{3}})"


def is_defined(word: str, text: str) -> bool:
    """Whether a text explains an abbreviation where it stands: what does so begins with it, or a bracket before it."""
    explained = re.compile(_DEFINED.format(re.escape(word)))
    at = text.find(word)
    while at >= 0:
        if explained.match(text, max(at - 1, 0)) or explained.match(text, at):
            return True
        at = text.find(word, at + 1)
    return _is_spelt_out(word, text)


def _is_spelt_out(word: str, text: str) -> bool:
    """Whether the words beside an abbreviation begin with its letters: `tripla difesa TD`, `TD TRIPLA DIFESA`.

    It is looked for where the abbreviation first stands and where it begins a line: elsewhere two words have its
    letters by chance.
    """
    # Where a pattern begins with letters they are looked for, and else each place is tried: what may not stand before
    # them is said behind them.
    written = re.escape(word)
    for number, match in enumerate(re.finditer(rf"{written}(?<!\w{written})(?!\w)", text)):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if number > 1 and re.search(r"[^\W\d_]", line):
            continue
        behind = re.match(r"(?:[^\S\n]+[^\W\d_]+)*", text[match.end() : match.end() + _AROUND])
        before = re.search(r"(?:[^\W\d_]+[^\S\n]+)*$", line[-_AROUND:])
        for words in (before[0].split() if before else [])[::-1], behind[0].split() if behind else []:
            initials = [one[0].upper() for one in words if len(one) >= _NAMING][: len(word)]
            if sorted(initials) == sorted(word):
                return True
    return False
