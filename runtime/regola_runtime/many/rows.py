"""Tables of many rows: which rows match is found by sets of rows as bits, not row by row.

Along one input a row begins to match at one value and ceases to at another. Those places, sorted, are the table's
cuts; between two of them the same rows match. What matches at a value is found from the cuts below it (by bisection),
and what matches all inputs is what matches each (by `&`). All of the sets between cuts are kept while they are few;
else every so many, and what changes at each cut between two of them: a table with as many cuts as rows would be kept as
often as it has rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

Interval: TypeAlias = tuple[int | None, int | None]
Selectors: TypeAlias = tuple[tuple[Interval, ...], ...]

STRIDE = 64  # how many cuts lie between two sets that are kept, where not all of them are
MOST = 1 << 25  # how many bytes the sets of one input may take for all of them to be kept


class Rows:
    """The rows of a table, each with what it matches and whether it is for what no other matches.

    Of very many they are a text, which Python reads at once, and which is taken apart when they are first asked for: a
    line for each row, `3..5 2..2,7..7 *`, its inputs apart by blanks, an end left out where there is none, and a star
    where it is for what no other matches.
    """

    def __init__(self, rows: Sequence[tuple[Selectors, bool]] | str) -> None:
        self._written = rows

    @cached_property
    def rows(self) -> Sequence[tuple[Selectors, bool]]:
        """What each row matches, by input."""
        return (
            [_read(line) for line in self._written.split("\n") if line]
            if isinstance(self._written, str)
            else self._written
        )

    @cached_property
    def _inputs(self) -> list[_Input]:
        width = len(self.rows[0][0]) if self.rows else 0
        return [_Input([selectors[place] for selectors, _ in self.rows]) for place in range(width)]

    @cached_property
    def _straight(self) -> list[tuple[list[int], list[int]]] | None:
        """The cuts of each input with the sets between them, where all of these are kept."""
        return [(one.cuts, one.kept) for one in self._inputs] if all(one.stride == 1 for one in self._inputs) else None

    @cached_property
    def _plain(self) -> list[tuple[list[int], list[int]]] | None:
        """The same, if there is an input, and no row is for what no other matches."""
        return self._straight if self._straight and not self._otherwise else None

    @cached_property
    def _otherwise(self) -> int:
        return sum(1 << row for row, (_, otherwise) in enumerate(self.rows) if otherwise)

    @cached_property
    def _every(self) -> int:
        return (1 << len(self.rows)) - 1

    def one(self, ordinals: tuple[int, ...]) -> int:
        """The row that alone matches; -1 where none does, or several do.

        Args:
            ordinals: the place of each input.
        """
        plain = self._plain
        if plain is None:
            found = self._matching(ordinals)
        else:
            found = -1
            for (cuts, kept), ordinal in zip(plain, ordinals):  # noqa: B905  that they are as many costs time
                found &= kept[bisect_right(cuts, ordinal)]
        return found.bit_length() - 1 if found and not found & (found - 1) else -1

    def first(self, ordinals: tuple[int, ...]) -> int:
        """The first row that matches; -1 where none does."""
        found = self._matching(ordinals)
        return (found & -found).bit_length() - 1

    def matching(self, ordinals: Sequence[int], *, first: bool) -> list[int]:
        """The rows that match, by index: those for what no other matches only where none does.

        Args:
            ordinals: the place of each input.
            first: whether the first one is enough.
        """
        listed = _bits(self._matching(ordinals))
        return [row for row, _ in zip(listed, range(1), strict=False)] if first else list(listed)

    def _matching(self, ordinals: Sequence[int]) -> int:
        found = self._every
        if self._straight is None:
            for one, ordinal in zip(self._inputs, ordinals, strict=True):
                found &= one.at(ordinal)
        else:
            for (cuts, kept), ordinal in zip(self._straight, ordinals, strict=True):
                found &= kept[bisect_right(cuts, ordinal)]
        return found & ~self._otherwise or found if self._otherwise else found


def _read(line: str) -> tuple[Selectors, bool]:
    """A row that is written as a line."""
    *inputs, otherwise = line.split(" ") if line.endswith(" *") else (*line.split(" "), "")
    return tuple([tuple([_interval(part) for part in one.split(",")]) for one in inputs]), bool(otherwise)


def _interval(written: str) -> Interval:
    low, _, high = written.partition("..")
    return int(low) if low else None, int(high) if high else None


class _Input:
    """Which rows match at each value of one input."""

    def __init__(self, selectors: Sequence[tuple[Interval, ...]]) -> None:
        below = 0
        changes: dict[int, int] = {}
        for row, selector in enumerate(selectors):
            own = 1 << row
            for low, high in _joined(selector):
                if low is None:
                    below |= own
                else:
                    changes[low] = changes.get(low, 0) ^ own
                if high is not None:
                    changes[high + 1] = changes.get(high + 1, 0) ^ own
        self.cuts = sorted(changes)
        self._changes = [changes[at] for at in self.cuts]
        every = len(self.cuts) * len(selectors) // 8 <= MOST
        self.stride = 1 if every else STRIDE
        self.kept = [below]
        for start in range(0, len(self.cuts), self.stride):
            self.kept.append(_changed(self.kept[-1], self._changes[start : start + self.stride]))

    def at(self, ordinal: int) -> int:
        """The rows that match at a value, as a bit set."""
        cuts = bisect_right(self.cuts, ordinal)
        kept = cuts // self.stride
        return _changed(self.kept[kept], self._changes[kept * self.stride : cuts])


def _changed(rows: int, changes: Sequence[int]) -> int:
    for change in changes:
        rows ^= change
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
