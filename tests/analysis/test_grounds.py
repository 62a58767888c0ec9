"""What an answer rests on: every default that was read and no other, and the errata by the ways in which they bear."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from regola_compiler.evaluate.errors import NotGiven, RuleError
from regola_compiler.evaluate.grounds import bearing_on, grounds, watched, with_turns
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.odds.distribution import distribution
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.queries import answer, lookup
from regola_compiler.evaluate.reading import read_arguments, read_position
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.evaluate.worked.mending import explained, mending
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import ALLOWED, FORBIDDEN, HandleType, Value
from regola_compiler.report.grounds import as_lines
from support.drawn import randoms
from support.effort import drawn
from support.random_position_programs import random_position_program
from support.small_programs import compiled_text, values_of

Question = tuple[str, tuple[Value, ...]]


def outcome(run: Interpreter, question: Question) -> Any:
    """An answer, or why there is none."""
    try:
        return run.call(question[0], list(question[1]))
    except RuleError as problem:
        return type(problem), getattr(problem, "fact", None), getattr(problem, "arguments", None)


def some_value(random: Random, item: Any) -> Value:
    return random.choice(list(islice(values_of(item, longest=2), 40)))


def questions(random: Random, program: Program) -> list[tuple[Question, Position]]:
    """Some questions, each in a position in which something is told of some facts."""
    facts = [item for item in program.callables.values() if isinstance(item, Fact)]
    asked = [item for item in program.callables.values() if not isinstance(item, Fact)]
    asked = [item for item in asked if not any(isinstance(p.type, HandleType) for p in item.parameters)]
    found = []
    for item in random.sample(asked, min(len(asked), 6)):
        arguments = tuple(some_value(random, parameter.type) for parameter in item.parameters)
        position: Position = {}
        for fact in facts:
            if fact.default is None or random.random() < 0.3:
                for _ in range(3):
                    key = (fact.name, tuple(some_value(random, p.type) for p in fact.parameters))
                    position[key] = some_value(random, fact.result)
        found.append(((item.name, arguments), position))
    return found


@settings(max_examples=drawn(40))
@given(randoms())
def test_what_is_listed_may_be_told_and_what_is_not_matters_not(random: Random) -> None:
    program = compiled_text(random_position_program(random)).program
    facts = [item for item in program.callables.values() if isinstance(item, Fact)]
    for question, position in questions(random, program):
        run = watched(program, position)
        first = outcome(run, question)
        taken = {(d.fact.name, d.arguments): d.value for d in grounds(run).defaults}
        assert not taken.keys() & position.keys()
        assert outcome(Interpreter(program, position), question) == first
        assert outcome(Interpreter(program, {**position, **taken}), question) == first
        missing = first[1:] if isinstance(first, tuple) and first[:1] == (NotGiven,) else ()
        for fact in facts:
            key = (fact.name, tuple(some_value(random, p.type) for p in fact.parameters))
            if key not in position and key not in taken and key != missing:
                told = {**position, key: some_value(random, fact.result)}
                assert outcome(Interpreter(program, told), question) == first, key


@settings(max_examples=drawn(20))
@given(randoms())
def test_what_turns_an_answer_turns_it(random: Random) -> None:
    program = compiled_text(random_position_program(random)).program
    for (name, arguments), position in questions(random, program):
        run = watched(program, position)
        first = outcome(run, (name, arguments))
        if isinstance(first, tuple):
            continue
        for default in with_turns(grounds(run), program, position, name, arguments, first).defaults:
            if default.turn is not None:
                told = {**position, (default.fact.name, default.arguments): default.turn.value}
                other = outcome(Interpreter(program, told), (name, arguments))
                assert other != first
                assert default.turn.answer == (None if isinstance(other, tuple) else other)


BOOK = """\
enum Sky @1.1
  clear, storm

state sky: Sky = clear @1.1
state paid: bool = false @2.1

action sail(heavy: bool) @3.1
  allowed unless forbidden

