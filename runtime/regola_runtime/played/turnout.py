"""What a deed, a phase or an event brings about: all its effects, each read in the position before.

What becomes is set, what is gained and lost adds up, whoever says it; what goes back goes first, then is told what is
told, then leaves who leaves. It is the meaning of the interpreter's `evaluate.deeds` and `evaluate.pieces`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, count, product
from math import comb
from operator import attrgetter, is_
from typing import Any, Generic, TypeVar

from regola_runtime.errors import EffectClash, OutOfRange, TooManyPieces
from regola_runtime.play import Arguments, Calls, Roll, Rolled, TooMany
from regola_runtime.played.dice import Several
from regola_runtime.played.situations import NOTHING, FactOf, Frozen, Situation, forgotten, plus, put_up
from regola_runtime.positions import UNTOLD, Untold
from regola_runtime.values import Dice, Integer, OneOf, Piece, described, is_outside, written

S = TypeVar("S", bound=Situation)
T = TypeVar("T")
Key = tuple[str, Arguments]
# The highest number that a piece is given which rules make: those that make more do not come to an end.
MOST_MADE = 10_000
# How many values of a type are tried one by one for a choice that says among nothing.
MANY_VALUES = 1_000
# How many groups of a list are tried for a choice of several at once.
MANY_GROUPS = 10_000


class Turnout(Generic[S]):
    """What comes of the effects of one deed, gathered one after the other; facts are named by the position's fields."""

    __slots__ = ("_amounts", "_calls", "_left", "_made", "_onto", "_position", "_replaced", "_resets", "_seen", "_told")

    def __init__(self, position: S, onto: S | None = None) -> None:
        """Effects are read in one position, and come about `onto` it, or onto another in which more has come about."""
        self._position, self._onto = position, position if onto is None else onto
        self._told: dict[Key, Any] = {}
        self._amounts: dict[Key, list[tuple[int, Any, Callable[..., Any]]]] = {}
        self._resets: list[str] = []
        self._left: list[Piece] = []
        self._replaced: list[tuple[Piece, Piece]] = []
        self._made: list[tuple[type[Piece], str, str, int, Mapping[str, Any]]] = []
        self._calls: list[tuple[str, Arguments]] = []
        self._seen: set[Any] = set()

    def becomes(self, field: str, arguments: Arguments, value: Any) -> None:
        """A fact takes a value.

        Raises:
            EffectClash: if it takes another one already.
            OutOfRange: if the value is outside its bounds.
        """
        key = (field, arguments)
        if key in self._told and self._told[key] != value:
            raise EffectClash(f"{self._name(field)} becomes {self._told[key]} and {value}")
        self._told[key] = value
        hold(value, self._position.facts[field])

    def gains(self, field: str, arguments: Arguments, value: Any, read: Callable[..., Any]) -> None:
        """A fact grows by an amount, or by items; `read` says what it is so far."""
        self._amounts.setdefault((field, arguments), []).append((1, value, read))

    def loses(self, field: str, arguments: Arguments, value: Any, read: Callable[..., Any]) -> None:
        """A fact shrinks by an amount, or by items; `read` says what it is so far."""
        self._amounts.setdefault((field, arguments), []).append((-1, value, read))

    def resets(self, field: str) -> None:
        """A fact goes back to its default, for all arguments."""
        self._resets.append(field)

    def leaves(self, piece: Piece) -> None:
        """A piece is gone."""
        self._left.append(piece)

    def takes_over(self, new: Piece, old: Piece) -> None:
        """A piece is changed for another, which keeps what the play has kept of it."""
        self._replaced.append((new, old))

    def enters(self, kind: type[Piece], stem: str, counter: str, count: int, told: Mapping[str, Any]) -> None:
        """Some pieces are made: each is called `stem` with the number that comes next in a field, and is told of.

        Raises:
            OutOfRange: if what is told of them is outside its bounds.
            TooManyPieces: if these are more than any game has.
        """
        for field, value in told.items():
            hold(value, self._position.facts[field])
        if count > MOST_MADE:
            raise TooManyPieces(f"more than {MOST_MADE:,} {kind.__name__} are made")
        self._made.append((kind, stem, counter, count, told))

    def plays(self, phase: str, arguments: Arguments) -> None:
        """A phase is called."""
        self._calls.append((phase, arguments))

    def first(self, key: Any) -> bool:
        """Whether a line of a shared change comes about for the first time in this deed with these arguments."""
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def counts(self, field: str, arguments: Arguments, value: Any) -> None:
        """The deed itself is counted."""
        self._told[field, arguments] = value

    def added(self) -> None:
        """What is gained and lost is added up; what is told after it, such as counts, is told as it is.

        Raises:
            EffectClash: if what others add to is set.
            OutOfRange: if a fact would leave its bounds.
        """
        for key, parts in self._amounts.items():
            if key in self._told:
                raise EffectClash(f"{self._name(key[0])} becomes {self._told[key]}, and gains or loses")
            before = parts[0][2](self._position, *key[1])
            if isinstance(before, tuple):
                value: Any = _items(before, parts)
            else:
                value = before
                for sign, amount, _ in parts:
                    value = value + amount if sign > 0 else value - amount
            self._told[key] = value
            hold(value, self._position.facts[key[0]])
        self._amounts = {}

    def after(self, *forget: str) -> tuple[S, Calls]:
        """The position after all of it, without what it says of some fields, and the phases that are called."""
        self.added()
        values: dict[str, Any] = {}
        position = self._onto
        fields = position.facts
        for field in self._resets:
            values[field] = NOTHING if fields[field].rows else UNTOLD
        told: dict[str, dict[Arguments, Any]] = {}
        for (field, arguments), value in self._told.items():
            if not arguments:
                values[field] = value
            else:
                one = in_order(arguments) if fields[field].unordered else arguments
                told.setdefault(field, {})[one] = value
        for field, new in told.items():
            values[field] = plus(values.get(field, getattr(position, field)), new)
        if values:
            position = position.replaced(values)
        for piece, old in self._replaced:
            position = _taken_over(position, piece, old)
        position = _with_made(position, self._made) if self._made else position
        gone = [*self._left, *(old for _, old in self._replaced)]
        if gone:
            position = without(position, gone)
        return (forgotten(position, forget) if forget else position), tuple(self._calls)

    def _name(self, field: str) -> str:
        return self._position.facts[field].name


