"""Several dice that are kept apart, as what they can show: too much to be listed, and never listed unless asked."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from math import comb
from random import Random
from typing import Any, Final, TypeAlias, overload

from regola_runtime.play import TooMany

Side: TypeAlias = tuple[Any, int]
Shown: TypeAlias = tuple[tuple[Any, ...], int]
MOST_DICE: Final = 1_000


class Several(Sequence[Shown]):
    """What some alike dice show together: rolls in rising order, each with its weight in whole numbers.

    >>> list(Several(((1, 1), (2, 1)), 2))
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    """

    def __init__(self, sides: tuple[Side, ...], number: int) -> None:
        """So many dice; `sides` is what one shows, in rising order, with weights.

        Raises:
            TooMany: if there are more than anybody rolls.
        """
        if number > MOST_DICE:
            raise TooMany(
                "{number} dice are rolled at once: at most {most} are", number=f"{number:,}", most=f"{MOST_DICE:,}"
            )
        self.sides, self.number = sides, max(0, number)

    @cached_property
    def size(self) -> int:
        """How many different rolls there are."""
        return comb(self.number + len(self.sides) - 1, self.number) if self.sides else int(not self.number)

    def __len__(self) -> int:
        return min(self.size, sys.maxsize)

    def __iter__(self) -> Iterator[Shown]:
        return multisets(self.sides, self.number)

    @overload
    def __getitem__(self, place: int) -> Shown: ...

    @overload
    def __getitem__(self, place: slice) -> list[Shown]: ...

    def __getitem__(self, place: int | slice) -> Shown | list[Shown]:
        if isinstance(place, slice):
            return list(islice(self, *place.indices(len(self))))
        found = next(islice(self, place + len(self) if place < 0 else place, None), None)
        if found is None:
            raise IndexError(place)
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Several) and (self.sides, self.number) == (other.sides, other.number)

    def __hash__(self) -> int:
        return hash((self.sides, self.number))

    def __repr__(self) -> str:
        return f"Several({self.sides!r}, {self.number})"

    def shows(self, roll: Any) -> bool:
        """Whether the dice can show a roll."""
        values = [value for value, _ in self.sides]
        return (
            isinstance(roll, tuple)
            and len(roll) == self.number
            and all(value in values for value in roll)
            and all(values.index(one) <= values.index(other) for one, other in pairwise(roll))
        )

    def draw(self, random: Random) -> tuple[Any, ...]:
        """What they show, by chance."""
        values = [value for value, _ in self.sides]
        return tuple(sorted(random.choices(values, [weight for _, weight in self.sides], k=self.number)))


def multisets(sides: Sequence[Side], number: int) -> Iterator[Shown]:
    """What so many alike dice can show, in order and each with its weight.

    >>> list(multisets((("miss", 1), ("hit", 1)), 2))
    [(('miss', 'miss'), 1), (('miss', 'hit'), 2), (('hit', 'hit'), 1)]
    """
    if not sides:
        yield from [((), 1)] if not number else []
        return
    (value, weight), *rest = sides
    if not rest:
        yield (value,) * number, weight**number
        return
    for taken in range(number, -1, -1):
        ways = comb(number, taken) * weight**taken
        for others, other_ways in multisets(tuple(rest), number - taken):
            yield (value,) * taken + others, ways * other_ways


def shown_by(outcomes: Sequence[Side], random: Random) -> Any:
    """What dice show, by chance; there is something that they can show."""
    if isinstance(outcomes, Several):
        return outcomes.draw(random)
    values, weights = zip(*outcomes, strict=True)
    return random.choices(values, weights)[0]


def can_show(outcomes: Sequence[Side], value: Any) -> bool:
    """Whether dice can show something."""
    return outcomes.shows(value) if isinstance(outcomes, Several) else any(value == side for side, _ in outcomes)
