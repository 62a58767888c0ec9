"""What the tests share: the repository, the real command line, games that are built once, who tests what."""

from __future__ import annotations

import gc
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from regola_cli import parallel
from regola_dsl import wording
from support.browser import Browser, program
from support.command import Ask, Run, Said, in_a_process, in_process
from support.effort import PROFILE, drawn
from support.games import share_trees
from support.paths import GAMES, ROOT

# `make test` tries the same programs each time, so that it says of a change what it says of it tomorrow too; `make thorough`
# tries more of them (support/effort.py), `make fuzz` others.
# How fast a machine is, is no matter of either.
SLOW = [HealthCheck.too_slow]
settings.register_profile(
    "steady", max_examples=drawn(100), derandomize=True, deadline=None, suppress_health_check=SLOW
)
settings.register_profile("thorough", derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("fuzz", derandomize=False, print_blob=True, suppress_health_check=SLOW)
settings.load_profile(PROFILE)

# Where byte code is not to stand beside the sources, it stands with the environment: else each process that a test
# starts would compile the whole compiler again, which takes longer than what most of them are asked.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(sys.prefix) / ".pycache"))

# Tests read English, whatever the language of who runs them.
for name in wording.VARIABLES:
    os.environ.pop(name, None)


def pytest_configure() -> None:
    share_trees()
    # What tests keeps all cores busy, and a process beside it would import the compiler and read the game again: a command
    # of this process has others work for it only where a test asks for some, with `--jobs`.
    parallel.cores = lambda: 1
    # Trees and programs of whole games stay until the end: what looks for circles of garbage need not count them so often,
    # and finds less of them alive the longer it waits. (At 100 000 it took a twentieth of the time.)
    gc.set_threshold(1_000_000, 50, 100)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        from support.scheduling import in_turn

        turn = in_turn([item.nodeid for item in items])
        items.sort(key=lambda item: turn(item.nodeid))
    if shutil.which("node") is None:
        for item in items:
            if item.get_closest_marker("node"):
                item.add_marker(pytest.mark.skip("there is no node to run JavaScript with"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from support.scheduling import BySharing

    return BySharing(config, log)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture
def regola() -> Run:
    """Run the command a user types, in a folder."""
    return in_process


@pytest.fixture
def regola_process() -> Run:
    """Run the command a user types in a process of its own, where it is the process that is tested."""
    return in_a_process


@pytest.fixture
def game_copy(tmp_path: Path) -> Callable[[str], Path]:
    """A copy of a game under `games/` in a folder of its own."""

    def copy(name: str) -> Path:
        target = tmp_path / "games" / name
        shutil.copytree(GAMES / name, target)
        return target

    return copy


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One page in a browser; tests that want it are left out where there is none."""
    if program() is None:
        pytest.skip("there is no Chromium on this machine: no page was looked at")
    one = Browser(tmp_path_factory.mktemp("profile"))
    yield one
    one.close()


# --- once for all processes that test --------------------------------------------------------

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """A folder that is filled once, even if several processes test: whoever comes second waits."""
    place = tmp_path_factory.getbasetemp()
    shared = place.parent if "PYTEST_XDIST_WORKER" in os.environ else place

    def fill(name: str, make: Callable[[Path], None]) -> Path:
        folder = shared / name
        try:
            folder.mkdir()
        except FileExistsError:
            for _ in range(6000):
                if (folder / "filled").exists():
                    break
                time.sleep(0.05)
            assert not (folder / "failed").exists(), (folder / "failed").read_text("utf-8")
            return folder
        try:
            make(folder)
        except Exception as error:
            (folder / "failed").write_text(str(error), "utf-8")
            raise
        finally:
            (folder / "filled").touch()
        return folder

    return fill


@pytest.fixture(scope="session")
def said(once: Once) -> Ask:
    """What a command answers in the repository; the same words are asked once."""

    @cache
    def run(*words: str) -> Said:
        def ask(folder: Path) -> None:
            result = in_process(*words)
            (folder / "said.json").write_text(json.dumps([result.returncode, result.stdout, result.stderr]), "utf-8")

        folder = once("said-" + sha256("\0".join(words).encode()).hexdigest()[:16], ask)
        return Said(*json.loads((folder / "said.json").read_text("utf-8")))

    return run


@pytest.fixture(scope="session")
def built(once: Once, said: Ask) -> Callable[..., Path]:
    """The folder a game's module has been built in, together with what else `build` was told."""

    def build(game: str, *more: str) -> Path:
        def make(folder: Path) -> None:
            result = said("build", game, "-o", str(folder), *more)
            assert result.code == 0, result.err

        return once("-".join(["built", game, *(word.strip("-") for word in more)]), make)

    return build


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
