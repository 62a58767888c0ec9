"""What a position of many pieces costs: to go on from it, to come back, to know who is where, to keep it.

Run by `make bench`, or by hand: `python tests/benchmarks/positions.py [PIECES]…`.
"""

from __future__ import annotations

import copy
import json
import pickle
import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_runtime import Game
from support.many_pieces import module_of_many

PIECES = [int(given) for given in sys.argv[1:]] or [50, 500]


def microseconds(function: Callable[[], object], times: int) -> float:
    """The least CPU time of some runs."""
    return min(timeit.repeat(function, timer=process_time, number=times, repeat=5)) / times * 1e6


def measured(pieces: int) -> list[tuple[str, float]]:
    """What each thing takes with so many pieces."""
    module = module_of_many(pieces)
    game = Game(module.PLAY, seed=1)
    position, move = game.position, game.legal_moves[0]
    hash(position)
    march, index = module.PLAY.rules.deeds["march"], module._Unit_by_column_row  # noqa: SLF001
    index.found(position)

    def done() -> object:
        return march.do(position, move.arguments, {})[0]

    def pushed() -> None:
        game.push(move)
        game.pop()

    return [
        ("a deed done", microseconds(done, 500)),
        ("… and hashed", microseconds(lambda: hash(done()), 500)),
        ("… and who is where, known again", microseconds(lambda: index.found(done()), 200)),
        ("a move pushed, what may be done then listed, and popped", microseconds(pushed, 10)),
        ("pickled and read", microseconds(lambda: pickle.loads(pickle.dumps(position)), 20)),  # noqa: S301  our own
        ("copied deeply", microseconds(lambda: copy.deepcopy(position), 10)),
        ("written as JSON", microseconds(lambda: json.dumps(position.to_json()), 10)),
    ]


def main() -> None:
    """Print the table."""
    columns = [measured(pieces) for pieces in PIECES]
    print(f"| | {' | '.join(f'{pieces} pieces' for pieces in PIECES)} |\n|---|{'--:|' * len(PIECES)}")
    for row in zip(*columns, strict=True):
        print(f"| {row[0][0]} | {' | '.join(f'{took:,.0f} us' for _, took in row)} |")


if __name__ == "__main__":
    main()
