"""Relations between amounts, and what a solver says of them.

Dividing a leaf by its values is cheap for a die and hopeless for a treasury. So where two amounts meet in
`spent + price <= limit` and have too many values together, the comparison itself is made a leaf,
`?spent + price <= limit`, that is true in one part and false in the other. A box is then what it always was, values of
leaves, and stays exact; it may only be empty, and that is what z3 is asked (`possible`), together with a position for
a witness (`settled`).

An amount is written as a term of our own first: numbers, leaves, and the operations a rulebook has. Comparisons of
sums of leaves are brought to one form, so that `a < b` and `not b <= a` are the same leaf:

    3 - a <= b + b   ->   a + 2*b >= 3   ->   not (a + 2*b <= 2)

The solver works under a limit of its own steps, not of time: the same rules give the same findings on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import gcd, inf, lcm
from typing import TYPE_CHECKING, Any, TypeAlias

from regola_compiler.operations import OPERATIONS
from regola_compiler.types import Member, Value
from regola_compiler.unknowns import Amount, Amounts, Box, Deferred, Unknown, Values, plainest

if TYPE_CHECKING:
    import z3

# How many steps the solver may take for one question.
STEPS = 3_000_000

_NAMES: dict[Any, str] = {function: name for name, function in OPERATIONS.items()}
_TURNED = {">": "<", ">=": "<="}


@dataclass(frozen=True, slots=True)
class Term:
    """An amount: `name` is a number's, a leaf's or an operation's; `table` is what a leaf's values come to."""

    kind: str
    name: Any = ""
    parts: tuple[Term, ...] = ()
    table: tuple[tuple[int, Any], ...] = ()

    def __str__(self) -> str:
        if self.kind == "operation":
            return f"{self.name}({', '.join(map(str, self.parts))})"
        return f"{self.name}{list(self.table) if self.table else ''}"

    def leaves(self) -> Iterator[str]:
        """The leaves the amount rests on, some perhaps twice."""
        if self.kind in {"leaf", "map"}:
            yield self.name
        for part in self.parts:
            yield from part.leaves()


@dataclass(frozen=True, slots=True)
class Relation:
    """`left` compared with `right` by `<=`, `<`, `==`."""

    operator: str
    left: Term
    right: Term

    def leaves(self) -> list[str]:
        """The leaves it relates."""
        return list(dict.fromkeys((*self.left.leaves(), *self.right.leaves())))

    def __str__(self) -> str:
        return f"?{self.left} {self.operator} {self.right}"


Sum: TypeAlias = tuple[dict[str, Fraction], Fraction]


def term(value: Any) -> Term | None:
    """An amount as a term, or None where it rests on something that is no number."""
    if isinstance(value, Amount):
        return Term("leaf", value.leaf)
    if isinstance(value, Deferred):
        name = _NAMES.get(value.function)
        parts = [term(part) for part in value.operands]
        if name is None or any(part is None for part in parts):
            return None
        return Term("operation", name, tuple(part for part in parts if part is not None))
    if isinstance(value, Unknown):
        return _mapped(value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Term("number", Fraction(value))
    return None


def _mapped(value: Unknown) -> Term | None:
    pairs = [(ordinal_of(key), result) for key, result in value.results.items()]
    if any(at is None or isinstance(result, bool) or not isinstance(result, int | Fraction) for at, result in pairs):
        return None
    first, second = pairs[0], pairs[1]
    assert first[0] is not None
    assert second[0] is not None
    slope = Fraction(second[1] - first[1]) / (second[0] - first[0])
    start = first[1] - slope * first[0]
    leaf = Term("leaf", value.leaf)
    if any(result != slope * at + start for at, result in pairs if at is not None):
        return Term("map", value.leaf, (), tuple((at, result) for at, result in pairs if at is not None))
    scaled = leaf if slope == 1 else Term("operation", "multiply", (Term("number", slope), leaf))
    return scaled if start == 0 else Term("operation", "add", (scaled, Term("number", start)))


def ordinal_of(value: Value) -> int | None:
    """The whole number that stands for a leaf's value."""
    if isinstance(value, Member):
        return value.index
    return int(value) if isinstance(value, int) else None


