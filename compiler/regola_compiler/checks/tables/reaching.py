"""The rows beside a gap that would answer it if they reached one number further."""

from __future__ import annotations

import re
from typing import NamedTuple

from regola_dsl.source import Span

from regola_compiler.analysis.boxes import Masks, Space
from regola_compiler.model.program import Table
from regola_compiler.model.types import DiceType, IntType

_RANGE = re.compile(r"(?P<low>-?\d+)(?:(?P<to>\.\.|-|–)(?P<high>-?\d+)|(?P<open>\+))?")


class Reaching(NamedTuple):
    """A row, and what it says of the numbers that it is for if it reaches the gap."""

    place: Span
    now: str


def rows_reaching(table: Table, space: Space, gap: Masks) -> list[Reaching]:
    """The rows that end right before a gap of one number, or begin right behind it; in the order of the table.

    Args:
        table: A table in which each row has a line of its own; of a grid there are none.
        space: Its inputs.
        gap: Those that no row answers.
    """
    apart = [place for place, part in enumerate(gap) if part != space.full[place]]
    if table.grid or len(apart) != 1 or len(table.shown) != len(table.rows) + 1:
        return []
    (dimension,) = apart
    low, high = space.segments[dimension][gap[dimension].bit_length() - 1]
    one_number = low == high and gap[dimension].bit_count() == 1
    if not one_number or not isinstance(table.dimensions[dimension].type, IntType | DiceType):
        return []
    found: list[Reaching] = []
    for row, shown in zip(table.rows, table.shown[1:], strict=True):
        printed = _RANGE.fullmatch(shown[dimension].strip())
        if printed is None or row.last:
            continue
        begin = int(printed["low"])
        end = begin if printed["high"] is None else int(printed["high"])
        to = printed["to"] or "-"
        if end + 1 == low and not printed["open"]:
            found.append(Reaching(row.line, f"{begin}{to}{low}"))
        elif begin - 1 == low:
            found.append(Reaching(row.line, f"{low}+" if printed["open"] else f"{low}{to}{end}"))
    return found
