"""Lines that are one: a row of a table over two lines, a sentence over several.

A line is joined with those below it, and with the one above it; where the row then has as many cells as the others, or
the declaration can be read and goes with the others, that was meant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from regola_dsl.builders.uneven import cells_of
from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.lexer import CONTINUES
from regola_dsl.meant.laid.lines import Laid
from regola_dsl.meant.repairs import fits_so
from regola_dsl.meant.stuck import LONGEST, Stuck, begun, indent_of, plain, reads, reads_alone
from regola_dsl.wording import Said, say

# Over how many lines one may be broken.
_MANY = 4
_TWO = 2


def broken_row(error: Diagnostic, lines: Sequence[tuple[int, str]]) -> Laid | None:
    """A row of a table that goes on in the line below; None where the line with an error is no such row.

    Args:
        error: What is found of the line.
        lines: The lines of the declaration, with their numbers.
    """
    if not lines or not lines[0][1].startswith("table "):
        return None
    written = [(number, text) for number, text in lines if text.strip()]
    at = next((n for n, (number, _) in enumerate(written) if number == error.span.line), 0)
    whole = Counter(many for _, text in written if (many := _cells(text)) > 1)
    for begin in (at, at - 1):
        for many in range(_TWO, _MANY) if begin > 0 else ():
            several = written[begin : begin + many]
            width = max(whole, key=lambda cells: whole[cells], default=0)
            short = all(plain(text).strip("| ") and _cells(text) < width for _, text in several)
            short = short and all("|" in plain(text) for _, text in several[1:])
            rows = _joined([text for _, text in several]) if len(several) == many and short else ()
            row = next((row for row in rows if _cells(row) == width), None)
            if row is not None:
                return _as_one(several, row)
    return None


def _joined(texts: Sequence[str]) -> Iterator[str]:
    """Parts of a row as one row: with a bar between two of them, whether it was written once, twice or not.

    Or with none, where no part ends or begins with one: a cell goes on then.
    """
    parts = [plain(text) for text in texts]
    inner = [" ".join(part.removeprefix("|").split()) for part in parts]
    before = [part.removesuffix("|").strip() for part in inner[:-1]]
    between = (" | ",) if any("|" in (one[-1:], other[:1]) for one, other in pairwise(parts)) else (" | ", " ")
    yield from (f"| {bar.join((*before, inner[-1]))}" for bar in between)


def _cells(text: str) -> int:
    """How many cells a row has; 0 of what is none."""
    row = plain(text)
    return len(cells_of(row[1 : row.rindex("|")])) if row.startswith("|") and row.count("|") > 1 else 0


def _as_one(several: Sequence[tuple[int, str]], row: str) -> Laid:
    number, text = several[0]
    wrong = say("this row is broken: it goes on in the line below")
    return Laid(number, indent_of(text) + 1, len(text.rstrip()) + 1, told_in_one(row), plain(text), wrong)


def told_in_one(row: str) -> Said:
    """What to do with lines that are one."""
    if len(row) <= LONGEST:
        return say("write it in one line: `{line}`", line=row)
    return say("write it in one line, with what stands below")


def in_one_line(stuck: Stuck) -> Laid | None:
    """A sentence that goes on in the lines below, or with the line above; None where it does not."""
    if stuck.start != "start" or len(stuck.lines) > LONGEST:
        return None
    numbers = [number for number, _ in stuck.lines]
    at = numbers.index(stuck.line) if stuck.line in numbers else 0
    for begin, end in _runs(at, len(numbers)):
        if not _is_one(stuck, begin, end):
            continue
        # What goes on with a line by its first word is a part of the sentence, too.
        further = [n for n in range(end, min(end + _MANY, len(numbers)) + 1) if _goes_on(stuck, end, n)]
        last = max((n for n in further if _is_one(stuck, begin, n)), default=end)
        number, first = stuck.lines[begin]
        line = " ".join(plain(text) for _, text in stuck.lines[begin:last]).replace(" ,", ",")
        wrong = say("this line goes on in the line below")
        return Laid(number, indent_of(first) + 1, len(first.rstrip()) + 1, told_in_one(line), plain(first), wrong)
    return None


def on_into_the_next(stuck: Stuck) -> Laid | None:
    """The last line of a declaration that goes on at the left edge, where the next one would begin."""
    below = [line for line in (stuck.known.below if stuck.known else "").split("\n") if line.strip()]
    above = [text for _, text in stuck.lines]
    if (
        stuck.start != "start"
        or not below
        or below[0].split(" ")[0] in KINDS
        or (row := _as_a_row(above, below)) is None
    ):
        return None
    number, last = stuck.lines[-1]
    wrong = say("this line goes on in the line below")
    return Laid(number, indent_of(last) + 1, len(last.rstrip()) + 1, told_in_one(row), plain(last), wrong)


def from_the_one_above(stuck: Stuck) -> Laid | None:
    """A line at the left edge, without any below it, that goes on from the last of the declaration above."""
    above = [line for line in (stuck.known.above if stuck.known else "").split("\n") if line.strip()]
    below = [text for _, text in stuck.lines]
    headed = len(below) > 1 or begun(below[0]) in KINDS
    if stuck.start != "start" or not above or headed or (row := _as_a_row(above, below)) is None:
        return None
    number, first = stuck.lines[0]
    wrong = say("this line goes on from the line above")
    return Laid(number, 1, len(first.rstrip()) + 1, told_in_one(row), plain(first), wrong)


def _as_a_row(above: Sequence[str], below: Sequence[str]) -> str | None:
    """The last of some lines with the first of others behind it, if all can be read so."""
    joined = f"{above[-1].rstrip()} {plain(below[0])}"
    return plain(joined) if reads_alone([*above[:-1], joined, *below[1:]]) else None


def _goes_on(stuck: Stuck, end: int, further: int) -> bool:
    return end < len(stuck.lines) and further > end and begun(plain(stuck.lines[end][1])) in CONTINUES


def _is_one(stuck: Stuck, begin: int, end: int) -> bool:
    """Whether some lines can be read as one, and the declaration then goes with the others."""
    several = stuck.lines[begin:end]
    if any(plain(text).startswith(("|", "#")) for _, text in several):
        return False
    text = " " * indent_of(several[0][1]) + " ".join(plain(text) for _, text in several)
    made = replace(stuck, lines=(*stuck.lines[:begin], (several[0][0], text), *stuck.lines[end:]))
    return reads(made) and fits_so(made)


def _runs(at: int, many: int) -> Iterator[tuple[int, int]]:
    """Runs of lines, at a place or from one above it, that may be one; the shortest first."""
    for size in range(_TWO, _MANY + 1):
        for begin in (at, at - 1, at - 2):
            if begin >= 0 and begin + size <= many and begin + size > at:
                yield begin, begin + size
