"""What values are, how scales go on past their ends, and what a type allows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from regola_dsl.tree import TypeName


class Silent(Exception):  # noqa: N818  the rules are silent, which is no error
    """The rules give no answer: `reason` is the word for why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Ambiguous(Exception):  # noqa: N818  it asks for another reading
    """A value belongs to several types, and the place does not say which."""


@dataclass(frozen=True)
class Member:
    """A value of an enum or a scale, by its place in it."""

    type: str
    place: int


@dataclass(frozen=True)
class Handle:
    """A value that only the host knows."""

    type: str
    text: str


@dataclass(frozen=True)
class Rec:
    """A record, or the outputs of a table."""

    type: str
    fields: tuple[tuple[str, Any], ...]

    def __getitem__(self, name: str) -> Any:
        return dict(self.fields)[name]


FAR = 300


@dataclass(frozen=True)
class Scale:
    """An enum or a scale: its members as written, and where it is open."""

    name: str
    labels: tuple[str, ...]
    ratios: bool = False
    below: bool = False
    above: bool = False
    worths: tuple[Fraction, ...] = ()

    def label(self, place: int) -> str:
        """The member at a place; past an open end the number that grew goes on growing, as long as it is one."""
        if 0 <= place < len(self.labels):
            return self.labels[place]
        ends = self.labels[1::-1] if place < 0 else self.labels[-2:]
        steps = -place if place < 0 else place - len(self.labels) + 1
        ones, twos = (re.split(r"(\d+)", end) for end in ends)
        (where,) = [i for i, (one, two) in enumerate(zip(ones, twos, strict=True)) if one != two]
        grown = int(twos[where]) + (int(twos[where]) - int(ones[where])) * steps
        if grown <= 0:
            return f"{steps} {'before' if place < 0 else 'past'} {ends[1]}"
        return "".join([*twos[:where], str(grown), *twos[where + 1 :]])

    def places(self) -> range:
        """The places there are, as far as anybody looks."""
        return range(-FAR if self.below else 0, len(self.labels) + (FAR if self.above else 0))

    def place(self, text: str) -> int | None:
        """The place of the member that is written so."""
        return _written(self).get(text)

    def worth(self, place: int) -> Fraction | None:
        """The number a member stands for."""
        if not self.ratios:
            return self.worths[place] if 0 <= place < len(self.worths) else None
        numbers = [int(number) for number in re.findall(r"\d+", self.label(place))]
        return Fraction(*numbers) if len(numbers) == 2 and numbers[1] else None


@cache
def _written(scale: Scale) -> dict[str, int]:
    return {scale.label(place): place for place in scale.places()}


def faces(notation: str) -> set[int]:
    """What dice can show: `2d6` is a sum, `d66` two dice read as digits."""
    count, sides = notation.split("d")
    if not count and len(sides) > 1 and len(set(sides)) == 1 and sides[0] in "3456789":
        rolls = itertools.product(*[range(1, int(sides[0]) + 1)] * len(sides))
        return {int("".join(map(str, roll))) for roll in rolls}
    return {sum(roll) for roll in itertools.product(*[range(1, int(sides) + 1)] * int(count or 1))}


def check(value: Any, type_: TypeName) -> Any:
    """The value, if its type allows it."""
    match type_.kind:
        case "int":
            outside = (type_.low is not None and value < type_.low) or (type_.high is not None and value > type_.high)
        case "dice":
            outside = value not in faces(type_.name)
        case "list":
            outside = len(value) < (type_.low or 0) or (type_.high is not None and len(value) > type_.high)
            assert type_.item is not None
            for item in value:
                check(item, type_.item)
        case _:
            outside = False
    if outside:
        raise Silent("range")
    return value


def named(type_: TypeName) -> str:
    """The declared type that values of a type, or the items of a list, belong to; empty for numbers and conditions."""
    return named(type_.item) if type_.item is not None else type_.name if type_.kind == "named" else ""


def belongs_to(value: Any) -> str:
    """The declared type of a value."""
    if isinstance(value, tuple):
        return next(map(belongs_to, value), "")
    return value.type if isinstance(value, Member | Handle) else ""


def rank(value: Any) -> Any:
    """What values are compared by."""
    return value.place if isinstance(value, Member) else value


def pieces(cell: str) -> Iterator[str]:
    """The alternatives in a cell."""
    for piece in re.findall(r'(?:"[^"]*"|[^,"])+', cell):
        yield piece.strip()
