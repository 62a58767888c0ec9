"""How what is done to a game grows with it: games of 4 to 128 chapters stage by stage, and programs in which one thing grows.

Run by `make bench`, or by hand: `python tests/benchmarks/growth.py [CHAPTERS]`, where CHAPTERS is the longest game that is
tried, 0 for none. Every figure is CPU time of this one process. The exponent is that of the last doubling: 1 says that twice the game
takes twice the time, 2 that it takes four times. Games of what size, and what a chapter holds: tests/support/growing_games.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_compiler.checks.registry import run_checks
from regola_compiler.driver import twin_of, understand
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.reference.html import reference
from regola_compiler.project.game import Game
from regola_compiler.resolve.program import resolve_program
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.index import Index
from regola_crosscheck.checks import numbers, references, sections
from regola_crosscheck.checks import tables as printed_tables
from regola_crosscheck.run import read_book
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from support.growing_games import AXES, book, game

CHAPTERS = (4, 8, 16, 32, 64, 128)
# What takes longer than this at one size is not tried at the next.
PATIENCE = 60.0
ENOUGH = 0.002


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """The seconds of CPU that something takes, and what comes of it."""
    start = time.process_time()
    result = run()
    return time.process_time() - start, result


def in_memory(text: str, chapters: int = 1) -> Game:
    """A game in memory, a file a chapter."""
    size = text.count("\nenum Ground_") + 1 if chapters > 1 else 1
    assert size == chapters
    cut = [f"enum Ground_{part}" if number else part for number, part in enumerate(text.split("enum Ground_"))]
    parts = [part for part in cut if part]
    return Game("growth", Path("growth"), {}, [Source(f"{n}.regola", part) for n, part in enumerate(parts, 1)])


def stages(chapters: int) -> dict[str, float]:
    """What each stage takes for a game of so many chapters."""
    made = in_memory(game(chapters), chapters)
    took: dict[str, float] = {}
    took["parse"], files = timed(lambda: [parse_source(source) for source in made.sources])
    nodes = [node for file in files for node in file.declarations]
    took["resolve"], _ = timed(lambda: resolve_program(nodes, frozenset()))
    compiled = understand(made)
    took["check"], (found, _) = timed(lambda: run_checks(compiled.program, twin_of(compiled).reproduces))
    assert not compiled.failed, compiled.found
    assert not found, found
    took["lower and emit"], _ = timed(lambda: python_module(compiled.ir))
    took["docs"], _ = timed(lambda: reference(compiled))
    source = Source("en.md", book(chapters))
    index = Index("en.yaml")

    def context() -> CrosscheckContext:
        made = CrosscheckContext(compiled.program, read_book("en", source, index), None, {})
        _ = made.encoded
        return made

    took["crosscheck: reading"], _ = timed(context)
    for name, check, more in (
        ("sections", sections.check, (index,)),
        ("references", references.check, ()),
        ("numbers", numbers.check, ()),
        ("matching", printed_tables.check, ()),
    ):
        fresh = context()
        took[f"crosscheck: {name}"], _ = timed(lambda check=check, more=more, fresh=fresh: list(check(fresh, *more)))
    return took


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> str:
    """How seconds grow over the last doubling; nothing where there is too little to be measured."""
    if len(seconds) < 2 or seconds[-2] < ENOUGH:
        return "-"
    return f"{log(seconds[-1] / seconds[-2]) / log(sizes[len(seconds) - 1] / sizes[len(seconds) - 2]):.1f}"


def row(name: str, sizes: Sequence[int], seconds: Sequence[float]) -> str:
    """A line of a table."""
    cells = " ".join(f"{second:8.3f}" for second in seconds) + "        -" * (len(sizes) - len(seconds))
    return f"{name:34} {cells} {exponent(sizes, seconds):>9}"


def by_chapter(most: int) -> None:
    """Print the stages of games of growing length."""
    sizes = [number for number in CHAPTERS if number <= most]
    timed(lambda: stages(sizes[0]))  # what is made once, tables of the grammar among it
    measured: dict[str, list[float]] = {}
    for number in sizes:
        for name, seconds in stages(number).items():
            measured.setdefault(name, []).append(seconds)
    print(f"{'seconds, by chapters':34} {' '.join(f'{number:8}' for number in sizes)}  exponent")
    for name, seconds in measured.items():
        print(row(name, sizes, seconds))


def by_axis() -> None:
    """Print programs in which one thing grows."""
    for name, (make, sizes) in AXES.items():
        seconds: list[float] = []
        for size in sizes:
            if seconds and seconds[-1] > PATIENCE:
                break
            compiled = understand(Game("axis", Path("axis"), {}, [Source("1.regola", make(size))]))
            took, _ = timed(lambda made=compiled: run_checks(made.program, twin_of(made).reproduces))
            seconds.append(took)
        print(f"\n{'seconds of its checks':34} {' '.join(f'{size:8}' for size in sizes)}  exponent")
        print(row(name, sizes, seconds))


def main() -> None:
    """Print both tables."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else CHAPTERS[-1]
    if most:
        by_chapter(most)
    by_axis()


if __name__ == "__main__":
    main()