rule storms_keep_ships_in @3.2
  anyone must not sail when sky is storm

rule heavy_ships_go_out @7.4
  anyone may sail when heavy

rule unpaid_ships_stay by who_pays @2.2
  anyone must not sail when not heavy and not paid

erratum who_pays @2.2
  @2.2 silent
    en "Who pays"
  ruling because
    en "Whoever sails light"

erratum heavy_ships_in_storms @3.2, 7.4
  @3.2 says sail(true) is forbidden given sky is storm
  @7.4 says sail(true) is allowed given sky is storm
  ruling heavy_ships_go_out over storms_keep_ships_in because
    en "7.4 is about storms"

define harbour_fee(heavy: bool) -> int 0..4 @5.1, "tables/fees"
  exception fee_in_words @5.1
    if heavy then 3 else 2
  exception fee_in_the_chart @"tables/fees" when heavy
    4

erratum fee_of_heavy_ships @5.1, "tables/fees"
  @5.1 says harbour_fee(true) is 3
  @"tables/fees" says harbour_fee(true) is 4
  ruling fee_in_words over fee_in_the_chart because
    en "The chart is the summary"

table storm(die: modified d6) -> int 0..4 @12.3
  | die | sunk |
  | 1-4 | 0    |
  | 5   | 1    | by fives
  | 6   | 1    |
  beyond die clamp by storms_past_the_table

define voyage(die: d6) -> int 0..4 @12.6
  storm(if paid then die else die + 1)

erratum fives @12.5
  @12.5 silent
    en "A five"
  unresolved
    en "Nobody knows"

erratum storms_past_the_table @12.3
  @12.3 silent
    en "The table runs from 1 to 6"
  ruling because
    en "The nearest row counts"

modifiers crew(big: bool) -> int -9..9 @13.1
  +1 cook @13.1
  +2 mate by mates @13.2 when big

erratum mates @13.2
  @13.2 silent
    en "Mates"
  ruling because
    en "Two"

define rations(n: int 0..9) -> int 0..9 @14.1
  n

define water(n: int 0..9) -> int 0..9 @14.1
  n

erratum how_much_is_eaten @14.1, 14.2
  @14.1 says rations(3) is 3
  @14.2 says rations(3) is 4
  ruling @14.1 because
    en "14.2 counts the cook"

erratum half_a_ration @14.1, 14.3
  @14.1 says
    en "A ration is one"
  @14.3 says
    en "A ration is a half"
  unresolved
    en "Ask the author"
