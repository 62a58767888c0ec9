"""What must hold of every program with positions: analysis, interpreter, module and tracker against each other."""

from __future__ import annotations

import importlib.util
import itertools
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import regola_runtime
from hypothesis import HealthCheck, given, settings
from regola_compiler.analysis.fact_values import reachable_values
from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.play.actions import check_effects_agree, check_obligation
from regola_compiler.analysis.symbolic.play.phases import plays
from regola_compiler.checks.actions import (
    dead_rule,
    impossible_assumption,
    impossible_duty,
)
from regola_compiler.checks.phases import dead_phase, endless_repetition
from regola_compiler.driver import Compiled, twin_of
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.oracle import to_python
from regola_compiler.evaluate import paths
from regola_compiler.evaluate.errors import Contradiction, EffectClash, Forbidden, MissingRule, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.play.sequences import actors_by_phase, run_phases, unrolled
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.model.program import Action, Effect, Expr, Fact, Modifiers, Norm, Phase, Program, Rule, Table
from regola_compiler.model.program import Path as Route
from regola_compiler.model.types import (
    BOOL,
    FORBIDDEN,
    Handle,
    Member,
    RecordType,
    RecordValue,
    Type,
    Value,
    show,
)
from regola_compiler.model.visitor import calls_in, expressions_of, iter_nodes, without_spans
from regola_dsl.format import format_source
from regola_dsl.parser import parse_source
from regola_dsl.source import NOWHERE, Source, Span
from support.amounts import Amounts, each_way
from support.drawn import hostile_position_programs, journeys, position_programs
from support.effort import drawn
from support.random_path_programs import Journey, plain_ends, told_of
from support.small_programs import compiled_text, values_of
from support.third.opinions import game_of, interpreted, third, told, translated
from support.third.rules import Play
from support.third.values import Silent
from support.witnesses import lapses

SLOW = [HealthCheck.too_slow]
SETTINGS = settings(max_examples=drawn(60), deadline=None, suppress_health_check=SLOW)
# What a witness may still leave out: what only an assumption reads.
OPEN = ("which is not given",)
# So many positions are tried one by one; of more, a sample.
MANY = 1500


def sound(text: str) -> Compiled:
    compiled = compiled_text(text)
    assert not [one for one in compiled.found if one.code.slug != "look-alike"], compiled.found[0]
    return compiled


# --- every position there is -------------------------------------------------------------


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
        """Whether every assumption holds, no two variants are played at once, and the turn is as the sequence has it."""
        on = [name for (name, _), value in position.items() if value and self.fact_kind(name) == "variant"]
        return len(on) < 2 and self.in_turn(position) and self.assumed(position, spoken)

    def in_turn(self, position: Position) -> bool:
        """Whether who has the turn plays the phase, or some phase."""
        who = actors_by_phase(Interpreter(self.program), self.program)
        active, phase = position.get(("active", ())), position.get(("phase", ()))
        if active is None:
            return True
        phases = [phase] if phase is not None else [*who]
        return any(who[one] is None or active in who[one] for one in phases)

    def assumed(self, position: Position, spoken: tuple[Value, ...]) -> bool:
        """Whether every assumption holds of the records spoken of."""
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


def key_of(problem: RuleError, owner: str) -> Any:
    """What tells the findings about a declaration from one another; None for what is another's fault."""
    mine = not problem.owner or problem.owner == owner
    return problem.finding_key() if mine and not isinstance(problem, Forbidden) else None


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
        failed = next((g for g in action.guards if not run.decide(run.evaluate(g.condition, env))), None)
    except RuleError as problem:
        known = {key_of(problem, action.name)}
        return known, known
    if failed is not None and failed.kind != "requires":
        return set(), set()
    voices: list[actions.ApplicableNorm] = []
    lost = []
    for norm in action.norms:
        try:
            voices += actions.applicable_norms(run, action, norm, env)
        except RuleError as problem:
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
            for pair in itertools.combinations(action.effects, 2):
                found |= clashing(run, pair, env)
            list(actions.effect_updates(run, action.effects, env))
            check_effects_agree(run, action.effects, env)
    except RuleError as problem:
        problem.site = problem.site or action.name_span
        met.add(key_of(problem, action.name))
    return met, met | found | set(lost)


