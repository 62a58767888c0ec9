"""A game's examples told to its built module, line by line, and everything they ask answered by both.

The interpreter's position and the module's grow side by side: what a line tells is told to both, what it does is done
by each in its own way. Whatever a line then asks must come to the same answer, for the same reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

import regola_runtime
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.oracle import to_python
from regola_compiler.evaluate.errors import FieldNotGiven, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.doing import done, standing
from regola_compiler.evaluate.play.sequences import path_to_phase, run_phases, unrolled
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.worked.examples import told_dice
from regola_compiler.evaluate.worked.supposed import tell_fact
from regola_compiler.model.program import (
    Action,
    Call,
    DoLine,
    Example,
    ExampleLine,
    Expectation,
    Fact,
    GivenLine,
    Path,
    PlayLine,
    Program,
    SetupLine,
    WithLine,
)
from regola_compiler.model.types import RecordValue, show
from regola_compiler.model.visitor import calls_in, lets_read
from regola_runtime.play import End, Engine, Frame, State


@dataclass(frozen=True)
class Unlike:
    """An answer on which interpreter and module disagree."""

    what: str
    interpreter: Any
    module: Any


@dataclass
class Replay:
    """One game's examples, replayed. `asked` counts the answers compared, `unlike` tells where the two disagree."""

    program: Program
    module: Any
    names: Namespace
    asked: int = 0
    told: int = 0
    done: int = 0
    played: int = 0
    left_out: list[str] = field(default_factory=list)
    unlike: list[Unlike] = field(default_factory=list)

    def run(self) -> None:
        """Replay every example."""
        for example in self.program.examples.values():
            self._example(example)

    def _example(self, example: Example) -> None:
        before: Position = {}
        after = self.module.Position()
        for line in example.lines:
            run = Interpreter(self.program, before)
            env = run.bind(lets_read(example, line), {})
            where = f"{line.span.path}:{line.span.line}"
            try:
                after = self._step(run, line, env, after, where)
            except _Partly:
                self.left_out.append(where)
                return
            before = run.position

    def _step(self, run: Interpreter, line: ExampleLine, env: dict[str, Any], after: Any, where: str) -> Any:
        known = dict(run.position)
        match line:
            case GivenLine():
                tell_fact(run, line.expression, env)
                self.told += 1
                return self._tell(after, {key: value for key, value in run.position.items() if known.get(key) != value})
            case SetupLine():
                start = self.program.starts[line.scenario]
                for (name, arguments), value in start.items():
                    run.set_fact(name, arguments, value)
                self._same_start(line.scenario, where)
                return self._tell(after, start)
            case DoLine():
                return self._do(run, line, env, after, where)
            case PlayLine():
                return self._play(run, line, env, after, where)
            case WithLine():
                run.replace_position(standing(run, line.pieces))
                return self._tell(after, {key: value for key, value in run.position.items() if known.get(key) != value})
            case Expectation():
                for call in calls_in(line.expression):
                    self._ask(run.position, call, env, after, where)
                return after
            case _:
                assert_never(line)

    def _tell(self, after: Any, facts: Position) -> Any:
        changes = []
        for (name, arguments), value in facts.items():
            fact = self.program.callables[name]
            if isinstance(value, RecordValue) and len(value.fields) < len(getattr(fact.result, "fields", ())):
                raise _Partly
            field_name = self.names.fact(name)
            changes.append(
                (field_name, self._arguments(fact, arguments), to_python(self.module, self.names, value, fact.result))
            )
        return regola_runtime.changed(after, changes)

    def _arguments(self, item: Any, values: Any) -> tuple[Any, ...]:
        return tuple(
            to_python(self.module, self.names, v, p.type) for p, v in zip(item.parameters, values, strict=True)
        )

    def _same_start(self, name: str, where: str) -> None:
        """A scenario in the module says what the interpreter's says."""
        start = self.module.SCENARIOS[name]
        for (fact, arguments), value in self.program.starts[name].items():
            item = self.program.callables[fact]
            found = self.module.FUNCTIONS[fact].call(start, *self._arguments(item, arguments))
            self._compare(f"{where}: {name}, {fact}", to_python(self.module, self.names, value, item.result), found)

    def _do(self, run: Interpreter, line: DoLine, env: dict[str, Any], after: Any, where: str) -> Any:
        expression = line.expression
        assert isinstance(expression, Call)
        action = self.program.callables[expression.callee]
        assert isinstance(action, Action)
        values = [run.evaluate(part, env) for part in expression.arguments]
        self._ask(run.position, expression, env, after, where)
        rolled = told_dice(run, line.rolled, env)
        run.replace_position(done(run, action, tuple(values), rolled)[0])
        self.done += 1
        do = getattr(self.module, f"do_{action.name}", None)
        assert (do is None) == (not action.effects and not action.counters), f"{where}: do_{action.name}"
        if do is None:
            return after
        shown = {}
        for (name, arguments), value in rolled.items():
            die = self.program.callables[name]
            shown[name, self._arguments(die, arguments)] = to_python(self.module, self.names, value, die.result)
        return do(after, *self._arguments(action, values), *([shown] if action.rolls else []))

    def _play(self, run: Interpreter, line: PlayLine, env: dict[str, Any], after: Any, where: str) -> Any:
        *above, phase = next(
            way for s in self.program.sequences.values() if (way := path_to_phase(unrolled(s), line.phase))
        )
        told = told_dice(run, line.rolled, env)
        values = [run.evaluate(part, env) for part in line.arguments]
        told |= {(fact, ()): value for fact, value in zip(phase.parameters, values, strict=False)}
        untold = after
        after = self._tell(after, told) if told else after
        steps = run_phases(run, phase, above=above, told=told)
        wanted = [step.phase.name for step in steps if step.phase.member is not None]
        if hasattr(self.module, "PLAY"):
            return self._by_the_engine(line.phase, told, after, untold)
        way = way_to(line.phase, self.module.SEQUENCES.values(), lambda stage: stage.stages)
        acting = next((one.actor for one in reversed(way) if one.actor is not None), None)
        tracker = regola_runtime.Tracker(replace(way[-1], until=None, actor=acting), after)
        self._compare(f"{where}: play {line.phase}", wanted, [inner.name for inner, _ in tracker])
        self.played += 1
        fields = {self.names.fact(fact) for fact, _ in told}
        return replace(tracker.position, **{field: getattr(untold, field) for field in fields})

    def _by_the_engine(self, phase: str, told: Position, after: Any, untold: Any) -> Any:
        """The module's position after a phase, as its engine plays it; nobody acts who need not."""
        rules = self.module.PLAY.rules
        engine = Engine(rules)
        *above, node = way_to(phase, [*rules.sequences, *rules.called.values()], lambda node: node.inner)
        acting = next((one.actor(after) for one in reversed(above) if one.actor is not None), None)
        frame = Frame(replace(node, until=None), 0, actor=acting)
        state = engine._advance(State(after, (frame,)))  # noqa: SLF001
        shown = {}
        for (fact, arguments), value in told.items():
            die = self.program.callables[fact]
            seen = to_python(self.module, self.names, value, die.result)
            shown[fact, self._arguments(die, arguments)] = seen
        while state.stack and not state.over:
            if state.awaited:
                state = engine.roll(state, {(r.fact, r.arguments): shown[r.fact, r.arguments] for r in state.awaited})
                continue
            ends = [move for move in engine.moves(state) if isinstance(move, End)]
            if not ends:
                break
            state = engine.play(state, ends[0])
        self.played += 1
        fields = {self.names.fact(fact) for fact, _ in told}
        return replace(state.position, **{field: getattr(untold, field) for field in fields})

    def _ask(self, position: Position, call: Call, env: dict[str, Any], after: Any, where: str) -> None:
        item = self.program.callables[call.callee]
        run = Interpreter(self.program, position)
        try:
            values = [run.evaluate(part, env) for part in call.arguments]
        except (KeyError, RuleError):
            return  # an item of a list, or an argument that has no value itself
        arguments = self._arguments(item, values)
        where = f"{where}: {call.callee}({', '.join(show(v, p.type) for p, v in zip(item.parameters, values, strict=True))})"
        self.asked += 1
        run.trace = []
        if call.aspect:
            assert isinstance(item, Path)
            self._ask_path(run, call, values, after, where)
            return
        given = {p.name: value for p, value in zip(item.parameters, arguments, strict=True)}
        try:
            value = run.call(item.name, values)
        except FieldNotGiven:
            return
        except RuleError as problem:
            self._compare(where, type(problem).__name__, self._trouble(item.name, after, given))
            return
        answer = self.module.explain(item.name, after, **given)
        self._compare(where, to_python(self.module, self.names, value, item.result), answer.value)
        if not isinstance(item, Fact):
            wanted = {(name, tuple(anchor.section for anchor in anchors)) for name, anchors in run.trace}
            found = set(answer.because)
            self._compare(f"{where}, because", sorted(wanted - found), sorted(found - wanted))

    def _trouble(self, name: str, after: Any, given: dict[str, Any]) -> str:
        try:
            return f"the answer {self.module.ask(name, after, **given)}"
        except regola_runtime.NoAnswer as problem:
            return type(problem).__name__

    def _ask_path(self, run: Interpreter, call: Call, values: list[Any], after: Any, where: str) -> None:
        path = self.program.callables[call.callee]
        if call.aspect == "ways":
            assert isinstance(path, Path)
            called = self.names.helper(("routes", path.name), f"routes_of_{path.name}")
            if not hasattr(self.module, called):
                return  # no rule asks for the ways
            routes = getattr(self.module, called)(after, *self._arguments(path, values))
            ways = [
                tuple(to_python(self.module, self.names, place, path.place) for place in way)
                for way in run.path_query(call, values)
            ]
            self._compare(where, ways, [*routes.all()])
            return
        ends = getattr(self.module, f"ends_of_{path.name}")(after, *self._arguments(path, values))
        try:
            wanted = run.path_query(call, values)
        except RuleError:
            self._compare(where, {}, ends)
            return
        if call.aspect == "ends":
            assert isinstance(path, Path)
            self._compare(where, {to_python(self.module, self.names, place, path.place) for place in wanted}, set(ends))
        else:
            self._compare(where, wanted, min(ends.values()))

    def _compare(self, what: str, interpreter: Any, module: Any) -> None:
        if interpreter != module:
            self.unlike.append(Unlike(what, interpreter, module))


class _Partly(Exception):  # noqa: N818  nothing went wrong: it is left out
    """A record of which only some fields are told, which a module's position cannot hold."""


def way_to(phase: str, roots: Iterable[Any], inner: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """The phases of a module that lead to the first one of a name, or end of a way; it among them, outermost first."""
    parts = phase.split("/")
    waiting = [[root] for root in roots]
    while waiting:
        way = waiting.pop(0)
        if [one.name for one in way if one.name][-len(parts) :] == parts:
            return way
        waiting[:0] = [[*way, part] for part in inner(way[-1])]
    raise AssertionError(phase)
