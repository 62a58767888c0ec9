"""Paths and choices."""

from __future__ import annotations

from regola_dsl.kinds import ConstraintKind, Degree, LegKind

from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.tree.functions import Function
from regola_compiler.ir.tree.told import Let, Told
from regola_compiler.ir.types import Node, Type


class Leg(Node, frozen=True):
    """A stretch of a path; `ends` name the two places of a step, or are empty.

    `steps` is how many steps it may have beside its points, if that is said.
    """

    kind: LegKind
    limit: Expr | None
    ends: tuple[str, ...]
    cost: Expr | None
    where: Expr | None
    steps: Expr | None = None


class Bar(Told, frozen=True, kw_only=True):
    """Where a path may not go on, or (ends) may end."""

    kind: ConstraintKind
    places: tuple[str, ...]
    condition: Expr


class Path(Function, frozen=True, kw_only=True, tag="path"):
    """A path `over` an adjacency, a fact from a place to a list of places; `many` if it starts at any of several.

    In `fractions` it is how long it is, where a step may cost less than one.
    """

    place: Type
    over: str
    lets: tuple[Let, ...]
    start: Expr
    many: bool
    end: Expr | None
    legs: tuple[Leg, ...]
    bars: tuple[Bar, ...]
    fractions: bool = False


class Preference(Told, frozen=True, kw_only=True):
    """What is preferred: the least or the most of a value, or (where) what fulfils a condition."""

    degree: Degree
    value: Expr


class Choice(Function, frozen=True, kw_only=True, tag="choice"):
    """A choice with priorities; its answer are the options that are left."""

    actor: Expr | None
    lets: tuple[Let, ...]
    variable: str
    items: Expr
    where: Expr | None
    preferences: tuple[Preference, ...]
