"""Work that is done a slice at a time: whoever drives it may do something else between two, or give it up."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeVar

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")


def completed(work: Generator[object, None, T]) -> T:
    """What work comes to that nobody interrupts.

    >>> def counting():
    ...     yield
    ...     return 1
    >>> completed(counting())
    1
    """
    while True:
        try:
            next(work)
        except StopIteration as done:
            value: T = done.value
            return value


def retold(work: Generator[A, None, T], tell: Callable[[A], B]) -> Generator[B, None, T]:
    """The same work, which tells at each slice what `tell` makes of what it told: once, as long as that is the same.

    >>> def counting():
    ...     yield 1
    ...     yield 2
    ...     return 3
    >>> list(retold(counting(), str))
    ['1', '2']
    """
    before: list[tuple[A, B]] = []
    while True:
        try:
            told = next(work)
        except StopIteration as done:
            value: T = done.value
            return value
        if not before or before[0][0] is not told:
            before = [(told, tell(told))]
        yield before[0][1]
