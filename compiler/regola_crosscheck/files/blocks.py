"""What every reader of a file makes of it: paragraphs and tables, and of these the text the desk reads.

The text is Markdown of the plainest kind, as the desk reads it anyway: `##` before a heading, `**` around the bold
words a paragraph begins with, `|` between cells. A paragraph is a line, so that a sentence is never cut by the edge of
a page; where each part of it stands in the *file* is kept beside it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.source import Source
from regola_dsl.wording import enumerated, later, say

# A longer line is cut at the end of a sentence: the desk takes none of twenty thousand letters.
LONGEST = 8_000
_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_PLACES = {
    "page": later("page {number}"),
    "column": later("column {number}"),
    "paragraph": later("paragraph {number}"),
    "table": later("table {number}"),
    "row": later("row {number}"),
    "line": later("line {number}"),
}
# What stands before a heading, and around the words that a paragraph begins with.
_HEADING = re.compile(r"#{1,6} ")
_STYLED = re.compile(r"(?:- |\d+[.)] )?(?P<sign>\*{1,2})(?P<words>[^*]+)(?P=sign)")
_BREAKS = re.compile(r"[\r\n\v\f\u2028\u2029]+")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something stands in a file, all counted from 1; 0 where the file does not say.

    Attributes:
        page: the page, as it is bound, not as a number is printed on it.
        column: the column of the page, where it has several.
        paragraph: the paragraph, tables not counted.
        table: the table of the file, and `row` the row of it.
        row: see `table`.
        line: the line of the column, of the page or of the file.
    """

    page: int = 0
    column: int = 0
    paragraph: int = 0
    table: int = 0
    row: int = 0
    line: int = 0

    @property
    def words(self) -> str:
        """The place in words; nothing where nothing is known.

        >>> Place(page=4, line=12).words, Place(paragraph=41).words, Place(table=2, row=3).words, Place().words
        ('page 4, line 12', 'paragraph 41', 'table 2, row 3', '')
        """
        return enumerated([say(_PLACES[name], number=number) for name, number in self.numbers.items()], ", ")

    @property
    def short(self) -> str:
        """The place in signs.

        >>> Place(page=4, line=12).short, Place(page=4, column=2, line=12).short, Place(paragraph=41).short
        ('p4:12', 'p4/2:12', '¶41')
        >>> Place(table=2, row=3).short, Place().short
        ('t2:3', '')
        """
        signs = {"page": "p", "column": "/", "paragraph": "¶", "table": "t", "row": ":", "line": ":"}
        return "".join(f"{signs[name]}{number}" for name, number in self.numbers.items()).removeprefix(":")

    @property
    def numbers(self) -> dict[str, int]:
        """What is known of the place, by name."""
        every = {"page": self.page, "column": self.column, "paragraph": self.paragraph}
        every |= {"table": self.table, "row": self.row, "line": self.line}
        return {name: number for name, number in every.items() if number}


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a paragraph, and where it begins."""

    text: str
    place: Place = Place()
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph: `level` is 1 and more for a heading, `mark` what stands before an item of a list."""

    pieces: tuple[Piece, ...]
    level: int = 0
    mark: str = ""

    @property
    def plain(self) -> str:
        """Its words without their styles."""
        return _tidy("".join(piece.text for piece in self.pieces)).strip()


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    cells: tuple[str, ...]
    place: Place = Place()


@dataclass(frozen=True, slots=True)
class Table:
    """A table, its head first."""

    rows: tuple[Row, ...]


Block: TypeAlias = Paragraph | Table


@dataclass(frozen=True)
class FileSource(Source):
    """The text that was read out of a file, with the places of its lines in that file."""

    marks: tuple[tuple[int, int, Place], ...] = field(default=(), repr=False)

    def at(self, line: int, column: int = 1) -> Place:
        """The place in the file of a character of the text."""
        found = bisect_right(self.marks, (line, column, Place(10**9))) - 1
        return self.marks[found][2] if found >= 0 else Place()

    def place(self, line: int, column: int = 1) -> str:
        """The same in words."""
        return self.at(line, column).words

    def mark(self, line: int, column: int = 1) -> str:
        """The same as short as can be, for the margin beside a line; its number where nothing is known."""
        return self.at(line, column).short or str(line)

    def signs(self, line: int) -> tuple[range, ...]:
        """Where the signs of a heading or of bold words stand, which no page has."""
        return signs_of(self.lines[line - 1])[0]


