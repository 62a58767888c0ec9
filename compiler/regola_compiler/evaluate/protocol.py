"""What the parts of the meaning ask of each other.

Actions, paths, choices and sequences are written against an `Evaluator`, not against the interpreter, and so mean the
same whoever evaluates: the interpreter on single values, or the symbolic executor on sets of them. What can be learnt
meanwhile, an `Observer` is told.

An evaluator says in which order things are asked and what follows from what. All that it does with a value it asks of
a `Domain`: the concrete one (operations.py) has single values and is the reference, the symbolic one of the analysis
has sets of them. So there is one meaning, and what is proved of sets is proved of what the interpreter does. The
arrangement is that of abstract interpretation (Cousot and Cousot, *Abstract Interpretation*, 1977), though here a set
that does not agree on an answer is divided, and nothing is approximated.

A strict operation of the language is an `Operator`, and a domain may know more of it than how to carry it out: what
the bounds of a sum are, for instance. Anything else that looks at single values is *lifted* (`lift`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, TypeAlias

from regola_dsl.kinds import FoldKind, PickDirection
from regola_dsl.source import Span
from regola_dsl.tree import Anchors

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Action, Call, Clause, Definition, Effect, Expr, Let, Norm, Program, Row, Table
from regola_compiler.model.types import EnumType, RecordValue, Type, Value

# What the names of an expression mean.
Env: TypeAlias = dict[str, Any]
# What a position says: the value of each fact for some arguments.
Position: TypeAlias = dict[tuple[str, tuple[Value, ...]], Value]


class Domain(Protocol):
    """Values, as far as a meaning touches them."""

    def apply(self, operator: Operator, /, *values: Any) -> Any:
        """A strict operation.

        Raises:
            RuleError: where it has no result.
        """

    def lift(self, function: Callable[..., Any], /, *values: Any) -> Any:
        """Any other strict function of single values."""

    def decide(self, value: Any, /) -> bool:
        """A condition's outcome."""

    def concretize(self, value: Any, /) -> Any:
        """A value that is looked at as a whole."""

    def items(self, value: Any, /) -> tuple[Any, ...]:
        """The items of a list."""

    def fold_items(self, kind: FoldKind, value: Any, /) -> tuple[Any, ...]:
        """The items of a list of which something is made."""

    def all_items(self, value: Any, /) -> tuple[Any, ...]:
        """The items of a list of which each has a say in what is made of it."""

    def total(self, values: Sequence[Any], listed: Any, /) -> Any:
        """The sum of what was taken from a list."""

    def field(self, record: Any, name: str, /) -> Any:
        """A field of a record."""

    def table_input(self, table: Table, number: int, value: Any, /) -> Any:
        """An input of a table, in its dimension of that number."""

    def scale_member(self, scale: EnumType, direction: PickDirection, limit: Any, /) -> Any:
        """The last member of a scale worth at most `limit`, or the first worth at least it."""

    def within(self, value: Any, type_: Type, place: str, /) -> Any:
        """`value`, if it keeps within the bounds of a type; `place` says what it is, for the error.

        Raises:
            OutOfRange: if it does not.
        """


class Evaluator(Protocol):
    """Whoever gives the expressions of one program their values."""

    program: Program
    # What it asks of its domain .
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

    def repeats(self, effect: Effect, env: Env, arguments: tuple[Any, ...], /) -> int:
        """How often an effect comes about with these names and arguments: once, unless one name stands for many."""

    def reasons_suppressed(self) -> AbstractContextManager[None]:
        """While it is found out which rules speak, what they look at is no reason yet."""

    def record_reason(self, name: str, anchors: Anchors, /) -> None:
        """Something has a say."""

    def on_norm_applied(self, action: str, norm: Norm, /) -> None:
        """A norm of an action has a say."""

    def on_unregulated(self, action: Action, /) -> None:
        """No rule speaks of an action, and its own line answers."""


class Stepper(Evaluator, Protocol):
    """An evaluator whose position can be seen and changed, and that can be asked in another: play is stepped on it."""

    position: Position

    def set_fact(self, name: str, arguments: tuple[Value, ...], value: Value, /) -> None:
        """A fact takes a value."""

    def apply_effects(self, effects: tuple[Effect, ...], env: Env, /) -> list[tuple[str, tuple[Value, ...]]]:
        """Carry out effects, all of them as things stood before; what they call is still to be played."""

    def replace_position(self, position: Position, /) -> None:
        """Another position; what was answered before is forgotten."""

    def elsewhere(self, position: Position, /) -> Stepper:
        """The same in another position; what has a say there has one here."""


class Observer:
    """Learns what happens, and makes nothing of it."""

    def is_traced(self) -> bool:
        """Whether somebody wants to know every row and every reason."""
        return False

    def reasons_suppressed(self) -> AbstractContextManager[None]:
        """While it is found out which rules speak, what they look at is no reason yet."""
        return nullcontext()

    def record_reason(self, name: str, anchors: Anchors) -> None:
        """Something has a say."""

    def on_asked(self, name: str) -> None:
        """A declaration is asked."""

    def on_record(self, made: RecordValue) -> None:
        """A record is made."""

    def on_lookup(self, table: Table, inputs: Sequence[Any]) -> None:
        """A table is entered, and somebody wants to know every row."""

    def on_row(self, table: Table, row: Row) -> None:
        """A row of a table answers."""

    def on_norm_applied(self, action: str, norm: Norm) -> None:
        """A norm has a say."""

    def on_unregulated(self, action: Action) -> None:
        """No rule speaks of an action, and its own line answers."""

    def on_overruled(self, clause: Clause) -> None:
        """An exception holds, and another one stands over it."""

    def on_clause(self, definition: Definition, clause: Clause, *, own: bool) -> None:
        """A clause is entered; or (`own`) none of its exceptions holds, and it must say something itself."""
