"""Expressions, every name looked up and every type known."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.model.kinds import Aspect, LogicKind, Operator, SupposedKind
from regola_compiler.model.types import EnumType, ErrorType, RecordType, RecordValue, Type, Value


@dataclass(frozen=True, slots=True)
class Const:
    """A value."""

    tag = "Const"

    value: Value
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var:
    """A parameter, a `let`, a list's variable, or `value` in a sequel."""

    tag = "Var"

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of a record."""

    tag = "FieldOf"

    record: Expr
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A declaration asked; `aspect` is what is asked of a path."""

    tag = "Call"

    callee: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span
    aspect: Aspect = ""


@dataclass(frozen=True, slots=True)
class Apply:
    """A strict operation on single values."""

    tag = "Apply"

    operator: Operator
    operands: tuple[Expr, ...]
    type: Type
    span: Span
    scale: EnumType | None = None


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or`, evaluated from the left only as far as needed."""

    tag = "Logic"

    kind: LogicKind
    operands: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """A choice of two values."""

    tag = "If"

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Fold:
    """A quantifier or aggregate over a list."""

    tag = "Fold"

    kind: FoldKind
    value: Expr | None
    variable: str
    items: Expr
    where: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class RecordLiteral:
    """A record written out, every field present."""

    tag = "Make"

    fields: tuple[tuple[str, Expr], ...]
    type: RecordType
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """A list written out."""

    tag = "ListOf"

    items: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is asked of another position than this one.

    Of the past, a `value` at the start of the phase `of` (`at_start`, perhaps `who`'s), or at its last end (`before`);
    of the possible, a `value` `after` the action `of` with some arguments, or whether one `can` be done, where
    arguments that are left out may be anything.
    """

    tag = "Supposed"

    kind: SupposedKind
    value: Expr | None
    of: str
    arguments: tuple[tuple[str, Expr], ...]
    who: Expr | None
    type: Type
    span: Span


Expr: TypeAlias = Const | Var | FieldOf | Call | Apply | Logic | If | Fold | RecordLiteral | ListLiteral | Supposed


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed parameter."""

    tag = "Parameter"

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """A named value."""

    tag = "Let"

    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binding:
    """For whom something comes about: each of a list that fulfils a condition."""

    tag = "Binding"

    variable: str
    items: Expr
    where: Expr | None


def written_value(expression: Expr) -> Value | None:
    """The value that stands there written out, with its sign; None of what is worked out."""
    match expression:
        case Const(value=value, type=type_):
            return None if isinstance(type_, ErrorType) else value
        case Apply(operator=Operator.NEGATE, operands=(Const(value=int() | Fraction() as number),)):
            return -number
        case RecordLiteral(type=type_, fields=fields):
            known = [(name, written_value(part)) for name, part in fields]
            told = tuple((name, part) for name, part in known if part is not None)
            return RecordValue(type_.name, told) if len(told) == len(known) else None
    return None
