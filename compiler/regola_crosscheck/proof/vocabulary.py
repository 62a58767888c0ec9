"""The words of a book: how often each stands there and where, and whether it ever stands there in small letters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import NamedTuple

from regola_dsl.records import dataclass

_WORD = re.compile(r"[^\W\d_]+(?:['’](?=\s|$))?")
# What is no prose: addresses, names of files, names of things of a program. What lies between two blanks is looked at
# once, from where it begins; behind a quotation or a tag the rest of it is.
_NO_PROSE = re.compile(
    r"(?<![^\s`>])(?=\S*?(?:@|://|www\.|\.(?:com|org|net|it|html?|pdf)\b|_\w))\S++"
    r"|`[^`\n]*`|<[^>\n]{1,80}>|\b\w+\.\w+\.\w+\b"
)
_STARTS = re.compile(r"(?:^|[.:;!?»”\"•|*#)\]–—-]|\d)[\s\"“«(*_#>•-]*$")
_BEHIND = re.compile(r" ([^\W\d_]+)")
_HYPHENATED = re.compile(r"[^\W\d_][-‐\u00ad]\n\s*$")
ROMAN = re.compile(r"[ivxlcdm]+")


class WordPlace(NamedTuple):
    """A word where it stands in a passage, `start` and `end` in its text.

    `opens` if a sentence or a line begins with it; `after` is the word behind it where only a blank is between, in
    small letters.
    """

    text: str
    start: int
    end: int
    opens: bool
    after: str = ""

    @property
    def behind(self) -> int:
        """Where the word behind it ends."""
        return self.end + 1 + len(self.after) if self.after else self.end


@dataclass
class Vocabulary:
    """The words of a book in small letters. `small` are those that stand there in small letters at least once.

    A place has the number of its passage, from 0.
    """

    times: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[tuple[int, WordPlace]]] = field(default_factory=dict)
    small: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, passages: Iterable[Sequence[WordPlace]]) -> Vocabulary:
        """The words of some passages, as `words_of_passage` reads them."""
        known = cls()
        for number, words in enumerate(passages):
            for place in words:
                plain = place.text.casefold()
                known.times[plain] += 1
                known.places.setdefault(plain, []).append((number, place))
                if place.text[0].islower():  # `nUità` is no name
                    known.small.add(plain)
        return known


def words_of_passage(text: str) -> list[WordPlace]:
    """The words of a passage; what is no prose is left out, as are letters that stand beside figures."""
    hidden = [match.span() for match in _NO_PROSE.finditer(text)]
    found = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = match[0]
        if any(first <= start < last for first, last in hidden) or _beside_figures(text, start, end):
            continue
        if word[-1] in "'’":
            word, end = word[:-1], end - 1
        if text[end : end + 2] in {"-\n", "‐\n"} or _HYPHENATED.search(text, max(0, start - 8), start):
            continue  # one word in two lines
        line = text.rfind("\n", 0, start) + 1
        opens = bool(_STARTS.search(text[max(line, start - 6) : start]))
        behind = _BEHIND.match(text, end)
        found.append(WordPlace(word, start, end, opens, behind[1].casefold() if behind is not None else ""))
    return found


def _beside_figures(text: str, start: int, end: int) -> bool:
    return text[start - 1 : start].isdigit() or text[end : end + 1].isdigit() or text[start - 1 : start] == "_"
