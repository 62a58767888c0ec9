"""What the checks ask the explorer, asked once for each declaration.

A definition is first explored coarsely, with the definitions it asks taken as unknowns of their
declared type: what is clean then is clean for certain. Only what is not is explored again with
everything inlined; a problem met there is certain, and one met only coarsely is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, TypeAlias

from regola_dsl.diagnostics import Witness
from regola_dsl.source import Span
from regola_dsl.tree import at

from regola_compiler import norms
from regola_compiler.assumptions import broken_assumption, records_in
from regola_compiler.boxes import space_of
from regola_compiler.concrete import candidates
from regola_compiler.cover import Cover
from regola_compiler.deeds import hold_duty, hold_effects
from regola_compiler.dividing import Exhausted, problem_key
from regola_compiler.explore import Explorer, Outcome
from regola_compiler.interpreter import Interpreter, Position
from regola_compiler.liveness import Never
from regola_compiler.model import Action, Call, Fact, Path, Program, Rule, Table
from regola_compiler.operations import Problem
from regola_compiler.plays import PHASE, asked_as, is_play, with_plays
from regola_compiler.solver import Relations
from regola_compiler.types import (
    FORBIDDEN,
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
    Value,
    show,
    source,
)
from regola_compiler.unknowns import Amount, Asked, Box, Deferred, Leaf, Unknown, fact_path, plainest, probes

# Whether someone else, asked the same in the same position, meets the same problem.
Confirm: TypeAlias = Callable[[Position, Rule, list[Value], Problem], bool]

COARSE_BUDGET = 4_000
EXACT_BUDGET = 2_500


class OpaqueExplorer(Explorer):
    """An explorer that takes every asked definition as an unknown of its declared type."""

    replaced = 0

    def __init__(self, program: Program, relations: Relations) -> None:
        super().__init__(program, relations)
        self.opened: dict[str, tuple[str, tuple[Any, ...]]] = {}

    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """Tables are looked up; what a definition would answer is left open."""
        callee = self.program.callables[name]
        if isinstance(callee, Table | Fact | Path):
            return super().call(name, arguments, node)
        if node is None or not isinstance(callee.result, EnumType | BoolType | IntType):
            # Not remembered, as below the answer may depend on more than the arguments.
            return self._ask(name, arguments, node)
        for parameter, value in zip(callee.parameters, arguments, strict=True):
            self._at(node, self._checked, value, parameter.type, f"`{parameter.name}`")
        self.replaced += 1
        keys = tuple(_key(value, node.span) for value in arguments)
        shown = [
            key if isinstance(key, str) else source(key, p.type) for key, p in zip(keys, callee.parameters, strict=True)
        ]
        path = f"{name}({', '.join(shown)})"
        self.opened[path] = (name, keys)
        return self.unknown(path, callee.result)


def _key(value: Any, span: Span) -> Any:
    """A name for an argument that stays the same from run to run, or its value."""
    if isinstance(value, Unknown):
        same = all(key == result for key, result in value.results.items())
        return value.leaf if same else f"{value.leaf} at {span.line}:{span.column}"
    if isinstance(value, Amount):
        return value.leaf
    if isinstance(value, Deferred):
        return f"amount at {span.line}:{span.column}"
    return getattr(value, "path", value)


@dataclass(slots=True)
class Finding:
    """The boxes of one declaration in which one problem arises at one place, largest first."""

    owner: str
    problem: Problem
    boxes: list[Box]
    certain: bool = True
    problems: list[Problem] = field(default_factory=list)


@dataclass(slots=True)
class Survey:
    """The problems of every definition of a program, found on demand.

    `undecided` are those of which nothing is claimed, `partial` those of which what is found is not all.
    `reached` has the clauses of definitions without problems that some position reaches: as the
    coarse view takes more to be possible than is, what is not there is never reached.
    """

    program: Program
    confirm: Confirm | None = None
    undecided: dict[str, str] = field(default_factory=dict)
    partial: set[str] = field(default_factory=set)
    reached: dict[str, set[tuple[str, str, bool]]] = field(default_factory=dict)
    # What of an action never comes about, and why.
    never: dict[str, dict[str, Never]] = field(default_factory=dict)
    _findings: dict[str, list[Finding]] = field(default_factory=dict)
    _exactly: dict[str, list[Outcome]] = field(default_factory=dict)
    _covers: dict[tuple[str, bool], Cover] = field(default_factory=dict)
    _exact: Explorer = field(init=False)
    _coarse: OpaqueExplorer = field(init=False)

    def __post_init__(self) -> None:
        self.program = with_plays(self.program)
        self._exact = Explorer(self.program)
        self._coarse = OpaqueExplorer(self.program, self._exact.relations)

    @property
    def limits(self) -> list[str]:
        """What was left untried, in a few words."""
        return sorted(self._exact.limits | self._coarse.limits)

    def cover(self, table: Table, *, past_edges: bool = False) -> Cover:
        """The rows of a table in its space, what is past its edges with it where that is asked."""
        key = table.name, past_edges
        if key not in self._covers:
            space = space_of(table, past_edges=past_edges)
            self._covers[key] = Cover(space, [space.box(row.selectors) for row in table.rows])
        return self._covers[key]

    def findings(self, name: str) -> list[Finding]:
        """The problems of the declaration called `name`, those of what it asks left out."""
        if name not in self._findings:
            self._findings[name] = self._explore(name)
        return self._findings[name]

    def all(self, *kinds: str) -> list[Finding]:
        """The problems of these kinds, in the order of the declarations."""
        names = [item.name for item in self.program.examined() if not isinstance(item, Table | Fact)]
        listed = [found for name in names for found in self.findings(name) if found.problem.kind in kinds]
        # A phase that is played as another one has its mistakes: they are told once.
        once = {(f.owner.startswith(PHASE) or f.owner, problem_key(f.problem)): f for f in reversed(listed)}
        return [found for found in listed if any(found is first for first in once.values())]

    def _explore(self, name: str) -> list[Finding]:
        """The coarse view first: it is cheap, and what is clean in it is clean."""
        self._coarse.replaced = 0
        self._coarse.reached, self._coarse.never = set(), {}
        coarse: list[Finding] | None = None
        reason = ""
        try:
            outcomes = self._coarse.explore(name, COARSE_BUDGET)
            coarse = self._grouped(name, outcomes, certain=not self._coarse.replaced)
            silent = all(outcome.problem is None or outcome.problem.kind == "forbidden" for outcome in outcomes)
            if silent and not self._coarse.cuts and not self._coarse.scales_cut:
                self.reached[name] = self._coarse.reached
                self.never[name] = self._coarse.never
        except Exhausted as gave_up:
            reason = gave_up.reason
        if coarse is not None and all(found.certain for found in coarse):
            return self._held(name, coarse, self._coarse)
        try:
            self._exactly[name] = self._exact.explore(name, EXACT_BUDGET)
            return self._held(name, self._grouped(name, self._exactly[name], certain=True), self._exact)
        except Exhausted as gave_up:
            # What was seen is certain; whether there is more, the coarse view says, or nobody.
            self._exactly[name] = gave_up.done
            seen = self._grouped(name, gave_up.done, certain=True)
            if coarse is None:
                self.undecided[name] = reason
                return seen
            known = {problem_key(found.problem) for found in seen}
            return seen + [found for found in coarse if problem_key(found.problem) not in known]

    def _held(self, name: str, found: list[Finding], explorer: Explorer) -> list[Finding]:
        """What was found; where nothing was, and not everything was tried, that is said.

        Where something was found the silence about the rest is not told on top: it will be when that is mended.
        """
        if explorer.cuts:
            self.partial.add(name)
        if not found and explorer.cuts:
            self.undecided[name] = ", ".join(sorted(explorer.cuts))
        return found

    @staticmethod
    def _grouped(name: str, outcomes: list[Outcome], *, certain: bool) -> list[Finding]:
        """The problems of `name` itself among `outcomes`, by kind and place, largest boxes first."""
        grouped: dict[Any, Finding] = {}
        for outcome in outcomes:
            problem = outcome.problem
            if problem is None or problem.owner != name:
                continue
            found = grouped.setdefault(problem_key(problem), Finding(name, problem, [], certain))
            found.boxes.append(outcome.box)
            found.problems.append(problem)
        for found in grouped.values():
            found.boxes.sort(key=lambda box: (len(box), -prod(len(values) for values in box.values())))
        return list(grouped.values())

    def _plain(self, boxes: Iterable[Box]) -> Iterator[Box]:
        """Boxes of facts for a problem that was met with open answers."""
        for box in boxes:
            yield from candidates(box, self._coarse.opened, self.program, self._outcomes, self._exact.facts)

    def _outcomes(self, name: str) -> list[Outcome]:
        """The outcomes of a definition with everything it asks, as far as its budget reaches."""
        whole = not isinstance(self.program.callables[name], Action)
        if name not in self._exactly or not whole:
            try:
                self._exactly[name] = self._exact.explore(name, EXACT_BUDGET, answers=True)
            except Exhausted as gave_up:
                self._exactly[name] = gave_up.done
        settled = ((outcome, self._exact.relations.settled(outcome.box)) for outcome in self._exactly[name])
        return [replace(outcome, box=box) for outcome, box in settled if box is not None]

    # --- witnesses ---

    def witness(self, found: Finding) -> tuple[Witness, Problem] | None:
        """A position that shows a finding and what the interpreter met there, if it agrees."""
        declaration = self.program.callables[found.owner]
        asked = {**self._coarse.facts, **self._exact.facts}
        boxes = (self._exact.relations.settled(box) for box in found.boxes[:20])
        plain = (box for box in boxes if box is not None)
        for box in plain if found.certain else self._plain(plain):
            position = position_of(box, asked)
            if position is None:
                continue
            arguments = [example_value(p.name, p.type, box) for p in declaration.parameters]
            run = Filling(self.program, position)
            run.made = []
            try:
                _attempt(run, declaration, arguments, box)
            except Problem as problem:
                if isinstance(declaration, Action):
                    _read_guards(run, declaration, arguments)
                run.position = self._needed(run, arguments)
                if problem_key(problem) == problem_key(found.problem) and self._stands(run, arguments, problem, found):
                    return _written(run, declaration, arguments, box, problem), problem
        return None

    def _needed(self, run: Filling, arguments: list[Value]) -> Position:
        """What of a position was looked at, and what it takes besides to keep to the assumptions."""
        needed = {key: value for key, value in run.position.items() if key in run.read}
        if not self._cannot_be(needed, arguments):
            return needed
        needed = dict(run.position)
        for key in [key for key in run.position if key not in run.read]:
            less = {other: value for other, value in needed.items() if other != key}
            if not self._cannot_be(less, arguments):
                needed = less
        return needed

    def _stands(self, run: Filling, arguments: list[Value], problem: Problem, found: Finding) -> bool:
        """Whether a position can be, and whoever else is asked meets the same problem in it."""
        # What is assumed holds of the records that are made on the way too.
        if self._cannot_be(run.position, [*arguments, *(run.made or [])]):
            return False
        item = self.program.callables[found.owner]
        # What a path is made of, what a phase does and what a fact starts with, nobody can be asked for alone; and that
        # two effects disagree is for the check to know: whoever carries them out takes the later one.
        alone = isinstance(item, Path) or is_play(item.name) or problem.kind == "clash"
        return self.confirm is None or alone or self.confirm(run.position, item, arguments, problem)

    def _cannot_be(self, position: Position, arguments: list[Value]) -> str | None:
        """An assumption that a position breaks."""
        run = Interpreter(self.program, position)
        run.made = [record for value in arguments for record in records_in(value)]
        return broken_assumption(run)


class Filling(Interpreter):
    """The interpreter in a position that is told as far as it matters: what else is asked is filled in."""

    def __init__(self, program: Program, position: Position) -> None:
        super().__init__(program, position)
        self.read: set[tuple[str, tuple[Value, ...]]] = set()

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """A fact; what was not told takes its default, or the first value there is."""
        self.read.add((fact.name, arguments))
        try:
            return super().fact(fact, arguments)
        except Problem as problem:
            if problem.kind != "not-given":
                raise
            value = example_value(fact_path(fact, arguments), fact.result, {})
            self.position[fact.name, arguments] = value
            return value

    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """The answer of a declaration; of a path, what the position says of it."""
        callee = self.program.callables[name]
        if isinstance(callee, Path):
            self.read.add((name, tuple(arguments)))
            self.position.setdefault((name, tuple(arguments)), False)
        return super().call(name, arguments, node)


def position_of(box: Box, asked: Mapping[str, Asked]) -> Position | None:
    """What a box says of the facts; None where it gives one of them two values, or speaks of a map."""
    position: Position = {}
    for leaf in box:
        path = next((path for path in (leaf, *_heads(leaf)) if path in asked), None)
        if path is None:
            continue
        known = asked[path]
        if known.fact.kind == "path" and not isinstance(known.fact.result, BoolType):
            return None
        arguments = tuple(
            example_value(part.path, part.type, box) if isinstance(part, Leaf) else part for part in known.parts
        )
        key = (known.fact.name, arguments)
        value = example_value(path, known.fact.result, box)
        if position.setdefault(key, value) != value:
            return None
    return position


def _heads(leaf: str) -> list[str]:
    """The beginnings of a leaf's path at which a field or an item is asked for."""
    return [leaf[:place] for place, char in enumerate(leaf) if char in ".["]


