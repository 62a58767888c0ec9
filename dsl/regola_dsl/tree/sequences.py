"""Sequences of play."""

from __future__ import annotations

from typing import TypeAlias

from regola_dsl.kinds import OrderKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.actions import Effect, Roll
from regola_dsl.tree.expressions import Condition, Expr, Field
from regola_dsl.tree.names import Anchors, Name, Texts


@dataclass(frozen=True, slots=True)
class Copied:
    """`as axis_half with axis and soviet exchanged`."""

    phase: Name
    one: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the sequence of play, and what lies inside it.

    `called` says that only an effect or a line of an example plays it; it cannot be ended before `stays` holds, and
    ends by itself as soon as `ends` does. Those who act `together` have to agree, and where they do not the `actor`
    decides; those who act `at_once` do not see what the others do. Either is a list, or several values.
    """

    tag = "phase"
    name: Name
    copied: Copied | None
    actor: Expr | None
    condition: Condition
    lines: tuple[PhaseLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    parameters: tuple[Field, ...] = ()
    called: bool = False
    stays: Expr | None = None
    ends: Expr | None = None
    together: tuple[Expr, ...] = ()
    at_once: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """In which order the phases of a list are played; `ties` says who decides between equals, None for chance."""

    kind: OrderKind
    amount: Expr | None
    ties: Expr | None


@dataclass(frozen=True, slots=True)
class Each:
    """`for side in axis, soviet`: its phases once for each value; or, with `items`, once for each of a list."""

    variable: Name
    values: tuple[Expr, ...]
    lines: tuple[PhaseLine, ...]
    span: Span
    items: Expr | None = None
    where: Expr | None = None
    order: Order | None = None
    optional: bool = False
    anchors: Anchors = ()


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat until …`, of the lines below it, or else of the whole block; `until` None: until nobody acts."""

    until: Expr | None
    span: Span
    lines: tuple[PhaseLine, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnds:
    """When the game ends, and who has won it."""

    tag = "gameends"
    condition: Expr
    winner: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span


PhaseLine: TypeAlias = Phase | Each | Repeat | Effect | Roll | GameEnds


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of play."""

    tag = "sequence"
    name: Name
    lines: tuple[PhaseLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span
