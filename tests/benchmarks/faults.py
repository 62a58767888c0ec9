"""What a check finds of mistakes of known kinds, made at random in the text of each game (see tests/support/ruleset_faults.py).

Run by hand: `python tests/benchmarks/faults.py [--count N] [--seed N] [--show] [GAME…]`. A hundred faults to a game, as many of each kind as
there are places for; the same seed draws the same faults. A hundred take minutes, most of them spent on a few that let a condition grow.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.paths import GAME_NAMES
from support.ruleset_faults import ANALYSIS, EXAMPLE, MAKERS, NAMES, Judge, Judged

COLUMNS = (NAMES, ANALYSIS, EXAMPLE)


def judged(game: str, count: int, seed: int) -> tuple[str, list[Judged], int]:
    """The faults of a game with what was found of each, and how many changed nothing."""
    judge = Judge(game)
    found = [judge.judge(fault) for fault in judge.seeds.drawn(count, seed)]
    counted = [one for one in found if one is not None]
    return game, counted, len(found) - len(counted)


def table(found: list[Judged]) -> Iterator[str]:
    """The share found of each kind, and by what."""
    yield f"{'':22} {'faults':>6} {'found':>6} {NAMES:>16} {ANALYSIS:>9} {EXAMPLE:>8} {'at the place':>13}"
    groups = [(kind, [one for one in found if one.fault.kind == kind]) for kind in MAKERS]
    for kind, ones in [*groups, ("all", found)]:
        if ones:
            by = Counter(name for one in ones for name in one.by)
            seen = [one for one in ones if one.by]
            shares = " ".join(
                f"{by[name] / len(ones):{width}.0%}" for name, width in zip(COLUMNS, (16, 9, 8), strict=True)
            )
            placed = f"{sum(one.placed for one in seen) / len(seen):13.0%}" if seen else ""
            yield f"{kind:22} {len(ones):6} {len(seen) / len(ones):6.0%} {shares} {placed}"


def main() -> None:
    """Print the shares for each game, and for all of them."""
    games = GAME_NAMES
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=games)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="list what was not found")
    told = parser.parse_args()
    everything: list[Judged] = []
    with ProcessPoolExecutor(min(len(told.games), os.cpu_count() or 1)) as pool:
        for game, found, none in pool.map(partial(judged, count=told.count, seed=told.seed), told.games):
            everything += found
            print(f"\n{game}: {len(found)} faults, and {none} that change nothing", *table(found), sep="\n", flush=True)
            for one in found:
                if told.show and not one.by:
                    print(f"  {one.fault.path}:{one.fault.first}: {one.fault.kind}: {' / '.join(one.fault.lines)}")
    if len(told.games) > 1:
        print(f"\nall games: {len(everything)} faults", *table(everything), sep="\n")


if __name__ == "__main__":
    main()
