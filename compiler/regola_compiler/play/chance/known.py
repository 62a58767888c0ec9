"""Odds as people ask for them: where something is known of the roll, column by column, and in a few numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from regola_dsl.diagnostics import name_list
from regola_dsl.parser import parse_expression
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.odds.distribution import distribution
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.reading import QueryError, scope_of
from regola_compiler.model.program import Call, Clause, Const, Definition, Expr, If, Let, Logic, Program, Rule, Var
from regola_compiler.model.types import (
    BOOL,
    EnumType,
    HandleType,
    RecordValue,
    Type,
    Value,
    as_place,
    domain,
    show,
)
from regola_compiler.resolve.values.expressions import resolve

# What a condition calls the answer.
ANSWER = "value"
MOST_COLUMNS = 60
SHARES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
_OTHERWISE = RecordValue("otherwise", ())
_ASKED = "the answer, if"

Outcomes = list[tuple[Value, Fraction]]


@dataclass(frozen=True, slots=True)
class Known:
    """The odds of each answer where something is known, and how likely that was."""

    outcomes: Outcomes
    chance: Fraction


def known_odds(
    program: Program,
    item: Rule,
    arguments: dict[str, Value],
    position: Position | None,
    conditions: Sequence[str],
    run: Interpreter | None = None,
) -> Known:
    """How likely each answer is over the dice left open, where conditions hold.

    A condition speaks of the dice and other inputs by their names, and of the answer as `value`.

    Args:
        program: the rules.
        item: what is asked.
        arguments: the inputs that are told.
        position: the facts that are told.
        conditions: what is known, as the rules would write it.
        run: hears what the answers rest on.

    Raises:
        QueryError: if a condition is none, or cannot hold, or it cannot be asked so.
        RuleError: if the rules give no answer for some roll.
    """
    plain = distribution(program, item, arguments, position, run)
    if not conditions:
        return Known(plain, Fraction(1))
    holding = [_condition(program, item, text) for text in conditions]
    span = item.name_span
    asked = Call(item.name, tuple(Var(p.name, p.type, p.span) for p in item.parameters), item.result, span)
    name = _answer_name(item)
    answer = Var(name, item.result, span)
    held = holding[0] if len(holding) == 1 else Logic("and", tuple(holding), BOOL, span)
    value = If(held, answer, Const(_OTHERWISE, item.result, span), item.result, span)
    root = Clause(_ASKED, (), (), None, (Let(name, asked, span),), value, (), False, frozenset(), span, span)
    both = Definition(_ASKED, item.parameters, BOOL, root, (), (), span, span)
    with_it = replace(program, callables={**program.callables, _ASKED: both})
    found = distribution(with_it, both, arguments, position)
    left = [(value, chance) for value, chance in found if value != _OTHERWISE]
    whole = sum((chance for _, chance in left), Fraction(0))
    if not whole:
        raise QueryError(say("what is given never holds: {listed}", listed=name_list(conditions, "and")))
    return Known([(value, chance / whole) for value, chance in left], whole)


def _condition(program: Program, item: Rule, text: str) -> Expr:
    """A condition, with the inputs of a declaration and its answer as names."""
    scope = scope_of(program)
    for parameter in item.parameters:
        scope = scope.plus(parameter.name, parameter.type)
    scope = scope.plus(_answer_name(item), item.result)
    parsed, found = parse_expression(text, Span(text, 1, 1, 1, len(text) + 1))
    expression = None if parsed is None else resolve(parsed, scope)
    found = (*found, *scope.names.finish())
    if expression is None or found:
        why = found[0].message if found else say("it cannot be read")
        raise QueryError(say("`{text}` is no condition on {names}: {why}", text=text, names=_names(item), why=why))
    if expression.type != BOOL:
        raise QueryError(say("`{text}` is no condition: it neither holds nor fails", text=text))
    return expression


def _answer_name(item: Rule) -> str:
    """What a condition calls the answer; nothing that can be written where an input is called so."""
    return ANSWER if all(parameter.name != ANSWER for parameter in item.parameters) else _ASKED


def _names(item: Rule) -> str:
    names = (*(parameter.name for parameter in item.parameters), ANSWER)
    return ", ".join(f"`{name}`" for name in dict.fromkeys(names))


def columns_of(item: Rule, name: str, arguments: Mapping[str, Value], position: Position) -> list[tuple[str, Value]]:
    """The values of an input, each as it is written; of pieces and places those that are there.

    Raises:
        QueryError: if there is no such input, it is told already, or has no values here or too many.
    """
    parameter = next((one for one in item.parameters if one.name == name), None)
    if parameter is None:
        there = ", ".join(f"`{one.name}`" for one in item.parameters) or say("none")
        raise QueryError(
            say("`{name}` has no input `{name_2}`: it has {there}", name=item.name, name_2=name, there=there)
        )
    if name in arguments:
        raise QueryError(say("`{name}` is told already: leave `{name}=…` or the columns out", name=name))
    values: Iterable[Value] | None
    if isinstance(parameter.type, HandleType) and parameter.type.individuals:
        values = there_are(position, parameter.type.name)
        if not values:
            raise QueryError(
                say(
                    "there is no {type} to give a column to: put one up by `--scenario`, or `--with 'NAME: {type}(…)'`",
                    type=parameter.type,
                )
            )
    else:
        values = domain(parameter.type)
    listed = [] if values is None else [value for _, value in zip(range(MOST_COLUMNS + 1), values, strict=False)]
    if not listed or len(listed) > MOST_COLUMNS:
        raise QueryError(
            say(
                "`{name}` has more values than there is room for: at most {most_columns}",
                name=name,
                most_columns=MOST_COLUMNS,
            )
        )
    return [(show(value, parameter.type), value) for value in listed]


def by_column(
    program: Program,
    item: Rule,
    arguments: dict[str, Value],
    position: Position | None,
    conditions: Sequence[str],
    columns: Iterable[tuple[str, Value]],
    name: str,
    run: Interpreter | None = None,
) -> list[tuple[str, Known | None]]:
    """The odds for each value of an input; None where the rules have no answer to some roll, or what is known fails.

    Raises:
        QueryError: if it can be asked for none of them.
        RuleError: if the rules answer for none of them.
    """
    found: list[tuple[str, Known | None]] = []
    wrong: QueryError | RuleError | None = None
    for shown, value in columns:
        try:
            found.append((shown, known_odds(program, item, {**arguments, name: value}, position, conditions, run)))
        except (QueryError, RuleError) as problem:
            found.append((shown, None))
            wrong = wrong or problem
    if wrong is not None and all(known is None for _, known in found):
        raise wrong
    return found


def at_least(outcomes: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """How likely each value or a higher one is."""
    listed = sorted(outcomes, key=lambda pair: as_place(pair[0]), reverse=True)
    found: dict[Any, Any] = {}
    total: Any = 0
    for value, chance in listed:
        total = total + chance
        found[value] = total
    return found


@dataclass(frozen=True, slots=True)
class Summary:
    """Odds in a few numbers; of a scale there are quantiles alone."""

    quantiles: tuple[tuple[Fraction, Any], ...]
    mean: Fraction | float | None = None
    variance: Fraction | float | None = None

    @property
    def deviation(self) -> float | None:
        """The standard deviation."""
        return None if self.variance is None else float(self.variance) ** 0.5


def summary(outcomes: Iterable[tuple[Any, Any]], type_: Type) -> Summary:
    """Mean, variance and quantiles of what has an order."""
    listed = sorted(outcomes, key=lambda pair: as_place(pair[0]))
    quantiles: list[tuple[Fraction, Any]] = []
    for share in SHARES:
        total: Any = 0
        for value, chance in listed:
            total = total + chance
            # Floats that come short of a share by what was rounded off reach it.
            if total >= share or value is listed[-1][0] or (isinstance(total, float) and total >= share - 1e-12):
                quantiles.append((share, value))
                break
    if isinstance(type_, EnumType):
        return Summary(tuple(quantiles))
    mean = sum(value * chance for value, chance in listed)
    return Summary(tuple(quantiles), mean, sum((value - mean) ** 2 * chance for value, chance in listed))
