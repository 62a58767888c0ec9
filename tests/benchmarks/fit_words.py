"""Fit the weights of meaning words again (`compiler/regola_crosscheck/sentences/weights.py`), and say what would change.

Run by hand: `make weights`, or `python tests/benchmarks/fit_words.py [--write] [--books FOLDER]`. Fitted are three of the five real books,
which are no part of the repository: without them nothing is fitted. How it is done: `tests/support/word_weights.py`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_crosscheck.sentences import weights as written
from support.crosscheck_faults import subject
from support.paths import GAMES, ROOT
from support.word_weights import MODULE, cases_of, fitted, module, shown_from, tables

BOOKS = ROOT.parent / "shared" / "rulebooks"
TUNED = ("caucasus", "west_front", "third_reich")


def main() -> int:
    """Fit, and print how many weights differ; with `--write` write the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true", help="write the module anew")
    parser.add_argument("--books", type=Path, default=BOOKS, help="the folder of the books")
    told = parser.parse_args()
    cases = []
    for name in TUNED:
        path = told.books / f"{name}.it.txt"
        if not path.is_file():
            print(f"{name}: the book is not here: nothing is fitted")
            return 0
        cases += list(cases_of(name, subject(GAMES / name, "it", path)))
    found = tables(fitted(cases), shown_from(cases))
    print(f"{len(cases)} meaning words, {sum(case.changed for case in cases)} of them changed")
    same = all(getattr(written, name) == table for name, table in found.items())
    print("the weights are those of the module" if same else "the weights are not those of the module")
    if told.write and not same:
        MODULE.write_text(module(found), "utf-8")
        print(f"written: {MODULE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