def _attempt(run: Interpreter, declaration: Rule, arguments: list[Value], box: Box) -> None:
    """Do what was explored, to meet its problem."""
    env = {p.name: value for p, value in zip(declaration.parameters, arguments, strict=True)}
    if isinstance(declaration, Path):
        for part in probes(declaration):
            places = {place: example_value(place, declaration.place, box) for place in part.places}
            run.evaluate(part.expression, {**run.bind(declaration.lets, env), **places})
        return
    if isinstance(declaration, Action):
        for voice in [voice for norm in declaration.norms for voice in norms.voices(run, declaration, norm, env)]:
            hold_duty(run, declaration, voice.norm, env)
    answer = run.call(declaration.name, arguments)
    if isinstance(declaration, Action) and answer != FORBIDDEN:
        list(norms.changes(run, declaration.effects, env))
        hold_effects(run, declaration.effects, env)


def _read_guards(run: Interpreter, action: Action, arguments: list[Value]) -> None:
    """Ask an action, so that its position has the phase and all else that its guards look at."""
    try:
        run.call(action.name, list(arguments))
    except Problem:
        return


def example_value(path: str, type_: Type, box: Box) -> Value:
    """A value in the box; facts that do not matter get their default, or the first there is."""
    if isinstance(type_, RecordType):
        defaults = dict(type_.defaults)
        fields: list[tuple[str, Value]] = []
        for name, field_type in type_.fields:
            inner = f"{path}.{name}"
            told = any(leaf == inner or leaf.startswith((f"{inner}.", f"{inner}[")) for leaf in box)
            value = defaults[name] if name in defaults and not told else example_value(inner, field_type, box)
            fields.append((name, value))
        return RecordValue(type_.name, tuple(fields))
    if isinstance(type_, ListType):
        length = plainest(box.get(f"{path}.count", (type_.least,)))
        count = length if isinstance(length, int) else type_.least
        return tuple(example_value(f"{path}[{i + 1}]", type_.item, box) for i in range(count))
    if path in box:
        return plainest(box[path])
    return _first(type_)


