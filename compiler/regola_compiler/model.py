"""The model: a checked program, every name looked up and every expression typed.

Definitions are trees of clauses (Catala's default logic): a clause has a value, exceptions that
win over it where they hold, and sequels (`then exception`) that act on whatever came out.
Tables are rows over dimensions; a selector is a list of ordinal intervals, so that integers,
members and truth values are matched, counted and compared in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.types import BoolType, EnumType, Member, RecordType, Type, Value

Interval: TypeAlias = tuple[int | None, int | None]
Selector: TypeAlias = tuple[Interval, ...]
ANYTHING: Selector = ((None, None),)


# --- expressions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A value."""

    value: Value
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var:
    """A parameter, a `let`, a list's variable, or `value` in a sequel."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of a record."""

    record: Expr
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A definition asked, a table looked up, or modifiers summed."""

    callee: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Apply:
    """A strict operation on single values; `operator` is a key of `operations.OPERATIONS`."""

    operator: str
    operands: tuple[Expr, ...]
    type: Type
    span: Span
    scale: EnumType | None = None


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or`, evaluated from the left only as far as needed."""

    kind: str
    operands: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """A choice of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Fold:
    """A quantifier (any, all, no) or aggregate (count, sum, max, min) over a list."""

    kind: str
    value: Expr | None
    variable: str
    items: Expr
    where: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Make:
    """A record written out, every field present."""

    fields: tuple[tuple[str, Expr], ...]
    type: RecordType
    span: Span


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list written out."""

    items: tuple[Expr, ...]
    type: Type
    span: Span


Expr: TypeAlias = Const | Var | FieldOf | Call | Apply | Logic | If | Fold | Make | ListOf


# --- declarations ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed parameter."""

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """A named value."""

    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Clause:
    """A value with its exceptions. The root of a definition is one, and so is each exception.

    `condition` None means always. Where `value` is None the exceptions alone must answer.
    """

    name: str
    anchors: Anchors
    texts: Texts
    condition: Expr | None
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[Clause, ...]
    sequel: bool
    over: frozenset[str]
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    root: Clause
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Edge:
    """What a table says past an edge of one of its dimensions."""

    policy: str
    by: str | None
    anchors: Anchors


@dataclass(frozen=True, slots=True)
class Dimension:
    """One input of a table: the path read, and the stretch of ordinals the table answers for."""

    label: str
    value: Expr
    type: Type
    low: int
    high: int
    below: Edge | None = None
    above: Edge | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One rule of a table; a grid gives one for each cell. `last` marks `otherwise`."""

    selectors: tuple[Selector, ...]
    outputs: tuple[Expr, ...]
    anchors: Anchors
    span: Span
    line: Span
    last: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `shown` is its printed form, header first, for references."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    outputs: tuple[str, ...]
    dimensions: tuple[Dimension, ...]
    rows: tuple[Row, ...]
    hit: str
    shapes: tuple[tuple[str, int, Span], ...]
    shown: tuple[tuple[str, ...], ...]
    grid: bool
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a modifiers table."""

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


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of an example: what must hold, or what must be forbidden or missing."""

    expression: Expr
    outcome: str
    span: Span


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example."""

    name: str
    lets: tuple[Let, ...]
    expectations: tuple[Expectation, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """What a section says, in an erratum."""

    anchors: Anchors
    claim: Expr | None
    texts: Texts
    silent: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Erratum:
    """A disagreement of the book with itself, or a silence, and the ruling."""

    name: str
    statements: tuple[Statement, ...]
    settled: bool
    ruling: Anchors
    reason: Texts
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class TypeInfo:
    """A declared type with what a reference prints of it."""

    type: EnumType | RecordType
    anchors: Anchors
    texts: Texts
    parts: tuple[tuple[str, Anchors, Texts, Span], ...]
    span: Span
    name_span: Span


Rule: TypeAlias = Definition | Table | Modifiers


@dataclass(slots=True)
class Program:
    """A whole game, in the order of its files. `broken` names what did not resolve."""

    types: dict[str, TypeInfo] = field(default_factory=dict)
    callables: dict[str, Rule] = field(default_factory=dict)
    examples: dict[str, Example] = field(default_factory=dict)
    errata: dict[str, Erratum] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)


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


def calls_in(expression: Expr | None) -> list[Call]:
    """Every call below `expression`."""
    if expression is None or isinstance(expression, Const | Var):
        return []
    found: list[Call] = [expression] if isinstance(expression, Call) else []
    for child in children(expression):
        found += calls_in(child)
    return found


def children(expression: Expr) -> tuple[Expr, ...]:
    """The expressions right below one."""
    match expression:
        case FieldOf():
            return (expression.record,)
        case Call():
            return expression.arguments
        case Apply() | Logic():
            return expression.operands
        case If():
            return (expression.condition, expression.then, expression.otherwise)
        case Fold():
            return tuple(part for part in (expression.items, expression.where, expression.value) if part is not None)
        case Make():
            return tuple(part for _, part in expression.fields)
        case ListOf():
            return expression.items
        case _:
            return ()


def expressions_of(declaration: Rule | Example) -> list[Expr]:
    """The outermost expressions of a declaration."""
    match declaration:
        case Definition():
            return _clause_expressions(declaration.root)
        case Table():
            rows = [output for row in declaration.rows for output in row.outputs]
            return [dimension.value for dimension in declaration.dimensions] + rows
        case Modifiers():
            lines = [part for line in declaration.lines for part in (line.amount, line.condition) if part is not None]
            return [let.value for let in declaration.lets] + lines
        case Example():
            return [let.value for let in declaration.lets] + [line.expression for line in declaration.expectations]


def _clause_expressions(clause: Clause) -> list[Expr]:
    own = [part for part in (clause.condition, clause.value) if part is not None]
    own += [let.value for let in clause.lets]
    return own + [part for exception in clause.exceptions for part in _clause_expressions(exception)]
