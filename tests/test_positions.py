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
from path_programs import Journey, plain_ends, random_journey
from position_programs import random_position_program
from regola_compiler import norms, routes
from regola_compiler.checks import dead_rule
from regola_compiler.deeds import hold_duty
from regola_compiler.dividing import problem_key
from regola_compiler.driver import Compiled, twin_of, understand
from regola_compiler.emit.python import python_module
from regola_compiler.examples import run_examples
from regola_compiler.game import Game
from regola_compiler.interpreter import Interpreter, Position
from regola_compiler.model import Action, Fact, Norm, Program, Rule, Table
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
from regola_compiler.walks import calls_in, expressions_of
from regola_dsl.format import format_source
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from test_format import bare

SLOW = [HealthCheck.too_slow]
SETTINGS = settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
seeds = st.integers(min_value=0, max_value=10**9)
# What a witness may still leave out: what only an assumption reads.
OPEN = ("which is not given",)
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
                [a for a in spoken if isinstance(a, RecordValue)]
                if isinstance(p.type, RecordType)
                else values_of(p.type)
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
    winners = {name for voice in voices for name in voice.norm.over}
    spoken = [voice.norm for voice in voices if not winners & set(voice.line)]
    if failed is not None:
        known = impossible(run, action, spoken, env)
        return (set() if lost else set(known[:1])), set(known)
    against = [norm for norm in spoken if norm.modality == "must_not"]
    found = {clash(norm, other) for norm in against for other in spoken if other.modality != "must_not"}
    met: set[Any] = set()
    try:
        if run.call(action.name, list(arguments)) != FORBIDDEN:
            list(norms.changes(run, action.effects, env))
    except Problem as problem:
        problem.site = problem.site or action.name_span
        met.add(key_of(problem, action.name))
    return met, met | found | set(lost)


def impossible(run: Interpreter, action: Action, spoken: list[Norm], env: dict[str, Any]) -> list[Any]:
    """The duties that cannot be done, in the order of the rules."""
    found = []
    for norm in spoken:
        try:
            hold_duty(run, action, norm, env)
        except Problem as problem:
            found.append(key_of(problem, action.name))
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
        # An assumption is tried of what a finding speaks of; where it fails of something else, it is told as possible.
        certain = [found for found in told.values() if found.certain]
        shown = [found for found in certain if not program.assumptions or survey.witness(found) is not None]
        unreal = {problem_key(found.problem) for found in shown} - real
        if worlds.all and unreal:
            # Unless what is assumed leaves no position at all: there nothing is said of anything.
            assert not any(worlds.can_be(*world) for world in worlds), "every finding is real"


@SETTINGS
@given(seeds)
def test_a_rule_is_told_as_dead_where_no_position_brings_it_into_force(seed: int) -> None:
    program = compiled_text(random_position_program(Random(seed))).program
    survey = Survey(program)
    told = list(dead_rule.check(program, survey))
    for action in program.callables.values():
        if not isinstance(action, Action):
            continue
        dead = {found.span for found in told if f"about `{action.name}`" in found.message}
        worlds = Worlds(program, action, Random(seed))
        in_force: set[Any] = set()
        for position, arguments in worlds:
            env = dict(zip((p.name for p in action.parameters), arguments, strict=True))
            in_force |= {
                n.name_span for norm in action.norms for n in heard(Interpreter(program, position), action, norm, env)
            }
        assert not in_force & dead
        opened = any(
            not isinstance(program.callables[c.callee], Fact) for e in expressions_of(action) for c in calls_in(e)
        )
        if worlds.all and action.name in survey.reached and not opened:
            plain = {norm.name_span for norm in action.norms if not norm.exceptions}
            assert plain - in_force <= dead, "what is not told is in force somewhere"


def heard(run: Interpreter, action: Action, norm: Norm, env: dict[str, Any]) -> list[Norm]:
    """What a rule comes to in a position; nothing where that cannot be said."""
    try:
        return [voice.norm for voice in norms.voices(run, action, norm, env)]
    except Problem:
        return []


@SETTINGS
@given(seeds)
def test_every_witness_replays_as_the_example_that_is_shown(seed: int) -> None:
    text = random_position_program(Random(seed))
    compiled = compiled_text(text)
    program = compiled.program
    survey, twin = Survey(program), twin_of(compiled)
    for name, item in program.callables.items():
        if isinstance(item, Table | Fact):
            continue
        for found in survey.findings(name):
            if found.problem.kind == "forbidden" or not found.certain:
                continue
            survey.confirm = None
            shown = survey.witness(found)
            survey.confirm = twin.meets
            confirmed = survey.witness(found)
            assert (confirmed and confirmed[0]) == (shown and shown[0]), "the module meets what the interpreter meets"
            if shown is None:
                continue  # it is told as possible
            assert problem_key(shown[1]) == problem_key(found.problem)
            pasted = compiled_text(f"{text}\n{shown[0].example}\n")
            (result,) = run_examples(pasted.program)
            problem = result.lines[-1].problem
            again = problem is not None and key_of(problem, name) == problem_key(found.problem)
            found_now = [line.found for line in result.lines]
            tolerated = any(reason in line for reason in OPEN for line in found_now)
            assert again or result.status == "passed" or tolerated, (shown[0].example, found_now)


