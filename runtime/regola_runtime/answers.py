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

from regola_runtime.errors import OutOfRange, TooLarge
from regola_runtime.odds import Distribution, is_known_in_part, known_faces
from regola_runtime.values import Dice, parse

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
        LookupError: with the nearest names, if there is none.
    """
    if name not in functions:
        close = get_close_matches(name, functions, 3)
        raise LookupError(f"no rule is called {name!r}" + (f": did you mean {' or '.join(close)}?" if close else ""))
    return functions[name]


def _arguments(function: Function, given: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(given) - set(function.parameters))
    if unknown:
        raise TypeError(f"unknown parameter {unknown[0]!r}")
    return {name: _argument(name, value, function.parameters[name]) for name, value in given.items()}


def _argument(name: str, value: Any, kind: Any) -> Any:
    """A value read; what is wrong with it is told with its name, as `regola ask` does."""
    try:
        return parse(value, kind)
    except (ValueError, OutOfRange) as wrong:
        if not isinstance(value, str):
            raise
        raise type(wrong)(str(wrong).replace("`", f"`{name}=", 1)) from None


def ask(function: Function, given: Mapping[str, Any], position: Any = None) -> Any:
    """The answer for arguments given as values or as the game writes them, in a position if it rests on one."""
    arguments = _arguments(function, given)
    missing = [name for name in function.parameters if name not in arguments]
    if missing:
        raise TypeError(f"parameter {missing[0]!r} is missing")
    if function.position and position is None:
        raise TypeError("the answer rests on a position: give one")
    where = (position,) if function.position else ()
    return function.call(*where, *(arguments[name] for name in function.parameters))


def explain(function: Function, given: Mapping[str, Any], position: Any = None) -> Answer:
    """The answer with its reasons."""
    reasons = _Reasons()
    token = _REASONS.set(reasons)
    WHY.append(None)
    try:
        value = ask(function, given, position)
        return Answer(value, tuple(reasons), reasons.duties)
    finally:
        WHY.pop()
        _REASONS.reset(token)


def distribution(function: Function, given: Mapping[str, Any], position: Any = None) -> Distribution:
    """How likely each answer is over the dice left open; the probabilities add up to 1.

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
    arguments = _arguments(function, {name: value for name, value in given.items() if name not in in_part})
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
        answer = ask(function, rolled, position)
        found[answer] = found.get(answer, Fraction(0)) + chance
    return found
