"""The surface tree: what a `.regola` file says, before anything is looked up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from regola_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    """A word as written, with its place."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence of ours in one language."""

    language: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Anchor:
    """A section of the rulebook."""

    section: str
    span: Span


Anchors: TypeAlias = tuple[Anchor, ...]
Texts: TypeAlias = tuple[Text, ...]


# --- expressions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole or decimal number, kept as `numerator / denominator`."""

    numerator: int
    denominator: int
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """A name, or a value as the game writes it: `u`, `forest`, `3-1`, `"* -1"`."""

    text: str
    span: Span
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class FieldOf:
    """`battle.terrain`."""

    record: Expr
    field: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`odds(26, 8)` or `Unit(attack: 5)`; an argument's name is None where it has none."""

    name: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Operation:
    """Any fixed-shape operation; `operator` is its name in the grammar (`add`, `and_`, `shift`)."""

    operator: str
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if a then b else c`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Fold:
    """A quantifier or aggregate over a list: any, all, no, count, sum, max, min."""

    kind: str
    value: Expr | None
    variable: Name
    items: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """`[a, b]`."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Pick:
    """`the last of Odds at most x`, or `the first of Odds at least x`."""

    direction: str
    scale: Name
    limit: Expr
    span: Span


Expr: TypeAlias = Number | Word | Truth | FieldOf | Call | Operation | If | Fold | ListOf | Pick


# --- types -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written. `kind` is int, bool, number, dice, modified, list or named."""

    kind: str
    span: Span
    name: str = ""
    low: int | None = None
    high: int | None = None
    item: TypeName | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A named, typed part: a record's field, a parameter, a table's output."""

    name: Name
    type: TypeName
    default: Expr | None = None
    anchors: Anchors = ()
    texts: Texts = ()


# --- declarations ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A value of an enum or a scale."""

    name: Name
    worth: Expr | None
    anchors: Anchors
    texts: Texts


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum, or a scale when `ordered`: then its members have neighbours."""

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

    name: Name
    anchors: Anchors
    texts: Texts
    fields: tuple[Field, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as printed, trimmed."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """One printed line of a table."""

    cells: tuple[Cell, ...]
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Beyond:
    """What happens past an edge: `side` is below, above or None for both."""

    parameter: Name | None
    side: str | None
    policy: str
    by: Name | None
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Shape:
    """A promise that results rise, or fall, along an axis."""

    direction: str
    axes: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table; the first row is its header. `damaged` says that rows had to be left out."""

    name: Name
    parameters: tuple[Field, ...]
    result: TypeName | tuple[Field, ...]
    anchors: Anchors
    texts: Texts
    rows: tuple[Row, ...]
    hit: str
    beyond: tuple[Beyond, ...]
    shapes: tuple[Shape, ...]
    span: Span
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """`when a unless b`: a holds and none of the others does."""

    when: Expr | None
    unless: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """A name for a value, used on the lines below it."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a `modifiers` table."""

    name: Name
    amount: Expr
    anchors: Anchors
    texts: Texts
    condition: Condition
    span: Span


@dataclass(frozen=True, slots=True)
class Modifiers:
    """A table of modifiers, summed."""

    name: Name
    parameters: tuple[Field, ...]
    unit: Name | None
    result: TypeName | None
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class ExceptionRule:
    """An exception. `sequel` marks `then exception`, which acts on the value before it.

    `target` and `after` are set only where it stands alone, outside its definition.
    """

    name: Name
    sequel: bool
    over: tuple[Name, ...]
    anchors: Anchors
    texts: Texts
    condition: Condition
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[ExceptionRule, ...]
    span: Span
    target: Name | None = None
    after: Name | None = None


@dataclass(frozen=True, slots=True)
class Define:
    """A definition: a default value and its exceptions."""

    name: Name
    parameters: tuple[Field, ...]
    result: TypeName
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[ExceptionRule, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of an example. `outcome` is holds, forbidden or missing."""

    expression: Expr
    outcome: str
    span: Span


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rulebook."""

    name: Name
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    expectations: tuple[Expectation, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """What one section says, in an erratum: a claim that can be run, or a text, or silence."""

    anchors: Anchors
    claim: Expr | None
    texts: Texts
    silent: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an erratum is settled: by the named sections, or otherwise, and why."""

    anchors: Anchors
    reason: Texts
    settled: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the book disagrees with itself, or is silent."""

    name: Name
    anchors: Anchors
    texts: Texts
    statements: tuple[Statement, ...]
    rulings: tuple[Ruling, ...]
    span: Span


Declaration: TypeAlias = Enum | Record | Table | Modifiers | Define | ExceptionRule | Example | Erratum
