"""Nothing hangs on what is recalled: an exploration that works everything out anew finds the same."""

from __future__ import annotations

from random import Random

import pytest
from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.recollection import Recollection
from regola_compiler.driver import compile_game, understand
from regola_compiler.model.program import Definition
from support.cases import compiled, game_of, read_cases
from support.effort import drawn, some
from support.paths import CASE_FILES
from support.random_position_programs import random_position_program
from support.random_programs import random_program

CASES = [
    case.texts
    for file in CASE_FILES
    if file.stem in {"amounts", "actions", "positions", "rules", "variants", "paths", "sequences"}
    for case in read_cases(file)
]


def everything_found(texts: tuple[str, ...]) -> tuple[str, ...]:
    """All that a check says of a game of these texts, in its order."""
    game = compile_game(game_of(texts))
    return (*map(repr, game.raw), repr(game.limits))


@pytest.mark.parametrize("seed", range(drawn(20)))
def test_random_programs_are_judged_alike_with_and_without_memory(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [(write(Random(seed)),) for write in (random_program, random_position_program)]
    recalled = [everything_found(one) for one in texts]
    monkeypatch.setattr(Recollection, "find", lambda *_: None)
    assert recalled == [everything_found(one) for one in texts]


def test_cases_are_judged_alike_with_and_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = some(CASES, every=6)
    recalled = [(*map(repr, compiled(texts).raw), repr(compiled(texts).limits)) for texts in cases]
    monkeypatch.setattr(Recollection, "find", lambda *_: None)
    for texts, found in zip(cases, recalled, strict=True):
        assert everything_found(texts) == found


TWICE_ASKED = """\
enum Place @1
  rome, milan, turin

given held(p: Place): bool = false @1

record Unit @1
  place: Place
  size: int 0..3

define f(a: Place, b: Place, us: list of Unit from 1) -> int 0..9 @2
  0
  exception x @3 when held(a)
    1
  exception y @4 when not held(b)
    1
  exception many @5 when any u in us where u.size > 2
    1
  exception all_of_them @6 when all u in us where u.place is rome
    1
  exception placed @7 when no u in us where held(u.place)
    1
"""


def explored(text: str) -> list[str]:
    """All boxes of all definitions with what comes out, in the order in which they were found."""
    program = understand(game_of((text,))).program
    executor = SymbolicExecutor(program)
    told = []
    for item in program.callables.values():
        if not isinstance(item, Definition):
            continue
        try:
            outcomes, more = executor.explore(item.name, 400), ""
        except BudgetExceeded as gave_up:
            outcomes, more = gave_up.done, gave_up.reason
        for one in outcomes:
            box = {leaf.text: values for leaf, values in one.box.items()}
            told.append(f"{item.name} {box} {one.value!r} {one.problem!r}")
        told.append(f"{more} {executor.symbolic.cuts} {executor.symbolic.limits} {executor.symbolic.work}")
    return told


@pytest.mark.parametrize("text", [TWICE_ASKED, *(random_position_program(Random(seed)) for seed in range(20, 26))])
def test_an_exploration_takes_the_same_course(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same boxes in the same order, as many steps, the same left untried: what is recalled is done again."""
    recalled = explored(text)
    monkeypatch.setattr(Recollection, "find", lambda *_: None)
    assert recalled == explored(text)
