"""What is told of a line with parts of its own in another order, twice, grown together, or in signs of elsewhere."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from random import Random

import pytest
from regola_dsl.meant.search.order import grown_together, in_one, moved, once
from regola_dsl.meant.search.signs import in_our_signs
from regola_dsl.meant.stuck import Stuck
from support.mutants import Mutant, mutants
from support.paths import GAMES, ROOT

sys.path.insert(0, str(ROOT / "tests" / "benchmarks"))
import mended

NAMES = ("classics/draughts.regola", "classics/duel.regola", "classics/tic_tac_toe.regola", "lantern_pass")


@cache
def game(name: str) -> mended.Game:
    return mended.Game(GAMES / name)


def told(name: str, was: str, now: str) -> mended.Told:
    """What is told where one piece of the rules is written otherwise."""
    places = [
        (path, number, line)
        for path, text in game(name).texts.items()
        for number, line in enumerate(text.split("\n"), 1)
        if was in line
    ]
    path, number, line = places[0]
    return game(name).told(Mutant("one", path, number, (line,), (line.replace(was, now),)))


@pytest.mark.parametrize("kind", ["parts-exchanged", "part-doubled", "glued", "quotes-of-elsewhere"])
def test_parts_of_a_line_are_put_in_order(kind: str) -> None:
    grades: Counter[str] = Counter()
    for name in NAMES:
        found = mutants(game(name).texts, Random(f"order {name}"), each=4, kinds=(kind,))
        grades.update(game(name).told(one).grade for one in found)
    assert grades["broken"] + grades["other"] <= 1
    assert grades["right"] >= 12


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [
        # Of what is declared, a line that has grown together, and a name in other words.
        ("classics/tic_tac_toe.regola", "do mark(1, 1)", "do_mark(1, 1)"),
        ("classics/duel.regola", "effect reset hand", "effect resethand"),
        ("classics/tic_tac_toe.regola", "repeat until board_is_full", "repeat until board"),
        ("classics/tic_tac_toe.regola", "repeat until board_is_full", "repeat until board is full"),
        # A type of the language that is called otherwise, and what joins two conditions.
        (
            "classics/tic_tac_toe.regola",
            "define full_column(p: Player) -> bool",
            "define full_column(p: Player) -> yesno",
        ),
        ("classics/draughts.regola", "may_step(m, way) or may_jump(m, way)", "may_step(m, way) / may_jump(m, way)"),
        # A phase that is asked for by another word.
        ("classics/tic_tac_toe.regola", "given phase is turn", "given momento is turn"),
        # A word of elsewhere between two good ones.
        ("classics/draughts.regola", "any o in Man where leaps", "any o belongs to Man where leaps"),
        ("classics/draughts.regola", "effect each o in Man", "effect ciascuno o in Man"),
        ("classics/draughts.regola", "and not taken(m.row + 2", "and never taken(m.row + 2"),
        ("classics/draughts.regola", "row: 6, column: 2)", "row: 6 e column: 2)"),
        ("classics/draughts.regola", "row: 6, column: 2)", "row: 6| column: 2)"),
        ("classics/tic_tac_toe.regola", "do mark(1, 1)", "carry out mark(1, 1)"),
        ("classics/tic_tac_toe.regola", "example first_mark", "def test first_mark"),
        # Signs of elsewhere.
        ("classics/draughts.regola", "-> int 1..8", "-> int da 1 a 8"),
        ("classics/draughts.regola", "-> int 1..8", "-> int (1-8)"),
        ("classics/draughts.regola", '@"moving"', "@“moving”"),
        ("classics/draughts.regola", "may_step(m, way) or", "may_step<m, way> or"),
        ("classics/draughts.regola", "| down_left  | -1 | -1    |", "| down_left  | -1 I -1    |"),
        ("classics/draughts.regola", "| down_left  | -1 | -1    |", "| down_left  || -1 | -1    |"),
        ("classics/draughts.regola", "| down_left  | -1 | -1    |", "| down_left  | n. -1 | -1    |"),
        # What a hint was told of before, and has only another order.
        ("lantern_pass", "pays 1 from coins", "pays coins 1"),
        ("lantern_pass", "-> Weather @4.1", "-> weather @4.1"),
        ("classics/duel.regola", "becomes other(leader)", "becomes other((leader)"),
    ],
)
def test_one_line_written_otherwise_is_told_as_it_was(name: str, was: str, now: str) -> None:
    one = told(name, was, now)
    assert one.grade == "right", mended.shown(one)


def test_a_name_with_a_hyphen_is_told_where_it_is_declared() -> None:
    one = told("classics/draughts.regola", "define on_board(row", "define on-board(row")
    assert one.first is not None
    assert "nothing names `on-board`" in one.first.message
    assert "write `on_board` here" in one.first.help


def test_a_section_goes_on_with_no_number_that_stood_elsewhere() -> None:
    assert not [line for line in moved("crowd: int 0..4 = 0,5 @4.41") if "@4.41, 5" in line]


def test_no_denial_is_lost_and_no_number() -> None:
    text = "  u must not enter when 3 is 4"
    for line in moved(text):
        assert sorted(line.split()) == sorted(text.split())


def test_what_stands_twice_stands_once() -> None:
    assert list(once("the game ends when full ends when full @8")) == ["the game ends when full @8"]
    assert list(once("  coins(dyers) is 2")) == []


def test_a_known_name_has_not_grown_together() -> None:
    lines = ((1, "define a -> bool"), (2, "  is_due and in_march"))
    assert list(grown_together(Stuck((*lines, (3, "  is_due")), "start", 2, 3, 9))) == []
    assert "  is due" in grown_together(Stuck(((1, "define due -> bool"), (2, "  is_due")), "start", 2, 3, 9))
    assert list(in_one(Stuck(((1, "define in_march -> bool"), (2, "  in march")), "start", 2, 3, 5))) == ["  in_march"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("  size: int between 1 and 3", "  size: int 1..3"),
        ("  size: int da uno a 3", ""),
        ("  size: int (1-3)", "  size: int 1..3"),
        ("  | 3-1 | 2:1 |", ""),
        ("  u.row is n. 5", "  u.row is 5"),
        ("example a @2.1 & 3.4", "example a @2.1, 3.4"),
        ("  3 to 1", ""),
    ],
)
def test_signs_of_elsewhere_are_written_as_here(text: str, meant: str) -> None:
    made = list(in_our_signs(text))
    assert meant in made if meant else text not in made
