"""What values are: the domain that the one meaning of a program is evaluated over.

The interpreter says in which order things are asked and what follows from what. All that it does with a value it asks
of a *domain*: `ConcreteDomain` has single values, and is the reference; the symbolic domain of the analysis has sets of
them. So there is one meaning, and what is proved of sets is proved of what the interpreter does (the arrangement is
that of abstract interpretation: Cousot and Cousot, *Abstract Interpretation*, 1977; though here a set that does not
agree on an answer is divided, and nothing is approximated).

A strict operation of the language is an `Operator`, and a domain may know more of it than how to carry it out: what
the bounds of a sum are, for instance. Anything else that looks at single values is *lifted* (`lift`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from regola_dsl.kinds import FoldKind, PickDirection

from regola_compiler.evaluate.errors import FieldNotGiven, OutOfRange
from regola_compiler.evaluate.operations import OPERATIONS, scale_member_for
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Table
from regola_compiler.model.types import EnumType, IntType, ListType, Type, holds, is_integer


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


class ConcreteDomain:
    """Single values: `int`, `Fraction`, `bool`, members, records, and tuples for lists."""

    def apply(self, operator: Operator, /, *values: Any) -> Any:
        """The operation itself."""
        return OPERATIONS[operator](*values)

    def lift(self, function: Callable[..., Any], /, *values: Any) -> Any:
        """The function itself."""
        return function(*values)

    def decide(self, value: Any, /) -> bool:
        """The condition's outcome."""
        return bool(value)

    def concretize(self, value: Any, /) -> Any:
        """The value itself."""
        return value

    def items(self, value: Any, /) -> tuple[Any, ...]:
        """The items of a list."""
        return tuple(value)

    def fold_items(self, kind: FoldKind, value: Any, /) -> tuple[Any, ...]:
        """The same, whatever is made of them."""
        del kind
        return tuple(value)

    def total(self, values: Sequence[Any], listed: Any, /) -> Any:
        """The sum, one by one."""
        del listed
        return total(self, values)

    def field(self, record: Any, name: str, /) -> Any:
        """A field of a record; of one that is told in part, perhaps none."""
        if all(field != name for field, _ in record.fields):
            raise FieldNotGiven(record.record, name)
        return record.get(name)

    def table_input(self, table: Table, number: int, value: Any, /) -> Any:
        """The input itself."""
        del table, number
        return value

    def scale_member(self, scale: EnumType, direction: PickDirection, limit: Any, /) -> Any:
        """The member of a scale."""
        return scale_member_for(scale, direction, limit)

    def within(self, value: Any, type_: Type, place: str, /) -> Any:
        """`value`, held to the bounds of a type."""
        return within(self, value, type_, place)


CONCRETE = ConcreteDomain()


def total(values_are: Domain, values: Sequence[Any]) -> Any:
    """The sum of some values."""
    found: Any = 0
    for value in values:
        found = values_are.apply(Operator.ADD, found, value)
    return found


def within(values_are: Domain, value: Any, type_: Type, place: str) -> Any:
    """`value`, if it keeps within the bounds of `type_`: a list by its length, a number by itself.

    Raises:
        OutOfRange: if it does not.
    """
    if isinstance(type_, ListType):
        bounded = type_.limit is not None or type_.least
        count = len(values_are.items(value)) if bounded else 0
        if bounded and (count < type_.least or (type_.limit is not None and count > type_.limit)):
            raise OutOfRange(place, type_, count)
        return value
    if not is_integer(type_) or (isinstance(type_, IntType) and type_.low is None and type_.high is None):
        return value
    return values_are.lift(partial(_checked, type_, place), value)


def _checked(type_: Type, place: str, value: Any) -> Any:
    if not holds(value, type_):
        raise OutOfRange(place, type_, value)
    return value
