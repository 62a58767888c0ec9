"""What a keystroke costs the compiler, in the process itself: CPU milliseconds until each thing is known.

Run by hand: `python tests/benchmarks/keystroke.py [GAME]…`; without one, every game; `KEYS=N` of each kind (default 8),
each undone again, which is not counted; `KINDS=title,cell` for these alone; `PROFILE=FILE` writes what the profiler saw
of all of them, `SLOW=N` tells which keystrokes took longer than so many milliseconds in all, and `SOON=1` measures
nothing of the whole: each look is given up, as the next keystroke does it, once that is known which was written in.

What is measured is what the server does, without the way to it and back (`editor.py` has that too): `here` until what is
wrong with shape and names is told for the first time, where it was written in at least, `names` until all of it is known,
`first` from then until checks are told for the first time, `checks` from the same
until all checks of what was written in are, `meant` until what cannot be understood was tried with the whole game, `whole`
until nothing more comes. `first` is sooner than `checks` where something that was written in is explored for long: of that
nothing is told yet then. The median and the longest. Above it stands what `python -c pass` takes in the same sitting: the
aims are for a machine on which it takes 15 ms.
"""

from __future__ import annotations

import cProfile
import gc
import os
import resource
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median

from regola_cli.main import RINGS
from regola_compiler.incremental.results import Checked
from regola_dsl.meant.ready import make_ready
from regola_lsp.desk.games import Desk, OpenGame
from regola_lsp.protocol.server import SOON as FIRST

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from support.keystrokes import KINDS, Keystroke, keystrokes  # noqa: E402

COUNT = int(os.environ.get("KEYS", "8"))
CHOSEN = tuple(filter(None, os.environ.get("KINDS", "").split(","))) or KINDS
SLOW = float(os.environ.get("SLOW", "inf"))
PROFILE = os.environ.get("PROFILE", "")
SOON = bool(os.environ.get("SOON"))
STAGES = ("here", "names", "first", "checks", "meant", "whole")


def python_takes() -> float:
    """The CPU milliseconds of `python -c pass`, the least of several."""
    times = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * min(times)


class _Given(Exception):  # noqa: N818  it is no error: what was wanted is known
    """A look is given up."""


class Writing:
    """A game of which a file is written in, as the server has it."""

    def __init__(self, place: Path) -> None:
        self.desk = Desk()
        self.texts = {path.as_posix(): path.read_text("utf-8") for path in sorted(place.rglob("*.regola"))}
        self.version = 0
        self.game: OpenGame = self.desk.game_of(next(iter(self.texts)))

    def told(self, path: str, text: str) -> dict[str, float]:
        """Write a text in a file: how long each thing takes to be known."""
        self.version += 1
        self.desk.open(path, Path(path).as_uri(), text, self.version)
        begun = time.process_time()
        here, clock = 0.0, time.monotonic()
        for near in self.desk.read_on(self.game):
            if not here and time.monotonic() - clock > FIRST:
                near.findings  # noqa: B018  what is told first
                here = time.process_time()
        reading = self.desk.names(self.game).reading
        reading.findings  # noqa: B018  what is told then
        read = time.process_time()
        amid: list[float] = []
        known: list[float] = []

        def early(checked: Checked) -> None:
            (amid if checked.awaited else known).append(time.process_time())
            if checked.awaited:
                return
            if SOON and self.version > 1 and (len(known) > 1 or reading.sound):
                raise _Given

        with suppress(_Given):
            self.game.session.judge(reading, early=early)
        end = time.process_time()
        first = known[0] if known else end
        # What cannot be understood is told once before and once after it was tried what is meant.
        tried = known[1] if not reading.sound and known[1:] else first
        told = amid[0] if amid else first
        times = ((here or read) - begun, read - begun, told - read, first - read, tried - read, end - read)
        return {stage: 1000 * took for stage, took in zip(STAGES, times, strict=True)}


def measured(name: str, profile: cProfile.Profile | None) -> dict[str, dict[str, list[float]]]:
    """What each kind of keystroke took in a game, by stage."""
    writing = Writing(ROOT / "games" / name)
    first = next(iter(writing.texts))
    writing.told(first, writing.texts[first])
    make_ready(lambda: None)
    gc.collect()
    gc.freeze()
    said: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for kind in CHOSEN:
        for key in keystrokes(writing.texts, kind, Random(f"{name} {kind}"), COUNT):
            writing.told(key.path, writing.texts[key.path])
            if profile is not None:
                profile.enable()
            times = writing.told(key.path, key.typed(writing.texts[key.path]))
            if profile is not None:
                profile.disable()
            writing.told(key.path, writing.texts[key.path])
            for stage, took in times.items():
                said[kind][stage].append(took)
            if sum(times.values()) > SLOW:
                print(_shown(name, kind, key, times))
    return said


def _shown(name: str, kind: str, key: Keystroke, times: dict[str, float]) -> str:
    took = " ".join(f"{stage} {one:.0f}" for stage, one in times.items())
    return f"  {name} {kind} {Path(key.path).name}:{key.line + 1}:{key.start + 1} {key.text!r}: {took}"


def main() -> None:
    """Print a table for each stage: a line for each kind, a column for each game."""
    gc.set_threshold(*RINGS)
    games = sys.argv[1:] or sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
    profile = cProfile.Profile(time.process_time) if PROFILE else None
    python = python_takes()
    said = {game: measured(game, profile) for game in games}
    if profile is not None:
        profile.dump_stats(PROFILE)
    print(f"python -c pass: {python:.1f} ms before, {python_takes():.1f} after")
    for stage in STAGES:
        print(f"{stage:12}" + "".join(f"{game[:15]:>17}" for game in games))
        for kind in CHOSEN:
            cells = ""
            for game in games:
                times = said[game].get(kind, {}).get(stage, [])
                cells += f"{f'{median(times):.0f} / {max(times):.0f}' if times else '':>17}"
            print(f"{kind:12}{cells}")


if __name__ == "__main__":
    main()
