"""What an answer costs while one writes, in ratios, beside what we aim at.

Run by hand: `python tests/benchmarks/check_again.py [GAME]…`; without one, every game. Whole processes are measured in CPU
time (user and system) as a multiple of `python -c pass`, byte code kept in a folder of this run's own; what happens in a
process that stays is measured in it. The least of several runs counts: machines are shared and noisy, so that only
ratios of one sitting mean anything, and milliseconds little.
"""

from __future__ import annotations

import gc
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from regola_cli.main import RINGS
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import Game, peek_game
from regola_dsl.parser import parse_source
from regola_dsl.source import Source

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from support.edits import edited_game, with_sources  # noqa: E402

RUNS = 3
# Edits in a process that stays, of each kind.
EDITS = 12
ASKED = {
    "caucasus": ("weather", "die=3"),
    "lantern_pass": ("counters", "kind=patrol"),
}


def spent(command: list[str], **more: str) -> float:
    """The CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False, env={**os.environ, **more})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def least(run: Callable[[], float]) -> float:
    """The least of several runs."""
    return min(run() for _ in range(RUNS))


def in_processes(game: str, folder: Path) -> dict[str, float]:
    """Whole processes: what each costs as a multiple of starting Python."""
    kept = {"REGOLA_CACHE": str(folder / "kept"), "PYTHONPYCACHEPREFIX": str(folder / "code")}
    kept["PYTHONDONTWRITEBYTECODE"] = ""
    place = folder / game
    shutil.copytree(ROOT / "games" / game, place)
    check = [sys.executable, "-m", "regola_cli", "check", str(place)]
    spent(check, **kept)
    spent(check, **kept)
    python = least(lambda: spent([sys.executable, "-c", "pass"], **kept))
    said = {"nothing changed": least(lambda: spent(check, **kept)) / python}
    pick = Random(game)
    for name, kind in (("a text edited", "text"), ("a number edited", "number"), ("a half line", "half")):
        times = []
        for _ in range(RUNS):
            before = peek_game(place, "game")
            after = edited_game(before, pick, kind)
            written = [(old, new) for old, new in zip(before.sources, after.sources, strict=True) if old != new]
            for _, new in written:
                (place / new.path.removeprefix("game/")).write_text(new.text, "utf-8")
            times.append(spent(check, **kept))
            for old, _ in written:
                (place / old.path.removeprefix("game/")).write_text(old.text, "utf-8")
        said[name] = sorted(times)[len(times) // 2] / python
    asked = _asked(place)
    if asked:
        ask = [sys.executable, "-m", "regola_cli", "ask", str(place), *asked]
        said["ask"] = least(lambda: spent(ask, **kept)) / python
    test = [sys.executable, "-m", "regola_cli", "test", str(place)]
    spent(test, **kept)
    said["test again"] = least(lambda: spent(test, **kept)) / python
    driver = [sys.executable, "-c", "import regola_compiler.driver"]
    said["import driver"] = least(lambda: spent(driver, **kept)) / python
    return said


def _asked(place: Path) -> list[str]:
    """Something that needs no argument, or one of our own."""
    if place.name in ASKED:
        return list(ASKED[place.name])
    texts = "\n".join(path.read_text("utf-8") for path in sorted(place.rglob("*.regola")))
    found = re.search(r"^define (\w+) ->", texts, re.MULTILINE)
    return [found[1]] if found else []


def seconds(folder: Path) -> list[tuple[str, str, float]]:
    """What is measured in seconds of CPU, each with its aim: a large crosscheck, and a table of 20,000 rows."""
    kept = {"REGOLA_CACHE": str(folder / "kept"), "PYTHONPYCACHEPREFIX": str(folder / "code")}
    kept["PYTHONDONTWRITEBYTECODE"] = ""
    regola = [sys.executable, "-m", "regola_cli"]
    said = []
    book = ROOT.parent / "shared" / "rulebooks" / "third_reich.it.txt"
    if book.is_file():
        spent([*regola, "list", "third_reich"], **kept)
        copy = folder / "book.txt"
        copy.write_bytes(book.read_bytes())
        crosscheck = [*regola, "crosscheck", "third_reich", "--source", f"it={copy}"]
        said.append(("crosscheck of Third Reich, first", "6", spent(crosscheck, **kept)))
        said.append(("… again, nothing changed", "", spent(crosscheck, **kept)))
        lines = copy.read_text("utf-8").split("\n")
        at = next(n for n, line in enumerate(lines) if n > len(lines) // 2 and len(line) > 60)
        lines[at] = lines[at].replace(" ", "  ", 1).replace("e", "a", 1)
        copy.write_text("\n".join(lines), "utf-8")
        said.append(("… again, one section changed", "1", spent(crosscheck, **kept)))
    rows = "".join(f"  | {n % 20 + 1} | {n // 20 + 1} | {n % 7} |\n" for n in range(20_000))
    table = folder / "many.regola"
    head = "table many(a: int 1..20, b: int 1..1000) -> int 0..6 @1\n  hit unique\n"
    table.write_text(f"{head}  | a | b | many |\n{rows}", "utf-8")
    made = spent([*regola, "build", str(table), "-o", str(folder / "made")], **kept)
    assert (folder / "made" / "many.py").is_file()
    said.append(("20,000 rows checked and built", "4", made))
    return said


def in_one_process(game: str) -> dict[str, float]:
    """A session: the first check as a multiple of parsing, and edits in milliseconds."""
    gc.set_threshold(*RINGS)
    first = peek_game(ROOT / "games" / game, f"games/{game}")
    parsing = least(lambda: _timed(lambda: [parse_source(source) for source in first.sources]))
    session = Session()
    whole = least(lambda: _timed(lambda: Session().check(_again(first))))
    session.check(_again(first))
    pick = Random(game)
    said = {"whole / parsing": whole / parsing}
    for name, kinds in (("edits", ("text", "number", "not", "comment")), ("half lines", ("half",))):
        times = []
        for number in range(EDITS):
            changed = edited_game(first, pick, kinds[number % len(kinds)])
            times.append(1000 * _timed(lambda changed=changed: session.check(changed)))
            session.check(_again(first))
        times.sort()
        said[f"{name}, median"] = times[len(times) // 2]
        said[f"{name}, nine in ten"] = times[9 * len(times) // 10]
    return said


def _again(game: Game) -> Game:
    return with_sources(game, [Source(source.path, source.text) for source in game.sources])


def _timed(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


AIMS = {
    "whole / parsing": ("2", "x parsing"),
    "nothing changed": ("8", "x python"),
    "a text edited": ("20", "x python"),
    "a number edited": ("20", "x python"),
    "a half line": ("20", "x python"),
    "ask": ("15", "x python"),
    "test again": ("", "x python"),
    "import driver": ("8", "x python"),
    "edits, median": ("", "ms"),
    "edits, nine in ten": ("100", "ms"),
    "half lines, median": ("", "ms"),
    "half lines, nine in ten": ("100", "ms"),
}


def main() -> None:
    """Print a table: a line for each thing that is measured, a column for each game."""
    games = sys.argv[1:] or sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
    said: dict[str, dict[str, float]] = {}
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            said[game] = in_processes(game, Path(folder)) | in_one_process(game)
    print(f"{'':24} {'aim':>4} {'':10}" + "".join(f"{game[:13]:>14}" for game in games))
    for name, (aim, unit) in AIMS.items():
        cells = "".join(f"{said[game].get(name, float('nan')):14.1f}" for game in games)
        print(f"{name:24} {aim:>4} {unit:10}{cells}")
    with tempfile.TemporaryDirectory() as folder:
        for name, aim, found in seconds(Path(folder)):
            print(f"{name:34} aim {aim} s {found:8.1f} s")


if __name__ == "__main__":
    main()