def clashing(run: Interpreter, pair: tuple[Effect, ...], env: dict[str, Any]) -> set[Any]:
    """What is wrong with two effects that come together."""
    try:
        check_effects_agree(run, pair, env)
    except RuleError as problem:
        return {problem.finding_key()}
    return set()


def impossible(run: Interpreter, action: Action, spoken: list[Norm], env: dict[str, Any]) -> list[Any]:
    """The duties that cannot be done, in the order of the rules."""
    found = []
    for norm in spoken:
        try:
            check_obligation(run, action, norm, env)
        except RuleError as problem:
            found.append(key_of(problem, action.name))
    return found


@each_way
@SETTINGS
@given(position_programs)
def test_every_finding_about_an_action_is_real_and_every_silence_is_true(amounts: Amounts, text: str) -> None:
    with amounts():
        survey = Analysis(sound(text).program)
        program = survey.program  # with what its phases do
        for action in program.callables.values():
            if not isinstance(action, Action):
                continue
            worlds = Worlds(program, action, Random(text))
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
            told = {
                found.problem.finding_key(): found for found in findings if not isinstance(found.problem, Forbidden)
            }
            assert met <= set(told), "every silence is true"
            # An assumption is tried of what a finding speaks of; where it fails of something else, it is told as possible.
            certain = [found for found in told.values() if found.certain]
            shown = [found for found in certain if not program.assumptions or survey.witness(found) is not None]
            unreal = {found.problem.finding_key() for found in shown} - real
            if worlds.all and unreal:
                # Unless what is assumed leaves no position at all: there nothing is said of anything.
                assert not any(worlds.can_be(*world) for world in worlds), "every finding is real"


@SETTINGS
@given(position_programs)
def test_what_never_comes_about_is_told_and_nothing_else(text: str) -> None:
    program = sound(text).program
    survey = Analysis(program)
    findings = [*dead_rule.check(program, survey), *impossible_duty.check(program, survey)]
    who = actors_by_phase(Interpreter(program), program)
    for action in program.callables.values():
        if not isinstance(action, Action) or action.name not in survey.reached:
            continue
        told = {found.span for found in findings if f"`{action.name}`" in found.message}
        # What excludes itself is told where it does, in its condition.
        told |= {
            norm.name_span for norm in everything(action) if told & {*spans_in(norm.when), *spans_in(norm.condition)}
        }
        worlds = Worlds(program, action, Random(text))
        parts = {part.name_span for norm in action.norms for part in deep(norm)}
        effects = {effect.span for effect in action.effects if effect.condition is not None}
        # What comes about where the action can be done; and where nothing but a requirement is in the way.
        alive: set[Any] = set()
        nearly: set[Any] = set()
        done = False
        for position, arguments in worlds:
            run = Reading(program, position)
            env = dict(zip((p.name for p in action.parameters), arguments, strict=True))
            try:
                shut = [g.kind for g in action.guards if not run.decide(run.evaluate(g.condition, env))]
                here = heard_in(run, action, env)
            except RuleError:
                continue  # told where it arises
            phase, active = position.get(("phase", ())), position.get(("active", ()))
            turn = who.get(phase) if active is not None and isinstance(phase, Member) else None
            if active is not None and phase is None and who and None not in who.values():
                turn = frozenset().union(*who.values())  # in whatever phase
            if set(shut) - {"requires"} or (turn is not None and active not in turn):
                continue
            if worlds.assumed(position, (*arguments, *run.spoken)):
                done = done or not shut
                nearly |= here
                alive |= set() if shut else here
        if any(guard.span in told for guard in action.guards):
            assert not done, "an action that is told as impossible is"
            continue
        assert not alive & told, "what is told as dead is"
        opened = any(
            not isinstance(program.callables[c.callee], Fact) for e in expressions_of(action) for c in calls_in(e)
        )
        if worlds.all and not opened and not program.assumptions and done:
            below = {inner.name_span for norm in action.norms for inner in under_dead(norm, told)}
            assert (parts | effects) - nearly - below <= told, "what is not told comes about somewhere"


