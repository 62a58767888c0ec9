"""What is printed, before anything is set: sides, columns, blocks and lines, in one language.

Every template reads this and nothing else. Words of the rules are data in it, never markup: a template puts them
where they belong as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

# In millimetres, standing upright.
PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}


class Node(Struct, frozen=True):
    """What every part of a document is."""


class Run(Node, frozen=True):
    """A stretch of text, `strong` or not; a `ref` is a section, told from words by its colour."""

    text: str
    strong: bool = False
    ref: bool = False


Runs: TypeAlias = tuple[Run, ...]


class Line(Node, frozen=True):
    """A line with what stands before it, and the sections behind it.

    `mark` is empty for a bullet; `aside` is said in passing, in a lighter voice; `tone` colours the mark.
    """

    runs: Runs
    refs: tuple[str, ...] = ()
    mark: str = ""
    aside: str = ""
    tone: str = ""


class Lines(Node, frozen=True, tag_field="kind", tag="lines"):
    """Lines, one below the other: numbered, with bullets, with boxes to tick, or modifiers with their amounts."""

    style: Literal["steps", "lines", "ticks", "amounts", "plain"]
    lines: tuple[Line, ...]


class Phase(Node, frozen=True):
    """A phase of a sequence and the steps within it, each with a box to tick."""

    head: Line
    steps: tuple[Line, ...]
    colour: str = ""


class Sequence(Node, frozen=True, tag_field="kind", tag="sequence"):
    """A sequence of play."""

    phases: tuple[Phase, ...]


Weight: TypeAlias = Literal["", "strong", "soft", "head"]


class Cell(Node, frozen=True):
    """A cell: its words, how it is coloured, and whether it matters much (`strong`) or little (`soft`)."""

    runs: Runs
    refs: tuple[str, ...] = ()
    tone: str = ""
    weight: Weight = ""


class Row(Node, frozen=True):
    """A row of a table; `ruled` draws a heavy line below it."""

    cells: tuple[Cell, ...]
    ruled: bool = False


class Table(Node, frozen=True, tag_field="kind", tag="table"):
    """A table.

    `widths` are in what the paper is measured in (`30mm`, `1fr`, `auto`), one for each column, or none. A `grid` is
    lined up for looking something up across and down, its first column being what is looked up. `above` stands over its
    columns, `strip` are small rows below it.
    """

    head: tuple[Cell, ...]
    rows: tuple[Row, ...]
    widths: tuple[str, ...] = ()
    grid: bool = False
    small: bool = False
    strip: tuple[Row, ...] = ()
    above: tuple[Runs, ...] = ()
    left: frozenset[int] = frozenset()


class Foot(Node, frozen=True, tag_field="kind", tag="foot"):
    """A note below a block."""

    line: Line


class Beside(Node, frozen=True, tag_field="kind", tag="beside"):
    """Blocks next to one another."""

    blocks: tuple[Block, ...]
    widths: tuple[str, ...] = ()


Part: TypeAlias = Lines | Sequence | Table | Foot | Beside


class Block(Node, frozen=True):
    """A titled block. Without a title it is only its parts; `colour` is that of the bar behind its title."""

    parts: tuple[Part, ...]
    title: str = ""
    refs: tuple[str, ...] = ()
    colour: str = ""


class Column(Node, frozen=True):
    """A column and how wide it is: `69mm`, `1fr`."""

    blocks: tuple[Block, ...]
    width: str = "1fr"


class Side(Node, frozen=True):
    """One side of paper. `size` is the size of its text in points, once it is known to fit."""

    title: str
    columns: tuple[Column, ...]
    size: float = 0.0


class Section(Node, frozen=True):
    """A section of a running text: its number, its title, and what is said in it."""

    number: str
    title: str
    parts: tuple[Part, ...]


class ChapterText(Node, frozen=True):
    """A chapter of a running text."""

    number: str
    title: str
    sections: tuple[Section, ...]


class Document(Node, frozen=True):
    """Something to be printed: sides that are each to fit their paper, or chapters that run over pages.

    Attributes:
        title: What stands largest on the first page.
        subtitle: What stands beside it.
        language: As a tag: `it`.
        paper: `a4`, `a5` or `letter`.
        landscape: Whether the paper lies on its side.
        margin: In millimetres, on all sides.
        size: The size of text that is wished for, in points.
        least: The size below which nobody can read it, in points.
        words: The words of the page itself, by key.
        tones: The colours of values, as `#rrggbb`.
        colours: The colours of bars, by name.
        foot: What stands at the foot of each page.
        intro: What is said before a running text begins.
    """

    title: str
    subtitle: str
    language: str
    paper: str
    landscape: bool
    margin: float
    size: float
    least: float
    words: Mapping[str, str]
    sides: tuple[Side, ...] = ()
    chapters: tuple[ChapterText, ...] = ()
    tones: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    foot: str = ""
    intro: str = ""

    @property
    def paper_size(self) -> tuple[float, float]:
        """How wide and how high its paper lies, in millimetres."""
        short, long = PAPERS[self.paper]
        return (long, short) if self.landscape else (short, long)


def grey_of(colour: str) -> str:
    """A colour as dark as it is bright (Rec. 709 luma), for a printer without colours.

    >>> grey_of("#1b6b45")
    '#575757'
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    bright = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return f"#{bright:02x}{bright:02x}{bright:02x}"


