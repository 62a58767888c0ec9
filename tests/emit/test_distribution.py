"""What several dice come to, against every roll tried and against icepool; and what a module says of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_runtime import Function, TooLarge, ask, distribution
from regola_runtime.odds import Distribution, die
from regola_runtime.values import Dice, Integer
from support.effort import drawn

sides = st.dictionaries(st.integers(-3, 6), st.integers(1, 4), min_size=1, max_size=4)


def of(weights: dict[int, int]) -> Distribution:
    return Distribution({side: Fraction(weight, sum(weights.values())) for side, weight in weights.items()})


def tried(weights: dict[int, int], number: int, made: Callable[[Sequence[int]], Any]) -> dict[Any, Fraction]:
    """The same by every roll."""
    faces = [side for side, weight in weights.items() for _ in range(weight)]
    found = Counter(made(roll) for roll in product(faces, repeat=number))
    return {value: Fraction(times, len(faces) ** number) for value, times in found.items()}


@settings(max_examples=drawn(40), deadline=None)
@given(sides, st.integers(1, 4), st.data())
def test_what_several_come_to_is_what_every_roll_comes_to(weights: dict[int, int], number: int, data: Any) -> None:
    one, place = of(weights), data.draw(st.integers(1, number))
    assert one.sum_of(number) == tried(weights, number, sum)
    assert one.count_of(number, lambda side: side > 2) == tried(weights, number, lambda r: sum(x > 2 for x in r))
    assert one.ranked(number, place) == tried(weights, number, lambda r: sorted(r)[-place])
    assert one.sum_of_highest(number, place) == tried(weights, number, lambda r: sum(sorted(r)[-place:]))
    assert one.plus(one.map(lambda side: 10 * side)) == tried(weights, 2, lambda r: r[0] + 10 * r[1])


@given(sides)
def test_numbers_of_a_distribution_are_those_of_its_rolls(weights: dict[int, int]) -> None:
    one = of(weights)
    rolls = sorted(side for side, weight in weights.items() for _ in range(weight))
    whole, mean = len(rolls), Fraction(sum(rolls), len(rolls))
    assert one.mean() == mean
    assert one.variance() == sum((roll - mean) ** 2 for roll in rolls) / whole
    assert one.standard_deviation() == pytest.approx(float(one.variance()) ** 0.5)
    assert one.median() == rolls[(whole - 1) // 2]
    assert (one.quantile(0), one.quantile(1)) == (rolls[0], rolls[-1])
    for side in weights:
        assert one.at_least(side) == Fraction(sum(roll >= side for roll in rolls), whole)
        assert one.at_most(side) == Fraction(sum(roll <= side for roll in rolls), whole)
    even = [roll for roll in rolls if roll % 2 == 0]
    if even:
        assert one.given(lambda side: side % 2 == 0) == {n: Fraction(even.count(n), len(even)) for n in even}
    else:
        with pytest.raises(ValueError, match="cannot come about"):
            one.given(lambda side: side % 2 == 0)


def test_icepool_says_the_same_of_twenty_dice() -> None:
    icepool = pytest.importorskip("icepool", reason="icepool, an oracle for dice, is not installed")
    d6, ours = icepool.d6, die(6)
    for theirs, found in (
        (20 @ d6, ours.sum_of(20)),
        (20 @ (d6 >= 5), ours.count_of(20, lambda side: side >= 5)),
        (d6.highest(4, 3), ours.sum_of_highest(4, 3)),
        (d6.pool(20).keep([0] * 16 + [1, 0, 0, 0]).sum(), ours.ranked(20, 4)),
    ):
        assert found == {int(outcome): theirs.probability(outcome) for outcome in theirs}
        assert found.mean() == theirs.mean()
        assert found.variance() == theirs.variance()


def hits(first: int, second: int, bonus: int) -> int:
    return (first + bonus >= 5) + (second + bonus >= 5)


HITS = Function(hits, ("1",), {"first": Dice(1, 6), "second": Dice(1, 6), "bonus": Integer(0, 3)})


def test_of_dice_something_may_be_known() -> None:
    every = distribution(HITS, {"bonus": 1})
    assert every == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    for known in (range(4, 7), {4, 5, 6}, [4, 5, 6], lambda face: face >= 4):
        assert distribution(HITS, {"bonus": 1, "first": known}) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert distribution(HITS, {"bonus": 1, "first": 4}) == distribution(HITS, {"bonus": 1, "first": {4}})
    assert ask(HITS, {"bonus": 1, "first": 4, "second": 1}) == 1
    with pytest.raises(ValueError, match="cannot come about"):
        distribution(HITS, {"bonus": 1, "first": {7}})


def test_more_rolls_than_can_be_tried_are_refused() -> None:
    many = Function(lambda *rolls: sum(rolls), ("1",), {f"r{place}": Dice(1, 6) for place in range(20)})
    with pytest.raises(TooLarge, match="more than 1,000,000 rolls"):
        distribution(many, {})


def test_what_has_no_order_has_no_quantile() -> None:
    words = Distribution({"hit": Fraction(1, 2), "miss": Fraction(1, 2)})
    for ask_it in (words.mean, words.median, lambda: words.at_least("hit")):
        with pytest.raises(TypeError, match="is no number"):
            ask_it()
    with pytest.raises(ValueError, match="no place 3"):
        die(6).ranked(2, 3)
    with pytest.raises(ValueError, match="cannot be kept"):
        die(6).sum_of_highest(2, 3)
    with pytest.raises(ValueError, match="from 0 to 1"):
        die(6).quantile(2)
