"""Tables and modifiers.

A table is rows over dimensions; a selector is a list of ordinal intervals, so that integers, members and truth values
are matched, counted and compared in the same way.
"""

from __future__ import annotations

from typing import TypeAlias

from regola_dsl.kinds import EdgePolicy, HitPolicy, ShapeDirection
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program.expressions import Expr, Let, Parameter, written_value
from regola_compiler.model.types import BoolType, DiceType, EnumType, IntType, ListType, Member, Type, Value

Interval: TypeAlias = tuple[int | None, int | None]
Selector: TypeAlias = tuple[Interval, ...]
ANYTHING: Selector = ((None, None),)


@dataclass(frozen=True, slots=True)
class Edge:
    """What a table says past an edge of one of its dimensions."""

    tag = "Edge"

    policy: EdgePolicy
    by: str | None
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Dimension:
    """One input of a table: the path read, and the stretch of ordinals the table answers for."""

    tag = "Dimension"

    label: str
    value: Expr
    type: Type
    low: int
    high: int
    below: Edge | None = None
    above: Edge | None = None

    @property
    def closed(self) -> bool:
        """Whether its type has no values past its edges."""
        type_ = self.type
        match type_:
            case EnumType():
                return not (type_.open_below or type_.open_above)
            case DiceType():
                return not type_.modified
            case IntType():
                return type_.low is not None and type_.high is not None
            case _:
                return True


@dataclass(frozen=True, slots=True)
class Row:
    """One rule of a table; a grid gives one for each cell. `last` marks `otherwise`."""

    tag = "Row"

    selectors: tuple[Selector, ...]
    outputs: tuple[Expr, ...]
    anchors: Anchors
    span: Span
    line: Span
    last: bool = False
    texts: Texts = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `shown` is its printed form, header first, for references."""

    tag = "Table"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    outputs: tuple[str, ...]
    dimensions: tuple[Dimension, ...]
    rows: tuple[Row, ...]
    hit: HitPolicy
    shapes: tuple[tuple[ShapeDirection, int, Span], ...]
    shown: tuple[tuple[str, ...], ...]
    grid: bool
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span

    @property
    def row_result(self) -> Type:
        """What one row answers with: where all that fit are listed, an item of the list."""
        return self.result.item if self.hit is HitPolicy.ALL and isinstance(self.result, ListType) else self.result

    @property
    def works_out(self) -> bool:
        """Whether it answers with more than what one cell prints, so that more can go wrong than with its rows."""
        cells = (cell for row in self.rows for cell in row.outputs)
        return self.hit is HitPolicy.SUM or any(written_value(cell) is None for cell in cells)


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a modifiers table."""

    tag = "Modifier"

    name: str
    amount: Expr
    condition: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Modifiers that are summed."""

    tag = "Modifiers"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    unit: str | None
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


def ordinal(value: Value) -> int:
    """The place of a single value on the line a table's dimension is measured on."""
    if isinstance(value, Member):
        return value.index
    if isinstance(value, bool | int):
        return int(value)
    raise TypeError(value)


def from_ordinal(place: int, type_: Type) -> Value:
    """The value of `type_` at `place`."""
    if isinstance(type_, EnumType):
        return Member(type_.name, place)
    if isinstance(type_, BoolType):
        return bool(place)
    return place


def selects(selector: Selector, place: int) -> bool:
    """Whether a selector holds the ordinal `place`."""
    return any((low is None or low <= place) and (high is None or place <= high) for low, high in selector)
