"""Games in which ways are chosen: interpreter and module play the same, and ways that are one come to the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import understand
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.model.program import Action
from regola_compiler.model.types import FORBIDDEN
from regola_compiler.play.rules import Playing
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime.play import Do
from support.effort import drawn
from support.played_twice import Twice, random_history
from support.random_march_programs import march_program

NUMBERS = st.integers(0, 10_000)


def compiled(text: str) -> CompiledModule:
    """The program and the module of a text."""
    found = understand(Game("marches", Path(), {}, [Source("marches.regola", text)]))
    return CompiledModule(found.program, lambda: found.ir)


@settings(max_examples=drawn(20), deadline=None)
@given(NUMBERS, NUMBERS)
def test_the_module_marches_by_the_same_ways(seed: int, luck: int) -> None:
    random_history(Twice(compiled(march_program(seed))), luck, 12)


@settings(max_examples=drawn(20), deadline=None)
@given(NUMBERS, NUMBERS)
def test_ways_that_are_one_come_to_the_same(seed: int, luck: int) -> None:
    """What is listed is of each kind the first that may be done; the others may be done too, to the same end."""
    own = compiled(march_program(seed))
    playing, chance = Playing(own.program), Random(luck)
    engine, action = playing.engine, own.program.callables["move"]
    assert isinstance(action, Action)
    deed = engine.rules.deeds["move"]
    state = engine.begin(playing.start())
    for _ in range(6):
        if state.over:
            return
        listed = [move for move in engine.moves(state) if isinstance(move, Do)]
        run = playing.run(state.position)
        carts = list(deed.choices[0](state.position, ()))
        every = [Do("move", (cart, way)) for cart in carts for way in deed.choices[1](state.position, (cart,))]
        allowed = [move for move in every if run.call("move", list(move.arguments)) != FORBIDDEN]
        assert set(listed) <= set(allowed)
        assert all(engine.may(state, move) is (move in allowed) for move in every)
        ends = {move: frozenset(engine.play(state, move).position.items()) for move in allowed}
        assert {(move.arguments[0], ends[move]) for move in listed} == {(m.arguments[0], ends[m]) for m in allowed}
        first = {move.arguments[0]: move for move in reversed(allowed)}
        assert {move.arguments[0]: move for move in reversed(listed)} == first  # the first of all stands for its kind
        state = engine.play(state, chance.choice(engine.moves(state)))
