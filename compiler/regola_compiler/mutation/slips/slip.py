"""A slip of the hand, as data: what stands in the text, and what may have been meant."""

from __future__ import annotations

from typing import Literal, TypeAlias

from regola_dsl.diagnostics import Fix
from regola_dsl.records import dataclass
from regola_dsl.source import Span

# What is done: something is written in the place of something else, in one cell of each of two rows too, a part is
# moved below another, two rows exchange all that they answer, a line is written below another, or two values of a list
# change places.
Way: TypeAlias = Literal["instead", "both", "below", "rows", "line", "order"]


@dataclass(frozen=True, slots=True)
class Slip:
    """A line as it may have been meant.

    Attributes:
        place: The part of the line that is another; of two lines that are, the first.
        was: What stands there, with what stands around it where it is a word of the language or a sign.
        now: The same as it may have been meant.
        cost: How unlikely that is.
        edit: What is written in the place of what, where that is more than is shown.
        way: What is done, and how it is told.
        other: Below what it belongs, where it is a part that stands in a wrong place; the list of two values.
        as_in: Where the game says elsewhere what it would say then.
    """

    place: Span
    was: str
    now: str
    cost: int
    edit: Fix | None = None
    way: Way = "instead"
    other: str = ""
    as_in: Span | None = None

    @property
    def stretch(self) -> Span:
        """All that is written anew."""
        return self.fix.span

    @property
    def fix(self) -> Fix:
        """What is written in the place of what."""
        return self.edit or Fix(self.place, self.now)

    @property
    def parts(self) -> dict[str, str | int]:
        """What is told of it: what was and is now, where it is written `below`, and of two rows each with its line."""
        (was, *also), (now, *and_now) = self.was.split(" | "), self.now.split(" | ")
        if self.way != "both" or not also or not and_now:
            return {"was": self.was, "now": self.now, "other": self.other}
        lines = {"line": self.place.line, "below": self.stretch.end_line}
        return {"was": was, "now": now, "also": also[0], "and_now": and_now[0], **lines}

    def was_at(self, line: int) -> int:
        """In which line of the file that stands which with it stands in one."""
        place, now = self.fix
        return line if line <= place.end_line else line - now.count("\n") + place.end_line - place.line

    def written(self, text: str) -> str:
        """The file with it."""
        return self.fix.written(text)
