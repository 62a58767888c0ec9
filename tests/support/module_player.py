"""A game's examples told to its built module, line by line, and everything they ask answered by both.

The interpreter's position and the module's grow side by side: what a line tells is told to both, what it does is done
by each in its own way. Whatever a line then asks must come to the same answer, for the same reasons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

import regola_runtime
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.oracle import to_python
from regola_compiler.evaluate.errors import FieldNotGiven, RuleError
from regola_compiler.evaluate.examples import tell_fact, told_dice
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.doing import done, standing
from regola_compiler.evaluate.play.sequences import run_phases, unrolled
from regola_compiler.evaluate.protocol import Position
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
from regola_compiler.model.visitor import calls_in, phases_in
from regola_runtime.play import End, Engine, Frame, Node, Rules, State


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
            env = run.bind(example.lets, {})
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
        assert (do is None) == (not action.effects), f"{where}: do_{action.name}"
        if do is None:
            return after
        shown = {}
        for (name, arguments), value in rolled.items():
            die = self.program.callables[name]
            shown[name, self._arguments(die, arguments)] = to_python(self.module, self.names, value, die.result)
        return do(after, *self._arguments(action, values), *([shown] if action.rolls else []))

    def _play(self, run: Interpreter, line: PlayLine, env: dict[str, Any], after: Any, where: str) -> Any:
        name = line.phase.rpartition("/")[2]
        phase = next(p for s in self.program.sequences.values() for p in phases_in(unrolled(s)) if p.name == name)
        told = told_dice(run, line.rolled, env)
        values = [run.evaluate(part, env) for part in line.arguments]
        told |= {(fact, ()): value for fact, value in zip(phase.parameters, values, strict=False)}
        untold = after
        after = self._tell(after, told) if told else after
        wanted = [step.phase.name for step in run_phases(run, phase, told=told) if step.phase.member is not None]
        if hasattr(self.module, "PLAY"):
            return self._by_the_engine(name, told, after, untold)
        stage = next(s for root in self.module.SEQUENCES.values() for s in stages_in(root) if s.name == name)
        tracker = regola_runtime.Tracker(replace(stage, until=None), after)
        self._compare(f"{where}: play {name}", wanted, [inner.name for inner, _ in tracker])
        self.played += 1
        fields = {self.names.fact(fact) for fact, _ in told}
        return replace(tracker.position, **{field: getattr(untold, field) for field in fields})

    def _by_the_engine(self, name: str, told: Position, after: Any, untold: Any) -> Any:
        """The module's position after a phase, as its engine plays it; nobody acts who need not."""
        engine = Engine(self.module.PLAY.rules)
        node = next(node for node in nodes_in(self.module.PLAY.rules) if node.name == name)
        state = engine._advance(State(after, (Frame(replace(node, until=None), 0),)))  # noqa: SLF001
        shown = {
            (fact, self._arguments(self.program.callables[fact], arguments)): value
            for (fact, arguments), value in told.items()
        }
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


def stages_in(stage: Any) -> list[Any]:
    """A stage and everything inside it, in order."""
    return [stage, *(inner for part in stage.stages for inner in stages_in(part))]


def nodes_in(rules: Rules[Any]) -> Iterator[Node[Any]]:
    """Every phase that a module plays."""
    waiting = [*rules.sequences, *rules.called.values()]
    while waiting:
        node = waiting.pop(0)
        yield node
        waiting += node.inner
