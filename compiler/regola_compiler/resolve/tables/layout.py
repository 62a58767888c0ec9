r"""Printed tables: from cells as they stand on the page to rows over typed dimensions.

Three layouts, one meaning. A corner cell `die \ odds` makes a grid, each of whose cells is one
rule. Otherwise a column whose header is an input (a parameter, or a path that begins with one) is
matched, any other column is an output, and each printed row is one rule.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.kinds import HitPolicy, ShapeDirection
from regola_dsl.parser import parse_expression
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import ANYTHING, Dimension, Edge, Expr, Parameter, Row, Selector, Table
from regola_compiler.model.types import (
    ERROR,
    BoolType,
    DiceType,
    EnumType,
    ErrorType,
    IntType,
    ListType,
    RecordType,
    Type,
    described,
    is_numeric,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, SymbolTable, parameter_scope
from regola_compiler.resolve.tables.cells import output_value, selector_of
from regola_compiler.resolve.tables.compared_cells import (
    Compared,
    check_compared,
    compared_with,
    values_of,
    written_out,
)
from regola_compiler.resolve.tables.exchanged_cells import (
    Held,
    tell_exchanged_cells,
    tell_exchanged_heads,
    tell_exchanged_inputs,
)
from regola_compiler.resolve.tables.lost_head import tells_a_lost_head
from regola_compiler.resolve.tables.selectors import complement
from regola_compiler.resolve.values.comparisons import has_order
from regola_compiler.resolve.values.expressions import resolve


@dataclass(frozen=True, slots=True)
class _Axis:
    """An input as printed: its label, what it reads, its type."""

    label: str
    value: Expr
    type: Type


def resolve_table(
    node: tree.Table, parameters: tuple[Parameter, ...], result: Type, names: SymbolTable
) -> Table | None:
    """The table that `node` prints, or None where its header cannot be read."""
    scope = parameter_scope(parameters, names)
    if not node.rows:
        return None
    header = node.rows[0]
    grid = "\\" in header.cells[0].text
    if node.hit == HitPolicy.SUM and not is_numeric(result) and not isinstance(result, ErrorType):
        names.report(
            codes.TYPE_MISMATCH,
            say("`{result}` cannot be added up, as `hit sum` asks", result=result),
            node.name.span,
            help=say("write `hit first`, or let the table result in a number"),
        )
        return None
    if node.hit in {HitPolicy.MAX, HitPolicy.MIN} and not has_order(result):
        names.report(
            codes.TYPE_MISMATCH,
            say(
                "of {result} none is the most or the least, as `hit {hit}` asks", result=described(result), hit=node.hit
            ),
            node.name.span,
            help=say("write `hit first`, or let the table result in a number or a value of a scale"),
        )
        return None
    if tells_a_lost_head(node, parameters, result, scope):
        return None
    layout = _grid(node, scope) if grid else _rows(node, result, scope)
    if layout is None:
        return None
    axes, outputs, rows = layout
    dimensions = tuple(_dimension(axis, [row.selectors[i] for row in rows]) for i, axis in enumerate(axes))
    dimensions = _edges(node, dimensions, names)
    unread = [p for p in parameters if p.name not in {_root(axis.label) for axis in axes}]
    for parameter in unread:
        names.report(
            codes.BAD_HEADER,
            say(
                "parameter `{name}` has no column in table `{node_name}`", name=parameter.name, node_name=node.name.text
            ),
            header.span,
            help=say("add a column `{name}`, or remove the parameter", name=parameter.name),
        )
    shapes = _shapes(node, dimensions, names)
    return Table(
        node.name.text,
        parameters,
        ListType(result) if node.hit == HitPolicy.ALL else result,
        outputs,
        dimensions,
        tuple(rows),
        node.hit,
        shapes,
        tuple(tuple(cell.text for cell in row.cells) for row in node.rows),
        grid,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )


def _root(label: str) -> str:
    return label.split(".", maxsplit=1)[0]


def _axis(cell: tree.Cell, text: str, scope: Scope, *, needed: bool) -> _Axis | None:
    """The input a header cell names; None (after a finding where `needed`) if it names none."""
    text = text.strip()
    if re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", text) and _root(text) in scope.locals:
        parsed, _ = parse_expression(text, cell.span)
        if parsed is not None:
            value = resolve(parsed, scope)
            if _enterable(value.type):
                return _Axis(text, value, value.type)
            scope.names.report(
                codes.BAD_HEADER,
                say(
                    "a table cannot be entered with {value}, as column `{text}` would be",
                    value=described(value.type),
                    text=text,
                ),
                cell.span,
                help=say("use a field of it, such as `unit.kind`")
                if isinstance(value.type, RecordType)
                else say("the inputs of a table are whole numbers, dice, conditions, and values of an enum or a scale"),
            )
            return _Axis(text, value, ERROR)
    if needed:
        scope.names.unknown("parameter", text, cell.span, list(scope.locals))
    return None


def _enterable(type_: Type) -> bool:
    return isinstance(type_, EnumType | BoolType | IntType | DiceType | ErrorType)


def _once(cells: list[tree.Cell], names: SymbolTable) -> bool:
    """Whether no header stands twice; the second one is a finding."""
    seen: dict[str, Span] = {}
    for cell in cells:
        if cell.text in seen:
            names.report(
                codes.BAD_HEADER,
                say("column `{cell}` stands twice", cell=cell.text),
                cell.span,
                related=(Label(seen[cell.text], say("first here")),),
                help=say("remove one of the two"),
            )
            return False
        seen[cell.text] = cell.span
    return True


def _grid(node: tree.Table, scope: Scope) -> tuple[list[_Axis], tuple[str, ...], list[Row]] | None:
    corner, *columns = node.rows[0].cells
    result = scope.names.signature_of(node).result
    output = result.item if node.hit == HitPolicy.ALL and isinstance(result, ListType) else result
    if isinstance(output, RecordType):
        scope.names.report(
            codes.BAD_HEADER,
            say("a grid has one value in each cell, and `{name}` has several results", name=node.name.text),
            corner.span,
            help=say("give the table a column for each input and each result"),
        )
        return None
    inputs = [part.strip() for part in corner.text.split("\\")]
    if len(inputs) != 2 or not all(inputs):
        scope.names.report(
            codes.BAD_HEADER,
            say("the corner of a grid names two inputs, one down and one across"),
            corner.span,
            help=say("write `down \\ across`; a table with more inputs has a column for each"),
        )
        return None
    if not _once(columns, scope.names):
        return None
    down, across = inputs
    axes = [axis for text in (down, across) if (axis := _axis(corner, text, scope, needed=True))]
    if len(axes) < 2 or any(isinstance(axis.type, ErrorType) for axis in axes):
        return None
    mark = scope.names.mark()
    heads = [selector_of(cell, axes[1].type, scope) for cell in columns]
    rows: list[Row] = []
    for printed in node.rows[1:]:
        side = selector_of(printed.cells[0], axes[0].type, scope)
        for head, cell in zip(heads, printed.cells[1:], strict=True):
            value = output_value(cell, output, scope)
            if side is not None and head is not None and value is not None:
                rows.append(Row((side, head), (value,), printed.anchors, cell.span, printed.span, texts=printed.texts))
    if scope.names.count() > mark[0]:
        reads = [partial(selector_of, type_=axis.type, scope=scope) for axis in axes]
        beside = [Held(down, row.cells[0], reads[0]) for row in node.rows[1:]]
        above = [Held(across, cell, reads[1]) for cell in columns]
        tell_exchanged_inputs(corner, beside, above, mark, scope.names)
    return axes, ("",), rows


def _rows(node: tree.Table, result: Type, scope: Scope) -> tuple[list[_Axis], tuple[str, ...], list[Row]] | None:
    names = scope.names
    columns = [_axis(cell, cell.text, scope, needed=False) for cell in node.rows[0].cells]
    axes = [axis for axis in columns if axis is not None]
    if not _once(list(node.rows[0].cells), names) or any(isinstance(axis.type, ErrorType) for axis in axes):
        return None
    outputs = [cell for cell, axis in zip(node.rows[0].cells, columns, strict=True) if axis is None]
    if _names_no_input(node, columns, outputs, result, scope):
        return None
    types = _output_types(node, outputs, result, names, list(scope.locals))
    if types is None:
        return None
    rows: list[Row] = []
    written: dict[int, dict[int, Compared]] = {}
    begun, below = names.mark(), list[list[Held]]()
    for printed in node.rows[1:]:
        selectors: list[Selector] = []
        values: list[Expr] = []
        last, whole, place = False, True, 0
        compared: dict[int, Compared] = {}
        mark, held = names.mark(), list[Held]()
        for axis, cell in zip(columns, printed.cells, strict=True):
            if axis is not None and (pair := compared_with(cell, axis.type, list(scope.locals))) is not None:
                other = _other_axis(cell, *pair, axis, axes, scope)
                whole = whole and other is not None
                if other is not None:
                    compared[len(selectors)] = Compared(pair[0], other)
                selectors.append(ANYTHING)
            elif axis is not None:
                last = last or cell.text == "otherwise"
                selector = ANYTHING if cell.text == "otherwise" else selector_of(cell, axis.type, scope)
                held.append(Held(axis.label, cell, partial(selector_of, type_=axis.type, scope=scope)))
                whole = whole and selector is not None
                selectors.append(selector or ANYTHING)
            else:
                value = output_value(cell, types[place], scope)
                head = outputs[place].text
                held.append(Held(head, cell, partial(output_value, type_=types[place], scope=scope)))
                whole = whole and value is not None
                values += [value] if value is not None else []
                place += 1
        below.append(held)
        if names.count() > mark[0]:
            tell_exchanged_cells(held, mark, names)
        if whole:
            written[len(rows)] = compared
            rows.append(
                Row(tuple(selectors), tuple(values), printed.anchors, printed.span, printed.span, last, printed.texts)
            )
    declared = [name for name, _ in result.fields] if isinstance(result, RecordType) else []
    tell_exchanged_heads(node.rows[0].cells, below, begun, names, declared)
    if any(written.values()):
        rows = _written_out(rows, written, axes)
    return axes, tuple(cell.text for cell in outputs) if isinstance(result, RecordType) else ("",), rows


def _other_axis(cell: tree.Cell, sign: str, text: str, own: _Axis, axes: list[_Axis], scope: Scope) -> int | None:
    """The number of the input that a cell compares with; one that has no column is put behind the others."""
    known = next((number for number, axis in enumerate(axes) if axis.label == text), None)
    other = axes[known] if known is not None else _axis(cell, text, scope, needed=True)
    if other is None or not check_compared(cell, sign, own.type, other.type, scope.names):
        return None
    if known is None:
        axes.append(other)
        return len(axes) - 1
    return known


def _written_out(rows: list[Row], compared: dict[int, dict[int, Compared]], axes: list[_Axis]) -> list[Row]:
    """The rows with those written out that compare, each with a selector for every input."""
    values = {number: found for number, axis in enumerate(axes) if (found := values_of(axis.type)) is not None}
    whole = [replace(row, selectors=(*row.selectors, *(ANYTHING,) * (len(axes) - len(row.selectors)))) for row in rows]
    return [
        each
        for number, row in enumerate(whole)
        for each in (written_out(row, compared[number], values, complement) if compared[number] else (row,))
    ]


def _names_no_input(
    node: tree.Table, columns: Sequence[_Axis | None], outputs: Sequence[tree.Cell], result: Type, scope: Scope
) -> bool:
    """Whether a header has more columns than results because one of its inputs is not named in it, which is told then.

    It is called otherwise there; or its values stand at the upper edge, and the corner does not say so.
    """
    asked = {_root(axis.label) for axis in columns if axis is not None}
    left = [name for name in scope.locals if name not in asked]
    if isinstance(result, RecordType) or len(outputs) < 2 or len(left) != 1:
        return False
    (name,), cell, first = left, outputs[0], node.rows[0].cells[0]
    message = say("`{output}` is no input of `{name}`", output=cell.text, name=node.name.text)
    if len(outputs) == 2 and columns[-1] is None and re.fullmatch(r"[^\W\d]\w*", cell.text):
        help_text = say("the input is called `{name}`: write that here, or `{cell}` there", name=name, cell=cell.text)
    elif columns[0] is not None and asked == {_root(columns[0].label)}:
        help_text = say(
            "the values of `{name}` stand above their columns if the corner names both inputs: `{rows} \\ {name}`",
            name=name,
            rows=first.text,
        )
    else:
        return False
    scope.names.report(codes.BAD_HEADER, message, cell.span, help=help_text)
    return True


def _output_types(
    node: tree.Table, outputs: list[tree.Cell], result: Type, names: SymbolTable, inputs: list[str]
) -> list[Type] | None:
    """The type of each output column; None after a finding if the columns do not give the result."""
    if not outputs:
        names.report(
            codes.BAD_HEADER,
            say("table `{name}` has no column for its result", name=node.name.text),
            node.rows[0].span,
            help=say("add a column; it may be called as you like"),
        )
        return None
    corner = [word for word in re.findall(r"\w+", outputs[0].text) if word in inputs]
    if outputs[0] is node.rows[0].cells[0] and len(corner) == 2 and {*corner} == {*inputs}:
        names.report(
            codes.BAD_HEADER,
            say("`{output}` is no input of `{name}`", output=outputs[0].text, name=node.name.text),
            outputs[0].span,
            help=say(
                "the corner of a table with both inputs at its edges is written `{rows} \\ {columns}`",
                rows=corner[0],
                columns=corner[1],
            ),
        )
        return None
    if outputs[0] is node.rows[0].cells[0] and len(inputs) == 2 and not isinstance(result, RecordType):
        names.report(
            codes.BAD_HEADER,
            say("the corner of table `{name}` names no input", name=node.name.text),
            outputs[0].span,
            help=say(
                "the corner of a table with both inputs at its edges is written `{rows} \\ {columns}`",
                rows=inputs[0],
                columns=inputs[1],
            ),
        )
        return None
    if not isinstance(result, RecordType):
        if len(outputs) > 1:
            cell = outputs[1]
            names.report(
                codes.BAD_HEADER,
                say(
                    "`{output}` and `{cell}` are no inputs of `{name}`, which has one result",
                    output=outputs[0].text,
                    cell=cell.text,
                    name=node.name.text,
                ),
                cell.span,
                help=say(
                    "the inputs are {listed}; several results are declared `-> (name: type, name: type)`",
                    listed=", ".join(f"`{name}`" for name in inputs),
                ),
            )
            return None
        return [result]
    types: list[Type] = []
    for cell in outputs:
        type_ = result.field(cell.text)
        if type_ is None:
            known = [name for name, _ in result.fields] + inputs
            names.unknown("column", cell.text, cell.span, known, owner=node.name.text)
            return None
        types.append(type_)
    printed = {cell.text for cell in outputs} | {name for name, _ in result.defaults}
    missing = [name for name, _ in result.fields if name not in printed]
    if missing:
        names.report(
            codes.BAD_HEADER,
            say("table `{name}` has no column `{first}`", name=node.name.text, first=missing[0]),
            node.rows[0].span,
            help=say("add the column, or remove `{first}` from what the table results in", first=missing[0]),
        )
        return None
    return types


# --- edges and shapes --------------------------------------------------------------------


def _dimension(axis: _Axis, selectors: list[Selector]) -> Dimension:
    """The dimension with the stretch it answers for: what its type bounds, else what is printed."""
    type_ = axis.type
    if isinstance(type_, EnumType):
        low, high = 0, len(type_.members) - 1
    elif isinstance(type_, BoolType):
        low, high = 0, 1
    elif isinstance(type_, IntType | DiceType) and type_.low is not None and type_.high is not None:
        low, high = type_.low, type_.high
    else:
        ends = [end for selector in selectors for interval in selector for end in interval if end is not None]
        low, high = min(ends, default=0), max(ends, default=0)
    return Dimension(axis.label, axis.value, type_, low, high)


def _edges(node: tree.Table, dimensions: tuple[Dimension, ...], names: SymbolTable) -> tuple[Dimension, ...]:
    out = list(dimensions)
    for beyond in node.beyond:
        edge = Edge(beyond.policy, beyond.by.text if beyond.by else None, beyond.anchors, beyond.span)
        labels = [dimension.label for dimension in out]
        if beyond.parameter and beyond.parameter.text not in labels:
            names.unknown("column", beyond.parameter.text, beyond.parameter.span, labels)
            continue
        for i, old in enumerate(out):
            if beyond.parameter and beyond.parameter.text != old.label:
                continue
            if beyond.parameter and (
                isinstance(old.type, BoolType) or (isinstance(old.type, EnumType) and not old.type.ordered)
            ):
                names.report(
                    codes.BAD_HEADER,
                    say("`{label}` has no edge: its values are in no order", label=old.label),
                    beyond.span,
                    help=say(
                        "remove the `beyond` line; a value without a row or a column needs one, or a place in another's"
                    ),
                )
                break
            if (old.below and beyond.side != "above") or (old.above and beyond.side != "below"):
                names.report(
                    codes.BAD_HEADER,
                    say("the edge of `{label}` is ruled on twice", label=old.label),
                    beyond.span,
                    help=say("keep one of the `beyond` lines, or say `below` and `above`"),
                )
                break
            out[i] = Dimension(
                old.label,
                old.value,
                old.type,
                old.low,
                old.high,
                old.below if beyond.side == "above" else edge,
                old.above if beyond.side == "below" else edge,
            )
    return tuple(out)


def _shapes(
    node: tree.Table, dimensions: tuple[Dimension, ...], names: SymbolTable
) -> tuple[tuple[ShapeDirection, int, Span], ...]:
    found = []
    labels = [dimension.label for dimension in dimensions]
    for shape in node.shapes:
        for axis in shape.axes:
            if axis.text in labels:
                found.append((shape.direction, labels.index(axis.text), axis.span))
            else:
                names.unknown("column", axis.text, axis.span, labels)
    return tuple(found)
