"""Which clauses of a definition some position comes to, where something else is wrong with it too.

The interpreter stops at a problem, so what stands behind one is not known from its runs. Here a run goes on: what a
problem leaves without a value is open, a condition that asks it may hold or not, a value that rests on it may be
anything. What is reached so is what could be reached once all problems are mended, one way or another; a clause that is
not reached even then is dead, and is told beside the problems. Positions in which something is forbidden stay left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, Final, TypeAlias

from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.evaluate.errors import Forbidden, RuleError
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Clause, Definition, Expr, Logic
from regola_compiler.model.visitor import free_names

# A clause of a definition by name, and whether it is entered or (True) speaks for itself.
ClauseKey: TypeAlias = tuple[str, str, bool]

# What a problem leaves without a value.
OPEN: Final = object()
# In how many ways what is open is told apart; of more, all that could be is taken to be.
WAYS = 16


def clauses_reached(explorer: SymbolicExecutor, definition: Definition, budget: int) -> set[ClauseKey]:
    """The clauses that some position reaches, or could if no problem came before.

    Raises:
        BudgetExceeded: if they are not found within so many cases.
    """
    explorer.begin(definition.parameters)

    def run() -> frozenset[ClauseKey]:
        walk = _Walk(explorer, definition)
        env = {p.name: explorer.unknown(input_symbol(p.name), p.type) for p in definition.parameters}
        with suppress(Forbidden):  # what was reached before counts
            walk.clause(definition.root, env, frozenset())
        return frozenset(walk.reached)

    return set().union(*(outcome.value for outcome in explorer.explore_with(run, budget)))


class _Walk:
    """One run through a definition, which no problem ends."""

    def __init__(self, explorer: SymbolicExecutor, definition: Definition) -> None:
        self._explorer, self._definition = explorer, definition
        self.reached: set[ClauseKey] = set()

    def clause(self, clause: Clause, env: Env, unknown: frozenset[str]) -> list[Any]:
        """The values that a clause may have; `unknown` are the names of which none is known."""
        for let in clause.lets:
            value = self._value(let.value, env, unknown)
            env, unknown = ({**env, let.name: value}, unknown) if value is not OPEN else (env, unknown | {let.name})
        values = self._default(clause, env, unknown)
        for sequel in clause.exceptions:
            if sequel.sequel:
                values = _few([after for value in values for after in self._after(sequel, value, env, unknown)])
        return values

    def _after(self, sequel: Clause, value: Any, env: Env, unknown: frozenset[str]) -> Iterator[Any]:
        """What a sequel may make of a value."""
        inner = {**env, "value": value}
        unknown = unknown | {"value"} if value is OPEN else unknown - {"value"}
        holds = self._holds(sequel, inner, unknown)
        if holds is not True:
            yield value
        if holds is not False:
            yield from self._entered(sequel, inner, unknown)

    def _default(self, clause: Clause, env: Env, unknown: frozenset[str]) -> list[Any]:
        """The values before the sequels."""
        parts = [(part, self._holds(part, env, unknown)) for part in clause.exceptions if not part.sequel]
        undecided = [part for part, holds in parts if holds is OPEN]
        answers: dict[str, list[Any]] = {}
        found: list[Any] = []
        ways = product((False, True), repeat=len(undecided))
        for way in ways if 2 ** len(undecided) <= WAYS else _corners(len(undecided)):
            chosen = {part.name for part, taken in zip(undecided, way, strict=True) if taken}
            holding = [part for part, holds in parts if holds is True or part.name in chosen]
            beaten = frozenset[str]().union(*(part.over for part in holding))
            left = [part for part in holding if part.name not in beaten]
            for part in left:
                if part.name not in answers:
                    answers[part.name] = self._entered(part, env, unknown)
            if left:
                found += self._agreed([answers[part.name] for part in left])
            elif "" not in answers:
                answers[""] = self._own(clause, env, unknown)
                found += answers[""]
        return _few(found) if 2 ** len(undecided) <= WAYS else [OPEN]

    def _own(self, clause: Clause, env: Env, unknown: frozenset[str]) -> list[Any]:
        if clause.value is None:
            return [OPEN]
        self.reached.add((self._definition.name, clause.name, True))
        return [self._value(clause.value, env, unknown)]

    def _entered(self, clause: Clause, env: Env, unknown: frozenset[str]) -> list[Any]:
        self.reached.add((self._definition.name, clause.name, False))
        return self.clause(clause, env, unknown)

    def _agreed(self, answers: Sequence[Sequence[Any]]) -> list[Any]:
        """What exceptions that hold together may say; of those that contradict one another, anything."""
        first, *others = answers
        if not others:
            return list(first)
        if len(first) > 1 or any(len(values) > 1 for values in others) or first[0] is OPEN:
            return [OPEN]
        for (value,) in others:
            if value is OPEN or not self._explorer.decide(self._explorer.apply(Operator.EQUAL, first[0], value)):
                return [OPEN]
        return list(first)

    def _holds(self, clause: Clause, env: Env, unknown: frozenset[str]) -> Any:
        """Whether the condition of a clause holds: true, false, or open."""
        return True if clause.condition is None else self._truth(clause.condition, env, unknown)

    def _truth(self, node: Expr, env: Env, unknown: frozenset[str]) -> Any:
        """Whether a condition holds; where one part decides, it does not matter that another is open."""
        if not isinstance(node, Logic):
            value = self._value(node, env, unknown)
            return OPEN if value is OPEN else self._explorer.decide(value)
        decisive = node.kind == "or"
        found: Any = not decisive
        for part in node.operands:
            truth = self._truth(part, env, unknown)
            if truth is decisive:
                return decisive
            found = OPEN if truth is OPEN else found
        return found

    def _value(self, node: Expr, env: Env, unknown: frozenset[str]) -> Any:
        """The value of an expression, or that it is open."""
        if not unknown.isdisjoint(free_names(node)):
            return OPEN
        try:
            return self._explorer.evaluate(node, env)
        except Forbidden:
            raise
        except RuleError:
            return OPEN


def _few(values: list[Any]) -> list[Any]:
    """Some values, each once, if they are few; else anything."""
    once = list({id(value): value for value in values}.values())
    return once if len(once) <= WAYS else [OPEN]


def _corners(count: int) -> Iterator[tuple[bool, ...]]:
    """Of many ways none, all, and each alone: every clause that one of them reaches is reached by one of these."""
    yield (False,) * count
    yield (True,) * count
    yield from (tuple(i == j for i in range(count)) for j in range(count))
