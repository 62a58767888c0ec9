"""`regola` as a user types it: in this process, which costs nothing to start, or in one of its own."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any
from unittest.mock import patch

from regola_cli import main
from regola_dsl import cache
from regola_dsl.wording import ENGLISH, speak

from support.paths import ROOT

Ran = subprocess.CompletedProcess[str]
Run = Callable[..., Ran]


@dataclass(frozen=True)
class Said:
    """What a command answered."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The one list of what was answered as JSON."""
        (listed,) = json.loads(self.out).values()
        return list(listed)


Ask = Callable[..., Said]


def in_process(*words: str, cwd: Path = ROOT) -> Ran:
    """Run a command through its entry point, in a folder; what it wrote, and what it ended with.

    The streams are no terminals, an end of the process is an exit code, and where results are kept is read from the
    environment anew, as in a process of its own. How often the process looks for circles of garbage stays as it was.
    """
    cache.folder.cache_clear()
    out, err = (TextIOWrapper(BytesIO(), "utf-8", newline="") for _ in range(2))
    code = 0
    rings = patch.object(main, "RINGS", gc.get_threshold())
    with rings, chdir(cwd), patch.object(sys, "argv", ["regola", *words]), redirect_stdout(out), redirect_stderr(err):
        try:
            main.run()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            speak(ENGLISH)  # whoever comes after it in this process asks for a language himself
    texts = []
    for stream in (out, err):
        stream.flush()
        raw = stream.buffer
        assert isinstance(raw, BytesIO)
        texts.append(raw.getvalue().decode("utf-8").replace("\r\n", "\n"))
    return subprocess.CompletedProcess(words, code, *texts)


def in_a_process(*words: str, cwd: Path = ROOT) -> Ran:
    """Run a command in a process of its own, in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "regola_cli", *words],
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=240,
    )
