"""Answering questions put on a command line: reading values, asking, rolling the dice left open."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import Any

from regola_dsl import tree
from regola_dsl.builders.expressions import unquote
from regola_dsl.diagnostics import Diagnostic, Missing, counted, meant, nearest, or_meant
from regola_dsl.kinds import OperationName
from regola_dsl.parser import parse_expression
from regola_dsl.source import Span
from regola_dsl.tree import Anchors
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import NotGiven, OutOfRange, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.odds.convolution import Convolution, TooTangled
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action, Call, Clause, Const, Definition, Expr, Fact, Parameter, Program, Rule
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
    domain,
    holds,
    show,
    source,
)
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.words import named_by_data

MAX_ROLLS = 200_000
TRACED_ROLLS = 6**4
# Values as texts, as the module reads them too (values.py of the runtime): what is written, and nothing to be computed.
_WHOLE = re.compile(r"-?\d{1,18}(?:\.\d{1,18})?", re.ASCII)
_WRITTEN = {
    IntType: _WHOLE,
    DiceType: _WHOLE,
    NumberType: re.compile(r"-?\d{1,18}(?:\.\d{1,18}|(?: / |/)\d{1,18})?", re.ASCII),
    BoolType: re.compile("true|false|yes|no"),
}
_NAME = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


class QueryError(Exception):
    """The question cannot be put: the message says why; `missing` is what nothing declares, if that is why."""

    def __init__(self, message: str, missing: Missing | None = None) -> None:
        super().__init__(message)
        self.missing = missing


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
    if name in program.broken:
        raise QueryError(say("`{name}` cannot be asked while it has errors: run `regola check`", name=name))
    close = nearest(name, list(program.callables))
    hint = meant(close, say("`regola list` shows what can be asked"))
    raise QueryError(say("no rule is called `{name}`: {hint}", name=name, hint=hint))


def with_expression(program: Program, text: str) -> Program:
    """The program, with a definition without inputs called as an expression is written, if `text` is no name.

    Raises:
        QueryError: if it is no expression either, or one of what the program does not have.
    """
    if text in program.callables or text in program.broken or _NAME.fullmatch(text):
        return program
    scope = scope_of(program)
    span = Span(text, 1, 1, 1, len(text) + 1)
    parsed, found = parse_expression(text, span)
    expression = None if parsed is None else resolve(parsed, scope)
    found = (*found, *scope.names.finish())
    if expression is None or found:
        raise QueryError(
            say("`{text}` is neither a rule nor an expression: {reason}", text=text, reason=_reason(tuple(found)))
        )
    root = Clause(text, (), (), None, (), expression, (), False, frozenset(), span, span)
    asked = Definition(text, (), expression.type, root, (), (), span, span)
    return replace(program, callables={**program.callables, text: asked})


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
        close = nearest(name, [n for n, item in program.callables.items() if isinstance(item, Fact)])
        raise QueryError(or_meant(say("there is no fact `{name}`", name=name), close), Missing("fact", name))
    if ("(" in text) != bool(fact.parameters):
        shape = f"({', '.join(parameter.name for parameter in fact.parameters)})" if fact.parameters else ""
        raise QueryError(
            say("`{text}` is not how this fact is told: write `{name}{shape}`", text=text, name=fact.name, shape=shape)
        )
    names = names_of(program)
    parsed, found = parse_expression(text, Span(text, 1, 1, 1, len(text) + 1))
    expression = None if parsed is None else resolve(parsed, Scope(names, {}))
    found = (*found, *names.finish())
    if not isinstance(expression, Call) or found:
        raise QueryError(say("`{text}` is no fact: {reason}", text=text, reason=_reason(tuple(found))))
    run = Interpreter(program)
    return fact, tuple(run.evaluate(part, {}) for part in expression.arguments)


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
        raise QueryError(say("`{text}` is no fact: {reason}", text=text, reason=_reason(tuple(found))))
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
    names.signatures = {
        key: Signature(
            key, item.kind if isinstance(item, Fact) else "define", item.parameters, item.result, item.name_span
        )
        for key, item in program.callables.items()
    }
    for name, type_ in program.individuals.items():
        known = program.types[type_].type if type_ in program.types else None
        if known is not None:
            names.sign(Signature(f"piece {name}", "pieces", (), known, Span(name, 1, 1, 1, 2)))
            names.sign(Signature(named_by_data(type_), "pieces", (), known, Span(name, 1, 1, 1, 2)))
    return names


def scope_of(program: Program) -> Scope:
    """What is seen from a question: the names of pieces too, where they are single words, without quotes."""
    names = names_of(program)
    stands: dict[str, str | Expr] = {}
    for name in program.individuals:
        type_ = names.individual(name)
        if type_ is not None and _NAME.fullmatch(name) and name not in program.callables:
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
        raise QueryError(say("`{name}={text}` is no value of `{type}`", name=name, text=text, type=type_))
    names = names_of(program)
    span = Span(f"{name}=", 1, 1, 1, len(text) + 1)
    quoted = f'"{text}"' if isinstance(type_, HandleType) and not text.startswith('"') else text
    parsed, found = parse_expression(quoted, span)
    value: Value | None = None
    if parsed is not None and not _is_value(parsed, names):
        raise QueryError(
            say("`{name}={text}` is no value of `{type}`: write the value itself", name=name, text=text, type=type_)
        )
    if parsed is not None:
        expression = resolve(parsed, Scope(names, {}), type_)
        found = tuple(names.finish())
        if not found:
            try:
                value = Interpreter(program).evaluate(expression, {})
            except OutOfRange as problem:
                raise QueryError(
                    say("`{name}={text}` is outside `{type}`", name=name, text=text, type=type_)
                ) from problem
    if value is None:
        raise QueryError(
            say(
                "`{name}={text}` is no value of `{type}`: {reason}",
                name=name,
                text=text,
                type=type_,
                reason=_reason(found),
            )
        )
    items = value if isinstance(type_, ListType) and isinstance(value, tuple) else ()
    if not holds(value, type_) or any(isinstance(type_, ListType) and not holds(item, type_.item) for item in items):
        raise QueryError(say("`{name}={text}` is outside `{type}`", name=name, text=text, type=type_))
    return value


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


def _reason(found: tuple[Diagnostic, ...]) -> str:
    return found[0].message if found else say("nothing is written")


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
        wanted = _needed(item, first)
        if isinstance(first.type, DiceType):
            raise QueryError(say("{wanted}, or roll it with `regola odds`", wanted=wanted))
        raise QueryError(wanted)
    interpreter = run or Interpreter(program, position)
    trace: list[tuple[str, Anchors]] = []
    interpreter.trace = trace
    value = interpreter.call(item.name, [arguments[parameter.name] for parameter in item.parameters])
    return Answer(value, tuple(trace))


def _needed(item: Rule, parameter: Parameter) -> str:
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


def distribution(
    program: Program,
    item: Rule,
    arguments: dict[str, Value],
    position: Position | None = None,
    run: Interpreter | None = None,
) -> list[tuple[Value, Fraction]]:
    """Each answer over the dice left open with its probability, in the order of the scale or as met.

    A `run` works it out in that position, and notes what the answers rest on; the reasons of more than `TRACED_ROLLS`
    are too many to be noted.

    Raises:
        QueryError: if something other than dice is left open, or there are too many rolls.
        RuleError: if the rules give no answer for some roll.
    """
    left = [parameter for parameter in item.parameters if parameter.name not in arguments]
    rolls: list[tuple[tuple[int, Fraction], ...]] = []
    total = 1
    for parameter in left:
        if not isinstance(parameter.type, DiceType):
            raise QueryError(_needed(item, parameter))
        rolls.append(_faces(parameter.type.notation))
        total *= len(rolls[-1])
    interpreter = run or Interpreter(program, position)
    if total > TRACED_ROLLS:
        interpreter.trace = None
        together = _together(interpreter, item, arguments, left)
        if together is not None:
            return together
    if total > MAX_ROLLS:
        raise QueryError(say("`{name}` has more than {max_rolls} rolls to try", name=item.name, max_rolls=MAX_ROLLS))
    found: dict[Value, Fraction] = {}
    for combination in product(*rolls):
        chance, rolled = Fraction(1), dict(arguments)
        for parameter, (value, part) in zip(left, combination, strict=True):
            rolled[parameter.name], chance = value, chance * part
        result = interpreter.call(item.name, [rolled[parameter.name] for parameter in item.parameters])
        found[result] = found.get(result, Fraction(0)) + chance
    return sorted(found.items(), key=lambda pair: _rank(pair[0]))


@lru_cache(maxsize=256)
def _faces(notation: str) -> tuple[tuple[int, Fraction], ...]:
    """What dice show, each with its probability."""
    return tuple(DiceType.parse(notation).outcomes())


def _together(
    run: Interpreter, item: Rule, arguments: dict[str, Value], left: Sequence[Parameter]
) -> list[tuple[Value, Fraction]] | None:
    """The same without every roll being made; None where that cannot be, or the rules have no answer to some roll."""
    alike: dict[str, dict[int, int]] = {}
    dice: dict[str, dict[int, int]] = {}
    for parameter in left:
        assert isinstance(parameter.type, DiceType)
        notation = parameter.type.notation
        if notation not in alike:
            one = DiceType.parse(notation)
            alike[notation] = {value: int(chance * one.sides**one.count) for value, chance in _faces(notation)}
        dice[parameter.name] = alike[notation]
    try:
        found = Convolution(run).answers(item, dice, arguments)
    except (TooTangled, RuleError):
        return None
    whole = sum(found.values())
    return sorted(
        ((value, Fraction(weight, whole)) for value, weight in found.items()), key=lambda pair: _rank(pair[0])
    )


def _rank(value: Any) -> Any:
    return getattr(value, "index", value) if not isinstance(value, RecordValue | tuple) else 0


def as_json(value: Value, type_: Type) -> Any:
    """A value for JSON: numbers and truth as themselves, everything else as the game writes it."""
    if isinstance(value, bool | int):
        return value
    if isinstance(value, RecordValue) and isinstance(type_, RecordType):
        return {name: as_json(value.get(name), field) for name, field in type_.fields}
    if isinstance(value, tuple) and isinstance(type_, ListType):
        return [as_json(item, type_.item) for item in value]
    return show(value, type_)
