"""What tells positions of a play apart: exactly, or up to pieces that may be exchanged for one another.

Two pieces are alike if they are of one type, the same is said of each, and nothing points at one of them alone: no fact
has it as a value or beside another argument, no rule names it, no loop has come to it. Ten losses among twenty alike
pieces are one position then, instead of 184,756.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from regola_runtime.play import Apart, State
from regola_runtime.played.situations import Situation
from regola_runtime.positions import Untold
from regola_runtime.values import Piece

from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.made import is_counter
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Const, Program
from regola_compiler.model.types import Handle, RecordValue, Value
from regola_compiler.model.visitor import iter_nodes
from regola_compiler.play.forms import Compiled, Form
from regola_compiler.play.remembered import for_the_last

# Of how many values of fields it is remembered what they say.
MOST_KNOWN = 20_000


class Exchange:
    """Says of a program which states are the same up to an exchange of alike pieces; those `apart` are none."""

    def __init__(self, program: Program, apart: Collection[Handle] = ()) -> None:
        self._lists = {extent_of(info.name) for info in program.pieces.values()}
        self._named = named_pieces(program) | set(apart)

    def key(self, position: Position, kept: Collection[Handle] = ()) -> Hashable:
        """What two positions have in common that differ by such an exchange; those `kept` are told apart."""
        if not any(name in self._lists for name, _ in position):
            return frozenset(position.items())
        alone: set[Any] = set(kept) | self._named
        told: dict[Handle, list[tuple[str, Value]]] = {}
        rest: list[tuple[Any, Value]] = []
        for (name, arguments), value in position.items():
            if is_counter(name):
                continue  # only the names of those that are made next rest on it
            if name in self._lists:
                for piece in value if isinstance(value, tuple) else ():
                    if isinstance(piece, Handle):
                        told.setdefault(piece, [])
                continue
            alone.update(pieces_in(value))
            if len(arguments) == 1 and isinstance(arguments[0], Handle):
                told.setdefault(arguments[0], []).append((name, value))
            else:
                rest.append(((name, arguments), value))
                alone.update(pieces_in(arguments))
        classes: Counter[Hashable] = Counter()
        for piece, facts in told.items():
            who = piece if piece in alone else piece.type
            classes[who, frozenset(facts)] += 1
        return frozenset(rest), frozenset(classes.items())

    def class_of(self, position: Position, arguments: tuple[Value, ...], kept: Collection[Handle] = ()) -> Hashable:
        """What the pieces that something is rolled for have in common with those alike."""
        if len(arguments) != 1 or not isinstance(arguments[0], Handle):
            return arguments
        piece = arguments[0]
        pointed = (
            piece in self._named
            or piece in kept
            or any(
                piece in set(pieces_in(value)) or (len(key[1]) > 1 and piece in set(pieces_in(key[1])))
                for key, value in position.items()
                if key[0] not in self._lists
            )
        )
        if pointed:
            return piece
        return piece.type, frozenset((key[0], value) for key, value in position.items() if key[1] == arguments)

    def state_key(self, state: State[Position]) -> Hashable:
        """The same of a play: what is open counts, how often it was repeated does not."""
        return (self.key(state.position, pointed_at(state)), *open_phases(state, self.key))


@dataclass(frozen=True, slots=True)
class _Said:
    """What a field of a position says: of each piece, of all else, and which pieces it points at one by one."""

    of_pieces: tuple[tuple[Any, Any], ...]
    rest: Hashable
    pointed: frozenset[Any]


class ModuleExchange:
    """The same for the states of a generated module."""

    def __init__(self, form: Compiled, apart: Collection[Handle] = ()) -> None:
        named = named_pieces(form.program) | set(apart)
        self._named = frozenset(form.own_piece(piece) for piece in named)
        self._known: dict[int, tuple[Any, _Said]] = {}

    def key(self, position: Situation, kept: Collection[Any] = ()) -> Hashable:
        """What two positions have in common that differ by an exchange of alike pieces; those `kept` are told apart."""
        lists = set(position.extents.values())
        if not lists:
            return position
        alone: set[Any] = {*kept, *self._named}
        told: dict[Any, list[Any]] = {piece: [] for field in lists for piece in getattr(position, field)}
        rest: list[Any] = []
        values = position.__dict__
        for field, fact in position.facts.items():
            if field in lists:
                continue
            value = values[field]
            if isinstance(value, int):
                rest.append((field, value))
                continue
            known = self._known.get(id(value))
            said = self._said(value, rows=fact.rows and not fact.copied) if known is None else known[1]
            rest.append((field, said.rest))
            if said.pointed:
                alone |= said.pointed
            for piece, one in said.of_pieces:
                told.setdefault(piece, []).append((field, one))
        classes: dict[Any, int] = {}
        for piece, facts in told.items():
            # The fields come in one order, and each says one thing of a piece.
            mark = (piece if piece in alone else type(piece), tuple(facts))
            classes[mark] = classes.get(mark, 0) + 1
        return frozenset(rest), frozenset(classes.items())

    def _said(self, value: Any, *, rows: bool) -> _Said:
        """What a field says; most fields of a position are those of the one before."""
        if len(self._known) >= MOST_KNOWN:
            self._known.clear()
        found = _said_by_rows(value) if rows and not isinstance(value, Untold) else _Said((), value, _pieces(value))
        self._known[id(value)] = value, found  # the value is kept, so that nothing else has its identity
        return found

    def state_key(self, state: State[Any]) -> Hashable:
        """The same of a play: what is open counts, how often it was repeated does not."""
        return (self.key(state.position, pointed_at(state)), *open_phases(state, self.key))


def _said_by_rows(rows: Mapping[tuple[Any, ...], Any]) -> _Said:
    of_pieces: list[tuple[Any, Any]] = []
    others: list[Any] = []
    pointed: set[Any] = set()
    for key, one in rows.items():
        if not isinstance(one, int):
            pointed.update(pieces_in(one))
        if len(key) == 1 and isinstance(key[0], Piece):
            of_pieces.append((key[0], one))
        else:
            others.append((key, one))
            pointed.update(pieces_in(key))
    return _Said(tuple(of_pieces), frozenset(others), frozenset(pointed))


def _pieces(value: Any) -> frozenset[Any]:
    return frozenset(pieces_in(value))


def state_keys(form: Form, apart: Collection[Handle] = ()) -> Callable[[State[Any]], Hashable]:
    """What tells the states of a game apart, in the form it is played in; the pieces `apart` are no others' like."""
    if isinstance(form, Compiled):
        return ModuleExchange(form, apart).state_key
    return Exchange(form.program, apart).state_key


