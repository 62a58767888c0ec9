"""What can be asked: definitions, and tables as they are printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import field
from regola_dsl.kinds import EdgePolicy, HitPolicy, ShapeDirection, Side

from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.tree.told import Anchors, Let, Named, Parameter, Titles
from regola_compiler.ir.types import Node, Type

# A stretch of ordinals, both ends in it; None where it has no end.
Interval: TypeAlias = tuple[int | None, int | None]
Selector: TypeAlias = tuple[Interval, ...]  # what one cell of a table matches: any of several stretches


class Function(Named, frozen=True, kw_only=True, tag_field="kind"):
    """What every declaration that can be asked is; `position` says whether its answer rests on facts."""

    parameters: tuple[Parameter, ...]
    result: Type
    position: bool


class Clause(Named, frozen=True, kw_only=True):
    """A value with its exceptions. The body of a definition is one, and so is each exception.

    `when` None means always. Where `value` is None the exceptions alone must answer. A sequel acts on whatever
    came out.
    """

    when: Expr | None
    lets: tuple[Let, ...]
    value: Expr | None
    over: tuple[str, ...]
    sequel: bool
    exceptions: tuple[Clause, ...]


class Definition(Function, frozen=True, kw_only=True, tag="define"):
    """A value with exceptions."""

    body: Clause


class Dimension(Node, frozen=True):
    """One input of a table: the value read, and the ordinals from `low` to `high` it answers for.

    `below` and `above` are what is done past an end.
    """

    label: str
    value: Expr
    type: Type
    low: int
    high: int
    below: EdgePolicy | None
    above: EdgePolicy | None


class Row(Node, frozen=True):
    """One rule of a table: for each dimension what it matches, for each output a value."""

    when: tuple[Selector, ...]
    then: tuple[Expr, ...]
    anchors: Anchors
    otherwise: bool


class CellPart(Node, frozen=True):
    """A stretch of a cell.

    `text` stands as it is, a `member` is one of the type `of`, a `word` is one of the page's own (yes, no, otherwise),
    an `axis` the label of a dimension, `any` matches everything.
    """

    kind: Literal["text", "member", "word", "axis", "any"]
    text: str
    of: str = ""


class Cell(Node, frozen=True):
    """A cell; `heading` marks those that name what is looked up."""

    parts: tuple[CellPart, ...]
    heading: bool = False


class Line(Node, frozen=True):
    """A printed row with the sections it is anchored to, and the remark behind it."""

    cells: tuple[Cell, ...]
    anchors: Anchors
    texts: Titles = field(default_factory=dict)


class Sheet(Node, frozen=True):
    """A table as the book sets it; of a grid the first dimension goes down, the second across."""

    head: tuple[Cell, ...]
    lines: tuple[Line, ...]

    @property
    def anchored(self) -> bool:
        """Whether any row has a section of its own."""
        return any(line.anchors for line in self.lines)

    @property
    def remarked(self) -> bool:
        """Whether anything is remarked behind a row."""
        return any(line.texts for line in self.lines)


class Edge(Node, frozen=True):
    """What a table says past one end of the dimension at place `axis`; `limit` is that end, as written."""

    axis: int
    side: Side
    limit: str
    policy: EdgePolicy
    by: str | None
    anchors: Anchors


class Shape(Node, frozen=True):
    """That results rise or fall along the dimension at place `axis`."""

    direction: ShapeDirection
    axis: int


class Table(Function, frozen=True, kw_only=True, tag="table"):
    """A table: its rows for a machine, its `sheet` for a page; `printed` are its cells as they were typed."""

    hit: HitPolicy
    dimensions: tuple[Dimension, ...]
    outputs: tuple[str, ...]
    output_texts: Mapping[str, Titles] = field(default_factory=dict)
    output_short: Mapping[str, Titles] = field(default_factory=dict)
    rows: tuple[Row, ...]
    printed: tuple[tuple[str, ...], ...]
    grid: bool
    sheet: Sheet
    edges: tuple[Edge, ...]
    shapes: tuple[Shape, ...]


class Modifier(Named, frozen=True, kw_only=True):
    """One line of a modifiers table; `amount` is what is added, as `sign` and `size` it is how the book prints it."""

    amount: Expr
    sign: Literal["+", "-"]
    size: Expr
    when: Expr | None


class Modifiers(Function, frozen=True, kw_only=True, tag="modifiers"):
    """Modifiers that are summed."""

    unit: str | None
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]
