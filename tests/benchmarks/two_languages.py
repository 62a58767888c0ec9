"""Word faults made in a text of which there is another language, and the share that the second language tells.

    python tests/benchmarks/two_languages.py [BOOK]

Of the tutorial both texts are whole; of two more books the English chapters of `tests/data/chapters`, held against the
Italian books of `../shared/rulebooks`. What is told of the untouched pairs is printed too.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.crosscheck_faults import Subject, subject, tutorial
from support.paths import GAMES
from support.two_language_faults import Told, told_of, word_faults

CHAPTERS = Path(__file__).resolve().parents[1] / "data" / "chapters"
BOOKS = GAMES.parent.parent / "shared" / "rulebooks"


def pairs() -> list[tuple[str, Subject]]:
    """The texts with their other language: the tutorial both ways, and the Italian of each chapter that is there."""
    found = [("lantern_pass it", tutorial("it")), ("lantern_pass en", tutorial("en"))]
    for game in ("caucasus", "west_front"):
        book = BOOKS / f"{game}.it.txt"
        if book.is_file():
            chapter = ("en", CHAPTERS / f"{game}.en.md")
            found.append((f"{game} it", subject(GAMES / game, "it", book, chapter)))
    return found


def main() -> None:
    """Print the shares by kind and book."""
    for name, book in pairs():
        if len(sys.argv) > 1 and sys.argv[1] not in name:
            continue
        told: Told = told_of(book, word_faults(book))
        print(f"{name}: {told.found} of {told.made}, word named {told.named}, findings elsewhere {told.elsewhere}")
        for kind, (got, made) in sorted(told.by_kind.items()):
            print(f"  {kind}: {got} of {made}")
        print("  of the untouched pair:", ", ".join(told.untouched) or "nothing")


if __name__ == "__main__":
    main()
