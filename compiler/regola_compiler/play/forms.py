"""A game in one of its two forms: as the interpreter plays it, or as its generated module does.

Both are played on the one engine, and list the same moves and the same dice in the same order: chance that is seeded
alike plays the same game in both. What a form has, moves, dice and positions, is read here as the interpreter has it,
for whoever speaks of it in the words of the rules.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Protocol, assert_never

from regola_runtime.play import Decline, Do, End, Engine, Move, Offer, Pick, Rolled
from regola_runtime.positions import Untold
from regola_runtime.values import Scale

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.supposing import kept_copy
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Program
from regola_compiler.model.types import (
    EnumType,
    Handle,
    HandleType,
    ListType,
    Member,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    is_of,
)
from regola_compiler.play.rules import Playing


class Names(Protocol):
    """What the things of a game are called in its module."""

    def type(self, name: str) -> str:
        """The class of a type."""

    def field(self, record: str, name: str) -> str:
        """The field of a record."""


# Of how many rows of facts it is remembered how the interpreter has them.
MOST_ROWS = 10_000


class Form(Protocol):
    """A game that can be played, whichever way its rules are asked."""

    program: Program
    engine: Engine[Any]

    def start(self, scenario: str | None = None) -> Any:
        """The position that a scenario, or the rules themselves, begin with."""

    def move(self, move: Move) -> Move:
        """A move as the interpreter has it."""

    def dice(self, rolled: Rolled) -> Rolled:
        """What was rolled as the interpreter has it."""

    def value(self, value: Any, type_: Type) -> Value:
        """A value as the interpreter has it."""

    def position(self, position: Any) -> Position:
        """A position as the interpreter has it."""

    def interpreter(self, position: Any) -> Interpreter:
        """The interpreter in a position of this form."""

    def own(self, position: Position) -> Any:
        """A position of the interpreter's as this form has it."""

    def piece(self, piece: Any) -> Handle:
        """A piece as the interpreter has it."""


class Interpreted:
    """A game as the interpreter plays it: everything is as it has it already."""

    def __init__(self, playing: Playing) -> None:
        self.playing, self.program = playing, playing.program
        self.engine: Engine[Any] = playing.engine

    def start(self, scenario: str | None = None) -> Position:
        """The position that a scenario, or the rules themselves, begin with."""
        return self.playing.start(scenario)

    def move(self, move: Move) -> Move:
        """The move itself."""
        return move

    def dice(self, rolled: Rolled) -> Rolled:
        """The dice themselves."""
        return rolled

    def value(self, value: Any, _: Type) -> Any:
        """The value itself."""
        return value

    def position(self, position: Position) -> Position:
        """The position itself."""
        return position

    def interpreter(self, position: Position) -> Interpreter:
        """The interpreter by which it is played."""
        return self.playing.run(position)

    def own(self, position: Position) -> Position:
        """The position itself."""
        return position

    def piece(self, piece: Handle) -> Handle:
        """The piece itself."""
        return piece


