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


HIT = """\
enum Colour @1.1
  red, blue

define hit(die: d6, by: Colour, whom: Colour, night: bool) -> bool @2.1
  die > 3 and by is whom or night

define struck(a: Colour, b: Colour, d: d6, night: bool) -> bool @2.2
  hit(ARGUMENTS)
"""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        # Three moved on by a place: an exchange of the first and the last fits as well, and makes the victim of whom did it.
        ("a, b, d, night", "write `hit(d, a, b, night)` or `hit(d, b, a, night)`"),
        # The first two are exchanged: that the others would be, too, is further from what stands there.
        ("a, d, b, night", "write `hit(d, a, b, night)`"),
        # None fits by an exchange of two.
        ("a, night, b, d", "write `hit(d, a, b, night)`"),
    ],
)
def test_of_inputs_that_changed_places_each_way_is_told_that_may_be_meant(arguments: str, told: str) -> None:
    (found,) = compiled((HIT.replace("ARGUMENTS", arguments),)).found
    assert "inputs of `hit` stand in one another's place" in found.message
    assert found.help == told


KEPT = """\
piece Cart @1.1
  state load: int 0..2 = 0

state rest(c: Cart): int 0..3 = 3 @1.2

define tired(c: Cart) -> bool @1.3
  c.rest is 0 and c.load > 0
"""


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ('rest("Old Cart 1") is 3', 'write `"Old Cart 1".rest`'),
        ("rest(dray) is 3", "write `dray.rest`"),
    ],
)
def test_a_fact_of_a_piece_that_is_asked_in_brackets_is_written_as_it_is_read(asked: str, told: str) -> None:
    example = f'example kept @1.2\n  with "Old Cart 1": Cart, dray: Cart\n  {asked}\n'
    (found,) = compiled((f"{KEPT}\n{example}",)).found
    assert found.help == told
    assert compiled((f"{KEPT}\n{example}".replace(asked, f"{told.split('`')[1]} is 3"),)).found == []


def test_what_is_too_long_to_be_repeated_is_called_by_no_name_that_is_something_else_there() -> None:
    rules = HIT.replace("hit(ARGUMENTS)", "hit(d + 1, a, b)").replace("d6, by", "int 1..7, by")
    (found,) = compiled((rules,)).found
    assert found.help == "write `hit(…, a, b, night)`"


CARD = """\
record Card @1.1
  suit: int 1..4
  rank: int 1..9

define points(card: Card) -> int 1..9 @1.2
  max(card.suit, card.rank)

example of_points @1.2
  points(CARD) is 3
"""


def test_a_field_under_another_name_is_the_one_that_is_missing() -> None:
    (found,) = compiled((CARD.replace("CARD", "Card(colour: 2, rank: 3)"),)).found
    assert (found.code.slug, found.help) == ("unknown-name", "did you mean `suit`?")


def test_of_two_that_are_missing_the_one_that_is_not_there_may_be_either() -> None:
    told = compiled((CARD.replace("CARD", "Card(colour: 2)"),)).found
    assert [one.code.slug for one in told] == ["wrong-arguments", "unknown-name"]
    assert "`rank` or `suit`" in told[1].help