def in_order(arguments: Arguments) -> Arguments:
    """Arguments of which either may stand first, in one order."""
    return tuple(sorted(arguments, key=_order))


def _order(value: Any) -> str:
    return f"{type(value).__name__} {written(value)}"


def _items(before: tuple[Any, ...], parts: Sequence[tuple[int, Any, Any]]) -> tuple[Any, ...]:
    listed = list(before)
    for sign, value, _ in parts:
        for item in value if isinstance(value, tuple) else (value,):
            if sign > 0:
                listed.append(item)
            elif item in listed:
                listed.remove(item)
    return tuple(listed)


def hold(value: Any, fact: FactOf) -> None:
    """Hold a value to the bounds of a fact.

    Raises:
        OutOfRange: if it is outside them.
    """
    kind = fact.result
    strange = isinstance(kind, type) and issubclass(kind, Piece) and not isinstance(value, kind)
    if strange or is_outside(value, kind):
        raise OutOfRange(f"{fact.name} is {value}, outside {described(kind)}")


# --- pieces ------------------------------------------------------------------------------


def _with_made(position: S, made: Iterable[tuple[type[Piece], str, str, int, Mapping[str, Any]]]) -> S:
    """A position with the pieces that rules make, each with the next number of its type that is free."""
    last: dict[str, int] = {}
    found: list[tuple[Piece, Mapping[str, Any]]] = []
    for kind, stem, counter, many, told in made:
        taken = {str(piece) for piece in getattr(position, position.extents[kind])}
        if counter not in last:
            before = getattr(position, counter)
            last[counter] = 0 if isinstance(before, Untold) else before
        for _ in range(many):
            number = next(one for one in count(last[counter] + 1) if f"{stem}{one}" not in taken)
            if number > MOST_MADE:
                raise TooManyPieces(f"more than {MOST_MADE:,} {kind.__name__} are made: what makes them has no end")
            last[counter] = number
            found.append((kind(f"{stem}{number}"), told))
    return put_up(position.replaced({field: number for field, number in last.items() if number}), found)


def without_any(position: S, kind: type[Piece]) -> S:
    """A position without any piece of a type, as the phase is over that they last for."""
    gone = getattr(position, position.extents[kind])
    return without(position, gone) if gone else position


def _taken_over(position: S, new: Piece, old: Piece) -> S:
    values: dict[str, Any] = {}
    for field, fact in position.facts.items():
        told = getattr(position, field)
        if fact.state and len(fact.parameters) == 1 and (old,) in told:
            values[field] = plus(told, (((new,), told[old,]),))
    return position.replaced(values)


