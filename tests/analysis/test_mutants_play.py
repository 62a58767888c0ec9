"""Small changes of what is played: each is made, said as files write it, and told by a comparison of the two editions."""

from __future__ import annotations

from functools import cache

import pytest
from regola_compiler.diff.compare import Comparison
from regola_compiler.diff.match import Edition, match_editions
from regola_compiler.driver import understand
from regola_compiler.model.program import Program
from regola_compiler.mutation.generate import Mutant, mutants
from regola_compiler.mutation.run import verdicts
from support.raid import raid


@cache
def program() -> Program:
    return understand(raid()).program


@cache
def every() -> tuple[Mutant, ...]:
    return tuple(mutants(program()))


@pytest.mark.parametrize(
    "said",
    [
        "action hit: effect effect v.hull: loses → gains",
        "action hit: effect effect v leaves: effect v leaves → ",
        "action hit: number effect gold: 3 → 4",
        "action sail: number limit 1: 1 → 2",
        "action sail: requirement : limit 1 → ",
        "action sail: requirement : v among mine(s) → ",
        "action refit: effect effect prize takes over v: prize takes over v → v takes over prize",
        "action refit: value roll prize: crown → corsairs",
        "state owed: life : lasting battle → ",
        "state holder: life : until winter → ",
        "rule sail_first: due : at once → ",
        "rule hits_are_taken: due : by the end of losses → ",
        "rule hits_are_taken: due : where possible → ",
        "rule hits_are_taken: effect failing that: effect owed → ",
        "sequence year: loop for w: in any order → ",
        "sequence year: condition phase sailing: stays until owed is 0 → ",
        "sequence year: condition phase losses: ends when owed is 0 → ",
        "sequence year: effect first: gains → loses",
        "sequence year: condition phase winter: the game ends when gold(corsairs) >= 40 → ",
        "action lend: agreement : agreed by corsairs → ",
        "action lend: value agreed by: corsairs → crown",
        "sequence year: agreement phase council: by captains together, else crown → by crown",
        "sequence year: agreement phase orders: at once → ",
        "sequence storm: number roll dice: 2 → 3",
        "sequence storm: loop for v: by most v.guns → ",
    ],
)
def test_what_is_played_is_changed(said: str) -> None:
    found = [
        f"{one.kind} {one.declaration}: {one.change.kind} {one.change.part}: {one.change.was} → {one.change.now}"
        for one in every()
    ]
    assert said in found


def test_what_the_play_keeps_is_nothing_that_is_written() -> None:
    hidden = {name for name, item in program().callables.items() if getattr(item, "hidden", False)}
    assert hidden
    assert not hidden & {mutant.declaration for mutant in every()}


def test_a_comparison_tells_every_change_of_what_is_played() -> None:
    old = Edition("old", program())
    silent = [
        (mutant.declaration, mutant.change.was, mutant.change.now)
        for mutant in every()
        if mutant.change.kind in {"effect", "life", "due", "loop"}
        if not Comparison(match_editions(old, Edition("new", mutant.of(program())))).changes()
    ]
    assert silent == []


def test_examples_notice_some() -> None:
    noticed = {one.mutant.change.was for one in verdicts(program(), every()) if one.noticing}
    assert {"effect v.hull", "loses"} <= noticed
