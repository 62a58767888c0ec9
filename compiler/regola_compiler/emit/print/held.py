"""What a block says of a table that the table does not have: columns, rows and cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regola_compiler.emit.print.names import Names
from regola_compiler.emit.print.tables import SPELLINGS
from regola_compiler.ir.tree import Table

Missing = tuple[tuple[str | int, ...], str, str, tuple[str, ...]]


def not_in(table: Table, names: Names, data: Mapping[str, Any], *, grid: bool) -> Iterator[Missing]:
    """What a block says of columns, rows and cells that `table` does not have.

    Args:
        table: What the block shows.
        names: The words of the game.
        data: The block, without lines.
        grid: Whether the block shows it as a grid.

    Yields:
        Where in the block a name stands, the name, what it should be one of, and all of these.
    """
    head = [names.spelled(cell) for cell in table.sheet.head]
    columns = tuple(head if grid else [name.replace(" ", "_") for name in head])
    rows = [names.spelled(line.cells[0]) for line in table.sheet.lines if line.cells]
    cells = {names.spelled(cell) for line in table.sheet.lines for cell in line.cells}
    if not grid:
        yield from _lacking("columns", data.get("columns", ()), "column", columns)
    yield from _lacking("heads", list(data.get("heads", ())), "column", columns)
    for key in ("groups",) if grid else ("notes", "groups"):
        yield from _lacking(key, list(data.get(key, {})), "row", tuple(dict.fromkeys(rows)))
    spelled = {other for cell in cells for other in SPELLINGS.get(cell, ())}
    asked = [str(cell).lower() if isinstance(cell, bool) else str(cell) for cell in data.get("swap", {})]
    yield from _lacking("swap", [cell for cell in asked if cell not in spelled], "cell", tuple(sorted(cells)))


def _lacking(key: str, asked: Sequence[object], what: str, known: tuple[str, ...]) -> Iterator[Missing]:
    for name in map(str, asked):
        if name not in known:
            yield (key, name), name, what, known
