"""What somebody types in a game's rules: single keystrokes, each in a place of its kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

KINDS = ("comment", "title", "condition", "exception", "name", "cell", "type", "half", "misspelt", "example")
_TITLE = re.compile(r'\ben "[^"]')
_CONDITION = re.compile(r"(?:\bwhen\b|\bif\b|\bonly\b|\bunless\b).*?(?<![@.\w])(\d+)\b(?!\.)")
_NAME = re.compile(r"(?:\bwhen\b|\bif\b).*?\b([a-z]\w{3,})\b")
_EXCEPTION = re.compile(r"^ *exception \w.*? when (?=\w)(?!not\b)")
_WHEN = re.compile(r"\b(?:when|if|unless)\b")
_EXPECTED = re.compile(r"^  [a-z].* is (\d+)$")
_CELL = re.compile(r"^ +\|.*?\| +(\d+) +\|")
_TYPE = re.compile(r"^(?:enum|scale|record|piece) ")
_MEMBER = re.compile(r"^  ([a-z]\w+)")


@dataclass(frozen=True, slots=True)
class Keystroke:
    """What stands instead of what, in one line of a file."""

    path: str
    line: int
    start: int
    end: int
    text: str

    def typed(self, text: str) -> str:
        """A file's text with it."""
        lines = text.split("\n")
        line = lines[self.line]
        lines[self.line] = line[: self.start] + self.text + line[self.end :]
        return "\n".join(lines)


def keystrokes(texts: Mapping[str, str], kind: str, pick: Random, count: int) -> list[Keystroke]:
    """Some keystrokes of a kind, in files picked by chance; fewer where there are not as many places.

    Args:
        texts: The files of the rules, by path.
        kind: One of `KINDS`: a letter in a comment or in a title, a number of a condition, the condition of an exception
            turned round, a word of a condition that is cut short, a number in a cell, a letter in the first value or
            field of a type, the first half of a line written once more below it, `when` or its like misspelt, a number
            that an example expects.
        pick: The chance.
        count: How many.
    """
    found = [one for path, text in sorted(texts.items()) for one in _places(path, text, kind)]
    return pick.sample(found, min(count, len(found)))


def _places(path: str, text: str, kind: str) -> Iterator[Keystroke]:
    lines = text.split("\n")
    for number, line in enumerate(lines):
        code = line.partition("#")[0]
        if kind == "comment" and line.startswith("# ") and len(line) > 10:
            yield Keystroke(path, number, len(line), len(line), "x")
        elif kind == "title" and (match := _TITLE.search(line)):
            yield Keystroke(path, number, match.end(), match.end(), "x")
        elif kind == "condition" and (match := _CONDITION.search(code)):
            yield Keystroke(path, number, match.start(1), match.end(1), str(int(match[1]) + 1))
        elif kind == "name" and (match := _NAME.search(code)):
            yield Keystroke(path, number, match.end(1) - 1, match.end(1), "")
        elif kind == "exception" and (match := _EXCEPTION.search(code)):
            yield Keystroke(path, number, match.end(), match.end(), "not ")
        elif kind == "half" and (match := _WHEN.search(code)) and line.startswith("  "):
            yield Keystroke(path, number, len(line), len(line), f"\n{line[: match.end()]}")
        elif kind == "misspelt" and (match := _WHEN.search(code)):
            yield Keystroke(path, number, match.start() + 1, match.start() + 2, "")
        elif (kind == "cell" and (match := _CELL.search(code))) or (
            kind == "example" and (match := _EXPECTED.search(code)) and _in_an_example(lines, number)
        ):
            yield Keystroke(path, number, match.start(1), match.end(1), str(int(match[1]) + 1))
        elif kind == "type" and number and _MEMBER.match(code) and _opens_type(lines, number):
            place = _MEMBER.match(code)
            assert place is not None
            yield Keystroke(path, number, place.end(1), place.end(1), "x")


def _opens_type(lines: list[str], number: int) -> bool:
    """Whether a line is the first value of a type: its head stands above, perhaps with texts between."""
    above = number - 1
    while above > 0 and re.match(r'^  [a-z]{2} "', lines[above]):
        above -= 1
    return _TYPE.match(lines[above]) is not None and not re.match(r'^  [a-z]{2} "', lines[number])


def _in_an_example(lines: list[str], number: int) -> bool:
    """Whether a line is part of an example."""
    heads = (line for line in reversed(lines[:number]) if line[:1].isalpha())
    return next(heads, "").startswith("example ")
