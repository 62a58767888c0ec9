"""Why the rules give no answer: a class for each kind of reason, with what there is to say of it.

The interpreter raises these, the explorer finds where they would be raised, and the generated module raises classes of
the same names (`regola_runtime.errors`), so that one can be held against the other by name. They are no kinds of one
another, and every one of them is in `AnyRuleError`: a `match` over that union that forgets one is a type error.

An error carries values as the interpreter had them. In the explorer these may be unknown ones; the error that goes with
a witness has met plain values.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar, Self, TypeAlias, get_args

from regola_dsl.source import Span
from regola_dsl.wording import later

from regola_compiler.model.program import Clause, Effect, Guard, Norm
from regola_compiler.model.types import EnumType, Handle, Type, Value


class RuleError(Exception):
    """The rules give no answer here; only the classes below are raised.

    Attributes:
        slug: What the kind is called in JSON, in witnesses and in the names of examples; it never changes.
        owner: The declaration whose text is at fault; empty until the interpreter knows.
        site: Where in the text, None until the interpreter knows.
    """

    slug: ClassVar[str]
    owner: str = ""
    site: Span | None = None

    def at(self, site: Span) -> Self:
        """The error itself, with its place, to be raised."""
        self.site = site
        return self

    def again(self) -> Self:
        """The same error for another place: one that was remembered before anybody said where it arose.

        Not by `copy`: what a library registers for errors that travel (tblib, with Dask) shares what they hold.
        """
        other = type(self).__new__(type(self), *self.args)
        other.__dict__.update(self.__dict__)
        return other

    def finding_key(self) -> Hashable:
        """What makes two errors one finding: the kind and the place."""
        return self.slug, self.site

    def case_key(self) -> Hashable:
        """What makes two errors one case of a finding: nothing more, where a finding does not list its values."""
        return self.finding_key()


@dataclass(eq=False)
class MissingRule(RuleError):
    """No rule applies: no clause of a definition, or nothing that says whether an action is allowed."""

    slug = later("missing")
    rule: str


@dataclass(eq=False)
class Contradiction(RuleError):
    """Two exceptions of one level, or two rules about one action, hold together and disagree."""

    slug = later("contradiction")
    first: Clause | Norm
    second: Clause | Norm
    first_value: Any
    second_value: Any

    def finding_key(self) -> Hashable:
        """The kind, the place, and which two disagree: the second may do so with several."""
        return self.slug, self.site, (self.first.name, self.second.name)


@dataclass(eq=False)
class TableGap(RuleError):
    """No row of a table applies to its inputs, which are given as ordinals in the order of its dimensions."""

    slug = later("gap")
    table: str
    inputs: tuple[int, ...]


@dataclass(eq=False)
class TableOverlap(RuleError):
    """Two rows of a table, given by index, the earlier first, answer the same inputs differently."""

    slug = later("overlap")
    table: str
    first: int
    second: int

    @property
    def rows(self) -> tuple[int, int]:
        """Both rows."""
        return self.first, self.second

    def case_key(self) -> Hashable:
        """Which rows: of some it is the table's fault that they meet, of others that of who looks there."""
        return self.finding_key(), self.table, self.rows


@dataclass(eq=False)
class OutsideTable(RuleError):
    """A table was entered past the printed edge of a dimension, and says nothing of what lies there."""

    slug = later("outside")
    table: str
    dimension: str
    value: Value

    def case_key(self) -> Hashable:
        """The values past an edge are told apart, to be listed."""
        return self.finding_key(), self.table, self.dimension, self.value


@dataclass(eq=False)
class Forbidden(RuleError):
    """A table was entered past an edge that forbids: the rules do not allow this to be asked."""

    slug = later("forbidden")
    table: str
    dimension: str
    value: Value


@dataclass(eq=False)
class OutOfRange(RuleError):
    """A value is outside the bounds of its type.

    `place` names what has the value, in words. `value` is the value, how many items a list has, or in words what it is
    more or less than.
    """

    slug = later("range")
    place: str
    type: Type
    value: Any


@dataclass(eq=False)
class DivisionByZero(RuleError):
    """Something is divided by zero."""

    slug = later("division")


@dataclass(eq=False)
class TooLarge(RuleError):
    """A number outgrows what any game counts, or a path is too long to be searched, or has too many ways: its name."""

    slug = later("huge")
    path: str = ""


@dataclass(eq=False)
class OffScale(RuleError):
    """A scale is left: by a shift to the place `sought`, or because none of its members is worth `sought`."""

    slug = later("off-scale")
    scale: EnumType
    sought: Any


@dataclass(eq=False)
class EmptyFold(RuleError):
    """The largest or smallest of an empty list is asked for (`fold` is `max` or `min`)."""

    slug = later("empty")
    fold: str


@dataclass(eq=False)
class NoPath(RuleError):
    """How long a path is, is asked where there is none."""

    slug = later("no-path")
    path: str


@dataclass(eq=False)
class NotGiven(RuleError):
    """The answer depends on a fact that the position does not say, and that has no default."""

    slug = later("not-given")
    fact: str
    arguments: tuple[Value, ...]


@dataclass(eq=False)
class FieldNotGiven(RuleError):
    """The answer depends on a field of a record that is told in part, without it."""

    slug = later("not-told")
    record: str
    field: str


@dataclass(eq=False)
class ImpossibleDuty(RuleError):
    """A duty is in force where a requirement of its action is not fulfilled. The analysis alone raises it."""

    slug = later("impossible")
    duty: Norm
    requirement: Guard


@dataclass(eq=False)
class EffectClash(RuleError):
    """Two effects that come about together give one fact two values."""

    slug = later("clash")
    first: Effect
    second: Effect


@dataclass(eq=False)
class PieceGone(RuleError):
    """Something is asked of a piece that has left, or was never put up."""

    slug = later("gone")
    piece: Handle


@dataclass(eq=False)
class TooManyPieces(RuleError):
    """Rules make more pieces of a type than any game has."""

    slug = later("too-many-pieces")
    type: str


@dataclass(eq=False)
class TooManyChoices(RuleError):
    """What may be done cannot be listed: a choice is any of too many values."""

    slug = later("too-many")
    choice: str
    type: Type


AnyRuleError: TypeAlias = (
    MissingRule
    | Contradiction
    | TableGap
    | TableOverlap
    | OutsideTable
    | Forbidden
    | OutOfRange
    | DivisionByZero
    | TooLarge
    | OffScale
    | EmptyFold
    | NoPath
    | NotGiven
    | FieldNotGiven
    | ImpossibleDuty
    | EffectClash
    | TooManyChoices
    | PieceGone
    | TooManyPieces
)
RULE_ERRORS: tuple[type[RuleError], ...] = get_args(AnyRuleError)


def as_union(error: RuleError) -> AnyRuleError:
    """An error as one of the union, to be matched exhaustively.

    Raises:
        TypeError: of a class that is not in `AnyRuleError`.
    """
    if not isinstance(error, AnyRuleError):
        raise TypeError(f"{type(error).__name__} is missing in AnyRuleError")
    return error
