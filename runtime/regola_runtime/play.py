"""A game that is played: whose phase it is, what may be done, what comes next.

A game is a tree of phases and a list of deeds, each made of functions of a position. What a position is, nobody here
needs to know: it is told facts and asked nothing but by those functions. The state of a play is a position and a stack
of the phases that are open, and every state is a value: `play` makes the next one and leaves the old one as it was.

Whoever's phase it is does what is allowed as often as it is allowed, and ends it. A phase in which nobody could act
passes by itself. What a phase rolls is rolled when it begins; `first` comes before what lies inside it and `effects`
when that is over; a phase that a deed calls is played after the deed's other effects, and play then goes on where it
was. A state therefore waits for one of three: for a choice, for chance, or for nobody, when the game is over or stuck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from regola_runtime.errors import NoAnswer
from regola_runtime.likeness import Part, first_alike, stands_for

P = TypeVar("P")
Arguments: TypeAlias = tuple[Any, ...]
Calls: TypeAlias = tuple[tuple[str, Arguments], ...]
# What was rolled: the value of each die, by the fact it is and for whom.
Rolled: TypeAlias = Mapping[tuple[str, Arguments], Any]
MAX_STEPS: Final = 100_000
MAX_ROUNDS: Final = 1_000


class PlayError(NoAnswer):
    """Something that cannot be played."""


class IllegalMove(PlayError):  # noqa: N818  as users of python-chess know it
    """A move that the rules do not allow here."""


class NotOver(PlayError):  # noqa: N818  it says what is wrong
    """Rules that never come to an end by themselves."""


class TooMany(PlayError):  # noqa: N818  it says what is wrong
    """More moves than can be listed."""


class Roll(NamedTuple):
    """Dice to be rolled: the fact that takes what they show, for whom, and each outcome with its weight."""

    fact: str
    arguments: Arguments
    outcomes: Sequence[tuple[Any, int]]


class Do(NamedTuple):
    """An action done with some arguments."""

    action: str
    arguments: Arguments


class End(NamedTuple):
    """A phase that is ended by whoever acts in it."""

    phase: str


class Pick(NamedTuple):
    """Which of a list is played next."""

    variable: str
    item: Any


Move: TypeAlias = Do | End | Pick


class Due(NamedTuple):
    """That something must be done: at once, or by the end of a phase."""

    phase: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Deed(Generic[P]):
    """An action as it is played.

    Attributes:
        name: What it is called.
        phases: The innermost phases it is possible in; None for all.
        choices: By parameter, what it may be, where those before it are known.
        allowed: Whether it may be done with some arguments.
        due: Whether it must be, and until when.
        rolls: What is rolled for it.
        alike: By parameter, what is read of a list that is chosen for it, where that is not all; empty for none such.
        do: The position after it, and what it calls, where the dice are told.
    """

    name: str
    phases: frozenset[Any] | None
    choices: tuple[Callable[[P, Arguments], Iterable[Any]], ...]
    allowed: Callable[[P, Arguments], bool]
    do: Callable[[P, Arguments, Rolled], tuple[P, Calls]]
    due: Callable[[P, Arguments], Due | None] | None = None
    rolls: Callable[[P, Arguments], tuple[Roll, ...]] | None = None
    alike: tuple[tuple[Part, ...] | None, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Node(Generic[P]):
    """A phase, a loop or a block that repeats, as it is played. Every function is of the position."""

    name: str
    inner: tuple[Node[P], ...] = ()
    member: Any = None
    parameters: tuple[str, ...] = ()
    when: Callable[[P], bool] | None = None
    actor: Callable[[P], Any] | None = None
    bound: str = ""
    items: Callable[[P], Iterable[Any]] | None = None
    where: Callable[[P], bool] | None = None
    order: Literal["listed", "any", "most", "least"] = "listed"
    amount: Callable[[P], Any] | None = None
    ties: Callable[[P], Any] | None = None
    optional: bool = False
    until: Callable[[P], bool] | None = None
    idle: bool = False
    stays: Callable[[P], bool] | None = None
    ends: Callable[[P], bool] | None = None
    begin: Callable[[P, Any], P] | None = None
    over: Callable[[P], P] | None = None
    rolls: Callable[[P], tuple[Roll, ...]] | None = None
    first: Callable[[P], tuple[P, Calls]] | None = None
    effects: Callable[[P], tuple[P, Calls]] | None = None
    endings: tuple[tuple[Callable[[P], bool], Callable[[P], Any] | None], ...] = ()
    called: bool = False


class Teller(Protocol[P]):
    """Whoever knows what a position is."""

    def tell(self, position: P, facts: Sequence[tuple[str, Arguments, Any]], /) -> P:
        """A position that says some facts more."""

    def forget(self, position: P, facts: Sequence[str], /) -> P:
        """A position that says nothing of some facts any more."""

    def there(self, position: P, item: Any, /) -> bool:
        """Whether one that a loop comes to is still there, if it is a piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Generic[P]):
    """All that is played: sequences one after the other, phases that are called, deeds, and events."""

    sequences: tuple[Node[P], ...]
    called: Mapping[str, Node[P]]
    deeds: Mapping[str, Deed[P]]
    teller: Teller[P]
    events: Callable[[P], tuple[P, Calls] | None] | None = None


