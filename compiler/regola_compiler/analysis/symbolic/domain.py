"""Values that may be unknown, in one box at a time: the domain that symbolic execution evaluates over.

An unknown is a leaf with the values it may have (`FiniteSymbolic`), a number with too many of them to be listed
(`SymbolicNumber`), or what several leaves come to (`IntervalTerm`). Everything that touches a value passes the methods
below, and where one answer for the whole box does not exist, `Fork` asks for another run on each of its parts: a leaf's
values are divided, or a relation between amounts is taken as true in one part and false in the other (constraints.py,
solver.py).

What is known of an operation on several leaves are its bounds, by interval arithmetic (Moore, *Interval Analysis*,
1966): they may be wider than what can come about, as `x - x` shows, so they decide a comparison only where they leave
no doubt, and where they leave one the leaves are divided until none is left.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from math import inf
from typing import Any

from regola_dsl.kinds import FoldKind, PickDirection
from regola_dsl.wording import say

from regola_compiler.analysis.symbolic.constraints import Bound, normalize_comparison, ordinal_of
from regola_compiler.analysis.symbolic.individuals import TRIED, Individuals, exist, listed_type
from regola_compiler.analysis.symbolic.margins import MARGIN
from regola_compiler.analysis.symbolic.recollection import Effect
from regola_compiler.analysis.symbolic.solver import Relations, is_there
from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.analysis.symbolic.values import (
    BOUNDS,
    DECIDES,
    FURTHER,
    Box,
    FiniteSymbolic,
    Interval,
    IntervalTerm,
    Outcome,
    SymbolicNumber,
    UnknownList,
    UnknownRecord,
    Values,
    amounts_of,
    bounds_of,
    leaves_of,
    longest,
    too_many_cases,
)
from regola_compiler.evaluate.errors import DivisionByZero, OffScale, OutOfRange, RuleError
from regola_compiler.evaluate.operations import OPERATIONS, scale_member_for, scale_worths, total, within
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Table
from regola_compiler.model.types import (
    HANDLES,
    NONE,
    EnumType,
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
)

HOSTS = say("of the host's values, {number} of each type were told apart", number=HANDLES)
SCALES = say("open scales were tried {number} steps past what the game names", number=MARGIN)
NO_SOLVER = say("how amounts relate to each other was not decided everywhere: z3, the solver, is not there")
BEYOND_SOLVER = say("how its amounts relate to each other was more than the solver could tell")
WORK = 3_000_000
# How many steps of ours a question to the solver takes the place of.
QUESTION = 2_000


class Fork(Exception):  # noqa: N818  not an error: it asks for another run
    """A leaf must be divided before the run can go on."""

    def __init__(self, leaf: Symbol, parts: Iterable[Values], also: Box | None = None) -> None:
        super().__init__(leaf.text)
        self.leaf = leaf
        self.parts = [part for part in parts if part]
        # What else the parts speak of: the leaves that a relation relates.
        self.also = also or {}

    def boxes(self, box: Box) -> list[Box]:
        """The parts of a box."""
        return [{**self.also, **box, self.leaf: part} for part in self.parts]


class RetryWithoutListSummaries(Exception):  # noqa: N818  the same: the run must be made with lists as short as they were tried
    """The bounds of a sum over a long list are not enough to go on."""


class BudgetExceeded(Exception):  # noqa: N818  a limit that was met, told as a finding
    """The search was given up: `reason` says at what, `done` what was seen until then."""

    def __init__(self, reason: str, done: list[Outcome] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.done = done or []


class SymbolicDomain:
    """Values that may be unknown; `box` says what is known of them."""

    def __init__(
        self, margins: Mapping[str, int], relations: Relations | None = None, individuals: Individuals | None = None
    ) -> None:
        self.box: Box = {}
        self.individuals = individuals
        # The types of pieces of which there is one at least: the one that is asked of.
        self.asked_of: set[str] = set()
        # Whether the number of pieces there are has a say in a sum, or in what a choice leaves.
        self.pieces_cut = False
        self.relations = relations or Relations()
        # What each leaf may be before anything is divided; each set of values is one object.
        self.domains: dict[Symbol, Values] = {}
        self._sets: dict[tuple[Symbol, Values], Values] = {}
        # What was read of the box in the run at hand, and what else was done that a later run must do again.
        self.readings: list[tuple[Symbol, Values]] = []
        self.effects: list[Effect] = []
        # How often the whole of a list of the run at hand was asked about.
        self._quantified: dict[Symbol, int] = {}
        # Steps taken, and how many an exploration may take.
        self.work, self.most = 0, WORK
        # What was left untried, in a few words, for the report to say.
        self.limits: set[str] = set()
        # What the declaration explored last could not be held against, and whether scales were cut.
        self.cuts: set[str] = set()
        self.scales_cut = False
        # Whether the sum of a list that was cut short is still held by its bounds.
        self.stretching = True
        # For each open scale, how far past its ends values are tried, where it is not `MARGIN` steps.
        self._margins = margins
        self._cuts_of: dict[tuple[str, int], list[int]] = {}

    def unknown(self, symbol: Symbol, type_: Type) -> Any:
        """Something of this type that nothing is known of yet."""
        if isinstance(type_, RecordType):
            return UnknownRecord(symbol, type_)
        if isinstance(type_, ListType):
            return UnknownList(symbol, type_)
        if symbol not in self.domains:
            self.domains[symbol] = self._domain(type_)
        return self.unknown_of(symbol)

    def unknown_of(self, symbol: Symbol) -> Any:
        """A single value of which it is known which it may be."""
        values = self.read(symbol)
        if isinstance(values, Interval):
            return SymbolicNumber(symbol, values.low, values.high)
        return values[0] if len(values) == 1 else FiniteSymbolic(symbol, {value: value for value in values}, plain=True)

    def read(self, leaf: Symbol) -> Values:
        """What a leaf may be in the box at hand; that it was asked is noted."""
        values = self.box.get(leaf) or self.domains[leaf]
        self.readings.append((leaf, values))
        return values

    def one_of(self, leaf: Symbol, values: Values) -> Values:
        """The one object for some values of a leaf."""
        return self._sets.setdefault((leaf, values), values)

    def _domain(self, type_: Type) -> Values:
        margin = self._margins.get(type_.name, MARGIN) if isinstance(type_, EnumType) else 0
        if isinstance(type_, EnumType) and (type_.open_below or type_.open_above):
            self._cut_scales()
        if isinstance(type_, UnionType):
            # What is nothing comes first: it takes least to be shown.
            values = [value for option in type_.options for value in self._listed(option)]
            return tuple(sorted(values, key=lambda value: value != NONE))
        if isinstance(type_, HandleType) and type_.individuals and self.individuals is not None:
            self.limits.add(TRIED)
            return self.individuals.all_of(type_.name)
        if isinstance(type_, HandleType):
            self.limits.add(HOSTS)
        if isinstance(type_, NumberType):
            return Interval(-inf, inf, whole=False)
        if isinstance(type_, IntType):
            return Interval(-inf, inf).between(
                -inf if type_.low is None else type_.low, inf if type_.high is None else type_.high
            )
        return tuple(domain(type_, margin) or ())

    def _listed(self, type_: Type) -> Iterable[Value]:
        """The values of one option of a union."""
        values = self._domain(type_)
        if not values or isinstance(values, Interval):
            raise BudgetExceeded(say("{what} has more values than can be tried one by one", what=f"`{type_}`"))
        return values

    def start(self, *, anew: bool = True) -> None:
        """An exploration begins: no work was done; `anew`, of something else, of which no leaf is known."""
        self.work, self.stretching = 0, True
        if anew:
            self.domains, self._sets = {}, {}

    def enter(self, box: Box) -> None:
        """A run begins, in a box."""
        self.box, self._quantified, self.readings, self.effects = box, {}, [], []

    def do(self, act: Callable[..., Any], *details: Any) -> None:
        """Do what a later run that recalls this one must do again."""
        self.do_again((act, details))

    def do_again(self, effect: Effect) -> None:
        """What an earlier run did, which whoever recalls this run does in turn."""
        self.effects.append(effect)
        act, details = effect
        act(*details)

    def initial_size(self, leaf: Symbol) -> int:
        """How many values a leaf had at first."""
        return len(self.domains[leaf])

    def apply(self, operator: Operator, /, *values: Any) -> Any:
        """An operation, lifted over at most one leaf; where two meet, bounds answer, or the smaller is divided."""
        leaves = {value.leaf: value for value in values if isinstance(value, FiniteSymbolic)}
        if len(leaves) > 1 or any(isinstance(value, IntervalTerm | SymbolicNumber) for value in values):
            return self._apply_interval(operator, values)
        return self._lifted(OPERATIONS[operator], leaves, values)

    def lift(self, function: Callable[..., Any], /, *values: Any) -> Any:
        """Any other function, lifted over at most one leaf; where two meet, the smaller is divided."""
        leaves = {value.leaf: value for value in values if isinstance(value, FiniteSymbolic)}
        if len(leaves) > 1 or any(isinstance(value, IntervalTerm | SymbolicNumber) for value in values):
            return self._fork_smallest(values)
        return self._lifted(function, leaves, values)

    def _lifted(
        self, function: Callable[..., Any], leaves: dict[Symbol, FiniteSymbolic], values: tuple[Any, ...]
    ) -> Any:
        """What a function comes to for each value of the one leaf there is, if there is one."""
        if not leaves:
            return function(*[self.concretize_compound(value) for value in values])
        (leaf, first), *_ = leaves.items()
        self.charge(len(first.results))
        results: dict[Value, Any] = {}
        failed: dict[Value, RuleError] = {}
        for key in first.results:
            single = [value.results[key] if isinstance(value, FiniteSymbolic) else value for value in values]
            try:
                results[key] = function(*single)
            except RuleError as problem:
                failed[key] = problem
        if failed and (results or not _same_error(list(failed.values()))):
            raise Fork(leaf, [tuple(results), *_by_problem(failed)])
        if failed:
            raise next(iter(failed.values()))
        return self._simplify(leaf, results)

    def charge(self, steps: int) -> None:
        """Take some steps of those that an exploration may take.

        Raises:
            BudgetExceeded: if there are none left.
        """
        self.work += steps
        if self.work > self.most:
            raise BudgetExceeded(say("more than {most} steps", most=self.most))

    def _apply_interval(self, operator: Operator, values: tuple[Any, ...]) -> Any:
        """What several leaves come to: bounds where they are enough, or a relation, or else the smallest is divided.

        A sum of few cases is left open as long as its bounds answer; of many cases, every operation a solver knows.
        """
        large = too_many_cases(values)
        if large and operator is Operator.IN:
            return any(self.decide(self.apply(Operator.EQUAL, values[0], other)) for other in values[1:])
        bounds = [bound for value in values if (bound := bounds_of(value)) is not None]
        if len(bounds) == len(values):
            if large and operator is Operator.DIVIDE and self.decide(self.apply(Operator.EQUAL, values[1], 0)):
                raise DivisionByZero
            if operator in (FURTHER if large else BOUNDS):
                low, high = FURTHER[operator](*bounds)
                return low if low == high else IntervalTerm(operator, values, low, high)
            if operator in DECIDES:
                decided = DECIDES[operator](*bounds)
                if decided is None and large:
                    decided = self._related(operator, values)
                if decided is not None:
                    return decided
        return self._fork_smallest(values)

    def _fork_smallest(self, values: tuple[Any, ...]) -> Any:
        """Divide the smallest leaf that values rest on, by what they come to for each of its values."""
        leaves = [leaf for value in values for leaf in leaves_of(value)]
        if not leaves:
            amount = next(amounts_of(values), None)
            if amount is None and self.stretching:
                raise RetryWithoutListSummaries
            what = say("an amount") if amount is None else f"`{amount}`"
            raise BudgetExceeded(say("{what} has more values than can be tried one by one", what=what))
        name = min(leaves, key=lambda leaf: len(leaf.results)).leaf
        same = [leaf.results for leaf in leaves if leaf.leaf == name]
        groups: dict[Any, list[Value]] = {}
        for key in same[0]:
            groups.setdefault(tuple((type(found[key]), found[key]) for found in same), []).append(key)
        raise Fork(name, [tuple(keys) for keys in groups.values()])

    def _related(self, operator: Operator, values: tuple[Any, ...]) -> bool | None:
        """Whether a comparison of amounts holds: told by the box, or else divided into yes and no."""
        known = normalize_comparison(operator, values, self._is_whole)
        if known is None:
            return None
        relation, same = known
        if isinstance(relation, Bound):
            return self._bounded(relation) is same
        if relation not in self.box:
            raise Fork(relation, [(True,), (False,)], {leaf: self.read(leaf) for leaf in relation.leaves()})
        self.readings.append((relation, self.box[relation]))
        return (True in self.box[relation]) is same

    def is_possible(self) -> bool:
        """Whether there is anything in the box; where the solver does not say, there may be."""
        if self.individuals is not None and not exist(self.box, self.individuals):
            return False
        before = self.relations.asked
        possible = self.relations.possible(self.box)
        self.charge(QUESTION * (self.relations.asked - before))
        if possible is None:
            if not is_there():
                self.limits.add(NO_SOLVER)
            self.note_incomplete(BEYOND_SOLVER)
        return possible is not False

    def _is_whole(self, leaf: Symbol) -> bool:
        values = self.read(leaf)
        return not isinstance(values, Interval) or values.whole

    def _bounded(self, bound: Bound) -> bool:
        """Whether a leaf keeps to a bound; undecided, it is divided there."""
        values, limit = self.read(bound.leaf), bound.limit
        if isinstance(values, Interval):
            first = limit if bound.operator == "==" else -inf
            inside = values.between(first, limit)
            outside = [values.between(-inf, first - 1), values.between(limit + 1, inf)]
        else:
            known = [(value, ordinal_of(value) or 0) for value in values]
            inside = tuple(v for v, at in known if at == limit or (at < limit and bound.operator == "<="))
            outside = [tuple(value for value in values if value not in inside)]
        if inside and any(outside):
            raise Fork(bound.leaf, [inside, *outside])
        return bool(inside)

    def scale_member(self, scale: EnumType, direction: PickDirection, limit: Any, /) -> Any:
        """The member of a scale that is worth an amount; of many cases, by asking what the amount is compared with."""
        if not isinstance(limit, IntervalTerm | SymbolicNumber) or not too_many_cases((limit,)):
            return self.lift(partial(scale_member_for, scale, direction), limit)
        margin = self._margins.get(scale.name, MARGIN)
        places, worths = scale_worths(scale)
        reach = [i for i, at in enumerate(places) if -margin <= at < len(scale.members) + margin]
        if scale.open_below or scale.open_above:
            self._cut_scales()
        # How many of the members in reach are worth too little, and so stand before the one looked for.
        before = Operator.LESS_EQUAL if direction == "last" else Operator.LESS
        low, high = 0, len(reach)
        while low < high:
            middle = (low + high) // 2
            if self.decide(self.apply(before, worths[reach[middle]], limit)):
                low = middle + 1
            else:
                high = middle
        found = low - 1 if direction == "last" else low
        if not 0 <= found < len(reach):
            # Past what is tried an open scale goes on, as far as it is looked up at all.
            compare, end = (Operator.LESS_EQUAL, worths[0]) if found < 0 else (Operator.GREATER_EQUAL, worths[-1])
            if not self.decide(self.apply(compare, end, limit)):
                raise OffScale(scale, limit)
            found = 0 if found < 0 else len(reach) - 1
        return Member(scale.name, places[reach[found]])

    def table_input(self, table: Table, number: int, value: Any, /) -> Any:
        """A table's input; of many values, those between two cuts of its rows are one."""
        if not isinstance(value, FiniteSymbolic | IntervalTerm | SymbolicNumber) or bounds_of(value) is None:
            return value
        edges = self._edges(table, number)
        if isinstance(value, FiniteSymbolic):
            return self.lift(lambda known: _segment(edges, known), value) if len(value.results) > len(edges) else value
        if not too_many_cases((value,)):
            return value
        low, high = 0, len(edges)
        while low < high:
            middle = (low + high) // 2
            if self.decide(self.apply(Operator.LESS_EQUAL, edges[middle], value)):
                low = middle + 1
            else:
                high = middle
        return edges[low - 1] if low else edges[0] - 1

    def _edges(self, table: Table, number: int) -> list[int]:
        """Where a table's rows begin, and where they have ended, in one of its dimensions."""
        key = (table.name, number)
        if key not in self._cuts_of:
            dimension = table.dimensions[number]
            edges = {dimension.low, dimension.high + 1}
            for row in table.rows:
                for low, high in row.selectors[number]:
                    edges |= {at for at in (low, None if high is None else high + 1) if at is not None}
            self._cuts_of[key] = sorted(edges)
        return self._cuts_of[key]

    def within(self, value: Any, type_: Type, place: str, /) -> Any:
        """A value left open is within its type if its bounds are, or where it is compared with them."""
        if isinstance(type_, EnumType) and isinstance(value, FiniteSymbolic):
            # What is of one type is as it was: to look costs no step, whatever the rules are.
            if all(isinstance(one, Member) and one.enum == type_.name for one in value.results.values()):
                return value
            return within(self, value, type_, place)
        if isinstance(value, UnknownList) and value.type == type_:
            return value  # it is any of its type, however long
        if not isinstance(value, IntervalTerm | SymbolicNumber) or not isinstance(type_, IntType):
            return within(self, value, type_, place)
        below = type_.low is not None and value.low < type_.low
        above = type_.high is not None and value.high > type_.high
        if (below or above) and not too_many_cases((value,)):
            return within(self, value, type_, place)
        if below and self.decide(self.apply(Operator.LESS, value, type_.low)):
            raise OutOfRange(place, type_, say("less than {low}", low=type_.low))
        if above and self.decide(self.apply(Operator.GREATER, value, type_.high)):
            raise OutOfRange(place, type_, say("more than {high}", high=type_.high))
        return value

    @staticmethod
    def _simplify(leaf: Symbol, results: dict[Value, Any]) -> Any:
        """A map whose results are all one value is that value."""
        first = next(iter(results.values()))
        if all(type(value) is type(first) and value == first for value in results.values()):
            return first
        return FiniteSymbolic(leaf, results)

    def decide(self, value: Any, /) -> bool:
        """A condition's outcome; undecided, its leaf is divided into true and false."""
        if not isinstance(value, FiniteSymbolic):
            return bool(value)  # a deferred truth does not exist: comparisons decide or divide
        true = tuple(key for key, result in value.results.items() if result)
        false = tuple(key for key, result in value.results.items() if not result)
        if true and false:
            raise Fork(value.leaf, [true, false])
        return bool(true)

    def field(self, record: Any, name: str, /) -> Any:
        """A field, unknown if the record is."""
        if isinstance(record, UnknownRecord):
            type_ = record.type.field(name)
            assert type_ is not None
            return self.unknown(record.symbol.field(name), type_)
        if isinstance(record, FiniteSymbolic):
            return self.lift(lambda known: known.get(name), record)
        return record.get(name)

    def concretize(self, value: Any, /) -> Any:
        """One value: the leaf is divided by what comes out."""
        if isinstance(value, IntervalTerm | SymbolicNumber):
            return self._fork_smallest((value,))
        if not isinstance(value, FiniteSymbolic):
            return value
        groups: dict[Any, list[Value]] = {}
        for key, result in value.results.items():
            groups.setdefault(result, []).append(key)
        raise Fork(value.leaf, [tuple(keys) for keys in groups.values()])

    def items(self, value: Any, /) -> tuple[Any, ...]:
        """The items of a list; an unknown one is tried short first."""
        if not isinstance(value, UnknownList):
            return tuple(self.concretize(value))
        if listed_type(value) is not None:
            self.note_pieces_cut()
            return self._pieces(value)
        length = value.symbol.length()
        least, most = value.type.least, longest(value.type)
        self.domains.setdefault(length, tuple(range(least, most + 1)))
        lengths = tuple(self.read(length))
        if len(lengths) > 1:
            raise Fork(length, [(one,) for one in lengths])
        count = lengths[0]
        assert isinstance(count, int)
        return tuple(self.unknown(value.symbol.item(i + 1), value.type.item) for i in range(count))

    def _pieces(self, value: UnknownList) -> tuple[Any, ...]:
        """All the pieces of a type there are: the first of those that are told apart."""
        type_ = listed_type(value)
        assert type_ is not None
        assert self.individuals is not None
        self.limits.add(TRIED)
        pieces, length = self.individuals.all_of(type_), value.symbol.length()
        least = self.individuals.fewest(type_) + (type_ in self.asked_of)
        self.domains.setdefault(length, tuple(range(least, len(pieces) + 1)))
        lengths = tuple(self.read(length))
        if len(lengths) > 1:
            raise Fork(length, [(one,) for one in lengths])
        return pieces[: int(lengths[0])]  # type: ignore[arg-type]  # a length

    def fold_items(self, kind: FoldKind, value: Any, /) -> tuple[Any, ...]:
        """The items of a list to fold, with the question whether the lists tried speak for longer ones.

        They do as long as no more is asked of a list than it was tried long: each quantifier, and each
        largest or smallest, rests on one item, so a long list answers as the short one of those items
        does. A sum or a count rests on every item.
        """
        if listed_type(value) is not None:
            if kind in {FoldKind.COUNT, FoldKind.SUM}:
                self.note_pieces_cut()
            return self._pieces(value)
        if isinstance(value, UnknownList) and value.type.limit != longest(value.type):
            self.do(self._count_fold, kind, value)
        return self.items(value)

    def all_items(self, value: Any, /) -> tuple[Any, ...]:
        """The items of a list of which each has a say: the lists tried do not speak for longer ones."""
        if listed_type(value) is not None:
            self.note_pieces_cut()
        elif isinstance(value, UnknownList) and value.type.limit != longest(value.type):
            self._cut_lists(value.type)
        return self.items(value)

    def note_pieces_cut(self) -> None:
        """How many pieces there are has a say, and not all numbers of them were tried."""
        self.do(setattr, self, "pieces_cut", True)

    def _count_fold(self, kind: FoldKind, value: UnknownList) -> None:
        """The whole of a list is asked about."""
        asked = self._quantified.get(value.symbol, 0) + (kind not in {FoldKind.SUM, FoldKind.COUNT})
        self._quantified[value.symbol] = asked
        if asked > longest(value.type):
            self.cuts.add(_longer_lists(value.type))

    def total(self, values: Sequence[Any], listed: Any, /) -> Any:
        """A sum over a list that could be longer than it was tried.

        If nothing in it is negative, a longer list adds up to no less than the short one of the items
        that matter, and to no more than its length times the largest: those bounds stand for it.
        """
        found = total(self, values)
        if not isinstance(listed, UnknownList) or listed.type.limit == longest(listed.type):
            return found
        if listed_type(listed) is not None:
            return found
        each, whole = [bounds_of(value) for value in values], bounds_of(found)
        limit = listed.type.limit
        if limit is None or not self.stretching or whole is None or any(one is None or one[0] < 0 for one in each):
            self._cut_lists(listed.type)
            return found
        highest = max((one[1] for one in each if one), default=0) * limit
        return found if highest == whole[1] else IntervalTerm(None, (found,), whole[0], highest)

    def _cut_lists(self, type_: ListType) -> None:
        self.note_incomplete(_longer_lists(type_))

    def concretize_compound(self, value: Any) -> Any:
        """A record or list that is compared as a whole must be known in full."""
        if isinstance(value, UnknownRecord):
            fields = [
                (name, self.concretize_compound(self.concretize(self.field(value, name))))
                for name, _ in value.type.fields
            ]
            return RecordValue(value.type.name, tuple(fields))
        if isinstance(value, RecordValue):
            return RecordValue(
                value.record, tuple((n, self.concretize_compound(self.concretize(v))) for n, v in value.fields)
            )
        if isinstance(value, UnknownList):
            return tuple(self.concretize_compound(self.concretize(item)) for item in self.items(value))
        return value

    def _cut_scales(self) -> None:
        self.limits.add(SCALES)
        self.scales_cut = True

    def note_incomplete(self, limit: str) -> None:
        """Something was left untried: what is found is not all there is."""
        self.do(self._cut, limit)

    def _cut(self, limit: str) -> None:
        self.cuts.add(limit)


def _longer_lists(type_: ListType) -> str:
    return _lists_longer_than(longest(type_))


@cache
def _lists_longer_than(length: int) -> str:
    return say("lists longer than {length} were not tried", length=length)


def _segment(edges: list[int], value: Value) -> Value:
    """The value that stands for all between two cuts; past the outermost, each stands for itself."""
    if not isinstance(value, int) or not edges[0] <= value < edges[-1]:
        return value
    return edges[bisect_right(edges, value) - 1]


def _by_problem(failed: dict[Value, RuleError]) -> list[tuple[Value, ...]]:
    groups: dict[Any, list[Value]] = {}
    for key, problem in failed.items():
        groups.setdefault(problem.case_key(), []).append(key)
    return [tuple(keys) for keys in groups.values()]


def _same_error(problems: list[RuleError]) -> bool:
    return len({problem.case_key() for problem in problems}) == 1