def source_of(path: str, blocks: Iterable[Block]) -> FileSource:
    """The text of some blocks, under the name of their file."""
    lines: list[str] = []
    marks: list[tuple[int, int, Place]] = []
    for block in blocks:
        match block:
            case Paragraph():
                for text, places in _paragraph_lines(block):
                    lines += [*([""] if lines and not (block.mark and _is_item(lines[-1])) else []), text]
                    marks += [(len(lines), column, place) for column, place in places]
            case Table(rows):
                width = max((len(row.cells) for row in rows), default=0)
                if not width:
                    continue
                lines += [""] if lines else []
                for number, row in enumerate(rows):
                    cells = [_cell(cell) for cell in row.cells] + [""] * (width - len(row.cells))
                    lines.append(f"| {' | '.join(cells)} |")
                    marks.append((len(lines), 1, row.place))
                    if number == 0:
                        lines.append("|" + "---|" * width)
    return FileSource(path, "\n".join([*lines, ""]), tuple(marks))


def signs_of(text: str) -> tuple[tuple[range, ...], range, str]:
    """Where the signs of a line stand that our reading put in, what they are about, and how that is shown.

    >>> signs_of("**9.2** once")
    ((range(0, 2), range(5, 7)), range(2, 5), 'strong')
    """
    heading = _HEADING.match(text)
    if heading:
        return (range(heading.end()),), range(heading.end(), len(text)), "strong"
    match = _STYLED.match(text)
    if match is None:
        return (), range(0), ""
    start, end = match.span("words")
    size = len(match["sign"])
    return (range(start - size, start), range(end, end + size)), range(start, end), "strong" if size == 2 else "slanted"


def _is_item(line: str) -> bool:
    return line.startswith("- ")


def _cell(text: str) -> str:
    return _tidy(text).strip().replace("|", "\\|")


def _tidy(text: str) -> str:
    return _BLANKS.sub(" ", _BREAKS.sub(" ", text))


def _paragraph_lines(paragraph: Paragraph) -> Iterator[tuple[str, list[tuple[int, Place]]]]:
    """The line that a paragraph becomes, several where it is very long, with the columns at which a place begins."""
    text = "#" * paragraph.level + " " if paragraph.level else "- " if paragraph.mark == "-" else paragraph.mark
    places: list[tuple[int, Place]] = []
    leading = not paragraph.level
    for bold, italic, group in _by_style(paragraph.pieces):
        sign = "**" if bold else "*" if italic else ""
        # Only what a paragraph begins with tells anything: a run-in heading, the word `Example`.
        sign = sign if leading else ""
        words = ""
        starts: list[tuple[int, Place]] = []
        for piece in group:
            tidy = _tidy(piece.text)
            if not (words or text.strip(" #-")) or words.endswith(" ") or (not words and text.endswith(" ")):
                tidy = tidy.lstrip(" ")
            starts.append((len(words), piece.place))
            words += tidy
        if not words.strip():
            text += " " if words and text and not text.endswith(" ") else ""
            places += [(len(text) + 1, starts[0][1])] if not places else []
            continue
        end = words[len(words.rstrip()) :]
        for at, place in starts:
            places.append((len(text) + len(sign) + at + 1 if places else 1, place))
        text += f"{sign}{words.rstrip()}{sign}{end}"
        leading = False
    text = text.rstrip()
    if text.strip(" #-*"):
        yield from _cut(text, places)


def _by_style(pieces: tuple[Piece, ...]) -> Iterator[tuple[bool, bool, list[Piece]]]:
    """Neighbours of one style together; a blank has the style of what stands before it."""
    group: list[Piece] = []
    style = (False, False)
    for piece in pieces:
        own = (piece.bold, piece.italic)
        if group and piece.text.strip() and own != style:
            yield *style, group
            group = []
        if not group:
            style = own
        group.append(piece)
    if group:
        yield *style, group


def _cut(text: str, places: list[tuple[int, Place]]) -> Iterator[tuple[str, list[tuple[int, Place]]]]:
    """A very long line in parts, each with its own places."""
    start = 0
    while start < len(text):
        end = len(text)
        if end - start > LONGEST:
            stop = max(text.rfind(". ", start, start + LONGEST), text.rfind("; ", start, start + LONGEST))
            end = stop + 2 if stop > start else start + LONGEST
        before = [place for column, place in places if column <= start + 1]
        own = [(column - start, place) for column, place in places if start + 1 < column <= end]
        yield text[start:end].rstrip(), [(1, before[-1] if before else Place()), *own]
        start = end
