"""What a solver says of relations between amounts: which can hold together, and where.

One sum alone is held by its bounds; z3 is asked where several relations speak of the same leaves, or one is no sum. It
works under a limit of its own steps, not of time: the same rules give the same findings on every machine. Where z3 is
not to be had, as in a browser, it says of every question that it does not know.

z3 keeps all that it is told in one place, which two threads must not touch at once: it is asked one question at a time,
and nothing of its own outlives the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from importlib.util import find_spec
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, Any

from regola_dsl.records import dataclass

from regola_compiler.analysis.symbolic.constraints import RelationRef, Term, linear, ordinal_of
from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.analysis.symbolic.values import Bounds, Box, Interval, Values, simplest
from regola_compiler.evaluate.operations import OPERATIONS
from regola_compiler.model.kinds import Operator
from regola_compiler.model.types import Member, Value

if TYPE_CHECKING:
    import z3

# How many steps the solver may take for one question.
STEPS = 3_000_000
# How many answers are remembered, of all programs together.
QUESTIONS = 20_000


@cache
def is_there() -> bool:
    """Whether there is a solver to be asked."""
    return find_spec("z3") is not None


class Relations:
    """What is possible where some relations hold and some do not, remembered."""

    def __init__(self) -> None:
        self._answers: dict[Any, bool | None] = {}
        # How often the solver was asked.
        self.asked = 0

    def possible(self, box: Box) -> bool | None:
        """Whether some position lies in a box; None where the solver gives up."""
        answers = [self._jointly_satisfiable(group, box) for group in self._groups(box)]
        return False if False in answers else None if None in answers else True

    @staticmethod
    def _groups(box: Box) -> list[list[RelationRef]]:
        """The relations of a box, those together that speak of the same leaf, directly or through others."""
        groups: list[tuple[set[Symbol], list[RelationRef]]] = []
        for relation in relations_in(box):
            leaves, members = set(relation.leaves()), [relation]
            apart = []
            for group in groups:
                if group[0] & leaves:
                    leaves |= group[0]
                    members = group[1] + members
                else:
                    apart.append(group)
            groups = [*apart, (leaves, members)]
        return [members for _, members in groups]

    def _jointly_satisfiable(self, group: list[RelationRef], box: Box) -> bool | None:
        """Whether some relations that speak of the same leaves can hold together."""
        leaves = dict.fromkeys(leaf for relation in group for leaf in relation.leaves())
        key = tuple((leaf, box[leaf]) for leaf in (*group, *leaves))
        if key not in self._answers:
            answer = self._by_bounds(group[0], box) if len(group) == 1 else None
            if answer is None and is_there():
                self.asked += 1  # even if another program asked the same before: what is tried may not hang on that
                answer = _satisfiable(*_unnamed(box, group))
            self._answers[key] = answer
        return self._answers[key]

    @staticmethod
    def _by_bounds(relation: RelationRef, box: Box) -> bool | None:
        """Whether one sum can keep to its limit, by its bounds; None where they are not enough."""
        total, limit = linear(relation.left), relation.right.name
        if total is None or relation.right.kind != "number" or relation.operator == "==":
            return None
        ends = [_ends(box[leaf], part) for leaf, part in total[0].items()]
        least, most = sum(low for low, _ in ends), sum(high for _, high in ends)
        compare = OPERATIONS[relation.operator]
        return bool(compare(least, limit)) if True in box[relation] else not compare(most, limit)

    def minimal_model(self, box: Box) -> Box | None:
        """A part of a box in which each leaf that a relation speaks of has one value, the plainest there is.

        None if the box is empty, or the solver does not say.
        """
        told = relations_in(box)
        if not told:
            return box
        if not is_there():
            return None
        with _asking():
            return _settled(box, told)


def relations_in(box: Box) -> list[RelationRef]:
    """The relations that a box takes as true or as false."""
    return [leaf for leaf in box if isinstance(leaf, RelationRef)]


# --- asking -----------------------------------------------------------------------------------

_ONE_QUESTION = Lock()


@contextmanager
def _asking() -> Iterator[None]:
    """While this lasts nobody else asks z3."""
    with _ONE_QUESTION:
        _make_ready()
        yield


@cache
def _make_ready() -> None:
    """Let z3 hear from any thread that something of its own is needed no longer.

    Who looks at what another thread is doing, as a profiler does, may be the last that knows of it.
    """
    import z3  # noqa: PLC0415  most rules never relate two amounts, and need not wait for it

    z3.Z3_enable_concurrent_dec_ref(z3.main_ctx().ref())


def _settled(box: Box, told: Sequence[RelationRef]) -> Box | None:
    """A box with one value for each leaf that some relations speak of; None if it is empty, or that is not known."""
    solver, numbers = _told(box, told)
    if str(solver.check()) != "sat":
        return None
    settled = {leaf: known for leaf, known in box.items() if not isinstance(leaf, RelationRef)}
    for leaf, number in numbers.items():
        there = box[leaf]
        chosen = _smallest_magnitude(solver, number, there)
        solver.add(number == _constant(chosen))
        settled[leaf] = (chosen if isinstance(there, Interval) else next(v for v in there if ordinal_of(v) == chosen),)
    return settled


def _said(values: tuple[Values, ...], compared: tuple[Comparison, ...]) -> str:
    """What the solver says of some relations that are to hold together: `sat`, `unsat` or `unknown`."""
    solver, _ = _solver(dict(enumerate(values)), compared, "x{}".format)
    return str(solver.check())


# --- what the solver is told ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """A relation that holds or does not, of leaves that are called by anything that has a hash."""

    operator: Operator
    left: Term
    right: Term
    holds: bool


def _told(box: Box, relations: Sequence[RelationRef]) -> tuple[z3.Solver, dict[Symbol, z3.ArithRef]]:
    """A solver that was told some relations of a box, and what it calls their leaves."""
    leaves = dict.fromkeys(leaf for relation in relations for leaf in relation.leaves())
    compared = [Comparison(one.operator, one.left, one.right, True in box[one]) for one in relations]
    return _solver({leaf: box[leaf] for leaf in leaves}, compared, lambda leaf: leaf.text)


def _unnamed(box: Box, group: Sequence[RelationRef]) -> tuple[tuple[Values, ...], tuple[Comparison, ...]]:
    """The question whether some relations can hold together, of leaves that are numbers: the values of each, by it.

    Whose leaves they are is no part of the question, which is the same in every declaration that compares alike.
    """
    leaves = dict.fromkeys(leaf for relation in group for leaf in relation.leaves())
    numbers = {leaf: number for number, leaf in enumerate(leaves)}
    values = tuple(there if isinstance(there := box[leaf], Interval) else _places(there) for leaf in leaves)
    return values, tuple(
        Comparison(one.operator, _renamed(one.left, numbers), _renamed(one.right, numbers), True in box[one])
        for one in group
    )


def _renamed(amount: Term, numbers: Mapping[Symbol, int]) -> Term:
    """An amount with other names for its leaves."""
    if amount.kind in {"leaf", "map"}:
        return replace(amount, name=numbers[amount.name])
    return replace(amount, parts=tuple(_renamed(part, numbers) for part in amount.parts)) if amount.parts else amount


@lru_cache(maxsize=QUESTIONS)
def _satisfiable(values: tuple[Values, ...], compared: tuple[Comparison, ...]) -> bool | None:
    """Whether some relations can hold together; None where the solver gives up."""
    with _asking():
        said = _said(values, compared)
    return None if said == "unknown" else said == "sat"


def _solver(
    leaves: Mapping[Any, Values], compared: Iterable[Comparison], name: Callable[[Any], str]
) -> tuple[z3.Solver, dict[Any, z3.ArithRef]]:
    """A solver that was told what values leaves have, and how they compare; and what it calls each leaf."""
    import z3  # noqa: PLC0415

    solver = z3.Solver()
    solver.set("rlimit", STEPS)
    numbers: dict[Any, z3.ArithRef] = {}
    for one in compared:
        for leaf in (*one.left.leaves(), *one.right.leaves()):
            if leaf not in numbers:
                there = leaves[leaf]
                real = isinstance(there, Interval) and not there.whole
                numbers[leaf] = z3.Real(name(leaf)) if real else z3.Int(name(leaf))
                solver.add(_within(numbers[leaf], there))
        left, right = _formula(one.left, numbers), _formula(one.right, numbers)
        if one.operator == "==":
            truth = left == right
        elif one.operator == "<=":
            truth = left <= right
        else:
            truth = left < right
        solver.add(truth if one.holds else z3.Not(truth))
    return solver, numbers


def _places(values: Iterable[Value]) -> tuple[int, ...]:
    """The whole numbers that stand for the values of a leaf."""
    return tuple(at for value in values if (at := ordinal_of(value)) is not None)


def holds(relation: RelationRef, facts: Mapping[Symbol, Value]) -> bool:
    """Whether a relation is true of single values."""
    left, right = _worked_out(relation.left, facts), _worked_out(relation.right, facts)
    return bool(OPERATIONS[relation.operator](left, right))


def _ends(values: Values, part: Fraction) -> Bounds:
    """The least and the most of a leaf's share in a sum."""
    places: Iterable[Any] = (values.low, values.high) if isinstance(values, Interval) else _places(values)
    low, high = sorted((min(places) * part, max(places) * part))
    return low, high