def everything(action: Action) -> Iterator[Norm]:
    """The norms of an action, and theirs."""
    for norm in action.norms:
        yield from deep(norm)


def spans_in(condition: Expr | None) -> set[Span | None]:
    """Where the parts of a condition stand."""
    return {getattr(node, "span", None) for node in iter_nodes(condition)}


def deep(norm: Norm) -> Iterator[Norm]:
    yield norm
    for part in norm.exceptions:
        yield from deep(part)


def under_dead(norm: Norm, told: set[Any], dead: bool = False) -> Iterator[Norm]:
    """The exceptions below what is told as dead: they go with it."""
    if dead:
        yield norm
    for part in norm.exceptions:
        yield from under_dead(part, told, dead or norm.name_span in told)


def heard_in(run: Interpreter, action: Action, env: dict[str, Any]) -> set[Any]:
    """Where what has a say in a position stands: what speaks or lifts a rule, and the effects that come about."""
    found = {e.span for e in action.effects if e.condition is not None and run.decide(run.evaluate(e.condition, env))}
    try:
        spoken, _, lifted = actions.resolve_overrides(run, action, env)
    except RuleError:
        return found
    return found | {voice.norm.name_span for voice in spoken} | {norm.name_span for _, norm in lifted}


def leaves(phase: Phase, above: tuple[Phase, ...] = ()) -> Iterator[tuple[Phase, tuple[Phase, ...]]]:
    """The phases of a sequence without loops, each with those it lies in."""
    yield phase, above
    for inner in phase.phases:
        yield from leaves(inner, (*above, phase))


@SETTINGS
@given(position_programs)
def test_what_goes_wrong_when_a_phase_is_played_is_told_and_nothing_else(text: str) -> None:
    program = sound(text).program
    survey = Analysis(program)
    found = [one for name in survey.program.callables if name.startswith("phase ") for one in survey.findings(name)]
    told = {one.problem.finding_key() for one in found if not isinstance(one.problem, Forbidden | EffectClash)}
    if any(name.startswith("phase ") for name in {*survey.undecided, *survey.partial}):
        return
    met: set[Any] = set()
    for sequence in program.sequences.values():
        for phase, above in leaves(unrolled(sequence)):
            if not phase.effects or phase.phases:
                continue
            conditions, untils = asked_on_the_way(phase, above)
            for position, worlds in positions_of(survey.program, phase, text):
                run = Reading(program, position)
                try:
                    if not all(run.evaluate(p, {}) for p in conditions) or any(run.evaluate(p, {}) for p in untils):
                        continue
                    list(run_phases(run, phase, above=above))
                except RuleError as problem:
                    if not problem.owner and worlds.can_be(run.position, tuple(run.spoken)):
                        met.add(problem.finding_key())
    assert {key for key in met if key[0] != "forbidden"} <= told, "every silence is true"


def asked_on_the_way(phase: Phase, above: tuple[Phase, ...]) -> tuple[list[Expr], list[Expr]]:
    """What must hold for a phase to come, and what ends the repetitions around it."""
    way = (*above, phase)
    conditions = [outer.condition for outer in way if outer.condition is not None]
    return conditions, [outer.until for outer in way if outer.until is not None]


