"""A slip of the hand, as data: what stands in the text, and what may have been meant."""

from __future__ import annotations

from regola_dsl.records import dataclass
from regola_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Slip:
    """A line as it may have been meant.

    Attributes:
        place: The part of the line that is another; of two lines that are, the first.
        was: What stands there, with what stands around it where it is a word of the language or a sign.
        now: The same as it may have been meant.
        cost: How unlikely that is.
        edit: What is written in the place of what, where that is more than is shown.
        below: Below what it belongs, where it is a part that stands in a wrong place.
    """

    place: Span
    was: str
    now: str
    cost: int
    edit: tuple[Span, str] | None = None
    below: str = ""

    @property
    def stretch(self) -> Span:
        """All that is written anew."""
        return self.edit[0] if self.edit else self.place

    def written(self, text: str) -> str:
        """The file with it."""
        place, now = self.edit or (self.place, self.now)
        lines = text.split("\n")
        first, last = place.line - 1, place.end_line - 1
        lines[first : last + 1] = [lines[first][: place.column - 1] + now + lines[last][place.end_column - 1 :]]
        return "\n".join(lines)
