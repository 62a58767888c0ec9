"""What an action changes in a module without an engine: what the interpreter says, clashes and what is reset among it."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import regola_runtime
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.doing import done
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action
from support.effort import drawn
from support.small_programs import compiled_text

EFFECTS = (
    "effect lamp becomes 1",
    "effect lamp becomes k when a or k is 1",
    "effect lamp becomes 2 when a",
    "effect oil(k) becomes 2",
    "effect oil(0) becomes 1 when not a",
    "effect oil(1) becomes oil(0)",
    "effect reset oil when k is 1",
    "effect reset lamp when a",
)


def program(random: Random) -> str:
    """An action with some effects, in any order."""
    chosen = random.sample(EFFECTS, random.randint(1, 4))
    lines = "".join(f"  {line}\n" for line in chosen)
    return (
        "state lamp: int 0..2 = 0 @1\nstate oil(n: int 0..1): int 0..2 = 0 @1\n"
        f"action tend(a: bool, k: int 0..1) @2\n  allowed unless forbidden\n{lines}"
    )


@settings(max_examples=drawn(60), deadline=None)
@given(st.integers(0, 1_000_000))
def test_what_is_changed_is_what_the_interpreter_changes(seed: int) -> None:
    compiled = compiled_text(program(Random(seed)))
    module: Any = CompiledModule(compiled.program, lambda: compiled.ir).module
    for lamp, oil, a, k in itertools.product((0, 1), (0, 2), (False, True), (0, 1)):
        position: Position = {("lamp", ()): lamp, ("oil", (0,)): oil, ("oil", (1,)): 1}
        there = module.Position(lamp=lamp, oil={(0,): oil, (1,): 1})
        try:
            after = module.do_tend(there, a, k)
            found = [module.lamp(after), module.oil(after, 0), module.oil(after, 1)]
        except regola_runtime.NoAnswer as problem:
            found = [type(problem).__name__]
        assert found == wanted(compiled, position, (a, k))


def wanted(compiled: Compiled, position: Position, values: tuple[Any, ...]) -> list[Any]:
    """What the interpreter says the facts are afterwards, or the error it raises."""
    action = compiled.program.callables["tend"]
    assert isinstance(action, Action)
    try:
        after, _ = done(Interpreter(compiled.program, position), action, values, {})
    except RuleError as problem:
        return [type(problem).__name__]
    run = Interpreter(compiled.program, after)
    return [run.call("lamp", []), run.call("oil", [0]), run.call("oil", [1])]