def positions_of(program: Program, phase: Phase, text: str) -> Iterator[tuple[Position, Worlds]]:
    """The positions of what a phase and those around it ask."""
    plays_it = next(
        p.action for s in program.sequences.values() for p in plays(program, s) if p.phase.span == phase.span
    )
    worlds = Worlds(program, plays_it, Random(text))
    for position, _ in worlds:
        yield position, worlds


@SETTINGS
@given(position_programs)
def test_a_phase_is_told_as_dead_and_a_repetition_as_endless_where_they_are(text: str) -> None:
    program = sound(text).program
    survey = Analysis(program)
    certain: dict[Any, bool] = {}
    for found in [*dead_phase.check(program, survey), *endless_repetition.check(program, survey)]:
        certain[found.span] = found.severity is None
    can_change = reachable_values(program)
    for sequence in program.sequences.values():
        gone: set[Any] = set()
        for phase, above in leaves(unrolled(sequence)):
            conditions, _ = asked_on_the_way(phase, above)
            place = dead_phase.place_of
            questions = [] if phase.condition is None else [(place(phase, phase.condition), conditions)]
            questions += [] if phase.until is None else [(place(phase, phase.until), [phase.until])]
            for span, parts in questions:
                holds, attained, everything = False, False, True
                for position, worlds in positions_of(program, phase, text):
                    run = Reading(program, position)
                    everything = worlds.all
                    try:
                        here = all(run.evaluate(part, {}) for part in parts)
                    except RuleError:
                        continue
                    if here and worlds.assumed(position, tuple(run.spoken)):
                        holds = True
                        attained = attained or all(
                            value in can_change[name] for (name, _), value in position.items() if name in can_change
                        )
                if span in certain:
                    assert not (holds if certain[span] else attained)
                elif everything and not program.assumptions and not any(outer.span in gone for outer in above):
                    plain = all(
                        isinstance(program.callables[call.callee], Fact) for part in parts for call in calls_in(part)
                    )
                    assert attained or not plain or phase.variable, "what is not told can come"
                if span in certain and phase.condition is not None and span == place(phase, phase.condition):
                    gone.add(phase.span)


@SETTINGS
@given(position_programs)
def test_assumptions_are_told_as_impossible_where_no_position_fulfils_them(text: str) -> None:
    program = sound(text).program
    told = [
        found for found in impossible_assumption.check(program, Analysis(program)) if "no position" in found.message
    ]
    if not program.assumptions or any(
        isinstance(p.type, RecordType) for a in program.assumptions.values() for p in a.parameters
    ):
        return
    item = Modifiers("", (), BOOL, None, (), (), (), (), NOWHERE, NOWHERE)  # asks nothing itself
    worlds = Worlds(program, item, Random(text))
    fulfilled = any(worlds.assumed(position, ()) for position, _ in worlds)
    if told:
        assert not fulfilled
    elif worlds.all:
        assert fulfilled


@each_way
@SETTINGS
@given(position_programs)
def test_every_witness_replays_as_the_example_that_is_shown(amounts: Amounts, text: str) -> None:
    with amounts():
        compiled = sound(text)
        program = compiled.program
        survey, twin = Analysis(program), twin_of(compiled)
        for name, item in program.callables.items():
            if isinstance(item, Table | Fact):
                continue
            for found in survey.findings(name):
                if isinstance(found.problem, Forbidden) or not found.certain:
                    continue
                survey.confirm = None
                shown = survey.witness(found)
                survey.confirm = twin.reproduces
                confirmed = survey.witness(found)
                assert (confirmed and confirmed[0]) == (shown and shown[0]), (
                    "the module meets what the interpreter meets"
                )
                if shown is None:
                    continue  # it is told as possible
                assert shown[1].finding_key() == found.problem.finding_key()
                # What is assumed, and who plays what, may rule a filling out: there it is no case of the rules.
                plain = not program.assumptions and not program.sequences
                if plain and isinstance(shown[1], MissingRule | Contradiction):
                    assert not lapses(text, shown[0], shown[1].finding_key(), Random(text))
                pasted = sound(f"{text}\n{shown[0].example}\n")
                (result,) = run_examples(pasted.program)
                problem = result.lines[-1].problem
                again = problem is not None and key_of(problem, name) == found.problem.finding_key()
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

    @cached_property
    def names(self) -> Namespace:
        return Namespace(self.compiled.ir)

    def value(self, value: Value, type_: Type) -> Any:
        return to_python(self.module, self.names, value, type_)

    def arguments(self, item: Rule, values: tuple[Value, ...]) -> list[Any]:
        return [self.value(value, p.type) for value, p in zip(values, item.parameters, strict=True)]

    def position(self, position: Position) -> Any:
        fields: dict[str, Any] = {}
        for (name, values), value in position.items():
            fact = self.compiled.program.callables[name]
            shown = self.value(value, fact.result)
            field = self.names.fact(name)
            if fact.parameters:
                fields.setdefault(field, {})[tuple(self.arguments(fact, values))] = shown
            else:
                fields[field] = shown
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


