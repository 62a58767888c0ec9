"""The measures of a document's running text: how large its letters are, how far apart its lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from regola_crosscheck.files.layout.columns_of_page import lines_of
from regola_crosscheck.files.layout.printed import Line, Run

# A heading's letters are so much larger than those of the text; its words are no more than these.
LARGER, LONGEST_HEADING = 1.14, 160
# Between two lines of a text there are so many sizes of its letters at least and at most.
_LEAST, _MOST = 0.8, 2.0
# The lines of a paragraph are among the closest: so many in a hundred of all are closer than one takes them to be.
_AMONG = 0.2
# So many lines show by themselves that they stand farther apart than those of the rest: by this, as paragraphs do.
_ENOUGH, FARTHER = 8, 1.28


@dataclass(frozen=True, slots=True)
class TextSizes:
    """What is the same on all pages of a document.

    Attributes:
        body: the size of the letters of its running text.
        headings: the sizes of its headings, the largest first.
        leading: from line to line of a paragraph.
    """

    body: float
    headings: tuple[float, ...]
    leading: float

    def level(self, line: Line) -> int:
        """The level of the heading that a line is, or is a part of; 0 for none."""
        size = round(line.size * 2) / 2
        return self.headings.index(size) + 1 if size in self.headings and len(line.text) <= LONGEST_HEADING else 0

    def leading_of(self, lines: Sequence[Line]) -> float:
        """From line to line of some paragraphs: that of the document, unless all of many lines stand farther apart."""
        steps = sorted(_steps(lines))
        own = steps[len(steps) // 4] if len(steps) >= _ENOUGH else 0.0
        return own if own > FARTHER * self.leading and own <= 1.6 * self.body else self.leading


def leading_of(columns: Iterable[Sequence[Run]], body: float) -> float:
    """From line to line in the paragraphs of a document.

    Paragraphs may be short and stand apart, so that most steps of a column lead from one to the next: what is between
    the lines of one shows only in all columns together.

    Args:
        columns: the runs of each column of each page.
        body: the size of the letters of the running text.
    """
    found: list[float] = []
    for runs in columns:
        lines = [line for line in lines_of(tuple(runs)) if abs(line.size - body) < 0.5]
        found += [step for step in _steps(lines) if _LEAST * body <= step <= _MOST * body]
    found.sort()
    return min(found[int(_AMONG * len(found))], 1.6 * body) if found else 1.2 * body


def _steps(lines: Sequence[Line]) -> list[float]:
    return [step for one, other in pairwise(lines) if (step := other.box.bottom - one.box.bottom) > 0]
