"""Declared types."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import UNSET, UnsetType

from regola_compiler.ir.tree.told import Named, Told
from regola_compiler.ir.types import Type, Value


class Member(Told, frozen=True, kw_only=True):
    """A value of an enum or a scale. `printed` tells a sign as the book prints it from a word of our own."""

    label: str
    printed: bool


class Field(Told, frozen=True, kw_only=True):
    """A field of a record."""

    name: str
    type: Type
    default: Value | UnsetType = UNSET

    @property
    def has_default(self) -> bool:
        """Whether it may be left out."""
        return self.default is not UNSET


class DeclaredType(Named, frozen=True, kw_only=True, tag_field="kind"):
    """What every declared type is; `built_in` are those that are there without being declared."""

    built_in: bool = False


class Members(DeclaredType, frozen=True, kw_only=True):
    """What enums and scales are. `open` says whether a scale goes on below and above; `worths` are its numbers."""

    members: tuple[Member, ...]
    open: tuple[bool, bool]
    ratios: bool
    worths: tuple[str, ...]


class Enum(Members, frozen=True, kw_only=True, tag="enum"):
    """An enum."""


class Scale(Members, frozen=True, kw_only=True, tag="scale"):
    """A scale."""


class Record(DeclaredType, frozen=True, kw_only=True, tag="record"):
    """A record."""

    fields: tuple[Field, ...]


class HandleClass(DeclaredType, frozen=True, kw_only=True, tag="handle"):
    """A type whose values only the host knows, or (`individuals`) pieces and places that the rules declare."""

    individuals: bool = False


TypeDeclaration: TypeAlias = Enum | Scale | Record | HandleClass
