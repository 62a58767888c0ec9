"""Pieces and places, of which the rules speak without naming them: some of each type, each another than the others.

What the rules say of pieces they say of any, so that it does not matter which of them is which: the first piece that is
spoken of may be called `unit_1`, the second is the same one or `unit_2`, and so on. All there are is the list of the
first few, and one that is not among them is spoken of nowhere. That is symmetry breaking, as in Crawford and others,
*Symmetry-breaking predicates for search problems*, 1996: of positions that differ by names alone one is tried.

A piece that the rules do name is there always, before the others. How many there are is tried up to `HANDLES` of each
type, and it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from regola_dsl.wording import say

from regola_compiler.analysis.symbolic.symbols import FactRef, LengthRef, Symbol
from regola_compiler.analysis.symbolic.values import Box, Interval, UnknownList
from regola_compiler.model.program import Const, Fact, Parameter, Phase, Program, Rule
from regola_compiler.model.types import HANDLES, Handle, HandleType, ListType, Value, individual
from regola_compiler.model.visitor import children, expressions_of, phase_expressions, phases_in

# By type of pieces, those that the rules name.
Named: TypeAlias = Mapping[str, tuple[Handle, ...]]
TRIED = say("up to {number} pieces of each type were tried", number=HANDLES)


class Individuals:
    """The pieces that are told apart.

    Args:
        named: By type, those that the rules name, as `named_in` finds them.
    """

    def __init__(self, named: Named) -> None:
        self._named = named
        self._all: dict[str, tuple[Handle, ...]] = {}

    def all_of(self, type_: str) -> tuple[Handle, ...]:
        """The pieces of a type that are told apart: those that have a name, then others."""
        if type_ not in self._all:
            named = self._named.get(type_, ())
            others = max(HANDLES - len(named), 1)
            self._all[type_] = (*named, *(individual(type_, number) for number in range(1, others + 1)))
        return self._all[type_]

    def fewest(self, type_: str) -> int:
        """How many of a type there are at least: those that the rules name."""
        return len(self._named.get(type_, ()))

    def of_parameters(self, parameters: Iterable[Parameter]) -> dict[str, tuple[Handle, ...]]:
        """For each parameter that is a piece, which it may be: one of those before it, or the next."""
        found: dict[str, tuple[Handle, ...]] = {}
        seen: dict[str, int] = {}
        for parameter in parameters:
            type_ = parameter.type
            if isinstance(type_, HandleType) and type_.individuals:
                seen[type_.name] = seen.get(type_.name, 0) + 1
                found[parameter.name] = self.all_of(type_.name)[: self.fewest(type_.name) + seen[type_.name]]
        return found


def named_in(program: Program, named: Callable[[Rule | Phase], Iterable[Handle]] | None = None) -> Named:
    """By type of pieces, those that the rules of a program name, in the order of their names.

    Args:
        program: The whole: in a part of it others may be missing, and others would be tried in their place.
        named: What one declaration names, where that is remembered; `names_of` if it is not.
    """
    found: dict[str, set[Handle]] = {}
    sequences = (*program.sequences.values(), *program.unplayable.values())
    for item in (*program.callables.values(), *sequences) if program.pieces else ():
        for piece in (named or names_of)(item):
            if piece.type in program.pieces:
                found.setdefault(piece.type, set()).add(piece)
    return {type_: tuple(sorted(pieces, key=lambda one: one.text)) for type_, pieces in sorted(found.items())}


def names_of(item: Rule | Phase) -> tuple[Handle, ...]:
    """What a declaration names: counters and places, and whatever else is no value of the rules."""
    found: dict[Handle, None] = {}
    if isinstance(item, Phase):
        waiting = [part for phase in phases_in(item) for part in phase_expressions(phase)]
    else:
        waiting = expressions_of(item)
    while waiting:
        node = waiting.pop()
        if isinstance(node, Const) and isinstance(node.value, Handle):
            found[node.value] = None
        waiting.extend(children(node))
    return tuple(found)


def listed_type(value: Any) -> str | None:
    """The type of pieces that an unknown list is the list of all there are of; None for any other."""
    if not isinstance(value, UnknownList):
        return None
    symbol = value.symbol
    kind = symbol.declaration.kind if isinstance(symbol, FactRef) and isinstance(symbol.declaration, Fact) else ""
    item = value.type.item
    return item.name if kind == "pieces" and isinstance(item, HandleType) else None


def extents_in(box: Box) -> dict[str, int]:
    """How many pieces there are of each type, where a box says so."""
    found: dict[str, int] = {}
    for leaf, values in box.items():
        if not isinstance(leaf, LengthRef) or not isinstance(leaf.root, FactRef):
            continue
        fact = leaf.root.declaration
        if not isinstance(fact, Fact) or fact.kind != "pieces" or isinstance(values, Interval) or len(values) != 1:
            continue
        (count,) = values
        assert isinstance(fact.result, ListType)
        found[str(fact.result.item)] = int(count)  # type: ignore[arg-type]  # a length
    return found


def exist(box: Box, individuals: Individuals) -> bool:
    """Whether every piece that a box speaks of can be among those there are; asked of each box, so in plain loops."""
    there = {type_: set(individuals.all_of(type_)[:count]) for type_, count in extents_in(box).items()}
    if not there:
        return True
    for leaf, values in box.items():
        if isinstance(leaf, FactRef):
            for part in leaf.arguments:
                if not _is_there(part, there):
                    return False
        if not isinstance(values, Interval):
            for value in values:
                if _is_there(value, there):
                    break
            else:
                return False
    return True


def _is_there(value: Symbol | Value, there: Mapping[str, set[Handle]]) -> bool:
    return not isinstance(value, Handle) or value.type not in there or value in there[value.type]
