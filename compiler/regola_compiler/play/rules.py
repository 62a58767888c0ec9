"""A checked program as it is played: its phases, deeds and events as functions of a position.

The engine (`regola_runtime.play`) is that of the generated module too; here are the meanings it asks for, by the
interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from regola_runtime.play import Arguments, Calls, Deed, Due, Engine, Node, Roll, Rolled, Rules, State
from regola_runtime.played.dice import Several

from regola_compiler.evaluate.beginning import beginning
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.actions import resolve_overrides
from regola_compiler.evaluate.play.deeds import Key, Turnout, turnout, turnout_of_all
from regola_compiler.evaluate.play.doing import Pool, begun, done, forgotten, over, rolled_by
from regola_compiler.evaluate.play.early import EarlyParts, early_parts, ruled_out
from regola_compiler.evaluate.play.sequences import substitute
from regola_compiler.evaluate.play.supposing import among_of, choices_of, copies_asked, every, with_copy
from regola_compiler.evaluate.protocol import Env, Position
from regola_compiler.model.duties import failing_lets, failing_others, failing_subjects
from regola_compiler.model.kinds import Modality
from regola_compiler.model.likeness import likeness
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Action, Call, Effect, Event, Expr, Fact, Norm, Phase, Program
from regola_compiler.model.program import Roll as RollOf
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import FORBIDDEN, EnumType, Handle, Member
from regola_compiler.model.visitor import phases_in
from regola_compiler.play.apart import adding_facts, joined
from regola_compiler.play.secrets import seen_by, settled, showing_facts


class Playing:
    """What the engine is told of one program. It keeps the answers of the last position it was asked about."""

    def __init__(self, program: Program, *, most_moves: int = 100_000) -> None:
        self.program = program = with_loops(program)
        self._last: Interpreter | None = None
        self._copies = copies_asked(program)
        self._late: dict[str, list[tuple[Action, Norm]]] = {}
        for item in program.callables.values():
            if isinstance(item, Action):
                for norm in item.norms:
                    if norm.failing and norm.due is not None and norm.due.phase:
                        self._late.setdefault(norm.due.phase, []).append((item, norm))
        called = {
            phase.name: self._node(phase) for sequence in program.sequences.values() for phase in _called(sequence)
        }
        sequences = [self._node(sequence) for sequence in program.sequences.values() if not sequence.called]
        deeds = {item.name: self._deed(item) for item in program.callables.values() if isinstance(item, Action)}
        events = self.events if program.events else None
        self.engine: Engine[Position] = Engine(
            Rules(
                tuple(sequences),
                called,
                deeds,
                self,
                events,
                partial(joined, program, adding_facts(program)),
                partial(settled, program, shown) if (shown := showing_facts(program)) else None,
            ),
            most_moves=most_moves,
        )

    # --- positions ---

    def tell(self, position: Position, facts: Sequence[tuple[str, Arguments, Any]], /) -> Position:
        """A position that says some facts more; of those the program knows."""
        known = [(name, arguments, value) for name, arguments, value in facts if name in self.program.callables]
        return {**position, **{(name, arguments): value for name, arguments, value in known}} if known else position

    def there(self, position: Position, item: Any, /) -> bool:
        """Whether one that a loop comes to is still there, if it is a piece."""
        listed = position.get((extent_of(item.type), ())) if isinstance(item, Handle) else None
        return not isinstance(listed, tuple) or item in listed

    def forget(self, position: Position, facts: Sequence[str], /) -> Position:
        """A position that says nothing of some facts any more."""
        return forgotten(position, set(facts))

    def start(self, scenario: str | None = None) -> Position:
        """The position that a scenario, or the file itself, begins with."""
        position = beginning(self.program, scenario)
        # What holds from the beginning has not just come about.
        return {**position, **{key: not event.once for event, _, key, holds in self._conditions(position) if holds}}

    def _conditions(self, position: Position) -> Iterator[tuple[Event, Env, Key, bool]]:
        """Each event, for each of what it speaks of: under which key the play keeps whether its condition held."""
        run = self.run(position)
        for event in self.program.events.values():
            for values in product(*(every(position, p.type, f"{event.name}: {p.name}") for p in event.parameters)):
                env = {p.name: value for p, value in zip(event.parameters, values, strict=True)}
                yield event, env, (f"event {event.name}", tuple(values)), bool(run.evaluate(event.condition, env))

    def seen_by(self, state: State[Position], viewer: Any) -> Position:
        """What a player sees of a play: of what others do at once with him nothing, and nothing that is hidden."""
        return seen_by(self.program, self.engine.known_to(state, viewer), viewer)

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
            self._asks(phase.together),
            self._asks(phase.alone),
            self._asks(phase.at_once),
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
        position = begun(self.run(position), name, actor)
        wanted = self._copies.get(("at_start", name))
        return position if wanted is None else with_copy(position, "at_start", name, actor, wanted)

    def _over(self, name: str, gone: set[str], position: Position) -> Position:
        """A phase is over: what lasts for one playing of it is gone, and so is what it was played with."""
        position = self._failed(name, position) if name in self._late else position
        wanted = self._copies.get(("before", name))
        if wanted is not None:
            position = with_copy(position, "before", name, None, wanted)
        return forgotten(over(self.run(position), name), gone)

    def _failed(self, name: str, position: Position) -> Position:
        """What comes about at the end of a phase where a duty was not done."""
        for action, norm in self._late[name]:
            run = self.run(position)
            names = set(failing_subjects(action, norm))
            found = [
                (norm.failing, run.bind(failing_lets(norm), chosen))
                for chosen in _fillings(run, action, names)
                if _is_due(run, action, norm, chosen)
            ]
            position, _ = self._carried_out(position, turnout_of_all(self.run(position), found))
        return position

    def _effects(self, effects: tuple[Effect, ...], position: Position) -> tuple[Position, Calls]:
        return self._carried_out(position, turnout(self.run(position), effects, {}))

    def _carried_out(self, position: Position, found: Turnout) -> tuple[Position, Calls]:
        run = Interpreter(self.program, position)
        run.bring_about(found)
        return run.position, tuple(found.played)

    def _rolls_of(self, rolls: tuple[RollOf, ...], position: Position) -> tuple[Roll, ...]:
        return tuple(_roll(*dice) for one in rolls for dice in rolled_by(one, self.run(position), {}))

    # --- deeds ---

    def _deed(self, action: Action) -> Deed[Position]:
        members = None
        if action.phases:
            type_ = self.program.callables["phase"].result
            assert isinstance(type_, EnumType)
            members = frozenset(Member(type_.name, type_.members.index(label)) for label in action.phases)
        parts = early_parts(action)
        return Deed(
            action.name,
            members,
            tuple(partial(self._choices, action, parts, place) for place in range(len(action.parameters))),
            partial(self._allowed, action),
            partial(self._done, action),
            partial(self._due, action) if any(norm.due for norm in action.norms) else None,
            partial(self._rolls_of_deed, action) if action.rolls else None,
            likeness(self.program, action),
            agreed=partial(self._agreed, action, action.agreed) if action.agreed is not None else None,
            groups=tuple(place for place, one in enumerate(action.parameters) if one.name in action.groups),
        )

    def _env(self, action: Action, arguments: Arguments) -> Env:
        return {p.name: value for p, value in zip(action.parameters, arguments, strict=False)}

    def _agreed(self, action: Action, who: Expr, position: Position, arguments: Arguments) -> Any:
        """Who has to agree to a deed."""
        return self.run(position).evaluate(who, self._env(action, arguments))

    def _choices(
        self, action: Action, parts: EarlyParts, place: int, position: Position, before: Arguments
    ) -> Iterable[Any]:
        """What a parameter may be, where those before it are known; nothing, where they forbid the action already."""
        run = self.run(position)
        if place in parts and ruled_out(run, parts, self._env(action, before)):
            return ()
        return choices_of(run, action, place, before)

    def _allowed(self, action: Action, position: Position, arguments: Arguments) -> bool:
        return bool(self.run(position).call(action.name, list(arguments)) != FORBIDDEN)

    def _due(self, action: Action, position: Position, arguments: Arguments) -> Due | None:
        """Until when a deed that may be done must be."""
        run, env = self.run(position), self._env(action, arguments)
        spoken, _, _ = resolve_overrides(run, action, env)
        found = [voice.norm.due for voice in spoken if voice.norm.modality == Modality.MUST and voice.norm.due]
        if any(due.at_once for due in found):
            return Due(None)
        return next((Due(due.phase) for due in found if due.phase), None)

    def _rolls_of_deed(self, action: Action, position: Position, arguments: Arguments) -> tuple[Roll, ...]:
        env = self._env(action, arguments)
        return tuple(_roll(*dice) for one in action.rolls for dice in rolled_by(one, self.run(position), env))

    def _done(self, action: Action, position: Position, arguments: Arguments, rolled: Rolled) -> tuple[Position, Calls]:
        after, found = done(self.run(position), action, arguments, rolled)
        return after, tuple(found.played)

    # --- events ---

    def events(self, position: Position) -> tuple[Position, Calls] | None:
        """A position after what has just turned true came about; None where nothing did.

        Whether the condition of an event held is kept in the position, for each of what it speaks of: what held before
        has not turned true. Of what is once a game that it came about is kept, as `True`; as `False`, that it has held
        since the beginning, from which it can still turn.
        """
        run = self.run(position)
        came: list[tuple[Event, Env]] = []
        marks: Position = {}
        for event, env, key, holds in self._conditions(position):
            mark = position.get(key)
            if event.once and mark:
                continue
            if holds and mark is None:
                came.append((event, env))
                marks[key] = True
            elif mark is not None and not holds:
                marks[key] = False
        if not marks:
            return None
        told = {key: value for key, value in {**position, **marks}.items() if marks.get(key, True)}
        return self._carried_out(told, turnout_of_all(run, [(event.effects, env) for event, env in came]))


def rolls_of(phase: Phase, run: Interpreter) -> tuple[Roll, ...]:
    """The dice that a phase rolls in a position."""
    return tuple(_roll(*dice) for one in phase.rolls for dice in rolled_by(one, run, {}))


def _roll(fact: str, arguments: Arguments, shows: tuple[tuple[Any, int], ...] | Pool) -> Roll:
    """Dice for the engine."""
    return Roll(fact, arguments, Several(*shows) if isinstance(shows, Pool) else shows)


def with_loops(program: Program) -> Program:
    """A program that knows whom each loop has come to, whether a rule asks that by its name or not."""
    loops = [phase for sequence in program.sequences.values() for phase in phases_in(sequence) if phase.variable]
    more = {
        phase.bound: Fact(phase.bound, "entered", (), phase.values[0].type, None, (), (), phase.span, phase.span)
        for phase in loops
        if phase.values and phase.bound not in program.callables
    }
    return replace(program, callables={**program.callables, **more}) if more else program


def _bound_fact(phase: Phase) -> Call:
    """The fact that says which value a loop has come to."""
    value = phase.values[0]
    return Call(phase.bound, (), value.type, value.span)


def _called(phase: Phase) -> list[Phase]:
    """The phases that are played only when they are called."""
    own = [phase] if phase.called else []
    return [*own, *(inner for part in phase.phases for inner in _called(part))]


def _fillings(run: Interpreter, action: Action, names: set[str]) -> list[Env]:
    """What some parameters of an action may be: what they are chosen among, as far as that asks for no others."""
    found: list[Env] = [{}]
    for place, parameter in enumerate(action.parameters):
        if parameter.name not in names:
            continue
        items = action.candidates[place] if action.candidates else None
        unknown = {p.name for p in action.parameters if p.name not in names}
        among = items is not None and not unknown & set(free_variables(items))
        found = [
            {**env, parameter.name: value}
            for env in found
            for value in (
                among_of(run, action, place, items, env)
                if among and items is not None
                else every(run.position, parameter.type, f"{action.name}: {parameter.name}")
            )
        ]
    return found


def _is_due(run: Interpreter, action: Action, norm: Norm, env: Env) -> bool:
    """Whether what a rule asks is still to be done, for those that it is said of.

    What its condition says of other arguments than these is not known where nothing was done: they are tried in turn.
    """
    if norm.condition is None:
        return True
    others = failing_others(action, norm)
    left = [p for p in action.parameters if p.name in others]
    for values in product(*(every(run.position, p.type, f"{norm.name}: {p.name}") for p in left)):
        inner = run.bind(norm.lets, {**env, **{p.name: value for p, value in zip(left, values, strict=True)}})
        if run.decide(run.evaluate(norm.condition, inner)):
            return True
    return False
