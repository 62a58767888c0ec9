"""Words cut at the end of a printed line: whether the hyphen is their own, as in *six-sided*, or only cuts them.

The book itself knows best: what it writes in one way elsewhere it writes so here. Of a word that stands nowhere else
the hyphen is its own where no list of the text's language has the word without it, and has both its halves.

Where a line ends a column or a page it is not known as yet what stands behind it: `whole` marks the hyphen, and
`OwnHyphens.kept_in` decides once columns and pages are joined.

A cell of a table that is narrower than its word is set with the word in two lines, and no hyphen: there `broken` marks
the end of the line, and the two are one where the book has that elsewhere, and no list has both of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Table
from regola_crosscheck.files.layout.printed import Page
from regola_crosscheck.language.other_language import language_of
from regola_crosscheck.language.spelling import is_word

# What marks a hyphen at the end of a line until it is known what stands behind it.
CUT = "\N{WORD JOINER}"
# The same of the end of a line in a cell, where no hyphen is.
_BROKEN = "\N{ZERO WIDTH SPACE}"
# A hyphen that is printed as one that no line is broken at is the word's own.
_UNBROKEN = "\N{NON-BREAKING HYPHEN}"
_LETTERS = r"[^\W\d_]+"
_WORD = re.compile(_LETTERS)
_INSIDE = re.compile(rf"(?<![^\W\d_])(?P<head>{_LETTERS})-(?=(?P<tail>{_LETTERS}))")
_HEAD = re.compile(rf"(?P<head>{_LETTERS})-$")
_LAST = re.compile(rf"{_LETTERS}$")
_ENDS_CUT = re.compile(rf"[^\W\d_][-{_UNBROKEN}]$")
# A half as short as this is no word to go by: *co*, *di*, *re* begin and end many others.
_SHORT = 2


def whole(word: str, after: str, *, ends_line: bool) -> str:
    """A word with what stands behind it: a blank, or a mark where it may be cut and `after`, if known, goes on with it.

    >>> whole("contrab-", "bandieri", ends_line=True) == "contrab-" + CUT
    True
    >>> whole("1-", "2", ends_line=True), whole("six-", "Six", ends_line=True), whole("a", "b", ends_line=True)
    ('1- ', 'six- ', 'a ')
    """
    goes_on = ends_line and (not after or after[:1].islower())
    return word + CUT if goes_on and _ENDS_CUT.search(word) else f"{word} "


def broken(word: str, after: str) -> str:
    """A word at the end of a line of a cell, with a blank, or a mark where `after` may be the rest of it.

    >>> broken("for", "za") == "for" + _BROKEN, broken("for", "Za"), broken("1", "za")
    (True, 'for ', '1 ')
    """
    return word + (_BROKEN if word[-1:].isalpha() and after[:1].islower() else " ")


@dataclass(frozen=True, slots=True)
class OwnHyphens:
    """What a book tells of its hyphens.

    Attributes:
        language: of the text; empty where it is not known.
        as_one: how often each word is written in one, within a line.
        with_hyphen: the same of two halves with a hyphen between them.
    """

    language: str
    as_one: Counter[str]
    with_hyphen: Counter[tuple[str, str]]

    @classmethod
    def of(cls, pages: Iterable[Page]) -> OwnHyphens:
        """What some pages tell; a word cut at the end of a line is no witness."""
        words = [word.text for page in pages for word in page.words]
        cut = {place for place, (word, after) in enumerate(pairwise(words)) if _HEAD.search(word) and _is_tail(after)}
        as_one: Counter[str] = Counter()
        with_hyphen: Counter[tuple[str, str]] = Counter()
        for place, word in enumerate(words):
            with_hyphen.update((pair["head"].casefold(), pair["tail"].casefold()) for pair in _INSIDE.finditer(word))
            if place not in cut and place - 1 not in cut:
                as_one.update(one.casefold() for one in _WORD.findall(word))
        return cls(language_of(" ".join(words)), as_one, with_hyphen)

    def kept_in(self, block: Block) -> Block:
        """A block whose columns are joined, with the hyphens of its words, and without those that only cut them."""
        if isinstance(block, Table):
            return Table(tuple(replace(row, cells=tuple(map(self._cell, row.cells))) for row in block.rows))
        return replace(block, pieces=tuple(self._pieces(block)))

    def is_own(self, head: str, tail: str) -> bool:
        """Whether two halves, in small letters, are written with a hyphen."""
        here, elsewhere = self.with_hyphen[head, tail], self.as_one[head + tail]
        if here or elsewhere:
            return here > elsewhere
        if not self.language or min(len(head), len(tail)) <= _SHORT or is_word(head + tail, self.language) is not False:
            return False
        return all(is_word(half, self.language) for half in (head, tail))

    def _pieces(self, block: Paragraph) -> Iterator[Piece]:
        behind = [*(piece.text for piece in block.pieces[1:]), ""]
        for piece, after in zip(block.pieces, behind, strict=True):
            cut = piece.text.endswith(CUT)
            yield replace(piece, text=self._joint(piece.text.removesuffix(CUT), after)) if cut else piece

    def _cell(self, text: str) -> str:
        first, *others = text.split(CUT)
        for other in others:
            first = self._joint(first, other) + other
        first, *others = first.split(_BROKEN)
        for other in others:
            first += other if self._is_broken(first, other) else f" {other}"
        return first.strip()

    def _is_broken(self, before: str, after: str) -> bool:
        """Whether a word ends one line of a cell and begins the next."""
        head, tail = _LAST.search(before), _WORD.match(after)
        if not self.language or head is None or tail is None:
            return False
        halves = head[0].casefold(), tail[0].casefold()
        return bool(self.as_one["".join(halves)]) and any(is_word(half, self.language) is False for half in halves)

    def _joint(self, word: str, after: str) -> str:
        """What ends in a hyphen, as it stands before what goes on with it."""
        printed = word.removesuffix(_UNBROKEN) + "-" if word.endswith(_UNBROKEN) else word
        if not _is_tail(after):
            return f"{printed} "
        head, tail = _HEAD.search(word), _WORD.match(after)
        own = head is None or (tail is not None and self.is_own(head["head"].casefold(), tail[0].casefold()))
        return printed if own else printed.removesuffix("-")


def _is_tail(word: str) -> bool:
    return word[:1].islower()