def without(position: S, gone: Iterable[Piece]) -> S:
    """A position without some pieces, what is aboard of them, and all that was told of them."""
    left = set(gone)
    if not left:
        return position
    waiting = set(left)
    while waiting:
        aboard = {
            key[0]
            for field in position.places
            for key, value in getattr(position, field).items()
            if isinstance(value, Piece) and value in waiting
        }
        waiting = aboard - left
        left |= aboard
    values: dict[str, Any] = {}
    for field, fact in position.facts.items():
        told = getattr(position, field)
        if fact.copied:
            continue
        if not fact.rows:
            if isinstance(told, tuple) and not left.isdisjoint(told):
                values[field] = tuple(item for item in told if item not in left)
            elif isinstance(told, Piece) and told in left:
                values[field] = UNTOLD
            continue
        if told and (new := _without_own(told, left) if fact.alone else _without(told, left)) is not None:
            values[field] = new
    return position.replaced(values)


def _without_own(told: Frozen[Arguments, Any], left: set[Piece]) -> Frozen[Arguments, Any] | None:
    """The same of a fact of one piece, whose values are none."""
    gone = [(piece,) for piece in left if (piece,) in told]
    return told.minus(gone) if gone else None


def _without(told: Mapping[Arguments, Any], left: set[Piece]) -> Frozen[Arguments, Any] | None:
    """A fact without what it says of some pieces; None where it says nothing of them."""
    kept: dict[Arguments, Any] = {}
    other = False
    for arguments, value in told.items():
        if not left.isdisjoint(arguments) or (isinstance(value, Piece) and value in left):
            other = True
        elif isinstance(value, tuple) and not left.isdisjoint(value):
            other = True
            kept[arguments] = tuple(item for item in value if item not in left)
        else:
            kept[arguments] = value
    return Frozen(kept) if other else None


# --- chance and choices ------------------------------------------------------------------


def kept(position: S, rolled: Rolled) -> S:
    """A position that says what was rolled."""
    values: dict[str, Any] = {}
    for (name, arguments), value in rolled.items():
        field = position.named[name]
        values[field] = plus(values.get(field, getattr(position, field)), ((arguments, value),)) if arguments else value
    return position.replaced(values) if values else position


@lru_cache(maxsize=256)
def faces(dice: Dice) -> tuple[tuple[int, int], ...]:
    """What dice show, each with its weight in whole numbers."""
    whole = dice.sides**dice.count
    return tuple((face, int(chance * whole)) for face, chance in dice.outcomes())


def several(dice: Dice, count: int) -> Several:
    """What some dice show that are kept apart: the rolls in rising order, each with its weight.

    Raises:
        TooMany: if there are more dice than anybody rolls.
    """
    return Several(faces(dice), count)


def drawn(name: str, arguments: Arguments, pool: Sequence[Any]) -> Roll:
    """One drawn from a pool."""
    return Roll(name, arguments, tuple((item, pool.count(item)) for item in dict.fromkeys(pool)))


def unique(items: Iterable[T]) -> tuple[T, ...]:
    """Each of a list once, in its order."""
    return tuple(dict.fromkeys(items))


def groups(items: Iterable[T], least: int, most: int, what: str) -> tuple[tuple[T, ...], ...]:
    """Several of a list at once, small groups first, each in the order of the list.

    Raises:
        TooMany: where these are too many to be listed.
    """
    different = unique(items)
    sizes = range(least, min(most, len(different)) + 1)
    if sum(comb(len(different), size) for size in sizes) > MANY_GROUPS:
        raise TooMany(
            "{what} is one of more than {most} groups: choose from fewer, or one by one",
            what=what,
            most=f"{MANY_GROUPS:,}",
        )
    return tuple(group for size in sizes for group in combinations(different, size))


def every(position: Situation, kind: Any, what: str) -> Iterable[Any]:
    """All values of a kind in a position.

    Raises:
        TooMany: where they cannot be listed.
    """
    listed = list(_values(position, kind, what))
    if len(listed) > MANY_VALUES and not (isinstance(kind, type) and issubclass(kind, Piece)):
        raise TooMany(
            "{what} is one of more than {most} values: say among what it is chosen", what=what, most=f"{MANY_VALUES:,}"
        )
    return listed


