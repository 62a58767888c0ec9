"""How likely each answer is over many dice, without rolling them all.

What parts of an expression say that have no die in common is independent: the answers of the one are combined with
those of the other, each pair once, however many rolls stand behind them. So the sum of twenty dice is a hundred values
that six are added to, twenty times over, and not six to the power of twenty rolls. Sums and counts come to the
convolution of their parts, the largest and the smallest of some dice to the product of their distributions.

A die that several parts read ties them to one another: it is fixed at each of its sides in turn, and the rest goes on
as before. What cannot be taken apart so (exceptions that depend on dice, tables of dice) is left to whoever asked.

Weights are whole numbers: those of an expression add up to the product of what each of its dice weighs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from math import prod
from typing import Any, TypeAlias, TypeGuard

from regola_dsl.kinds import FoldKind

from regola_compiler.evaluate.evaluator import RESULT
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Apply,
    Call,
    Clause,
    Definition,
    Expr,
    FieldOf,
    Fold,
    If,
    ListLiteral,
    Logic,
    Rule,
    Var,
)
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import Type

Weights: TypeAlias = Mapping[Any, int]
# How many combinations are tried one by one where they cannot be taken apart, and how often a die is fixed in all.
MOST_TRIED = 4_096
MOST_FIXED = 20_000
_NONE = object()


class TooTangled(Exception):  # noqa: N818  said of an expression
    """An expression whose dice cannot be taken apart, or not cheaply."""


class Convolution:
    """Answers over dice of one program, in one position."""

    def __init__(self, run: Interpreter) -> None:
        self._run = run
        self._free: dict[int, tuple[Expr, frozenset[str]]] = {}
        self._fixed = 0

    def answers(self, item: Rule, dice: Mapping[str, Weights], known: Env) -> Weights:
        """The weight of each answer of a declaration, over dice by its parameters; the others are known.

        Raises:
            TooTangled: if it cannot be taken apart.
            RuleError: if the rules give no answer for some roll, or perhaps for none: only rolling them shows which.
        """
        run = self._run
        if not isinstance(item, Definition):
            raise TooTangled
        run.on_asked(item.name)
        held: set[tuple[int, Type]] = set()
        for parameter in item.parameters:
            weights = dice.get(parameter.name) or {known[parameter.name]: 1}
            if (id(weights), parameter.type) in held and parameter.name in dice:
                continue  # alike dice are one
            held.add((id(weights), parameter.type))
            for value in weights:
                run.within(value, parameter.type, f"`{parameter.name}`")
        run.record_reason(item.name, item.anchors)
        found = self._clause(item, item.root, dict(known), dict(dice))
        for value in found:
            run.within(value, item.result, RESULT)
        return found

    def _clause(self, definition: Definition, clause: Clause, env: Env, dice: dict[str, Weights]) -> Weights:
        if clause.exceptions or clause.value is None:
            raise TooTangled
        parts = [*(let.value for let in clause.lets), clause.value]
        for place, let in enumerate(clause.lets):
            asked = self._open(let.value, dice)
            if not asked:
                env = {**env, let.name: self._run.evaluate(let.value, env)}
                continue
            if any(name in asked for part in parts[place + 1 :] for name in self._open(part, dice)):
                return self._each(min(asked), env, dice, partial(self._clause, definition, clause))
            own = self.of(let.value, env, dice)
            dice = {**dice, let.name: own}
        self._run.on_clause(definition, clause, own=True)
        return self.of(clause.value, env, dice)

    # --- expressions ---

    def of(self, node: Expr, env: Env, dice: Mapping[str, Weights]) -> Weights:
        """The weight of each value of an expression, over the dice that it reads."""
        asked = self._open(node, dice)
        if not asked:
            return {self._run.evaluate(node, env): 1}
        if isinstance(node, Var):
            return dice[node.name]
        shared = self._shared(node, dice)
        if shared:
            return self._each(min(shared), env, dice, partial(self.of, node))
        match node:
            case Apply():
                return self._apply(node, env, dice)
            case FieldOf():
                found: dict[Any, int] = {}
                for value, weight in self.of(node.record, env, dice).items():
                    _add(found, self._run.field(value, node.name), weight)
                return found
            case If():
                return self._if(node, env, dice)
            case Logic():
                return self._logic(node, env, dice)
            case Fold(items=ListLiteral()) if node.kind != FoldKind.THOSE:  # a list is looked at as a whole
                return self._fold(node, env, dice)
            case Call() if not node.aspect:
                return self._call(node, env, dice)
            case _:
                raise TooTangled

    def _shared(self, node: Expr, dice: Mapping[str, Weights]) -> set[str]:
        """The dice that several parts of an expression read. The two values of a choice are never asked together."""
        match node:
            case If():
                branches = self._open(node.then, dice) | self._open(node.otherwise, dice)
                return set(self._open(node.condition, dice) & branches)
            case Fold(items=ListLiteral(items=items)):
                parts = [self._open(part, dice) for part in items]
                inner = [part for part in (node.where, node.value) if part is not None]
                of_all = frozenset().union(*(self._open(part, dice) for part in inner)) - {node.variable}
                return set(of_all) | _twice(parts)
            case Apply():
                return _twice([self._open(part, dice) for part in (_added(node) if _adds(node) else node.operands)])
            case Logic():
                return _twice([self._open(part, dice) for part in node.operands])
            case Call():
                return _twice([self._open(part, dice) for part in node.arguments])
            case _:
                return set()

    def _each(self, name: str, env: Env, dice: Mapping[str, Weights], rest: Callable[..., Weights]) -> Weights:
        """What comes of a die at each of its sides."""
        left = {other: weights for other, weights in dice.items() if other != name}
        found: dict[Any, int] = {}
        for side, weight in dice[name].items():
            self._fixed += 1
            if self._fixed > MOST_FIXED:
                raise TooTangled
            for value, part in rest({**env, name: side}, left).items():
                _add(found, value, weight * part)
        return found

    def _apply(self, node: Apply, env: Env, dice: Mapping[str, Weights]) -> Weights:
        if _adds(node):
            parts = [self.of(part, env, dice) for part in _added(node)]
            if all(type(value) is int for part in parts for value in part):
                return _sum_of(parts)
        parts = [self.of(part, env, dice) for part in node.operands]
        names = [f"operand {place}" for place in range(len(parts))]
        stand_ins = tuple(Var(n, part.type, part.span) for n, part in zip(names, node.operands, strict=True))
        asked = Apply(node.operator, stand_ins, node.type, node.span, node.scale)
        found: dict[Any, int] = {}
        for values, weight in _products(parts):
            _add(found, self._run.evaluate(asked, dict(zip(names, values, strict=True))), weight)
        return found

    def _if(self, node: If, env: Env, dice: Mapping[str, Weights]) -> Weights:
        found: dict[Any, int] = {}
        both = (self._open(node.then, dice), self._open(node.otherwise, dice))
        for held, weight in self.of(node.condition, env, dice).items():
            chosen = node.then if held else node.otherwise
            own, others = both if held else both[::-1]
            # The dice of the branch that is not asked may show anything.
            idle = prod(sum(dice[name].values()) for name in others - own)
            for value, part in self.of(chosen, env, dice).items():
                _add(found, value, weight * part * idle)
        return found

    def _logic(self, node: Logic, env: Env, dice: Mapping[str, Weights]) -> Weights:
        stop = node.kind == "or"
        open_, stopped = 1, 0
        for part in node.operands:
            weights = self.of(part, env, dice)
            ends = sum(weight for value, weight in weights.items() if value is stop)
            goes = sum(weight for value, weight in weights.items() if value is not stop)
            stopped = stopped * (ends + goes) + open_ * ends
            open_ *= goes
        return {value: weight for value, weight in ((stop, stopped), (not stop, open_)) if weight}

    def _fold(self, node: Fold, env: Env, dice: Mapping[str, Weights]) -> Weights:
        """A count, a sum or a quantifier over a list of dice, and the largest and the smallest of them."""
        assert isinstance(node.items, ListLiteral)
        known: dict[int, tuple[Weights, dict[Any, int]]] = {}
        parts: list[Weights] = []
        for item in node.items.items:
            weights = self.of(item, env, dice)
            if id(weights) not in known:
                told: dict[Any, int] = {}
                for value, weight in weights.items():
                    _add(told, self._told(node, {**env, node.variable: value}), weight)
                known[id(weights)] = weights, told
            parts.append(known[id(weights)][1])
        decisive = {FoldKind.ANY: (True, True), FoldKind.ALL: (False, False), FoldKind.NO: (True, False)}
        if node.kind in decisive:
            on, answer = decisive[node.kind]
            whole = prod(sum(part.values()) for part in parts)
            never = prod(sum(w for held, w in part.items() if held is not on) for part in parts)
            return {value: w for value, w in ((answer, whole - never), (not answer, never)) if w}
        if node.kind in {FoldKind.COUNT, FoldKind.SUM}:
            return _sum_of(parts)
        found: Weights = {_NONE: 1}
        for part in parts:
            found = self._best(node, found, part)
        if _NONE in found:
            raise TooTangled  # of nothing there is no largest
        return found

    def _told(self, node: Fold, env: Env) -> Any:
        """What an item adds: a number, whether it holds, or nothing."""
        held = node.where is None or self._run.decide(self._run.evaluate(node.where, env))
        if node.kind in {FoldKind.ANY, FoldKind.ALL, FoldKind.NO}:
            return held
        if not held:
            return 0 if node.kind in {FoldKind.COUNT, FoldKind.SUM} else _NONE
        value = 1 if node.value is None else self._run.evaluate(node.value, env)
        if node.kind in {FoldKind.COUNT, FoldKind.SUM} and type(value) is not int:
            raise TooTangled
        return value

    def _best(self, node: Fold, found: Weights, part: Weights) -> Weights:
        operator, after = Operator(node.kind), dict[Any, int]()
        for (one, weight), (other, more) in product(found.items(), part.items()):
            best = other if one is _NONE else one if other is _NONE else self._run.apply(operator, one, other)
            _add(after, best, weight * more)
        return after

    def _call(self, node: Call, env: Env, dice: Mapping[str, Weights]) -> Weights:
        callee = self._run.program.callables[node.callee]
        parts = [self.of(part, env, dice) for part in node.arguments]
        found: dict[Any, int] = {}
        if prod(map(len, parts)) <= MOST_TRIED:
            for values, weight in _products(parts):
                _add(found, self._run.call(node.callee, list(values), node), weight)
            return found
        named = dict(zip((parameter.name for parameter in callee.parameters), parts, strict=True))
        known = {name: next(iter(weights)) for name, weights in named.items() if len(weights) == 1}
        free = {name: weights for name, weights in named.items() if name not in known}
        idle = prod(sum(named[name].values()) for name in known)
        answers = self.answers(callee, free, known)
        read = prod(sum(weights.values()) for weights in free.values())
        # Weights of what it does not read are missing in its answers: one die is as good as another.
        scale, rest = divmod(idle * read, sum(answers.values()))
        assert not rest
        return {value: weight * scale for value, weight in answers.items()}

    # --- what reads which dice ---

    def _open(self, node: Expr, dice: Mapping[str, Weights]) -> frozenset[str]:
        known = self._free.get(id(node))
        if known is None:
            known = self._free[id(node)] = node, frozenset(free_variables(node))
        return known[1] & dice.keys()


def _twice(parts: list[frozenset[str]]) -> set[str]:
    """What several of some sets have."""
    seen: set[str] = set()
    found: set[str] = set()
    for part in parts:
        found |= seen & part
        seen |= part
    return found


def _add(found: dict[Any, int], value: Any, weight: int) -> None:
    found[value] = found.get(value, 0) + weight


def _adds(node: Expr) -> TypeGuard[Apply]:
    return isinstance(node, Apply) and node.operator is Operator.ADD and node.scale is None


def _added(node: Expr) -> list[Expr]:
    """What is added up, however it is bracketed."""
    if _adds(node):
        return [part for operand in node.operands for part in _added(operand)]
    return [node]


def _sum_of(parts: list[Weights]) -> Weights:
    """The sum of several numbers that have nothing to do with one another; those alike are a power."""
    from regola_runtime.odds import summed  # noqa: PLC0415  who only checks rules rolls nothing, and need not wait for it

    alike: dict[int, tuple[Weights, int]] = {}
    for part in parts:
        alike[id(part)] = part, alike.get(id(part), (part, 0))[1] + 1
    return summed([*alike.values()])


def _products(parts: list[Weights]) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Each combination of values, with its weight."""
    if prod(map(len, parts)) > MOST_FIXED:
        raise TooTangled
    for combination in product(*(part.items() for part in parts)):
        yield tuple(value for value, _ in combination), prod(weight for _, weight in combination)
