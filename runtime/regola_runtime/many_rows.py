"""Tables of many rows: which rows match is found by sets of rows as bits, not row by row.

Along one input a row begins to match at one value and ceases to at another. Those places, sorted, are the table's
cuts; between two of them the same rows match. What matches at a value is found from the cuts below it (by bisection),
and what matches all inputs is what matches each (by `&`). Of the sets between cuts only every so many is kept, and the
rows that change between two of them are listed: else a table with as many cuts as rows would be kept as often as it
has rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

Interval: TypeAlias = tuple[int | None, int | None]
Selectors: TypeAlias = tuple[tuple[Interval, ...], ...]

STRIDE = 64  # how many changes lie between two sets that are kept


class Rows:
    """The rows of a table, each with what it matches and whether it is for what no other matches."""

    def __init__(self, rows: Sequence[tuple[Selectors, bool]]) -> None:
        self.rows = rows

    @cached_property
    def _inputs(self) -> list[_Input]:
        width = len(self.rows[0][0]) if self.rows else 0
        return [_Input([selectors[place] for selectors, _ in self.rows]) for place in range(width)]

    @cached_property
    def _otherwise(self) -> int:
        return sum(1 << row for row, (_, otherwise) in enumerate(self.rows) if otherwise)

    def matching(self, ordinals: Sequence[int], *, first: bool) -> list[int]:
        """The rows that match, by index: those for what no other matches only where none does.

        Args:
            ordinals: the place of each input.
            first: whether the first one is enough.
        """
        found = (1 << len(self.rows)) - 1
        for one, ordinal in zip(self._inputs, ordinals, strict=True):
            found &= one.at(ordinal)
        found = found & ~self._otherwise or found
        listed = _bits(found)
        return [row for row, _ in zip(listed, range(1), strict=False)] if first else list(listed)


class _Input:
    """Which rows match at each value of one input."""

    def __init__(self, selectors: Sequence[tuple[Interval, ...]]) -> None:
        below = 0
        changes: list[tuple[int, int]] = []
        for row, selector in enumerate(selectors):
            for low, high in _joined(selector):
                if low is None:
                    below |= 1 << row
                else:
                    changes.append((low, row))
                if high is not None:
                    changes.append((high + 1, row))
        changes.sort()
        self._cuts = [at for at, _ in changes]
        self._rows = [row for _, row in changes]
        self._kept = [below]
        for start in range(0, len(changes), STRIDE):
            self._kept.append(_changed(self._kept[-1], self._rows[start : start + STRIDE]))

    def at(self, ordinal: int) -> int:
        """The rows that match at a value, as a bit set."""
        changes = bisect_right(self._cuts, ordinal)
        kept = changes // STRIDE
        return _changed(self._kept[kept], self._rows[kept * STRIDE : changes])


def _changed(rows: int, changes: Sequence[int]) -> int:
    for row in changes:
        rows ^= 1 << row
    return rows


def _joined(selector: Sequence[Interval]) -> list[Interval]:
    """The same values as stretches that do not touch."""
    found: list[Interval] = []
    for low, high in sorted(selector, key=lambda pair: (pair[0] is not None, pair[0] or 0)):
        if found and (found[-1][1] is None or (low is not None and low <= found[-1][1] + 1) or low is None):
            before_low, before = found[-1]
            found[-1] = before_low, None if before is None or high is None else max(before, high)
        else:
            found.append((low, high))
    return found


def _bits(rows: int) -> Iterator[int]:
    while rows:
        lowest = rows & -rows
        yield lowest.bit_length() - 1
        rows ^= lowest
