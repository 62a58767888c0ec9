"""Paths and choices."""

from __future__ import annotations

from regola_dsl.kinds import ConstraintKind, Degree, LegKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program.expressions import Expr, Let, Parameter
from regola_compiler.model.types import Type


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a path.

    `ends` name the two places of a step; `steps` is how many it may have beside its points, if that is said.
    """

    tag = "Leg"

    kind: LegKind
    limit: Expr | None
    ends: tuple[str, str]
    cost: Expr | None
    where: Expr | None
    span: Span
    steps: Expr | None = None


@dataclass(frozen=True, slots=True)
class PathConstraint:
    """Where a path may not go on, or may end."""

    tag = "Bar"

    kind: ConstraintKind
    places: tuple[str, ...]
    condition: Expr
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    """A path over an adjacency, which is a fact from a place to a list of places.

    `whole` says that its steps cost whole numbers.
    """

    tag = "Path"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    place: Type
    over: str
    lets: tuple[Let, ...]
    start: Expr
    end: Expr | None
    legs: tuple[Leg, ...]
    bars: tuple[PathConstraint, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Preference:
    """What is preferred: the least or the most of a value, or what fulfils a condition."""

    tag = "Preference"

    degree: Degree
    value: Expr
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice with priorities; its answer are the options that are left."""

    tag = "Choice"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    actor: Expr | None
    lets: tuple[Let, ...]
    variable: str
    items: Expr
    where: Expr | None
    preferences: tuple[Preference, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