def answer(ask: Any, type_: Type) -> tuple[str, str]:
    try:
        return "value", show(ask(), type_)
    except RuleError as problem:
        return "problem", type(problem).__name__


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


def asked_both(text: str) -> Iterator[tuple[Both, Rule, Position, tuple[Value, ...]]]:
    random = Random(text)
    compiled = sound(text)
    with tempfile.TemporaryDirectory() as folder:
        both = Both(compiled, built(compiled, Path(folder)))
        items = [item for item in compiled.program.callables.values() if not isinstance(item, Table | Fact)]
        for _ in range(12):
            position = some_position(compiled.program, random)
            for item in items:
                for arguments in random.sample(inputs := arguments_of(item), min(4, len(inputs))):
                    yield both, item, position, arguments


@SETTINGS
@given(hostile_position_programs)
def test_interpreter_module_and_a_third_reading_agree_on_every_answer(text: str) -> None:
    game = game_of(text)
    for both, item, position, arguments in asked_both(text):
        run = Interpreter(both.compiled.program, position)
        opinion = third(Play(game, told(position)), item.name, arguments)
        assert opinion == interpreted(both.compiled.program, position, item.name, arguments), item.name
        wanted = answer(lambda r=run, i=item, a=arguments: r.call(i.name, list(a)), item.result)
        found = both.answer(item.name, both.position(position), both.arguments(item, arguments))
        assert found == wanted, item.name


@SETTINGS
@given(position_programs)
def test_interpreter_and_module_give_the_same_reasons(text: str) -> None:
    for both, item, position, arguments in asked_both(text):
        run = Interpreter(both.compiled.program, position)
        run.trace = []
        try:
            run.call(item.name, list(arguments))
        except RuleError:
            continue
        function = both.module.FUNCTIONS[item.name]
        given_ = dict(zip((p.name for p in item.parameters), both.arguments(item, arguments), strict=True))
        told = regola_runtime.explain(function, given_, both.position(position)).because
        reasons = [(name, tuple(anchor.section for anchor in anchors)) for name, anchors in run.trace]
        # What is asked twice is worked out once by the interpreter.
        assert list(dict.fromkeys(told)) == list(dict.fromkeys(reasons)), item.name


@SETTINGS
@given(hostile_position_programs)
def test_three_readings_come_to_the_same_position_when_an_action_is_done(text: str) -> None:
    game = game_of(text)
    for both, item, position, arguments in asked_both(text):
        if not isinstance(item, Action) or not item.effects:
            continue
        run = Interpreter(both.compiled.program, position)
        wanted = ""
        try:
            if run.call(item.name, list(arguments)) == FORBIDDEN:
                wanted = "Forbidden"
            else:
                run.apply_effects(item.effects, dict(zip((p.name for p in item.parameters), arguments, strict=True)))
        except RuleError as problem:
            wanted = type(problem).__name__
        found, after = done(both, item, position, arguments)
        assert found == wanted, item.name
        if not wanted:
            both.read(run, after)
        play = Play(game, told(position))
        assert bool(silence_of(play, item.name, arguments)) == bool(wanted), item.name
        if not wanted:
            assert play.position == told(run.position), item.name


