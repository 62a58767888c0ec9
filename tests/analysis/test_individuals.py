"""The analysis over pieces against brute force: every position of up to three of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from regola_compiler.analysis.session import Analysis
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.deeds import turnout
from regola_compiler.evaluate.play.pieces import extent_of
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.model.program import Action, Definition, Fact, Program
from regola_compiler.model.types import (
    FORBIDDEN,
    HANDLES,
    NONE,
    Handle,
    HandleType,
    Member,
    Type,
    UnionType,
    Value,
    individual,
)
from support.drawn import piece_programs
from support.effort import drawn
from support.small_programs import compiled_text, values_of

SETTINGS = settings(max_examples=drawn(15), deadline=None, suppress_health_check=[HealthCheck.too_slow])
SPACES = 2


def worlds(program: Program) -> Iterator[Position]:
    """Every position of up to three units on up to two spaces."""
    spaces = range(SPACES + 1) if "Space" in program.pieces else (0,)
    for units, places in itertools.product(range(HANDLES + 1), spaces):
        there = {"Unit": units, "Space": places}
        pieces = {name: tuple(individual(name, n) for n in range(1, there[name] + 1)) for name in program.pieces}
        keys, values = [], []
        for fact in program.callables.values():
            if isinstance(fact, Fact) and fact.owner:
                keys += [(fact.name, (piece,)) for piece in pieces[fact.owner]]
                values += [_values(fact.result, pieces)] * len(pieces[fact.owner])
        listed: Position = {(extent_of(name), ()): some for name, some in pieces.items()}
        listed["phase", ()] = Member("Phase", 0)
        for told in itertools.product(*values):
            yield {**listed, **dict(zip(keys, told, strict=True))}


def _values(type_: Type, pieces: dict[str, tuple[Handle, ...]]) -> list[Value]:
    if isinstance(type_, HandleType):
        return list(pieces[type_.name])
    if isinstance(type_, UnionType):
        return [
            NONE,
            *(value for option in type_.options if option.name != "none" for value in _values(option, pieces)),
        ]
    return values_of(type_)


def problems(program: Program, item: Definition | Action, position: Position) -> Iterator[tuple[str, Any]]:
    """What goes wrong in a position where a declaration is asked, and an action done, for any pieces."""
    pieces = position[extent_of("Unit"), ()]
    assert isinstance(pieces, tuple)
    for arguments in itertools.product(pieces, repeat=len(item.parameters)):
        run = Interpreter(program, position, own=False)
        try:
            answer = run.call(item.name, list(arguments))
            if isinstance(item, Action) and answer != FORBIDDEN:
                turnout(run, item.effects, {p.name: v for p, v in zip(item.parameters, arguments, strict=True)})
        except RuleError as problem:
            if problem.owner in {item.name, None}:
                yield problem.slug, problem.site


@SETTINGS
@given(piece_programs)
def test_what_is_found_over_pieces_is_what_three_of_them_show(text: str) -> None:
    compiled = compiled_text(text)
    assert not compiled.failed, [found.message for found in compiled.found]
    survey = Analysis(compiled.program)
    program = survey.program
    everywhere = list(worlds(compiled.program))
    for name, item in compiled.program.callables.items():
        if not isinstance(item, Definition | Action):
            continue
        findings = survey.findings(name)
        told = {(found.problem.slug, found.problem.site) for found in findings}
        met = {key for position in everywhere for key in problems(program, item, position)}
        if name in survey.undecided or name in survey.partial:
            continue
        assert met <= told, "what can happen is found"
        for found in findings:
            # Of two problems of a deed the position may show the first alone: then what is told is told as possible.
            if (found.problem.slug, found.problem.site) in met:
                assert survey.witness(found) is not None, "what is found is shown"
            elif isinstance(item, Definition):
                assert survey.witness(found) is None
                assert not found.certain, "what is certain can happen"


@SETTINGS
@given(piece_programs)
def test_what_a_finding_shows_of_pieces_can_be_pasted(text: str) -> None:
    survey = Analysis(compiled_text(text).program)
    for name in list(survey.program.callables):
        for found in [] if name.startswith("every ") else survey.findings(name):
            shown = survey.witness(found)
            if shown is None:
                continue
            pasted = compiled_text(f"{text}\n{shown[0].example}\n")
            assert not pasted.failed, [one.message for one in pasted.found]
            (result,) = run_examples(pasted.program)
            last = result.lines[-1]
            # A deed that goes wrong runs into what is claimed, or into what else is wrong with it there.
            assert last.passed or last.problem is not None
            assert all(line.passed for line in result.lines[:-1])
