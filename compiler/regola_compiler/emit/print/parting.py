"""A block that is taller than its column, in two: the rows, lines and phases that have room, and those that do not."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from regola_compiler.emit.print.document import Beside, Block, Foot, Lines, Part, Sequence, Table


def parted(block: Block, count: int, goes_on: str) -> tuple[Block, Block] | None:
    """A block in two, the second with the title of the first and the words that it goes on.

    Args:
        block: What is taller than its column.
        count: How many of its rows, lines and phases the first is to have, as `sheet.typ` counts them.
        goes_on: What stands behind the title of the second: `(continued)`.

    Returns:
        The two; None where one of them would be empty.
    """
    before: list[Part] = []
    after: list[Part] = []
    left = count
    for part in block.parts:
        length = _length(part)
        if left >= length:
            before.append(part)
        elif left <= 0:
            after.append(part)
        else:
            one, other = _cut(part, left)
            before.append(one)
            after.append(other)
        left -= length
    if not before or not after:
        return None
    title = f"{block.title.removesuffix(goes_on).rstrip()} {goes_on}".rstrip() if block.title else ""
    return replace(block, parts=tuple(before)), replace(block, parts=tuple(after), title=title)


def _length(part: Part) -> int:
    """How many rows, lines or phases it has; one, if it cannot be parted."""
    match part:
        case Lines():
            return len(part.lines)
        case Sequence():
            return len(part.phases)
        case Table():
            return len(part.rows)
        case Foot() | Beside():
            return 1
        case _:
            assert_never(part)


def _cut(part: Part, at: int) -> tuple[Part, Part]:
    """A part in two. Both tables have the head; the strip below a grid stays below its end."""
    match part:
        case Lines():
            return replace(part, lines=part.lines[:at]), replace(part, lines=part.lines[at:])
        case Sequence():
            return replace(part, phases=part.phases[:at]), replace(part, phases=part.phases[at:])
        case Table():
            return replace(part, rows=part.rows[:at], strip=()), replace(part, rows=part.rows[at:])
        case Foot() | Beside():
            raise AssertionError("what is one thing is not cut")
        case _:
            assert_never(part)
