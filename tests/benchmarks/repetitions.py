"""Rules that a book says twice, with another number the second time, and how many of them the desk tells.

Of the sentences of a book that have a number some are drawn at random and said over again elsewhere, in the summary before
the first section or at the end of a section far away: *as it is*, or *loosely*, without one in six of its words. One number
of the repetition is another one. What the book repeats by itself, with the same numbers, has one of them changed in the
same way. A fault is *told* if it is shown by default at its line, *possible* if it is found. Beside it stands how many
of as many repetitions with the right numbers are told, which are false, and what is shown of the book as it is.

    python tests/benchmarks/repetitions.py [BOOK …]
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.base.index import Index
from regola_crosscheck.checks.statements import DIFFERS, check, statements
from regola_crosscheck.concordance.statements import OF_BOTH, SHARED, Statement, likeness_of, near_pairs, weights_of
from regola_crosscheck.run import no_game, read_book
from regola_dsl.source import Source
from support.paths import ROOT

BOOKS = ROOT.parent / "shared" / "rulebooks"
TUNED = ("axis_allies", "caucasus", "third_reich")
OTHERS = ("west_front", "world_in_flames")
SEEDS, AT_ONCE = 60, 20
KINDS = ("as it is", "loosely")
DROPPED = 1 / 6


def context_of(lines: Sequence[str]) -> CrosscheckContext:
    """A book by itself."""
    book = read_book("it", Source("book", "\n".join(lines)), Index("it.yaml"))
    return CrosscheckContext(no_game({}).program, book, alone=True)


def told(context: CrosscheckContext) -> dict[int, Confidence]:
    """The lines of which something is told, and how surely."""
    found: dict[int, Confidence] = {}
    for one in check(context):
        if one.diagnostic.code is DIFFERS:
            for span in (one.diagnostic.span, *(label.span for label in one.diagnostic.related)):
                found[span.line] = max(found.get(span.line, Confidence.POSSIBLE), one.confidence)
    return found


def numbers(one: Statement) -> list[str]:
    """The numbers of a sentence."""
    return sorted(word.value for word in one.values.get("number", ()))


def changed(text: str, one: Statement, random: Random) -> str:
    """A sentence with another number in the place of one of its own, as it is written: in figures."""
    word = random.choice(one.values["number"])
    other = int(word.value) + random.choice((1, 2, -1) if int(word.value) > 2 else (1, 2))  # two, not one
    return f"{text[: word.start]}{other}{text[word.end :]}"


def loosely(text: str, random: Random) -> str:
    """A sentence without some of its words: never a number, nor a word of three letters."""
    words = text.split(" ")
    free = [at for at, word in enumerate(words) if re.fullmatch(r"[^\W\d_]{4,}", word)]
    gone = set(random.sample(free, min(len(free), round(DROPPED * len(words)))))
    return " ".join(word for at, word in enumerate(words) if at not in gone)


def repeated(lines: list[str], kind: str, *, wrong: bool) -> Iterator[tuple[Confidence | None, str, str]]:
    """How surely each repetition is told, the sentence, and what is said over again."""
    context, random = context_of(lines), Random(f"{kind} 1")
    fit = [one for one in statements(context) if len(one.keys) >= SHARED and one.values.get("number")]
    chosen = random.sample(fit, min(SEEDS, len(fit)))
    places = [section.last for section in context.book.sections]
    for start in range(0, len(chosen), AT_ONCE):
        put: dict[int, list[tuple[Statement, str]]] = {}
        for one in chosen[start : start + AT_ONCE]:
            text = changed(one.sentence.text, one, random) if wrong else one.sentence.text
            far = [0, *(line for line in places if abs(line - one.sentence.line) > 100)]
            at = random.choice(far) if random.random() < 0.5 else 0
            put.setdefault(at, []).append((one, loosely(text, random) if kind == "loosely" else text))
        new: list[str] = []
        where: list[tuple[int, Statement, str]] = []
        for number in range(len(lines) + 1):
            new += [lines[number - 1]] if number else []
            for one, text in put.get(number, ()):
                new += ["", text, ""]
                where.append((len(new) - 1, one, text))
        found = told(context_of(new))
        yield from ((found.get(line), one.sentence.text, text) for line, one, text in where)


def own(lines: list[str]) -> Iterator[tuple[Confidence | None, str, str]]:
    """The same of what the book repeats by itself in sections that are not side by side."""
    context, random = context_of(lines), Random("own 1")
    every = list(statements(context))
    weights, key = weights_of(every), context.book.numbering.key
    for one, other in near_pairs(every, weights):
        places = key(one.sentence.section), key(other.sentence.section)
        beside = places[0] == places[1] or (len(places[0]) > 1 and places[0][:-1] == places[1][:-1])
        if beside or not numbers(one) or numbers(one) != numbers(other):
            continue
        line = other.sentence.line - 1
        alike = likeness_of(one, other, weights) >= OF_BOTH
        if not alike or other.sentence.text not in lines[line]:
            continue
        text = changed(other.sentence.text, other, random)
        new = [*lines[:line], lines[line].replace(other.sentence.text, text), *lines[line + 1 :]]
        yield told(context_of(new)).get(line + 1), one.sentence.text, text


def main(names: Sequence[str]) -> None:
    """A line for each book and kind."""
    for name in names or (*TUNED, *OTHERS):
        lines = (BOOKS / f"{name}.it.txt").read_text("utf-8").split("\n")
        shown = sum(one >= Confidence.LIKELY for one in told(context_of(lines)).values())
        print(f"{name}{' (tuned on)' if name in TUNED else ''}: {shown} lines shown as it is")
        rows = [(f"{kind}, wrong", repeated(lines, kind, wrong=True)) for kind in KINDS]
        rows += [(f"{kind}, right", repeated(lines, kind, wrong=False)) for kind in KINDS]
        for label, several in (*rows, ("the book's own, wrong", own(lines))):
            count: Counter[Confidence | None] = Counter(sure for sure, _, _ in several)
            print(
                f"  {label}: told {count[Confidence.LIKELY]}, possible {count[Confidence.POSSIBLE]} of {count.total()}"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
