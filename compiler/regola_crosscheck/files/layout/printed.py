"""What stands on a printed page, before anything is made of it: words with their boxes, and lines that are drawn.

All lengths are points; `top` and `bottom` grow downwards, as one reads.
"""

from __future__ import annotations

from regola_dsl.records import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of a page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Its middle from top to bottom."""
        return (self.top + self.bottom) / 2

    def with_(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


@dataclass(frozen=True, slots=True)
class Word:
    """A word, the size of its letters, its style."""

    text: str
    box: Box
    size: float
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its number from 1, its measures, its words in the order of the file, and its drawn lines."""

    number: int
    width: float
    height: float
    words: tuple[Word, ...]
    rules: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one line with no more than a blank between them."""

    words: tuple[Word, ...]
    box: Box

    @classmethod
    def of(cls, words: list[Word]) -> Run:
        """The run of some words, which are at least one."""
        box = words[0].box
        for word in words[1:]:
            box = box.with_(word.box)
        return cls(tuple(words), box)

    @property
    def size(self) -> float:
        """The size of its largest letters."""
        return max(word.size for word in self.words)

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a column: its runs from left to right."""

    runs: tuple[Run, ...]
    box: Box

    @property
    def words(self) -> list[Word]:
        """Its words."""
        return [word for run in self.runs for word in run.words]

    @property
    def size(self) -> float:
        """The size of its letters, most of them."""
        sizes = sorted(word.size for word in self.words for _ in word.text)
        return sizes[len(sizes) // 2]

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(run.text for run in self.runs)