def linear(amount: Term) -> Sum | None:
    """A term as numbers of leaves and a number, or None if it is no such sum."""
    if amount.kind == "number":
        return {}, amount.name
    if amount.kind == "leaf":
        return {amount.name: Fraction(1)}, Fraction(0)
    if amount.kind == "map":
        return None
    parts = [linear(part) for part in amount.parts]
    if amount.name == "negate" and parts[0] is not None:
        return _scaled(parts[0], Fraction(-1))
    if len(parts) != 2 or parts[0] is None or parts[1] is None:
        return None
    left, right = parts[0], parts[1]
    if amount.name == "add":
        return _added(left, right)
    if amount.name == "subtract":
        return _added(left, _scaled(right, Fraction(-1)))
    if amount.name == "multiply" and not left[0]:
        return _scaled(right, left[1])
    if amount.name == "multiply" and not right[0]:
        return _scaled(left, right[1])
    if amount.name == "divide" and not right[0] and right[1]:
        return _scaled(left, 1 / right[1])
    return None


def _scaled(amount: Sum, by: Fraction) -> Sum:
    return ({leaf: part * by for leaf, part in amount[0].items()} if by else {}), amount[1] * by


def _added(a: Sum, b: Sum) -> Sum:
    leaves = dict(a[0])
    for leaf, part in b[0].items():
        leaves[leaf] = leaves.get(leaf, Fraction(0)) + part
    return {leaf: part for leaf, part in leaves.items() if part}, a[1] + b[1]


@dataclass(frozen=True, slots=True)
class Bound:
    """A relation that speaks of one leaf alone: `leaf <= limit` or `leaf == limit`."""

    leaf: str
    operator: str
    limit: Fraction


def compared(
    function: Any, values: Sequence[Any], whole: Callable[[str], bool]
) -> tuple[Relation | Bound, bool] | None:
    """A comparison in its one form, and whether that form's truth is the comparison's or its contrary.

    None if an operand is no amount. `whole` says of a leaf whether its values are whole numbers.
    """
    left, right = term(values[0]), term(values[1])
    operator = _NAMES.get(function)
    if left is None or right is None or operator is None:
        return None
    same = True
    if operator == "!=":
        operator, same = "==", False
    if operator in _TURNED:
        left, right, operator = right, left, _TURNED[operator]
    difference = linear(Term("operation", "subtract", (left, right)))
    if difference is None or not difference[0]:
        return Relation(operator, left, right), same
    form, turned = _one_form(operator, difference, whole)
    return form, same != turned


