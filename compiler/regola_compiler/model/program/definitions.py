"""Definitions: trees of clauses."""

from __future__ import annotations

from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program.expressions import Expr, Let, Parameter
from regola_compiler.model.types import Type


@dataclass(frozen=True, slots=True)
class Clause:
    """A value with its exceptions. The root of a definition is one, and so is each exception.

    `condition` None means always. Where `value` is None the exceptions alone must answer.
    """

    tag = "Clause"

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

    tag = "Definition"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    root: Clause
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