"""


def book() -> Program:
    return compiled_text(BOOK).program


def told(name: str, **pairs: str) -> tuple[Value, list[tuple[str, list[str]]], list[str]]:
    """An answer, the errata that bear on it and how, and the lines a reader sees."""
    program = book()
    item = lookup(program, name)
    words, position = read_position(program, item, pairs)
    run = watched(program, position)
    found = answer(program, item, read_arguments(program, item, words), position, run)
    arguments = read_arguments(program, item, words)
    rests_on = with_turns(grounds(run), program, position, name, list(arguments.values()), found.value)
    errata = [(bearing.erratum.name, list(bearing.how)) for bearing in bearing_on(run)]
    return found.value, errata, list(as_lines(rests_on, name, item.result))


@pytest.mark.parametrize(
    ("name", "pairs", "errata"),
    [
        ("sail", {"heavy": "true", "sky": "storm"}, [("heavy_ships_in_storms", ["claim", "over"])]),
        ("sail", {"heavy": "true"}, [("heavy_ships_in_storms", ["over"])]),
        ("sail", {"heavy": "false"}, [("who_pays", ["by"])]),
        ("sail", {"heavy": "false", "paid": "true"}, []),
        ("harbour_fee", {"heavy": "true"}, [("fee_of_heavy_ships", ["claim", "over"])]),
        ("harbour_fee", {"heavy": "false"}, [("fee_of_heavy_ships", ["over"])]),
        ("storm", {"die": "3"}, []),
        ("storm", {"die": "5"}, [("fives", ["by"])]),
        ("storm", {"die": "9"}, [("storms_past_the_table", ["by"])]),
        ("crew", {"big": "true"}, [("mates", ["by"])]),
        ("crew", {"big": "false"}, []),
        ("rations", {"n": "3"}, [("how_much_is_eaten", ["claim", "section"]), ("half_a_ration", ["section"])]),
        ("rations", {"n": "2"}, [("how_much_is_eaten", ["section"]), ("half_a_ration", ["section"])]),
        ("water", {"n": "3"}, [("half_a_ration", ["section"])]),
    ],
)
def test_an_erratum_bears_on_what_it_rules(
    name: str, pairs: dict[str, str], errata: list[tuple[str, list[str]]]
) -> None:
    assert told(name, **pairs)[1] == errata


def test_odds_rest_on_what_their_answers_rest_on() -> None:
    program = book()
    item = lookup(program, "storm")
    run = watched(program)
    assert distribution(program, item, {}, None, run) == distribution(program, item, {})
    assert [bearing.erratum.name for bearing in grounds(run).errata] == ["fives"]
    run = watched(program)
    assert distribution(program, lookup(program, "voyage"), {}, {}, run)
    rests_on = grounds(run)
    assert [bearing.erratum.name for bearing in rests_on.errata] == ["storms_past_the_table", "fives"]
    assert [(default.fact.name, default.value) for default in rests_on.defaults] == [("paid", False)]


def test_a_reader_is_told_in_a_few_lines() -> None:
    assert told("sail", heavy="true")[2] == [
        "taken as it starts: sky = clear",
        "errata: heavy_ships_in_storms — ruled @7.4 over @3.2 because 7.4 is about storms",
    ]
    assert told("rations", n="3")[2] == [
        "errata: how_much_is_eaten — ruled @14.1 over @14.2 because 14.2 counts the cook",
        "unresolved: half_a_ration — @14.1 against @14.3: Ask the author",
    ]
    value, _, lines = told("sail", heavy="false")
    assert value == FORBIDDEN
    assert lines[0] == "taken as it starts: paid = false (true: allowed), sky = clear"
    value, _, lines = told("sail", heavy="false", paid="true")
    assert value == ALLOWED
    assert lines == [
        "taken as it starts: sky = clear (storm: forbidden)",
        "no rule speaks: the action's own line answers",
    ]


BOATS = """\
piece Boat @1
  big: bool = false @1
define any_big -> bool @1
  any b in Boat where b.big
"""


def test_that_no_piece_is_there_is_said_in_the_words_of_the_rules() -> None:
    program = compiled_text(BOATS).program
    item, run = lookup(program, "any_big"), watched(program)
    assert answer(program, item, {}, {}, run).value is False
    assert list(as_lines(grounds(run), "any_big", item.result)) == ["taken as it starts: no Boat is there"]


GATE = """\
state paid: bool = false @2.1
state toll(n: int 0..3): int 0..9 = 2 @2.1

assume nobody_pays_nine(n: int 0..3) @2.1
  toll(n) < 9

action pass_gate @3.1
  allowed unless forbidden

rule unpaid @2.2
  anyone must not pass_gate when not paid

define cost(n: int 0..3) -> int 0..9 @2.3
  toll(n)

example at_the_gate @3.1
  pass_gate is allowed
  cost(1) is 3
  cost(1) is 7
  cost(1) is 9
  given paid
  pass_gate is forbidden
"""


def test_a_line_that_a_default_lets_fail_says_so() -> None:
    program = compiled_text(GATE).program
    (result,) = run_examples(program)
    found = [explained(mending(program, result.example, line)) for line in result.lines]
    turned = "`, which nobody told and which starts as "
    assert found == [
        [f"the answer rests on `paid{turned}false: told true, the line comes out"],
        [f"the answer rests on `toll(1){turned}2: told 3, the line comes out"],
        [],  # not among the values that are tried
        [],  # no position has it
        [],
    ]
