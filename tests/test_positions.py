"""What must hold of every program with positions: analysis, interpreter, module and tracker against each other."""

from __future__ import annotations

import importlib.util
import itertools
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import regola_runtime
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from path_programs import random_path_program
from position_programs import random_position_program
from regola_compiler import norms, routes
from regola_compiler.checks import dead_rule
from regola_compiler.deeds import hold_duty
from regola_compiler.driver import Compiled, understand
from regola_compiler.emit.python import python_module
from regola_compiler.examples import run_examples
from regola_compiler.explore import problem_key
from regola_compiler.game import Game
from regola_compiler.interpreter import Interpreter, Position
from regola_compiler.model import (
    Action,
    Choice,
    Fact,
    Guard,
    Norm,
    Program,
    Rule,
    Table,
    calls_in,
    expressions_of,
)
from regola_compiler.model import Path as Route
from regola_compiler.operations import Problem
from regola_compiler.sequences import played, unrolled
from regola_compiler.survey import Survey
from regola_compiler.types import (
    FORBIDDEN,
    EnumType,
    Handle,
    HandleType,
    ListType,
    RecordType,
    RecordValue,
    Type,
    Value,
    domain,
    show,
)
from regola_dsl.format import format_source
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from test_format import bare

SLOW = [HealthCheck.too_slow]
SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
seeds = st.integers(min_value=0, max_value=10**9)
# So many positions are tried one by one; of more, a sample.
MANY = 1500


def compiled_text(text: str) -> Compiled:
    compiled = understand(Game("sample", Path(), {}, [Source("sample.regola", text)]))
    assert not compiled.found, compiled.found[0]
    return compiled


# --- every position there is -------------------------------------------------------------


def values_of(type_: Type) -> list[Value]:
    if isinstance(type_, RecordType):
        fields = [[(name, value) for value in values_of(field)] for name, field in type_.fields]
        return [RecordValue(type_.name, combination) for combination in itertools.product(*fields)]
    if isinstance(type_, ListType):
        items = values_of(type_.item)
        longest = 2 if type_.limit is None else type_.limit
        return [chosen for n in range(type_.least, longest + 1) for chosen in itertools.product(items, repeat=n)]
    values = domain(type_)
    assert values is not None
    return list(values)


def arguments_of(item: Rule) -> list[tuple[Value, ...]]:
    return list(itertools.product(*(values_of(parameter.type) for parameter in item.parameters)))


def asked_by(program: Program, item: Rule) -> list[Fact | Route]:
    """The facts that a declaration and the assumptions rest on; what a path comes to is one."""
    found: dict[str, Fact | Route] = {}
    todo = [*expressions_of(item), *(p for a in program.assumptions.values() for p in expressions_of(a))]
    seen: set[str] = set()
    while todo:
        for call in calls_in(todo.pop()):
            callee = program.callables[call.callee]
            if isinstance(callee, Fact | Route):
                assert not call.aspect
                found[call.callee] = callee
            elif call.callee not in seen:
                seen.add(call.callee)
                todo += expressions_of(callee)
    return [found[name] for name in program.callables if name in found]


