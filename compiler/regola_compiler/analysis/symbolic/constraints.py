"""Relations between amounts.

Dividing a leaf by its values is cheap for a die and hopeless for a treasury. So where two amounts meet in
`spent + price <= limit` and have too many values together, the comparison itself is made a leaf,
`?spent + price <= limit`, that is true in one part and false in the other. A box is then what it always was, values of
leaves, and stays exact; it may only be empty, and that is what a solver is asked (solver.py), together with a position
for a witness.

An amount is written as a term of our own first: numbers, leaves, and the operations a rulebook has. Comparisons of
sums of leaves are brought to one form, so that `a < b` and `not b <= a` are the same leaf:

    3 - a <= b + b   ->   a + 2*b >= 3   ->   not (a + 2*b <= 2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Literal, TypeAlias

from regola_dsl.records import dataclass

from regola_compiler.analysis.symbolic.symbols import Naming, Symbol, interned
from regola_compiler.analysis.symbolic.values import FiniteSymbolic, IntervalTerm, SymbolicNumber
from regola_compiler.model.kinds import Operator
from regola_compiler.model.types import Member, Value

_TURNED = {Operator.GREATER: Operator.LESS, Operator.GREATER_EQUAL: Operator.LESS_EQUAL}


# A number, what a leaf says, what it is mapped to, or an operation on other terms.
TermKind: TypeAlias = Literal["number", "leaf", "map", "operation"]


@dataclass(frozen=True, slots=True)
class Term:
    """An amount: `name` is a number's, a leaf's or an operation's; `table` is what a leaf's values come to."""

    kind: TermKind
    name: Any = ""
    parts: tuple[Term, ...] = ()
    table: tuple[tuple[int, Any], ...] = ()

    def __str__(self) -> str:
        if self.kind == "operation":
            return f"{self.name}({', '.join(map(str, self.parts))})"
        return f"{self.name}{list(self.table) if self.table else ''}"

    def leaves(self) -> Iterator[Symbol]:
        """The leaves the amount rests on, some perhaps twice."""
        if self.kind in {"leaf", "map"}:
            yield self.name
        for part in self.parts:
            yield from part.leaves()


@dataclass(frozen=True, eq=False, slots=True)
class RelationRef(Symbol):
    """The truth of `left` compared with `right` by `<=`, `<`, `==`."""

    operator: Operator
    left: Term
    right: Term

    def leaves(self) -> list[Symbol]:
        """The leaves it relates."""
        return list(dict.fromkeys((*self.left.leaves(), *self.right.leaves())))

    def printed(self, naming: Naming = str, *, sites: bool = True, marks: bool = False) -> str:
        """The comparison as it is written, each leaf in full."""
        del naming, sites, marks
        return f"?{self.left} {self.operator} {self.right}"


def relation_symbol(operator: Operator, left: Term, right: Term) -> RelationRef:
    """The truth of a comparison: the same symbol wherever the same leaves are compared in the same way."""
    found: RelationRef = interned((RelationRef, operator, left, right), RelationRef, operator, left, right)
    return found


Sum: TypeAlias = tuple[dict[Symbol, Fraction], Fraction]


def term(value: Any) -> Term | None:
    """An amount as a term, or None where it rests on something that is no number."""
    if isinstance(value, SymbolicNumber):
        return Term("leaf", value.leaf)
    if isinstance(value, IntervalTerm):
        name = value.operator
        parts = [term(part) for part in value.operands]
        if name is None or any(part is None for part in parts):
            return None
        return Term("operation", name, tuple(part for part in parts if part is not None))
    if isinstance(value, FiniteSymbolic):
        return _mapped(value)
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Term("number", Fraction(value))
    return None


def _mapped(value: FiniteSymbolic) -> Term | None:
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
    scaled = leaf if slope == 1 else Term("operation", Operator.MULTIPLY, (Term("number", slope), leaf))
    return scaled if start == 0 else Term("operation", Operator.ADD, (scaled, Term("number", start)))


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

    leaf: Symbol
    operator: Operator
    limit: Fraction


def normalize_comparison(
    operator: Operator, values: Sequence[Any], whole: Callable[[Symbol], bool]
) -> tuple[RelationRef | Bound, bool] | None:
    """A comparison in its one form, and whether that form's truth is the comparison's or its contrary.

    None if an operand is no amount. `whole` says of a leaf whether its values are whole numbers.
    """
    left, right = term(values[0]), term(values[1])
    if left is None or right is None:
        return None
    same = True
    if operator is Operator.UNEQUAL:
        operator, same = Operator.EQUAL, False
    if operator in _TURNED:
        left, right, operator = right, left, _TURNED[operator]
    difference = linear(Term("operation", Operator.SUBTRACT, (left, right)))
    if difference is None or not difference[0]:
        return relation_symbol(operator, left, right), same
    form, turned = _canonical_form(operator, difference, whole)
    return form, same != turned


def _canonical_form(
    operator: str, difference: Sum, whole: Callable[[Symbol], bool]
) -> tuple[RelationRef | Bound, bool]:
    """`difference operator 0` with the first leaf counted up and no common factor."""
    leaves, number = difference
    integral = all(map(whole, leaves))
    factor = Fraction(lcm(*(part.denominator for part in leaves.values())))
    factor /= gcd(*(int(part * factor) for part in leaves.values()))
    turned = False
    if leaves[min(leaves, key=str)] < 0:
        factor = -factor
    leaves, limit = _scaled((leaves, -number), factor)
    if operator is not Operator.EQUAL:
        # s <= limit, s < limit; turned round: s >= limit is not s < limit, s > limit is not s <= limit.
        turned = factor < 0
        strict = (operator is Operator.LESS) != turned
        if integral:
            limit = Fraction(
                -(-limit.numerator // limit.denominator) - 1 if strict else limit.numerator // limit.denominator
            )
            strict = False
        operator = Operator.LESS if strict else Operator.LESS_EQUAL
    if len(leaves) == 1:
        (leaf, part), *_ = leaves.items()
        if part == 1 and integral:
            return Bound(leaf, operator, limit), turned
    total: Term | None = None
    for leaf in sorted(leaves, key=str):
        alone = Term("leaf", leaf)
        scaled = (
            alone if leaves[leaf] == 1 else Term("operation", Operator.MULTIPLY, (Term("number", leaves[leaf]), alone))
        )
        total = scaled if total is None else Term("operation", Operator.ADD, (total, scaled))
    assert total is not None
    return relation_symbol(operator, total, Term("number", limit)), turned
