"""What is worked out is held to the type that is declared for it, wherever it stands, and by all alike.

Each rule here leaves its type for some of its inputs. The interpreter, the Python and the JavaScript module refuse the
same ones, and the analysis finds just those rules.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from regola_compiler.analysis.session import Analysis, is_explored
from regola_compiler.driver import Compiled
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.errors import OutOfRange, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Fact, Rule
from regola_compiler.model.types import Member, Type, Value
from support.node import Node, Question, asked
from support.small_programs import compiled_text, values_of

TYPES = """\
enum Colour @1
  red, green, blue
enum Suit @1
  cups, coins
record Hand @1
  best: int 0..1
  cards: list of int 0..1
  suits: list of Colour up to 2
  die: d6
  both: d66
  trump: Colour

given lead(c: Colour): Colour or Suit @2

define far(c: Colour) -> int 0..99 @3
  match c {red: 9, green: 1, otherwise: 17}
"""
# By what is held, a rule `rule` that leaves its type for red, and not for green.
RULES = {
    "a number": "define rule(c: Colour) -> int 0..1 @4\n  far(c)",
    "dice": "define rule(c: Colour) -> d6 @4\n  far(c)",
    "digits": "define rule(c: Colour) -> d66 @4\n  far(c) + 10",
    "how many": "define rule(c: Colour) -> list of Colour up to 2 @4\n  if c is red then [c, c, c] else [c]",
    "how few": "define rule(c: Colour) -> list of Colour from 1 up to 2 @4\n  if c is red then [] else [c]",
    "items": "define rule(c: Colour) -> list of int 0..1 @4\n  [0, far(c)]",
    "what is asked with": "define of(n: int 0..1) -> int @4\n  n\ndefine rule(c: Colour) -> int @4\n  of(far(c))",
    "items asked with": "define of(those: list of int 0..1) -> int @4\n  sum of n for n in those\n"
    "define rule(c: Colour) -> int @4\n  of([far(c)])",
    "how many are asked with": "define of(those: list of Colour up to 2) -> int @4\n  count x in those\n"
    "define rule(c: Colour) -> int @4\n  of(if c is red then [c, c, c] else [c])",
    "a field": "{hand}far(c), cards: [], suits: [], die: 1, both: 11, trump: red)",
    "items of a field": "{hand}0, cards: [far(c)], suits: [], die: 1, both: 11, trump: red)",
    "how many of a field": "{hand}0, cards: [], suits: if c is red then [c, c, c] else [], die: 1, both: 11, trump: red)",
    "dice of a field": "{hand}0, cards: [], suits: [], die: far(c), both: 11, trump: red)",
    "digits of a field": "{hand}0, cards: [], suits: [], die: 1, both: far(c) + 10, trump: red)",
    "one of several": "{hand}0, cards: [], suits: [], die: 1, both: 11, trump: lead(c))",
    "an answer of several": "define rule(c: Colour) -> Colour @4\n  lead(c)",
    "modifiers": "modifiers rule(c: Colour) -> int 0..1 @4\n  +1 one when c is red\n  +1 two when c in {{red, green}}",
    "a cell": "table rule(c: Colour) -> int 0..1 @4\n{head}\n  | red, green | far(c) |\n  | blue | 1 |",
    "a cell written out": "table rule(c: Colour) -> int 0..1 @4\n{head}\n  | red | 2 - 5 |\n  | green, blue | 5 - 4 |",
    "a cell of dice": "table rule(c: Colour) -> d6 @4\n{head}\n  | red, green | far(c) |\n  | blue | 6 |",
    "a cell of several": "table rule(c: Colour) -> Colour @4\n{head}\n  | red, green | lead(c) |\n  | blue | red |",
    "a cell that is a list": "table rule(c: Colour) -> list of int 0..1 up to 2 @4\n{head}\n"
    "  | red | [1, 1, 1] |\n  | green, blue | [1] |",
    "cells in columns": "table rule(c: Colour) -> (low: int 0..1, high: int 0..9) @4\n  | c | high | low |\n"
    "  | red, green | 3 | far(c) |\n  | blue | 3 | 0 |",
    "the first that fits": "table rule(c: Colour) -> int 0..1 @4\n  hit first\n{head}\n  | green | 1 |\n  | - | far(c) |",
    "the most of all": "table rule(c: Colour) -> int 0..1 @4\n  hit max\n{head}\n  | - | 0 |\n  | red, green | far(c) |",
    "the least of all": "table rule(c: Colour) -> int 0..1 @4\n  hit min\n{head}\n  | - | 0 |\n  | red, green | far(c) |",
    "all that fit": "table rule(c: Colour) -> int 0..1 @4\n  hit all\n{head}\n  | - | 0 |\n  | red, green | far(c) |",
    "a sum": "table rule(c: Colour) -> int 0..1 @4\n  hit sum\n{head}\n  | red | 1 |\n  | red, green | 1 |",
    "a sum that is worked out": "table rule(c: Colour) -> int 0..9 @4\n  hit sum\n{head}\n  | red | 1 |\n"
    "  | red, green | min(9, far(c)) |",
    "many rows": "table rule(c: Colour, n: int 0..40) -> int 0..1 @4\n  | c | n | out |\n"
    + "".join(f"  | - | {n} | {'far(c)' if n == 7 else '1'} |\n" for n in range(41)),
}  # fmt: skip
LEFT_OUT = {
    "{hand}": "define rule(c: Colour) -> Hand @4\n  Hand(best: ",
    "{head}": "  | c | out |",
    "{{": "{",
    "}}": "}",
}


def program_with(rule: str) -> Compiled:
    for short, whole in LEFT_OUT.items():
        rule = rule.replace(short, whole)
    compiled = compiled_text(f"{TYPES}\n{rule}\n")
    assert not compiled.failed, [one.message for one in compiled.found]
    return compiled


def questions(compiled: Compiled) -> list[Question]:
    """Every rule asked with everything, where red leads a suit and the others a colour."""
    position: Position = {
        ("lead", (Member("Colour", place),)): Member("Colour" if place else "Suit", 0) for place in range(3)
    }
    return [
        Question(item, list(values), position)
        for item in compiled.program.callables.values()
        if not isinstance(item, Fact)
        for values in product(*(values_of(one.type, longest=2) for one in item.parameters))
    ]


def of_interpreter(compiled: Compiled, question: Question) -> str | None:
    try:
        Interpreter(compiled.program, question.position).call(question.item.name, list(question.values))
    except RuleError as problem:
        return type(problem).__name__
    return None


def of_module(made: CompiledModule, question: Question) -> str | None:
    def own(value: Value, type_: Type) -> Any:
        return to_python(made.module, made.names, value, type_)

    fact = made.program.callables["lead"]
    lead = {
        (own(colour, fact.parameters[0].type),): own(value, fact.result)
        for (_, (colour,)), value in question.position.items()
    }
    given = {
        one.name: own(value, one.type) for one, value in zip(question.item.parameters, question.values, strict=True)
    }
    try:
        made.module.ask(question.item.name, made.module.Position(lead=lead), **given)
    except made.module.NoAnswer as problem:
        return type(problem).__name__
    return None


def is_red(item: Rule, values: list[Value]) -> bool:
    return item.name == "rule" and values[0] == Member("Colour", 0)


@pytest.mark.parametrize("what", RULES)
def test_nothing_leaves_its_type_unseen(what: str) -> None:
    compiled = program_with(RULES[what])
    made = CompiledModule(compiled.program, lambda: compiled.ir)
    left = set()
    for question in questions(compiled):
        found = of_interpreter(compiled, question)
        assert found == of_module(made, question), (question.item.name, question.values)
        assert found in {None, "OutOfRange"}
        if found:
            left.add(question.item.name)
            assert not (question.item.name == "rule" and question.values[0] == Member("Colour", 1)), "green keeps to it"
        elif is_red(question.item, question.values):
            assert what == "many rows", "red does not"
    assert left == {"rule"}
    survey = Analysis(compiled.program, confirm=made.reproduces)
    found_by_analysis = survey.all(OutOfRange)
    assert {one.owner for one in found_by_analysis} == {"rule"}
    assert all(survey.witness(one) for one in found_by_analysis), "and shows it"


@pytest.mark.node
def test_javascript_says_the_same(tmp_path: Path) -> None:
    for place, (what, rule) in enumerate(RULES.items()):
        compiled = program_with(rule)
        folder = tmp_path / str(place)
        folder.mkdir()
        listed = questions(compiled)
        answers = Node(compiled.ir, folder).answers(compiled.program, listed)
        for question, answer in zip(listed, answers, strict=True):
            want = asked(compiled.program, question)
            assert want is not None
            assert answer.get("error") == want.get("error"), (what, question.item.name, question.values)
            assert answer.get("value") == want.get("value")


KEPT = """
table sums(c: Colour) -> int 0..3 @4
  hit sum
  | c | out |
  | red | 1 |
  | red, green | 2 |
table copied(c: Colour) -> int -3..9 @4
  | c | out |
  | red | -3 |
  | green, blue | min(max(far(c), 0), 9) |
define hand(c: Colour) -> Hand @4
  Hand(best: 1, cards: [0, 1], suits: [c, red], die: 6, both: 11, trump: c)
"""


def test_what_cannot_leave_its_type_is_not_held_to_it() -> None:
    compiled = program_with(KEPT)
    assert not Analysis(compiled.program).all(OutOfRange)
    text = python_module(compiled.ir)
    for rule in ("sums", "copied", "hand"):
        assert "within(" not in text.split(f"def {rule}(")[1].split("\ndef ")[0]


def test_every_rule_that_is_held_is_explored() -> None:
    for rule in RULES.values():
        compiled = program_with(rule)
        assert is_explored(compiled.program.callables["rule"])