def _worked_out(amount: Term, facts: Mapping[Symbol, Value]) -> Any:
    """What an amount is for single values of its leaves."""
    if amount.kind == "number":
        return amount.name
    if amount.kind == "operation":
        return OPERATIONS[amount.name](*(_worked_out(part, facts) for part in amount.parts))
    at = ordinal_of(facts[amount.name])
    return at if amount.kind == "leaf" else dict(amount.table)[at or 0]


def _smallest_magnitude(solver: z3.Solver, number: z3.ArithRef, there: Values) -> Any:
    """The value nearest to zero that a number can have, the positive one of two; of fractions, any."""
    import z3  # noqa: PLC0415

    first = simplest(there)
    chosen = ordinal_of(first) if isinstance(first, Member | int) else first
    if str(solver.check(number == _constant(chosen))) == "sat":
        return chosen
    solver.check()
    chosen = _read(solver.model().eval(number, model_completion=True))
    if isinstance(there, Interval) and not there.whole:
        return chosen
    # Nearest to zero, by halving: |number| <= middle is either possible or not.
    low, high = -1, abs(chosen)
    while high - low > 1:
        middle = (low + high) // 2
        near = z3.And(number <= middle, number >= -middle)
        low, high = (low, middle) if str(solver.check(near)) == "sat" else (middle, high)
    return high if str(solver.check(number == high)) == "sat" else -high


