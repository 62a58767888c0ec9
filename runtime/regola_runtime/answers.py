"""Asking a compiled game by name: answers, reasons, and exact distributions over dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias

from regola_runtime.errors import OutOfRange, TooLarge, UnknownName, WrongGame, WrongShape, WrongValue
from regola_runtime.odds import Distribution, is_known_in_part, known_faces
from regola_runtime.values import Dice, ListOf, described, is_of, is_outside, parse, written

# How much of a value a message shows.
MOST_SHOWN: Final = 100
Reason: TypeAlias = tuple[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Duty:
    """That a rule asks for something to be done.

    Attributes:
        rule: The rule's name.
        by: The phase by whose end it has to be done; None where no phase is said.
        at_once: Whether nothing else may be done before.
        one_of: The deeds of which one is enough; empty where only this one will do.
    """

    rule: str
    by: str | None
    at_once: bool
    one_of: tuple[str, ...] = ()


class _Reasons(list[Reason]):
    """The reasons so far, in order, and what the action asked last has to be done for."""

    duties: tuple[Duty, ...] = ()


MOST_ROLLS: Final = 1_000_000
_REASONS: ContextVar[_Reasons | None] = ContextVar("regola_reasons", default=None)


# Not empty while somebody, here or in another thread, asks for reasons: what it costs where nobody does is this look.
WHY: Final[list[None]] = []
# The reasons so far, where somebody asks for them.
is_asked_why = _REASONS.get


def note(name: str, *sections: str) -> None:
    """Record that a rule had a say, if it is here that reasons are asked for; `WHY` says whether they are anywhere."""
    reasons = _REASONS.get()
    if reasons is not None:
        reasons.append((name, sections))


def note_duties(duties: Iterable[Duty]) -> None:
    """Record what has to be done by when, if it is here that reasons are asked for."""
    reasons = _REASONS.get()
    if reasons is not None:
        reasons.duties = tuple(duties)


@contextmanager
def quietly() -> Iterator[None]:
    """While it is found out which rules speak, what they look at is no reason yet."""
    token = _REASONS.set(None)
    try:
        yield
    finally:
        _REASONS.reset(token)


@dataclass(frozen=True, slots=True)
class Function:
    """A rule that can be asked by name, with the kind of each parameter.

    `position` says whether its answer rests on the facts of a position, which it then takes first.
    """

    call: Callable[..., Any]
    anchors: tuple[str, ...]
    parameters: Mapping[str, Any]
    position: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A value, and the rules that made it so, in order; of what must be done, by when and what else would do."""

    value: Any
    because: tuple[Reason, ...]
    duties: tuple[Duty, ...] = ()


def find(functions: Mapping[str, Function], name: str) -> Function:
    """The rule called `name`.

    Raises:
        UnknownName: with the nearest names, if there is none.
    """
    if not isinstance(name, str) or name not in functions:
        close = get_close_matches(str(name), functions, 3)
        hint = f": did you mean {' or '.join(close)}?" if close else ""
        raise UnknownName("", f"no rule is called `{str(name)[:MOST_SHOWN]}`{hint}")
    return functions[name]


def _arguments(rule: str, function: Function, given: Mapping[str, Any]) -> dict[str, Any]:
    unknown = [name for name in given if name not in function.parameters]
    if unknown:
        raise UnknownName(rule, f"has no parameter `{unknown[0][:MOST_SHOWN]}`")
    return {
        name: argument(rule, name, given[name], kind) for name, kind in function.parameters.items() if name in given
    }


def argument(rule: str, name: str, given: Any, kind: Any) -> Any:
    """A value for a parameter of a rule, given as a value, or as a text as the game writes it.

    Raises:
        WrongValue: if it is none of its kind; the message names rule, parameter and value.
        OutOfRange: if it is outside its bounds; the same.
    """
    try:
        return fitting(given, kind)
    except OutOfRange as wrong:
        said = f"is {str(wrong).partition('` is ')[2]}"
        raise OutOfRange(f"{rule}: `{name}={_shown(given)}` {said}") from None
    except (ValueError, TypeError) as wrong:
        said = f"is {str(wrong).partition('` is ')[2] or f'no value of `{described(kind)}`'}"
        raise WrongValue(rule, f"`{name}={_shown(given)}` {said}") from None


