"""What others write for what this language has its own words for: rows of two patterns, in files of data.

The files say themselves how they are written. Rows of one kind of declaration are tried first, then what is worked out
as in spreadsheets, then whole sentences, then phrases.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from regola_dsl.declarations import KINDS

Row: TypeAlias = tuple[re.Pattern[str], str]

_OPERAND = r"(?:\"[^\"]*\"|\d+(?:\.\d+)?|\w+(?:\.\w+)*(?:\([^()]*\))?(?:\.\w+)*)"
# The files, in the order in which they are tried, and what their rows are of where that is no kind of declaration.
_FILES = ("first_line", "by_kind", "worked_out", "sentences", "phrases")
_FIRST, _ANY = "first line", "any line"


@cache
def phrases_of(kind: str, *, first: bool) -> tuple[Row, ...]:
    """The rows for a line of a kind of declaration, in their order; those of its first line, if it is that."""
    wanted = {kind, _ANY, *([_FIRST] if first else ())}
    return tuple(row for kinds, rows in _groups() if wanted & {kinds, *kinds.split()} for row in compiled(rows))


@cache
def _groups() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """All rows, by what they are of."""
    return tuple(
        (group["of"], tuple((written, meant) for written, meant in group["written"]))
        for name in _FILES
        for group in _read(name)["rows"]
    )


@cache
def _parts() -> tuple[tuple[str, str], ...]:
    return tuple({**_read("parts"), "KINDS": "|".join(KINDS)}.items())


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def compiled(rows: Iterable[tuple[str, str]]) -> Iterator[Row]:
    """The patterns, with X as an operand; one that begins at a word's edge may begin at a quotation mark, too."""
    for pattern, to in rows:
        yield _pattern(pattern), to


@cache
def _pattern(text: str) -> re.Pattern[str]:
    for name, part in _parts():
        text = text.replace("{" + name + "}", part)
    return re.compile(text.replace(r"\b(X)", rf"(?<!\w)({_OPERAND})").replace("X", _OPERAND))
