"""The numbers that a word processor puts before headings and items, which stand nowhere in the file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_PART = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a list: its first number, what is written (`%1.%2.`), and how a number is (`decimal`, `bullet`, …)."""

    start: int = 1
    text: str = ""
    kind: str = "decimal"


@dataclass(slots=True)
class Counting:
    """The lists of a file by their names, each with the shape it shares its numbers with."""

    lists: Mapping[str, tuple[str, Mapping[int, Level]]]
    _numbers: dict[str, dict[int, int]] = field(default_factory=dict)

    def next(self, name: str, level: int) -> str:
        """What stands before the next item of a list: `-` where it is only marked, nothing where it is not.

        >>> lists = Counting({"1": ("a", {0: Level(1, "%1."), 1: Level(1, "%1.%2")})})
        >>> [lists.next("1", level) for level in (0, 1, 1, 0, 1)]
        ['1.', '1.1', '1.2', '2.', '2.1']
        """
        shape, levels = self.lists.get(name, ("", {}))
        if level not in levels:
            return ""
        if levels[level].kind == "bullet":
            return "-"
        if levels[level].kind == "none":
            return ""
        numbers = self._numbers.setdefault(shape, {})
        numbers[level] = numbers[level] + 1 if level in numbers else levels[level].start
        for deeper in [one for one in numbers if one > level]:
            del numbers[deeper]

        def written(match: re.Match[str]) -> str:
            place = int(match[1]) - 1
            one = levels.get(place, Level())
            return spelled(numbers.get(place, one.start), "decimal" if place < level else one.kind)

        return _PART.sub(written, levels[level].text).strip()


def spelled(number: int, kind: str) -> str:
    """A number as a list writes it.

    >>> spelled(4, "lowerRoman"), spelled(3, "upperLetter"), spelled(28, "lowerLetter"), spelled(7, "decimal")
    ('iv', 'C', 'bb', '7')
    """
    if kind.casefold().endswith("letter") and 0 < number < 200:
        word = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
    elif kind.casefold().endswith("roman") and 0 < number < 4000:
        word = ""
        for value, sign in (
            *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
            *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
        ):
            word += sign * (number // value)
            number %= value
    else:
        return str(number)
    return word.upper() if kind.startswith("upper") else word
