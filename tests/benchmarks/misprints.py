"""Misprints made on purpose in the real books, and how many of them the proofreader's list tells.

Words of four letters or more are drawn at random from the prose of a book, a slip of the pen is made in each, and the
book is read again with forty of them at a time: a slip is *told* if a finding shown by default stands at its line and
names it. A slip that makes a word of either list, or of the book, is none and is drawn again. What is shown on the book as
it is, is counted beside it: those are the book's own slips, or false alarms.

    python tests/benchmarks/misprints.py [BOOK …]
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.language.morphology import in_dictionary
from regola_crosscheck.language.spelling import word_frequencies
from regola_crosscheck.run import CHECKS, crosscheck, no_game
from regola_dsl.source import Source
from support.paths import ROOT

BOOKS = ROOT.parent / "shared" / "rulebooks"
TUNED = ("axis_allies", "caucasus", "third_reich")
OTHERS = ("west_front", "world_in_flames")
SEEDS, AT_ONCE = 240, 40
KINDS = ("letter lost", "letter doubled", "letters exchanged", "letter changed", "letter put in", "letters misread")
LETTERS = "aeiouaeiourstlnmcdpgvbfzqh"
READ = (("m", "rn"), ("rn", "m"), ("l", "i"), ("i", "l"), ("d", "cl"), ("c", "e"), ("n", "ri"), ("t", "f"), ("o", "0"))


def slip(word: str, kind: str, random: Random) -> str:
    """A word with a slip of a kind in it; the same word if it has no place for one."""
    at = random.randrange(len(word))
    match kind:
        case "letter lost":
            return word[:at] + word[at + 1 :]
        case "letter doubled":
            return word[:at] + word[at] + word[at:]
        case "letters exchanged":
            return word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :]
        case "letter changed":
            return word[:at] + random.choice(LETTERS) + word[at + 1 :]
        case "letter put in":
            return word[:at] + random.choice(LETTERS) + word[at:]
        case _:
            fit = [(wrong, right) for wrong, right in READ if wrong in word[1:]]
            if not fit:
                return word
            wrong, right = random.choice(fit)
            return word[0] + word[1:].replace(wrong, right, 1)


def measured(text: str, language: str, seeds: int = SEEDS) -> tuple[Counter[tuple[str, bool]], int]:
    """Of the slips of each kind how many were told and how many not; and how many findings the book has as it is."""
    random = Random(len(text))
    listed = word_frequencies(language) or {}
    words = list(re.finditer(r"(?<![\w@./])[^\W\d_]{4,}(?![\w@/])", text))
    here = {match[0].casefold() for match in words}
    clean = shown(text, language)
    told: Counter[tuple[str, bool]] = Counter()
    while sum(told.values()) < seeds:
        made: dict[int, tuple[re.Match[str], str, str]] = {}
        while len(made) < AT_ONCE:
            match, kind = random.choice(words), KINDS[len(made) % len(KINDS)]
            wrong = slip(match[0], kind, random)
            plain = wrong.casefold()
            if wrong == match[0] or plain in here or plain in listed or in_dictionary(plain, language):
                continue
            made[match.start()] = (match, wrong, kind)
        parts, last = [], 0
        for match, wrong, _ in sorted(made.values(), key=lambda one: one[0].start()):
            parts += [text[last : match.start()], wrong]
            last = match.end()
        now = shown("".join([*parts, text[last:]]), language) - clean
        for match, wrong, kind in made.values():
            found = (text.count("\n", 0, match.start()) + 1, wrong) in now
            told[kind, found] += 1
            if not found and "-v" in sys.argv:
                print("      ", kind, match[0], "->", wrong)
    return told, len(clean)


def shown(text: str, language: str) -> set[tuple[int, str]]:
    """The lines and words of the proofreader's findings that are shown by default."""
    checks = [check for check in CHECKS if check.kind == "spelling"]
    assert checks
    report = crosscheck(no_game({}).program, {language: Source("book", text)}, alone=True)
    return {
        (finding.diagnostic.span.line, finding.word.new if finding.word else "")
        for finding in report.found
        if finding.kind == "spelling" and finding.confidence >= Confidence.LIKELY
    }


if __name__ == "__main__":
    for name in [word for word in sys.argv[1:] if word[0] != "-"] or [*TUNED, *OTHERS]:
        path = BOOKS / f"{name}.it.txt"
        if not path.is_file():
            print(f"{name}: the book is not here")
            continue
        told, clean = measured(path.read_text("utf-8", "replace"), "it")
        whole = sum(told.values())
        parts = ", ".join(f"{kind} {told[kind, True]}/{told[kind, True] + told[kind, False]}" for kind in KINDS)
        right = sum(number for (_, found), number in told.items() if found)
        print(f"{name}: {right} of {whole} told ({100 * right // whole}%): {parts}; {clean} shown as it is")
