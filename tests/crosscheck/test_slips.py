"""The slips that a number can suffer, held against a measure of distance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA
from regola_crosscheck.language.morphology import one_edit_from

WRITTEN = st.text("012", max_size=5)


@given(st.lists(WRITTEN, min_size=1, max_size=30, unique=True), WRITTEN)
def test_slips_of_a_number_are_all_that_is_one_edit_apart(known: list[str], wanted: str) -> None:
    slips = one_edit_from(wanted, "012")
    assert [one for one in known if one in slips] == [one for one in known if OSA.distance(one, wanted) == 1]
