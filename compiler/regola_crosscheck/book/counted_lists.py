"""Lists of what there is how often of, column by column: what is in the box, a counter mix, an order of battle.

*12 tanks* below *25 infantry* is a table in one column: its labels stand behind their numbers, its head is the line
above them. Several such lists may stand side by side, and one below another, in what looks like one table and is none.

    | Box      | Germany:    |             | Germany: |    |
    | 1 board  | 25 infantry |    is       | infantry | 25 |
    | Italy:   | 12 tanks    |             | tanks    | 12 |   and what stands below *Italy:* another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from regola_crosscheck.book.cell_values import normalized
from regola_crosscheck.book.columns import PrintedCell, runs
from regola_crosscheck.book.tables import Grid

_COUNTED = re.compile(r"(?P<number>\d{1,3})\s+(?P<name>[^\W\d_].*)")
# A list of fewer things is a line of something else.
SHORTEST = 4


@dataclass(slots=True)
class _List:
    """A list on its way to a grid, below its title."""

    title: PrintedCell
    rows: list[tuple[PrintedCell, PrintedCell]] = field(default_factory=list)

    def grid(self) -> Grid | None:
        """The list as a table; None if it is short, or has one name twice: then it is not known what it counts."""
        names = {normalized(name.text) for name, _ in self.rows}
        if len(self.rows) < SHORTEST or len(names) < len(self.rows):
            return None
        first, last = self.rows[0][1].line, self.rows[-1][1].line
        head = (replace(self.title, text=""), replace(self.title, text=self.title.text.rstrip(" :")))
        return Grid(min(first, self.title.line), last, head, tuple(self.rows), self.title.text, counted=True)


def counted_lists(lines: tuple[str, ...]) -> Iterator[Grid]:
    """The lists of counted things among the columns of a text, each as a table of names and numbers."""
    for run in runs(lines):
        for column in range(run.width):
            cells = (row.cells[column] for row in run.rows if not row.rule and column < len(row.cells))
            for one in _lists(cells):
                grid = one.grid()
                if grid is not None:
                    yield grid


def _lists(cells: Iterator[PrintedCell]) -> Iterator[_List]:
    """The lists of a column; what counts nothing is the title of what stands below it."""
    last: _List | None = None
    for cell in cells:
        counted = _COUNTED.fullmatch(cell.text)
        if counted is not None:
            last = last or _List(replace(cell, text=""))
            name = replace(cell, text=counted["name"], column=cell.column + counted.start("name"))
            last.rows.append((name, replace(cell, text=counted["number"])))
        elif cell.text:
            if last is not None:
                yield last
            last = _List(cell)
    if last is not None:
        yield last
