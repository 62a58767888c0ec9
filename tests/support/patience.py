"""How long anyone waits for an answer."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE = 40  # seconds; what is bounded so takes a few at most
# Of what waits and does nothing; a machine with other work may take so much longer over what it does.
STANDSTILL = 10


@contextmanager
def bounded(seconds: int = PATIENCE) -> Iterator[None]:
    """Stop what takes longer than anyone waits: in time of the processor, as the machine may have other work."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} seconds")

    signals = (signal.SIGPROF, signal.SIGALRM)
    before = [signal.signal(one, stop) for one in signals]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(seconds * STANDSTILL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        for one, handler in zip(signals, before, strict=True):
            signal.signal(one, handler)
