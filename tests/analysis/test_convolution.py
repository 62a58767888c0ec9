"""Dice taken together say what every roll tried says: the same answers, each as likely."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import understand
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.odds.convolution import Convolution, TooTangled
from regola_compiler.evaluate.odds.distribution import distribution
from regola_compiler.evaluate.reading import QueryError
from regola_compiler.model.program import Program
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime.odds import Weights, packed_sum, pair_sum, summed
from support.effort import drawn

DICE = "abce"


def understood(text: str) -> Program:
    compiled = understand(Game("dice", Path(), {}, [Source("dice.regola", text)]))
    assert not compiled.found, (compiled.found[0].message, text)
    return compiled.program


def number(chance: Random, deep: int, names: str) -> str:
    """A whole number made of dice."""
    if deep == 0 or chance.random() < 0.2:
        return chance.choice([*names, *names, str(chance.randint(0, 3))])
    one, other = number(chance, deep - 1, names), number(chance, deep - 1, names)
    listed = ", ".join(chance.choice(names) for _ in range(chance.randint(1, 4)))
    test = f"x {chance.choice(['<', '>=', 'is'])} {chance.choice([*names, '2'])}"
    return chance.choice(
        [
            f"({one} + {other})",
            f"({one} + {other})",
            f"({one} - {other})",
            f"({one} * {other})",
            f"(if {truth(chance, deep - 1, names)} then {one} else {other})",
            f"(count x in [{listed}] where {test})",
            f"(sum of x * {one} for x in [{listed}] where {test})",
            f"(sum of x for x in [{listed}])",
            f"twice(round down {one}, round down {other})",
            f"(round down max({one}, {other}))",
        ]
    )


def truth(chance: Random, deep: int, names: str) -> str:
    """Something that holds or not."""
    one, other = number(chance, max(0, deep - 1), names), number(chance, max(0, deep - 1), names)
    compared = f"{one} {chance.choice(['<', '<=', 'is', '>'])} {other}"
    if deep <= 0:
        return compared
    again = truth(chance, deep - 1, names)
    listed = ", ".join(chance.choice(names) for _ in range(chance.randint(1, 3)))
    fold = f"({chance.choice(['any', 'all', 'no'])} x in [{listed}] where x >= {chance.choice([*names, '2'])})"
    return chance.choice([compared, f"({compared} and {again})", f"({compared} or {again})", f"not ({again})", fold])


@settings(max_examples=drawn(60), deadline=None)
@given(seed=st.integers(0, 100_000))
def test_dice_taken_together_come_to_every_roll_tried(seed: int) -> None:
    chance = Random(seed)
    lets = [f"  let s{i} = {number(chance, 1, DICE)}\n" for i in range(chance.randint(0, 2))]
    value = number(chance, 3, DICE)
    for place in range(len(lets)):
        value = f"({value} + s{place})" if chance.random() < 0.7 else value
    dice = ", ".join(f"{name}: d{chance.choice([2, 3, 4])}" for name in DICE)
    text = (
        "define twice(n: int, m: int) -> int @1\n  if n is m then n + n else n\n\n"
        f"define total({dice}) -> int @1\n{''.join(lets)}  round down {value}\n"
    )
    program = understood(text)
    item = program.callables["total"]
    every = dict(distribution(program, item, {}))
    try:
        found = Convolution(Interpreter(program)).answers(item, faces(item), {})
    except TooTangled:
        return
    whole = sum(found.values())
    assert {value: Fraction(weight, whole) for value, weight in found.items()} == every, text


def faces(item: Any) -> dict[str, dict[int, int]]:
    return {p.name: dict.fromkeys(range(1, p.type.sides + 1), 1) for p in item.parameters}


TWENTY = [f"r{place}" for place in range(20)]


@pytest.mark.parametrize(
    ("value", "known"),
    [
        (f"count x in [{', '.join(TWENTY)}] where x >= 5", {n: comb(20, n) * 2 ** (20 - n) for n in range(21)}),
        (f"round down max of x for x in [{', '.join(TWENTY)}]", {n: n**20 - (n - 1) ** 20 for n in range(1, 7)}),
    ],
)
def test_twenty_dice_are_counted(value: str, known: dict[int, int]) -> None:
    program = understood(f"define of({', '.join(f'{name}: d6' for name in TWENTY)}) -> int @1\n  {value}\n")
    whole = sum(known.values())
    assert dict(distribution(program, program.callables["of"], {})) == {n: Fraction(w, whole) for n, w in known.items()}


def test_the_sum_of_twenty_dice_is_their_convolution() -> None:
    program = understood(
        f"define of({', '.join(f'{name}: d6' for name in TWENTY)}) -> int @1\n  {' + '.join(TWENTY)}\n"
    )
    known = {0: 1}
    for _ in TWENTY:
        after: dict[int, int] = {}
        for total, weight in known.items():
            for side in range(1, 7):
                after[total + side] = after.get(total + side, 0) + weight
        known = after
    found = distribution(program, program.callables["of"], {})
    assert dict(found) == {total: Fraction(weight, 6**20) for total, weight in known.items()}
    assert [total for total, _ in found] == sorted(known)


@pytest.mark.parametrize(
    "value",
    [
        f"round down sum of x for x in [{', '.join(TWENTY)}] where x >= 3",
        f"(count x in [{', '.join(TWENTY[:9])}] where x is 6) + (count x in [{', '.join(TWENTY[9:])}] where x >= 5)",
        f"round up min of x for x in [{', '.join(TWENTY[:5])}]",
    ],
)
def test_icepool_says_the_same(value: str) -> None:
    icepool = pytest.importorskip("icepool", reason="icepool, an oracle for dice, is not installed")
    d6 = icepool.d6
    theirs = {
        "round down": lambda: 20 @ d6.map(lambda side: side if side >= 3 else 0),
        "(count x i": lambda: 9 @ (d6 == 6) + 11 @ (d6 >= 5),
        "round up m": lambda: icepool.lowest(d6, d6, d6, d6, d6),
    }[value[:10]]()
    program = understood(f"define of({', '.join(f'{name}: d6' for name in TWENTY)}) -> int @1\n  {value}\n")
    found = dict(distribution(program, program.callables["of"], {}))
    assert found == {int(outcome): theirs.probability(outcome) for outcome in theirs}


def test_what_cannot_be_taken_apart_is_refused_as_before() -> None:
    product = " * ".join(TWENTY)
    asked = ", ".join(f"{name}: d6" for name in TWENTY)
    program = understood(f"define of({asked}) -> int 0..9 @1\n  {product}\n")
    with pytest.raises(QueryError, match="more than 200000 rolls"):
        distribution(program, program.callables["of"], {})


@settings(max_examples=drawn(60), deadline=None)
@given(
    st.lists(
        st.tuples(
            st.dictionaries(st.integers(-40, 10**6), st.integers(1, 9), min_size=1, max_size=4), st.integers(1, 4)
        ),
        min_size=1,
        max_size=3,
    )
)
def test_a_sum_as_one_product_is_the_sum_pair_by_pair(alike: list[tuple[dict[int, int], int]]) -> None:
    naive = {0: 1}
    for weights, times in alike:
        for _ in range(times):
            after: dict[int, int] = {}
            for (total, weight), (more, part) in product(naive.items(), weights.items()):
                after[total + more] = after.get(total + more, 0) + weight * part
            naive = after
    near = [({value % 90 - 40: weight for value, weight in weights.items()}, times) for weights, times in alike]
    assert summed(alike) == naive
    size = prod(sum(weights.values()) ** times for weights, times in near).bit_length() // 8 + 1
    one_by_one: Weights = {0: 1}
    for weights, times in near:
        for _ in range(times):
            one_by_one = pair_sum(one_by_one, weights)
    assert packed_sum(list(near), size) == one_by_one
