"""Answers that are remembered while what they rest on stays as it is.

A rule is asked the same many times in one position, and in the next one most facts are what they were. What is kept is
of the last position alone, and of as many arguments at most; who asks for reasons asks anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from operator import attrgetter, is_
from typing import Any, Final, Generic, TypeVar, cast

from regola_runtime.answers import WHY, is_asked_why
from regola_runtime.errors import NoAnswer

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
MOST: Final = 100_000
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

        if function.__code__.co_argcount == 2:

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


class Index(Generic[T]):
    """Which pieces have which values, as long as these and the pieces are what they were.

    The first field lists the pieces; of the functions, which read one fact each, so many (`keys`) are looked up, and
    the others must have an answer for each piece, as the key must: else all pieces are looked at.
    """

    __slots__ = ("_fields", "_functions", "_keys", "_last", "_read")

    def __init__(self, keys: int, fields: tuple[str, ...], functions: tuple[Callable[..., Any], ...]) -> None:
        self._keys, self._functions, self._read = keys, functions, attrgetter(*fields)
        self._fields = fields[1:]
        self._last: tuple[Any, Any, dict[tuple[Any, ...], tuple[T, ...]] | None] = (None, None, None)

    def __call__(self, position: Any, asked: Callable[[], tuple[Any, ...]]) -> tuple[T, ...]:
        """The pieces of a position among which those that are looked for are."""
        asked_of, now, index = self._last
        if asked_of is not position:
            before, now = now, self._read(position)
            index = index if before and all(map(is_, now, before)) else self._made(position, now[0])
            self._last = (position, now, index)
        if index is None or (WHY and is_asked_why() is not None):
            every: tuple[T, ...] = now[0]
            return every
        try:
            return index.get(asked(), ())
        except NoAnswer:
            return cast("tuple[T, ...]", now[0])

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
        asked_of, _, index = self._last
        if asked_of is not position:
            self(position, tuple)
            _, _, index = self._last
        if index is None:
            raise NotIndexed("a piece does not say where it belongs")
        return index

    def _made(self, position: Any, pieces: tuple[T, ...]) -> dict[tuple[Any, ...], tuple[T, ...]] | None:
        found: dict[tuple[Any, ...], list[T]] = {}
        facts = position.facts
        # What has no value where nothing is said is read straight from what is said.
        told = [None if facts[field].starts else getattr(position, field) for field in self._fields]
        try:
            columns = [
                [function(position, piece) for piece in pieces] if rows is None else [rows[piece,] for piece in pieces]
                for function, rows in zip(self._functions, told, strict=True)
            ]
            for piece, key in zip(pieces, zip(*columns[: self._keys], strict=True), strict=False):
                found.setdefault(key, []).append(piece)
        except NoAnswer:
            return None
        return {key: tuple(those) for key, those in found.items()}
