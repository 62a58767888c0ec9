"""Relations between amounts: where they take the place of dividing values one by one, nothing else may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import test_positions
import test_properties
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.analysis.symbolic import values as symbolic_values

SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
seeds = st.integers(min_value=0, max_value=10**9)


@contextmanager
def related() -> Iterator[None]:
    """While even a die has too many values, so that all small programs go the way of large amounts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symbolic_values, "FEW_CASES", 0)
        patch.setattr(symbolic_values, "MAX_LEAF", 3)
        yield


@pytest.mark.parametrize(
    "property_",
    [
        test_properties.test_every_finding_is_real_and_every_silence_is_true,
        test_properties.test_what_checks_clean_never_raises,
        test_properties.test_boxes_of_a_definition_are_disjoint_and_cover_it,
        test_positions.test_every_finding_about_an_action_is_real_and_every_silence_is_true,
        test_positions.test_every_witness_replays_as_the_example_that_is_shown,
    ],
    ids=lambda property_: property_.__name__.removeprefix("test_"),
)
def test_properties_hold_where_amounts_are_related(property_: Callable[[int], None]) -> None:
    @SETTINGS
    @given(seeds)
    def holds(seed: int) -> None:
        with related():
            property_.hypothesis.inner_test(seed)  # type: ignore[attr-defined]

    holds()
