"""Answers that are remembered while what they rest on stays as it is.

A rule is asked the same many times in one position, and in the next one most facts are what they were. What is kept is
of the last position alone, and of as many arguments at most; who asks for reasons asks anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar, cast

from regola_runtime.answers import is_asked_why
from regola_runtime.errors import NoAnswer

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
MOST: Final = 100_000
_NEVER: Final = object()


def remembered(*fields: str) -> Callable[[F], F]:
    """For a function of a position: its answers are remembered while these fields of the position are the same."""
    read = attrgetter(*fields)

    def wrap(function: F) -> F:
        last: tuple[Any, Any, dict[tuple[Any, ...], Any]] = (None, None, {})

        @wraps(function)
        def asked(position: Any, *arguments: Any) -> Any:
            nonlocal last
            if is_asked_why() is not None:
                return function(position, *arguments)
            asked_of, before, known = last
            if asked_of is not position:
                now = read(position)
                known = known if now == before else {}
                last = (position, now, known)
            answer = known.get(arguments, _NEVER)
            if answer is _NEVER:
                answer = function(position, *arguments)
                if len(known) < MOST:
                    known[arguments] = answer
            return answer

        return cast("F", asked)

    return wrap


def remembered_always(function: F) -> F:
    """For a function that rests on its arguments alone."""
    known: dict[tuple[Any, ...], Any] = {}

    @wraps(function)
    def asked(*arguments: Any) -> Any:
        if is_asked_why() is not None:
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

    __slots__ = ("_functions", "_keys", "_last", "_read")

    def __init__(self, keys: int, fields: tuple[str, ...], functions: tuple[Callable[..., Any], ...]) -> None:
        self._keys, self._functions, self._read = keys, functions, attrgetter(*fields)
        self._last: tuple[Any, Any, dict[tuple[Any, ...], tuple[T, ...]] | None] = (None, None, None)

    def __call__(self, position: Any, asked: Callable[[], tuple[Any, ...]]) -> tuple[T, ...]:
        """The pieces of a position among which those that are looked for are."""
        asked_of, now, index = self._last
        if asked_of is not position:
            before, now = now, self._read(position)
            index = index if now == before else self._made(position, now[0])
            self._last = (position, now, index)
        if index is None or is_asked_why() is not None:
            every: tuple[T, ...] = now[0]
            return every
        try:
            return index.get(asked(), ())
        except NoAnswer:
            return cast("tuple[T, ...]", now[0])

    def _made(self, position: Any, pieces: tuple[T, ...]) -> dict[tuple[Any, ...], tuple[T, ...]] | None:
        found: dict[tuple[Any, ...], list[T]] = {}
        try:
            for piece in pieces:
                values = tuple(read(position, piece) for read in self._functions)
                found.setdefault(values[: self._keys], []).append(piece)
        except NoAnswer:
            return None
        return {key: tuple(those) for key, those in found.items()}
