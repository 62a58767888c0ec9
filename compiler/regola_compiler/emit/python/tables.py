"""Tables of the Python module: look-ups in tuples where every place can be told beforehand, rows else."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from regola_dsl.kinds import HitPolicy

from regola_compiler.emit.dense import dense_cells, is_constant
from regola_compiler.emit.python.expressions import expression, held, made, tuple_of
from regola_compiler.emit.python.names import annotation, head, noted, within
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.bounds import row_type, sums_within
from regola_compiler.ir.tree import Dimension, Ir, Row, Table, Var
from regola_compiler.ir.types import BoolType, DiceType, EnumType, IntType, RecordType, ScaleType

MANY = 16  # rows, from which on their values stand in a tuple too, and not each in a branch
VERY_MANY = 5_000  # from how many rows on these are one text, which Python need not parse
WIDTH = 140


def table_function(table: Table, names: Namespace) -> str:
    """The function that looks up a table, and what it looks it up in."""
    dense = dense_cells(table)
    return _dense_table(table, dense, names) if dense else _row_table(table, names)


def plain_tables(ir: Ir, names: Namespace) -> None:
    """Tells `names` which tables are looked up by nothing but the places of their parameters, each in its order."""
    for table in ir.functions:
        if not isinstance(table, Table) or names.is_remembered(table.name) or len(table.rows) > MANY:
            continue
        asked = [dimension.value for dimension in table.dimensions]
        if asked != [Var(one.name) for one in table.parameters] or not all(map(_is_closed(names), table.dimensions)):
            continue
        if dense_cells(table):
            names.plain_tables[table.name] = names.constant(table)
            names.closed_tables[table.name] = tuple(isinstance(one.type, BoolType) for one in table.dimensions)


def _is_closed(names: Namespace) -> Callable[[Dimension], bool]:
    """Whether every value of a dimension is printed."""

    def closed(dimension: Dimension) -> bool:
        match dimension.type:
            case EnumType(name=name):
                return dimension.low == 0 and dimension.high == len(names.members(name)) - 1
            case BoolType():
                return (dimension.low, dimension.high) == (0, 1)
            case _:
                return False

    return closed


def _dense_table(table: Table, cells: list[Row], names: Namespace) -> str:
    widths = [dimension.high - dimension.low + 1 for dimension in table.dimensions]
    constant = names.constant(table)
    values = [_row_literal(table, row, names) for row in cells]
    lines = [f"\n{constant}: Final = {_nested(values, widths)}\n"]
    asked = head(table, names)
    index = "".join(
        f"[{_index(table, dimension, number, names)}]" for number, dimension in enumerate(table.dimensions, 1)
    )
    if any(row.anchors for row in cells):
        where = names.helper(("where", table.name), f"{constant[1:]}_WHERE")
        anchors = [tuple_of(map(repr, row.anchors)) for row in cells]
        lines.append(f"{where}: Final[Any] = {_nested(anchors, widths)}\n")
        own = names.helper("sections", "sections")
        asked.append(f"    if WHY and ({own} := {where}{index}): note({table.name!r}, *{own})")
    return "\n".join([*lines, *asked, f"    return {constant}{index}"]) + "\n"


def _index(table: Table, dimension: Dimension, number: int, names: Namespace) -> str:
    """Where a value enters a dimension: by arithmetic where it is printed, else as the `beyond` line has it."""
    low, high = dimension.low, dimension.high
    value = expression(dimension.value, names)
    plain = isinstance(dimension.value, Var)
    match dimension.type:
        case EnumType(name=name) if low == 0 and high == len(names.members(name)) - 1:
            return f"{value}._place"
        case BoolType() if (low, high) == (0, 1):
            return value
        case IntType() | DiceType():
            own = value if plain else f"_{number}"
            given = own if plain else f"({own} := {value})"
            ordinal = own
        case ScaleType():
            own = f"_{number}"
            given = f"({own} := {value}.index)"
            ordinal = own
        case _:
            return _place(table, dimension, value)
    moved = f"{ordinal} - {low}" if low > 0 else f"{ordinal} + {-low}" if low else ordinal
    past = _place(table, dimension, value if isinstance(dimension.type, ScaleType) else own)
    return f"{moved} if {low} <= {given} <= {high} else {past}"


def _nested(values: list[str], widths: list[int], indent: str = "") -> str:
    if len(widths) == 1 and sum(map(len, values)) < WIDTH:
        return f"({', '.join(values)},)"
    step = len(values) // widths[0]
    inner = indent + "    "
    rows = values
    if len(widths) > 1:
        rows = [_nested(values[i : i + step], widths[1:], inner) for i in range(0, len(values), step)]
    return "(\n" + "".join(f"{inner}{row},\n" for row in rows) + f"{indent})"


def _edges(dimension: Dimension) -> tuple[str | None, str | None]:
    """What is done below and above a dimension, as the runtime names it."""
    return (
        None if dimension.below is None else dimension.below.value,
        None if dimension.above is None else dimension.above.value,
    )


def _place(table: Table, dimension: Dimension, value: str) -> str:
    below, above = _edges(dimension)
    edges = f", {below!r}, {above!r}" if below or above else ""
    return f"place({table.name!r}, {value}, {dimension.low}, {dimension.high}{edges})"


def _row_literal(table: Table, row: Row, names: Namespace) -> str:
    """What a row answers with, held to the type that is declared where it is worked out."""
    type_ = row_type(table)
    if table.outputs == ("",) or not isinstance(type_, RecordType):
        return held(row.then[0], type_, table.name, names, {})
    return made(type_.name, dict(zip(table.outputs, row.then, strict=True)), names)


def _line(row: Row) -> str:
    """A row as `regola_runtime.many.rows` reads it: what it matches, input by input."""

    def end(value: int | None) -> str:
        return "" if value is None else str(value)

    inputs = [",".join(f"{end(low)}..{end(high)}" for low, high in selector) for selector in row.when]
    return " ".join([*inputs, *["*"] * row.otherwise])


def _row_table(table: Table, names: Namespace) -> str:
    constant = names.constant(table)
    many = len(table.rows) > MANY
    if len(table.rows) > VERY_MANY and all(row.when and all(row.when) for row in table.rows):
        lines = [f'\n{constant}: Final = Rows("""', *map(_line, table.rows), '""")']
    else:
        lines = [f"\n{constant}: Final = {'Rows(' * many}("]
        for row in table.rows:
            selectors = tuple_of(tuple_of(f"({low}, {high})" for low, high in selector) for selector in row.when)
            lines.append(f"    ({selectors}, {row.otherwise}),")
        lines.append("))" if many else ")")
    then = names.helper(("then", table.name), f"{constant[1:]}_THEN")
    where = names.helper(("where", table.name), f"{constant[1:]}_WHERE")
    if many:
        names.imports.add("Rows")
        lines += _values_of_rows(table, names, then, where)
    lines += ["", *head(table, names)]
    inputs = tuple_of(expression(dimension.value, names) for dimension in table.dimensions)
    edges = tuple_of(f"({one.low}, {one.high}, {', '.join(map(repr, _edges(one)))})" for one in table.dimensions)
    hit = table.hit.value
    if many and is_constant(table) and table.hit in {HitPolicy.UNIQUE, HitPolicy.FIRST}:
        lines += _straight_row(table, constant, then, where, names)
    lines.append(f"    rows = look_up({table.name!r}, {hit!r}, {constant}, {inputs}, {edges})")
    lines.append(f"    values: list[{annotation(row_type(table), names)}] = []")
    if table.rows:
        lines.append("    for row in rows:")
    if many:
        if any(row.anchors for row in table.rows):
            lines += [f"        if row in {where}:", f"            note({table.name!r}, *{where}[row])"]
        called = "" if is_constant(table) else f"({', '.join(_passed(table, names))})"
        lines.append(f"        values.append({then}[row]{called})")
        return "\n".join([*lines, f"    return {_combined(table, names)}"]) + "\n"
    for index, row in enumerate(table.rows):
        lines.append(f"        {'if' if index == 0 else 'elif'} row == {index}:")
        if row.anchors:
            lines.append(f"            {noted(table.name, row)}")
        lines.append(f"            values.append({_row_literal(table, row, names)})")
    return "\n".join([*lines, f"    return {_combined(table, names)}"]) + "\n"


def _straight_row(table: Table, constant: str, then: str, where: str, names: Namespace) -> list[str]:
    """The statements that answer where one row alone does, or the first one is enough."""
    ordinals = tuple_of(_ordinal(dimension, names) for dimension in table.dimensions)
    one = "first" if table.hit is HitPolicy.FIRST else "one"
    own = names.helper("row", "row")
    lines = [f"    {own} = {constant}.{one}({ordinals})", f"    if {own} >= 0:"]
    if any(row.anchors for row in table.rows):
        lines.append(f"        if WHY and {own} in {where}: note({table.name!r}, *{where}[{own}])")
    return [*lines, f"        return {then}[{own}]"]


def _ordinal(dimension: Dimension, names: Namespace) -> str:
    """The place of what is looked up on the line that a dimension is measured on."""
    value = expression(dimension.value, names)
    match dimension.type:
        case EnumType():
            return f"{value}._place"
        case ScaleType():
            return f"{value}.index"
        case _:
            return value


def _values_of_rows(table: Table, names: Namespace, then: str, where: str) -> list[str]:
    """The constants of a table of many rows: each value, as a function where it is computed, and its sections."""
    computed = "" if is_constant(table) else f"lambda {', '.join(_passed(table, names))}: "
    lines = [f"{then}: Final = ("]
    lines += [f"    {computed}{_row_literal(table, row, names)}," for row in table.rows]
    lines.append(")")
    if any(row.anchors for row in table.rows):
        cited = [(index, row.anchors) for index, row in enumerate(table.rows) if row.anchors]
        lines.append(f"{where}: Final = {{")
        lines += [f"    {index}: {tuple_of(map(repr, anchors))}," for index, anchors in cited]
        lines.append("}")
    return lines


def _passed(table: Table, names: Namespace) -> list[str]:
    """The names of a table's parameters, the position first where it rests on one."""
    return [*["position"] * (table.name in names.moving), *(names.local(one.name) for one in table.parameters)]


def _combined(table: Table, names: Namespace) -> str:
    """What becomes of the values of the rows that match."""
    match table.hit:
        case HitPolicy.SUM:
            found = "sum(values)"
            return found if sums_within(table, names) else within(found, table.result, table.name, names)
        case HitPolicy.ALL:
            return "tuple(values)"
        case HitPolicy.MAX | HitPolicy.MIN:
            return f"best({table.hit.value!r}, values)"
        case HitPolicy.UNIQUE | HitPolicy.FIRST:
            return f"combined({table.name!r}, values)"
        case _:
            assert_never(table.hit)
