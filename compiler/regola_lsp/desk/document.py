"""A text as two parties count it: an editor from 0, in UTF-16, and our passes from 1, in characters.

They also cut lines differently. An editor ends a line at `\\n`, `\\r\\n` and `\\r`; a `Source` at `\\n` alone, so that
a stray `\\r` is a sign in a line. Both are brought to an offset in the text, and from there to the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from regola_dsl.source import Span

Encoding = Literal["utf-8", "utf-16", "utf-32"]
_ENDS = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True)
class Document:
    """A text, and how an editor counts in it."""

    text: str
    encoding: Encoding = "utf-16"

    @cached_property
    def _shown(self) -> list[int]:
        """Where each line begins for an editor."""
        return [0, *(end.end() for end in _ENDS.finditer(self.text))]

    @cached_property
    def _read(self) -> list[int]:
        """Where each line begins for us."""
        return [0, *(place + 1 for place, sign in enumerate(self.text) if sign == "\n")]

    def offset(self, line: int, character: int) -> int:
        """The offset of an editor's place; behind the end of a line its end, behind that of the text its end."""
        if line >= len(self._shown):
            return len(self.text)
        start = self._shown[max(line, 0)]
        end = self._shown[line + 1] if line + 1 < len(self._shown) else len(self.text)
        written = self.text[start:end].rstrip("\r\n")
        if self.encoding == "utf-32" or written.isascii():
            return start + min(max(character, 0), len(written))
        units = 0
        for place, sign in enumerate(written):
            if units >= character:
                return start + place
            units += _units(sign, self.encoding)
        return start + len(written)

    def shown(self, offset: int) -> tuple[int, int]:
        """The place of an offset for an editor."""
        line = bisect_right(self._shown, offset) - 1
        before = self.text[self._shown[line] : offset]
        if self.encoding == "utf-32" or before.isascii():
            return line, len(before)
        return line, sum(_units(sign, self.encoding) for sign in before)

    def read(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset for us."""
        line = bisect_right(self._read, offset) - 1
        return line + 1, offset - self._read[line] + 1

    def place(self, line: int, character: int) -> tuple[int, int]:
        """The line and column of an editor's place."""
        return self.read(self.offset(line, character))

    def at(self, line: int, column: int) -> int:
        """The offset of a line and column of ours; what lies behind a line is its end."""
        if line < 1:
            return 0
        if line > len(self._read):
            return len(self.text)
        end = self._read[line] - 1 if line < len(self._read) else len(self.text)
        return min(self._read[line - 1] + max(column, 1) - 1, end)

    def extent(self, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
        """A stretch of ours for an editor: its beginning and its end."""
        return self.shown(self.at(span.line, span.column)), self.shown(self.at(span.end_line, span.end_column))

    def changed(self, start: tuple[int, int], end: tuple[int, int], new: str) -> Document:
        """The text with something else from one of an editor's places to another."""
        first, last = sorted((self.offset(*start), self.offset(*end)))
        return Document(self.text[:first] + new + self.text[last:], self.encoding)


def _units(sign: str, encoding: Encoding) -> int:
    """How many units of an encoding a character takes."""
    if encoding == "utf-8":
        return len(sign.encode("utf-8", "surrogatepass"))
    return 2 if encoding == "utf-16" and ord(sign) > 0xFFFF else 1
