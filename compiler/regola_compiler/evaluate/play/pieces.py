"""Pieces in a position: putting them up, taking them away, changing one for another."""

from __future__ import annotations

from collections.abc import Iterable

from regola_compiler.evaluate.errors import TooManyPieces
from regola_compiler.evaluate.play.deeds import Made, Turnout
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.made import MOST_MADE, made_name, next_number
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Handle, Value, individual

# The fact that says where a piece is, which every piece may have: what is aboard of one that leaves, leaves too.
PLACE = "at"


def there_are(position: Position, type_: str) -> tuple[Value, ...]:
    """The pieces of a type that there are."""
    found = position.get((extent_of(type_), ()), ())
    return found if isinstance(found, tuple) else ()


def put_up(position: Position, pieces: Iterable[tuple[Handle, Iterable[tuple[str, Value]]]]) -> Position:
    """A position with some pieces more, each with what is said of its facts."""
    new = dict(position)
    more: dict[str, list[Value]] = {}
    for piece, facts in pieces:
        more.setdefault(piece.type, []).append(piece)
        for name, value in facts:
            new[name, (piece,)] = value
    for type_, listed in more.items():
        known = there_are(new, type_)
        new[extent_of(type_), ()] = (*known, *(piece for piece in dict.fromkeys(listed) if piece not in known))
    return new


def changed_position(program: Program, position: Position, found: Turnout) -> Position:
    """A position after what some effects brought about: what goes back, what is told, who is made, then who leaves."""
    new = dict(position)
    for name, only in found.resets:
        for key in [key for key in new if key[0] == name and (only is None or key[1] == only)]:
            del new[key]
    for key, value in found.told.items():
        new[_canonical(program, key)] = value
    for taking, taken in found.replaced:
        for (name, arguments), value in list(new.items()):
            if arguments == (taken,) and _is_kept(program, name):
                new[name, (taking,)] = value
    new = with_made(new, found.made) if found.made else new
    gone = [*found.left, *(taken for _, taken in found.replaced)]
    return without(program, new, gone) if gone else new


def with_made(position: Position, made: Iterable[Made]) -> Position:
    """A position with the pieces that rules make, each with the next number of its type.

    Raises:
        TooManyPieces: where a type has no number left.
    """
    last: dict[str, int] = {}
    taken: dict[str, set[str]] = {}
    found: list[tuple[Handle, Iterable[tuple[str, Value]]]] = []
    for one in made:
        if one.type not in last:
            before = position.get((made_name(one.type), ()), 0)
            last[one.type] = before if isinstance(before, int) else 0
            taken[one.type] = {piece.text for piece in there_are(position, one.type) if isinstance(piece, Handle)}
        for _ in range(one.count):
            last[one.type] = number = next_number(one.type, last[one.type], taken[one.type])
            if number > MOST_MADE:
                raise TooManyPieces(one.type)
            found.append((individual(one.type, number), one.facts))
    told: Position = {(made_name(type_), ()): number for type_, number in last.items() if number}
    return put_up({**position, **told}, found)


def without_type(program: Program, position: Position, type_: str) -> Position:
    """A position without any piece of a type."""
    gone = [piece for piece in there_are(position, type_) if isinstance(piece, Handle)]
    return without(program, position, gone) if gone else position


def _canonical(program: Program, key: tuple[str, tuple[Value, ...]]) -> tuple[str, tuple[Value, ...]]:
    fact = program.callables.get(key[0])
    if isinstance(fact, Fact) and fact.counts is not None and fact.counts.unordered:
        return key[0], tuple(sorted(key[1], key=repr))
    return key


def _is_kept(program: Program, name: str) -> bool:
    """Whether the play keeps a fact of a piece: what is printed on one is not taken over."""
    fact = program.callables.get(name)
    return isinstance(fact, Fact) and (fact.kind == "state" or fact.hidden)


def without(program: Program, position: Position, gone: Iterable[Handle]) -> Position:
    """A position without some pieces, what is aboard of them, and all that was told of them."""
    left = set(gone)
    aboard = {f"{info.name}.{PLACE}" for info in program.pieces.values()}
    waiting = set(left)
    while waiting:
        inside = {
            arguments[0]
            for (name, arguments), value in position.items()
            if name in aboard and value in waiting and isinstance(arguments[0], Handle)
        }
        waiting = inside - left
        left |= inside
    new = {}
    for (name, arguments), value in position.items():
        if left.isdisjoint(arguments):
            new[name, arguments] = (
                tuple(item for item in value if item not in left) if isinstance(value, tuple) else value
            )
    for key, value in list(new.items()):
        if isinstance(value, Handle) and value in left:
            # Whoever pointed at it points at nothing: its fact goes back to what it starts with.
            del new[key]
    return new