def _read(number: Any) -> Any:
    fraction = Fraction(str(number.as_fraction())) if hasattr(number, "as_fraction") else Fraction(number.as_long())
    return fraction if fraction.denominator > 1 else int(fraction)


def _constant(value: Any) -> Any:
    import z3  # noqa: PLC0415

    number = Fraction(value)
    return z3.IntVal(int(number)) if number.denominator == 1 else z3.RealVal(str(number))


def _within(number: z3.ArithRef, values: Values) -> z3.BoolRef:
    """That a number is one of some values."""
    import z3  # noqa: PLC0415

    if isinstance(values, Interval):
        parts = [number >= values.low] if values.low != -inf else []
        return z3.And(*parts, *([number <= values.high] if values.high != inf else []))
    runs = _runs(_places(values))
    return z3.Or(*(z3.And(number >= low, number <= high) for low, high in runs))


def _runs(places: Iterable[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for at in sorted(places):
        if runs and runs[-1][1] == at - 1:
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return runs


def _formula(amount: Term, numbers: Mapping[Any, z3.ArithRef]) -> Any:
    if amount.kind == "number":
        return _constant(amount.name)
    if amount.kind == "leaf":
        return numbers[amount.name]
    if amount.kind == "map":
        return _chosen(numbers[amount.name], amount.table)
    return _operations()[amount.name](*(_formula(part, numbers) for part in amount.parts))


def _chosen(number: z3.ArithRef, table: tuple[tuple[int, Any], ...]) -> Any:
    """What a number comes to by a table of its values."""
    import z3  # noqa: PLC0415

    groups: dict[Any, list[int]] = {}
    for at, result in table:
        groups.setdefault(result, []).append(at)
    (result, _), *rest = groups.items()
    found = _constant(result)
    for result, places in rest:
        inside = [z3.And(number >= low, number <= high) for low, high in _runs(places)]
        found = z3.If(z3.Or(*inside), _constant(result), found)
    return found


@cache
def _operations() -> dict[str, Callable[..., Any]]:
    import z3  # noqa: PLC0415

    def floor(a: Any) -> Any:
        return z3.ToInt(a) if a.is_real() else a

    def real(a: Any) -> Any:
        return a if a.is_real() else z3.ToReal(a)

    def least(*parts: Any) -> Any:
        found = parts[0]
        for part in parts[1:]:
            found = z3.If(part < found, part, found)
        return found

    def most(*parts: Any) -> Any:
        found = parts[0]
        for part in parts[1:]:
            found = z3.If(part > found, part, found)
        return found

    return {
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "divide": lambda a, b: real(a) / real(b),
        "negate": lambda a: -a,
        "min": least,
        "max": most,
        "round_down": floor,
        "round_up": lambda a: -floor(-a),
        "round_nearest": lambda a: floor(real(a) + z3.RealVal("1/2")),
    }
