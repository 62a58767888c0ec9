"""Answers that are remembered while what they rest on stays as it is.

A rule is asked the same many times in one position, and in the next one most facts are what they were. What is kept is
of the last position alone, and of as many arguments at most; who asks for reasons asks anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from operator import attrgetter, is_
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

from regola_runtime.answers import WHY, is_asked_why
from regola_runtime.errors import NoAnswer
from regola_runtime.played.situations import Frozen

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
MOST: Final = 100_000
MANY: Final = 48  # from how many pieces on an index is not made anew where a few have changed
EARLIER: Final = 8  # of how many earlier positions an index is kept, so that one may go back
MOST_KEYS: Final = 4_000  # how many answers are remembered of one rule
TRIED: Final = 500  # after how many that were not known it is seen whether a key is worth it
IDLE: Final = 10_000  # how often none is made where it was not
_NEVER: Final = object()


class NotIndexed(NoAnswer):
    """Pieces that have to be looked at one by one."""


def remembered(*fields: str) -> Callable[[F], F]:
    """For a function of a position: its answers are remembered while these fields of the position are the same."""
    read = attrgetter(*fields) if len(fields) > 1 else _alone(*fields)

    def wrap(function: F) -> F:
        # In one piece, as another thread may be at it too.
        last: tuple[Any, tuple[Any, ...], dict[Any, Any]] = (None, (), {})

        def now_of(position: Any) -> dict[Any, Any]:
            nonlocal last
            asked_of, before, known = last
            now = read(position)
            if asked_of is None or not all(map(is_, now, before)):
                known = {}
            last = (position, now, known)
            return known

        if getattr(function, "__wrapped__", function).__code__.co_argcount == 2:

            @wraps(function)
            def asked_one(position: Any, argument: Any) -> Any:
                asked_of, _, known = last
                if asked_of is not position:
                    known = now_of(position)
                answer = known.get(argument, _NEVER)
                if answer is _NEVER or (WHY and is_asked_why() is not None):
                    answer = function(position, argument)
                    if len(known) < MOST:
                        known[argument] = answer
                return answer

            return cast("F", asked_one)

        @wraps(function)
        def asked(position: Any, *arguments: Any) -> Any:
            asked_of, _, known = last
            if asked_of is not position:
                known = now_of(position)
            answer = known.get(arguments, _NEVER)
            if answer is _NEVER or (WHY and is_asked_why() is not None):
                answer = function(position, *arguments)
                if len(known) < MOST:
                    known[arguments] = answer
            return answer

        return cast("F", asked)

    return wrap


def alone(pieces: tuple[T, ...], asked: Callable[[], Any]) -> tuple[T, ...]:
    """Of some pieces the one that is asked for, if it is among them."""
    if not pieces:
        return ()
    own = asked()
    return (own,) if own in pieces else ()


def remembered_by(key: Callable[..., tuple[Any, ...]]) -> Callable[[F], F]:
    """For a function of a position whose answer is the same wherever the `key` of what it is asked with is the same.

    Where that comes to pass too seldom it is not worth the key, and for a while nothing is remembered.
    """

    def wrap(function: F) -> F:
        known: dict[tuple[Any, ...], Any] = {}
        found = missed = idle = 0

        @wraps(function)
        def asked(position: Any, *arguments: Any) -> Any:
            nonlocal found, missed, idle
            if idle or WHY:
                idle -= idle > 0
                return function(position, *arguments)
            try:
                own = key(position, *arguments)
            except NoAnswer:
                return function(position, *arguments)
            answer = known.get(own, _NEVER)
            if answer is not _NEVER:
                found += 1
                return answer
            answer = function(position, *arguments)
            missed += 1
            if missed >= TRIED:
                if found < missed:
                    idle = IDLE
                found = missed = 0
            if len(known) >= MOST_KEYS:
                known.clear()
            known[own] = answer
            return answer

        return cast("F", asked)

    return wrap


def _alone(*fields: str) -> Callable[[Any], tuple[Any, ...]]:
    """The one field, or none, as a tuple."""
    return lambda position: tuple(getattr(position, field) for field in fields)


def remembered_always(function: F) -> F:
    """For a function that rests on its arguments alone."""
    known: dict[tuple[Any, ...], Any] = {}

    @wraps(function)
    def asked(*arguments: Any) -> Any:
        if WHY and is_asked_why() is not None:
            return function(*arguments)
        answer = known.get(arguments, _NEVER)
        if answer is _NEVER:
            answer = function(*arguments)
            if len(known) < MOST:
                known[arguments] = answer
        return answer

    return cast("F", asked)


# The pieces by their values; and of which position that is, with the facts that were read for it.
_Places: TypeAlias = dict[tuple[Any, ...], tuple[T, ...]]
_Entry: TypeAlias = tuple[Any, tuple[Any, ...], _Places[T] | None]


class Index(Generic[T]):
    """Which pieces have which values: in the next position it is the same but for those that have changed.

    The first field lists the pieces; of the functions, which read the facts in the next fields, so many (`keys`) are
    looked up, and the others must have an answer for each piece, as the key must: else all pieces are looked at. On the
    fields behind these some of the functions rest as well.
    """

    __slots__ = ("_fields", "_functions", "_keys", "_known", "_last", "_read")

    def __init__(self, keys: int, fields: tuple[str, ...], functions: tuple[Callable[..., Any], ...]) -> None:
        self._keys, self._functions, self._read = keys, functions, attrgetter(*fields)
        self._fields = fields[1:]
        self._last: _Entry[T] = (None, (), None)
        self._known: dict[object, _Entry[T]] = {}

    def __call__(self, position: Any, asked: Callable[[], tuple[Any, ...]]) -> tuple[T, ...]:
        """The pieces of a position among which those that are looked for are."""
        if WHY and is_asked_why() is not None:  # what is looked up for an index is no reason
            pieces: tuple[T, ...] = self._read(position)[0]
            return pieces
        index = self._last[2] if self._last[0] is position else self._of(position)
        every: tuple[T, ...] = self._last[1][0]
        if index is None:
            return every
        try:
            return index.get(asked(), ())
        except NoAnswer:
            return every

    def at(self, position: Any, key: tuple[Any, ...]) -> tuple[T, ...]:
        """The same, where what is looked for is known."""
        asked_of, _, index = self._last
        if asked_of is not position or index is None or WHY:
            return self(position, lambda: key)
        return index.get(key, ())

    def found(self, position: Any) -> Mapping[tuple[Any, ...], tuple[T, ...]]:
        """The pieces of a position by their values.

        Raises:
            NotIndexed: if a piece has no answer, so that all would have to be looked at.
        """
        index = self._last[2] if self._last[0] is position else self._of(position)
        if index is None:
            raise NotIndexed("a piece does not say where it belongs")
        return index

    def kin(self, position: Any, key: tuple[Any, ...], own: Any, *, exact: bool = False) -> tuple[T, ...]:
        """One piece itself, if there is it, and the pieces among which those are that are looked for.

        Raises:
            NotIndexed: if it is to be `exact`, and all would have to be looked at.
        """
        index = self._last[2] if self._last[0] is position else self._of(position)
        every: tuple[T, ...] = self._last[1][0]
        if index is None or WHY:
            if exact:
                raise NotIndexed("a piece does not say where it belongs")
            return every
        those = index.get(key, ())
        if own in those or own not in every:
            return those
        return tuple([one for one in every if one is own or one in those]) if those else (own,)

    def _of(self, position: Any) -> _Places[T] | None:
        """What is known of a position: what was known of another, but for the pieces that have changed since."""
        asked_of, before, index = last = self._last
        if asked_of is position:
            return index
        now = self._read(position)
        if before and all(map(is_, now, before)):
            self._last = (position, now, index)
            return index
        if not before or len(now[0]) < MANY:
            self._last = (position, now, self._made(position, now[0]))
            return self._last[2]
        index = None
        for entry in (last, *self._earlier(now[1])):
            changed = self._changed(entry, now)
            if changed is not None:
                index = self._renewed(entry, position, now[0], changed)
                break
        if index is None:
            index = self._made(position, now[0])
        self._last = (position, now, index)
        if isinstance(now[1], Frozen):
            self._known[now[1].marks[0]] = self._last
            if len(self._known) > EARLIER:
                del self._known[next(iter(self._known))]
        return index

    def _earlier(self, facts: Any) -> Iterator[_Entry[T]]:
        """What is known of the positions that another was made of."""
        if isinstance(facts, Frozen):
            for mark in facts.marks:
                if mark in self._known:
                    yield self._known[mark]

    def _changed(self, entry: _Entry[T], now: tuple[Any, ...]) -> set[T] | None:
        """The pieces that may be another since; None where that is not known, or these are many."""
        _, before, index = entry
        if index is None:
            return None
        found: set[T] = set() if now[0] is before[0] else set(before[0]).symmetric_difference(now[0])
        for new, old in zip(now[1:], before[1:], strict=True):
            if new is not old:
                keys = new.changed_since(old) if isinstance(new, Frozen) else None
                if keys is None:
                    return None
                found.update(piece for (piece,) in keys)
        return found if 4 * len(found) <= len(now[0]) else None

    def _renewed(self, entry: _Entry[T], position: Any, pieces: tuple[T, ...], changed: set[T]) -> _Places[T] | None:
        """What was known of one position made that of another, some pieces being another."""
        old, (were, *_), index = entry
        assert index is not None
        new, other = dict(index), were is not pieces
        before, after = (set(were), set(pieces)) if other else (changed, changed)
        try:
            for piece in changed & before:
                key = tuple([function(old, piece) for function in self._functions[: self._keys]])
                if left := tuple([one for one in new[key] if one is not piece]):
                    new[key] = left
                else:
                    del new[key]
            for piece in changed & after:
                read = [function(position, piece) for function in self._functions]
                key = tuple(read[: self._keys])
                there = new.get(key)
                if there is None:
                    new[key] = (piece,)
                else:
                    those = {*there, piece}
                    new[key] = tuple([one for one in pieces if one in those])
        except NoAnswer:
            return None
        return new

    def _made(self, position: Any, pieces: tuple[T, ...]) -> _Places[T] | None:
        facts = position.facts
        keyed = [(piece,) for piece in pieces]
        columns: list[list[Any]] = []
        try:
            for field, function in zip(self._fields, self._functions, strict=False):
                if facts[field].starts:
                    columns.append([function(position, piece) for piece in pieces])
                else:  # what has no value where nothing is said is read straight from what is said
                    columns.append(list(map(getattr(position, field).__getitem__, keyed)))
        except NoAnswer:
            return None
        keys = list(zip(*columns[: self._keys], strict=True))
        found: _Places[T] = dict(zip(keys, keyed, strict=True))
        if len(found) < len(keys):
            several: dict[tuple[Any, ...], list[T]] = {}
            for piece, key in zip(pieces, keys, strict=True):
                several.setdefault(key, []).append(piece)
            found = {key: tuple(those) for key, those in several.items()}
        return found
