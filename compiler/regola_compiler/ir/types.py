"""Types and values of the representation: a value carries the words it is written in, a declared type is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct


class Node(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What every node is: frozen, and strict about what its JSON may hold."""


# --- values ------------------------------------------------------------------------------


class ValueNode(Node, frozen=True, tag_field="kind"):
    """What every value is that JSON has no literal for."""


class FractionValue(ValueNode, frozen=True, tag="fraction"):
    """An exact fraction, written `1/2`."""

    fraction: str


class MemberValue(ValueNode, frozen=True, tag="member"):
    """A value of an enum or, where `ordered`, of a scale: its label and its place from 0."""

    member: str
    of: str
    index: int
    ordered: bool


class HandleValue(ValueNode, frozen=True, tag="handle"):
    """A value of a type that only the host knows, as the host calls it."""

    handle: str
    of: str


class RecordValue(ValueNode, frozen=True, tag="record"):
    """A record with all its fields; `defaulted` names those that have their default and need not be written."""

    record: str
    fields: Mapping[str, Value]
    defaulted: tuple[str, ...] = ()


class ListValue(ValueNode, frozen=True, tag="list"):
    """A list."""

    items: tuple[Value, ...]


Value: TypeAlias = bool | int | FractionValue | MemberValue | HandleValue | RecordValue | ListValue


# --- types -------------------------------------------------------------------------------


class TypeNode(Node, frozen=True, tag_field="kind"):
    """What every type is."""


class IntType(TypeNode, frozen=True, tag="int"):
    """Whole numbers, both bounds in it; None where there is no bound."""

    low: int | None
    high: int | None


class DiceType(TypeNode, frozen=True, tag="dice"):
    """A roll: `count` dice of so many sides, summed or read as digits; `modified` dice give any whole number."""

    count: int
    sides: int
    digits: bool
    modified: bool
    low: int
    high: int

    @property
    def notation(self) -> str:
        """The dice as written: `d6`, `2d6`, `d66`."""
        if self.digits:
            return f"d{str(self.sides) * self.count}"
        return f"{self.count if self.count > 1 else ''}d{self.sides}"

    @property
    def bounded(self) -> bool:
        """Whether its table prints other limits than the dice give."""
        if self.digits:
            return (self.low, self.high) != (int("1" * self.count), int(str(self.sides) * self.count))
        return (self.low, self.high) != (self.count, self.count * self.sides)


class BoolType(TypeNode, frozen=True, tag="bool"):
    """Yes or no."""


class NumberType(TypeNode, frozen=True, tag="number"):
    """Exact fractions."""


class EnumType(TypeNode, frozen=True, tag="enum"):
    """A declared enum, by its name."""

    name: str


class ScaleType(TypeNode, frozen=True, tag="scale"):
    """A declared scale, by its name."""

    name: str


class RecordType(TypeNode, frozen=True, tag="record"):
    """A record, by its name; the rows of a table `t` are records called `t row`."""

    name: str


class HandleType(TypeNode, frozen=True, tag="handle"):
    """A type of values that only the host knows, by its name."""

    name: str


class ListType(TypeNode, frozen=True, tag="list"):
    """A list of `least` to `limit` items; None where no limit is declared."""

    item: Type
    limit: int | None
    least: int


class UnionType(TypeNode, frozen=True, tag="union"):
    """A value of one of several types."""

    options: tuple[Type, ...]


class UnknownType(TypeNode, frozen=True, tag="unknown"):
    """The type of what could not be understood; no program without errors has one."""


Type: TypeAlias = (
    IntType
    | DiceType
    | BoolType
    | NumberType
    | EnumType
    | ScaleType
    | RecordType
    | HandleType
    | ListType
    | UnionType
    | UnknownType
)
