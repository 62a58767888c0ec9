"""What the tests share: the repository, the real command line, the rulebooks where they are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from support.paths import ROOT

# `make test` tries the same programs each time, so that it says of a change what it says of it tomorrow too; `make fuzz`
# tries others.
settings.register_profile("steady", derandomize=True)
settings.register_profile("fuzz", derandomize=False, print_blob=True)
settings.load_profile(os.environ.get("REGOLA_PROFILE", "steady"))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture
def regola() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command a user types, in a folder."""

    def run(*words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "regola_cli", *words],
            cwd=cwd,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            timeout=240,
        )

    return run


@pytest.fixture
def game_copy(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a game under `games/` in a folder of its own."""

    def copy(name: str) -> Path:
        target = tmp_path / "games" / name
        shutil.copytree(ROOT / "games" / name, target)
        return target

    return copy


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What tests have measured, `record_property("measured", "…")`, is printed below their outcome."""
    lines = [
        str(value)
        for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        for name, value in report.user_properties
        if name == "measured"
    ]
    if lines:
        terminalreporter.section("measured")
        for line in lines:
            terminalreporter.line(line)
