"""Parameters that are several of a list at once: which groups are listed, and how one is named."""

from __future__ import annotations

from itertools import permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_compiler.evaluate.errors import TooManyChoices
from regola_compiler.evaluate.play.supposing import MANY_GROUPS, groups_of
from regola_compiler.model.program import Parameter
from regola_compiler.model.types import Handle, HandleType, ListType
from regola_compiler.play.notation import move_text, read_move
from regola_compiler.play.rules import Playing
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source, Span
from regola_runtime import Game, groups
from regola_runtime.play import Do, TooMany
from support.played_twice import compiled
from support.small_programs import GROUPS

MANY = GROUPS.replace("setup\n", "setup\n  60 Wing(factors: 1)\n")
WINGS = tuple(Handle("Wing", name) for name in "abcdefgh")
SPAN = Span("game.regola", 1, 1, 1, 2)


def playing(text: str) -> Playing:
    """A game, ready to be played."""
    program, found = resolve_program(parse_source(Source("game.regola", text)).declarations)
    assert not found
    return Playing(program)


@given(st.integers(0, 3), st.integers(0, 4), st.lists(st.sampled_from(WINGS), unique=True))
def test_groups_are_listed_in_the_order_of_the_list(least: int, more: int, those: list[Handle]) -> None:
    """Small ones first; both forms list the same, and of each set of items one."""
    most = least + more
    parameter = Parameter("those", ListType(HandleType("Wing", individuals=True), most, least), SPAN)
    listed = groups_of(tuple(those), parameter, "use")
    assert listed == groups(those, least, most, "those")
    assert len(set(map(frozenset, listed))) == len(listed) == sum(comb(len(those), n) for n in range(least, most + 1))
    assert list(map(len, listed)) == sorted(map(len, listed))
    assert all(group == tuple(one for one in those if one in group) for group in listed)


def test_a_group_is_named_in_any_order() -> None:
    game = playing(GROUPS)
    state = game.engine.begin(game.start())
    moves = game.engine.moves(state)
    assert [move_text(game.program, move) for move in moves] == [
        "use(1, [a, b])",
        "use(2, [a, c])",
        "use(2, [b, c])",
        "end change",
    ]
    for order in permutations("ca"):
        assert read_move(game.program, state.position, f"use(2, [{', '.join(order)}])", moves) == moves[1]
    other = read_move(game.program, state.position, "use(2, [a, b])", moves)
    assert isinstance(other, Do)
    assert other not in moves


def test_more_groups_than_can_be_listed_are_an_error_of_their_own(tmp_path: Path) -> None:
    assert comb(63, 3) > MANY_GROUPS
    game = playing(MANY)
    with pytest.raises(TooManyChoices):
        game.engine.begin(game.start())
    path = tmp_path / "many.regola"
    path.write_text(MANY, "utf-8")
    module: Any = compiled(path).module
    with pytest.raises(TooMany):
        _ = Game(module.PLAY).legal_moves
