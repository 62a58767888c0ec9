"""What does not fit is refused alike by all that can be asked: by the same error, which names rule and parameter."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled, understand
from regola_compiler.emit.javascript.module import javascript_module
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.reading import QueryError, read_arguments
from regola_compiler.model.program import Fact, Program, Table
from regola_compiler.model.types import DiceType, EnumType, IntType, ListType, NumberType, RecordType, Type, UnionType
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime import Misfit
from support.effort import drawn, every_third
from support.games import understood
from support.hostile_values import HOSTILE, Throw, said_by_module, said_by_node
from support.node import NODE, Drawer
from support.random_position_programs import random_position_program
from support.random_programs import random_program

BOOKS = ("caucasus", "axis_allies", "lantern_pass")
KINDS = {"programs": random_program, "positions": random_position_program}
WORKED_OUT = re.compile(r" is -?\d+, outside ")
REFUSED = {"WrongValue", "OutOfRange", "WrongShape", "UnknownName"}


@cache
def book(name: str) -> tuple[Compiled, CompiledModule]:
    compiled = understood(name)
    return compiled, CompiledModule(compiled.program, lambda: compiled.ir)


def written(text: str) -> tuple[Compiled, CompiledModule]:
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", text)]))
    assert not compiled.failed
    return compiled, CompiledModule(compiled.program, lambda: compiled.ir)


def throws(program: Program, seed: int, each: int) -> list[Throw]:
    """For every rule and parameter some values that nobody means."""
    random = Random(seed)
    drawer = Drawer(program, random)
    return [
        Throw(item, tuple(drawer.value(one.type) for one in item.parameters), parameter.name, place)
        for item in program.callables.values()
        if not isinstance(item, Fact)
        for parameter in item.parameters
        for place in random.sample(range(len(HOSTILE)), each)
    ]


def is_record(type_: Type) -> bool:
    """Whether something is written as an object in JavaScript, and made by its class in Python."""
    match type_:
        case RecordType():
            return True
        case ListType():
            return is_record(type_.item)
        case UnionType():
            return any(map(is_record, type_.options))
        case _:
            return False


def hold_alike(compiled: Compiled, made: CompiledModule, folder: Path, thrown: list[Throw]) -> int:
    """Hold that both modules say the same; how many were refused."""
    refused = 0
    for throw, script in zip(thrown, said_by_node(compiled.ir, folder, compiled.program, thrown), strict=True):
        own = said_by_module(made, throw)
        type_ = next(one.type for one in throw.item.parameters if one.name == throw.parameter)
        what = (throw.item.name, throw.parameter, HOSTILE[throw.hostile][0])
        if is_record(type_) and isinstance(HOSTILE[throw.hostile][0], dict):
            continue  # an object is a record there, if all of its fields may be left out
        assert (own is None) == (script is None), (what, own, script)
        if own is None or script is None:
            continue
        refused += 1
        # What a rule makes of a value that it takes may be outside what it declares: that is no value's fault.
        worked_out = all(said[0] == "OutOfRange" and WORKED_OUT.search(said[1]) for said in (own, script))
        if not worked_out and (own[0] in REFUSED or script[0] in REFUSED):
            for said in (own, script):
                assert said[1].startswith(f"{throw.item.name}: "), (what, said)
                assert f"`{throw.parameter}" in said[1] or is_record(type_) or said[0] == "WrongShape", (what, said)
        if not is_record(type_):
            assert own[0] == script[0], (what, own, script)
            if isinstance(HOSTILE[throw.hostile][0], str) and not isinstance(type_, ListType):
                assert own[1] == script[1], (what, own, script)
    return refused


@pytest.mark.node
@pytest.mark.parametrize("name", every_third(BOOKS))
def test_every_rule_of_a_game_refuses_alike(name: str, tmp_path: Path) -> None:
    compiled, made = book(name)
    assert hold_alike(compiled, made, tmp_path, throws(compiled.program, 1, 6)) > 50


@pytest.mark.node
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=drawn(6), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_random_rules_refuse_alike(kind: str, seed: int, tmp_path: Path) -> None:
    compiled, made = written(KINDS[kind](Random(seed)))
    hold_alike(compiled, made, tmp_path, throws(compiled.program, seed, 8))


@pytest.mark.node
def test_a_position_of_other_rules_is_refused(tmp_path: Path) -> None:
    compiled, made = book("axis_allies")
    asked = made.module.FUNCTIONS["has"].parameters
    for position, error in ((None, "WrongShape"), ({"phase": "combat_move"}, "WrongGame"), (3, "WrongGame")):
        with pytest.raises(Misfit, match=r"^has: ") as raised:
            made.module.ask("has", position, **{name: next(iter(kind)) for name, kind in asked.items()})
        assert type(raised.value).__name__ == error
    script = """
      const other = await import(process.argv[2] + "?other");
      const said = [];
      for (const position of [null, {}, 3, other.Position.from({})]) {
        try { game.ask("has", Object.fromEntries(game.FUNCTIONS.get("has").parameters.map(([name, kind]) => [name, kind.members[0]])), position); }
        catch (problem) { said.push(problem.name); }
      }
      console.log(JSON.stringify(said));
    """
    module, asker = tmp_path / "game.mjs", tmp_path / "ask.mjs"
    module.write_text(javascript_module(compiled.ir), "utf-8")
    asker.write_text(f"const game = await import(process.argv[2]);{script}", "utf-8")
    done = subprocess.run([str(NODE), str(asker), str(module)], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["WrongShape", "WrongGame", "WrongGame", "WrongGame"]


@settings(max_examples=drawn(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_what_one_question_refuses_many_refuse(seed: int) -> None:
    compiled, made = written(random_program(Random(seed)))
    for throw in throws(compiled.program, seed, 6):
        type_ = next(one.type for one in throw.item.parameters if one.name == throw.parameter)
        value = HOSTILE[throw.hostile][0]
        function = made.module.FUNCTIONS[throw.item.name]
        # An array of whole numbers gives places of an enum, and a list is an array.
        if function.position or isinstance(value, list | dict) or isinstance(type_, EnumType | RecordType):
            continue
        if any(isinstance(one.type, ListType) for one in throw.item.parameters):
            continue
        one, many = said_by_module(made, throw), said_by_module(made, throw, batch=True)
        if one is not None and one[0] in REFUSED:
            assert many is not None, (throw.item.name, type_, value, one)
            assert many[0] == one[0], (throw, one, many)
            assert many[1].startswith(f"{throw.item.name}: `{throw.parameter}="), (throw, many)


@settings(max_examples=drawn(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 10_000))
def test_what_the_modules_refuse_the_interpreter_refuses(seed: int) -> None:
    compiled, made = written(random_program(Random(seed)))
    for throw in throws(compiled.program, seed, 6):
        parameter = next(one for one in throw.item.parameters if one.name == throw.parameter)
        text = HOSTILE[throw.hostile][0]
        if not isinstance(text, str) or not isinstance(parameter.type, IntType | DiceType | NumberType | EnumType):
            continue
        said, wanted = said_by_module(made, throw), ""
        try:
            read_arguments(compiled.program, throw.item, {parameter.name: text})
        except QueryError as problem:
            wanted = "OutOfRange" if "is outside" in str(problem) else "WrongValue"
        if wanted == "OutOfRange" and isinstance(throw.item, Table):
            continue  # a table says itself what lies past its edges
        if wanted:
            assert said is not None
            assert said[0] == wanted, (throw, said)
        else:
            assert said is None or said[0] not in REFUSED or "position" in said[1], (throw, said)