def open_phases(state: State[Any], key: Callable[[Any, Collection[Any]], Hashable]) -> tuple[Hashable, ...]:
    """What is open of a play; `key` tells apart the positions of those who act at once."""
    kept = pointed_at(state)

    def apart(several: Apart | None) -> Any:
        """What several have done apart so far."""
        if several is None:
            return None
        ended = tuple((who, key(position, kept)) for who, position in several.ended)
        return key(several.begun, kept), several.left, ended, several.calls

    stack = tuple(frame._replace(rounds=0, apart=apart(frame.apart)) for frame in state.stack)
    return stack, (state.outcome, bool(state.awaited), state.stuck, state.sequence)


def pointed_at(state: State[Any]) -> set[Any]:
    """The pieces that the phases that are open speak of one by one."""
    found: set[Any] = set()
    for frame in state.stack:
        who = () if frame.apart is None else (frame.apart.left, frame.apart.calls)
        found |= set(pieces_in((frame.items, frame.actor, frame.calls, frame.offered, frame.declined, who)))
    return found


@for_the_last
def named_pieces(program: Program) -> frozenset[Handle]:
    """The pieces that a rule names; what a type is called in `is a` is none."""
    return frozenset(
        node.value
        for item in (*program.callables.values(), *program.sequences.values(), *program.events.values())
        for node in iter_nodes(item)
        if isinstance(node, Const) and isinstance(node.value, Handle) and node.value.type in program.types
    )


def pieces_in(value: Any) -> Iterator[Any]:
    """The pieces in a value, or in a copy of what once was true."""
    if isinstance(value, int | str):
        return
    if isinstance(value, Handle | Piece):
        yield value
    elif isinstance(value, RecordValue):
        for _, part in value.fields:
            yield from pieces_in(part)
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from pieces_in(part)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from pieces_in(key)
            yield from pieces_in(part)
    elif is_dataclass(value):
        for one in fields(value):
            yield from pieces_in(getattr(value, one.name))
