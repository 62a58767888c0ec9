"""Tables as the book prints them: the cells of `Table.shown`, each knowing what it stands for.

Cells keep their spelling, with two exceptions that a reader of the book would make too: a value
written in quotes loses them, and a member of an enum that is a plain word (`rough_ground`) can be
shown by its text. Signs such as `A1/DR` stay signs; `legend` says what they mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from regola_dsl.tree import Anchors

from regola_compiler.model.program import Dimension, Edge, Table, from_ordinal
from regola_compiler.model.types import BoolType, EnumType, ListType, RecordType, Type, show

_ALTERNATIVES = re.compile(r'((?:"[^"]*"|[^,"])+)')
_KEYWORDS = {"otherwise": "otherwise", "yes": "yes", "true": "yes", "no": "no", "false": "no"}


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a cell: `text`, `member` of the type `of`, `word` of the page, or `any`."""

    kind: str
    text: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell; `heading` marks those that name what is looked up. `raw` is how it was typed."""

    raw: str
    parts: tuple[Part, ...]
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A printed row with the sections it is anchored to."""

    cells: tuple[Cell, ...]
    anchors: Anchors


@dataclass(frozen=True, slots=True)
class EdgePolicy:
    """What a table says past one end of an axis."""

    axis: Dimension
    side: str
    limit: str
    edge: Edge


@dataclass(frozen=True, slots=True)
class Printed:
    """A table ready to be set. A grid's axes are `down` and `across`; elsewhere both are None."""

    down: Dimension | None
    across: Dimension | None
    head: tuple[Cell, ...]
    lines: tuple[Line, ...]
    past: tuple[EdgePolicy, ...]

    @property
    def anchored(self) -> bool:
        """Whether any row has a section of its own."""
        return any(line.anchors for line in self.lines)


def printed(table: Table) -> Printed:
    """The printed form of `table`."""
    head, *rows = table.shown
    down, across = table.dimensions[:2] if table.grid else (None, None)
    if down and across:
        readers: list[tuple[Type, bool]] = [(down.type, True)] + [(_item(table.result), False)] * (len(head) - 1)
        cells = [_cell(text, across.type, heading=True) for text in head[1:]]
    else:
        readers, cells = _columns(table, head)
    anchors = _row_anchors(table, len(rows))
    lines = tuple(
        Line(
            tuple(_cell(text, type_, heading=heading) for text, (type_, heading) in zip(row, readers, strict=True)),
            anchors[place],
        )
        for place, row in enumerate(rows)
    )
    return Printed(down, across, tuple(cells), lines, _past(table))


def legend(table: Printed) -> tuple[tuple[str, str], ...]:
    """The members that appear in a table, as (type, member), each once and in order of appearance."""
    cells = [*table.head, *(cell for line in table.lines for cell in line.cells)]
    parts = [part for cell in cells for part in cell.parts if part.kind == "member"]
    return tuple(dict.fromkeys((part.of, part.text) for part in parts))


def _item(type_: Type) -> Type:
    """What one row of a table answers with."""
    return type_.item if isinstance(type_, ListType) else type_


def _columns(table: Table, head: tuple[str, ...]) -> tuple[list[tuple[Type, bool]], list[Cell]]:
    """How to read each column of a table that is no grid, and its header cells.

    Dimensions stand in the order of their columns, so the next one tells whether a column is an input.
    """
    result, waiting = _item(table.result), list(table.dimensions)
    readers: list[tuple[Type, bool]] = []
    cells = []
    for text in head:
        if waiting and waiting[0].label == text:
            readers.append((waiting.pop(0).type, True))
            cells.append(Cell(text, (Part("axis", text),), heading=True))
            continue
        field = result.field(text) if isinstance(result, RecordType) and table.outputs != ("",) else result
        readers.append((field or result, False))
        cells.append(Cell(text, (Part("text", text.replace("_", " ")),)))
    return readers, cells


def _row_anchors(table: Table, count: int) -> list[Anchors]:
    """The anchors of each printed row: a grid's row is several rules with one line."""
    found = list({row.line: row.anchors for row in table.rows}.values())
    return found if len(found) == count else [()] * count


def _cell(text: str, type_: Type, *, heading: bool) -> Cell:
    if heading and text in {"-", "otherwise"} and not _member(type_, text):
        part = Part("any", text) if text == "-" else Part("word", "otherwise")
        return Cell(text, (part,), heading)
    if isinstance(type_, BoolType) and text in _KEYWORDS:
        return Cell(text, (Part("word", _KEYWORDS[text]),), heading)
    if not isinstance(type_, EnumType):
        return Cell(text, (Part("text", _unquoted(text)),), heading)
    parts: list[Part] = []
    for piece in _ALTERNATIVES.split(text) if heading else [text]:
        parts += _alternative(piece, type_)
    return Cell(text, tuple(parts), heading)


def _alternative(piece: str, type_: EnumType) -> list[Part]:
    """One of the values a cell lists, or what stands between two of them; a range keeps its dots."""
    bare = _unquoted(piece.strip())
    if piece.strip() == ",":
        return [Part("text", ", ")]
    if _member(type_, bare):
        return [Part("member", bare, type_.name)]
    low, dots, high = bare.partition("..")
    if dots:
        ends = [
            Part("member" if _member(type_, end) else "text", end, type_.name)
            for end in (_unquoted(low.strip()), _unquoted(high.strip()))
        ]
        return [ends[0], Part("text", " … "), ends[1]]
    return [Part("text", bare)] if bare else []


def _member(type_: Type, label: str) -> bool:
    return isinstance(type_, EnumType) and _unquoted(label) in type_.members


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def _past(table: Table) -> tuple[EdgePolicy, ...]:
    found = []
    for axis in table.dimensions:
        for side, edge, end in (("below", axis.below, axis.low), ("above", axis.above, axis.high)):
            if edge is not None:
                found.append(EdgePolicy(axis, side, show(from_ordinal(end, axis.type), axis.type), edge))
    return tuple(found)
