"""What is told to write where a value leaves the bounds that are declared for it."""

from __future__ import annotations

import pytest
from support.cases import compiled


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        # A cap that falls below the bounds is held to them, and made no floor.
        ("    at most 1 - load", "`at most max(0, 1 - load)`"),
        ("    min(value, 1 - load)", "`at most max(0, 1 - load)`"),
        ("    at least 1 + load", "`at least min(2, 1 + load)`"),
        # What is limited to something within the bounds is limited on the wrong side.
        ("    value + 2\n  then exception held @3\n    at least 2", "`min(value, 2)`"),
        # One of the two is the bound itself: the other function of the two was meant.
        ("    min(0, 1 - load)", "`max(0, 1 - load)`"),
    ],
)
def test_a_value_is_limited_on_the_side_where_it_leaves_its_bounds(rules: str, told: str) -> None:
    text = (
        "define caught(die: d6, load: int 0..2) -> int 0..2 @1\n  if die > 4 then 2 else 1\n"
        f"  then exception full @2\n{rules}\n"
    )
    found = [one.help for one in compiled((text,)).found if one.code.slug == "out-of-range"]
    assert any(told in one for one in found), found
