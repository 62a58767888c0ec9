"""Lines as they were read and as they will be written: the one form that each step of laying out takes and gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from regola_dsl.lexer import RawToken, lex
from regola_dsl.records import dataclass

WIDTH = 120
STEP = 2
_MARK = re.compile(r"\A(?:\s*\ufeff)+")


@dataclass(frozen=True, slots=True)
class LayoutLine:
    """A line of the file, as read and as it will be written.

    Attributes:
        text: The line as it is in the file.
        home: The declaration it stands in, counted from 0; -1 above the first.
        tokens: Its tokens; none if it is blank or a comment.
        comment: Its comment, from the `#` on.
        level: How many blocks stand around it.
        goes_on: Whether it continues the line above.
        kept: Whether it could not be read, and stays as it is.
        indent: The blanks before its first word.
        words: Its tokens as they will be written.
        gaps: The blanks before each of them, 0 for the first.
        apart: The blanks before its comment, if that stands behind code.
    """

    text: str
    home: int
    tokens: tuple[RawToken, ...] = ()
    comment: str = ""
    level: int = 0
    goes_on: bool = False
    kept: bool = False
    indent: int = 0
    words: tuple[str, ...] = ()
    gaps: tuple[int, ...] = ()
    apart: int = 2

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return not (self.kept or self.tokens or self.comment)

    @property
    def code(self) -> bool:
        """Whether it says something to the compiler."""
        return bool(self.tokens)

    @property
    def written(self) -> int:
        """How far it was indented."""
        whole = self.text.expandtabs()
        return len(whole) - len(whole.lstrip())

    def end(self, upto: int | None = None) -> int:
        """The column behind its words, or behind those before the word numbered `upto`."""
        return self.indent + sum(map(len, self.words[:upto])) + sum(self.gaps[:upto])

    def column(self, word: int) -> int:
        """The column at which a word begins."""
        return self.end(word) + self.gaps[word]

    def moved(self, word: int, column: int) -> LayoutLine:
        """The line with a word, and what is behind it, at another column."""
        gaps = list(self.gaps)
        gaps[word] = column - self.end(word)
        return replace(self, gaps=tuple(gaps))

    def shown(self) -> str:
        """The line as it is written out."""
        if self.kept:
            return self.text
        code = join_words(self.words, self.gaps)
        behind = " " * self.apart if code and self.comment else ""
        return f"{' ' * self.indent}{code}{behind}{self.comment}".rstrip()


def join_words(words: Sequence[str], gaps: Sequence[int]) -> str:
    """Words as a text, each behind its gap."""
    return "".join(" " * gap + word for gap, word in zip(gaps, words, strict=True))


def read_lines(text: str) -> list[LayoutLine]:
    """The lines of a text, with the tokens of those that can be read."""
    written = [line.rstrip("\r") for line in _MARK.sub("", text).split("\n")]
    homes, home = [], -1
    for line in written:
        home += _says(line) and not line[0].isspace()
        homes.append(home)
    lines: list[LayoutLine] = []
    for home, group in groupby(range(len(written)), key=homes.__getitem__):
        numbers = list(group)
        code = [number for number in numbers if _says(written[number])]
        tokens, errors = lex("", [(number, written[number]) for number in code])
        kept = range(code[0], code[-1] + 1) if code and (errors or home < 0) else range(0)
        placed = _blocks_of_lines(tokens)
        for number in numbers:
            line = written[number]
            if number in kept:
                lines.append(LayoutLine(line, home, kept=True))
            elif number in placed:
                level, goes_on, words = placed[number]
                comment = line[words[-1].end_column - 1 :].strip()
                lines.append(LayoutLine(line, home, tuple(words), comment, level, goes_on))
            else:
                lines.append(LayoutLine(line, home, comment=line.strip()))
    return lines


def _says(line: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _blocks_of_lines(tokens: Sequence[RawToken]) -> dict[int, tuple[int, bool, list[RawToken]]]:
    """For each line with tokens: the blocks around it, whether it continues another, and the tokens."""
    placed: dict[int, tuple[int, bool, list[RawToken]]] = {}
    level, begun = 0, False
    for token in tokens:
        if token.kind.startswith("_"):
            level += (token.kind == "_INDENT") - (token.kind == "_DEDENT")
            begun = begun and token.kind != "_NL"
            continue
        placed.setdefault(token.line, (level, begun, []))[2].append(token)
        begun = True
    return placed


def logical_lines(lines: Sequence[LayoutLine]) -> Iterator[list[int]]:
    """The places of the lines with code, those that go on together with the one they go on from."""
    together: list[int] = []
    for place, line in enumerate(lines):
        if not line.code:
            continue
        if together and not line.goes_on:
            yield together
            together = []
        together.append(place)
    if together:
        yield together


def opens_block(line: LayoutLine, following: LayoutLine) -> bool:
    """Whether the line that follows begins a block below this one."""
    return following.home == line.home and following.level > line.level


def meaning_of(lines: Sequence[LayoutLine]) -> list[object]:
    """All that the grammar is told of a text: its declarations, their logical lines, and the tokens of these."""
    told: list[object] = []
    for line in lines:
        if line.kept and line.text.strip():
            told.append((line.home, line.text))
        elif line.code:
            told.append((line.home, "goes on" if line.goes_on else line.level))
            told += marks_of(line.tokens)
    return told


def marks_of(tokens: Sequence[RawToken]) -> list[tuple[str, object]]:
    """What is said by tokens, without where it stands."""
    marks: list[tuple[str, object]] = []
    for token in tokens:
        if token.kind == "ANCHORS":
            marks.append((token.kind, [name for name, _ in token.anchors]))
        elif token.kind == "ROW":
            marks.append((token.kind, cells_of(token.text)))
        elif not token.kind.startswith("_"):
            marks.append((token.kind, token.text))
    return marks


def cells_of(row: str) -> list[str]:
    """The cells of a row, trimmed: what stands between `|` signs outside quotes."""
    cells, start, quoted = [], 1, False
    for place, char in enumerate(row):
        quoted ^= char == '"'
        if place and (place == len(row) - 1 or (char == "|" and not quoted)):
            cells.append(row[start:place].strip())
            start = place + 1
    return cells
