"""A concrete position for a finding, put to the interpreter before it is shown.

What the explorer finds is a box. Its plainest point becomes a position and arguments, the interpreter has to meet the
same problem there, the position has to keep to every assumption, and whoever else is asked (`Confirm`: the generated
module) has to agree. Then the facts are left out that do not matter: those that may have any value, the others as they
are, and the problem is still there. What is left is minimal fact by fact, not the least there is: one pass of what
Zeller and Hildebrandt do to a program's input (2002, Simplifying and Isolating Failure-Inducing Input).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from regola_dsl.diagnostics import Witness
from regola_dsl.records import dataclass

from regola_compiler.analysis.omissions import covered, left_out, random_value, told_of
from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.analysis.symbolic.individuals import Individuals, extents_in
from regola_compiler.analysis.symbolic.play.actions import check_effects_agree, check_obligation
from regola_compiler.analysis.symbolic.play.effects import is_plain
from regola_compiler.analysis.symbolic.play.phases import is_synthetic
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.symbols import (
    FactRef,
    Symbol,
    fact_symbol,
    input_symbol,
)
from regola_compiler.analysis.symbolic.values import Box, probes
from regola_compiler.analysis.witnesses.exhibits import with_pieces_spoken_of
from regola_compiler.analysis.witnesses.samples import all_values_of, sample_value
from regola_compiler.analysis.witnesses.written import witness_of
from regola_compiler.evaluate.assumptions import broken_assumption, records_in
from regola_compiler.evaluate.errors import (
    EffectClash,
    NotGiven,
    OutOfRange,
    RuleError,
)
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.play.deeds import turnout
from regola_compiler.evaluate.protocol import Env, Position
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import (
    Action,
    Call,
    Clause,
    Definition,
    Effect,
    Fact,
    Path,
    Program,
    Rule,
    Supposed,
)
from regola_compiler.model.supposed import supposed_fact
from regola_compiler.model.types import (
    FORBIDDEN,
    Handle,
    Value,
    domain,
)

# Whether someone else, asked the same in the same position, meets the same problem.
Confirm: TypeAlias = Callable[[Position, Rule, list[Value], RuleError], bool]
E = TypeVar("E", bound=RuleError)
# How often what is left out is filled in, to see whether it matters.
FILLS = 24
# In how many boxes it is looked for what is reached, and how often with values that are drawn.
POINTS, DRAWS = 20, 1


@dataclass(frozen=True, slots=True)
class WitnessCandidate(Generic[E]):
    """What the interpreter met at a point: in which position, for which arguments."""

    box: Box
    run: DefaultingInterpreter
    arguments: list[Value]
    problem: E


class WitnessBuilder:
    """Points of boxes, put to the interpreter."""

    def __init__(self, program: Program, facts: ProgramFacts, confirm: Confirm | None = None) -> None:
        self.program, self.facts, self.confirm = program, facts, confirm

    def build(
        self, name: str, problem: E, boxes: Iterable[Box], union: Sequence[Box], relations: Relations
    ) -> tuple[Witness, E] | None:
        """The first point at which a declaration meets a problem, and how it was met there.

        Args:
            name: What the declaration is called.
            problem: What is to be met.
            boxes: Where it may be met, without relations between amounts.
            union: All boxes in which it comes about for certain; what they do not need is left out.
            relations: Decides whether a box with relations has a point.
        """
        declaration = self.program.callables[name]
        for box in boxes:
            replay = self._at(declaration, problem, box)
            if replay is not None and self._confirmed(declaration, replay):
                needed = self._minimize(declaration, replay, union, relations)
                shown = self._lasting(declaration, needed)
                run, arguments = shown.run, shown.arguments
                return witness_of(declaration, shown.box, run, arguments, shown.problem, run.supposes), replay.problem
        return None

    def _at(self, declaration: Rule, problem: E, box: Box) -> WitnessCandidate[E] | None:
        """The plainest point of a box, if the same problem is met there and the position can be."""
        position = position_of(box, self.facts.individuals)
        if position is None:
            return None
        arguments = [sample_value(input_symbol(p.name), p.type, box) for p in declaration.parameters]
        position = with_pieces_spoken_of(self.program, position, arguments)
        run = DefaultingInterpreter(self.program, position, self.facts)
        run.made = []
        try:
            _attempt(run, declaration, arguments, box, problem)
        except type(problem) as met:
            if met.finding_key() != problem.finding_key():
                return None
            if isinstance(declaration, Action):
                _read_guards(run, declaration, arguments)
            if not run.is_in_turn():
                return None
            run.position = self._minimize_position(run, arguments)
            # What is assumed holds of the records that are made on the way too.
            impossible = self._violated_assumption(run.position, [*arguments, *run.made])
            return None if impossible else WitnessCandidate(box, run, arguments, met)
        except RuleError:
            return None
        return None

    def _minimize(
        self, declaration: Rule, replay: WitnessCandidate[E], union: Sequence[Box], relations: Relations
    ) -> WitnessCandidate[E]:
        """The same without the inputs that may have any value."""
        told = dict(replay.box)
        # What a position says is told whatever it is: it may be read for other inputs too.
        for leaf in [leaf for leaf in replay.box if not isinstance(leaf.root, FactRef)]:
            wider = {other: values for other, values in told.items() if other != leaf}
            if covered(wider, union, lambda part: all_values_of(part, declaration), relations.possible):
                told = wider
        return replace(replay, box=told)

    def _lasting(self, declaration: Rule, replay: WitnessCandidate[E]) -> WitnessCandidate[E]:
        """The same, with what was left out and turns out to matter where other values stand in its place."""
        if isinstance(declaration, Path):
            return replay
        told = dict(replay.box)
        inputs = [
            (input_symbol(p.name), p.type, value)
            for p, value in zip(declaration.parameters, replay.arguments, strict=True)
        ]
        own = {leaf: values for part in inputs for leaf, values in told_of(*part).items()}
        random = Random(0)  # noqa: S311  no secret: the same witness every time
        for _ in range(FILLS):
            free = [part for symbol, type_, _ in inputs for part in left_out(symbol, type_, told)]
            filled = {symbol: told_of(symbol, type_, random_value(type_, random)) for symbol, type_ in free}
            while not self._shows(declaration, replay, own, filled):
                # One after the other they are put in, and the one that ends it matters.
                some: dict[Symbol, Box] = {}
                matters = next(
                    (
                        symbol
                        for symbol, other in filled.items()
                        if some.update({symbol: other}) or not self._shows(declaration, replay, own, some)
                    ),
                    None,
                )
                if matters is None:
                    break  # it takes more than the inputs to show it again: all of them are told
                told |= {leaf: values for leaf, values in own.items() if leaf.is_within(matters)}
                del filled[matters]
        return replace(replay, box=told)

    def _shows(self, declaration: Rule, replay: WitnessCandidate[E], own: Box, filled: Mapping[Symbol, Box]) -> bool:
        """Whether the problem is met where some inputs are others than in the witness, or that cannot be."""
        box = {leaf: values for leaf, values in own.items() if not any(leaf.is_within(top) for top in filled)}
        for part in filled.values():
            box |= part
        arguments = [sample_value(input_symbol(p.name), p.type, box) for p in declaration.parameters]
        position = with_pieces_spoken_of(self.program, replay.run.position, arguments)
        run = DefaultingInterpreter(self.program, position, self.facts)
        run.made = []
        try:
            _attempt(run, declaration, arguments, box, replay.problem)
        except type(replay.problem) as met:
            if met.finding_key() == replay.problem.finding_key():
                return True
        except RuleError:
            pass
        # An assumption or the turn may rule these values out: they are no case of the rules at all.
        return not run.is_in_turn() or self._violated_assumption(run.position, [*arguments, *run.made]) is not None

    def _minimize_position(self, run: DefaultingInterpreter, arguments: list[Value]) -> Position:
        """What of a position was looked at, and what it takes besides to keep to the assumptions."""
        needed = {key: value for key, value in run.position.items() if key in run.read}
        if not self._violated_assumption(needed, arguments):
            return needed
        needed = dict(run.position)
        for key in [key for key in run.position if key not in run.read]:
            less = {other: value for other, value in needed.items() if other != key}
            if not self._violated_assumption(less, arguments):
                needed = less
        return needed

    def _confirmed(self, declaration: Rule, replay: WitnessCandidate[E]) -> bool:
        """Whether whoever else is asked meets the same problem."""
        # What a path is made of, what a phase does and what a fact starts with, nobody can be asked for alone; and that
        # two effects disagree is for the check to know: whoever carries them out takes the later one.
        alone = isinstance(declaration, Path) or is_synthetic(declaration) or isinstance(replay.problem, EffectClash)
        # Nor does the module yet know who is there; and it works out what was so far back, which no position says.
        told = all(name in self.program.callables for name, _ in replay.run.position)
        if self.confirm is None or alone or self.program.pieces or not told:
            return True
        return self.confirm(replay.run.position, declaration, replay.arguments, replay.problem)

    def _violated_assumption(self, position: Position, arguments: list[Value]) -> str | None:
        """An assumption that a position breaks."""
        run = Interpreter(self.program, position)
        run.made = [record for value in arguments for record in records_in(value)]
        return broken_assumption(run)


class DefaultingInterpreter(Interpreter):
    """The interpreter in a position that is told as far as it matters: what else is asked is filled in."""

    def __init__(self, program: Program, position: Position, facts: ProgramFacts | None = None) -> None:
        super().__init__(program, position)
        self.read: set[tuple[str, tuple[Value, ...]]] = set()
        self.supposes: dict[str, Fact] = {}
        self._facts = facts

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """A fact; what was not told takes its default, or the first value there is."""
        self.read.add((fact.name, arguments))
        self.read.update((extent_of(part.type), ()) for part in arguments if isinstance(part, Handle))
        try:
            return super().fact(fact, arguments)
        except NotGiven:
            value = self._fitting(fact, sample_value(fact_symbol(fact, arguments), fact.result, {}))
            self.position[fact.name, arguments] = value
            self.position = with_pieces_spoken_of(self.program, self.position, [value])
            return value

    def supposed(self, node: Supposed, env: Env) -> Any:
        """What is asked of another position: what is told of it is part of this one."""
        fact = supposed_fact(node)
        self.supposes[fact.name] = fact
        self.read.add((fact.name, tuple(env[parameter.name] for parameter in fact.parameters)))
        return super().supposed(node, env)

    def _fitting(self, fact: Fact, plainest: Value) -> Value:
        """The plainest value of a fact; of the phase and the turn, one that the sequence has with the other."""
        if fact.kind not in {"phase", "active"}:
            return plainest
        told, plays = self.position, self._plays
        values = [plainest, *(domain(fact.result) or ())]
        if fact.kind == "active" and ("phase", ()) in told:
            values = [value for value in values if plays(told["phase", ()], value)]
        if fact.kind == "phase" and ("active", ()) in told:
            values = [value for value in values if plays(value, told["active", ()])]
        return values[0] if values else plainest

    def is_in_turn(self) -> bool:
        """Whether who has the turn plays the phase, where the position says both."""
        phase, active = (self.position.get((name, ())) for name in ("phase", "active"))
        return phase is None or active is None or self._plays(phase, active)

    def _plays(self, phase: Value, active: Value) -> bool:
        self._facts = self._facts or ProgramFacts(self.program)
        return self._facts.plays(phase, active)

    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """The answer of a declaration; of a path, what the position says of it."""
        callee = self.program.callables[name]
        if isinstance(callee, Path):
            self.read.add((name, tuple(arguments)))
            self.position.setdefault((name, tuple(arguments)), False)
        return super().call(name, arguments, node)


class _Tracking(DefaultingInterpreter):
    """The same, with the clauses that have a say; what the position does not say is drawn, if there is a `random`."""

    def __init__(self, program: Program, position: Position, facts: ProgramFacts, random: Random | None) -> None:
        super().__init__(program, position, facts)
        self.reached: set[tuple[str, str, bool]] = set()
        self._random = random

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """A fact, drawn where it is not told."""
        if self._random is not None and (fact.name, arguments) not in self.position:
            self.position[fact.name, arguments] = random_value(fact.result, self._random)
        return super().fact(fact, arguments)

    def on_clause(self, definition: Definition, clause: Clause, *, own: bool) -> None:
        """A clause is entered, or speaks for itself."""
        self.reached.add((definition.name, clause.name, own))


def clauses_met(
    program: Program,
    facts: ProgramFacts,
    definition: Definition,
    boxes: Sequence[Box],
    wanted: Set[tuple[str, str, bool]],
) -> set[tuple[str, str, bool]]:
    """The clauses of a definition that are reached in some boxes, asked until all that are wanted are found.

    First at the plainest point of each, then with what the box does not say drawn.
    """
    met: set[tuple[str, str, bool]] = set()
    drawn = Random(0)  # noqa: S311  no secret: the same findings every time
    for random in (None, *[drawn] * DRAWS):
        for box in boxes[:POINTS]:
            plain = {leaf: values for leaf, values in box.items() if not isinstance(leaf, RelationRef)}
            if random is not None:
                for p in definition.parameters:
                    for symbol, type_ in left_out(input_symbol(p.name), p.type, plain):
                        plain |= told_of(symbol, type_, random_value(type_, random))
            arguments = [sample_value(input_symbol(p.name), p.type, plain) for p in definition.parameters]
            position = with_pieces_spoken_of(program, position_of(plain, facts.individuals) or {}, arguments)
            run = _Tracking(program, position, facts, random)
            with suppress(RuleError):
                run.call(definition.name, arguments)
            met |= run.reached
            if wanted <= met:
                return met
    return met


def position_of(box: Box, individuals: Individuals | None = None) -> Position | None:
    """What a box says of the facts; None where it gives one of them two values, or speaks of a map.

    How many pieces there are a box says by their number: they are the first of the `individuals`.
    """
    position: Position = {}
    for type_, number in extents_in(box).items() if individuals else ():
        assert individuals is not None
        position[extent_of(type_), ()] = individuals.all_of(type_)[:number]
    for leaf in box:
        asked = leaf.root
        if not isinstance(asked, FactRef):
            continue
        if asked.aspect:
            return None
        if isinstance(asked.declaration, Fact) and asked.declaration.kind == "pieces":
            continue
        arguments = tuple(
            sample_value(part, p.type, box) if isinstance(part, Symbol) else part
            for part, p in zip(asked.arguments, asked.declaration.parameters, strict=True)
        )
        key = (asked.declaration.name, arguments)
        value = sample_value(asked, asked.result, box)
        if position.setdefault(key, value) != value:
            return None
    return position


def _attempt(run: Interpreter, declaration: Rule, arguments: list[Value], box: Box, problem: RuleError) -> None:
    """Do what was explored, to meet its problem."""
    env = {p.name: value for p, value in zip(declaration.parameters, arguments, strict=True)}
    if isinstance(declaration, Path):
        for part in probes(declaration):
            places = {place: sample_value(input_symbol(place), declaration.place, box) for place in part.places}
            value = run.evaluate(part.expression, {**run.bind(declaration.lets, env), **places})
            if part.amount and value < 0:
                raise OutOfRange(part.amount, part.expression.type, value).at(part.expression.span)
        return
    if isinstance(declaration, Action):
        for voice in [
            voice for norm in declaration.norms for voice in actions.applicable_norms(run, declaration, norm, env)
        ]:
            check_obligation(run, declaration, voice.norm, env)
    answer = run.call(declaration.name, arguments)
    if isinstance(declaration, Action) and answer != FORBIDDEN:
        plain = tuple(filter(is_plain, declaration.effects))
        list(actions.effect_updates(run, plain, env))
        check_effects_agree(run, plain, env)
        if len(plain) < len(declaration.effects):
            _bring_about(run, declaration.effects, env, problem)


def _bring_about(run: Interpreter, effects: tuple[Effect, ...], env: dict[str, Value], problem: RuleError) -> None:
    """Bring effects about that come for each of many or add up, all, then two by two, to meet a problem.

    Raises:
        RuleError: the one that is looked for, or else the first.
    """
    pairs = ((a, b) for a, b in combinations(effects, 2) if a.fact == b.fact)
    met: RuleError | None = None
    for some in (effects, *((effect,) for effect in effects), *pairs):
        try:
            turnout(run, some, env)
        except RuleError as found:
            if found.finding_key() == problem.finding_key():
                raise
            met = met or found
    if met is not None:
        raise met


def _read_guards(run: Interpreter, action: Action, arguments: list[Value]) -> None:
    """Ask an action, so that its position has the phase and all else that its guards look at."""
    try:
        run.call(action.name, list(arguments))
    except RuleError:
        return