def _first(type_: Type) -> Value:
    if isinstance(type_, HandleType):
        return Handle(type_.name, f"{type_.name} 1")
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


def facts_told(program: Program, position: Position) -> tuple[list[tuple[str, str]], list[str]]:
    """A position's facts, each with its value, and the same as a `given` line of an example tells them."""
    given, told = [], []
    for (name, values), value in position.items():
        fact = program.callables[name]
        shown = ", ".join(source(part, p.type) for part, p in zip(values, fact.parameters, strict=True))
        called = f"{name}({shown})" if values else name
        given.append((called, show(value, fact.result)))
        if isinstance(fact.result, BoolType):
            told.append(called if value else f"not {called}")
        else:
            told.append(f"{called} is {source(value, fact.result)}")
    return given, told


def _written(run: Interpreter, declaration: Rule, arguments: list[Value], box: Box, problem: Problem) -> Witness:
    given = []
    types = _leaf_types(declaration)
    for path, values in box.items():
        if path.startswith(":"):
            continue
        type_ = types(path)
        given.append((path, show(plainest(values), type_) if type_ else str(plainest(values))))
    facts, told = facts_told(run.program, run.position)
    given += facts
    shown = ", ".join(
        # A table is entered with what its columns are called.
        f"{p.name}: {source(value, p.type)}" if isinstance(declaration, Table) else source(value, p.type)
        for value, p in zip(arguments, declaration.parameters, strict=True)
    )
    line, name = asked_as(declaration.name, shown)
    kind = f"{problem.kind}_in" if isinstance(declaration, Table) else problem.kind.replace("-", "_")
    lines = [f"example {kind}_{name}{at(declaration.anchors)}"]
    lines += [f"  given {', '.join(told)}"] if told else []
    lines.append(f"  {line if line.startswith('play ') else _claim(run, declaration, arguments, line, problem)}")
    # A path is walked on a map that only the host has: there is no line that shows what goes wrong on the way.
    example = "" if isinstance(declaration, Path) else "\n".join(lines)
    return Witness(tuple(given), problem.kind, example)


def _claim(run: Interpreter, declaration: Rule, arguments: list[Value], asked: str, problem: Problem) -> str:
    """The line of an example that shows a problem: what is asked and how that ends, or what cannot be done."""
    if problem.kind in {"contradiction", "overlap"}:
        return f"{asked} is contradictory"
    if isinstance(declaration, Action):
        try:
            answer = Interpreter(run.program, run.position).call(declaration.name, arguments)
        except Problem:
            return f"{asked} is missing"
        # The answer is there: what goes wrong is what doing it changes, or that it is obliged and forbidden.
        return f"{asked} is forbidden" if answer == FORBIDDEN else f"do {asked}"
    return f"{asked} is missing"


def _leaf_types(declaration: Rule) -> Callable[[str], Type | None]:
    def find(path: str) -> Type | None:
        head, *rest = path.replace("[", ".[").split(".")
        type_: Type | None = next((p.type for p in declaration.parameters if p.name == head), None)
        for step in rest:
            if isinstance(type_, ListType):
                type_ = IntType() if step == "count" else type_.item
            elif isinstance(type_, RecordType):
                type_ = type_.field(step)
        return type_ if isinstance(type_, EnumType | BoolType | IntType | DiceType | HandleType) else None

    return find
