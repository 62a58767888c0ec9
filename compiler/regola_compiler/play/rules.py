"""A checked program as it is played: its phases, deeds and events as functions of a position.

The engine (`regola_runtime.play`) is that of the generated module too; here are the meanings it asks for, by the
interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from regola_runtime.play import Arguments, Calls, Deed, Due, Engine, Node, Roll, Rolled, Rules, TooMany

from regola_compiler.evaluate.actions import resolve_overrides
from regola_compiler.evaluate.deeds import Turnout, turnout
from regola_compiler.evaluate.doing import begun, rolled_by, done, forgotten, over, standing
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.pieces import there_are
from regola_compiler.evaluate.protocol import Env, Position
from regola_compiler.evaluate.sequences import substitute
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Apply, Call, Effect, Expr, Phase, Program
from regola_compiler.model.program import Roll as RollOf
from regola_compiler.model.types import (
    FORBIDDEN,
    EnumType,
    HandleType,
    Member,
    Type,
    Value,
    domain,
)

# How many values of a type are tried one by one for a choice that says among nothing.
MANY_VALUES = 1_000


class Playing:
    """What the engine is told of one program. It keeps the answers of the last position it was asked about."""

    def __init__(self, program: Program, *, most_moves: int = 100_000) -> None:
        self.program = program
        self._last: Interpreter | None = None
        called = {
            phase.name: self._node(phase) for sequence in program.sequences.values() for phase in _called(sequence)
        }
        sequences = [self._node(sequence) for sequence in program.sequences.values() if not sequence.called]
        deeds = {item.name: self._deed(item) for item in program.callables.values() if isinstance(item, Action)}
        events = self.events if program.events else None
        self.engine: Engine[Position] = Engine(
            Rules(tuple(sequences), called, deeds, self, events), most_moves=most_moves
        )

    # --- positions ---

    def tell(self, position: Position, facts: Sequence[tuple[str, Arguments, Any]], /) -> Position:
        """A position that says some facts more; of those the program knows."""
        known = [(name, arguments, value) for name, arguments, value in facts if name in self.program.callables]
        return {**position, **{(name, arguments): value for name, arguments, value in known}} if known else position

    def forget(self, position: Position, facts: Sequence[str], /) -> Position:
        """A position that says nothing of some facts any more."""
        return forgotten(position, set(facts))

    def start(self, scenario: str | None = None) -> Position:
        """The position that a scenario, or the file itself, begins with."""
        position: Position = dict(self.program.starts.get(scenario, {})) if scenario else {}
        return standing(self.program, position, self.program.setup)

    def run(self, position: Position) -> Interpreter:
        """The interpreter in a position; the same one while the position is the same."""
        if self._last is None or self._last.position is not position:
            self._last = Interpreter(self.program, position, own=False)
        return self._last

    # --- phases ---

    def _node(self, phase: Phase) -> Node[Position]:
        inner = phase.phases
        items = phase.items
        if phase.variable and items is None:
            # A loop over values: inside it the variable is a fact, as the actions there see it.
            inner = tuple(substitute(part, phase.variable, _bound_fact(phase)) for part in inner)
            phase = replace(
                phase,
                effects=substitute(phase.effects, phase.variable, _bound_fact(phase)),
                first=substitute(phase.first, phase.variable, _bound_fact(phase)),
            )
        values = phase.values if phase.variable else ()
        rolled = [roll.name for roll in phase.rolls]
        gone = {*phase.parameters, *rolled, *([phase.bound] if phase.bound else [])}
        name = phase.name
        order = phase.order
        return Node(
            name,
            tuple(self._node(part) for part in inner),
            phase.member,
            phase.parameters,
            self._asks(phase.condition),
            self._asks(phase.actor),
            phase.bound,
            self._lists(items, values) if phase.variable else None,
            self._asks(phase.where),
            order.kind if order else "listed",
            self._asks(order.amount) if order else None,
            self._asks(order.ties) if order else None,
            phase.optional,
            self._asks(phase.until),
            phase.until_idle,
            self._asks(phase.stays),
            self._asks(phase.ends),
            partial(self._begun, name) if name else None,
            partial(self._over, name, gone) if name or gone else None,
            partial(self._rolls_of, phase.rolls) if phase.rolls else None,
            partial(self._effects, phase.first) if phase.first else None,
            partial(self._effects, phase.effects) if phase.effects else None,
            tuple((self._condition(ending.condition), self._asks(ending.winner)) for ending in phase.endings),
            phase.called,
        )

    def _asks(self, expression: Expr | None) -> Callable[[Position], Any] | None:
        return None if expression is None else self._condition(expression)

    def _condition(self, expression: Expr) -> Callable[[Position], Any]:
        return lambda position: self.run(position).evaluate(expression, {})

    def _lists(self, items: Expr | None, values: tuple[Expr, ...]) -> Callable[[Position], Iterable[Any]]:
        if items is not None:
            listed = items
            return lambda position: self.run(position).items(self.run(position).evaluate(listed, {}))
        return lambda position: [self.run(position).evaluate(value, {}) for value in values]

    def _begun(self, name: str, position: Position, actor: Any) -> Position:
        return begun(self.program, name, position, actor)

    def _over(self, name: str, gone: set[str], position: Position) -> Position:
        """A phase is over: what lasts for one playing of it is gone, and so is what it was played with."""
        return forgotten(over(self.program, name, position), gone)

    def _effects(self, effects: tuple[Effect, ...], position: Position) -> tuple[Position, Calls]:
        return self._carried_out(position, turnout(self.run(position), effects, {}))

    def _carried_out(self, position: Position, found: Turnout) -> tuple[Position, Calls]:
        run = Interpreter(self.program, position)
        run.bring_about(found)
        return run.position, tuple(found.played)

    def _rolls_of(self, rolls: tuple[RollOf, ...], position: Position) -> tuple[Roll, ...]:
        return tuple(Roll(*dice) for one in rolls for dice in rolled_by(one, self.run(position), {}))

    # --- deeds ---

    def _deed(self, action: Action) -> Deed[Position]:
        members = None
        if action.phases:
            type_ = self.program.callables["phase"].result
            assert isinstance(type_, EnumType)
            members = frozenset(Member(type_.name, type_.members.index(label)) for label in action.phases)
        return Deed(
            action.name,
            members,
            tuple(partial(self._choices, action, place) for place in range(len(action.parameters))),
            partial(self._allowed, action),
            partial(self._done, action),
            partial(self._due, action) if any(norm.due for norm in action.norms) else None,
            partial(self._rolls_of_deed, action) if action.rolls else None,
        )

    def _env(self, action: Action, arguments: Arguments) -> Env:
        return {p.name: value for p, value in zip(action.parameters, arguments, strict=False)}

    def _choices(self, action: Action, place: int, position: Position, before: Arguments) -> Iterable[Any]:
        """What a parameter may be, where those before it are known."""
        items = action.candidates[place] if action.candidates else None
        run = self.run(position)
        if items is not None:
            listed: tuple[Any, ...] = run.items(run.evaluate(items, self._env(action, before)))
            return tuple(dict.fromkeys(listed))
        if action.actor is not None and _is_parameter(action.actor, action, place):
            acting = position.get(("active", ()))
            if acting is not None:
                return (acting,)
        parameter = action.parameters[place]
        return every(position, parameter.type, f"{action.name}: {parameter.name}")

    def _allowed(self, action: Action, position: Position, arguments: Arguments) -> bool:
        return bool(self.run(position).call(action.name, list(arguments)) != FORBIDDEN)

    def _due(self, action: Action, position: Position, arguments: Arguments) -> Due | None:
        """Until when a deed that may be done must be."""
        run, env = self.run(position), self._env(action, arguments)
        spoken, _, _ = resolve_overrides(run, action, env)
        found = [voice.norm.due for voice in spoken if voice.norm.modality == Modality.MUST and voice.norm.due]
        if any(due.phase is None for due in found):
            return Due(None)
        return next((Due(due.phase) for due in found if due.phase), None)

    def _rolls_of_deed(self, action: Action, position: Position, arguments: Arguments) -> tuple[Roll, ...]:
        env = self._env(action, arguments)
        return tuple(Roll(*dice) for one in action.rolls for dice in rolled_by(one, self.run(position), env))

    def _done(self, action: Action, position: Position, arguments: Arguments, rolled: Rolled) -> tuple[Position, Calls]:
        after, found = done(self.run(position), action, arguments, rolled)
        return after, tuple(found.played)

    # --- events ---

    def events(self, position: Position) -> tuple[Position, Calls] | None:
        """A position after what has just turned true came about; None where nothing did."""
        del position
        return None


def _bound_fact(phase: Phase) -> Call:
    """The fact that says which value a loop has come to."""
    value = phase.values[0]
    return Call(phase.bound, (), value.type, value.span)


def _called(phase: Phase) -> list[Phase]:
    """The phases that are played only when they are called."""
    own = [phase] if phase.called else []
    return [*own, *(inner for part in phase.phases for inner in _called(part))]


def _is_parameter(actor: Expr, action: Action, place: int) -> bool:
    return getattr(actor, "name", None) == action.parameters[place].name and not isinstance(actor, Call | Apply)


def every(position: Position, type_: Type, what: str) -> Iterable[Value]:
    """All values of a type in a position.

    Raises:
        TooMany: where they cannot be listed.
    """
    if isinstance(type_, HandleType):
        return there_are(position, type_.name)
    values = domain(type_)
    if values is None:
        raise TooMany(f"{what} is any `{type_}`: say among what it is chosen")
    listed = []
    for value in values:
        listed.append(value)
        if len(listed) > MANY_VALUES:
            raise TooMany(f"{what} is one of more than {MANY_VALUES:,} values: say among what it is chosen")
    return listed
