"""How likely each answer is, over the dice that a question leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from regola_dsl.wording import say

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.odds.convolution import Convolution, TooTangled
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.queries import what_is_needed
from regola_compiler.evaluate.reading import QueryError
from regola_compiler.model.program import Parameter, Program, Rule
from regola_compiler.model.types import (
    DiceType,
    RecordValue,
    Value,
)

MAX_ROLLS = 200_000


TRACED_ROLLS = 6**4


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
            raise QueryError(what_is_needed(item, parameter))
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
