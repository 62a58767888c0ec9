"""Two names for one thing, and one name for two, made in a text of which there is another language: what is told.

    python tests/benchmarks/two_terms.py [BOOK]

The pairs are those of `two_languages.py`, each both ways, without glossary and index: as of a book that nobody has
encoded. A fault is told if a finding `languages-two-terms` that the untouched pair does not have names the second name, or
the two things; what else is new then is an alarm.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.checks import languages
from support.crosscheck_faults import Subject, subject, tutorial
from support.paths import GAMES
from support.term_faults import is_told, term_faults

CHAPTERS = Path(__file__).resolve().parents[1] / "data" / "chapters"
BOOKS = GAMES.parent.parent / "shared" / "rulebooks"


def pairs() -> list[tuple[str, Subject]]:
    """The texts with their other language."""
    found = [(f"lantern_pass {language}", tutorial(language)) for language in ("it", "en")]
    for game in ("caucasus", "west_front"):
        book, chapter = BOOKS / f"{game}.it.txt", CHAPTERS / f"{game}.en.md"
        if book.is_file():
            found.append((f"{game} it", subject(GAMES / game, "it", book, ("en", chapter))))
            found.append((f"{game} en", subject(GAMES / game, "en", chapter, ("it", book))))
    return found


def shown(here: CrosscheckContext, there: CrosscheckContext) -> dict[str, CrosscheckFinding]:
    """What is found of two terms, however sure, by name."""
    found = languages.check(replace(here, glossary=None), replace(there, glossary=None))
    return {one.key: one for one in found if one.diagnostic.code.slug == "languages-two-terms"}


def main() -> None:
    """Print the shares by kind and book, and what is told of the untouched pairs."""
    for name, book in pairs():
        if len(sys.argv) > 1 and sys.argv[1] not in name:
            continue
        assert book.other is not None
        before = shown(book.clean, book.other)
        told: Counter[tuple[str, str]] = Counter()
        for fault in term_faults(book):
            now = shown(book.context(fault.fault.text), book.other)
            new = [one for key, one in now.items() if key not in before]
            mine = [one for one in new if is_told(one, fault)]
            told[fault.fault.kind, "made"] += 1
            told[fault.fault.kind, "told"] += bool(mine)
            told[fault.fault.kind, "likely"] += any(one.confidence >= Confidence.LIKELY for one in mine)
            told["all", "alarms"] += any(one.confidence >= Confidence.LIKELY for one in new if one not in mine)
            if "-v" in sys.argv and (len(new) > len(mine) or not mine):
                print("  ", fault.fault.kind, fault.term, fault.new, [one.key for one in new])
        for kind in ("second name", "one name"):
            made, got, likely = (told[kind, what] for what in ("made", "told", "likely"))
            print(f"{name}: {kind}: {got} of {made} told, {likely} as likely")
        print(f"  alarms elsewhere {told['all', 'alarms']}; of the untouched pair:")
        for key, one in before.items():
            print(f"    {one.confidence.word} {key}")


if __name__ == "__main__":
    main()
