"""What the translator's desk costs: whole processes beside `python -c pass`, edits in one that stays, and how it grows.

Run by `make bench`, or by hand: `python tests/benchmarks/desk.py [GAME]…`, with games whose rulebook lies in the folder of rulebooks
beside the repository; without it the growth alone is measured. CPU time (user and system), the least of several runs where a
run can be repeated: machines are shared, so that ratios of one sitting are all that counts.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from regola_cli.desk.look import Asked, Desk  # noqa: E402
from regola_cli.main import RINGS  # noqa: E402
from regola_compiler.driver import understand  # noqa: E402
from regola_compiler.project.game import Game  # noqa: E402
from regola_crosscheck.base.finding import Confidence  # noqa: E402
from regola_crosscheck.base.index import Index  # noqa: E402
from regola_crosscheck.page.html import page  # noqa: E402
from regola_crosscheck.run import crosscheck  # noqa: E402
from regola_dsl.source import Source  # noqa: E402
from support.growing_games import book as growing_book  # noqa: E402
from support.growing_games import game as growing_game  # noqa: E402

BOOKS = ROOT.parent / "shared" / "rulebooks"
LONGEST = 150_000
RUNS, EDITS = 3, 7
CHAPTERS = (8, 16, 32)
UNCOVERED = (1000, 2000, 4000)


def spent(words: list[str], **more: str) -> float:
    """The CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, check=False, env={**os.environ, **more})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def edited(text: str, share: float) -> str:
    """A text with one number more in one sentence, so far into it."""
    lines = text.split("\n")
    at = next(n for n, line in enumerate(lines) if n > share * len(lines) and len(line) > 60)
    words = lines[at].split(" ")
    lines[at] = " ".join([*words[:4], "17", *words[4:]])
    return "\n".join(lines)


def processes(game: str, folder: Path, python: float, *, alone: bool) -> None:
    """One book, from nothing kept to one section changed, in processes of their own and in one that stays."""
    text = (BOOKS / f"{game}.it.txt").read_text("utf-8", "replace")[:LONGEST]
    copy = folder / "book.txt"
    copy.write_text(text, "utf-8")
    kept = {"REGOLA_CACHE": str(folder / f"kept-{game}-{alone}"), "PYTHONDONTWRITEBYTECODE": ""}
    words = ["-m", "regola_cli", "crosscheck", *([] if alone else [game]), "--source", f"it={copy}", "--force"]
    spent(["-m", "regola_cli", "crosscheck", "--help"], **kept)
    first = spent(words, **kept)
    again = min(spent(words, **kept) for _ in range(RUNS))
    copy.write_text(edited(text, 0.5), "utf-8")
    changed = spent(words, **kept)
    desk = Desk(Asked(None if alone else game, (f"it={copy}",), force=True))
    desk.look()
    times = []
    for number in range(EDITS):
        copy.write_text(edited(text, (number + 1) / (EDITS + 2)), "utf-8")
        start = time.process_time()
        desk.look()
        times.append(time.process_time() - start)
    stays = median(times[1:])  # the first one reads again what the process before had kept
    print(f"{game + (' alone' if alone else ''):24}{len(text):9,}", end="")
    for one in (first, again, changed, stays):
        print(f"{one:8.2f} s ={one / python:5.0f}", end="")
    print()


def grown(chapters: int) -> float:
    """The desk over a game and a book of so many chapters, and the page of it."""
    compiled = understand(Game("growth", Path("growth"), {}, [Source("1.regola", growing_game(chapters))]))
    source = Source("en.md", growing_book(chapters))
    start = time.process_time()
    report = crosscheck(compiled.program, {"en": source}, {"en": Index("en.yaml")}, force=True)
    page(compiled, report, Confidence.LIKELY)
    return time.process_time() - start


def uncovered(sections: int) -> float:
    """The desk over sections that nobody has encoded, beside a small game."""
    compiled = understand(Game("growth", Path("growth"), {}, [Source("1.regola", growing_game(1))]))
    text = "\n\n".join(
        f"**{n // 20 + 2}.{n % 20 + 1} Name {n}.** Riders may move {n % 7 + 2} steps." for n in range(sections)
    )
    start = time.process_time()
    crosscheck(compiled.program, {"en": Source("en.md", text)}, {"en": Index("en.yaml")}, force=True)
    return time.process_time() - start


def main() -> None:
    """Print what is measured, a line for each."""
    gc.set_threshold(*RINGS)
    games = sys.argv[1:] or ["third_reich", "west_front", "caucasus"]
    python = min(spent(["-c", "pass"]) for _ in range(9))
    print(f"python -c pass: {1000 * python:.0f} ms; a figure behind = is a multiple of it")
    print(f"{'':24}{'letters':>9}{'first':>17}{'again':>16}{'one changed':>17}{'… and it stays':>16}")
    for game in games:
        if (BOOKS / f"{game}.it.txt").is_file():
            with tempfile.TemporaryDirectory() as folder:
                os.environ["REGOLA_CACHE"] = folder
                processes(game, Path(folder), python, alone=True)
                processes(game, Path(folder), python, alone=False)
    for name, sizes, run in (
        ("chapters of game and book", CHAPTERS, grown),
        ("sections not encoded", UNCOVERED, uncovered),
    ):
        times = [run(size) for size in sizes]
        ratios = [later / before for before, later in pairwise(times)]
        print(f"{name}: " + ", ".join(f"{size}: {one:.2f} s" for size, one in zip(sizes, times, strict=True)), end="")
        print("; doubled: " + ", ".join(f"x {ratio:.1f}" for ratio in ratios))


if __name__ == "__main__":
    main()
