"""The command in a process of its own that is forked from one in which everything is imported already.

To import the compiler takes longer than what most tests ask of a server. Where a system cannot fork, the process is
started as any other.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import IO

CAN_FORK = "forkserver" in multiprocessing.get_all_start_methods()
# What a server of the language imports, and what pytest's own script does, which a forked process reads again.
_READY = ["pytest", "regola_cli.main", "regola_lsp.serve", "regola_compiler.incremental.session", "z3"]


class Forked:
    """A running `regola`, as `subprocess.Popen` would have it: three pipes, and its end."""

    def __init__(self, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        kind = multiprocessing.get_context("forkserver")
        kind.set_forkserver_preload(_READY)
        (its_in, to_it), (from_it, its_out), (of_errors, its_errors) = (kind.Pipe(duplex=False) for _ in range(3))
        theirs = (its_in, its_out, its_errors)
        self._process = kind.Process(target=_run, args=(theirs, list(words), str(folder), dict(environment)))
        self._process.start()
        for end in theirs:
            end.close()
        self.stdin: IO[bytes] | None = _file(to_it, "wb")
        self.stdout: IO[bytes] | None = _file(from_it, "rb")
        self.stderr: IO[bytes] | None = _file(of_errors, "rb")
        assert self._process.pid is not None
        self.pid = self._process.pid

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def wait(self, timeout: float | None = None) -> int:
        """The code it ends with.

        Raises:
            TimeoutError: it has not ended after so many seconds.
        """
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"the process has not ended after {timeout} seconds")
        return self._process.exitcode


Process = Forked | subprocess.Popen[bytes]


def started(words: Sequence[str], folder: Path, environment: Mapping[str, str], *, alone: bool) -> Process:
    """`regola` with these words in a folder; `alone` it imports everything itself, as a user's does."""
    if CAN_FORK and not alone:
        return Forked(words, folder, environment)
    return subprocess.Popen(
        [sys.executable, "-m", "regola_cli", *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _file(end: Connection, mode: str) -> IO[bytes]:
    """One end of a pipe as a file."""
    file = os.fdopen(os.dup(end.fileno()), mode)
    end.close()
    return file


def _run(ends: Sequence[Connection], words: list[str], folder: str, environment: dict[str, str]) -> None:
    """What the forked process does: its streams, its folder and its environment are set up, then it is the command."""
    for number, end in enumerate(ends):
        os.dup2(end.fileno(), number)
        end.close()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        stream = os.fdopen(number, mode, encoding="utf-8", closefd=False)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    sys.argv = ["regola", *words]
    from regola_cli.main import run

    run()
