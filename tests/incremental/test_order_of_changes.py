"""What a session says of a game does not hang on what it was told before, nor in which order."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from support.effort import dear
from support.slips import Desk, Slip, slips

# Beside what people mistype, other types and bounds of what is read from afar, and other parts of a piece.
BESIDE = tuple(
    Slip("other", number, was, slip, "", ())
    for number, (was, slip) in enumerate(
        (
            ("state day: int 1..9", "state day: int 1..4"),
            ("state day: int 1..9", "state days: int 1..9"),
            ("state warned(g: Guild): bool = false", "state warned(g: Guild): int 0..1 = 0"),
            ("state coins(g: Guild): int 0..9 = 3", "state coins(g: Guild): int 0..2 = 2"),
            ("change fine(g: Guild)", "change fine(g: Town)"),
            ("    roll sky: d6", "    roll sky: 2d6"),
            ("@7.91 when day > 4", "@7.91 when day > 9"),
        ),
        1,
    )
)


@cache
def alone(slip: Slip) -> str:
    """What is said of a slip where nothing was said before."""
    with TemporaryDirectory() as folder:
        return repr(Desk(Path(folder)).tell(slip).found)


def hold(order: list[Slip], folder: Path) -> None:
    """Make some slips one after the other in one session, each taken back before the next."""
    desk = Desk(folder)
    for number, slip in enumerate(order, 1):
        assert repr(desk.tell(slip).found) == alone(slip), [one.name for one in order[:number]]


@pytest.mark.parametrize("seed", range(dear(12)))
def test_changes_in_an_order_by_chance_are_told_as_each_alone(seed: int, tmp_path: Path) -> None:
    hold(Random(seed).sample(BESIDE, 7), tmp_path)


@pytest.mark.parametrize("seed", range(dear(8)))
def test_slips_in_an_order_by_chance_are_told_as_each_alone(seed: int, tmp_path: Path) -> None:
    hold(Random(seed).sample([*BESIDE, *(slip for slip in slips() if not slip.game)], 4), tmp_path)


def test_what_a_change_asks_is_asked_again_once_it_is_back(tmp_path: Path) -> None:
    """A name that cannot be read, of which another line tells: who calls the change rests on it all the same."""
    by_name = {slip.name: slip for slip in slips()}
    hold([by_name["clauses 23"], by_name["clauses 25"]], tmp_path)
