"""What is told of things: their names, titles and sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import field

from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.types import Node, Type

Titles: TypeAlias = Mapping[str, str]  # a text by language
Anchors: TypeAlias = tuple[str, ...]  # sections of the book


class Told(Node, frozen=True, kw_only=True):
    """Sections and texts.

    `texts` has the first text of each language, which is a title; `more` those after it; `short` what stands for the
    title in a narrow column or a margin.
    """

    anchors: Anchors
    texts: Titles
    more: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    short: Titles = field(default_factory=dict)


class Named(Told, frozen=True, kw_only=True):
    """Something that has a name."""

    name: str


class Parameter(Node, frozen=True):
    """A typed parameter."""

    name: str
    type: Type
    texts: Titles = field(default_factory=dict)
    short: Titles = field(default_factory=dict)


class Let(Node, frozen=True):
    """A named value."""

    name: str
    value: Expr
    type: Type