@dataclass
class Worlds:
    """Positions in which everything is told that a declaration rests on, each with arguments."""

    program: Program
    item: Rule
    random: Random

    def __post_init__(self) -> None:
        facts = asked_by(self.program, self.item)
        self.keys = [(fact.name, arguments) for fact in facts for arguments in arguments_of(fact)]
        self.values = [values_of(fact.result) for fact in facts for _ in arguments_of(fact)]
        self.inputs = arguments_of(self.item)
        size = len(self.inputs)
        for values in self.values:
            size *= len(values)
        self.all = size <= MANY

    def __iter__(self) -> Iterator[tuple[Position, tuple[Value, ...]]]:
        if self.all:
            for values in itertools.product(*self.values):
                for arguments in self.inputs:
                    yield dict(zip(self.keys, values, strict=True)), arguments
            return
        for _ in range(MANY // 3):
            told = {key: self.random.choice(values) for key, values in zip(self.keys, self.values, strict=True)}
            yield told, self.random.choice(self.inputs)

    def can_be(self, position: Position, spoken: tuple[Value, ...]) -> bool:
        """Whether every assumption holds of the records spoken of, and no two variants are played at once."""
        on = [name for (name, _), value in position.items() if value and self.fact_kind(name) == "variant"]
        if len(on) > 1:
            return False
        run = Interpreter(self.program, position)
        for assumption in self.program.assumptions.values():
            choices = [
                [a for a in spoken if isinstance(a, RecordValue)] if isinstance(p.type, RecordType) else values_of(p.type)
                for p in assumption.parameters
            ]
            for values in itertools.product(*choices):
                env = dict(zip((p.name for p in assumption.parameters), values, strict=True))
                if not run.evaluate(assumption.value, run.bind(assumption.lets, env)):
                    return False
        return True

    def fact_kind(self, name: str) -> str:
        fact = self.program.callables[name]
        return fact.kind if isinstance(fact, Fact) else "path"


def key_of(problem: Problem, owner: str) -> Any:
    """What tells the findings about a declaration from one another; None for what is another's fault."""
    mine = not problem.owner or problem.owner == owner
    return problem_key(problem) if mine and problem.kind != "forbidden" else None


def left_speaking(voices: list[norms.Voice]) -> list[norms.Voice]:
    winners = {name for voice in voices for name in voice.norm.over}
    return [voice for voice in voices if not winners & set(voice.line)]


def clash(one: Norm, other: Norm) -> Any:
    first, second = sorted((one, other), key=lambda norm: (norm.name_span.path, norm.name_span.line))
    return "contradiction", second.name_span, (first.name, second.name)


class Reading(Interpreter):
    """The interpreter, with a list of what the facts are asked about."""

    def __init__(self, program: Program, position: Position) -> None:
        super().__init__(program, position)
        self.spoken: list[Value] = []

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        self.spoken += arguments
        return super().fact(fact, arguments)


def mishaps(run: Interpreter, action: Action, arguments: tuple[Value, ...]) -> tuple[set[Any], set[Any]]:
    """What the interpreter meets when an action is asked and done, and everything that is wrong there."""
    env = dict(zip((p.name for p in action.parameters), arguments, strict=True))
    failed: Guard | None = None
    try:
        failed = next((g for g in action.guards if not run.truth(run.evaluate(g.condition, env))), None)
    except Problem as problem:
        known = {key_of(problem, action.name)}
        return known, known
    if failed is not None and failed.kind != "requires":
        return set(), set()
    voices: list[norms.Voice] = []
    lost = []
    for norm in action.norms:
        try:
            voices += norms.voices(run, action, norm, env)
        except Problem as problem:
            lost.append(key_of(problem, action.name))
    if lost:
        return (set(lost[:1]), set(lost)) if failed is None else (set(), set())
    winners = {name for voice in voices for name in voice.norm.over}
    return [voice for voice in voices if not winners & set(voice.line)]


def clash(one: Norm, other: Norm) -> Any:
    first, second = sorted((one, other), key=lambda norm: (norm.name_span.path, norm.name_span.line))
    return "contradiction", second.name_span, (first.name, second.name)


class Reading(Interpreter):
    """The interpreter, with a list of what the facts are asked about."""

    def __init__(self, program: Program, position: Position) -> None:
        super().__init__(program, position)
        self.spoken: list[Value] = []

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        self.spoken += arguments
        return super().fact(fact, arguments)


def mishaps(run: Interpreter, action: Action, arguments: tuple[Value, ...]) -> tuple[set[Any], set[Any]]:
    """What the interpreter meets when an action is asked and done, and everything that is wrong there."""
    env = dict(zip((p.name for p in action.parameters), arguments, strict=True))
    failed: Guard | None = None
    try:
        failed = next((g for g in action.guards if not run.truth(run.evaluate(g.condition, env))), None)
        if failed is not None and failed.kind != "requires":
            return set(), set()
        voices = [voice for norm in action.norms for voice in norms.voices(run, action, norm, env)]
    except Problem as problem:
        known = {key_of(problem, action.name)} if failed is None else set()
        return known, known
    winners = {name for voice in voices for name in voice.norm.over}
    spoken = [voice.norm for voice in voices if not winners & set(voice.line)]
    if failed is not None:
        known = impossible(run, action, spoken, env)
        return known, known
    against = [norm for norm in spoken if norm.modality == "must_not"]
    found = {clash(norm, other) for norm in against for other in spoken if other.modality != "must_not"}
    met: set[Any] = set()
    try:
        if run.call(action.name, list(arguments)) != FORBIDDEN:
            list(norms.changes(run, action.effects, env))
    except Problem as problem:
        problem.site = problem.site or action.name_span
        met.add(key_of(problem, action.name))
    return met, met | found


def impossible(run: Interpreter, action: Action, spoken: list[Norm], env: dict[str, Any]) -> set[Any]:
    found = set()
    for norm in spoken:
        try:
            hold_duty(run, action, norm, env)
        except Problem as problem:
            found.add(key_of(problem, action.name))
    return found


@SETTINGS
@given(seeds)
def test_every_finding_about_an_action_is_real_and_every_silence_is_true(seed: int) -> None:
    program = compiled_text(random_position_program(Random(seed))).program
    survey = Survey(program)
    for action in program.callables.values():
        if not isinstance(action, Action):
            continue
        worlds = Worlds(program, action, Random(seed))
        met: set[Any] = set()
        real: set[Any] = set()
        for position, arguments in worlds:
            run = Reading(program, position)
            first, all_of_them = mishaps(run, action, arguments)
            if all_of_them and worlds.can_be(position, (*arguments, *run.spoken)):
                met |= first - {None}
                real |= all_of_them
        findings = survey.findings(action.name)
        if action.name in survey.undecided or action.name in survey.partial:
            continue
        told = {problem_key(found.problem): found for found in findings if found.problem.kind != "forbidden"}
        assert met <= set(told), "every silence is true"
        if worlds.all:
            assert {key for key, found in told.items() if found.certain} <= real, "every finding is real"