def _values(position: Situation, kind: Any, what: str) -> Iterator[Any]:
    match kind:
        case Integer(low=int(), high=int()):
            if kind.low is not None and kind.high is not None:
                yield from range(kind.low, min(kind.high, kind.low + MANY_VALUES) + 1)
            return
        case Dice():
            yield from (face for face, _ in kind.outcomes())
            return
        case OneOf():
            for one in kind.kinds:
                yield from _values(position, one, what)
            return
    if kind is bool:
        yield from (False, True)
    elif isinstance(kind, type) and issubclass(kind, Piece):
        yield from getattr(position, position.extents[kind])
    elif hasattr(kind, "labels"):
        yield from (kind.at(place) for place in range(len(kind.labels)))
    elif hasattr(kind, "__members__"):
        yield from kind
    elif isinstance(kind, type) and issubclass(kind, str):
        return
    else:
        raise TooMany("{what} is any `{kind}`: say among what it is chosen", what=what, kind=described(kind))


# --- events and the past -----------------------------------------------------------------


class Event(Generic[S]):
    """What comes about as soon as something holds, for each of what it speaks of; perhaps once a game.

    `read` are the fields that it rests on, if that is known: where they are what they were when nothing came about,
    nothing does.
    """

    __slots__ = ("condition", "effects", "field", "kinds", "name", "once", "quiet", "read")

    def __init__(
        self,
        name: str,
        field: str,
        kinds: tuple[Any, ...],
        condition: Callable[..., bool],
        effects: Callable[..., None],
        *,
        once: bool,
        read: tuple[str, ...] = (),
    ) -> None:
        self.name, self.field, self.kinds, self.once = name, field, kinds, once
        self.condition, self.effects = condition, effects
        self.read = attrgetter(*read) if len(read) > 1 else None
        self.quiet: tuple[Any, ...] = ()


def already_so(position: S, events: Sequence[Event[S]]) -> S:
    """A position to begin with: what holds in it has not just come about."""
    told: dict[str, Any] = {}
    for event in events:
        standing = product(*(every(position, kind, event.name) for kind in event.kinds))
        told[event.field] = Frozen(
            {values: not event.once for values in standing if event.condition(position, *values)}
        )
    return position.replaced(told)


def came_about(position: S, events: Sequence[Event[S]]) -> tuple[S, Calls] | None:
    """A position after what has just turned true came about; None where nothing did.

    Whether the condition of an event held is kept in the position, for each of what it speaks of: what held before
    has not turned true. Of what is once a game that it came about is kept, as `True`; as `False`, that it has held
    since the beginning, from which it can still turn.
    """
    came: list[tuple[Event[S], Arguments]] = []
    marks: dict[str, dict[Arguments, bool]] = {}
    for event in events:
        now = () if event.read is None else event.read(position)
        if now and event.quiet and all(map(is_, now, event.quiet)):
            continue
        for values in product(*(every(position, kind, event.name) for kind in event.kinds)):
            mark = getattr(position, event.field).get(values)
            if event.once and mark:
                continue
            held, holds = mark is not None, event.condition(position, *values)
            if holds and not held:
                came.append((event, values))
                marks.setdefault(event.field, {})[values] = True
            elif held and not holds:
                marks.setdefault(event.field, {})[values] = False
        if event.field not in marks:
            event.quiet = now
    if not marks:
        return None
    told: dict[str, Any] = {}
    for field, changes in marks.items():
        left = {key: value for key, value in getattr(position, field).items() if changes.get(key, True)}
        told[field] = Frozen({**left, **{key: True for key, value in changes.items() if value}})
    after = position.replaced(told)
    turnout = Turnout(position, after)
    for event, values in came:
        event.effects(position, turnout, *values)
    return turnout.after()


def copied(position: S, field: str, actor: Any = None) -> S:
    """A position that keeps a copy of how things stand, for a phase and perhaps for whoever acts in it."""
    copy: Frozen[str, Any] = Frozen({name: getattr(position, name) for name in position.facts[field].copied})
    rows = [((), copy)] + ([] if actor is None else [((actor,), copy)])
    return position.replaced({field: plus(getattr(position, field), rows)})


def past(position: S, field: str, who: Any = None) -> S:
    """A position as things stood when a phase began, or was over; as they stand now where it was never played."""
    copies = getattr(position, field)
    copy = copies.get(() if who is None else (who,))
    return position if copy is None else position.replaced(copy)


def forgotten_of(position: S, field: str, holds: Callable[..., bool]) -> S:
    """A position that says nothing of a fact for those arguments that fulfil a condition."""
    told = getattr(position, field)
    left = {key: value for key, value in told.items() if not holds(*key)}
    return position if len(left) == len(told) else position.replaced({field: Frozen(left)})
