"""What a move has changed, in words."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from itertools import product
from math import prod

from regola_dsl.wording import say

from regola_compiler.evaluate.errors import RuleError, TooManyChoices
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.play.supposing import every
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Handle, Value
from regola_compiler.play.notation import fact_text, value_text

MOST_UNCHANGED = 500
Key = tuple[str, tuple[Value, ...]]


def changes(program: Program, before: Position, after: Position, hidden: Collection[Key] = ()) -> list[str]:
    """What is another than before: facts that the rules call a state, and pieces that came or left.

    Nothing is said of facts that are `hidden`.
    """
    found: list[str] = []
    for info in program.pieces.values():
        here, there = there_are(before, info.name), there_are(after, info.name)
        known, new = set(here), set(there)
        found += [
            say("{piece} has left", piece=piece.text)
            for piece in here
            if isinstance(piece, Handle) and piece not in new
        ]
        found += [
            say("{piece} is new", piece=piece.text)
            for piece in there
            if isinstance(piece, Handle) and piece not in known
        ]
    for key in dict.fromkeys([*after, *before]):
        fact = program.callables.get(key[0])
        if not isinstance(fact, Fact) or fact.kind != "state" or before.get(key) == after.get(key):
            continue
        if key in hidden:
            continue
        if not all(_is_there(program, position, one) for one in key[1] for position in (before, after)):
            continue
        was, now = _value(program, before, fact, key[1]), _value(program, after, fact, key[1])
        if was != now:
            found.append(f"{fact_text(program, *key)}: {was} → {now}")
    return found


def with_unchanged(program: Program, position: Position) -> Position:
    """A position with the facts that the rules call a state and that are still what they were at first.

    Of a fact that can be told of more than some hundreds of things only what is told already is there; and so is what
    has no value yet, or has too many.
    """
    run = Interpreter(program, position, own=False)
    found = dict(position)
    for fact in program.callables.values():
        if not isinstance(fact, Fact) or fact.kind != "state":
            continue
        try:
            of = [tuple(every(position, one.type, fact.name)) for one in fact.parameters]
        except TooManyChoices:
            continue
        if prod(map(len, of)) > MOST_UNCHANGED:
            continue
        for values in product(*of):
            if (key := (fact.name, values)) not in position:
                with suppress(RuleError):
                    found[key] = run.call(fact.name, list(values))
    return found


def changing_first(program: Program, position: Position) -> tuple[Position, ...]:
    """A position in three parts: what the rules call a state, what else is told or kept, what is printed on pieces."""
    parts: tuple[Position, ...] = ({}, {}, {})
    for key, value in position.items():
        fact = program.callables.get(key[0])
        place = 1
        if isinstance(fact, Fact) and fact.kind == "state":
            place = 0
        elif isinstance(fact, Fact) and fact.kind == "given" and fact.of_a_piece:
            place = 2
        parts[place][key] = value
    return parts


def _value(program: Program, position: Position, fact: Fact, arguments: tuple[Value, ...]) -> str:
    try:
        run = Interpreter(program, position, own=False)
        return value_text(run.call(fact.name, list(arguments)), fact.result)
    except RuleError:
        return "nothing"


def _is_there(program: Program, position: Position, value: Value) -> bool:
    if not isinstance(value, Handle) or value.type not in program.pieces:
        return True
    return (extent_of(value.type), ()) not in position or value in there_are(position, value.type)
