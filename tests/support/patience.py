"""How long anyone waits for an answer."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE = 40  # seconds; what is bounded so takes a few at most, on a machine that does nothing else


@contextmanager
def bounded(seconds: int = PATIENCE) -> Iterator[None]:
    """Stop what takes longer than anyone waits."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
