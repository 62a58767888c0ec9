"""How a sentence that one of two languages lost, or has too many, is told: each sentence of a book once.

    python tests/benchmarks/lost_sentences.py [BOOK] [--cases]

Of the tutorial both texts are whole; of two more books the English chapters of `tests/data/chapters`. With `--cases`
what is not told as it should be is written out, by its section and its first words.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.two_languages import pairs
from support.lost_sentences import HOW, added, findings_of, lost, told_of


def main() -> None:
    """Print for each text how many sentences are told in each way."""
    asked = [word for word in sys.argv[1:] if not word.startswith("--")]
    for name, book in pairs():
        if asked and not any(word in name for word in asked):
            continue
        for what, changes in (("lost", lost(book)), ("added", added(book))):
            counted = told_of(book, list(changes))
            print(f"{name}, {what} {counted.line}", flush=True)
            for way in HOW[1:] if "--cases" in sys.argv else ():
                for one in counted.cases.get(way, ()):
                    print(f"  {way} {one.section}: {' '.join(one.sentence.split()[:12])}")
        print(f"{name}, untouched:", ", ".join(one.name for one in findings_of(book, book.text)) or "nothing")


if __name__ == "__main__":
    main()
