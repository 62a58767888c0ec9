"""Arguments by their place, where a statement means another parameter."""

from __future__ import annotations

import pytest
from support.cases import compiled

RULES = """\
enum Ground @1.1
  plain, swamp

action enter(vehicle: bool, ground: Ground, on: Ground) @5.1
  allowed unless forbidden

rule vehicles_sink @5.2
  anyone must not enter(ARGUMENT) when vehicle
"""


def test_the_parameter_that_was_meant_is_named() -> None:
    (found,) = compiled((RULES.replace(", on: Ground", "").replace("ARGUMENT", "swamp"),)).found
    assert (found.code.slug, found.span.line) == ("wrong-arguments", 8)
    assert found.message == "this is about `vehicle` by its place, and no value of it"
    assert found.help == "name the parameter: `enter(ground: swamp)`"


@pytest.mark.parametrize("argument", ["ground: swamp", "true", "vehicle, swamp, plain"])
def test_what_is_in_its_place_is_left_alone(argument: str) -> None:
    assert [one for one in compiled((RULES.replace("ARGUMENT", argument),)).found if "place" in one.message] == []


def test_where_two_could_be_meant_none_is_named() -> None:
    (found,) = compiled((RULES.replace("ARGUMENT", "swamp"),)).found
    assert found.code.slug == "type-mismatch"