def shared(widths: tuple[str, ...], room: float, gutter: float) -> list[float]:
    """How wide columns are in millimetres within so much room: what is in `fr` shares what the others leave.

    >>> shared(("60mm", "1fr", "3fr"), 110, 5)
    [60.0, 10.0, 30.0]
    """
    fixed = [float(width[:-2]) if width.endswith("mm") else 0.0 for width in widths]
    shares = [float(width[:-2]) if width.endswith("fr") else 0.0 for width in widths]
    left = max(room - sum(fixed) - gutter * (len(widths) - 1), 10.0)
    return [one or left * share / (sum(shares) or 1.0) for one, share in zip(fixed, shares, strict=True)]


# --- a block that is taller than its column, in two ---


def parted(block: Block, count: int, goes_on: str) -> tuple[Block, Block] | None:
    """A block in two, the second with the title of the first and the words that it goes on.

    Args:
        block: What is taller than its column.
        count: How many of its rows, lines and phases the first is to have, as `sheet.typ` counts them.
        goes_on: What stands behind the title of the second: `(continued)`.

    Returns:
        The two; None where one of them would be empty.
    """
    before: list[Part] = []
    after: list[Part] = []
    left = count
    for part in block.parts:
        length = _length(part)
        if left >= length:
            before.append(part)
        elif left <= 0:
            after.append(part)
        else:
            one, other = _cut(part, left)
            before.append(one)
            after.append(other)
        left -= length
    if not before or not after:
        return None
    title = f"{block.title.removesuffix(goes_on).rstrip()} {goes_on}".rstrip() if block.title else ""
    return replace(block, parts=tuple(before)), replace(block, parts=tuple(after), title=title)


def _length(part: Part) -> int:
    """How many rows, lines or phases it has; one, if it cannot be parted."""
    match part:
        case Lines():
            return len(part.lines)
        case Sequence():
            return len(part.phases)
        case Table():
            return len(part.rows)
        case Foot() | Beside():
            return 1
        case _:
            assert_never(part)


def _cut(part: Part, at: int) -> tuple[Part, Part]:
    """A part in two. Both tables have the head; the strip below a grid stays below its end."""
    match part:
        case Lines():
            return replace(part, lines=part.lines[:at]), replace(part, lines=part.lines[at:])
        case Sequence():
            return replace(part, phases=part.phases[:at]), replace(part, phases=part.phases[at:])
        case Table():
            return replace(part, rows=part.rows[:at], strip=()), replace(part, rows=part.rows[at:])
        case Foot() | Beside():
            raise AssertionError("what is one thing is not cut")
        case _:
            assert_never(part)
