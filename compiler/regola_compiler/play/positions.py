"""What tells positions of a play apart: exactly, or up to pieces that may be exchanged for one another.

Two pieces are alike if they are of one type, the same is said of each, and nothing points at one of them alone: no fact
has it as a value or beside another argument, no rule names it, no loop has come to it. Ten losses among twenty alike
pieces are one position then, instead of 184,756.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator
from typing import Any

from regola_runtime.play import State

from regola_compiler.evaluate.play.pieces import extent_of
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Const, Program
from regola_compiler.model.types import Handle, RecordValue, Value
from regola_compiler.model.visitor import iter_nodes


class Exchange:
    """Says of a program which states are the same up to an exchange of alike pieces."""

    def __init__(self, program: Program) -> None:
        self._lists = {extent_of(info.name) for info in program.pieces.values()}
        self._named = frozenset(
            node.value
            for item in (*program.callables.values(), *program.sequences.values(), *program.events.values())
            for node in iter_nodes(item)
            if isinstance(node, Const) and isinstance(node.value, Handle)
        )

    def key(self, position: Position, kept: Collection[Handle] = ()) -> Hashable:
        """What two positions have in common that differ by such an exchange; those `kept` are told apart."""
        if not any(name in self._lists for name, _ in position):
            return frozenset(position.items())
        alone: set[Any] = set(kept) | self._named
        told: dict[Handle, list[tuple[str, Value]]] = {}
        rest: list[tuple[Any, Value]] = []
        for (name, arguments), value in position.items():
            if name in self._lists:
                for piece in value if isinstance(value, tuple) else ():
                    if isinstance(piece, Handle):
                        told.setdefault(piece, [])
                continue
            alone.update(_pieces(value))
            if len(arguments) == 1 and isinstance(arguments[0], Handle):
                told.setdefault(arguments[0], []).append((name, value))
            else:
                rest.append(((name, arguments), value))
                alone.update(_pieces(arguments))
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
                piece in set(_pieces(value)) or (len(key[1]) > 1 and piece in set(_pieces(key[1])))
                for key, value in position.items()
                if key[0] not in self._lists
            )
        )
        if pointed:
            return piece
        return piece.type, frozenset((key[0], value) for key, value in position.items() if key[1] == arguments)

    def state_key(self, state: State[Position]) -> Hashable:
        """The same of a play: what is open counts, how often it was repeated does not."""
        kept = pointed_at(state)
        stack = tuple(frame._replace(rounds=0) for frame in state.stack)
        waits = (state.outcome, bool(state.awaited), state.stuck, state.sequence)
        return self.key(state.position, kept), stack, waits


def pointed_at(state: State[Position]) -> set[Handle]:
    """The pieces that the phases that are open speak of one by one."""
    return {piece for frame in state.stack for piece in _pieces((frame.items, frame.actor, frame.calls))}


def _pieces(value: Any) -> Iterator[Handle]:
    """The pieces in a value."""
    if isinstance(value, Handle):
        yield value
    elif isinstance(value, RecordValue):
        for _, part in value.fields:
            yield from _pieces(part)
    elif isinstance(value, tuple):
        for part in value:
            yield from _pieces(part)