# Where the playing of a phase has come to.
_ENTER, _ROLL, _FIRST, _INNER, _EFFECTS, _ROUND, _OVER = range(7)


class Frame(NamedTuple):
    """A phase that is open: where it has come to, what is left of its list, who acts, what it still has to call."""

    node: Node[Any]
    stage: int
    place: int = 0
    items: Arguments = ()
    actor: Any = None
    acted: bool = False
    rounds: int = 0
    calls: Calls = ()

    def at(self, stage: int, calls: Calls = ()) -> Frame:
        """The same phase, come to another stage, with what it is to call."""
        node, _, place, items, actor, acted, rounds, _ = self
        return Frame(node, stage, place, items, actor, acted, rounds, calls)

    def deed_done(self) -> Frame:
        """The same phase after something was done in it, which only one that repeats until nobody acts asks."""
        return self._replace(acted=True) if self.node.idle and not self.acted else self


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: who has won it, if anybody."""

    winner: Any = None


@dataclass(frozen=True, slots=True)
class State(Generic[P]):
    """A play at a moment.

    Attributes:
        position: What is true.
        stack: The phases that are open, the outermost first.
        outcome: How the game has ended, if it has.
        awaited: What is to be rolled, if play waits for chance.
        stuck: Whether somebody must act, or end, and cannot.
        sequence: Which of the sequences is played, from 0.
        playings: How often the phase that the engine watches has been over.
        known: The moves, once they were asked for.
    """

    position: P
    stack: tuple[Frame, ...]
    outcome: Outcome | None = None
    awaited: tuple[Roll, ...] = ()
    stuck: bool = False
    sequence: int = 0
    playings: int = 0
    known: list[tuple[Move, ...]] = field(default_factory=list, compare=False, repr=False)

    @property
    def over(self) -> bool:
        """Whether nothing more is played."""
        return self.outcome is not None or not self.stack

    @property
    def actor(self) -> Any:
        """Who acts in the innermost phase, if somebody in particular does."""
        return self.stack[-1].actor if self.stack else None

    @property
    def phase(self) -> str:
        """The name of the innermost phase."""
        return next((frame.node.name for frame in reversed(self.stack) if frame.node.name), "")


class Engine(Generic[P]):
    """Plays by some rules. It keeps nothing of a play: states are handed in and out."""

    def __init__(self, rules: Rules[P], *, most_moves: int = 100_000, watched: str = "") -> None:
        self.rules, self.most_moves, self.watched = rules, most_moves, watched

    # --- what may be asked ---

    def begin(self, position: P) -> State[P]:
        """The first state of a play that begins with a position."""
        sequences = self.rules.sequences
        stack = (Frame(sequences[0], _ENTER),) if sequences else ()
        return self._advance(State(position, stack))

    def moves(self, state: State[P]) -> tuple[Move, ...]:
        """What whoever acts may do, ends and picks among it; nothing where play waits for chance, or is over."""
        if not state.known:
            state.known.append(self._legal(state))
        return state.known[0]

    def rolls(self, state: State[P], move: Move) -> tuple[Roll, ...]:
        """What is rolled for a move, before its effects."""
        if not isinstance(move, Do):
            return ()
        rolls = self.rules.deeds[move.action].rolls
        return () if rolls is None else rolls(state.position, move.arguments)

    def play(
        self,
        state: State[P],
        move: Move,
        rolled: Rolled | None = None,
        *,
        check: bool = True,
        enough: int | None = None,
    ) -> State[P]:
        """The state after a move; `rolled` is what the dice of an action show.

        With `enough`, play stops short when the phase that is watched has been over so often: what can be done then is
        not looked for, and the state cannot be played on.

        Raises:
            IllegalMove: if the move may not be made here.
        """
        if check and not self.may(state, move):
            raise IllegalMove(f"{shown(move)} is not allowed here")
        *below, top = state.stack
        match move:
            case Do(action, arguments):
                position, calls = self.rules.deeds[action].do(state.position, arguments, rolled or {})
                position, more = self._events(position)
                top = top.deed_done()
                top = top._replace(calls=(*calls, *more)) if calls or more else top
                stack = (*(frame.deed_done() for frame in below), top)
            case End():
                position, stack = state.position, (*below, top._replace(stage=_EFFECTS, items=()))
            case Pick(_, item):
                position, stack = self._picked(state.position, tuple(below), top, item)
        return self._advance(State(position, stack, sequence=state.sequence, playings=state.playings), enough)

    def may(self, state: State[P], move: Move) -> bool:
        """Whether a move may be made: it is listed, or one that is listed stands for it."""
        if move in self.moves(state):
            return True
        deed = self.rules.deeds.get(move.action) if isinstance(move, Do) else None
        if not isinstance(move, Do) or deed is None or not deed.alike or len(move.arguments) != len(deed.choices):
            return False
        choices = [partial(choice, state.position) for choice in deed.choices]
        listed = stands_for(deed.alike, choices, move.arguments)
        return listed is not None and Do(move.action, listed) in self.moves(state)

    def roll(self, state: State[P], rolled: Rolled, *, enough: int | None = None) -> State[P]:
        """The state after what it waits for was rolled; `enough` as in `play`."""
        told = [(roll.fact, roll.arguments, rolled[roll.fact, roll.arguments]) for roll in state.awaited]
        position = self.rules.teller.tell(state.position, told)
        *below, top = state.stack
        if top.stage == _INNER:  # which of those that tie comes next
            ((_, _, item),) = told
            position, stack = self._picked(state.position, tuple(below), top, item)
        else:
            stack = (*below, top._replace(stage=_FIRST))
        return self._advance(State(position, stack, sequence=state.sequence, playings=state.playings), enough)

    def resume(self, state: State[P]) -> State[P]:
        """The state in which a play that was put together goes on until somebody chooses, or chance does."""
        return self._advance(state)

    def call(self, state: State[P], phase: str, arguments: Arguments) -> State[P]:
        """The state in which a phase is played out of its order, before play goes on."""
        *below, top = state.stack
        stack = (*below, top._replace(calls=((phase, arguments),)))
        return self._advance(State(state.position, stack, sequence=state.sequence, playings=state.playings))

    # --- what may be done ---

    def _legal(self, state: State[P]) -> tuple[Move, ...]:
        if state.over or state.awaited or state.stuck:
            return ()
        frame = state.stack[-1]
        node = frame.node
        if node.items is not None:
            picks: list[Move] = [Pick(node.bound, item) for item in self._candidates(state.position, frame)]
            return (*picks, End(node.bound)) if node.optional else tuple(picks)
        found = list(self.fillings(state.position, node.member))
        due = [(move, late) for move in found if (late := self._due(state.position, move)) is not None]
        if at_once := [move for move, late in due if late.phase is None]:
            return tuple(at_once)
        may_end = node.ends is None and not (node.stays is not None and not node.stays(state.position))
        if may_end and not any(self._ends(state.stack, late.phase) for _, late in due):
            return (*found, End(node.name))
        return tuple(found)

    def _due(self, position: P, move: Do) -> Due | None:
        asked = self.rules.deeds[move.action].due
        return None if asked is None else asked(position, move.arguments)

    def _ends(self, stack: tuple[Frame, ...], phase: str | None) -> bool:
        """Whether the end of the innermost phase would be the end of one of this name."""
        for frame in reversed(stack):
            if frame.node.name == phase:
                return True
            if frame is not stack[-1] and (frame.place < len(frame.node.inner) or frame.items):
                return False
        return False

    def fillings(self, position: P, member: Any = None) -> Iterator[Do]:
        """Every action with every arguments that are allowed.

        Raises:
            TooMany: if there are too many to try.
        """
        tried = 0
        for deed in self.rules.deeds.values():
            if deed.phases is not None and member not in deed.phases:
                continue
            waiting: list[Arguments] = [()]
            for place, choices in enumerate(deed.choices):
                parts = deed.alike[place] if deed.alike else None
                waiting = [
                    (*before, item)
                    for before in waiting
                    for item in (
                        choices(position, before) if parts is None else first_alike(parts, choices(position, before))
                    )
                ]
                tried += len(waiting)
                if tried > self.most_moves:
                    raise TooMany(f"{deed.name} can be done in more ways than can be listed")
            for arguments in waiting:
                if deed.allowed(position, arguments):
                    yield Do(deed.name, arguments)

    # --- what comes by itself ---

    def _advance(  # noqa: PLR0915  one loop over the stages of a phase
        self, state: State[P], enough: int | None = None
    ) -> State[P]:
        position, stack, sequence, playings = state.position, state.stack, state.sequence, state.playings
        for _ in range(MAX_STEPS):
            if enough is not None and playings >= enough:
                return State(position, stack, sequence=sequence, playings=playings)
            if not stack:
                sequence += 1
                if sequence >= len(self.rules.sequences):
                    return State(position, (), Outcome(), sequence=sequence, playings=playings)
                stack = (Frame(self.rules.sequences[sequence], _ENTER),)
            below, top = stack[:-1], stack[-1]
            node = top.node
            if top.calls:
                (name, arguments), *rest = top.calls
                if any(frame.node.name == name for frame in stack):
                    raise PlayError(f"phase {name} is being played, so it cannot be called")
                called = self.rules.called[name]
                told = [(fact, (), value) for fact, value in zip(called.parameters, arguments, strict=True)]
                position = self.rules.teller.tell(position, told)
                stack = (*below, top._replace(calls=tuple(rest)), Frame(called, _ENTER, actor=top.actor))
                continue
            stage = top.stage
            if stage == _ENTER:
                if node.when is not None and not node.when(position):
                    stack = below
                    continue
                actor = top.actor if node.actor is None else node.actor(position)
                position = self._entered(position, node, actor)
                stack = (*below, top._replace(stage=_ROLL, actor=actor))
            elif stage == _ROLL:
                awaited = () if node.rolls is None else node.rolls(position)
                if awaited:
                    return State(position, stack, awaited=awaited, sequence=sequence, playings=playings)
                stack = (*below, top.at(_FIRST))
            elif stage == _FIRST:
                items = () if node.items is None else tuple(dict.fromkeys(node.items(position)))
                position, calls = self._changed(position, node.first)
                place = len(node.inner) if node.items is not None else 0
                stack = (*below, top._replace(stage=_INNER, items=items, place=place, calls=calls))
            elif stage == _INNER:
                if top.place < len(node.inner):
                    inner = Frame(node.inner[top.place], _ENTER, actor=top.actor)
                    opened = () if inner.node.called else (inner,)
                    stack = (*below, top._replace(place=top.place + 1), *opened)
                    continue
                if node.items is not None:
                    top = self._without_void(position, top)
                    candidates = self._candidates(position, top)
                    if not candidates:
                        stack = (*below, top.at(_EFFECTS))
                    elif node.optional or (node.order != "listed" and len(candidates) > 1):
                        # Ties that nobody decides are decided by chance.
                        tied = node.order != "any" and node.ties is None and not node.optional
                        toss = (Roll(node.bound, (), tuple((item, 1) for item in candidates)),) if tied else ()
                        return State(position, (*below, top), awaited=toss, sequence=sequence, playings=playings)
                    else:
                        position, stack = self._picked(position, below, top, candidates[0])
                    continue
                if not node.inner and node.member is not None:
                    position = self._here(position, node, top.actor)
                    waiting = State(position, stack, sequence=sequence, playings=playings)
                    if node.ends is not None and node.ends(position):
                        stack = (*below, top.at(_EFFECTS))
                        continue
                    moves = self._legal(waiting)
                    if any(isinstance(move, Do) for move in moves):
                        waiting.known.append(moves)
                        return waiting
                    if node.stays is not None and not node.stays(position):
                        return replace(waiting, stuck=True)
                stack = (*below, top.at(_EFFECTS))
            elif stage == _EFFECTS:
                position, calls = self._changed(position, node.effects)
                stack = (*below, top.at(_ROUND, calls))
            elif stage == _ROUND:
                for holds, winner in node.endings:
                    if holds(position):
                        won = None if winner is None else winner(position)
                        playings += any(frame.node.name == self.watched for frame in stack)
                        return State(position, (), Outcome(won), sequence=sequence, playings=playings)
                again = (node.until is not None and not node.until(position)) or (node.idle and top.acted)
                if again:
                    if top.rounds >= MAX_ROUNDS:
                        raise NotOver(f"{node.name or 'a block'} is repeated without an end")
                    stage = _INNER if node.items is None else _FIRST
                    stack = (*below, top._replace(stage=stage, place=0, acted=False, rounds=top.rounds + 1))
                else:
                    stack = (*below, top.at(_OVER))
            else:
                position = position if node.over is None else node.over(position)
                playings += node.name == self.watched and bool(node.name)
                stack = below
        raise NotOver("nobody acts, and the phases do not come to an end")

    def _entered(self, position: P, node: Node[P], actor: Any) -> P:
        if node.begin is not None:
            position = node.begin(position, actor)
        return self._here(position, node, actor)

    def _here(self, position: P, node: Node[P], actor: Any) -> P:
        """A position that says which phase it is, and whose."""
        if node.member is None:
            return position
        told: list[tuple[str, Arguments, Any]] = [("phase", (), node.member)]
        told += [] if actor is None else [("active", (), actor)]
        return self.rules.teller.tell(position, told)

    def _changed(self, position: P, effects: Callable[[P], tuple[P, Calls]] | None) -> tuple[P, Calls]:
        if effects is None:
            return position, ()
        position, calls = effects(position)
        position, more = self._events(position)
        return position, (*calls, *more)

    def _events(self, position: P) -> tuple[P, Calls]:
        """What comes about as soon as something holds, in rounds, until nothing more does."""
        if self.rules.events is None:
            return position, ()
        calls: Calls = ()
        for _ in range(MAX_ROUNDS):
            found = self.rules.events(position)
            if found is None:
                return position, calls
            position, more = found
            calls = (*calls, *more)
        raise NotOver("events bring about one another without an end")

    def _without_void(self, position: P, frame: Frame) -> Frame:
        """A list without those at its beginning whose turn has come in vain."""
        if frame.node.order != "listed" or frame.node.where is None:
            return frame
        items = frame.items
        while items:
            there = self.rules.teller.tell(position, [(frame.node.bound, (), items[0])])
            if self.rules.teller.there(position, items[0]) and frame.node.where(there):
                break
            items = items[1:]
        return frame._replace(items=items)

    def _candidates(self, position: P, frame: Frame) -> list[Any]:
        """Of what is left of a list, what may be played next, in order; a piece that is gone is no more."""
        node, tell, teller = frame.node, self.rules.teller.tell, self.rules.teller
        items = [item for item in frame.items if teller.there(position, item)]
        left: list[tuple[Any, P]] = [(item, tell(position, [(node.bound, (), item)])) for item in items]
        if node.where is not None:
            left = [(item, there) for item, there in left if node.where(there)]
        if node.amount is not None and left:
            measure = node.amount
            sign = -1 if node.order == "most" else 1
            ranked = [(sign * measure(there), item) for item, there in left]
            best = min(amount for amount, _ in ranked)
            return [item for amount, item in ranked if amount == best]
        return [item for item, _ in left]

    def _picked(self, position: P, below: tuple[Frame, ...], frame: Frame, item: Any) -> tuple[P, tuple[Frame, ...]]:
        position = self.rules.teller.tell(position, [(frame.node.bound, (), item)])
        left = tuple(one for one in frame.items if one != item)
        return position, (*below, frame._replace(items=left, place=0))


def shown(move: Move) -> str:
    """A move as one writes it."""
    match move:
        case Do(action, arguments):
            return f"{action}({', '.join(map(str, arguments))})" if arguments else action
        case End(phase):
            return f"end {phase}"
        case Pick(_, item):
            return str(item)


def outcomes(rolls: Sequence[Roll]) -> Iterator[tuple[dict[tuple[str, Arguments], Any], int]]:
    """Everything that some dice can show together, with its weight."""
    for combination in product(*(roll.outcomes for roll in rolls)):
        weight = 1
        told = {}
        for roll, (value, part) in zip(rolls, combination, strict=True):
            told[roll.fact, roll.arguments] = value
            weight *= part
        yield told, weight
