"""What stands in the like places of other lines: between the same words and signs as a name that nobody declares.

`by u.side in movement` in one action says what may stand behind the `in` of another. The more of what stands around two
places is the same, the more alike they are; of the same declaration more than of another of its kind, of the same file
more than of another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from regola_dsl.declarations import Block
from regola_dsl.meant.search.order import parts
from regola_dsl.parsing.words import keywords

# So many words and signs before a place are compared, and so many behind it.
_BEFORE, _BEHIND = 4, 3
# So much must be the same around two places, unless a word of the language stands before them.
_LEAST = 2
# What a like place weighs more in the same declaration, in one of the same kind, and in the same file.
_SAME, _KIND, _FILE = 3, 1, 1
# The end of a line, or what of it is no matter of names: a section.
_END = ""
# A name with what is asked of it, or with what it is asked with.
_ATOM = re.compile(r'(?:"[^"]*"|[^\W\d]\w*)(?:\.\w+)*(?:\((?:[^()]|\([^()]*\))*\))?')


class Place(NamedTuple):
    """A name in a line of a declaration: the file, the declaration, the line's text, from where to where it stands."""

    path: str
    block: Block
    text: str
    begin: int
    end: int

    @property
    def is_asked(self) -> bool:
        """Whether brackets stand behind it, or what is asked of it."""
        return self.text[self.end : self.end + 1] in {"(", "."}


def like_places(place: Place, blocks: Sequence[tuple[str, Block]]) -> dict[str, int]:
    """What stands in like places, with how alike the most alike of them is.

    Args:
        place: Where a name stands.
        blocks: All declarations, with their files.
    """
    before, behind = _around(place.text, place.begin, place.end)
    found: dict[str, int] = {}
    for path, block in blocks:
        near = _SAME * (block == place.block) + _KIND * (block.kind == place.block.kind)
        near += _FILE * (path == place.path)
        for line in block.text.split("\n"):
            if before[:1] and before[0] not in line:
                continue
            for text, own_before, own_behind in _places_of(line, alone=place.is_asked):
                left, right = _alike(before, own_before), _alike(behind, own_behind)
                enough = left and right and (left + right > _LEAST or before[0] in keywords())
                if enough and text != place.text[place.begin : place.end]:
                    found[text] = max(found.get(text, 0), left + right + near)
    return found


def _alike(some: Sequence[str], others: Sequence[str]) -> int:
    """How many words and signs two rows have in common from their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False)))


@lru_cache(maxsize=20_000)
def _places_of(line: str, *, alone: bool) -> tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...]:
    """The names of a line, with what stands before and behind each; those `alone` without what is asked of them."""
    return tuple(_each(line, alone=alone))


def _each(line: str, *, alone: bool) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    for part in parts(line):
        if not (part["word"] or part["text"]) or part[0] in keywords():
            continue
        atom = _ATOM.match(line, part.start())
        assert atom is not None
        ends = {part.end()} if alone else {part.end(), atom.end()}
        for end in sorted(ends):
            yield (line[part.start() : end], *_around(line, part.start(), end))


@lru_cache(maxsize=20_000)
def _tokens(line: str) -> tuple[tuple[int, int, str], ...]:
    found = []
    for part in parts(line):
        if part["section"]:
            break
        found.append((part.start(), part.end(), part[0]))
    return tuple(found)


def _around(line: str, begin: int, end: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What stands before a stretch of a line, the nearest first, and behind it, each up to the end."""
    tokens = _tokens(line)
    before = [text for _, stop, text in tokens if stop <= begin]
    behind = [text for start, _, text in tokens if start >= end]
    return (*reversed([_END, *before]),)[:_BEFORE], (*behind, _END)[:_BEHIND]
