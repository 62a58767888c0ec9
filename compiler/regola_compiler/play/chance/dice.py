"""What dice can show together, taken together where the rules cannot tell it apart.

Three things make many outcomes few. Sides of a die that every test of the rules answers alike are one side: where all
that is asked is `shot(u) <= 3`, a die has two sides. Dice rolled for alike pieces are not told apart: how many show
what is all that counts, and the weights are those of the multinomial distribution, which is the distribution of one die
folded with itself as often as there are dice. And a roll of several dice kept apart is a list in rising order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import comb, prod
from typing import Any

from regola_runtime.play import Arguments, Roll, TooMany

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.kinds import COMPARISONS
from regola_compiler.model.program import Action, Apply, Call, Const, Expr, Fold, Program, Var
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import Handle
from regola_compiler.model.visitor import iter_children, phases_in
from regola_compiler.play.positions import Exchange
from regola_compiler.play.rules import Playing

MOST_OUTCOMES = 300_000
Rolled = dict[tuple[str, Arguments], Any]
Sides = tuple[tuple[Any, int], ...]


@dataclass(frozen=True, slots=True)
class _Test:
    """A comparison of a die with something: the die is operand `place`, and `variable` is whom it was rolled for."""

    node: Apply
    place: int
    variable: str | None


class Spread:
    """The outcomes of the dice of a game."""

    def __init__(self, playing: Playing) -> None:
        self.program = playing.program
        self._exchange = Exchange(self.program)
        self._tests: dict[str, list[_Test] | None] = {}

    def outcomes(
        self, position: Position, rolls: Sequence[Roll], kept: Collection[Handle] = ()
    ) -> Iterator[tuple[Rolled, int]]:
        """What some dice can show, each with its weight; one of each class of outcomes that come to the same.

        The pieces `kept` are told apart from all others.

        Raises:
            TooMany: if there are too many to follow.
        """
        groups = list(self._groups(position, rolls, kept))
        if prod(len(group) for group in groups) > MOST_OUTCOMES:
            raise TooMany("the dice of one roll can show too much to follow it all")
        for parts in product(*groups):
            yield reduce(lambda into, part: {**into, **part[0]}, parts, {}), prod(weight for _, weight in parts)

    def _groups(
        self, position: Position, rolls: Sequence[Roll], kept: Collection[Handle]
    ) -> Iterator[list[tuple[Rolled, int]]]:
        """Dice that are alike taken together: for each group what it can show."""
        alike: dict[Any, tuple[Sides, list[Roll]]] = {}
        for roll in rolls:
            sides = self._sides(position, roll)
            who = self._exchange.class_of(position, roll.arguments, kept)
            alike.setdefault((roll.fact, who, sides), (sides, []))[1].append(roll)
        for sides, group in alike.values():
            if comb(len(group) + len(sides) - 1, max(0, len(sides) - 1)) > MOST_OUTCOMES:
                raise TooMany("the dice of one roll can show too much to follow it all")
            keys = [(roll.fact, roll.arguments) for roll in group]
            yield [(dict(zip(keys, shown, strict=True)), weight) for shown, weight in multisets(sides, len(group))]

    def _sides(self, position: Position, roll: Roll) -> Sides:
        """What one die can show, sides that no rule tells apart as one."""
        if roll.fact not in self._tests:
            self._tests[roll.fact] = _tests(self.program, roll.fact)
        tests = self._tests[roll.fact]
        if not tests or len(roll.outcomes) < 2:
            return roll.outcomes
        run = Interpreter(self.program, position, own=False)
        several = isinstance(roll.outcomes[0][0], tuple)
        faces = {face for value, _ in roll.outcomes for face in (value if several else (value,))}
        try:
            answers = {face: tuple(_answer(run, test, face, roll) for test in tests) for face in sorted(faces)}
        except (RuleError, KeyError):
            return roll.outcomes
        stands: dict[Any, Any] = {}
        for face, answer in answers.items():
            stands.setdefault(answer, face)
        found: dict[Any, int] = {}
        for value, weight in roll.outcomes:
            same = tuple(sorted(stands[answers[face]] for face in value)) if several else stands[answers[value]]
            found[same] = found.get(same, 0) + weight
        return tuple(found.items())


def multisets(sides: Sides, number: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    """What so many alike dice can show, in order and each with its weight.

    >>> list(multisets((("miss", 1), ("hit", 1)), 2))
    [(('miss', 'miss'), 1), (('miss', 'hit'), 2), (('hit', 'hit'), 1)]
    """
    if not sides:
        return
    (value, weight), *rest = sides
    if not rest:
        yield (value,) * number, weight**number
        return
    for taken in range(number, -1, -1):
        ways = comb(number, taken) * weight**taken
        for others, other_ways in multisets(tuple(rest), number - taken):
            yield (value,) * taken + others, ways * other_ways


def _answer(run: Interpreter, test: _Test, face: Any, roll: Roll) -> Any:
    """What a test says of a side."""
    node = test.node
    die = node.operands[test.place]
    operands = list(node.operands)
    operands[test.place] = Const(face, die.type, die.span)
    asked = Apply(node.operator, tuple(operands), node.type, node.span, node.scale)
    env = {} if test.variable is None else {test.variable: roll.arguments[0]}
    return run.evaluate(asked, env)


def _tests(program: Program, fact: str) -> list[_Test] | None:
    """Every comparison in which a die is read; None if it is read in another way, or when more may have changed."""
    found: list[_Test] = []
    at_once = _read_at_once(program, fact)
    roots = (*program.callables.values(), *program.sequences.values(), *program.events.values())
    for root in roots:
        if not _collect(root, fact, found, at_once):
            return None
    return found


def _collect(node: object, fact: str, found: list[_Test], at_once: bool) -> bool:
    """Note the comparisons below a node; whether the die is read in no other way there."""
    if isinstance(node, Apply) and node.operator in COMPARISONS:
        dice = [place for place, part in enumerate(node.operands) if _is_die(part, fact)]
        if len(dice) == 1 and not any(_reads(part, fact) for part in node.operands[1 - dice[0] : 2 - dice[0]]):
            die = node.operands[dice[0]]
            assert isinstance(die, Call)
            variable = die.arguments[0].name if die.arguments and isinstance(die.arguments[0], Var) else None
            other = node.operands[1 - dice[0]]
            free = set(free_variables(other)) - ({variable} if variable else set())
            if free or (die.arguments and variable is None) or not (at_once or isinstance(other, Const)):
                return False
            found.append(_Test(node, dice[0], variable))
            return True
    if isinstance(node, Fold) and isinstance(node.items, Call) and node.items.callee == fact:
        return _collect_faces(node, fact, found, at_once)
    if isinstance(node, Call) and node.callee == fact:
        return False
    return all(_collect(child, fact, found, at_once) for child in iter_children(node))


def _collect_faces(fold: Fold, fact: str, found: list[_Test], at_once: bool) -> bool:
    """The comparisons of each of several dice, in something that counts them."""
    assert isinstance(fold.items, Call)
    if (
        fold.items.arguments
        or fold.kind not in {"count", "any", "all", "no"}
        or fold.where is None
        or fold.value is not None
    ):
        return False
    return _compared(fold.where, fold.variable, found, at_once) and not _reads(fold.where, fact)


def _compared(node: Expr, variable: str, found: list[_Test], at_once: bool) -> bool:
    if isinstance(node, Apply) and node.operator in COMPARISONS:
        dice = [place for place, part in enumerate(node.operands) if isinstance(part, Var) and part.name == variable]
        if len(dice) == 1:
            other = node.operands[1 - dice[0]]
            if free_variables(other) or not (at_once or isinstance(other, Const)):
                return False
            found.append(_Test(node, dice[0], None))
            return True
    if isinstance(node, Var) and node.name == variable:
        return False
    return all(_compared(child, variable, found, at_once) for child in iter_children(node))


def _is_die(node: object, fact: str) -> bool:
    return isinstance(node, Call) and node.callee == fact


def _reads(node: object, fact: str) -> bool:
    return _is_die(node, fact) or any(_reads(child, fact) for child in iter_children(node))


def _read_at_once(program: Program, fact: str) -> bool:
    """Whether all that reads a die reads it in the position in which it is rolled.

    So it is of the dice of an action, and of a phase that has effects, and nothing inside it that could act.
    """
    if program.events:
        return False
    owner = fact.rpartition(".")[0]
    actions = [item for item in program.callables.values() if isinstance(item, Action)]
    if any(action.name == owner for action in actions):
        return True
    phases = [part for sequence in program.sequences.values() for part in phases_in(sequence) if part.name == owner]
    return bool(phases) and all(
        not phase.phases
        and not (phase.first and phase.effects)
        and not phase.endings
        and not any(not action.phases or owner in action.phases for action in actions)
        for phase in phases
    )
