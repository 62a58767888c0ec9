"""Questions put to a program: what is asked, what it comes to and by which rules, and what is still needed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from regola_dsl.diagnostics import counted, meant, nearest
from regola_dsl.parser import parse_expression
from regola_dsl.source import Span
from regola_dsl.tree import Anchors
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import NotGiven
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.reading import NAME, QueryError, reason_of, scope_of
from regola_compiler.model.program import Action, Clause, Definition, Parameter, Program, Rule
from regola_compiler.model.types import (
    BoolType,
    DiceType,
    EnumType,
    Handle,
    ListType,
    RecordType,
    RecordValue,
    Type,
    Value,
    domain,
    show,
    source,
)
from regola_compiler.resolve.values.expressions import resolve


@dataclass(frozen=True, slots=True)
class Answer:
    """A value and the rules that made it so, in order."""

    value: Value
    because: tuple[tuple[str, Anchors], ...]


def lookup(program: Program, name: str) -> Rule:
    """The declaration called `name`.

    Raises:
        QueryError: with the nearest name, if there is none.
    """
    if name in program.callables:
        return program.callables[name]
    if name in program.broken or name in program.unread:
        raise QueryError(say("`{name}` cannot be asked while it has errors: run `regola check`", name=name))
    close = nearest(name, list(program.callables))
    hint = meant(close, say("`regola list` shows what can be asked"))
    raise QueryError(say("no rule is called `{name}`: {hint}", name=name, hint=hint))


def with_pieces(program: Program, position: Position) -> Program:
    """The program, with the names of the pieces that there are in a position: of those that are counted, and made."""
    there = (piece for type_ in program.pieces for piece in there_are(position, type_))
    named = {piece.text: piece.type for piece in there if isinstance(piece, Handle)}
    if named.keys() <= program.individuals.keys():
        return program
    return replace(program, individuals={**named, **program.individuals})


def with_expression(program: Program, text: str) -> Program:
    """The program, with a definition without inputs called as an expression is written, if `text` is no name.

    Raises:
        QueryError: if it is no expression either, or one of what the program does not have.
    """
    if text in program.callables or text in program.broken or NAME.fullmatch(text):
        return program
    scope = scope_of(program)
    span = Span(text, 1, 1, 1, len(text) + 1)
    parsed, found = parse_expression(text, span)
    expression = None if parsed is None else resolve(parsed, scope)
    found = (*found, *scope.names.finish())
    if expression is None or found:
        raise QueryError(
            say("`{text}` is neither a rule nor an expression: {reason}", text=text, reason=reason_of(tuple(found)))
        )
    root = Clause(text, (), (), None, (), expression, (), False, frozenset(), span, span)
    asked = Definition(text, (), expression.type, root, (), (), span, span)
    return replace(program, callables={**program.callables, text: asked})


def answer(
    program: Program,
    item: Rule,
    arguments: dict[str, Value],
    position: Position | None = None,
    run: Interpreter | None = None,
) -> Answer:
    """The answer and its reasons.

    Args:
        program: The rules.
        item: What is asked.
        arguments: What it is asked with.
        position: What is told of the facts.
        run: Who works it out, in that position, and notes more than the reasons, if somebody wants to know more.

    Raises:
        QueryError: if an argument is missing.
        RuleError: if the rules give no answer.
    """
    missing = [parameter for parameter in item.parameters if parameter.name not in arguments]
    if missing:
        first = missing[0]
        wanted = what_is_needed(item, first)
        if isinstance(first.type, DiceType):
            raise QueryError(say("{wanted}, or roll it with `regola odds`", wanted=wanted))
        raise QueryError(wanted)
    interpreter = run or Interpreter(program, position)
    trace: list[tuple[str, Anchors]] = []
    interpreter.trace = trace
    value = interpreter.call(item.name, [arguments[parameter.name] for parameter in item.parameters])
    return Answer(value, tuple(trace))


def what_is_needed(item: Rule, parameter: Parameter) -> str:
    """That an input is left open, and what it can be."""
    can_be = describe_domain(parameter.type)
    return say("`{name}` needs `{parameter}=…` ({can_be})", name=item.name, parameter=parameter.name, can_be=can_be)


def describe_domain(type_: Type) -> str:
    """What can be given for a parameter of this type, in a few words."""
    if isinstance(type_, EnumType):
        shown = list(type_.members[:8]) + ["…"] * (len(type_.members) > 8)
        return ", ".join(shown)
    if isinstance(type_, BoolType):
        return say("true or false")
    if isinstance(type_, RecordType):
        needed = [(name, field) for name, field in type_.fields if name not in dict(type_.defaults)]
        more = len(type_.fields) - len(needed)
        if not more:
            return say("such as '{example}'", example=example_literal(type_))
        return say(
            "such as '{example}', with {fields} that may be left out",
            example=example_literal(type_),
            fields=counted(more, "more field"),
        )
    return str(type_)


def example_literal(type_: Type) -> str:
    """A value of a type, as one would type it, to show how."""
    if isinstance(type_, RecordType):
        needed = [(name, field) for name, field in type_.fields if name not in dict(type_.defaults)]
        return f"{type_.name}({', '.join(f'{name}: {example_literal(field)}' for name, field in needed)})"
    if isinstance(type_, ListType):
        return f"[{example_literal(type_.item)}]" if type_.least else "[]"
    first = next(domain(type_) or iter(()), None)
    return "…" if first is None else source(first, type_)


def missing_fact_hint(program: Program, problem: NotGiven, item: Rule) -> str:
    """How to tell the fact that an answer depends on."""
    name, values = problem.fact, problem.arguments
    fact = program.callables[name]
    shown = ", ".join(source(value, p.type) for value, p in zip(values, fact.parameters, strict=True))
    key = f"'{name}({shown})=…'" if values else f"{name}=…"
    options = describe_domain(fact.result)
    if name == "phase" and isinstance(item, Action) and item.phases:
        options = ", ".join(item.phases)
    return say(
        "the answer depends on `{fact}`: tell it with {key} ({options})",
        fact=f"{name}({shown})" if values else name,
        key=key,
        options=options,
    )


def as_json(value: Value, type_: Type) -> Any:
    """A value for JSON: numbers and truth as themselves, everything else as the game writes it."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, RecordValue) and isinstance(type_, RecordType):
        return {name: as_json(value.get(name), field) for name, field in type_.fields}
    if isinstance(value, tuple) and isinstance(type_, ListType):
        return [as_json(item, type_.item) for item in value]
    return show(value, type_)
