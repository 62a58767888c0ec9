"""One game played by the interpreter and by its module side by side: at each step both must say the same."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from regola_compiler import driver
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.errors import OutsideTable, RuleError
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action, Fact, Program
from regola_compiler.model.types import BoolType
from regola_compiler.play.rules import Playing
from regola_compiler.project.game import load_game
from regola_runtime import NoAnswer
from regola_runtime.play import Decline, Do, Engine, Move, Offer, Pick, Roll, State, outcomes

from support.paths import ROOT

PLAYED = ROOT / "tests" / "data" / "played"


@cache
def compiled(path: Path) -> CompiledModule:
    """The module of a game in one file, beside its program."""
    found = driver.understand(load_game(path, path.name))
    return CompiledModule(found.program, lambda: found.ir)


class Twice:
    """A game in both forms; what the interpreter has is written as the module has it, and compared."""

    def __init__(self, own: CompiledModule) -> None:
        self.program: Program = own.program
        self.compiled, self.module, self.names = own, own.module, own.names
        self.playing = Playing(self.program)
        self.engine: Engine[Any] = self.module.PLAY.engine()

    def fields(self, position: Position) -> dict[str, Any]:
        """What the interpreter's position says, by the fields of the module's."""
        found: dict[str, Any] = {}
        for (name, arguments), value in position.items():
            fact = self.program.callables.get(name)
            if isinstance(fact, Fact):
                key = tuple(self.own(a, p.type) for a, p in zip(arguments, fact.parameters, strict=True))
                told = self.own(value, fact.result)
                if fact.parameters:
                    found.setdefault(self.names.fact(name), {})[key] = told
                else:
                    found[self.names.fact(name)] = told
            elif name.startswith("event "):
                event = self.program.events[name.removeprefix("event ")]
                key = tuple(self.own(a, p.type) for a, p in zip(arguments, event.parameters, strict=True))
                found.setdefault(self.names.fact(name), {})[key] = self.own(value, BoolType())
        return found

    def own(self, value: Any, type_: Any) -> Any:
        """A value as the module has it."""
        return to_python(self.module, self.names, value, type_)

    def said(self, position: Any) -> dict[str, Any]:
        """What a position of the module says, the copies of the past aside."""
        empty, copies = type(position)(), {self.names.fact(name) for name in self.names.copies}
        told = {name: getattr(position, name) for name in position.facts if name not in copies}
        return {
            name: self._sorted(name, value)
            for name, value in told.items()
            if value is not getattr(empty, name) and value != {}
        }

    def _sorted(self, name: str, value: Any) -> Any:
        if not self.module.Position.facts[name].unordered:
            return value
        return {tuple(sorted(map(str, key))): one for key, one in value.items()}

    def witness(self, position: Position, move: Do) -> None:
        """Of a deed that may be done, with its dice, the module says that it goes past the edge of no table."""
        action = self.program.callables[move.action]
        assert isinstance(action, Action)
        # A witness tells what is declared: nothing of what a play keeps of its past.
        told = {key: value for key, value in position.items() if key[0] in self.program.callables}
        assert not self.compiled.reproduces(told, action, list(move.arguments), OutsideTable("", "", 0))

    def move(self, move: Move) -> Move:
        """A move of the interpreter's as the module has it."""
        match move:
            case Do(action, arguments):
                own = self.program.callables[action].parameters
                return Do(action, tuple(self.own(a, p.type) for a, p in zip(arguments, own, strict=True)))
            case Pick(variable, item):
                return Pick(variable, self.own(item, self.program.callables[variable].result))
            case Offer(inner):
                return Offer(self.move(inner))  # type: ignore[arg-type]  # a deed stays one
            case Decline(inner):
                return Decline(self.move(inner))  # type: ignore[arg-type]
        return move

    def rolled(self, rolled: Any) -> Any:
        """What was rolled, as the module has it."""
        found = {}
        for (name, arguments), value in rolled.items():
            fact = self.program.callables[name]
            key = tuple(self.own(a, p.type) for a, p in zip(arguments, fact.parameters, strict=True))
            found[name, key] = self.own(value, fact.result)
        return found

    def agree(self, here: State[Any], there: State[Any]) -> None:
        """Hold two states to one another: position, phases that are open, who acts, whether it is over, moves."""
        told = {name: self._sorted(name, value) for name, value in self.fields(here.position).items()}
        # That there is no piece of a type left is said by one, and not said by the other.
        nobody = {name: value for name, value in told.items() if value == ()}
        assert told == {**nobody, **self.said(there.position)}
        assert (here.phase, here.over, here.stuck) == (there.phase, there.over, there.stuck)
        assert [frame.node.name for frame in here.stack] == [frame.node.name for frame in there.stack]
        assert str(here.outcome and here.outcome.winner and here.outcome.winner.index) == str(
            there.outcome and there.outcome.winner and there.outcome.winner.position
        )
        assert list(map(self.move, self.playing.engine.moves(here))) == list(self.engine.moves(there))


def random_history(both: Twice, seed: int, most: int, scenario: str | None = None) -> int:
    """Play by chance in both, and hold them to one another at each step; how many choices there were."""
    random = Random(seed)
    here = both.playing.engine.begin(both.playing.start(scenario))
    there = both.engine.begin(both.module.start(scenario))
    choices = 0
    while True:
        both.agree(here, there)
        if here.over or here.stuck or choices >= most:
            return choices
        rolls: tuple[Roll, ...]
        move: Move | None = None
        if here.awaited:
            rolls = here.awaited
        else:
            choices += 1
            move = random.choice(both.playing.engine.moves(here))
            rolls = both.playing.engine.rolls(here, move)
        dice, _ = random.choice(list(outcomes(rolls))) if rolls else ({}, 1)
        if isinstance(move, Do):
            both.witness(here.position | dice, move)
        made = None if move is None else both.move(move)
        then, wrong = _next(both.playing.engine, here, move, dice)
        there, own = _next(both.engine, there, made, both.rolled(dice))
        assert own == wrong, move
        if wrong:
            return choices
        here = then


def _next(engine: Engine[Any], state: State[Any], move: Move | None, dice: Any) -> tuple[State[Any], str]:
    """The state after a move, or after what chance said; or the name of what stands in the way."""
    try:
        return (engine.roll(state, dice) if move is None else engine.play(state, move, dice)), ""
    except (RuleError, NoAnswer) as problem:
        return state, type(problem).__name__
