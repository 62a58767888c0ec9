"""What a position is made of: facts, pieces, what is put up at the start; and what is true in every one."""

from __future__ import annotations

from regola_dsl.kinds import DeclaredFactKind, LifeKind, PieceKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.expressions import Expr, Field, Let, TypeName
from regola_dsl.tree.names import Anchors, Name, Texts


@dataclass(frozen=True, slots=True)
class Life:
    """`lasting battle`, `until turn of axis`."""

    kind: LifeKind
    phase: Name
    who: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Hidden:
    """`hidden from all but p unless fighting`: who does not see what is told, or (`all_but`) who alone does."""

    all_but: bool
    who: Expr
    unless: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a position; a variant is a switch that is off unless said."""

    tag = "fact"
    kind: DeclaredFactKind
    name: Name
    parameters: tuple[Field, ...]
    type: TypeName
    default: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span
    life: Life | None = None
    hidden: Hidden | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A type of individuals: counters, or places of a map.

    `fields` are printed on them, `states` are kept by the play.
    """

    tag = "piece"
    kind: PieceKind
    name: Name
    lasting: Name | None
    fields: tuple[Field, ...]
    states: tuple[Fact, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays: a type, and the definition that says on whose side each is."""

    tag = "players"
    name: Name
    side: Name | None
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class PutUp:
    """`tank: Unit(kind: armour, at: "Kiev")`, or several that are alike and have no name."""

    name: Name | None
    count: int
    piece: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game of a single file begins with."""

    tag = "setup"
    name: Name
    lines: tuple[PutUp, ...]
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Assume:
    """What is true in every position."""

    tag = "assume"
    name: Name
    parameters: tuple[Field, ...]
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    value: Expr | None
    span: Span
