"""What the desk finds of faults in meaning words and of all other kinds, made one at a time in tied sentences.

Run by hand: `make words`, or `python tests/benchmarks/words.py [--count N] [--seed N] [--show] [TEXT…]`, where a TEXT is
`lantern_pass:it` or `axis_allies:it`. Half of the faults are of meaning words (`tests/support/word_faults.py`), half of the
other kinds (`tests/support/crosscheck_faults.py`). Without a text: those on which nothing was tuned. The five books are no
part of the repository: without them the tutorial alone is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.crosscheck_faults import ALONE, Judged, Subject, faults, judge, subject, table, tutorial
from support.paths import GAMES, ROOT
from support.word_faults import word_faults

BOOKS = ROOT.parent / "shared" / "rulebooks"
# The weights were fitted on caucasus, west_front and third_reich (`compiler/regola_crosscheck/sentences/weights.py`).
UNTUNED = ("axis_allies:it", "world_in_flames:it", "lantern_pass:it", "lantern_pass:en")


def book_of(text: str) -> Subject | None:
    """The game and the text that are named; None for a book that is not here."""
    game, _, language = text.partition(":")
    if game == "lantern_pass":
        return tutorial(language)
    path = BOOKS / f"{game}.{language}.txt"
    return subject(GAMES / game, language, path) if path.is_file() else None


def missed(found: list[Judged]) -> Iterator[str]:
    """What the rules alone did not find, a line each."""
    for one in found:
        if not one.found[ALONE]:
            yield f"{one.fault.kind}, line {one.fault.line}: `{one.fault.was}` became `{one.fault.now}`"


def main() -> None:
    """Print the shares for each text: first of meaning words, then of the other kinds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="*", default=UNTUNED)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="list what was not found; shows words of the text")
    told = parser.parse_args()
    for text in told.texts:
        book = book_of(text)
        if book is None:
            print(f"{text}: the book is not here: nothing to measure")
            continue
        for what, chosen in (
            ("meaning words", word_faults(book, told.count // 2, told.seed)),
            ("other kinds", faults(book, told.count // 2, told.seed)),
        ):
            found = judge(book, chosen)
            print(f"{text}, {what}: {len(found)} faults", *table(found), sep="\n", flush=True)
            print("\n".join(missed(found)) if told.show else "", flush=True)


if __name__ == "__main__":
    main()
