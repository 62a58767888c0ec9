"""Patterns over a line of text, as the tables of this package write them."""

from __future__ import annotations

import re

_OPERAND = r"(?:\"[^\"]*\"|\d+(?:\.\d+)?|\w+(?:\.\w+)*(?:\([^()]*\))?(?:\.\w+)*)"


def compiled(rows: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """The patterns, with X as an operand; one that begins at a word's edge may begin at a quotation mark, too."""
    return tuple(
        (re.compile(pattern.replace(r"\b(X)", rf"(?<!\w)({_OPERAND})").replace("X", _OPERAND)), to)
        for pattern, to in rows
    )
