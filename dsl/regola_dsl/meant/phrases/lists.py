"""Lists as others write them: their members, with whatever separates them, and stretches of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

# What separates the members of a list elsewhere; a list without any is of three words at least.
SEPARATED = re.compile(r" *(?:[<>|/;]|<=|->|=>|\bor\b|\band\b|\bthen\b) *")
_FEW = 2
# A stretch of numbers in a list, and how many of them are written out.
_STRETCH = re.compile(
    r"(?P<indent> +)\"?(?P<first>\d{1,6})\"? ?(?:\.\.+|…|-|–|—|to|a|through) ?\"?(?P<last>\d{1,6})\"?"
)
_LISTED_AT_MOST = 20


def members(text: str) -> str | None:
    """The members of a list with commas between them, if other signs or blanks alone stand there."""
    names = [name for name in re.split(r"[ ,]+", SEPARATED.sub(" ", text)) if name]
    if len(names) < _FEW or not all(re.fullmatch(r"\w+(?:-\w+)?", name) for name in names):
        return None
    return text[: len(text) - len(text.lstrip())] + ", ".join(names)


def in_full(text: str, *, worth: bool) -> Iterator[str]:
    """A list with all numbers of a stretch, each with its `worth` where a value has any, and each by itself."""
    found = _STRETCH.fullmatch(text)
    first, last = (int(found["first"]), int(found["last"])) if found else (0, 0)
    if found is None or not first < last < first + _LISTED_AT_MOST:
        return
    numbers = range(first, last + 1)
    if worth:
        yield found["indent"] + ", ".join(f'"{number}" = {number}' for number in numbers)
    yield found["indent"] + ", ".join(map(str, numbers))