def _one_form(operator: str, difference: Sum, whole: Callable[[str], bool]) -> tuple[Relation | Bound, bool]:
    """`difference operator 0` with the first leaf counted up and no common factor."""
    leaves, number = difference
    integral = all(map(whole, leaves))
    factor = Fraction(lcm(*(part.denominator for part in leaves.values())))
    factor /= gcd(*(int(part * factor) for part in leaves.values()))
    turned = False
    if leaves[min(leaves)] < 0:
        factor = -factor
    leaves, limit = _scaled((leaves, -number), factor)
    if operator != "==":
        # s <= limit, s < limit; turned round: s >= limit is not s < limit, s > limit is not s <= limit.
        turned = factor < 0
        strict = (operator == "<") != turned
        if integral:
            limit = Fraction(
                -(-limit.numerator // limit.denominator) - 1 if strict else limit.numerator // limit.denominator
            )
            strict = False
        operator = "<" if strict else "<="
    if len(leaves) == 1:
        (leaf, part), *_ = leaves.items()
        if part == 1 and integral:
            return Bound(leaf, operator, limit), turned
    total: Term | None = None
    for leaf in sorted(leaves):
        alone = Term("leaf", leaf)
        scaled = alone if leaves[leaf] == 1 else Term("operation", "multiply", (Term("number", leaves[leaf]), alone))
        total = scaled if total is None else Term("operation", "add", (total, scaled))
    assert total is not None
    return Relation(operator, total, Term("number", limit)), turned


class Relations:
    """The relations met in one exploration, and what is possible where some hold and some do not."""

    def __init__(self) -> None:
        self._known: dict[str, Relation] = {}

    def leaf(self, relation: Relation) -> str:
        """The leaf that stands for a relation."""
        path = str(relation)
        self._known[path] = relation
        return path

    def holds(self, leaf: str, facts: Mapping[str, Value]) -> bool:
        """Whether a relation's leaf is true of single values."""
        relation = self._known[leaf]
        left, right = _worked_out(relation.left, facts), _worked_out(relation.right, facts)
        return bool(OPERATIONS[relation.operator](left, right))

    def possible(self, box: Box) -> bool | None:
        """Whether some position lies in a box; None where the solver gives up."""
        told = [leaf for leaf in box if leaf in self._known]
        if not told:
            return True
        solver, _ = self._asked(box, told)
        answer = str(solver.check())
        return None if answer == "unknown" else answer == "sat"

    def settled(self, box: Box) -> Box | None:
        """A part of a box in which each leaf that a relation speaks of has one value, the plainest there is.

        None if the box is empty, or the solver does not say.
        """
        told = [leaf for leaf in box if leaf in self._known]
        if not told:
            return box
        solver, numbers = self._asked(box, told)
        if str(solver.check()) != "sat":
            return None
        settled = {leaf: known for leaf, known in box.items() if leaf not in self._known}
        for leaf, number in numbers.items():
            there = box[leaf]
            chosen = _plainest(solver, number, there)
            solver.add(number == _constant(chosen))
            settled[leaf] = (
                chosen if isinstance(there, Amounts) else next(v for v in there if ordinal_of(v) == chosen),
            )
        return settled

    def _asked(self, box: Box, told: list[str]) -> tuple[z3.Solver, dict[str, z3.ArithRef]]:
        import z3  # noqa: PLC0415  most rules never relate two amounts, and need not wait for it

        solver = z3.Solver()
        solver.set("rlimit", STEPS)
        numbers: dict[str, z3.ArithRef] = {}
        for path in told:
            relation = self._known[path]
            for leaf in relation.leaves():
                if leaf not in numbers:
                    there = box[leaf]
                    real = isinstance(there, Amounts) and not there.whole
                    numbers[leaf] = z3.Real(leaf) if real else z3.Int(leaf)
                    solver.add(_within(numbers[leaf], there))
            left, right = _formula(relation.left, numbers), _formula(relation.right, numbers)
            if relation.operator == "==":
                holds = left == right
            else:
                holds = left <= right if relation.operator == "<=" else left < right
            solver.add(holds if True in box[path] else z3.Not(holds))
        return solver, numbers


def _worked_out(amount: Term, facts: Mapping[str, Value]) -> Any:
    """What an amount is for single values of its leaves."""
    if amount.kind == "number":
        return amount.name
    if amount.kind == "operation":
        return OPERATIONS[amount.name](*(_worked_out(part, facts) for part in amount.parts))
    at = ordinal_of(facts[amount.name])
    return at if amount.kind == "leaf" else dict(amount.table)[at or 0]


def _plainest(solver: z3.Solver, number: z3.ArithRef, there: Values) -> Any:
    """The value nearest to zero that a number can have, the positive one of two; of fractions, any."""
    import z3  # noqa: PLC0415

    first = plainest(there)
    chosen = ordinal_of(first) if isinstance(first, Member | int) else first
    if str(solver.check(number == _constant(chosen))) == "sat":
        return chosen
    solver.check()
    chosen = _read(solver.model().eval(number, model_completion=True))
    if isinstance(there, Amounts) and not there.whole:
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

    if isinstance(values, Amounts):
        parts = [number >= values.low] if values.low != -inf else []
        return z3.And(*parts, *([number <= values.high] if values.high != inf else []))
    runs = _runs([at for value in values if (at := ordinal_of(value)) is not None])
    return z3.Or(*(z3.And(number >= low, number <= high) for low, high in runs))


def _runs(places: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for at in sorted(places):
        if runs and runs[-1][1] == at - 1:
            runs[-1] = (runs[-1][0], at)
        else:
            runs.append((at, at))
    return runs


def _formula(amount: Term, numbers: Mapping[str, z3.ArithRef]) -> Any:
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
