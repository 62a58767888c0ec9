"""Tables as the book prints them: their cells as they were typed, each knowing what it stands for.

Cells keep their spelling, with two exceptions that a reader of the book would make too: a value written in quotes
loses them, and a member of an enum that is a plain word (`rough_ground`) can be shown by its text. Signs such as
`A1/DR` stay signs.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from regola_dsl.kinds import Side
from regola_dsl.tree import Anchors, Texts

from regola_compiler.ir import tree
from regola_compiler.ir.expressions import lower_anchors, told
from regola_compiler.model.program import Edge, Table, from_ordinal
from regola_compiler.model.types import BoolType, EnumType, ListType, RecordType, Type, show

_ALTERNATIVES = re.compile(r'((?:"[^"]*"|[^,"])+)')
_COMPARED = re.compile(r"(?P<sign><=|>=|<|>|is not|is)\s*(?P<other>\S+)")
_KEYWORDS = {"otherwise": "otherwise", "yes": "yes", "true": "yes", "no": "no", "false": "no"}


def lower_sheet(table: Table) -> tree.Sheet:
    """The printed form of a table."""
    head, *rows = table.shown
    if table.grid:
        down, across = table.dimensions[:2]
        readers: list[tuple[Type, bool]] = [(down.type, True)] + [(_item(table.result), False)] * (len(head) - 1)
        cells = [_cell(text, across.type, heading=True) for text in head[1:]]
    else:
        readers, cells = _columns(table, head)
    inputs = [] if table.grid else [dimension.label for dimension in table.dimensions]
    behind = _behind_rows(table, len(rows))
    lines = tuple(
        tree.Line(
            tuple(
                _cell(text, type_, heading=heading, inputs=inputs)
                for text, (type_, heading) in zip(row, readers, strict=True)
            ),
            lower_anchors(behind[place][0]),
            told((), behind[place][1])["texts"],
        )
        for place, row in enumerate(rows)
    )
    return tree.Sheet(tuple(cells), lines)


def lower_edges(table: Table) -> tuple[tree.Edge, ...]:
    """What a table says past the ends of its dimensions."""
    found = []
    for place, axis in enumerate(table.dimensions):
        ends: tuple[tuple[Side, int, Edge | None], ...] = (
            ("below", axis.low, axis.below),
            ("above", axis.high, axis.above),
        )
        for side, end, edge in ends:
            if edge is not None:
                limit = show(from_ordinal(end, axis.type), axis.type)
                found.append(tree.Edge(place, side, limit, edge.policy, edge.by, lower_anchors(edge.anchors)))
    return tuple(found)


def _item(type_: Type) -> Type:
    """What one row of a table answers with."""
    return type_.item if isinstance(type_, ListType) else type_


def _columns(table: Table, head: tuple[str, ...]) -> tuple[list[tuple[Type, bool]], list[tree.Cell]]:
    """How to read each column of a table that is no grid, and its header cells.

    Dimensions stand in the order of their columns, so the next one tells whether a column is an input.
    """
    result, waiting = _item(table.result), list(table.dimensions)
    readers: list[tuple[Type, bool]] = []
    cells = []
    for text in head:
        if waiting and waiting[0].label == text:
            readers.append((waiting.pop(0).type, True))
            cells.append(tree.Cell((tree.CellPart("axis", text),), heading=True))
            continue
        field = result.field(text) if isinstance(result, RecordType) and table.outputs != ("",) else result
        readers.append((field or result, False))
        cells.append(tree.Cell((tree.CellPart("text", text.replace("_", " ")),)))
    return readers, cells


def _behind_rows(table: Table, count: int) -> list[tuple[Anchors, Texts]]:
    """The anchors and the remark of each printed row: a grid's row is several rules with one line."""
    found = list({row.line: (row.anchors, row.texts) for row in table.rows}.values())
    return found if len(found) == count else [((), ())] * count


def _cell(text: str, type_: Type, *, heading: bool, inputs: Collection[str] = ()) -> tree.Cell:
    compared = _COMPARED.fullmatch(text) if heading and not _member(type_, text) else None
    if compared is not None and compared["other"] in inputs:
        sign = {"is": "=", "is not": "≠"}.get(compared["sign"], compared["sign"])
        return tree.Cell((tree.CellPart("text", f"{sign} "), tree.CellPart("axis", compared["other"])), heading)
    if heading and text in {"-", "otherwise"} and not _member(type_, text):
        part = tree.CellPart("any", text) if text == "-" else tree.CellPart("word", "otherwise")
        return tree.Cell((part,), heading)
    if isinstance(type_, BoolType) and text in _KEYWORDS:
        return tree.Cell((tree.CellPart("word", _KEYWORDS[text]),), heading)
    if not isinstance(type_, EnumType):
        return tree.Cell((tree.CellPart("text", _unquoted(text)),), heading)
    parts: list[tree.CellPart] = []
    for piece in _ALTERNATIVES.split(text) if heading else [text]:
        parts += _alternative(piece, type_)
    return tree.Cell(tuple(parts), heading)


def _alternative(piece: str, type_: EnumType) -> list[tree.CellPart]:
    """One of the values a cell lists, or what stands between two of them; a range keeps its dots."""
    bare = _unquoted(piece.strip())
    if piece.strip() == ",":
        return [tree.CellPart("text", ", ")]
    if _member(type_, bare):
        return [tree.CellPart("member", bare, type_.name)]
    low, dots, high = bare.partition("..")
    if dots:
        ends = [_end(_unquoted(end.strip()), type_) for end in (low, high)]
        return [ends[0], tree.CellPart("text", " … "), ends[1]]
    return [tree.CellPart("text", bare)] if bare else []


def _end(label: str, type_: EnumType) -> tree.CellPart:
    return tree.CellPart("member", label, type_.name) if _member(type_, label) else tree.CellPart("text", label)


def _member(type_: Type, label: str) -> bool:
    return isinstance(type_, EnumType) and _unquoted(label) in type_.members


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
