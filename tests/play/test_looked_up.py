"""Pieces that are looked up by what is kept of them: the answer is that of going through all, or has the same error."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.ir import played
from regola_compiler.model.program import Definition
from regola_compiler.model.types import HandleType, Type, Value, domain
from regola_runtime import NoAnswer
from regola_runtime.play import Do, State
from regola_runtime.played import memory
from support.effort import drawn
from support.played_twice import Twice, random_history
from support.random_lookups import lookups_program
from support.random_play_programs import play_program
from support.small_programs import compiled_text

MOST = 12  # with how many arguments each question is asked in one position
NUMBERS = st.integers(0, 10_000)


def twice(text: str) -> Twice:
    compiled = compiled_text(text)
    assert not compiled.failed, compiled.found
    return Twice(CompiledModule(compiled.program, lambda: compiled.ir))


def same_answers(both: Twice, here: State[Any], there: State[Any], chance: Random) -> int:
    """Hold the answers to all questions in a state to one another; how many of them are no error."""

    def values(type_: Type) -> list[Value]:
        return list(there_are(here.position, type_.name) if isinstance(type_, HandleType) else domain(type_) or ())

    run, answered = both.playing.run(here.position), 0
    for question in both.program.callables.values():
        if not isinstance(question, Definition) or not question.name.startswith("q"):
            continue
        asked = list(product(*(values(one.type) for one in question.parameters)))
        for given_ in chance.sample(asked, min(MOST, len(asked))):
            own = [both.own(value, one.type) for value, one in zip(given_, question.parameters, strict=True)]
            try:
                wanted: Any = both.own(run.call(question.name, list(given_)), question.result)
                answered += 1
            except RuleError as problem:
                wanted = type(problem).__name__
            try:
                found: Any = getattr(both.module, question.name)(there.position, *own)
            except NoAnswer as problem:
                found = type(problem).__name__
            assert found == wanted, (question.name, given_)
    return answered


@pytest.fixture(params=[False, True], ids=["as it is worth", "all of it"])
def remembered(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered: the rules for which that is worth it, or every one that can be."""
    if request.param:
        monkeypatch.setattr(played, "WORTH", 1)
        monkeypatch.setattr(memory, "MOST_KEYS", 40)


@pytest.mark.usefixtures("remembered")
@settings(max_examples=drawn(20), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=NUMBERS, seed=NUMBERS)
def test_questions_about_pieces_have_the_same_answers_wherever_they_are_asked(program: int, seed: int) -> None:
    """In each position of a game, and again in earlier ones; pieces come, go, move, and are nowhere."""
    both, chance = twice(lookups_program(program)), Random(seed)
    here, there = both.playing.engine.begin(both.playing.start()), both.engine.begin(both.module.start())
    seen, answered = [(here, there)], 0
    while not here.over and len(seen) < 16:
        answered += same_answers(both, *chance.choice(seen), chance) + same_answers(both, here, there, chance)
        moves = both.playing.engine.moves(here)
        assert list(map(both.move, moves)) == list(both.engine.moves(there))
        move = chance.choice([one for one in moves if isinstance(one, Do)] or moves)
        here, there = both.playing.engine.play(here, move, {}), both.engine.play(there, both.move(move), {})
        seen.append((here, there))
    assert answered > 0


@pytest.mark.usefixtures("remembered")
@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=NUMBERS, seed=NUMBERS)
def test_what_is_remembered_by_a_key_plays_as_the_interpreter_does(program: int, seed: int) -> None:
    """Twice by one module: what it remembers of the first game is not taken for what is so in the second."""
    both = twice(play_program(program))
    random_history(both, seed, 20)
    random_history(both, seed + 1, 20)


def test_the_questions_are_answered_by_looking_up() -> None:
    """Else what is held together above would be nothing new."""
    texts = [
        CompiledModule(one.program, lambda one=one: one.ir).text
        for one in map(compiled_text, map(lookups_program, range(6)))
    ]
    assert all(".at(position, (" in text for text in texts)
