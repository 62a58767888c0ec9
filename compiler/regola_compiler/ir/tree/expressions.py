"""Expressions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from regola_dsl.kinds import FoldKind

from regola_compiler.ir.types import Node, UnionType, Value
from regola_compiler.model.kinds import Aspect, Operator, SupposedKind


class Expression(Node, frozen=True, tag_field="op"):
    """What every expression is."""


class Const(Expression, frozen=True, tag="const"):
    """A value."""

    value: Value


class Var(Expression, frozen=True, tag="var"):
    """A parameter, a `let`, a list's variable, or `value` in a sequel."""

    name: str


class FieldOf(Expression, frozen=True, tag="field"):
    """A field of a record, whose type is called `record`."""

    of: Expr
    name: str
    record: str


class Call(Expression, frozen=True, tag="call"):
    """A declaration asked; `aspect` is what is asked of a path: whether there is one, its `length`, its `ends`."""

    name: str
    arguments: tuple[Expr, ...]
    aspect: Aspect = ""


class Apply(Expression, frozen=True, tag="apply"):
    """An operation on single values; `pick_last` and `pick_first` look for a number on a `scale`.

    Where what is compared is of one of several types, `across` says of which: values of different types are unequal.
    """

    operator: Operator
    operands: tuple[Expr, ...]
    scale: str = ""
    across: UnionType | None = None


class Logic(Expression, frozen=True):
    """`and` or `or`, evaluated from the left only as far as needed."""

    kind: ClassVar[Literal["and", "or"]]
    operands: tuple[Expr, ...]


class And(Logic, frozen=True, tag="and"):
    """All of several conditions."""

    kind: ClassVar[Literal["and", "or"]] = "and"


class Or(Logic, frozen=True, tag="or"):
    """One or more of several conditions."""

    kind: ClassVar[Literal["and", "or"]] = "or"


class If(Expression, frozen=True, tag="if"):
    """A choice of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr


class Fold(Expression, frozen=True, tag="fold"):
    """A quantifier (any, all, no) or aggregate (count, sum, max, min) over a list."""

    kind: FoldKind
    variable: str
    items: Expr
    where: Expr | None
    value: Expr | None


class Make(Expression, frozen=True, tag="make"):
    """A record with all its fields; `defaulted` names those that have their default and need not be written."""

    record: str
    fields: Mapping[str, Expr]
    defaulted: tuple[str, ...] = ()


class Supposed(Expression, frozen=True, tag="supposed"):
    """What is asked of another position.

    A value when a phase began, or was over, or after an action; or whether an action is possible, where arguments that
    are left out may be anything.
    """

    kind: SupposedKind
    value: Expr | None
    of: str
    arguments: Mapping[str, Expr]
    who: Expr | None = None


class ListOf(Expression, frozen=True, tag="list"):
    """A list written out."""

    items: tuple[Expr, ...]


Expr: TypeAlias = Const | Var | FieldOf | Call | Apply | And | Or | If | Fold | Make | ListOf | Supposed
