"""Tables that answer every combination of their printed inputs: their cells, one beside the other."""

from __future__ import annotations

from functools import reduce
from itertools import accumulate, product
from operator import and_, xor

from regola_dsl.kinds import HitPolicy

from regola_compiler.analysis.coverage import bit_indices
from regola_compiler.ir.tree import Apply, Const, Dimension, Expr, Row, Selector, Table
from regola_compiler.ir.types import BoolType, EnumType
from regola_compiler.model.kinds import Operator

# How many cells such a table has at most: one that has more is kept by its rows.
DENSE = 20_000


def dense_cells(table: Table) -> list[Row] | None:
    """The row for each combination of printed inputs, last input fastest; None if it is not that simple.

    Where rows have sections of their own, each of several that answer is a reason: then it is not, either.
    """
    dimensions, rows = table.dimensions, table.rows
    size = 1
    for dimension in dimensions:
        size *= dimension.high - dimension.low + 1
    simple = table.hit in {HitPolicy.UNIQUE, HitPolicy.FIRST} and size <= DENSE
    simple = simple and is_constant(table)
    cited = any(row.anchors for row in rows)
    for row in rows:
        for dimension, selector in zip(dimensions, row.when, strict=True):
            inside = all(
                (low is None and high is None)
                or (low is not None and high is not None and dimension.low <= low and high <= dimension.high)
                for low, high in selector
            )
            # `-` matches past the printed edge too, unless the edge is closed.
            closed = isinstance(dimension.type, BoolType | EnumType)
            simple = simple and inside and (closed or all(low is not None for low, _ in selector))
    if not simple or any(row.otherwise for row in rows):
        return None
    cells: list[Row] = []
    matching = [_matching(dimension, [row.when[place] for row in rows]) for place, dimension in enumerate(dimensions)]
    for along in product(*matching):
        found = [rows[index] for index in bit_indices(reduce(and_, along))]
        if not found or (table.hit is HitPolicy.UNIQUE and any(row.then != found[0].then for row in found)):
            return None
        if cited and table.hit is HitPolicy.UNIQUE and len(found) > 1:
            return None
        cells.append(found[0])
    return cells


def is_constant(table: Table) -> bool:
    """Whether the values of its rows are there before it is asked."""
    return all(_is_constant(output) for row in table.rows for output in row.then)


def _is_constant(node: Expr) -> bool:
    if isinstance(node, Apply) and node.operator is Operator.NEGATE:
        return isinstance(node.operands[0], Const)
    return isinstance(node, Const)


def _matching(dimension: Dimension, selectors: list[Selector]) -> list[int]:
    """The rows that match at each ordinal of a dimension, as bit sets."""
    width = dimension.high - dimension.low + 1
    changes = [0] * (width + 1)
    for index, selector in enumerate(selectors):
        covered = 0
        for low, high in selector:
            first = 0 if low is None else max(0, low - dimension.low)
            last = width - 1 if high is None else min(width - 1, high - dimension.low)
            covered |= (1 << last + 1) - (1 << first) if first <= last else 0
        for place in bit_indices(covered ^ covered << 1):
            changes[place] ^= 1 << index
    return list(accumulate(changes[:-1], xor))
