"""Words cut at the end of a printed line: whether the hyphen is their own, as in *six-sided*, or only cuts them.

The book itself knows best: what it writes in one way elsewhere it writes so here. Of a word that stands nowhere else
the hyphen is its own where no list of the text's language has the word without it, and has both its halves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from regola_crosscheck.files.layout.printed import Page, Word
from regola_crosscheck.language.other_language import language_of
from regola_crosscheck.language.spelling import is_word

# How a hyphen is marked that does not go with the end of its line (U+2011, which no line is broken at).
OWN_HYPHEN = "\N{NON-BREAKING HYPHEN}"
_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(_LETTERS)
_INSIDE = re.compile(rf"(?<![^\W\d_])(?P<head>{_LETTERS})-(?=(?P<tail>{_LETTERS}))")
_HEAD = re.compile(rf"(?P<head>{_LETTERS})-$")
_CUT = re.compile(r"[^\W\d_]-$")
# A half as short as this is no word to go by: *co*, *di*, *re* begin and end many others.
_SHORT = 2


def with_own_hyphens(pages: Iterable[Page]) -> list[Page]:
    """Pages on which a hyphen at the end of a line that belongs to its word is marked as such."""
    found = list(pages)
    words = [word.text for page in found for word in page.words]
    cut = [place for place, word in enumerate(words[:-1]) if _HEAD.search(word) and words[place + 1][:1].islower()]
    if not cut:
        return found
    language = language_of(" ".join(words))
    parts = {*cut, *(place + 1 for place in cut)}
    as_one: Counter[str] = Counter()
    with_hyphen: Counter[tuple[str, str]] = Counter()
    for place, word in enumerate(words):
        with_hyphen.update((pair["head"].casefold(), pair["tail"].casefold()) for pair in _INSIDE.finditer(word))
        if place not in parts:
            as_one.update(one.casefold() for one in _WORD.findall(word))

    def is_own(head: str, tail: str) -> bool:
        """Whether two halves are written with a hyphen."""
        here, elsewhere = with_hyphen[head, tail], as_one[head + tail]
        if here or elsewhere:
            return here > elsewhere
        known = language and min(len(head), len(tail)) > _SHORT and is_word(head + tail, language) is False
        return bool(known) and all(is_word(half, language) for half in (head, tail))

    own = set()
    for place in cut:
        head, tail = _HEAD.search(words[place]), _WORD.match(words[place + 1])
        if head is not None and tail is not None and is_own(head["head"].casefold(), tail[0].casefold()):
            own.add(place)
    at = 0
    for number, page in enumerate(found):
        marked = tuple(_marked(word) if at + one in own else word for one, word in enumerate(page.words))
        at += len(page.words)
        found[number] = replace(page, words=marked)
    return found


def _marked(word: Word) -> Word:
    return replace(word, text=word.text.removesuffix("-") + OWN_HYPHEN)


def whole(word: str, after: str, *, ends_line: bool) -> str:
    """A word with what stands behind it: a blank, or nothing where it is cut and `after` goes on with it.

    >>> whole("contrab-", "bandieri", ends_line=True), whole("1-", "2", ends_line=True), whole("a", "b", ends_line=True)
    ('contrab', '1- ', 'a ')
    >>> whole("six" + OWN_HYPHEN, "sided", ends_line=True)
    'six-'
    """
    goes_on = ends_line and after[:1].islower()
    if word.endswith(OWN_HYPHEN):
        return word.removesuffix(OWN_HYPHEN) + ("-" if goes_on else "- ")
    if goes_on and _CUT.search(word):
        return word.removesuffix("-")
    return f"{word} "
