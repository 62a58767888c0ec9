"""How likely values are, exactly: what dice show, what is made of several of them, and what is asked of that.

A distribution is a mapping from values to fractions that add up to 1. What is made of several that have nothing to do
with one another, their sum, how many of them are hits, the third highest, is worked out from the distribution of one,
without every roll being looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, lcm, prod, sqrt
from typing import Any, Final, TypeAlias

from regola_runtime.values import Dice, Scale

Weights: TypeAlias = Mapping[Any, int]
# How many bytes the weights of a sum take, at most, where it is one product; else it is added up pair by pair.
MOST_PACKED: Final = 1_000_000


class Distribution(dict[Any, Fraction]):
    """Values, each with its probability.

    >>> die(6).sum_of(2).at_least(10)
    Fraction(1, 6)
    """

    def given(self, holds: Callable[[Any], bool]) -> Distribution:
        """The same where it is known that something holds of the value.

        Raises:
            ValueError: if it cannot hold.
        """
        left = {value: chance for value, chance in self.items() if holds(value)}
        whole = sum(left.values(), Fraction(0))
        if not whole:
            raise ValueError("what is known cannot come about")
        return Distribution({value: chance / whole for value, chance in left.items()})

    def map(self, change: Callable[[Any], Any]) -> Distribution:
        """What is made of the value."""
        found = Distribution()
        for value, chance in self.items():
            after = change(value)
            found[after] = found.get(after, Fraction(0)) + chance
        return found

    def probability(self, holds: Callable[[Any], bool]) -> Fraction:
        """How likely it is that something holds of the value."""
        return sum((chance for value, chance in self.items() if holds(value)), Fraction(0))

    # --- of numbers, and of what has an order ---

    def at_least(self, value: Any) -> Fraction:
        """How likely this value or a higher one is.

        Raises:
            TypeError: if the values have no order.
        """
        return self.probability(lambda one: _place(one) >= _place(value))

    def at_most(self, value: Any) -> Fraction:
        """How likely this value or a lower one is.

        Raises:
            TypeError: if the values have no order.
        """
        return self.probability(lambda one: _place(one) <= _place(value))

    def rising(self) -> list[tuple[Any, Fraction]]:
        """The values in their order, each with its probability.

        Raises:
            TypeError: if the values have no order.
        """
        return sorted(self.items(), key=lambda pair: _place(pair[0]))

    def mean(self) -> Fraction:
        """What comes up on average.

        Raises:
            TypeError: if the values are no numbers.
        """
        return sum((_number(value) * chance for value, chance in self.items()), Fraction(0))

    def variance(self) -> Fraction:
        """The mean square of how far the value is from its mean.

        Raises:
            TypeError: if the values are no numbers.
        """
        middle = self.mean()
        return sum(((_number(value) - middle) ** 2 * chance for value, chance in self.items()), Fraction(0))

    def standard_deviation(self) -> float:
        """The root of the variance.

        Raises:
            TypeError: if the values are no numbers.
        """
        return sqrt(self.variance())

    def quantile(self, share: float | Fraction) -> Any:
        """The least value that the value is at most with so much probability, from 0 to 1.

        Raises:
            TypeError: if the values have no order.
            ValueError: for a share outside 0 to 1.
        """
        if not 0 <= share <= 1:
            raise ValueError(f"a share is from 0 to 1, and not {share}")
        wanted, known = Fraction(share).limit_denominator(10**9), Fraction(0)
        *others, (last, _) = self.rising()
        for value, chance in others:
            known += chance
            if known >= wanted:
                return value
        return last

    def median(self) -> Any:
        """The value that is as often passed as not.

        Raises:
            TypeError: if the values have no order.
        """
        return self.quantile(Fraction(1, 2))

    # --- of several alike, that have nothing to do with one another ---

    def plus(self, other: Mapping[Any, Fraction]) -> Distribution:
        """The sum of this and of another."""
        found = Distribution()
        for (one, chance), (more, part) in product(self.items(), other.items()):
            found[one + more] = found.get(one + more, Fraction(0)) + chance * part
        return found

    def sum_of(self, number: int) -> Distribution:
        """What so many show together."""
        weights, whole = self._weights()
        return _shares(summed([(weights, number)]), whole**number)

    def count_of(self, number: int, hits: Callable[[Any], bool]) -> Distribution:
        """How many of so many are hits."""
        return self.map(lambda value: int(hits(value))).sum_of(number)

    def ranked(self, number: int, place: int = 1) -> Distribution:
        """What the highest of so many shows; or the second highest, or the one of any other place.

        Raises:
            TypeError: if the values have no order.
            ValueError: if there is no such place.
        """
        if not 1 <= place <= number:
            raise ValueError(f"of {number} there is no place {place}")
        weights, whole = self._weights()
        found: dict[Any, int] = {}
        above = before = 0
        for value, _ in reversed(self.rising()):
            above += weights[value]
            # As many as the place says, or more, show this or a higher value.
            reach = sum(comb(number, n) * above**n * (whole - above) ** (number - n) for n in range(place, number + 1))
            found[value], before = reach - before, reach
        return _shares(dict(reversed(found.items())), whole**number)

    def sum_of_highest(self, number: int, kept: int) -> Distribution:
        """What the highest of so many show together: of four dice the best three.

        Raises:
            TypeError: if the values are no numbers.
            ValueError: if fewer are rolled than kept.
        """
        if not 0 <= kept <= number:
            raise ValueError(f"of {number} the highest {kept} cannot be kept")
        weights, whole = self._weights()
        # By how many are still to show something, the sum of those kept so far; the highest values come first.
        found: dict[int, dict[Any, int]] = {number: {0: 1}}
        for value, _ in reversed(self.rising()):
            after: dict[int, dict[Any, int]] = {}
            for left, sums in found.items():
                room = max(0, kept - (number - left))
                for many in range(left + 1):
                    ways = comb(left, many) * weights[value] ** many
                    into = after.setdefault(left - many, {})
                    for total, weight in sums.items():
                        more = total + value * min(many, room)
                        into[more] = into.get(more, 0) + weight * ways
            found = after
        return _shares(dict(sorted(found[0].items())), whole**number)

    def _weights(self) -> tuple[dict[Any, int], int]:
        whole = lcm(*(chance.denominator for chance in self.values()))
        return {value: int(chance * whole) for value, chance in self.items()}, whole


def die(sides: int) -> Distribution:
    """What a die of so many sides shows."""
    return Distribution({side: Fraction(1, sides) for side in range(1, sides + 1)})


def known_faces(kind: Dice, known: Any) -> list[tuple[Any, Fraction]]:
    """What dice show of which something is known: that it is among some values, or that something holds of it.

    Raises:
        ValueError: if they cannot show that.
    """
    holds = known if callable(known) else set(known).__contains__
    return list(Distribution(kind.outcomes()).given(holds).items())


def is_known_in_part(value: Any) -> bool:
    """Whether an argument says of dice only what they may show."""
    return callable(value) or isinstance(value, range | set | frozenset | list | tuple)


def summed(parts: Sequence[tuple[Weights, int]]) -> dict[Any, int]:
    """The weight of each sum of several numbers that have nothing to do with one another, so many alike of each.

    >>> summed([({1: 1, 2: 1}, 2)])
    {2: 1, 3: 2, 4: 1}
    """
    whole = prod(sum(part.values()) ** times for part, times in parts)
    size = whole.bit_length() // 8 + 1
    if all(type(value) is int for part, _ in parts for value in part):
        span = sum((max(part) - min(part)) * times for part, times in parts)
        if size * span <= MOST_PACKED:
            return packed_sum(parts, size)
    found: dict[Any, int] = {0: 1}
    for part, times in parts:
        for _ in range(times):
            found = pair_sum(found, part)
    return found


def packed_sum(parts: Iterable[tuple[Weights, int]], size: int) -> dict[int, int]:
    """The same by one product of whole numbers, in which each weight has `size` bytes for itself.

    That is how polynomials are multiplied whose coefficients are bounded (Kronecker, *Grundzüge einer arithmetischen
    Theorie der algebraischen Größen*, 1882): the weights of a sum are the coefficients of a product.
    """
    packed, least = 1, 0
    for part, times in parts:
        low = min(part)
        packed *= sum(weight << 8 * size * (value - low) for value, weight in part.items()) ** times
        least += low * times
    told = packed.to_bytes(packed.bit_length() // 8 + 1, "little")
    weights = (int.from_bytes(told[at : at + size], "little") for at in range(0, len(told), size))
    return {value: weight for value, weight in enumerate(weights, least) if weight}


def pair_sum(one: Weights, other: Weights) -> dict[Any, int]:
    """The same of two, pair by pair.

    >>> pair_sum({0: 1, 1: 1}, {0: 1, 1: 1})
    {0: 1, 1: 2, 2: 1}
    """
    found: dict[Any, int] = {}
    get = found.get
    for value, weight in one.items():
        for more, part in other.items():
            total = value + more
            found[total] = get(total, 0) + weight * part
    return found


def _shares(weights: Weights, whole: int) -> Distribution:
    return Distribution({value: Fraction(weight, whole) for value, weight in weights.items()})


def _number(value: Any) -> int | Fraction:
    if isinstance(value, int | Fraction):
        return value
    raise TypeError(f"{value!r} is no number")


def _place(value: Any) -> Any:
    """Where a value stands among others."""
    return value.index if isinstance(value, Scale) else _number(value)
