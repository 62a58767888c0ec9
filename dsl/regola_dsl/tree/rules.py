"""Definitions and rules, with their exceptions."""

from __future__ import annotations

from regola_dsl.kinds import DueKind, StatementModality
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.expressions import Binding, Condition, Expr, Field, Let, TypeName
from regola_dsl.tree.names import Anchors, Name, Texts


@dataclass(frozen=True, slots=True)
class Deed:
    """An action as a statement names it, with what it says of its parameters."""

    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Due:
    """Until when something must be done: before `phase` ends, or at once."""

    kind: DueKind
    phase: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """`u must not enter(swamp) when …`; `others` are what may be done in its place, `each` for whom it is said."""

    subject: Expr
    modality: StatementModality
    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    condition: Condition
    span: Span
    others: tuple[Deed, ...] = ()
    each: Binding | None = None
    due: Due | None = None
    possible: bool = False


@dataclass(frozen=True, slots=True)
class ExceptionRule:
    """An exception. `sequel` marks `then exception`, which acts on the value before it.

    Below a definition's exception stands a value, below a rule's a statement or nothing.
    `target` (a name, or sections) and `after` are set only where it stands alone, outside its definition.
    """

    tag = "exceptionrule"
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
    statements: tuple[Statement, ...] = ()
    under: Name | None = None
    phases: tuple[Name, ...] = ()
    target: Name | Anchors | None = None
    after: Name | None = None
    by: Name | None = None


@dataclass(frozen=True, slots=True)
class Define:
    """A definition: a default value and its exceptions."""

    tag = "define"
    name: Name
    parameters: tuple[Field, ...]
    result: TypeName
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[ExceptionRule, ...]
    span: Span
