"""Answers that are remembered while what they rest on stays as it is.

A rule is asked the same many times in one position, and in the next one most facts are what they were. What is kept is
of the last position alone, and of as many arguments at most; who asks for reasons asks anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import attrgetter
from typing import Any, Final, TypeVar, cast

from regola_runtime.answers import is_asked_why

F = TypeVar("F", bound=Callable[..., Any])
MOST: Final = 100_000
_NEVER: Final = object()


def remembered(*fields: str) -> Callable[[F], F]:
    """For a function of a position: its answers are remembered while these fields of the position are the same."""
    read = attrgetter(*fields)

    def wrap(function: F) -> F:
        last: tuple[Any, dict[tuple[Any, ...], Any]] = (None, {})

        @wraps(function)
        def asked(position: Any, *arguments: Any) -> Any:
            nonlocal last
            if is_asked_why() is not None:
                return function(position, *arguments)
            before, known = last
            now = read(position)
            if now != before:
                known = {}
                last = (now, known)
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
