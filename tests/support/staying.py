"""A command that stays until Ctrl-C, driven by what it says: lines are waited for, never slept for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

from support.paths import ROOT

# A line that does not come in so many seconds does not come at all.
PATIENCE = 60.0


class Staying:
    """A process of `regola`; what it writes on both streams, line by line."""

    def __init__(self, *words: str, cwd: Path = ROOT) -> None:
        # What is started in the background may have been told to let Ctrl-C pass, and would hand that on.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "regola_cli", *words],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        signal.signal(signal.SIGINT, before)
        self._lines: Queue[str | None] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line.rstrip("\n"))
        self._lines.put(None)

    def until(self, part: str) -> list[str]:
        """The lines that come, up to the first in which `part` stands."""
        told: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError("\n".join(["it says no more:", *told])) from None
            assert line is not None, "\n".join(["it ended:", *told])
            told.append(line)
            if part in line:
                return told

    def interrupt(self) -> int:
        """Press Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def staying(*words: str, cwd: Path = ROOT) -> Iterator[Staying]:
    """A command that is ended whatever happens."""
    one = Staying(*words, cwd=cwd)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait(timeout=PATIENCE)
