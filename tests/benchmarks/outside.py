"""What the rules alone tell of faults of twenty-six kinds, made one at a time anywhere in a book, as an outsider makes them.

Run by hand: `python tests/benchmarks/outside.py [--each N] [--others N] [--seed N] [--show] [--kind KIND]… [GAME]…`. Up to N faults of each kind are
made in sentences that are tied to a rule, up to `--others` in the rest (tests/support/outside_faults.py); what is told is told by
default with `--no-index`. Without a game: the tutorial and the five books, where they lie beside the repository. `all`
counts a kind by how many places it has in tied sentences and in others.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from zlib import crc32

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.crosscheck_faults import Subject, subject, tutorial
from support.outside_faults import MEANING, Outside, Told, drawn
from support.paths import GAMES, ROOT

BOOKS = ROOT.parent / "shared" / "rulebooks"
ALL = ("lantern_pass", "axis_allies", "caucasus", "third_reich", "west_front", "world_in_flames")


def book_of(game: str) -> Subject | None:
    """A game with its Italian text; None where that is not here."""
    if game == "lantern_pass":
        return tutorial("it")
    path = BOOKS / f"{game}.it.txt"
    return subject(GAMES / game, "it", path) if path.is_file() else None


def measured(outside: Outside, each: int, others: int, seed: int, kinds: list[str]) -> list[Told]:
    """Faults of each kind with what was told of them."""
    return [
        outside.told(site)
        for kind, sites in sorted(outside.sites.items())
        if not kinds or kind in kinds
        for site in drawn(sites, each, others, seed + crc32(kind.encode()))
    ]


def table(told: list[Told], places: dict[str, Counter[bool]]) -> Iterator[str]:
    """Told of made, by kind: in tied sentences, in others, and of all places."""
    made: dict[str, Counter[tuple[bool, bool]]] = defaultdict(Counter)
    for one in told:
        made[one.site.kind][one.site.tied, bool(one.by)] += 1
    yield f"{'':20} {'tied':>9} {'not tied':>9} {'of all':>7}   places, tied"
    for kind in sorted(made):
        yield _row(kind, made[kind], places[kind])
    for name, some in (
        ("meaning words", [kind for kind in made if kind in MEANING]),
        ("other kinds", [kind for kind in made if kind not in MEANING]),
        ("all kinds", list(made)),
    ):
        if some:
            yield _row(
                name, sum((made[kind] for kind in some), Counter()), sum((places[kind] for kind in some), Counter())
            )


def _row(name: str, made: Counter[tuple[bool, bool]], places: Counter[bool]) -> str:
    cells, share, whole = [], 0.0, places.total()
    for tied in (True, False):
        found, of = made[tied, True], made[tied, True] + made[tied, False]
        cells.append(f"{found:>3} of {of:>2}" if of else "-")
        share += (found / of if of else 0.0) * places[tied] / whole
    return f"{name:20} {cells[0]:>9} {cells[1]:>9} {share:7.0%}   {whole}, {places[True] / whole:.0%}"


def matrix(books: Mapping[str, list[Told]]) -> Iterator[str]:
    """Kinds by books, told of made in tied sentences, as the document has them; below what is told of all others."""
    counts = {
        game: Counter((one.site.kind, one.site.tied, bool(one.by)) for one in told) for game, told in books.items()
    }
    kinds = sorted({one.site.kind for told in books.values() for one in told})

    def cell(game: str, some: Sequence[str], tied: bool) -> str:
        found = sum(counts[game][kind, tied, True] for kind in some)
        made = found + sum(counts[game][kind, tied, False] for kind in some)
        return f"{found} of {made}" if made else ""

    yield "| kind | " + " | ".join(books) + " |"
    yield "|---|" + "--:|" * len(books)
    meaning, others = [kind for kind in kinds if kind in MEANING], [kind for kind in kinds if kind not in MEANING]
    for name, some, tied in (
        *((kind, [kind], True) for kind in (*meaning, *others)),
        ("**meaning words**", meaning, True),
        ("**other kinds**", others, True),
        ("meaning words, not tied", meaning, False),
        ("other kinds, not tied", others, False),
    ):
        yield f"| {name} | " + " | ".join(cell(game, some, tied) for game in books) + " |"


def missed(outside: Outside, told: list[Told]) -> Iterator[str]:
    """What was not told, and what was told elsewhere, a line each."""
    for one in told:
        site = one.site
        if not one.by:
            line = outside.lines[site.first - 1] if site.first > 0 else ""
            was = " ".join(outside.text[site.start : site.end].split())[:60]
            yield f"  {'tied' if site.tied else 'free'} {site.kind}, {site.section}, line {site.first}: `{was}` became `{site.now[:40]}`: {line[:150]}"
        for name in one.elsewhere:
            yield f"    elsewhere, for {site.kind} in {site.section}: {name}"


def main() -> None:
    """Print a table for each book, and one for all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=ALL)
    parser.add_argument("--each", type=int, default=10)
    parser.add_argument("--others", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append", default=[])
    parser.add_argument("--show", action="store_true", help="list what was not told; shows words of the text")
    asked = parser.parse_args()
    books: dict[str, list[Told]] = {}
    everywhere: dict[str, Counter[bool]] = defaultdict(Counter)
    for game in asked.games:
        book = book_of(game)
        if book is None:
            print(f"{game}: the book is not here: nothing to measure")
            continue
        outside = Outside(book)
        gc.freeze()
        told = measured(outside, asked.each, asked.others, asked.seed, asked.kind)
        places = {kind: Counter(one.tied for one in sites) for kind, sites in outside.sites.items()}
        books[game] = told
        for kind, counted in places.items():
            everywhere[kind] += counted
        print(f"\n{game}: {len(outside.clean)} shown of the untouched text", *table(told, places), sep="\n", flush=True)
        print(f"new elsewhere: {sum(len(one.elsewhere) for one in told)}", flush=True)
        if asked.show:
            print(*missed(outside, told), sep="\n", flush=True)
    if len(books) > 1:
        every = [one for told in books.values() for one in told]
        print("\nall books", *table(every, everywhere), "", *matrix(books), sep="\n")


if __name__ == "__main__":
    main()
