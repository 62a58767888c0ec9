"""Where a long look can be stopped from outside, or made to wait: between one case that is tried and the next.

Nothing that is found depends on it: what is stopped is given up as a whole, and begun anew when it is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic


def nothing() -> None:
    """What is done between two cases where nobody waits for anything else."""


_between: ContextVar[Callable[[], None]] = ContextVar("between", default=nothing)


def breathe() -> None:
    """Between two cases: let whoever waits go first. What that raises ends the look."""
    _between.get()()


@contextmanager
def breathing(between: Callable[[], None]) -> Iterator[None]:
    """Within this, `between` is what is done between two cases."""
    before = _between.set(between)
    try:
        yield
    finally:
        _between.reset(before)


@contextmanager
def once_in(seconds: float, tell: Callable[[], None]) -> Iterator[None]:
    """Within this, `tell` is called between two cases, once, where it lasts longer than so many seconds."""
    between, end, told = _between.get(), monotonic() + seconds, False

    def meanwhile() -> None:
        nonlocal told
        between()
        if not told and monotonic() > end:
            told = True
            tell()

    with breathing(meanwhile):
        yield
