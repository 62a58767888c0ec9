"""What the translator's desk finds of faults of known kinds, made one at a time in clean texts (see tests/support/crosscheck_faults.py).

Run by hand: `python tests/benchmarks/seeded.py [--count N] [--seed N] [--show] [TEXT…]`, where a TEXT is `lantern_pass:it` or
`caucasus:it`. Without any: the tutorial in both languages, and the real books where they lie beside the repository. A real
book is not clean; only what is found besides that which was found before counts, of faults and of false alarms.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.crosscheck_faults import SETTINGS, Judged, Subject, faults, judge, subject, table, tutorial
from support.paths import GAMES, ROOT

BOOKS = ROOT.parent / "shared" / "rulebooks"


def texts() -> list[str]:
    """What can be measured here."""
    return [
        "lantern_pass:it",
        "lantern_pass:en",
        *(f"{path.name.split('.')[0]}:it" for path in sorted(BOOKS.glob("*.it.txt"))),
    ]


def book_of(text: str) -> Subject:
    """The game and the text that are named."""
    game, _, language = text.partition(":")
    if game == "lantern_pass":
        return tutorial(language)
    return subject(GAMES / game, language, BOOKS / f"{game}.{language}.txt")


def measured(text: str, count: int, seed: int) -> tuple[str, list[Judged]]:
    """The faults of a text with what was found of each."""
    book = book_of(text)
    return text, judge(book, faults(book, count, seed))


def missed(found: list[Judged]) -> Iterator[str]:
    """What was not found in some setting, a line each."""
    for one in found:
        without = [setting for setting in SETTINGS if setting in one.found and not one.found[setting]]
        if without:
            place = f"line {one.fault.line} ({one.fault.sections[0]})"
            yield f"{one.fault.kind}, {place}: `{one.fault.was}` became `{one.fault.now}`: not by {', '.join(without)}"


def main() -> None:
    """Print the shares for each text."""
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="*", default=texts())
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="list what was not found; shows words of the text")
    told = parser.parse_args()
    with ProcessPoolExecutor(min(len(told.texts), os.cpu_count() or 1)) as pool:
        for text, found in pool.map(partial(measured, count=told.count, seed=told.seed), told.texts):
            print(f"{text}: {len(found)} faults")
            print("\n".join(table(found)))
            print("\n".join(missed(found)) if told.show else "", flush=True)


if __name__ == "__main__":
    main()
