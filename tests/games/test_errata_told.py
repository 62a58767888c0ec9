"""Whoever asks what an erratum is about is told of it; and what an answer took as it starts may be told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.grounds import grounds, watched
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.worked.examples import ExampleRun
from regola_compiler.evaluate.worked.supposed import tell_fact
from regola_compiler.model.program import Clause, Definition, Expectation, Expr, Program, Statement
from regola_compiler.model.types import BOOL
from support.effort import some_games
from support.games import understood
from support.paths import GAMES

NAMES = sorted(place.name for place in GAMES.iterdir() if (place / "game.yaml").is_file())
# Errata of which a claim, asked, would not name them, with the reason. There is none.
UNTOLD: dict[str, str] = {}


def asked_as_expression(program: Program, statement: Statement) -> set[str]:
    """The errata that are named where what a statement claims is asked, and what it supposes is told."""
    claim = statement.claim
    assert claim is not None
    root = Clause("the claim", (), (), None, (), claim, (), False, frozenset(), claim.span, claim.span)
    item = Definition("the claim", (), BOOL, root, (), (), claim.span, claim.span)
    run = watched(replace(program, callables={**program.callables, item.name: item}))
    for part in statement.given:
        tell_fact(run, part, {})
    with suppress(RuleError):  # what is asked in vain names them too
        run.call(item.name, [])
    return {bearing.erratum.name for bearing in grounds(run).errata}


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_that_is_asked_names_its_erratum(name: str) -> None:
    program = understood(name).program
    untold = {
        erratum.name
        for erratum in program.errata.values()
        for statement in erratum.statements
        if statement.claim is not None and erratum.name not in asked_as_expression(program, statement)
    }
    assert untold == {erratum for erratum in UNTOLD if erratum in program.errata}


def found(run: Interpreter, expression: Expr, example: ExampleRun) -> object:
    try:
        return run.evaluate(expression, run.bind(example.example.lets, {}))
    except RuleError as problem:
        return type(problem)


@pytest.mark.parametrize("name", some_games(NAMES))
def test_what_was_taken_as_it_starts_may_be_told(name: str) -> None:
    program = understood(name).program
    taken = 0
    for one in list(program.examples.values())[::5]:
        example = ExampleRun(program, one)
        for line in one.lines:
            position = example.position
            if isinstance(line, Expectation):
                run = watched(program, position)
                first = found(run, line.expression, example)
                defaults = {(d.fact.name, d.arguments): d.value for d in grounds(run).defaults}
                assert not defaults.keys() & position.keys()
                again = Interpreter(program, {**position, **defaults})
                assert found(again, line.expression, example) == first
                taken += len(defaults)
            example.attempt(line, traced=False)
    assert taken
