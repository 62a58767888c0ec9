"""The third reading beside the interpreter: what each says of the same question, in the same words."""

from __future__ import annotations

from typing import Any

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model import types
from regola_compiler.model.program import Program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source

from support.third.rules import Game, Play
from support.third.values import Handle, Member, Rec, Silent

# An answer, or the word for why there is none.
Opinion = tuple[str, Any]


def game_of(text: str) -> Game:
    """The third reading's own view of a program."""
    said = parse_source(Source("sample.regola", text))
    assert not said.diagnostics
    return Game(said.declarations)


def translated(value: Any) -> Any:
    """A value of the compiler's as the third reading has it."""
    match value:
        case types.Member():
            return Member(value.enum, value.index)
        case types.Handle():
            return Handle(value.type, value.text)
        case types.RecordValue():
            # What a table of several outputs answers has no name of its own in the language.
            name = "" if value.record.endswith(" row") else value.record
            return Rec(name, tuple((field, translated(part)) for field, part in value.fields))
        case tuple():
            return tuple(map(translated, value))
    return value


def told(position: dict[tuple[str, tuple[Any, ...]], Any]) -> dict[tuple[str, tuple[Any, ...]], Any]:
    """A position of the compiler's, translated."""
    return {(name, translated(arguments)): translated(value) for (name, arguments), value in position.items()}


def third(play: Play, name: str, arguments: tuple[Any, ...]) -> Opinion:
    """What the third reading answers."""
    try:
        return "value", play.ask(name, translated(arguments))
    except Silent as silent:
        return "silent", silent.reason


def interpreted(program: Program, position: Any, name: str, arguments: tuple[Any, ...]) -> Opinion:
    """What the interpreter answers, translated."""
    try:
        return "value", translated(Interpreter(program, position).call(name, list(arguments)))
    except RuleError as problem:
        return "silent", problem.slug
