"""The sheet of a game that nobody has described one for: its sequence of play, its tables and its modifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regola_compiler.emit.print.names import Names
from regola_compiler.ir.tree import Ir, Modifiers, Table

# Tables longer than this are looked up in the book: they would fill a sheet by themselves.
_LONGEST = 60
_COLUMNS = 3
# Below how many lines there is room for a larger type; it is made smaller where they are too wide for that.
_SHORT = 46


def standard(ir: Ir) -> dict[str, Any]:
    """A description with a block for each sequence, table and list of modifiers, in the order of the book.

    Blocks are dealt to the columns so that these are about equally long; what finds no room goes to another sheet.
    """
    blocks = list(_blocks(ir))
    whole = sum(weight for weight, _ in blocks)
    sides = max(1, -(-whole // (_COLUMNS * 46)))
    wanted = whole / (sides * _COLUMNS)
    columns: list[list[dict[str, Any]]] = [[]]
    filled = 0.0
    for weight, block in blocks:
        if columns[-1] and filled + weight / 2 > wanted and len(columns) < sides * _COLUMNS:
            columns.append([])
            filled = 0.0
        columns[-1].append(block)
        filled += weight
    described = [{"width": "1fr", "blocks": column} for column in columns if column]
    return {
        "overflow": "another-sheet",
        "text": {"size": "12pt" if whole <= _SHORT else "9.2pt", "at-least": "6.8pt"},
        "sides": [
            {"title": "", "columns": described[start : start + _COLUMNS]}
            for start in range(0, len(described), _COLUMNS)
        ]
        or [{"title": "", "columns": [{"width": "1fr", "blocks": []}]}],
    }


def _blocks(ir: Ir) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each block with about how many lines it takes."""
    names = Names(ir, ir.languages[0] if ir.languages else "en")
    untitled = {tag: Names(ir, tag).words["sequence"] for tag in ir.languages} or names.words["sequence"]
    for sequence in ir.outlines:
        steps = sum(1 for phase in sequence.walk() if phase.name)
        title = dict(sequence.texts) or untitled
        yield steps + 3, {"title": title, "refs": _refs(sequence.anchors), "sequence": sequence.name}
    for name in ir.tables:
        item = names.declarations[name]
        called = {"title": dict(item.texts) or name.replace("_", " "), "refs": _refs(item.anchors)}
        if isinstance(item, Modifiers):
            yield len(item.lines) + 3, {**called, "modifiers": name}
        elif isinstance(item, Table) and len(item.sheet.lines) <= _LONGEST:
            wide = len(item.sheet.head) > 9
            block = {**called, ("grid" if item.grid else "table"): name}
            yield (len(item.sheet.lines) + len(item.edges) + 4) * (2 if wide else 1), block


def _refs(anchors: tuple[str, ...]) -> str:
    return ", ".join(anchor for anchor in anchors if anchor[:1].isdigit())
