"""What a whole check costs, as a multiple of parsing the game's files.

Run by hand: `python tests/benchmarks/whole_check.py [GAME]…`; without one, every game. Both are measured in this one
process with the grammar's tables made, nothing else is kept, and the fastest of several runs counts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from regola_compiler.driver import compile_game
from regola_compiler.project.game import load_game
from regola_dsl.parser import parse_source

GAMES = Path(__file__).resolve().parents[2] / "games"
RUNS = 3


def fastest(run: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of this process."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def main() -> None:
    """Print one line for each game."""
    names = sys.argv[1:] or sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
    print(f"{'game':18} {'parsing':>8} {'whole check':>12} {'ratio':>6}")
    for name in names:
        game = load_game(GAMES / name, name)
        parsing = fastest(lambda game=game: [parse_source(source) for source in game.sources])
        whole = fastest(lambda game=game: compile_game(game))
        print(f"{name:18} {parsing:7.2f}s {whole:11.2f}s {whole / parsing:6.1f}")


if __name__ == "__main__":
    main()
