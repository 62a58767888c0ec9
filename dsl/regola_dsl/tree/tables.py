"""Types that are declared, tables and modifiers."""

from __future__ import annotations

from regola_dsl.kinds import EdgePolicy, HitPolicy, ShapeDirection, Side
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.expressions import Condition, Expr, Field, Let, TypeName
from regola_dsl.tree.names import Anchors, Name, Texts


@dataclass(frozen=True, slots=True)
class Member:
    """A value of an enum or a scale."""

    tag = "member"
    name: Name
    worth: Expr | None
    anchors: Anchors
    texts: Texts


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum, or a scale when `ordered`: then its members have neighbours."""

    tag = "enum"
    name: Name
    anchors: Anchors
    texts: Texts
    members: tuple[Member, ...]
    span: Span
    ordered: bool = False
    ratios: bool = False
    open_below: bool = False
    open_above: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A record type."""

    tag = "record"
    name: Name
    anchors: Anchors
    texts: Texts
    fields: tuple[Field, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class GivenType:
    """A type whose values only the host knows."""

    tag = "giventype"
    name: Name
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as printed, trimmed."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """One printed line of a table, with a remark. `by` is the erratum without which it would not stand there."""

    tag = "row"
    cells: tuple[Cell, ...]
    anchors: Anchors
    span: Span
    by: Name | None = None
    texts: Texts = ()


@dataclass(frozen=True, slots=True)
class Beyond:
    """What happens past an edge: `side` is None for both."""

    parameter: Name | None
    side: Side | None
    policy: EdgePolicy
    by: Name | None
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Shape:
    """A promise that results rise, or fall, along an axis."""

    direction: ShapeDirection
    axes: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Absent:
    """The table is not in the text: `anchors` and `texts` say where it is."""

    tag = "absent"
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table; the first row is its header. `damaged` says that rows had to be left out."""

    tag = "table"
    name: Name
    parameters: tuple[Field, ...]
    result: TypeName | tuple[Field, ...]
    anchors: Anchors
    texts: Texts
    rows: tuple[Row, ...]
    hit: HitPolicy
    beyond: tuple[Beyond, ...]
    shapes: tuple[Shape, ...]
    span: Span
    damaged: bool = False
    absent: Absent | None = None


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a `modifiers` table."""

    tag = "modifier"
    name: Name
    amount: Expr
    anchors: Anchors
    texts: Texts
    condition: Condition
    span: Span
    by: Name | None = None


@dataclass(frozen=True, slots=True)
class Modifiers:
    """A table of modifiers, summed."""

    tag = "modifiers"
    name: Name
    parameters: tuple[Field, ...]
    unit: Name | None
    result: TypeName | None
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]
    span: Span
