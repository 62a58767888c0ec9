"""What the parts of the meaning ask of each other.

Actions, paths, choices and sequences are written against an `Evaluator`, not against the interpreter, and so mean the
same whoever evaluates: the interpreter on single values, or the symbolic executor on sets of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from regola_dsl.source import Span
from regola_dsl.tree import Anchors

from regola_compiler.model.program import Call, Effect, Expr, Let, Norm, Program
from regola_compiler.model.types import Type, Value

# What the names of an expression mean.
Env: TypeAlias = dict[str, Any]
# What a position says: the value of each fact for some arguments.
Position: TypeAlias = dict[tuple[str, tuple[Value, ...]], Value]


class Evaluator(Protocol):
    """Whoever gives the expressions of one program their values."""

    program: Program
    # What it asks of its domain (domain.py).
    apply: Callable[..., Any]
    decide: Callable[[Any], bool]
    items: Callable[[Any], tuple[Any, ...]]

    def evaluate(self, node: Expr, env: Env, /) -> Any:
        """The value of an expression where names mean what `env` says."""

    def bind(self, lets: tuple[Let, ...], env: Env, /) -> Env:
        """`env` with the `let` lines added, in their order."""

    def call(self, name: str, arguments: list[Any], node: Call | None = None, /) -> Any:
        """The answer of the declaration called `name`."""

    def check_bounds(self, value: Any, type_: Type, place: str, span: Span, /) -> None:
        """Hold a value to the bounds of its type; what is met then stands at `span`."""

    def reasons_suppressed(self) -> AbstractContextManager[None]:
        """While it is found out which rules speak, what they look at is no reason yet."""

    def record_reason(self, name: str, anchors: Anchors, /) -> None:
        """Something has a say."""

    def on_norm_applied(self, action: str, norm: Norm, /) -> None:
        """A norm of an action has a say."""


class Stepper(Evaluator, Protocol):
    """An evaluator whose position can be changed: play is stepped on it."""

    def set_fact(self, name: str, arguments: tuple[Value, ...], value: Value, /) -> None:
        """A fact takes a value."""

    def apply_effects(self, effects: tuple[Effect, ...], env: Env, /) -> None:
        """Carry out effects, all of them as things stood before."""
