"""A section's text as a page shows it: its lines as the file has them, cut where what is found in it begins and ends.

Lines that stand in columns are kept together, so that a page can set them in columns too. What was read out of a PDF or
a Word file has signs that our own reading put in (`files/blocks.py`): those are not shown, but what they mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from regola_dsl.source import Span

from regola_crosscheck.book.columns import style_of
from regola_crosscheck.files.blocks import signs_of

# No tab is set wider than this: a sentence before a tab would push the rest off the page.
TABS = range(4, 25)

# A longer stretch that reaches to the end of its line is about the line, not about the words.
_LONG = 80


@dataclass(frozen=True, slots=True)
class TextRun:
    """A piece of a line.

    `found` are the findings it belongs to, the shortest first; `begins` those that start here; `whole` those
    whose stretch is all of a long line. `style` is strong, slanted, or nothing.
    """

    text: str
    findings: tuple[int, ...] = ()
    begins: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()
    style: str = ""


@dataclass(frozen=True, slots=True)
class AnnotatedLine:
    """A line of the file."""

    number: int
    runs: tuple[TextRun, ...]


@dataclass(frozen=True, slots=True)
class AnnotatedBlock:
    """Lines of one kind: running text (`tab` is 0), or columns, with the width of a tab in letters."""

    tab: int
    lines: tuple[AnnotatedLine, ...]


@dataclass(frozen=True, slots=True)
class _Highlight:
    """The part of a finding's stretch in one line: characters from `start` up to `end`, both from 0."""

    start: int
    end: int
    size: int
    number: int
    first: bool


class AnnotatedText:
    """The lines of a book with the stretches of its findings, which go by number.

    Args:
        lines: the lines of its text.
        spans: the stretches.
        marked: whether signs of headings and bold words are ours, and no part of the file.
    """

    def __init__(self, lines: tuple[str, ...], spans: Iterable[tuple[int, Span]], *, marked: bool = False) -> None:
        self.lines = lines
        self._marked = marked
        self._stretches: dict[int, list[_Highlight]] = {}
        for number, span in spans:
            for line in range(span.line, min(max(span.line, span.end_line), len(lines)) + 1):
                text = lines[line - 1]
                start = min(span.column - 1, len(text)) if line == span.line else _indentation(text)
                end = min(span.end_column - 1, len(text)) if line == span.end_line else len(text)
                size = (span.end_line - span.line) * 10_000 + max(span.end_column - span.column, 0)
                stretch = _Highlight(start, max(start, end), size, number, first=line == span.line)
                self._stretches.setdefault(line, []).append(stretch)

    def blocks(self, first: int, last: int) -> tuple[AnnotatedBlock, ...]:
        """The lines from `first` to `last`, both from 1, as blocks."""
        numbered = [(number, self.lines[number - 1]) for number in range(first, min(last, len(self.lines)) + 1)]
        found = []
        for columns, run in groupby(numbered, lambda one: style_of(one[1]) in {"pipes", "tabs"}):
            lines = list(run)
            tab = _tab_width([text for _, text in lines]) if columns else 0
            found.append(
                AnnotatedBlock(
                    tab, tuple(AnnotatedLine(number, tuple(self._runs(number, text))) for number, text in lines)
                )
            )
        return tuple(found)

    def _runs(self, number: int, text: str) -> Iterator[TextRun]:
        stretches = self._stretches.get(number, [])
        signs, styled, style = signs_of(text) if self._marked else ((), range(0), "")
        edges = {edge for one in (*signs, styled) for edge in (one.start, one.stop)}
        cuts = sorted({0, len(text), *edges, *(one.start for one in stretches), *(one.end for one in stretches)})
        # A stretch of no length, or behind the end of its line, still needs a place to link to.
        empty = [one for one in stretches if one.start == one.end]
        for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
            points = tuple(one.number for one in empty if one.start == start and one.first)
            if points:
                yield TextRun("", points, points)
            if start < end:
                here = sorted(
                    (one for one in stretches if one.start <= start and end <= one.end and one not in empty),
                    key=lambda one: (one.size, one.number),
                )
                begins = tuple(one.number for one in here if one.first and one.start == start)
                whole = tuple(one.number for one in here if one.end - one.start > _LONG and one.end == len(text))
                if any(start in sign for sign in signs):
                    if begins:  # the sign is not shown, but what begins with it is still to be found
                        yield TextRun("", begins, begins)
                    continue
                shown = style if start in styled else ""
                yield TextRun(text[start:end], tuple(one.number for one in here), begins, whole, shown)


def _indentation(text: str) -> int:
    return len(text) - len(text.lstrip())


def _tab_width(lines: list[str]) -> int:
    """The width of a tab that sets the cells of some lines below one another, as far as it may be."""
    widths = [len(cell) for line in lines for cell in line.split("\t")[:-1]]
    return min(max([*widths, TABS.start - 1]) + 1, TABS.stop - 1)
