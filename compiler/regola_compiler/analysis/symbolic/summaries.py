"""Lists that are not gone through: what is made of one is left open, and of its items one is looked at, alone.

A game has hundreds of pieces, and what a rule says of them it mostly says of one after the other: *any enemy unit next
to it*, *those that stand there*, *how many of them*. To try what all of a list come to together takes the product of
what each comes to. But nothing can go wrong with a list that does not go wrong with one of its items, or with what is
made of them. So here

- what a quantifier, a sum or a choice of some items comes to is one more unknown, of its type: the same one wherever
  the same is asked of the same things (`SummaryRef`);
- what is asked of each item is asked of one, *whichever* (the summary individual of Sagiv, Reps and Wilhelm,
  *Parametric Shape Analysis via 3-Valued Logic*, 2002), in a run that goes as far as that, other lists left closed.

More is taken to be possible here than is: that two conditions of a list exclude one another is not seen. What nothing
goes wrong in is clean for any number of pieces; of anything else nothing is said, and the lists are gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any

from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import BUDGET, SymbolicExecutor
from regola_compiler.analysis.symbolic.individuals import TRIED, listed_type
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.analysis.symbolic.recollection import Recollection
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.symbols import SummaryRef, Symbol, answer_symbol, site_symbol, summary_symbol
from regola_compiler.analysis.symbolic.values import (
    FURTHER,
    Bounds,
    FiniteSymbolic,
    IntervalTerm,
    Number,
    Outcome,
    SymbolicNumber,
    UnknownList,
    UnknownRecord,
)
from regola_compiler.evaluate.errors import EmptyFold
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Apply,
    Assumption,
    Call,
    Choice,
    Const,
    Definition,
    Expr,
    Fact,
    Fold,
    If,
    Path,
    Program,
    Rule,
    Table,
)
from regola_compiler.model.supposed import free_variables, said
from regola_compiler.model.types import (
    BOOL,
    HANDLES,
    EnumType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordValue,
    Type,
    Value,
)
from regola_compiler.model.visitor import children

# Of how many lists the items are looked at in one exploration.
OPENED = 120
# A list of known things is gone through up to so many.
FEW_ITEMS = 2
# So many answers of one declaration are worked out rather than left open.
FEW_CASES = 40


class ModularExecutor(SymbolicExecutor):
    """An explorer that takes every asked definition as an unknown of its declared type.

    What rests on its arguments alone is worked out instead where these are known, or one of few: a constant is what it
    is. `replaced` counts what was left open, `worked_out` what was not.
    """

    replaced = 0
    worked_out = 0
    # Whether anything is worked out.
    computes = True

    def __init__(self, program: Program, relations: Relations, facts: ProgramFacts | None = None) -> None:
        super().__init__(program, relations, facts=facts)

    def leaves_open(self, result: Type) -> bool:
        """Whether an answer of a type is left open."""
        return isinstance(result, EnumType | IntType) or result == BOOL

    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """Tables are looked up; what a definition would answer is left open."""
        callee = self.program.callables[name]
        if isinstance(callee, Table | Fact | Path) or node is None or not self.leaves_open(callee.result):
            return super().call(name, arguments, node)
        for parameter, value in zip(callee.parameters, arguments, strict=True):
            self.check_bounds(value, parameter.type, f"`{parameter.name}`", node.span)
        steady = self.computes and name in self._steady and isinstance(callee, Definition)
        if steady and _are_few(arguments):
            self.worked_out += 1
            return self.symbolic.lift(partial(self._computed, name), *arguments)
        if steady and callee.result == BOOL and any(map(_is_worked_out, arguments)):
            assert isinstance(callee, Definition)
            if _compares(callee):
                return super().call(name, arguments, node)
        self.replaced += 1
        symbol = answer_symbol(callee, tuple(_argument(value, node.span) for value in arguments))
        return self.unknown(symbol, callee.result)

    def _computed(self, name: str, *arguments: Value) -> Value:
        """What a declaration that rests on its arguments alone answers to them."""
        computed = self._facts.computed
        key = (name, *((type(one), one) for one in arguments))
        if key not in computed:
            computed[key] = self._facts.interpreter.call(name, list(arguments))
        return computed[key]


def _is_worked_out(value: Any) -> bool:
    """Whether a value is worked out from unknown ones, and is none of them itself."""
    if isinstance(value, FiniteSymbolic):
        return any(key != result for key, result in value.results.items())
    return isinstance(value, IntervalTerm)


def _compares(item: Definition) -> bool:
    """Whether a condition does no more than compare its inputs, so that it says something of what they rest on."""
    root = item.root
    return root.value is not None and not root.exceptions and not root.lets and not _asks_or_folds(root.value)


def _asks_or_folds(node: Expr) -> bool:
    return isinstance(node, Call | Fold) or any(map(_asks_or_folds, children(node)))


def _are_few(arguments: list[Any]) -> bool:
    """Whether each argument is known, or one of a few values, and there are few together."""
    cases = 1
    for value in arguments:
        if isinstance(value, FiniteSymbolic):
            cases *= len(value.results)
        elif isinstance(value, SymbolicNumber | IntervalTerm | UnknownRecord | UnknownList | tuple | RecordValue):
            return False
    return cases <= FEW_CASES


def _argument(value: Any, span: Span) -> Symbol | Value:
    """A symbol for an argument that stays the same from run to run, or its value."""
    if isinstance(value, FiniteSymbolic):
        same = all(key == result for key, result in value.results.items())
        return value.leaf if same else site_symbol(value.leaf, span.line, span.column)
    if isinstance(value, SymbolicNumber):
        return value.leaf
    if isinstance(value, IntervalTerm):
        return site_symbol(None, span.line, span.column)
    if isinstance(value, UnknownRecord | UnknownList):
        return value.symbol
    known: Value = value
    return known


@dataclass(frozen=True, slots=True)
class DescribedList(UnknownList):
    """Some items of a list, of which it is known how one comes to be among them.

    `one` gives one of them, whichever, or None where what it takes for one is no item; there are `most` at most. Of
    those of a `source` themselves, `test` says whether one of the source is among them.
    """

    one: Callable[[], Any]
    most: int | None
    source: Any = None
    test: Callable[[Any], bool] | None = None


class _Examined(Exception):  # noqa: N818  not an error: the run has seen what it was made for
    """What is asked of the items of a list was looked at."""


class SummarizingExecutor(ModularExecutor):
    """An explorer that goes through no list. See above."""

    def __init__(self, program: Program, relations: Relations, facts: ProgramFacts | None = None) -> None:
        super().__init__(program, relations, facts)
        # What each list expression says, and the names it needs, by its identity.
        self._sayings: dict[int, tuple[Expr, str, tuple[str, ...]]] = {}
        # The lists that were met in the exploration at hand, each behind those it was met in; the way to the one whose
        # items are looked at now, and how far the run has come on it.
        self._met: dict[tuple[SummaryRef, ...], None] = {}
        self._target: tuple[SummaryRef, ...] = ()
        self._way: tuple[SummaryRef, ...] = ()
        self._describing = False

    def leaves_open(self, result: Type) -> bool:
        """Every answer but a list, of whose items more is known."""
        return not isinstance(result, ListType)

    def examine_with(self, run: Callable[[], Any], budget: int = BUDGET) -> list[Outcome]:
        """The outcomes of `run`, and what goes wrong with the items of the lists it meets.

        Raises:
            BudgetExceeded: if the budget is spent on all of it together, or there are too many lists.
        """
        runs = 0

        def counted() -> Any:
            nonlocal runs
            runs += 1
            if runs > budget:
                raise BudgetExceeded(say("more than {budget} cases", budget=budget))
            self._way, self._describing = (), False
            try:
                return run()
            except _Examined:
                return None

        self._met, self._target = {}, ()
        whole, opened = self.recollection, set[tuple[SummaryRef, ...]]()
        try:
            found = self.explore_with(counted, budget)
            while waiting := [way for way in self._met if way not in opened]:
                for way in waiting:
                    opened.add(way)
                    if len(opened) > OPENED:
                        raise BudgetExceeded(say("more than {opened} lists", opened=OPENED))
                    self._target, self.recollection = way, Recollection()
                    found += [outcome for outcome in self.explore_with(counted, budget) if outcome.problem is not None]
                    if self.stops_at and any(o.problem is not None and o.problem.owner == self.stops_at for o in found):
                        return found  # there is more, or there is not: it is looked at more closely anyway
        finally:
            self._target, self.recollection = (), whole
        return found

    def asks_never(self, outcomes: list[Outcome]) -> bool:
        """Always: what goes wrong here may turn out to be nothing."""
        del outcomes
        return True

    def _assumption_holds(self, assumption: Assumption) -> bool:
        """Whether it holds; where its own list is what a run was made to look into, that is as far as can be told."""
        way = self._way
        try:
            return super()._assumption_holds(assumption)
        except _Examined:
            return True
        finally:
            self._way = way

    # --- lists ---

    def fold_over(self, node: Fold, env: Env, listed: Any) -> Any:
        """What is made of a list: left open, after one of its items was looked at, if that is what the run is for."""
        symbol = self._summary(node, env, listed)
        if symbol is None:
            return super().fold_over(node, env, listed)
        self.replaced += 1

        def test(item: Any) -> bool:
            return node.where is None or self.decide(self.evaluate(node.where, {**env, node.variable: item}))

        def one() -> Any:
            item = self._one_of(listed, symbol)
            if item is None or not test(item):
                return None
            return item if node.value is None else self.evaluate(node.value, {**env, node.variable: item})

        self._look_into(symbol, one)
        if node.kind == FoldKind.THOSE:
            assert isinstance(node.type, ListType)
            is_plain = node.value is None and isinstance(listed, UnknownList)
            return DescribedList(symbol, node.type, one, self._most(listed), listed, test if is_plain else None)
        return self._made(node, symbol, listed)

    def _worked_out(self, callee: Rule, env: Env) -> Any:
        """The answer of a declaration; the options of a choice are described, not gone through."""
        if not isinstance(callee, Choice):
            return super()._worked_out(callee, env)
        about = self.recollection.identities(list(env.values()), [])
        inner = self.bind(callee.lets, env)
        listed = self.evaluate(callee.items, inner)
        if about is None or not isinstance(listed, UnknownList):
            return super()._worked_out(callee, env)
        symbol = summary_symbol("options", callee.span.line, callee.span.column, (callee.name, *about))
        self.replaced += 1

        def one() -> Any:
            item = self._one_of(listed, symbol)
            around = {**inner, callee.variable: item}
            if item is None or (callee.where is not None and not self.decide(self.evaluate(callee.where, around))):
                return None
            for preference in callee.preferences:
                self.evaluate(preference.value, around)
            return item

        self._look_into(symbol, one)
        return DescribedList(symbol, listed.type, one, self._most(listed))

    def _summary(self, node: Fold, env: Env, listed: Any) -> SummaryRef | None:
        """The name of what is made of a list; None if the list is to be gone through."""
        many = isinstance(listed, tuple) and len(listed) > FEW_ITEMS and all(map(_is_known, listed))
        if not many and not isinstance(listed, UnknownList):
            return None
        known = self._sayings.get(id(node))
        if known is None:
            free = {name: number for number, name in enumerate(free_variables(node))}
            known = self._sayings[id(node)] = node, repr(said(node, dict(free))), tuple(free)
        _, text, names = known
        about = self.recollection.identities([listed, *(env[name] for name in names)], [])
        return None if about is None else summary_symbol(node.kind, node.span.line, node.span.column, (text, *about))

    def _look_into(self, symbol: SummaryRef, one: Callable[[], Any]) -> None:
        """Note that a list was met; in a run that is made for it, look at one of its items and end."""
        way = (*self._way, symbol)
        if not self._describing and symbol not in self._way:
            self.symbolic.do(self._meet, way)
            if self._target[: len(way)] == way:
                self._way = way
                one()
                raise _Examined

    def _meet(self, way: tuple[SummaryRef, ...]) -> None:
        self._met[way] = None

    @contextmanager
    def _describes(self) -> Iterator[None]:
        """What is met meanwhile describes a list: it is no list of the rules, and nobody looks into it."""
        before, self._describing = self._describing, True
        try:
            yield
        finally:
            self._describing = before

    def _one_of(self, listed: Any, symbol: SummaryRef) -> Any:
        """One of a list, whichever; `symbol` is what is made of it."""
        if isinstance(listed, DescribedList):
            with self._describes():
                return listed.one()
        item = summary_symbol("one", symbol.line, symbol.column, symbol.key)
        symbolic, type_ = self.symbolic, listed.type.item if isinstance(listed, UnknownList) else None
        if type_ is None:
            symbolic.domains.setdefault(item, tuple(dict.fromkeys(listed)))
            return symbolic.unknown_of(item)
        if isinstance(type_, HandleType) and type_.individuals and symbolic.individuals is not None:
            # One of those that were spoken of, or another.
            individuals = symbolic.individuals
            inputs = sum(parameter.type == type_ for parameter in self.parameters)
            among = individuals.all_of(type_.name)[: individuals.fewest(type_.name) + inputs + len(self._way) + 1]
            symbolic.limits.add(TRIED)
            symbolic.domains.setdefault(item, among)
        return self.unknown(item, type_)

    def _made(self, node: Fold, symbol: SummaryRef, listed: Any) -> Any:
        """What is made of a list, as far as its type says it."""
        if node.kind in {FoldKind.ANY, FoldKind.NO, FoldKind.ALL}:
            return self.unknown(symbol, BOOL)
        most = self._most(listed)
        if node.kind == FoldKind.COUNT:
            return self.unknown(symbol, IntType(0, most))
        assert node.value is not None
        low, high = _bounds(node.value)
        if node.kind == FoldKind.SUM:
            if isinstance(node.value.type, NumberType):
                return self.unknown(symbol, node.value.type)
            return self.unknown(symbol, IntType(_times(min(low, 0), most), _times(max(high, 0), most)))
        if self.decide(self.unknown(summary_symbol("no", symbol.line, symbol.column, symbol.key), BOOL)):
            raise EmptyFold(node.kind).at(node.span)
        return self.unknown(symbol, node.value.type)

    def _most(self, listed: Any) -> int | None:
        """How many a list has at most; of pieces, as many as are tried where lists are gone through."""
        if not isinstance(listed, UnknownList):
            return len(listed)
        if isinstance(listed, DescribedList):
            return listed.most
        if listed_type(listed) is not None:
            self.symbolic.note_pieces_cut()
            return HANDLES
        return listed.type.limit

    def pick(self, listed: Any, span: Span, turn: int) -> Any:
        """One of a list, whichever."""
        if not isinstance(listed, UnknownList):
            return super().pick(listed, span, turn)
        self.replaced += 1
        about = self.recollection.identity(listed, [])
        return self._one_of(listed, summary_symbol("pick", span.line, span.column, (span, turn, about)))

    def _operation(self, node: Apply, env: Env) -> Any:
        """Whether something is in a list that is not gone through is left open as well."""
        if node.operator is Operator.CONTAINS and not isinstance(node.operands[0].type, ListType):
            value, listed = (self.evaluate(part, env) for part in node.operands)
            if isinstance(listed, UnknownList) and self.recollection.identities((value, listed), []) is not None:
                self.replaced += 1
                return self._is_among(value, listed, node.span)
        return super()._operation(node, env)

    def _is_among(self, value: Any, listed: Any, span: Span) -> Any:
        """Whether something is in a list, as far as it is described."""
        if listed_type(listed) is not None:
            return True
        if isinstance(listed, DescribedList) and listed.test is not None:
            with self._describes():
                return self.decide(self._is_among(value, listed.source, span)) and listed.test(value)
        about = self.recollection.identities((value, listed), [])
        return self.unknown(summary_symbol("in", span.line, span.column, about), BOOL)


def _is_known(value: Any) -> bool:
    """Whether an item of a list is known, and has no parts."""
    return isinstance(value, int | Member | Handle)


def _bounds(node: Expr) -> Bounds:
    """What a number is at least and at most, whatever it is worked out from."""
    low: Number = -inf
    high: Number = inf
    match node:
        case Const(value=int(value)):
            low = high = value
        case Fold(kind=FoldKind.COUNT):
            low = 0
        case If(then=then, otherwise=otherwise):
            both = _bounds(then), _bounds(otherwise)
            low, high = min(one[0] for one in both), max(one[1] for one in both)
        case Apply(operator=operator, operands=operands) if operator in FURTHER:
            low, high = FURTHER[operator](*map(_bounds, operands))
    if isinstance(node.type, IntType):
        low = low if node.type.low is None else max(low, node.type.low)
        high = high if node.type.high is None else min(high, node.type.high)
    return low, high


def _times(number: Number, most: int | None) -> int | None:
    """So many times a bound; None if there is none."""
    return 0 if not number else None if most is None or number in {-inf, inf} else int(number) * most
