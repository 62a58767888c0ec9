"""What goes on over the end of a column or a page: a paragraph in its middle, a table with its head printed again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from regola_crosscheck.files.blocks import Block, Paragraph, Table

ENDS = re.compile(r"[.:;!?…»”\")\]]\W*$")
# What ends a sentence for sure; behind a colon or a bracket a number goes on with it.
STOPS = re.compile(r"[.!?…][»”\")\]]*$")


@dataclass(frozen=True, slots=True)
class Part:
    """A block of one column; of a paragraph, what tells whether it goes on in the next, or goes on there.

    Attributes:
        block: the paragraph, or the table.
        full: whether its last line is full.
        plain: whether it begins as one goes on.
        room: how much room is left in its last line.
        first: how wide its first word is.
        count: what it counts, if it begins as the part of a list does.
    """

    block: Block
    full: bool = False
    plain: bool = False
    room: float = 0.0
    first: float = 0.0
    count: int | None = None


def joined(parts: Iterable[Part]) -> list[Block]:
    """The blocks of all columns in their order, made whole again."""
    found: list[Part] = []
    counted: set[int | None] = set()
    for part in parts:
        before = found[-1] if found else None
        one, other = before.block if before else None, part.block
        if (
            isinstance(one, Paragraph)
            and isinstance(other, Paragraph)
            and before is not None
            and (part.count is None or part.count - 1 not in counted)
            and _goes_on(before, one, part, other)
        ):
            found[-1] = replace(
                part, block=replace(one, pieces=(*one.pieces, *other.pieces)), plain=before.plain, count=before.count
            )
        elif isinstance(one, Table) and isinstance(other, Table) and _is_same_table(one, other):
            found[-1] = Part(_one_table(one, other))
        else:
            found.append(part)
            counted = {*counted, part.count} if part.count is not None else counted
    return [part.block for part in found]


def _goes_on(before: Part, above: Paragraph, after: Part, below: Paragraph) -> bool:
    """Whether a paragraph at the head of a column goes on from the one at the foot of the column before."""
    if above.level or below.level or below.mark or not above.pieces or not below.pieces:
        return False
    one, other = above.pieces[-1].place, below.pieces[0].place
    if (one.page, one.column) == (other.page, other.column) or not after.plain:
        return False
    words, first = above.plain, below.plain[:1]
    if below.pieces[0].italic and not above.pieces[-1].italic and STOPS.search(words):
        return False  # as the word `Example` does
    # In a text that is not set to the edge a line is full where the next word finds no room.
    full = before.full or before.room < after.first
    open_ = not ENDS.search(words) or words.endswith((":", ";", ")")) or full
    return open_ and (full or first.islower() or first.isdigit() or first in "(«“")


def _is_same_table(above: Table, below: Table) -> bool:
    """Whether a table goes on at the head of a column from the foot of the one before."""
    one, other = above.rows[-1], below.rows[0]
    if (one.place.page, one.place.column) == (other.place.page, other.place.column):
        return False
    return len(one.cells) == len(other.cells)


def _one_table(above: Table, below: Table) -> Table:
    """The two as one; a head that is printed again is left out."""
    again = below.rows[0].cells == above.rows[0].cells
    return Table((*above.rows, *below.rows[again:]))