# --- the generated module ----------------------------------------------------------------


def built(compiled: Compiled, folder: Path) -> Any:
    path = folder / "sample_built.py"
    path.write_text(python_module(compiled.ir), "utf-8")
    spec = importlib.util.spec_from_file_location("sample_built", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sample_built"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@dataclass
class Both:
    """One program as the interpreter has it and as a module."""

    compiled: Compiled
    module: Any

    def value(self, value: Value, type_: Type) -> Any:
        if isinstance(type_, EnumType | HandleType):
            return getattr(self.module, type_.name)(show(value, type_))
        if isinstance(type_, RecordType):
            assert isinstance(value, RecordValue)
            return getattr(self.module, type_.name)(**{n: self.value(value.get(n), t) for n, t in type_.fields})
        if isinstance(type_, ListType):
            assert isinstance(value, tuple)
            return tuple(self.value(item, type_.item) for item in value)
        return value

    def arguments(self, item: Rule, values: tuple[Value, ...]) -> list[Any]:
        return [self.value(value, p.type) for value, p in zip(values, item.parameters, strict=True)]

    def position(self, position: Position) -> Any:
        fields: dict[str, Any] = {}
        for (name, values), value in position.items():
            fact = self.compiled.program.callables[name]
            shown = self.value(value, fact.result)
            if fact.parameters:
                fields.setdefault(name, {})[tuple(self.arguments(fact, values))] = shown
            else:
                fields[name] = shown
        return self.module.Position(**fields) if hasattr(self.module, "Position") else None

    def read(self, run: Interpreter, position: Any) -> None:
        """Hold every fact of a position against that of the interpreter."""
        for fact in self.compiled.program.callables.values():
            if isinstance(fact, Fact):
                for values in arguments_of(fact):
                    wanted = answer(lambda f=fact, v=values: run.call(f.name, list(v)), fact.result)
                    given_ = self.arguments(fact, values)
                    assert self.answer(fact.name, position, given_) == wanted, fact.name

    def answer(self, name: str, position: Any, arguments: list[Any]) -> tuple[str, str]:
        function = self.module.FUNCTIONS[name]
        try:
            found = function.call(*([position] if function.position else []), *arguments)
        except regola_runtime.NoAnswer as problem:
            return "problem", type(problem).__name__
        return "value", regola_runtime.written(found)


KINDS = {
    "missing": "MissingRule",
    "gap": "MissingRule",
    "outside": "OutsideTable",
    "forbidden": "Forbidden",
    "contradiction": "Contradiction",
    "overlap": "Contradiction",
    "range": "OutOfRange",
    "not-given": "NotGiven",
}


def answer(ask: Any, type_: Type) -> tuple[str, str]:
    try:
        return "value", show(ask(), type_)
    except Problem as problem:
        return "problem", KINDS.get(problem.kind, "NoValue")


def some_position(program: Program, random: Random) -> Position:
    """A position in which not everything is told."""
    position: Position = {}
    chance = random.choice([0.5, 0.9, 1.0])
    for fact in program.callables.values():
        if isinstance(fact, Fact):
            values = values_of(fact.result)
            position |= {(fact.name, a): random.choice(values) for a in arguments_of(fact) if random.random() < chance}
        if isinstance(fact, Route) and random.random() < 0.2:
            position |= {(fact.name, a): random.random() < 0.5 for a in arguments_of(fact)}
    return position


def asked_both(seed: int) -> Iterator[tuple[Both, Rule, Position, tuple[Value, ...]]]:
    random = Random(seed)
    compiled = compiled_text(random_position_program(random))
    with tempfile.TemporaryDirectory() as folder:
        both = Both(compiled, built(compiled, Path(folder)))
        items = [item for item in compiled.program.callables.values() if not isinstance(item, Table | Fact)]
        for _ in range(12):
            position = some_position(compiled.program, random)
            for item in items:
                for arguments in random.sample(inputs := arguments_of(item), min(4, len(inputs))):
                    yield both, item, position, arguments


@SETTINGS
@given(seeds)
def test_interpreter_and_module_agree_on_every_answer(seed: int) -> None:
    for both, item, position, arguments in asked_both(seed):
        run = Interpreter(both.compiled.program, position)
        wanted = answer(lambda r=run, i=item, a=arguments: r.call(i.name, list(a)), item.result)
        found = both.answer(item.name, both.position(position), both.arguments(item, arguments))
        assert found == wanted, item.name


@SETTINGS
@given(seeds)
def test_interpreter_and_module_give_the_same_reasons(seed: int) -> None:
    for both, item, position, arguments in asked_both(seed):
        run = Interpreter(both.compiled.program, position)
        run.trace = []
        try:
            run.call(item.name, list(arguments))
        except Problem:
            continue
        function = both.module.FUNCTIONS[item.name]
        given_ = dict(zip((p.name for p in item.parameters), both.arguments(item, arguments), strict=True))
        told = regola_runtime.explain(function, given_, both.position(position)).because
        reasons = [(name, tuple(anchor.section for anchor in anchors)) for name, anchors in run.trace]
        # What is asked twice is worked out once by the interpreter.
        assert list(dict.fromkeys(told)) == list(dict.fromkeys(reasons)), item.name


@SETTINGS
@given(seeds)
def test_interpreter_and_module_come_to_the_same_position_when_an_action_is_done(seed: int) -> None:
    for both, item, position, arguments in asked_both(seed):
        if not isinstance(item, Action) or not item.effects:
            continue
        run = Interpreter(both.compiled.program, position)
        wanted = ""
        try:
            if run.call(item.name, list(arguments)) == FORBIDDEN:
                wanted = "Forbidden"
            else:
                run.perform(item.effects, dict(zip((p.name for p in item.parameters), arguments, strict=True)))
        except Problem as problem:
            wanted = KINDS.get(problem.kind, "NoValue")
        found, after = done(both, item, position, arguments)
        assert found == wanted, item.name
        if not wanted:
            both.read(run, after)


def done(both: Both, item: Action, position: Position, arguments: tuple[Value, ...]) -> tuple[str, Any]:
    """What the module says of an action that is done: its problem, or the position after it."""
    try:
        do = getattr(both.module, f"do_{item.name}")
        return "", do(both.position(position), *both.arguments(item, arguments))
    except regola_runtime.NoAnswer as problem:
        return type(problem).__name__, None


# --- paths -------------------------------------------------------------------------------


def told_of(journey: Journey) -> Position:
    """The map as a position."""
    chart = journey.chart

    def hexes(*names: str) -> tuple[Handle, ...]:
        return tuple(Handle("Hex", name) for name in names)

    position: Position = {("springs", ()): hexes(*journey.starts)}
    position |= {("next_to", hexes(a)): hexes(*near) for a, near in chart.next_to.items()}
    position |= {("swamp", hexes(a)): True for a in chart.swamp}
    position |= {("home", hexes(a)): True for a in chart.home}
    position |= {("river", hexes(*pair)): True for pair in chart.river}
    return position | {("toll", hexes(*pair)): toll for pair, toll in chart.toll.items()}


@settings(SETTINGS, max_examples=150)
@given(seeds)
def test_three_readings_of_a_path_agree_on_its_ends_and_their_least_costs(seed: int) -> None:
    journey = random_journey(Random(seed))
    compiled = compiled_text(journey.text)
    wanted = plain_ends(journey)
    path = compiled.program.callables["way"]
    assert isinstance(path, Route)
    position = told_of(journey)
    found = routes.ends(Interpreter(compiled.program, position), path, {"start": Handle("Hex", "P1"), "n": journey.n})
    assert {end.text: cost for end, cost in found.items() if isinstance(end, Handle)} == wanted
    with tempfile.TemporaryDirectory() as folder:
        both = Both(compiled, built(compiled, Path(folder)))
        reached = both.module.ends_of_way(both.position(position), both.module.Hex("P1"), journey.n)
    assert [(str(end), cost) for end, cost in reached.items()] == [
        (show(end, path.place), cost) for end, cost in found.items()
    ]


# --- the sequence of play ----------------------------------------------------------------


@SETTINGS
@given(seeds)
def test_the_tracker_steps_the_phases_that_are_played(seed: int) -> None:
    random = Random(seed)
    compiled = compiled_text(random_position_program(random))
    program = compiled.program
    if not program.sequences:
        return
    phase = unrolled(program.sequences["game_turn"])
    with tempfile.TemporaryDirectory() as folder:
        both = Both(compiled, built(compiled, Path(folder)))
        for _ in range(4):
            position = some_position(program, random)
            run = Interpreter(program, position)
            tracker = regola_runtime.Tracker(both.module.SEQUENCES["game_turn"], both.position(position))
            steps = (step for step in played(run, phase, rounds=1000) if step.phase.member is not None)
            stages = iter(tracker)
            for _ in range(40):
                step, wanted = next_of(steps)
                stage, found = next_of(stages)
                assert found == wanted
                if step is None or stage is None:
                    break
                assert stage[0].name == step.phase.name
                assert str(stage[1]) == (show(step.actor, step.actor_type) if step.actor_type else "None")
                both.read(run, tracker.position)


def next_of(steps: Iterator[Any]) -> tuple[Any, str]:
    """The next step, or why there is none."""
    try:
        return next(steps, None), ""
    except Problem as problem:
        return None, KINDS.get(problem.kind, "NoValue")
    except regola_runtime.NoAnswer as problem:
        return None, type(problem).__name__


# --- the text ----------------------------------------------------------------------------


@settings(SETTINGS, max_examples=100)
@given(seeds)
def test_formatting_a_program_keeps_what_it_says(seed: int) -> None:
    text = random_position_program(Random(seed)) + random_journey(Random(seed)).text
    said = parse_source(Source("sample.regola", text))
    assert not said.diagnostics
    once = format_source(text)
    assert bare(parse_source(Source("sample.regola", once)).declarations) == bare(said.declarations)
    assert format_source(once) == once
