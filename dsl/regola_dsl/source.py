"""Source texts and places in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from regola_dsl.records import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file. Lines and columns count from 1; the end column is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The stretch from the start of this one to the end of `other`."""
        return Span(self.path, self.line, self.column, other.end_line, other.end_column)


NOWHERE = Span("", 0, 0, 0, 0)


@dataclass(frozen=True)
class Source:
    """One file's text, with the name its findings are shown under."""

    path: str
    text: str

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines, cut at newlines only, so that numbers agree with an editor's.

        They are cut once: a file of nothing but faults has a finding a line, each of which shows its own.
        """
        return tuple(line.removesuffix("\r") for line in self.text.split("\n"))

    def place(self, line: int, column: int = 1) -> str:
        """Where a character stands for who opens the file, in words: nothing where that is its line and column."""
        del line, column
        return ""

    def mark(self, line: int, column: int = 1) -> str:
        """The same as short as can be, for the margin beside a line: its number where that is its place."""
        del column
        return str(line)

    def signs(self, line: int) -> tuple[range, ...]:
        """The stretches of a line, columns from 0, that whoever read the file put in, and that it does not have."""
        del line
        return ()

    # A file of rules is what is written; where rules stand within something else, these tell the two apart.

    @property
    def written(self) -> Source:
        """The file as it lies there: line by line and column by column what findings are shown in."""
        return self

    def section_of(self, line: int) -> str:
        """The section that a rule on a line stands in, for one that names none itself; nothing if none is known."""
        del line
        return ""

    def changed(self, change: Callable[[str], str]) -> str:
        """The whole file, where what `change` makes of the rules stands in the place of the rules."""
        return change(self.text)

    def with_text(self, text: str) -> Source:
        """The same file where it says `text` as a whole."""
        return Source(self.path, text)