def silence_of(play: Play, name: str, arguments: tuple[Value, ...]) -> str:
    """Why the third reading cannot carry an action out; empty if it can."""
    try:
        play.do(name, translated(arguments))
    except Silent as silent:
        return silent.reason
    return ""


def done(both: Both, item: Action, position: Position, arguments: tuple[Value, ...]) -> tuple[str, Any]:
    """What the module says of an action that is done: its problem, or the position after it."""
    try:
        do = getattr(both.module, both.names.function(f"do {item.name}"))
        return "", do(both.position(position), *both.arguments(item, arguments))
    except regola_runtime.NoAnswer as problem:
        return type(problem).__name__, None


# --- paths -------------------------------------------------------------------------------


@settings(SETTINGS, max_examples=drawn(150))
@given(journeys)
def test_four_readings_of_a_path_agree_on_its_ends_and_their_least_costs(journey: Journey) -> None:
    compiled = sound(journey.text)
    wanted = plain_ends(journey)
    path = compiled.program.callables["way"]
    assert isinstance(path, Route)
    position = told_of(journey)
    found = paths.ends(Interpreter(compiled.program, position), path, {"start": Handle("Hex", "P1"), "n": journey.n})
    assert {end.text: cost for end, cost in found.items() if isinstance(end, Handle)} == wanted
    ends = Play(game_of(journey.text), told(position)).ends("way", (translated(Handle("Hex", "P1")), journey.n))
    assert list(ends.items()) == [(translated(end), cost) for end, cost in found.items()]
    with tempfile.TemporaryDirectory() as folder:
        both = Both(compiled, built(compiled, Path(folder)))
        reached = both.module.ends_of_way(both.position(position), both.module.Hex("P1"), journey.n)
    assert [(str(end), cost) for end, cost in reached.items()] == [
        (show(end, path.place), cost) for end, cost in found.items()
    ]


# --- the sequence of play ----------------------------------------------------------------


@SETTINGS
@given(hostile_position_programs)
def test_the_tracker_and_a_third_reading_step_the_phases_that_are_played(text: str) -> None:
    random, game = Random(text), game_of(text)
    compiled = sound(text)
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
            steps = (step for step in run_phases(run, phase, rounds=1000) if step.phase.member is not None)
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
            run, play = Interpreter(program, position), Play(game, told(position))
            once = (step for step in run_phases(run, phase) if step.phase.member is not None)
            again = play.steps()
            for _ in range(40):
                step, wanted = next_of(once)
                other, found = next_of(again)
                assert bool(found) == bool(wanted)
                if step is None or other is None:
                    assert other is step
                    break
                assert other[0] == program.callables["phase"].result.label(step.phase.member.index)
                assert other[1] == (None if step.actor is None else translated(step.actor))
                assert play.position == told(run.position)


def next_of(steps: Iterator[Any]) -> tuple[Any, str]:
    """The next step, or why there is none."""
    try:
        return next(steps, None), ""
    except RuleError as problem:
        return None, type(problem).__name__
    except regola_runtime.NoAnswer as problem:
        return None, type(problem).__name__
    except Silent as silent:
        return None, silent.reason


# --- the text ----------------------------------------------------------------------------


@settings(SETTINGS, max_examples=drawn(100))
@given(position_programs, journeys)
def test_formatting_a_program_keeps_what_it_says(program: str, journey: Journey) -> None:
    text = program + journey.text
    said = parse_source(Source("sample.regola", text))
    assert not said.diagnostics
    once = format_source(text)
    assert without_spans(parse_source(Source("sample.regola", once)).declarations) == without_spans(said.declarations)
    assert format_source(once) == once
