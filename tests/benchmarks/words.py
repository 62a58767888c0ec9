"""What the desk finds of faults in meaning words and of all other kinds, made one at a time in tied sentences.

Run by hand: `make words`, or `python tests/benchmarks/words.py [--count N] [--seed N] [--show] [TEXT…]`, where a TEXT is
`lantern_pass:it` or `axis_allies:it`. Half of the faults are of meaning words (`tests/support/word_faults.py`), half of the
other kinds (`tests/support/crosscheck_faults.py`). With `--each N` up to N small words of each kind are changed instead, and the
check `words` alone is asked, of the faulty section alone: a tenth of the time; first it is told how many of all places of small
words stand in a tied sentence. Without a text: those on which nothing was tuned. The five books are no
part of the repository: without them the tutorial alone is measured.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.checks import words
from regola_crosscheck.sentences.tied import tied_sentences
from support.crosscheck_faults import ALONE, Fault, Judged, Subject, faults, judge, subject, table, tutorial
from support.paths import GAMES, ROOT
from support.word_faults import every_word_fault, swaps_of, word_faults

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


def places(book: Subject) -> tuple[int, int]:
    """How many places of small words stand in a tied sentence, and how many there are in all."""
    context, tied, every = book.clean, 0, 0
    for section in context.book.sections:
        every += sum(len(list(swaps_of(one.text, context.book.language))) for one in context.sentences(section))
        sentences = (one.sentence for one in tied_sentences(context, section) if one.ties)
        tied += sum(len(list(swaps_of(one.text, context.book.language))) for one in sentences)
    return tied, every


def small_words(book: Subject, each: int, seed: int, *, show: bool) -> Iterator[str]:
    """What `words` tells of up to so many faults of each kind, a line for each kind; first of the untouched text."""
    kinds: dict[str, list[Fault]] = defaultdict(list)
    for fault in every_word_fault(book):
        kinds[fault.kind].append(fault)
    clean = [one for one in words.check(book.clean) if one.confidence >= Confidence.LIKELY]
    tied, every = places(book)
    yield f"places in tied sentences: {tied} of {every}"
    yield f"shown of the untouched text: {len(clean)}"
    random, shares, told_of, made = Random(seed), [], 0, 0
    for kind in sorted(kinds):
        chosen = kinds[kind]
        random.shuffle(chosen)
        chosen = chosen[:each]
        lost = [fault for fault in chosen if not _is_told(book, fault)]
        yield f"{kind:28} {len(chosen) - len(lost):3} of {len(chosen):3}"
        if show:
            yield from (f"    missed, section {one.sections[0]}: `{one.was}` became `{one.now}`" for one in lost)
        shares.append((len(chosen) - len(lost)) / len(chosen))
        told_of, made = told_of + len(chosen) - len(lost), made + len(chosen)
    if made:
        yield f"told {told_of} of {made} ({100 * told_of / made:.0f}%), mean of kinds {100 * fmean(shares):.0f}%"


def _is_told(book: Subject, fault: Fault) -> bool:
    """Whether the rules alone tell a fault in its own section."""
    context = book.context(fault.text)
    habits = words._habits(context)  # noqa: SLF001  the whole check asks all sections, of which one has changed
    for section in context.book.sections:
        if section.id == fault.sections[0]:
            found = [*words._constructions(context, section)]  # noqa: SLF001  the same
            found += words._section(context, section, words._signs(context, section, habits))  # noqa: SLF001  the same
            if any(one.confidence >= Confidence.LIKELY for one in found):
                return True
    return False


def main() -> None:
    """Print the shares for each text: first of meaning words, then of the other kinds."""
    parser = argparse.ArgumentParser()
    parser.add_argument("texts", nargs="*", default=UNTUNED)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=0, help="so many small words of each kind, told by `words` alone")
    parser.add_argument("--show", action="store_true", help="list what was not found; shows words of the text")
    told = parser.parse_args()
    for text in told.texts:
        book = book_of(text)
        if book is None:
            print(f"{text}: the book is not here: nothing to measure")
            continue
        if told.each:
            print(text, *small_words(book, told.each, told.seed, show=told.show), sep="\n", flush=True)
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
