"""The parts of a grammar rule, told apart by their type: what the builders share."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say


@dataclass(frozen=True, slots=True)
class Over:
    """The names that something wins over."""

    names: tuple[tree.Name, ...]


@dataclass(frozen=True, slots=True)
class Under:
    """The variant something belongs to."""

    name: tree.Name


@dataclass(frozen=True, slots=True)
class By:
    """The erratum by whose ruling something stands."""

    name: tree.Name


@dataclass(frozen=True, slots=True)
class After:
    """The exception another one comes after."""

    name: tree.Name


@dataclass(frozen=True, slots=True)
class Phases:
    """The phases something belongs to."""

    names: tuple[tree.Name, ...]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something: one, or several who have to agree `together`, or who act `at_once`."""

    expression: tree.Expr
    together: tuple[tree.Expr, ...] = ()
    at_once: tuple[tree.Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who has to agree to it."""

    expression: tree.Expr


def is_expression(part: object) -> bool:
    """Whether a part of a rule is an expression."""
    return not isinstance(part, tree.Text | tree.Member)


def anchors_in(parts: Parts) -> tree.Anchors:
    """The sections among `parts`."""
    return tuple(
        anchor for part in parts if isinstance(part, tuple) for anchor in part if isinstance(anchor, tree.Anchor)
    )


def texts_in(parts: Parts) -> tree.Texts:
    """The texts among `parts`, on the head's line or on lines of their own."""
    found: list[tree.Text] = []
    for part in parts:
        if isinstance(part, tree.Text):
            found.append(part)
        elif isinstance(part, list):
            found += [item for item in part if isinstance(item, tree.Text)]
    return tuple(found)


def condition_in(parts: Parts) -> tree.Condition:
    """The condition among `parts`; without one, nothing is asked."""
    found = [part for part in parts if isinstance(part, tree.Condition)]
    return found[0] if found else tree.Condition(None, ())


def of_kind(parts: Parts, kind: type | UnionType) -> tuple[Any, ...]:
    """The parts of one kind, in their order."""
    return tuple([part for part in parts if isinstance(part, kind)])  # quicker than a generator, and asked of each line


def items_of(parts: Parts, kind: type) -> tuple[Any, ...]:
    """The items of one kind in the lists among `parts`."""
    return tuple(item for part in parts if isinstance(part, list) for item in part if isinstance(item, kind))


def single(parts: Parts, kind: type) -> Any:
    """The one part of a kind, or None."""
    return next((part for part in parts if isinstance(part, kind)), None)


def ruled_by(parts: Parts) -> tree.Name | None:
    """The erratum by which it stands, if it stands only by one."""
    by = single(parts, By)
    return by.name if by else None


def check_once(parts: Parts, found: list[Diagnostic]) -> None:
    """Tell of marks that may stand once and stand twice: `by`, `under`, `after`, `in`."""
    for kind, word in ((Actor, "by"), (By, "by"), (Under, "under"), (After, "after"), (Phases, "in")):
        for extra in of_kind(parts, kind)[1:]:
            place = extra.expression if kind is Actor else extra.names[0] if kind is Phases else extra.name
            message = say("`{word}` stands twice", word=word)
            found.append(Diagnostic(codes.SYNTAX_ERROR, message, place.span, help=say("keep one of the two")))


def alike(one: object, other: object) -> bool:
    """Whether two trees say the same, wherever they stand.

    >>> alike(tree.Number(1, 1, Span("a", 1, 1, 1, 2)), tree.Number(1, 1, Span("a", 2, 1, 2, 2)))
    True
    """
    if isinstance(one, Span) and isinstance(other, Span):
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    if is_dataclass(one) and type(one) is type(other):
        return all(alike(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))
    return one == other
