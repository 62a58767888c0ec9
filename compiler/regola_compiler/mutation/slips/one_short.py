"""The rows beside a gap that would answer it if they reached one number further."""

from __future__ import annotations

import re
from typing import NamedTuple

from regola_dsl.source import Span

from regola_compiler.model.program import Table

_RANGE = re.compile(r"(?P<low>-?\d+)(?:(?P<to>\.\.|-|–)(?P<high>-?\d+)|(?P<open>\+))?")


class Reaching(NamedTuple):
    """A row, and what it says of the numbers that it is for if it reaches the gap."""

    place: Span
    now: str


def rows_reaching(table: Table, dimension: int, number: int) -> list[Reaching]:
    """The rows that end right before a number, or begin right behind it; in the order of the table.

    Args:
        table: A table in which each row has a line of its own; of a grid there are none.
        dimension: Which of its inputs the number is one of.
        number: What no row is for.
    """
    rows = zip(table.rows, table.shown[1:], strict=False)
    found: list[Reaching] = []
    for row, shown in rows if not table.grid and len(table.shown) == len(table.rows) + 1 else ():
        printed = _RANGE.fullmatch(shown[dimension].strip())
        if printed is None or row.last:
            continue
        begin, to = int(printed["low"]), printed["to"] or "-"
        end = begin if printed["high"] is None else int(printed["high"])
        if end + 1 == number and not printed["open"]:
            found.append(Reaching(row.line, f"{begin}{to}{number}"))
        elif begin - 1 == number:
            found.append(Reaching(row.line, f"{number}+" if printed["open"] else f"{number}{to}{end}"))
    return found
