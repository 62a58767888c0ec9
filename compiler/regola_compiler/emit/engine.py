"""What emitters tell the engine by the same names: how a phase is played, and where a path may not lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from regola_compiler.ir.tree import Bar, Expr, Path, Phase, Record, TypeDeclaration
from regola_compiler.ir.types import ListType, RecordType, Type
from regola_compiler.model.graph import inner_first

T = TypeVar("T", bound=TypeDeclaration)
# What the engine calls a kind of bar; any other it calls what it is called in the tree.
_BARS = {"never_into": "into", "never_across": "across"}


def phase_questions(phase: Phase) -> list[tuple[str, Expr]]:
    """What the engine asks of a phase in a position, by the names it asks it by."""
    order = phase.order
    asked = [
        ("when", phase.condition),
        ("actor", phase.actor),
        ("where", phase.where),
        ("amount", order.amount if order else None),
        ("ties", order.ties if order else None),
        ("until", phase.until),
        ("stays", phase.stays),
        ("ends", phase.ends),
        ("together", phase.together),
        ("alone", phase.alone),
        ("at_once", phase.at_once),
    ]
    return [(name, node) for name, node in asked if node is not None]


def bars_by_kind(path: Path, write: Callable[[Bar], str]) -> dict[str, list[str]]:
    """The bars of a path as they are written, by what the engine calls their kind, in the order it takes them."""
    told: dict[str, list[str]] = {"into": [], "across": [], "stops_in": [], "stops_after": [], "ends": []}
    for bar in path.bars:
        told[_BARS.get(bar.kind, bar.kind)].append(write(bar))
    return told


def types_inner_first(types: Iterable[T]) -> list[T]:
    """Types in an order in which each record stands after those it contains."""
    named = {type_.name: type_ for type_ in types}
    mentioned = {
        name: [inner for field in type_.fields if (inner := _record_in(field.type))]
        if isinstance(type_, Record)
        else []
        for name, type_ in named.items()
    }
    return [named[name] for name in inner_first(mentioned)]


def _record_in(type_: Type) -> str | None:
    """The record that a type is, or is a list of."""
    match type_:
        case ListType():
            return _record_in(type_.item)
        case RecordType():
            return type_.name
        case _:
            return None
