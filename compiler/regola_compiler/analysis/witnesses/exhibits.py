"""The pieces of a witness: who must be there, and how an example puts them up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.names import extent_of, last_part
from regola_compiler.model.program import Fact, Program, Rule
from regola_compiler.model.supposed import SIGN
from regola_compiler.model.types import Handle, RecordValue, Value, is_word, source


def with_pieces_spoken_of(program: Program, position: Position, values: Iterable[Value] = ()) -> Position:
    """A position in which all pieces exist that it speaks of, or that some values are."""
    if not program.pieces:
        return position
    spoken = dict.fromkeys(
        piece
        for told in (*values, *(part for (_, arguments), value in position.items() for part in (*arguments, value)))
        for piece in pieces_in(told)
        if piece.type in program.pieces
    )
    listed: dict[str, list[Value]] = {}
    for piece in spoken:
        listed.setdefault(piece.type, []).append(piece)
    found = dict(position)
    for type_, pieces in listed.items():
        key = (extent_of(type_), ())
        known = found.get(key, ())
        assert isinstance(known, tuple)
        missing = [piece for piece in pieces if piece not in known]
        if missing or key not in found:
            found[key] = (*known, *missing)
    return found


def pieces_in(value: Value) -> Iterator[Handle]:
    """The individuals in a value."""
    if isinstance(value, Handle):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from pieces_in(item)
    elif isinstance(value, RecordValue):
        for _, part in value.fields:
            yield from pieces_in(part)


def called_for(fact: Rule, values: tuple[Value, ...]) -> str:
    """A fact for some arguments, as the rules write it: `unit_1.steps`, `controls(axis, rostov)`."""
    told = [source(part, p.type) for part, p in zip(values, fact.parameters, strict=True)]
    name = fact.name.partition(SIGN)[0]
    if isinstance(fact, Fact) and fact.of_a_piece and len(told) == 1:
        return f"{told[0]}.{last_part(name)}"
    return f"{name}({', '.join(told)})" if told else name


def put_up_lines(program: Program, position: Position) -> list[str]:
    """What an example says behind `with` to put the pieces of a position up, places first."""
    found: list[tuple[bool, str]] = []
    for info in program.pieces.values():
        there = position.get((extent_of(info.name), ()), ())
        assert isinstance(there, tuple)
        for piece in there:
            facts = []
            for name in (*info.printed, *info.states):
                fact = program.callables.get(name)
                if (name, (piece,)) in position and fact is not None:
                    facts.append(f"{name.partition('.')[2]}: {source(position[name, (piece,)], fact.result)}")
            assert isinstance(piece, Handle)
            called = piece.text if is_word(piece.text) else source(piece, program.types[info.name].type)
            found.append(
                (
                    info.kind == "piece",
                    f"{called}: {info.name}({', '.join(facts)})" if facts else f"{called}: {info.name}",
                )
            )
    return [line for _, line in sorted(found, key=lambda one: one[0])]
