"""What dice can show together, taken together where the rules cannot tell it apart.

Three things make many outcomes few. Sides of a die that every test of the rules answers alike are one side: where all
that is asked is `shot(u) <= 3`, a die has two sides. Dice rolled for alike pieces are not told apart: how many show
what is all that counts, and the weights are those of the multinomial distribution, which is the distribution of one die
folded with itself as often as there are dice. And of several dice kept apart those rolls are one of which all sums,
counts and orders that the rules ask for are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb, prod
from typing import Any, assert_never

from regola_dsl.kinds import FoldKind
from regola_dsl.wording import say
from regola_runtime.play import Arguments, Roll, TooMany
from regola_runtime.played.dice import Several, multisets

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.kinds import COMPARISONS
from regola_compiler.model.names import belongs_to
from regola_compiler.model.program import Action, Apply, Call, Const, Fold, Program, Supposed, Var
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import Handle
from regola_compiler.model.visitor import iter_children, iter_nodes, phases_in
from regola_compiler.play.positions import Exchange
from regola_compiler.play.remembered import for_the_last

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

    def __init__(
        self,
        program: Program,
        run: Callable[[Position], Interpreter] | None = None,
        apart: Collection[Handle] = (),
    ) -> None:
        """Of some rules; `run` makes the interpreter that they are asked by, the pieces `apart` are like no others."""
        self.program = program
        self._run = run or (lambda position: Interpreter(program, position, own=False))
        self._exchange = Exchange(self.program, apart)
        self._tests: dict[str, list[_Test] | None] = {}
        self._folds: dict[str, list[Fold] | None] = {}

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
            raise TooMany(say("the dice of one roll can show too much to follow it all"))
        for parts in product(*groups):
            yield reduce(lambda into, part: {**into, **part[0]}, parts, {}), prod(weight for _, weight in parts)

    def _groups(
        self, position: Position, rolls: Sequence[Roll], kept: Collection[Handle]
    ) -> Iterator[list[tuple[Rolled, int]]]:
        """Dice that are alike taken together: for each group what it can show."""
        alike: dict[Any, tuple[Sides, list[Roll]]] = {}
        for roll in rolls:
            if isinstance(roll.outcomes, Several):
                yield self._pool(position, roll, roll.outcomes)
                continue
            sides = self.sides(position, roll)
            who = self._exchange.class_of(position, roll.arguments, kept)
            alike.setdefault((roll.fact, who, sides), (sides, []))[1].append(roll)
        for sides, group in alike.values():
            if comb(len(group) + len(sides) - 1, max(0, len(sides) - 1)) > MOST_OUTCOMES:
                raise TooMany(say("the dice of one roll can show too much to follow it all"))
            keys = [(roll.fact, roll.arguments) for roll in group]
            yield [(dict(zip(keys, shown, strict=True)), weight) for shown, weight in multisets(sides, len(group))]

    def sides(self, position: Position, roll: Roll) -> Sides:
        """What one die can show, sides that no rule tells apart as one."""
        if roll.fact not in self._tests:
            self._tests[roll.fact] = _tests(self.program, roll.fact)
        tests = self._tests[roll.fact]
        if not tests or len(roll.outcomes) < 2:
            return tuple(roll.outcomes)
        run = self._run(position)
        try:
            answers = {face: tuple(_answer(run, test, face, roll) for test in tests) for face, _ in roll.outcomes}
        except (RuleError, KeyError):
            return tuple(roll.outcomes)
        stands: dict[Any, Any] = {}
        found: dict[Any, int] = {}
        for face, weight in roll.outcomes:
            same = stands.setdefault(answers[face], face)
            found[same] = found.get(same, 0) + weight
        return tuple(found.items())

    def _pool(self, position: Position, roll: Roll, dice: Several) -> list[tuple[Rolled, int]]:
        """What several dice show, those rolls together of which all that is asked comes to the same.

        What is asked are counts, sums, quantifiers, the largest and the smallest: each die adds its part to them, and
        so they are reckoned die by die, for all together (a convolution), with one roll that stands for those alike.
        """
        if roll.fact not in self._folds:
            self._folds[roll.fact] = _folds(self.program, roll.fact, _readers(self.program).get(roll.fact, ()))
        folds = self._folds[roll.fact]
        key = (roll.fact, roll.arguments)
        parts = None if folds is None else self._parts(position, folds, dice)
        if folds is None or parts is None:
            if dice.size > MOST_OUTCOMES:
                raise TooMany(say("the dice of one roll can show too much to follow it all"))
            return [({key: shown}, weight) for shown, weight in dice]
        found: dict[Any, tuple[tuple[Any, ...], int]] = {tuple(_START[fold.kind] for fold in folds): ((), 1)}
        for _ in range(dice.number):
            after: dict[Any, tuple[tuple[Any, ...], int]] = {}
            for sums, (shown, weight) in found.items():
                for (side, share), told in zip(dice.sides, parts, strict=True):
                    mark = tuple(map(_joined, folds, sums, told))
                    known, before = after.get(mark, ((*shown, side), 0))
                    after[mark] = known, before + weight * share
            if len(after) * len(dice.sides) > MOST_OUTCOMES:
                raise TooMany(say("the dice of one roll can show too much to follow it all"))
            found = after
        order = {side: place for place, (side, _) in enumerate(dice.sides)}
        return [({key: tuple(sorted(shown, key=order.__getitem__))}, weight) for shown, weight in found.values()]

    def _parts(self, position: Position, folds: list[Fold], dice: Several) -> list[tuple[Any, ...]] | None:
        """By side of a die, what it adds to each of what is asked; None where that cannot be said by itself."""
        run = self._run(position)
        try:
            parts = [tuple(_part(run, fold, side) for fold in folds) for side, _ in dice.sides]
        except (RuleError, KeyError):
            return None
        numbers = all(one is None or isinstance(one, int | Fraction) for part in parts for one in part)
        return parts if numbers else None


@for_the_last
def _readers(program: Program) -> dict[str, list[object]]:
    """By what is asked, the declarations that ask it: nobody looks through all of them for each die."""
    found: dict[str, list[object]] = {}
    for root in (*program.callables.values(), *program.sequences.values(), *program.events.values()):
        for name in {node.callee for node in iter_nodes(root) if isinstance(node, Call)}:
            found.setdefault(name, []).append(root)
    return found


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
    if isinstance(node, Call) and node.callee == fact:
        return False
    return all(_collect(child, fact, found, at_once) for child in iter_children(node))


def _folds(program: Program, fact: str, readers: Iterable[object]) -> list[Fold] | None:
    """Everything that is made of several dice; None if they are read in another way, or when more may have changed."""
    found: list[Fold] = []
    at_once = _read_at_once(program, fact)
    return found if all(_collect_folds(root, fact, found, at_once) for root in readers) else None


def _collect_folds(node: object, fact: str, found: list[Fold], at_once: bool) -> bool:
    """Note what is made of dice below a node; whether they are read in no other way there."""
    if isinstance(node, Fold) and isinstance(node.items, Call) and node.items.callee == fact:
        inner = [part for part in (node.where, node.value) if part is not None]
        free = {name for part in inner for name in free_variables(part)} - {node.variable}
        if node.kind == FoldKind.THOSE or node.items.arguments or free or any(_reads(part, fact) for part in inner):
            return False
        found.append(node)
        return at_once or not any(isinstance(one, Call | Supposed) for part in inner for one in iter_nodes(part))
    if isinstance(node, Call) and node.callee == fact:
        return False
    return all(_collect_folds(child, fact, found, at_once) for child in iter_children(node))


_START: dict[FoldKind, Any] = {
    FoldKind.COUNT: 0,
    FoldKind.SUM: 0,
    FoldKind.ANY: False,
    FoldKind.NO: False,
    FoldKind.ALL: True,
    FoldKind.MIN: None,
    FoldKind.MAX: None,
}


def _part(run: Interpreter, fold: Fold, side: Any) -> Any:
    """What one die adds to what is made of all: a number, whether it holds, a value, or nothing (None)."""
    env = {fold.variable: side}
    held = fold.where is None or bool(run.evaluate(fold.where, env))
    match fold.kind:
        case FoldKind.ANY | FoldKind.NO | FoldKind.ALL:
            return held
        case FoldKind.COUNT | FoldKind.SUM:
            return (1 if fold.value is None else run.evaluate(fold.value, env)) if held else 0
        case FoldKind.MIN | FoldKind.MAX:
            return run.evaluate(fold.value or Var(fold.variable, fold.type, fold.span), env) if held else None
        case FoldKind.THOSE:
            raise AssertionError(fold.kind)  # dice of which a list is made are not taken together
        case _:
            assert_never(fold.kind)


def _joined(fold: Fold, total: Any, part: Any) -> Any:
    """What is made of some dice, with one more."""
    match fold.kind:
        case FoldKind.ANY | FoldKind.NO:
            return total or part
        case FoldKind.ALL:
            return total and part
        case FoldKind.COUNT | FoldKind.SUM:
            return total + part
        case FoldKind.MIN | FoldKind.MAX:
            if total is None or part is None:
                return part if total is None else total
            return (min if fold.kind is FoldKind.MIN else max)(total, part)
        case FoldKind.THOSE:
            raise AssertionError(fold.kind)  # as above
        case _:
            assert_never(fold.kind)


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
    owner = belongs_to(fact)
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
