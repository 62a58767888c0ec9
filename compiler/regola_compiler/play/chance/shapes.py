"""Positions as classes of alike pieces: a shape says which classes there are, a count for each how many pieces.

Pieces are of one class if they are of one type, the same is said of each, and nothing points at one of them alone
(`play/positions.py`). One piece stands for its class. Shapes that differ in names alone are one shape, so that a battle
of twenty units has a handful of them, and the rules are asked once for each.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final, TypeAlias

from regola_runtime.play import State

from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.made import is_counter
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Program
from regola_compiler.model.types import Handle, Value, individual
from regola_compiler.play.chance.crowds import Crowds, ToldApart
from regola_compiler.play.positions import named_pieces, open_phases, pieces_in, pointed_at

Counts: TypeAlias = tuple[int, ...]
# Where each of some pieces has gone: its class, by place; who is missing has left.
Places: TypeAlias = Mapping[Handle, int]
# What stands between the name of a piece and the number of one split off it: no name has it.
_SPLIT: Final = "\x1f"


@dataclass(slots=True, eq=False)
class Shape:
    """A state in which each class has one piece, which stands for all of it.

    Attributes:
        state: The state, before anything is waited for.
        pieces: The piece of each class, in the order of its type's list.
        alone: Those that something points at: each is one piece, whatever else there is.
        marks: What is said of each class, and its place.
        without: The shapes that are left where some classes are empty, by which are not.
        nodes: What is known of it, by its counts: the number of the state that is come to.
    """

    state: State[Position]
    pieces: tuple[Handle, ...]
    alone: frozenset[Handle]
    marks: Mapping[Hashable, int]
    without: dict[tuple[bool, ...], tuple[Shape, tuple[int, ...]]] = field(default_factory=dict)
    nodes: dict[Counts, int] = field(default_factory=dict)

    def crowds(self, counts: Counts | None = None) -> Crowds:
        """What stands for many; without counts for one at least, nobody knows for how many."""
        if counts is None:
            return Crowds({piece: None for piece in self.pieces if piece not in self.alone})
        return Crowds({piece: many for piece, many in zip(self.pieces, counts, strict=True) if many != 1})


class Shapes:
    """The shapes of one game, each once.

    Args:
        program: the rules.
        kept: pieces that are told apart from all others, by whoever chooses.
    """

    def __init__(self, program: Program, kept: Collection[Handle] = ()) -> None:
        self._lists = {extent_of(info.name): info.name for info in program.pieces.values()}
        self._kept = named_pieces(program) | set(kept)
        self._known: dict[Hashable, Shape] = {}
        self._numbers = count(1)

    def of(self, state: State[Position], crowds: Crowds) -> tuple[Shape, Places]:
        """The shape of a state, and the class of each piece in it.

        Raises:
            ToldApart: if something points at one of many; Uncounted, if it may be one of many.
        """
        position = state.position
        told: dict[Handle, list[tuple[str, Value]]] = {}
        rest: list[tuple[Any, Value]] = []
        alone: set[Handle] = {*self._kept, *pointed_at(state)}
        for name in self._lists:
            told.update((piece, []) for piece in pieces_in(position.get((name, ()), ())))
        for (name, arguments), value in position.items():
            if name in self._lists or is_counter(name):
                continue
            if type(value) is not int and type(value) is not bool:
                alone.update(pieces_in(value))
            if len(arguments) == 1 and isinstance(piece := arguments[0], Handle) and piece in told:
                told[piece].append((name, value))
            else:
                rest.append(((name, arguments), value))
                alone.update(pieces_in(arguments))
        crowds.hold_single(piece for piece in crowds.counts if piece in alone)
        if any(frame.apart is not None for frame in state.stack):
            raise ToldApart
        classes: dict[Hashable, list[Handle]] = {}
        for piece, facts in told.items():
            who: Hashable = piece if piece in alone else piece.type
            classes.setdefault((who, frozenset(facts)), []).append(piece)
        key = (frozenset(rest), frozenset(classes), *open_phases(state, lambda *_: None))
        shape = self._known.get(key)
        if shape is None:
            merged = self._first_of(position, classes.values())
            shape = self._known[key] = Shape(
                replace(state, position=merged, known=[]),
                tuple(alike[0] for alike in classes.values()),
                frozenset(alike[0] for alike in classes.values() if alike[0] in alone),
                {mark: place for place, mark in enumerate(classes)},
            )
        return shape, {piece: shape.marks[mark] for mark, alike in classes.items() for piece in alike}

    def _first_of(self, position: Position, classes: Iterable[list[Handle]]) -> Position:
        return self.taken_out(position, {piece for alike in classes for piece in alike[1:]})

    def taken_out(self, position: Position, gone: Collection[Handle]) -> Position:
        """A position in which some pieces have never been: nothing points at them."""
        if not gone:
            return position
        found: Position = {}
        for key, value in position.items():
            if key[0] in self._lists and isinstance(value, tuple):
                found[key] = tuple(piece for piece in value if piece not in gone)
            elif not (len(key[1]) == 1 and key[1][0] in gone):
                found[key] = value
        return found

    def present(self, shape: Shape, counts: Counts) -> tuple[Shape, Counts]:
        """The shape that is left without empty classes."""
        there = tuple(map(bool, counts))
        if all(there):
            return shape, counts
        if there not in shape.without:
            gone = {piece for piece, one in zip(shape.pieces, there, strict=True) if not one}
            state = replace(shape.state, position=self.taken_out(shape.state.position, gone), known=[])
            left, places = self.of(state, Crowds())
            order = sorted((places[p], at) for at, (p, one) in enumerate(zip(shape.pieces, there, strict=True)) if one)
            shape.without[there] = left, tuple(at for _, at in order)
        left, order_of = shape.without[there]
        return left, tuple(counts[at] for at in order_of)

    def split(self, position: Position, parts: Mapping[Handle, int]) -> tuple[Position, dict[Handle, list[Handle]]]:
        """A position with some pieces in several parts, of which the same is said: the first keeps the name."""
        made = {
            piece: [piece, *(Handle(piece.type, f"{piece.text}{_SPLIT}{next(self._numbers)}") for _ in range(many - 1))]
            for piece, many in parts.items()
        }
        if all(len(several) == 1 for several in made.values()):
            return position, made
        found: Position = {}
        for key, value in position.items():
            if key[0] in self._lists and isinstance(value, tuple):
                found[key] = tuple(one for piece in pieces_in(value) for one in made.get(piece, [piece]))
                continue
            found[key] = value
            if len(key[1]) == 1 and isinstance(piece := key[1][0], Handle):
                found.update({(key[0], (one,)): value for one in made.get(piece, ())})
        return found, made

    def spelt_out(self, shape: Shape, counts: Counts, names: Mapping[str, Sequence[Handle]]) -> Position:
        """A position with every piece: of a class those of `names` that are not taken, by type, or new ones."""
        position, made = self.split(shape.state.position, dict(zip(shape.pieces, counts, strict=True)))
        used = {piece for piece in shape.pieces if piece in shape.alone}
        called: dict[Handle, Handle] = {}
        for type_ in dict.fromkeys(piece.type for piece in shape.pieces):
            of_type = [one for several in made.values() for one in several if one.type == type_ and one not in used]
            free = [one for one in names.get(type_, ()) if one not in used]
            more = (individual(type_, number) for number in count(1))
            more_free = (one for one in more if one not in used and one not in free)
            called.update({one: free.pop(0) if free else next(more_free) for one in of_type})
        found: Position = {}
        for key, value in position.items():
            arguments = tuple(called.get(one, one) if isinstance(one, Handle) else one for one in key[1])
            listed = key[0] in self._lists
            found[key[0], arguments] = tuple(called.get(one, one) for one in pieces_in(value)) if listed else value
        return found