class Compiled:
    """A game as its generated module plays it.

    Args:
        program: the rules, with the facts of their loops (`Playing.program`).
        module: the module made of them; it has a `PLAY`.
        names: those that the module was made with.
        options: of the engine.
    """

    def __init__(self, program: Program, module: ModuleType, names: Names, **options: Any) -> None:
        self.program, self.module, self._names = program, module, names
        self.engine: Engine[Any] = module.PLAY.engine(**options)
        self._known: dict[tuple[type, Any, int], Value] = {}
        self._rows_known: dict[int, tuple[Any, Position]] = {}
        self._types = {getattr(module, names.type(name)): name for name in program.pieces}

    def start(self, scenario: str | None = None) -> Any:
        """The position that a scenario, or the rules themselves, begin with."""
        return self.module.PLAY.start(scenario)

    def move(self, move: Move) -> Move:
        """A move as the interpreter has it."""
        match move:
            case Do(action, arguments):
                parameters = self.program.callables[action].parameters
                return Do(action, tuple(self.value(a, p.type) for a, p in zip(arguments, parameters, strict=True)))
            case Pick(variable, item):
                return Pick(variable, self.value(item, self.program.callables[variable].result))
            case End():
                return move
            case Offer(inner):
                return Offer(self._offered(inner))
            case Decline(inner):
                return Decline(self._offered(inner))
            case _:
                assert_never(move)

    def _offered(self, move: Do | End) -> Do | End:
        found = self.move(move)
        assert isinstance(found, Do | End)
        return found

    def dice(self, rolled: Rolled) -> Rolled:
        """What was rolled as the interpreter has it."""
        found = {}
        for (name, arguments), value in rolled.items():
            fact = self.program.callables[name]
            key = tuple(self.value(a, p.type) for a, p in zip(arguments, fact.parameters, strict=True))
            found[name, key] = self.value(value, fact.result)
        return found

    def value(self, value: Any, type_: Type) -> Value:
        """A value as the interpreter has it."""
        if isinstance(value, bool | int) and not isinstance(type_, EnumType | HandleType):
            return value
        # Members of two enums may be equal as texts; a type is there as long as its program.
        key = (type(value), value, id(type_))
        try:
            return self._known[key]
        except KeyError:
            found = self._known[key] = self._value(value, type_)
            return found

    def _value(self, value: Any, type_: Type) -> Value:
        match type_:
            case UnionType(options=options):
                of = next((option for option in options if self._is_of(value, option)), options[-1])
                return self._value(value, of)
            case EnumType():
                return Member(type_.name, value.index if isinstance(value, Scale) else value.position)
            case HandleType():
                return Handle(type_.name, str(value))
            case RecordType():
                fields = ((name, getattr(value, self._names.field(type_.name, name)), t) for name, t in type_.fields)
                return RecordValue(type_.name, tuple((name, self.value(part, t)) for name, part, t in fields))
            case ListType():
                return tuple(self.value(item, type_.item) for item in value)
            case _:
                found: Value = value
                return found

    def _is_of(self, value: Any, type_: Type) -> bool:
        if isinstance(type_, EnumType | HandleType | RecordType):
            return isinstance(value, getattr(self.module, self._names.type(type_.name)))
        return is_of(value, type_)

    def piece(self, piece: Any) -> Handle:
        """A piece as the interpreter has it."""
        return Handle(self._types[type(piece)], str(piece))

    def own(self, position: Position) -> Any:
        """A position of the interpreter's as the module has it; what is kept of the past is left out."""
        found: dict[str, Any] = {}
        of = self.module.PLAY.position
        for (name, arguments), value in position.items():
            field = of.named.get(name)
            if field is None or of.facts[field].copied:
                continue
            if of.facts[field].mark:
                types = [p.type for p in self.program.events[name.removeprefix("event ")].parameters]
                key = tuple(self.own_value(a, t) for a, t in zip(arguments, types, strict=True))
                found.setdefault(field, {})[key] = value
                continue
            fact = self.program.callables[name]
            told = self.own_value(value, fact.result)
            if fact.parameters:
                key = tuple(self.own_value(a, p.type) for a, p in zip(arguments, fact.parameters, strict=True))
                found.setdefault(field, {})[key] = told
            else:
                found[field] = told
        return of(**found)

    def own_value(self, value: Value, type_: Type) -> Any:
        """A value of the interpreter's as the module has it."""
        match type_:
            case UnionType(options=options):
                return self.own_value(value, next((one for one in options if is_of(value, one)), options[-1]))
            case EnumType():
                assert isinstance(value, Member)
                made = getattr(self.module, self._names.type(type_.name))
                return made.at(value.index) if issubclass(made, Scale) else list(made)[value.index]
            case HandleType():
                assert isinstance(value, Handle)
                return self.own_piece(value)
            case RecordType():
                assert isinstance(value, RecordValue)
                made = getattr(self.module, self._names.type(type_.name))
                parts = {self._names.field(type_.name, n): self.own_value(value.get(n), t) for n, t in type_.fields}
                return made(**parts)
            case ListType():
                assert isinstance(value, tuple)
                return tuple(self.own_value(item, type_.item) for item in value)
            case _:
                return value

    def own_piece(self, piece: Handle) -> Any:
        """A piece that a rule names, as the module has it."""
        return getattr(self.module, self._names.type(piece.type))(piece.text)

    def position(self, position: Any) -> Position:
        """A position as the interpreter has it."""
        found: Position = {}
        for field, fact in position.facts.items():
            told = getattr(position, field)
            if isinstance(told, Untold):
                continue
            if fact.copied:
                self._copies(found, fact, told, position)
            elif fact.mark:
                found.update({(fact.name, key): value for key, value in self._marks(fact.name, told)})
            elif fact.rows:
                found.update(self._rows(fact.name, told))
            else:
                found[fact.name, ()] = self.value(told, self.program.callables[fact.name].result)
        return found

    def _rows(self, name: str, told: Any) -> Position:
        """The rows of a fact; most of a position are those of the one before."""
        known = self._rows_known.get(id(told))
        if known is not None:
            return known[1]
        if len(self._rows_known) >= MOST_ROWS:
            self._rows_known.clear()
        item = self.program.callables[name]
        types = [parameter.type for parameter in item.parameters]
        found: Position = {
            (name, tuple(self.value(a, t) for a, t in zip(key, types, strict=True))): self.value(value, item.result)
            for key, value in told.items()
        }
        self._rows_known[id(told)] = told, found  # what was told is kept, so that nothing else has its identity
        return found

    def interpreter(self, position: Any) -> Interpreter:
        """The interpreter in a position of the module's."""
        return Interpreter(self.program, self.position(position), own=False)

    def _marks(self, name: str, told: Any) -> list[tuple[tuple[Value, ...], bool]]:
        types = [parameter.type for parameter in self.program.events[name.removeprefix("event ")].parameters]
        return [
            (tuple(self.value(a, t) for a, t in zip(key, types, strict=True)), value) for key, value in told.items()
        ]

    def _copies(self, found: Position, fact: Any, told: Any, position: Any) -> None:
        players = self.program.callables.get("active")
        for key, then in told.items():
            who = () if players is None else tuple(self.value(one, players.result) for one in key)
            names = frozenset(position.facts[field].name for field in then)
            copy = self.position(type(position)(**then))
            found[fact.name, who] = kept_copy(copy, names)
