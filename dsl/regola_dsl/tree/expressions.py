"""Expressions and types as written, and the parts that are made of them alone."""

from __future__ import annotations

from typing import TypeAlias

from regola_dsl.kinds import FoldKind, OperationName, PastKind, PickDirection, TypeKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.names import Anchors, Name, Texts


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
    """Any fixed-shape operation."""

    operator: OperationName
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
    """A quantifier or aggregate over a list."""

    kind: FoldKind
    value: Expr | None
    variable: Name
    items: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[a, b]`."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Pick:
    """`the last of Odds at most x`, or `the first of Odds at least x`."""

    direction: PickDirection
    scale: Name
    limit: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Match:
    """`match u.kind {horse or foot: 1, otherwise: 0}`; the cases of `otherwise` are empty."""

    subject: Expr
    arms: tuple[tuple[tuple[Expr, ...], Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Past:
    """`supplied(u) at the start of turn`, `rested(u) in the turn before`."""

    kind: PastKind
    value: Expr
    phase: Name
    who: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class After:
    """`attacked(king) after move(u, to)`: what it would be if that were done now."""

    value: Expr
    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Can:
    """`can jump(u)`: some filling of the action is allowed now."""

    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Done:
    """`done jump(u, _) in turn`, or how often (`counted`); None stands for `_`."""

    action: Name
    arguments: tuple[Expr | None, ...]
    phase: Name
    span: Span
    counted: bool = False


Expr: TypeAlias = (
    Number
    | Word
    | Truth
    | FieldOf
    | Call
    | Operation
    | If
    | Fold
    | ListLiteral
    | Pick
    | Match
    | Past
    | After
    | Can
    | Done
)


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written; `options` are those of a union."""

    kind: TypeKind
    span: Span
    name: str = ""
    low: int | None = None
    high: int | None = None
    item: TypeName | None = None
    options: tuple[TypeName, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A named, typed part: a record's field, a parameter (chosen `among` some), a table's output."""

    tag = "field"
    name: Name
    type: TypeName
    default: Expr | None = None
    anchors: Anchors = ()
    texts: Texts = ()
    among: Expr | None = None


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
class Binding:
    """`each u in units where …`."""

    variable: Name
    items: Expr
    where: Expr | None
