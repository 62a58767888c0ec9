"""Permissions are written as conditions one after the other; whatever rules say, lift and stand over, the answer is one."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import regola_runtime
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.types import Value, show
from support.effort import drawn
from support.small_programs import compiled_text, values_of

# What always has an answer, and what may have none: a fact that is not told, a number past the edge of a table.
CONDITIONS = ("a", "b", "n > 1", "told", "untold", "t(n) is 1", "half(n) > 0", "not (a and untold)", "g is red")
HEAD = """
enum G @1
  red, green
state told: bool = false @1
given untold: bool @1
table t(n: int 0..3) -> int 0..1 @1
  | n    | out |
  | 0    | 0   |
  | 1, 2 | 1   |
define half(n: int 0..2) -> number @1
  n / 2
"""


class Rules:
    """Random rules of one action: what they say, what lifts them, and which stand over which."""

    def __init__(self, seed: int) -> None:
        self.random, self.made = Random(seed), 0
        self.names: list[str] = []
        # Where nothing forbids, what stands over what decides between may and must alone.
        self.words = self.random.choice([("must not", "must not", "may", "must"), ("may", "must")])
        default = self.random.choice(["  allowed unless forbidden\n", "  forbidden unless allowed\n", ""])
        required = "".join(f"  requires {self.condition()}\n" for _ in range(self.random.randint(0, 1)))
        rules = "".join(self.rule() for _ in range(self.random.randint(1, 4)))
        self.text = f"{HEAD}action act(a: bool, b: bool, n: int 0..3, g: G) @2\n{default}{required}{rules}"

    def condition(self) -> str:
        parts = self.random.sample(CONDITIONS, self.random.choice([1, 1, 2]))
        return self.random.choice([" and ", " or "]).join(parts)

    def says(self) -> str:
        return self.random.choice(self.words)

    def name(self) -> str:
        self.made += 1
        return f"r{self.made}"

    def rule(self) -> str:
        name = self.name()
        over = f" over {self.random.choice(self.names)}" if self.names and self.random.random() < 0.7 else ""
        text = f"rule {name}{over} @2\n  anyone {self.says()} act(a, b, n, g) when {self.condition()}\n"
        self.names.append(name)
        return text + "".join(self.exception(1) for _ in range(self.random.choice([0, 0, 1, 2])))

    def exception(self, depth: int) -> str:
        indent = "  " * depth
        text = f"{indent}exception {self.name()} @2 when {self.condition()}\n"
        if self.random.random() < 0.4:
            text += f"{indent}  anyone {self.says()} act(a, b, n, g)\n"
        if depth < 3 and self.random.random() < 0.3:
            text += self.exception(depth + 1)
        return text


@settings(max_examples=drawn(120), deadline=None)
@given(st.integers(0, 1_000_000))
def test_a_permission_is_the_one_that_the_rules_give(seed: int) -> None:
    compiled = compiled_text(Rules(seed).text)
    own = CompiledModule(compiled.program, lambda: compiled.ir)
    action = compiled.program.callables["act"]
    for told, untold in itertools.product((False, True), (None, False, True)):
        position = {("told", ()): told} | ({} if untold is None else {("untold", ()): untold})
        there = own.module.Position(**{name: value for (name, _), value in position.items()})
        for values in itertools.product(*(values_of(one.type) for one in action.parameters)):
            given_ = [
                to_python(own.module, own.names, value, one.type)
                for value, one in zip(values, action.parameters, strict=True)
            ]
            assert permitted(own, there, given_) == answer(compiled, position, list(values))


def answer(compiled: Compiled, position: Position, values: list[Value]) -> str:
    """What the interpreter says, or the error it raises."""
    action = compiled.program.callables["act"]
    try:
        return show(Interpreter(compiled.program, position).call("act", values), action.result)
    except RuleError as problem:
        return type(problem).__name__


def permitted(own: CompiledModule, position: Any, values: list[Any]) -> str:
    """What the module says, or the error it raises; with reasons it says the same."""
    names = [one.name for one in own.program.callables["act"].parameters]
    told = []
    there = (position,) if own.module.FUNCTIONS["act"].position else ()
    for asked in (
        lambda: own.module.act(*there, *values),
        lambda: own.module.explain("act", position, **dict(zip(names, values, strict=True))).value,
    ):
        try:
            told.append(str(asked()))
        except regola_runtime.NoAnswer as problem:
            told.append(type(problem).__name__)
    assert told[0] == told[1]
    return told[0]
