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
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar, assert_never

from regola_dsl.diagnostics import Witness
from regola_dsl.tree import anchor_suffix

from regola_compiler.analysis.exhibits import called_for, put_up_lines, with_pieces_spoken_of
from regola_compiler.analysis.omissions import covered, left_out, random_value, told_of
from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.analysis.symbolic.explorer import ProgramFacts
from regola_compiler.analysis.symbolic.individuals import Individuals, extents_in
from regola_compiler.analysis.symbolic.play.actions import check_effects_agree, check_obligation
from regola_compiler.analysis.symbolic.play.effects import is_plain
from regola_compiler.analysis.symbolic.play.phases import example_line, is_synthetic
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.symbols import (
    FactRef,
    LengthRef,
    SiteRef,
    Symbol,
    fact_symbol,
    input_symbol,
    type_of,
)
from regola_compiler.analysis.symbolic.values import Box, Interval, Values, probes, simplest
from regola_compiler.evaluate.assumptions import broken_assumption, records_in
from regola_compiler.evaluate.errors import (
    Contradiction,
    DivisionByZero,
    EffectClash,
    EmptyFold,
    FieldNotGiven,
    Forbidden,
    ImpossibleDuty,
    MissingRule,
    NoPath,
    NotGiven,
    OffScale,
    OutOfRange,
    OutsideTable,
    PieceGone,
    RuleError,
    TableGap,
    TableOverlap,
    TooLarge,
    TooManyChoices,
    TooManyPieces,
    as_union,
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
    Table,
)
from regola_compiler.model.supposed import supposed_fact
from regola_compiler.model.types import (
    FORBIDDEN,
    NONE,
    NOTHING,
    BoolType,
    DiceType,
    EnumType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    domain,
    show,
    source,
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
                return _written(declaration, self._lasting(declaration, needed)), replay.problem
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
            if covered(wider, union, lambda part: _all_values(part, declaration), relations.possible):
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
        # Nor does the module yet know who is there.
        if self.confirm is None or alone or self.program.pieces:
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


def sample_value(symbol: Symbol, type_: Type, box: Box) -> Value:
    """A value in the box; facts that do not matter get their default, or the first there is."""
    if isinstance(type_, RecordType):
        defaults = dict(type_.defaults)
        fields: list[tuple[str, Value]] = []
        for name, field_type in type_.fields:
            inner = symbol.field(name)
            told = any(leaf.is_within(inner) for leaf in box)
            value = defaults[name] if name in defaults and not told else sample_value(inner, field_type, box)
            fields.append((name, value))
        return RecordValue(type_.name, tuple(fields))
    if isinstance(type_, ListType):
        length = simplest(box.get(symbol.length(), (type_.least,)))
        count = length if isinstance(length, int) else type_.least
        return tuple(sample_value(symbol.item(i + 1), type_.item, box) for i in range(count))
    if symbol in box:
        return simplest(box[symbol])
    return _first(type_)


def _first(type_: Type) -> Value:
    if isinstance(type_, HandleType):
        return next(iter(domain(type_) or ()))
    if isinstance(type_, UnionType):
        # What is nothing takes least to be there.
        return NONE if NOTHING in type_.options else _first(type_.options[0])
    if isinstance(type_, EnumType):
        return Member(type_.name, 0)
    if isinstance(type_, BoolType):
        return False
    if isinstance(type_, IntType):
        low, high = type_.low, type_.high
        return low if low is not None and low > 0 else high if high is not None and high < 0 else 0
    if isinstance(type_, DiceType):
        return type_.low
    return 0


def format_facts(program: Program, position: Position) -> tuple[list[tuple[str, str]], list[str]]:
    """A position's facts, each with its value, and the same as a `given` line of an example tells them."""
    given, told = [], []
    for (name, values), value in position.items():
        fact = program.callables.get(name)
        if fact is None:
            continue  # what was asked of another position, which no line of an example can tell
        if _is_count_of_limit(fact):
            if value:
                given.append((called_for(fact, values), show(value, fact.result)))
            continue  # a limit's count has no name that an example could tell it by; it begins at 0
        if isinstance(fact, Fact) and fact.kind == "pieces":
            given.append((name, show(value, fact.result)))
            continue
        called = called_for(fact, values)
        if isinstance(fact, Fact) and fact.owner:
            given.append((called, show(value, fact.result)))
            continue  # it is said where its piece is put up
        given.append((called, show(value, fact.result)))
        if isinstance(fact.result, BoolType):
            told.append(called if value else f"not {called}")
        else:
            told.append(f"{called} is {source(value, fact.result)}")
    return given, told


def _is_count_of_limit(fact: Rule) -> bool:
    return isinstance(fact, Fact) and fact.counts is not None


def no_line_tells(program: Program, position: Position) -> bool:
    """Whether a position has what no line of an example can tell: that a limit's deed was done already."""
    return any(
        value and _is_count_of_limit(program.callables[name])
        for (name, _), value in position.items()
        if name in program.callables
    )


def _written(declaration: Rule, replay: WitnessCandidate[E]) -> Witness:
    run, arguments, problem = replay.run, replay.arguments, replay.problem
    given = []
    for leaf, values in replay.box.items():
        if isinstance(leaf.root, FactRef | SiteRef):
            continue
        type_ = _single_type(leaf, declaration)
        given.append((leaf.printed(), show(simplest(values), type_) if type_ else str(simplest(values))))
    facts, told = format_facts(run.program, run.position)
    given += facts
    shown = ", ".join(
        # A table is entered with what its columns are called.
        f"{p.name}: {source(value, p.type)}" if isinstance(declaration, Table) else source(value, p.type)
        for value, p in zip(arguments, declaration.parameters, strict=True)
    )
    there = with_pieces_spoken_of(run.program, run.position, arguments)
    line, name = example_line(declaration, shown)
    kind = f"{problem.slug}_in" if isinstance(declaration, Table) else problem.slug.replace("-", "_")
    lines = [f"example {kind}_{name.replace('.', '_')}{anchor_suffix(declaration.anchors)}"]
    lines += [f"  with {piece}" for piece in put_up_lines(run.program, there)]
    lines += [f"  given {', '.join(told)}"] if told else []
    lines.append(f"  {line if line.startswith('play ') else _claim(run, declaration, arguments, line, problem)}")
    # A path is walked on a map that only the host has: there is no line that shows what goes wrong on the way.
    silent = isinstance(declaration, Path) or no_line_tells(run.program, run.position)
    example = "" if silent else "\n".join(lines)
    return Witness(tuple(given), problem.slug, example)


def _claim(run: Interpreter, declaration: Rule, arguments: list[Value], asked: str, problem: RuleError) -> str:
    """The line of an example that shows a problem: what is asked and how that ends, or what cannot be done."""
    match as_union(problem):
        case Contradiction() | TableOverlap():
            return f"{asked} is contradictory"
        case (
            MissingRule()
            | TableGap()
            | OutsideTable()
            | Forbidden()
            | OutOfRange()
            | DivisionByZero()
            | TooLarge()
            | OffScale()
            | EmptyFold()
            | NoPath()
            | NotGiven()
            | FieldNotGiven()
            | ImpossibleDuty()
            | EffectClash()
            | TooManyChoices()
            | PieceGone()
            | TooManyPieces()
        ):
            if not isinstance(declaration, Action):
                return f"{asked} is missing"
            try:
                answer = Interpreter(run.program, run.position).call(declaration.name, arguments)
            except RuleError:
                return f"{asked} is missing"
            # The answer is there: what goes wrong is what doing it changes, or that it is obliged and forbidden.
            return f"{asked} is forbidden" if answer == FORBIDDEN else f"do {asked}"
        case other:
            assert_never(other)


def _single_type(leaf: Symbol, declaration: Rule) -> Type | None:
    """The type of a leaf that is a part of a declaration's inputs, or of a fact."""
    type_ = type_of(leaf, {p.name: p.type for p in declaration.parameters})
    return type_ if isinstance(type_, EnumType | BoolType | IntType | DiceType | HandleType) else None


def _all_values(leaf: Symbol, declaration: Rule) -> Values | None:
    """The values that a leaf may have; None where they are not known, or the analysis tries some of them only."""
    type_ = None if isinstance(leaf, LengthRef) else _single_type(leaf, declaration)
    if type_ is None or (isinstance(type_, EnumType) and (type_.open_below or type_.open_above)):
        return None
    if isinstance(type_, IntType):
        low, high = (bound if bound is not None else sign * inf for bound, sign in ((type_.low, -1), (type_.high, 1)))
        return Interval(-inf, inf).between(low, high)
    return tuple(domain(type_) or ()) or None
