"""Paths and choices."""

from __future__ import annotations

from regola_dsl.kinds import ConstraintKind, Degree, LegKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.expressions import Condition, Expr, Field, Let
from regola_dsl.tree.names import Anchors, Name, Texts


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a path.

    `ends` are the names of a step's two places, where the leg speaks of them; `sequel` says that `then` begins it;
    `steps` is how many it may have beside its points.
    """

    kind: LegKind
    limit: Expr | None
    ends: tuple[Name, Name] | None
    cost: Expr | None
    where: Expr | None
    span: Span
    sequel: bool = False
    steps: Expr | None = None


@dataclass(frozen=True, slots=True)
class PathConstraint:
    """Where a path cannot go on, or may end."""

    tag = "bar"
    kind: ConstraintKind
    places: tuple[Name, ...]
    condition: Condition
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    """A path over an adjacency. `end` is a place to end at; the bars of kind `ends` say which else."""

    tag = "path"
    name: Name
    parameters: tuple[Field, ...]
    over: Name
    lets: tuple[Let, ...]
    starts: tuple[Expr, ...]
    end: Expr | None
    legs: tuple[Leg, ...]
    bars: tuple[PathConstraint, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Preference:
    """`prefer least E`, `prefer most E`, or `prefer x where C`.

    `sequel` says that `then` begins it.
    """

    tag = "preference"
    degree: Degree
    variable: Name | None
    value: Expr
    anchors: Anchors
    texts: Texts
    span: Span
    sequel: bool = False


@dataclass(frozen=True, slots=True)
class Among:
    """`among h in places where …`."""

    variable: Name
    items: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice with a list of priorities."""

    tag = "choice"
    name: Name
    parameters: tuple[Field, ...]
    actor: Expr | None
    lets: tuple[Let, ...]
    among: tuple[Among, ...]
    preferences: tuple[Preference, ...]
    anchors: Anchors
    texts: Texts
    span: Span
