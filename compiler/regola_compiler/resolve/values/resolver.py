"""What types an expression, handed to whoever has one within another: `expressions.resolve`, imported in no circle."""

from __future__ import annotations

from typing import Protocol

from regola_dsl import tree

from regola_compiler.model.program import Expr
from regola_compiler.model.types import Type
from regola_compiler.resolve.scope import Scope


class Resolver(Protocol):
    """The typed form of an expression; where a type is expected, it is held against it."""

    def __call__(self, expression: tree.Expr, scope: Scope, expected: Type | None = None) -> Expr:
        """See `expressions.resolve`."""
        ...
