"""How a book numbers its sections, and which section lies in which.

Two habits are told apart. Where `9.10` comes after `9.9` each number between the points counts by itself, and `9.10`
lies in `9`. Where `9.51` comes after `9.5` each figure behind the first point counts, and `9.51` lies in `9.5`, as most
wargames have it. Books that number nothing have slugs (`combat/raids`), where what stands before the stroke holds the
rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeAlias

from regola_dsl.records import dataclass

NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,4})*")
# What counts a part of a list at the head of its line, as people and converters write it: `11.`, `11.-`, `11.Here`,
# `11 .`, `11\.`, `**11.**`; as a fragment of a pattern. A number behind it makes it a decimal or a section.
COUNT = r"\\?\d{1,2}\s?\\?\.[-–—−:)]?[*_]{0,3}(?=\s|[^\W\d_])"
_COUNTED = re.compile(rf"[>\s*_]*(?:{COUNT}|\d{{1,2}}\)(?=\s))")
# The same as it is printed, where letters count as well: `11.`, `(11)`, `b)`.
_PRINTED_COUNT = re.compile(r"\(?(?:(?P<number>\d{1,2})|(?P<letter>[a-z]))[.)](?:\s|$)")
# The parts of a list, and the lines of a paragraph, stand within so many lines of one another.
_NEAR = 12
Key: TypeAlias = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Numbering:
    """The habit of a book; `by_figure` if each figure behind the first point is a step down."""

    by_figure: bool = True

    def key(self, section: str) -> Key:
        """The place of a section: the same for the same section however it is written (`9.0` is `9`).

        >>> Numbering(True).key("9.51"), Numbering(False).key("9.10"), Numbering().key("9.0")
        ((9, 5, 1), (9, 10), (9,))

        What an encoding adds behind a stroke to a number (`9.5/example`) is still in that section.
        """
        return _key(section, self.by_figure)

    def inside(self, section: str, other: str) -> bool:
        """Whether a section lies in another one, or is it."""
        outer = self.key(other)
        return self.key(section)[: len(outer)] == outer

    def related(self, one: str, other: str) -> bool:
        """Whether one of two sections lies in the other."""
        return self.inside(one, other) or self.inside(other, one)

    def chapter(self, section: str) -> int | str:
        """The outermost number of a section."""
        return self.key(section)[0]


def uncounted(lines: Sequence[str]) -> frozenset[int]:
    """The lines that begin with a number as the part of a list does, and are none: which of `lines`, from 0.

    In a text broken into lines of a width a number at the end of a sentence may be the first word of a line: the line
    above has no room for it, and no other line counts on to it or from it.

    >>> uncounted(["Hanno scaricato tre carovane e due bande:", "11. Il capo è stato preso."])
    frozenset({1})
    >>> uncounted(["La notte ha due fasi, e tutte e due si giocano:", "1. Arrivi.", "2. Movimento."])
    frozenset()
    """
    counts = {place: _count(line) for place, line in enumerate(lines) if _COUNTED.match(line)}
    return frozenset(place for place, count in counts.items() if place and _is_full(lines, place)) - {
        place
        for place, count in counts.items()
        if any(abs(counts.get(other, count) - count) == 1 for other in range(place - _NEAR, place + _NEAR + 1))
    }


def count_of(text: str) -> int | None:
    """What a printed line counts as the head of a list's part does; nothing if it counts nothing.

    >>> count_of("11. Il capo"), count_of("b) Muovere"), count_of("11 pedine"), count_of("a piedi")
    (11, 2, None, None)
    """
    match = _PRINTED_COUNT.match(text)
    if match is None:
        return None
    return int(match["number"]) if match["number"] else ord(match["letter"]) - ord("a") + 1


def _is_full(lines: Sequence[str], place: int) -> bool:
    """Whether the line above one had no room for its first word, as far as the lines around show."""
    above = lines[place - 1].rstrip()
    if not above.strip(" >\t") or above.startswith("#") or "|" in above:
        return False
    around = lines[max(0, place - _NEAR) : place + _NEAR + 1]
    width = max(len(line.rstrip()) for line in around if "|" not in line)
    return len(above) + len(lines[place].split(maxsplit=1)[0]) >= width


def _count(line: str) -> int:
    return int(re.search(r"\d+", line)[0])  # type: ignore[index]


@cache
def _key(section: str, by_figure: bool) -> Key:
    number = section.partition("/")[0]
    if not NUMBER.fullmatch(number):
        return tuple(section.split("/"))
    first, *rest = number.split(".")
    steps: list[int | str] = [int(first)]
    steps += [int(figure) for part in rest for figure in (part if by_figure else [part])]
    while len(steps) > 1 and steps[-1] == 0:
        steps.pop()
    return tuple(steps)


def numbering_of(sections: Iterable[str]) -> Numbering:
    """The habit that sections show, best in the order of the book.

    >>> numbering_of(["9.5", "9.51", "9.6"]), numbering_of(["9.1", "9.2", "9.9", "9.10"])
    (Numbering(by_figure=True), Numbering(by_figure=False))
    """
    known = [section for section in sections if NUMBER.fullmatch(section)]
    if any(section.count(".") > 1 for section in known):
        return Numbering(by_figure=False)
    there = set(known)
    for section in there:
        first, _, last = section.partition(".")
        # `9.10` may be the first part of `9.1`, or the one after `9.9`.
        if len(last) == 2 and last.endswith("0") and f"{first}.{int(last) - 1}" in there:
            return Numbering(by_figure=False)
    return Numbering(by_figure=True)
