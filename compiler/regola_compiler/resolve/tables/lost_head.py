"""A table whose first row is a row like the others: its head is missing, and can be written out of its first line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

from regola_dsl import tree
from regola_dsl.wording import say

from regola_compiler.model.program import Parameter
from regola_compiler.model.types import BoolType, EnumType, RecordType, Type
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.tables.cells import output_value, selector_of
from regola_compiler.resolve.tables.compared_cells import values_of
from regola_compiler.resolve.tables.exchanged_cells import resolves

# Above how many columns the values of an input are written out.
_WIDEST = 12
# Of so many columns all orders are tried.
_FEW = 4


def tells_a_lost_head(node: tree.Table, parameters: Sequence[Parameter], result: Type, scope: Scope) -> bool:
    """Whether the first row of a table is none of heads; then that is told.

    Args:
        node: The table as written.
        parameters: What it is entered with.
        result: What it results in.
        scope: What is known in it.
    """
    first = node.rows[0]
    if scope.names.trying or "\\" in first.cells[0].text or not parameters:
        return False
    if any(cell.text.split(".")[0] in scope.locals for cell in first.cells):
        return False
    head = _in_columns(node, first, parameters, result, scope) or _as_grid(first, parameters, result, scope)
    if not head:
        return False
    below = next((row for row in node.rows[1:] if _is_head(row, head, scope)), None)
    if below is not None:
        told = say("put `{head}` above all rows", head=_row([cell.text for cell in below.cells]))
        message = say("the head of table `{name}` stands below a row", name=node.name.text)
        scope.names.report(codes.BAD_HEADER, message, below.span, help=told)
        return True
    scope.names.report(
        codes.BAD_HEADER,
        say("the first row of table `{name}` is a row like those below it: its head is missing", name=node.name.text),
        first.span,
        help=say("write its head above it: `{head}`", head=head),
    )
    return True


def _is_head(row: tree.Row, head: str, scope: Scope) -> bool:
    """Whether a row has the heads of a table: what it is entered with, in a corner or above its column."""
    asked = {word for cell in row.cells for word in cell.text.split(".")[0].split(" \\ ")}
    return any(word in scope.locals for word in asked) and ("\\" in head) == ("\\" in row.cells[0].text)


def _in_columns(node: tree.Table, first: tree.Row, parameters: Sequence[Parameter], result: Type, scope: Scope) -> str:
    """The head of a table with a column for each input and each result, if its first row is a row of such a table."""
    results = result.fields if isinstance(result, RecordType) else ((_called(node, parameters, result), result),)
    asked = [(one.name, one.type, _matches) for one in parameters]
    heads = [*asked, *((name, type_, _gives) for name, type_ in results)]
    if len(first.cells) != len(heads):
        return ""
    for order in permutations(heads) if len(heads) <= _FEW else (heads,):
        if all(fits(cell, type_, scope) for cell, (_, type_, fits) in zip(first.cells, order, strict=True)):
            return _row([name for name, _, _ in order])
    return ""


def _called(node: tree.Table, parameters: Sequence[Parameter], result: Type) -> str:
    """What a result is called above its column: as its type, where that has a name of its own, or as the table."""
    name = "_".join(re.findall(r"[A-Z]?[^A-Z]+|[A-Z]+", result.name)).lower() if isinstance(result, EnumType) else ""
    return name if name and name not in {one.name for one in parameters} else node.name.text


def _as_grid(first: tree.Row, parameters: Sequence[Parameter], result: Type, scope: Scope) -> str:
    """The head of a grid, if the first row is one of a grid."""
    if len(parameters) != 2 or len(first.cells) < 2 or isinstance(result, RecordType):
        return ""
    down, across = parameters
    if not _matches(first.cells[0], down.type, scope) or not all(_gives(c, result, scope) for c in first.cells[1:]):
        return ""
    columns = _values(across.type)
    above = columns if len(columns) == len(first.cells) - 1 <= _WIDEST else ["…"]
    return _row([f"{down.name} \\ {across.name}", *above])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _values(type_: Type) -> list[str]:
    """The values of a type as a head has them; none of one that has too many."""
    match type_:
        case EnumType():
            return [f'"{one}"' if not one.replace("_", "a").isalnum() else one for one in type_.members]
        case BoolType():
            return ["no", "yes"]
        case _:
            return [str(value) for value in values_of(type_) or ()]


def _matches(cell: tree.Cell, type_: Type, scope: Scope) -> bool:
    """Whether a cell asks for values of an input."""
    return cell.text == "otherwise" or resolves(lambda: selector_of(cell, type_, scope), scope.names)


def _gives(cell: tree.Cell, type_: Type, scope: Scope) -> bool:
    """Whether a cell gives a value of a result."""
    return resolves(lambda: output_value(cell, type_, scope), scope.names)
