"""What the lines beside one say: where each says its own, none was to say what another one says already."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from regola_dsl.meant.stuck import indent_of
from regola_dsl.parsing.printed import bare

# What a part is called, and where its condition begins.
_CALLED = re.compile(r"^(?P<kind>(?:then )?exception|[+-]\d+) \w+")
_CONDITION = re.compile(r" (?:where|when) ")


class _Said(NamedTuple):
    """What a line says, without what it is called, and all that it asks for it."""

    said: str
    asked: frozenset[str]


def says_again(lines: Sequence[str], number: int) -> int:
    """How many of the lines beside one say the same, of fewer cases or of more; 0 of a row, or of what asks nothing.

    >>> block = ["path way(u: Unit)", "  never into h where full(h) @2", "  never into h where full(h) and u.mule @3"]
    >>> says_again(block, 2), says_again(block, 3), says_again(block, 1)
    (1, 1, 0)

    Args:
        lines: All lines of the file.
        number: The line, from 1.
    """
    own = _said(lines[number - 1])
    if own is None:
        return 0
    others = [_said(text) for text in _beside(lines, number)]
    return sum(
        one is not None and one.said == own.said and (one.asked <= own.asked or own.asked <= one.asked)
        for one in others
    )


def _said(text: str) -> _Said | None:
    said, *asked = _CONDITION.split(_CALLED.sub(r"\g<kind>", bare(text).strip()), maxsplit=1)
    return _Said(said.strip(), frozenset(one.strip() for one in asked[0].split(" and "))) if asked else None


def _beside(lines: Sequence[str], number: int) -> Iterator[str]:
    """The lines of the same part that stand as deep as one."""
    depth = indent_of(lines[number - 1])
    for way in (lines[: number - 1][::-1], lines[number:]):
        for text in way:
            if text.strip() and indent_of(text) < depth:
                break
            if text.strip() and indent_of(text) == depth:
                yield text
            if not depth:
                break