def fitting(given: Any, kind: Any) -> Any:
    """A value of a kind, given as one or as a text.

    Raises:
        ValueError: if it is none.
        OutOfRange: if it is outside the bounds.
    """
    if isinstance(kind, ListOf) and isinstance(given, list | tuple):
        return _bounded(tuple(fitting(item, kind.item) for item in given), kind)
    if not isinstance(given, str) and not is_of(given, kind):
        raise ValueError
    value = parse(given, kind)
    if not is_of(value, kind):
        raise ValueError
    return _bounded(value, kind)


def _bounded(value: Any, kind: Any) -> Any:
    """A value of a kind, if a list has as many items as it may have."""
    if isinstance(kind, ListOf) and is_outside(value, kind):
        raise OutOfRange(f"` is outside `{described(kind)}`")
    return value


def _shown(given: Any) -> str:
    return (given if isinstance(given, str) else written(given))[:MOST_SHOWN]


def ask(
    function: Function,
    given: Mapping[str, Any],
    position: Any = None,
    rule: str = "",
    positions: type[Any] | None = None,
) -> Any:
    """The answer for arguments given as values or as the game writes them, in a position if it rests on one.

    Args:
        function: what is asked.
        given: the arguments by their names.
        position: where it is asked, if that matters.
        rule: what it is called, for messages.
        positions: what a position of these rules is.

    Raises:
        Misfit: if it cannot be asked so; the message names the rule, the parameter and the value.
        NoAnswer: if the rules give no answer.
    """
    arguments = _arguments(rule, function, given)
    missing = [name for name in function.parameters if name not in arguments]
    if missing:
        raise WrongShape(rule, f"`{missing[0]}` is missing")
    where = placed(function, position, rule, positions)
    return function.call(*where, *(arguments[name] for name in function.parameters))


def placed(function: Function, position: Any, rule: str, positions: type[Any] | None) -> tuple[Any, ...]:
    """The position that an answer rests on, if it rests on one.

    Raises:
        WrongShape: if none is given.
        WrongGame: if it is no position of these rules.
    """
    if not function.position:
        return ()
    if position is None:
        raise WrongShape(rule, "its answer rests on a position: give one")
    if positions is not None and not isinstance(position, positions):
        raise WrongGame(rule, "its answer rests on a position of these rules, and not of others")
    return (position,)


def explain(
    function: Function,
    given: Mapping[str, Any],
    position: Any = None,
    rule: str = "",
    positions: type[Any] | None = None,
) -> Answer:
    """The answer with its reasons; what it is given as for `ask`."""
    reasons = _Reasons()
    token = _REASONS.set(reasons)
    WHY.append(None)
    try:
        value = ask(function, given, position, rule, positions)
        return Answer(value, tuple(reasons), reasons.duties)
    finally:
        WHY.pop()
        _REASONS.reset(token)


def distribution(
    function: Function,
    given: Mapping[str, Any],
    position: Any = None,
    rule: str = "",
    positions: type[Any] | None = None,
) -> Distribution:
    """How likely each answer is over the dice left open; the probabilities add up to 1. The rest is as for `ask`.

    Of dice it may be known in part what they show: among which values it is, as a collection, or what holds of it, as
    a function.

    Raises:
        ValueError: if dice cannot show what is known of them.
        TooLarge: if there are more than a million rolls.
    """
    kinds = function.parameters
    in_part = {
        name: value for name, value in given.items() if isinstance(kinds.get(name), Dice) and is_known_in_part(value)
    }
    arguments = _arguments(rule, function, {name: value for name, value in given.items() if name not in in_part})
    dice = {
        name: known_faces(kind, in_part[name]) if name in in_part else kind.outcomes()
        for name, kind in kinds.items()
        if name not in arguments and isinstance(kind, Dice)
    }
    if prod(map(len, dice.values())) > MOST_ROLLS:
        raise TooLarge(f"more than {MOST_ROLLS:,} rolls would have to be tried")
    found = Distribution()
    for rolls in product(*dice.values()):
        chance = Fraction(1)
        rolled = dict(arguments)
        for name, (value, part) in zip(dice, rolls, strict=True):
            rolled[name], chance = value, chance * part
        answer = ask(function, rolled, position, rule, positions)
        found[answer] = found.get(answer, Fraction(0)) + chance
    return found
