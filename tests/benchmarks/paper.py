"""What paper costs in CPU time, as a multiple of starting Python: sheets with and without fitting, summaries, all of it.

Run by hand: `python tests/benchmarks/paper.py`. The games are understood before the clock starts; what is timed is from the
representation to the bytes. Starting Python is timed in the same sitting, so that the ratios mean something on any machine.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from msgspec.structs import replace
from regola_compiler.driver import understand
from regola_compiler.emit.print.paper import printable_sheet, printable_summary
from regola_compiler.emit.print.typesetting import Setter, fitted
from regola_compiler.project.game import all_games, load_game

ROOT = Path(__file__).resolve().parents[2]
RUNS = 3
# Copies of this process, which has set nothing yet.
COPIES = get_context("fork")


def python() -> float:
    """The CPU time of `python -c pass`, in seconds; the least of several runs."""
    times = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def least(work: Callable[[], object], runs: int = RUNS) -> float:
    """The CPU time of some work in a new process each time, in seconds; the least of several runs.

    What sets pages keeps what it has set: a second run in one process would cost next to nothing.
    """
    ours, theirs = COPIES.Pipe()
    times = []
    for _ in range(runs):
        copy = COPIES.Process(target=_timed, args=(work, theirs))
        copy.start()
        times.append(ours.recv())
        copy.join()
    return min(times)


def _timed(work: Callable[[], object], answer: Connection) -> None:
    start = time.process_time()
    work()
    answer.send(time.process_time() - start)


def main() -> None:
    """Print the table."""
    unit = python()
    games = {name: understand(load_game(ROOT / "games" / name, f"games/{name}")) for name in all_games(ROOT)}
    rows: list[tuple[str, float]] = []
    dense = games["caucasus"]
    wanted = printable_sheet(dense.ir, dense.game.sheets, "it")
    # Set at the least size, it need not be fitted: the clock says what setting alone costs.
    sides = tuple(replace(side, size=wanted.document.least) for side in wanted.document.sides)
    ready = replace(wanted.document, sides=sides)
    rows.append(("a dense sheet, fitted", least(lambda: fitted(wanted.document, spill=wanted.spill).pages("pdf"))))
    rows.append(("the same, its size known", least(lambda: Setter(ready, settled=True).pages("pdf"))))
    rows.append(("its summary", least(lambda: Setter(printable_summary(dense.ir, "it").document).pages("pdf"))))

    def everything() -> None:
        for game in games.values():
            for language in game.ir.languages:
                one = printable_sheet(game.ir, game.game.sheets, language)
                fitted(one.document, spill=one.spill).pages("pdf")

    rows.append(("the sheets of all games in all languages", least(everything, 1)))
    print(f"starting Python is 1 ({unit * 1000:.0f} ms of CPU here)")
    for name, seconds in rows:
        print(f"  {name:42} {seconds / unit:8.0f}   {seconds:6.2f} s of CPU")


if __name__ == "__main__":
    main()
