"""Paths whose steps count as one each are searched in a simpler way: they end where the general search says."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from regola_runtime.errors import NoAnswer, NotGiven
from regola_runtime.walked.paths import Leg, Limits, reach


def outcome(seed: int, *, plain: bool) -> Any:
    """The ends of a path on a random map, or where it comes to nothing, for the first time and in which way."""
    random = Random(seed)
    places = [f"p{number}" for number in range(random.randint(1, 8))]
    beside = {place: random.choices(places, k=random.randint(0, 4)) for place in places}
    shut = {place for place in places if random.random() < 0.2}
    barred = {(a, b) for a in places for b in beside[a] if random.random() < 0.2}
    unknown = {place for place in places if random.random() < 0.1}
    starts = random.choices(places, k=random.randint(0, 3))
    goal, limit = random.choice([None, *places]), random.choice([None, 0, 1, 2, 5])

    def asked(place: str, answer: bool) -> bool:
        if place in unknown:
            raise NotGiven(place)
        return answer

    given_: dict[str, Any] = {}
    if random.random() < 0.7:
        given_["into"] = lambda place: asked(place, place in shut)
    if random.random() < 0.5:
        given_["across"] = lambda place, following: asked(place, (place, following) in barred)
    if goal is not None:
        given_["ends"] = lambda place: place == goal
    leg = Leg(limit) if plain else Leg(limit, cost=lambda _a, _b: 1)
    try:
        return list(reach(starts, lambda place: beside[place], (leg,), Limits(**given_)).items())
    except NoAnswer as problem:
        return type(problem), str(problem)


@given(st.integers(0, 100_000))
def test_plain_steps_lead_where_the_general_search_says(seed: int) -> None:
    assert outcome(seed, plain=True) == outcome(seed, plain=False)
