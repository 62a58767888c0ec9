"""A line of a game that is changed, and what it is changed into."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from regola_dsl.parsing.words import keywords

# What stays whatever is changed, then sections, numbers with what they range to, words, and signs.
TOKEN = re.compile(
    r'(?P<kept>[a-z]{2,3} "(?:[^"\\]|\\.)*"|#.*$)|(?P<section>@(?:"[^"]*"|[\w./-]+)(?:, (?:"[^"]*"|[\d][\w.]*))*)'
    r'|(?P<text>"(?:[^"\\]|\\.)*")|(?P<word>[^\W\d]\w*)|(?P<number>\d+)|(?P<sign>->|<=|>=|!=|\.\.|[^\w\s])'
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """Some lines of a file as they stand, and as they are written instead.

    Attributes:
        line: The first of them, from 1.
        says: What besides the lines as they were tells how to mend it, one of these.
        also: Lines besides where it may be told.
    """

    kind: str
    path: str
    line: int
    was: tuple[str, ...]
    now: tuple[str, ...]
    says: tuple[str, ...] = ()
    also: tuple[int, ...] = ()

    def written(self, text: str) -> str:
        """The file with it."""
        lines = text.split("\n")
        lines[self.line - 1 : self.line - 1 + len(self.was)] = self.now
        return "\n".join(lines)

    @property
    def lines(self) -> frozenset[int]:
        """Where it may be told, in the file as it then stands."""
        return frozenset(self.also).union(range(self.line, self.line + max(len(self.was), len(self.now))))


@dataclass(frozen=True)
class Line:
    """A line of a game that can be changed, with the game's own words.

    Attributes:
        number: From 1.
        values: The values of each enum.
    """

    path: str
    lines: Sequence[str]
    number: int
    values: Mapping[str, Sequence[str]]
    types: Sequence[str]

    @property
    def text(self) -> str:
        """The line itself."""
        return self.lines[self.number - 1]

    @cached_property
    def tokens(self) -> list[re.Match[str]]:
        """Its words and signs, without texts of a language and remarks."""
        return [token for token in TOKEN.finditer(self.text) if token["kept"] is None]

    @cached_property
    def words(self) -> list[re.Match[str]]:
        """Its words."""
        return [token for token in self.tokens if token["word"]]

    @cached_property
    def names(self) -> list[re.Match[str]]:
        """Those that are none of the language, single letters left out."""
        return [word for word in self.words if word[0] not in keywords() and len(word[0]) > 2]

    @cached_property
    def own(self) -> list[re.Match[str]]:
        """Those of the language."""
        return [word for word in self.words if word[0] in keywords() and len(word[0]) > 1]

    def put(self, token: re.Match[str], written: str) -> str:
        """The line with something else for a word or a sign; with nothing, without it and one blank."""
        begin, end = token.span()
        if not written and self.text[begin - 1 : begin] == " " and self.text[:begin].strip():
            begin -= 1
        elif not written and self.text[end : end + 1] == " ":
            end += 1
        return self.text[:begin] + written + self.text[end:]
