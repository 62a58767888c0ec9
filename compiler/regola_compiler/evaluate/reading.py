"""Facts and values as people write them, read for a program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from regola_dsl import tree
from regola_dsl.builders.expressions import unquote
from regola_dsl.diagnostics import Diagnostic, Missing, meant, meant_by, nearest, or_meant
from regola_dsl.kinds import OperationName
from regola_dsl.parser import parse_expression
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import OutOfRange
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Call, Const, Expr, Fact, Path, Program, Rule
from regola_compiler.model.types import (
    BoolType,
    DiceType,
    EnumType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    holds,
)
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.words import named_by_data

# Values as texts, as the module reads them too (values.py of the runtime): what is written, and nothing to be computed.
_WHOLE = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?", re.ASCII)


_WRITTEN = {
    IntType: _WHOLE,
    DiceType: _WHOLE,
    NumberType: re.compile(r"-?\d{1,18}(?:\.\d{1,18}|(?: / |/)\d{1,18})?", re.ASCII),
    BoolType: re.compile("true|false|yes|no"),
}


NAME = re.compile(r"[^\W\d]\w*")


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


class QueryError(Exception):
    """The question cannot be put: the message says why; `missing` is what nothing declares, if that is why."""

    def __init__(self, message: str, missing: Missing | None = None) -> None:
        super().__init__(message)
        self.missing = missing


def read_position(
    program: Program, item: Rule, given: Mapping[str, str], start: Position | None = None
) -> tuple[dict[str, str], Position]:
    """The words that are arguments of a rule, and the position that the others tell.

    `turn=3` and `controls(axis, paris)=true` are facts; they come on top of the position `start`.

    Raises:
        QueryError: for a value that does not fit a fact.
    """
    parameters = {parameter.name for parameter in item.parameters}
    arguments: dict[str, str] = {}
    run = Interpreter(program, start)
    for key, text in given.items():
        name = key.partition("(")[0].strip()
        if name.partition(".")[0] in parameters or not (
            isinstance(program.callables.get(name), Fact) or _names_a_piece(program, key)
        ):
            arguments[key] = text
            continue
        fact, values = read_fact(program, key)
        run.set_fact(fact.name, values, read_value(program, text, fact.result, key))
    return arguments, run.position


def read_fact(program: Program, text: str) -> tuple[Fact, tuple[Value, ...]]:
    """The fact that `text` names, and the arguments it is named with.

    Raises:
        QueryError: if there is no such fact, or it cannot be read.
    """
    name = text.partition("(")[0].strip()
    if _names_a_piece(program, text):
        return _read_fact_of_a_piece(program, text)
    fact = program.callables.get(name)
    if not isinstance(fact, Fact):
        words = text.split()
        beside = program.callables.get(words[0]) if words else None
        if isinstance(beside, Fact) and 0 < len(words) - 1 == len(beside.parameters):
            raise QueryError(_not_told_so(text, beside.name, f"({', '.join(words[1:])})"))
        close = nearest(name, [n for n, item in program.callables.items() if isinstance(item, Fact)])
        raise QueryError(or_meant(say("there is no fact `{name}`", name=name), close), Missing("fact", name))
    if ("(" in text) != bool(fact.parameters):
        shape = f"({', '.join(parameter.name for parameter in fact.parameters)})" if fact.parameters else ""
        raise QueryError(_not_told_so(text, fact.name, shape))
    names = names_of(program)
    parsed, found = parse_expression(text, Span(text, 1, 1, 1, len(text) + 1))
    expression = None if parsed is None else resolve(parsed, Scope(names, {}))
    found = (*found, *names.finish())
    if not isinstance(expression, Call) or found:
        missing = next((one.missing for one in found if one.missing is not None), None)
        raise QueryError(say("`{text}` is no fact: {reason}", text=text, reason=reason_of(tuple(found))), missing)
    run = Interpreter(program)
    return fact, tuple(run.evaluate(part, {}) for part in expression.arguments)


def _not_told_so(text: str, name: str, shape: str) -> str:
    return say("`{text}` is not how this fact is told: write `{name}{shape}`", text=text, name=name, shape=shape)


def _names_a_piece(program: Program, text: str) -> bool:
    """Whether a text begins with the name of a piece, in quotes or without: `tank.at`."""
    quoted = _QUOTED.match(text)
    name = unquote(quoted[0]) if quoted else text.partition(".")[0]
    rest = text[quoted.end() :] if quoted else text[len(name) :]
    return name in program.individuals and rest.startswith(".")


def _read_fact_of_a_piece(program: Program, text: str) -> tuple[Fact, tuple[Value, ...]]:
    scope = scope_of(program)
    parsed, found = parse_expression(text, Span(text, 1, 1, 1, len(text) + 1))
    expression = None if parsed is None else resolve(parsed, scope)
    found = (*found, *scope.names.finish())
    fact = program.callables.get(expression.callee) if isinstance(expression, Call) else None
    if not isinstance(expression, Call) or not isinstance(fact, Fact) or found:
        missing = next((one.missing for one in found if one.missing is not None), None)
        raise QueryError(say("`{text}` is no fact: {reason}", text=text, reason=reason_of(tuple(found))), missing)
    run = Interpreter(program)
    return fact, tuple(run.evaluate(part, {}) for part in expression.arguments)


# The last program whose names were asked for, how much it held, and its names: a scenario asks with every fact.
_named: tuple[Program, tuple[int, ...], SymbolTable] | None = None


def names_of(program: Program) -> SymbolTable:
    """The names of a program, for what is written about it afterwards."""
    global _named  # noqa: PLW0603  one tuple, read and put in one step, so that threads do not mix
    known = _named
    size = (len(program.types), len(program.callables), len(program.individuals), len(program.builtin))
    if known is None or known[0] is not program or known[1] != size:
        _named = known = (program, size, _names(program))
    return known[2].silent_copy()


def _names(program: Program) -> SymbolTable:
    names = SymbolTable(types=program.types, builtin=program.builtin)
    names.signatures = {key: _signature(key, item) for key, item in program.callables.items()}
    for name, type_ in program.individuals.items():
        known = program.types[type_].type if type_ in program.types else None
        if known is not None:
            names.sign(Signature(f"piece {name}", "pieces", (), known, Span(name, 1, 1, 1, 2)))
            names.sign(Signature(named_by_data(type_), "pieces", (), known, Span(name, 1, 1, 1, 2)))
    return names


def _signature(name: str, item: Rule) -> Signature:
    """How a rule looks from outside: of a path its ends, its ways and its length can be asked too."""
    if isinstance(item, Path):
        return Signature(name, "path", item.parameters, item.result, item.name_span, item.place, whole=item.whole)
    kind = item.kind if isinstance(item, Fact) else "define"
    return Signature(name, kind, item.parameters, item.result, item.name_span)


def scope_of(program: Program) -> Scope:
    """What is seen from a question: the names of pieces too, where they are single words, without quotes."""
    names = names_of(program)
    stands: dict[str, str | Expr] = {}
    for name in program.individuals:
        type_ = names.individual(name)
        if type_ is not None and NAME.fullmatch(name) and name not in program.callables:
            stands[name] = Const(Handle(type_.name, name), type_, Span(name, 1, 1, 1, 2))
    return Scope(names, {}, stands)


def require_there(program: Program, position: Position, values: Mapping[str, Value]) -> None:
    """Pieces that are spoken of must be there.

    Raises:
        QueryError: with the nearest name, if one is not.
    """
    for name, value in values.items():
        if not isinstance(value, Handle) or value.type not in program.pieces:
            continue
        known = [one.text for one in there_are(position, value.type) if isinstance(one, Handle)]
        if value.text not in known:
            close = nearest(value.text, known)
            told = say(
                "there is no `{type}` `{text}` here, which `{name}` needs", type=value.type, text=value.text, name=name
            )
            if close:
                raise QueryError(or_meant(told, close))
            raise QueryError(
                say(
                    "{told}: begin with `--scenario …`, or put one up: `--with '{text}: {type}(…)'`",
                    told=told,
                    text=value.text,
                    type=value.type,
                )
            )


def read_arguments(program: Program, item: Rule, given: Mapping[str, str]) -> dict[str, Value]:
    """The values of the arguments, `unit.attack=5` setting a field of `unit`.

    Raises:
        QueryError: for an unknown name or a value that does not fit.
    """
    types = {parameter.name: parameter.type for parameter in item.parameters}
    values: dict[str, Value] = {}
    fields: dict[str, dict[str, Value]] = {}
    for key, text in given.items():
        name, _, rest = key.partition(".")
        if name not in types:
            close = nearest(name, list(types))
            listed = ", ".join(f"`{p.name}: {p.type}`" for p in item.parameters) or say("none")
            wrong = say("`{name}` has no parameter `{parameter}`", name=item.name, parameter=name)
            if close:
                raise QueryError(or_meant(wrong, close))
            raise QueryError(say("{wrong}: its parameters are {names}", wrong=wrong, names=listed))
        if not rest:
            values[name] = read_value(program, text, types[name], name)
            continue
        record = types[name]
        field_type = record.field(rest) if isinstance(record, RecordType) else None
        if field_type is None:
            raise QueryError(say("`{name}` has no field `{rest}`", name=name, rest=rest), Missing("field", rest, name))
        fields.setdefault(name, {})[rest] = read_value(program, text, field_type, key)
    for name, told in fields.items():
        record = types[name]
        assert isinstance(record, RecordType)
        told = {**dict(record.defaults), **told}  # noqa: PLW2901  the defaults fill what was not told
        missing = [field for field, _ in record.fields if field not in told]
        if missing:
            raise QueryError(say("`{name}` is not complete: give `{name}.{first}=…`", name=name, first=missing[0]))
        values[name] = RecordValue(record.name, tuple((field, told[field]) for field, _ in record.fields))
    return values


def read_value(program: Program, text: str, type_: Type, name: str) -> Value:
    """The value that `text` writes.

    Raises:
        QueryError: if it is none of `type_`.
    """
    if isinstance(type_, HandleType) and type_.name in program.individuals.values():
        return individual_called(program, text, type_, name)
    if isinstance(type_, UnionType) and (option := option_of(program, text, type_)) is not None:
        return option
    if isinstance(type_, EnumType):
        word = text.strip(" ")
        index = type_.index(unquote(word) if _QUOTED.fullmatch(word) else word)
        if index is not None:
            return Member(type_.name, index)
        close = nearest(text, list(type_.members))
        hint = meant(close, say("one of {listed}", listed=", ".join(type_.members)))
        raise QueryError(
            say(
                "`{text}` is no value of `{name}`, which `{name_2}` needs: {hint}",
                text=text,
                name=type_.name,
                name_2=name,
                hint=hint,
            ),
            Missing("value", text, type_.name),
        )
    written = _WRITTEN.get(type(type_))
    if written and not written.fullmatch(text.strip(" ")):
        raise QueryError(_no_value(name, text, type_, _how_written(type_)))
    names = names_of(program)
    span = Span(f"{name}=", 1, 1, 1, len(text) + 1)
    quoted = f'"{text}"' if isinstance(type_, HandleType) and not text.startswith('"') else text
    parsed, found = parse_expression(quoted, span)
    value: Value | None = None
    if parsed is not None and not _is_value(parsed, names):
        raise QueryError(_no_value(name, text, type_, say("write the value itself")))
    if parsed is not None:
        expression = resolve(parsed, Scope(names, {}), type_)
        found = tuple(names.finish())
        if not found:
            try:
                value = Interpreter(program).evaluate(expression, {})
            except OutOfRange as problem:
                raise QueryError(_outside(name, text, type_)) from problem
    if value is None:
        raise QueryError(_no_value(name, text, type_, reason_of(found)))
    items = value if isinstance(type_, ListType) and isinstance(value, tuple) else ()
    if not holds(value, type_) or any(isinstance(type_, ListType) and not holds(item, type_.item) for item in items):
        raise QueryError(_outside(name, text, type_))
    return value


def _no_value(name: str, text: str, type_: Type, reason: str) -> str:
    return say("`{name}={text}` is no value of `{type}`: {reason}", name=name, text=text, type=type_, reason=reason)


def _outside(name: str, text: str, type_: Type) -> str:
    told = say("`{name}={text}` is outside `{type}`", name=name, text=text, type=type_)
    if isinstance(type_, IntType) and type_.low is not None:
        return say("{told}: {reason}", told=told, reason=_how_written(type_))
    return told


def _how_written(type_: Type) -> str:
    """How a value of a type is written that is a number, or true or false."""
    if isinstance(type_, BoolType):
        return say("write `true` or `false`")
    if isinstance(type_, IntType) and type_.low is not None and type_.high is not None:
        return say("write a whole number from {low} to {high}", low=type_.low, high=type_.high)
    return say("write a number in digits") if isinstance(type_, NumberType) else say("write a whole number in digits")


def individual_called(program: Program, text: str, type_: HandleType, name: str) -> Handle:
    """The counter or place of a name, in quotes or without.

    Raises:
        QueryError: with the nearest name, if there is none.
    """
    word = text.strip(" ")
    word = unquote(word) if _QUOTED.fullmatch(word) else word
    if program.individuals.get(word) == type_.name:
        return Handle(type_.name, word)
    close = nearest(word, [one for one, of in program.individuals.items() if of == type_.name])
    hint = meant(close, say("put it on a sheet or a map"))
    raise QueryError(
        say(
            "there is no `{name}` `{word}`, which `{name_2}` needs: {hint}",
            name=type_.name,
            word=word,
            name_2=name,
            hint=hint,
        ),
        Missing("piece", word, type_.name),
    )


def option_of(program: Program, text: str, type_: UnionType) -> Value | None:
    """The value that a text names where one of several types is asked, if it is the name of one."""
    word = text.strip(" ")
    word = unquote(word) if _QUOTED.fullmatch(word) else word
    for option in type_.options:
        if isinstance(option, EnumType) and (index := option.index(word)) is not None:
            return Member(option.name, index)
        if isinstance(option, HandleType) and program.individuals.get(word) == option.name:
            return Handle(option.name, word)
    return None


def _is_value(node: tree.Expr, names: SymbolTable) -> bool:
    """Whether an expression is a value written out, so that nothing is asked to read it."""
    written = partial(_is_value, names=names)
    match node:
        case tree.Number() | tree.Word() | tree.Truth():
            return True
        case tree.Operation():
            known = node.operator in {OperationName.NEGATE, OperationName.DIVIDE}
            return known and all(map(written, node.operands))
        case tree.ListLiteral():
            return all(map(written, node.items))
        case tree.Call():
            # What a record is made of may stand in its order, as anywhere; what stands so in others is asked.
            made = names.record(node.name.text) is not None
            told = bool(node.arguments) and all(made or name is not None for name, _ in node.arguments)
            return told and all(written(part) for _, part in node.arguments)
        case _:
            return False


def reason_of(found: tuple[Diagnostic, ...]) -> str:
    """Why something could not be read: the first of what was found."""
    return or_meant(found[0].message, meant_by(found[0].help)) if found else say("nothing is written")
