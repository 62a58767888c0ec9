"""Sets of inputs as boxes: what a table covers, what it leaves out, where rows meet.

A dimension is cut wherever some selector begins or ends, and between two cuts nothing changes:

    selectors 1-4, 3-6 over 1..8   ->   segments [1 2] [3 4] [5 6] [7 8]

A selector is then a bit mask of segments, a row a tuple of masks, and intersection, complement and
emptiness are integer operations however many values a segment holds. Subtracting a row from a box
gives at most one piece for each dimension, the pieces are disjoint, and pieces that differ in one
dimension only are joined again, so that a gap is told as a few large boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from regola_compiler.model import Dimension, Selector, Table, from_ordinal
from regola_compiler.types import BoolType, EnumType, Type, show

Masks: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Space:
    """The dimensions of a table, cut into segments `(low, high)` of ordinals."""

    dimensions: tuple[Dimension, ...]
    segments: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def full(self) -> Masks:
        """The box of everything."""
        return tuple((1 << len(segments)) - 1 for segments in self.segments)

    def box(self, selectors: Sequence[Selector]) -> Masks:
        """The box a row selects, within the printed stretch."""
        masks = []
        for segments, selector in zip(self.segments, selectors, strict=True):
            mask = 0
            for i, (low, high) in enumerate(segments):
                if any((a is None or a <= low) and (b is None or high <= b) for a, b in selector):
                    mask |= 1 << i
            masks.append(mask)
        return tuple(masks)

    def share(self, box: Masks) -> Fraction:
        """The part of the whole space that lies in a box."""
        part = Fraction(1)
        for segments, mask in zip(self.segments, box, strict=True):
            whole = sum(high - low + 1 for low, high in segments)
            chosen = sum(high - low + 1 for i, (low, high) in enumerate(segments) if mask >> i & 1)
            part *= Fraction(chosen, whole)
        return part

    def point(self, box: Masks) -> list[int]:
        """The lowest ordinals in a box."""
        return [
            next(low for i, (low, _) in enumerate(segments) if mask >> i & 1)
            for segments, mask in zip(self.segments, box, strict=True)
        ]

    def describe(self, box: Masks) -> str:
        """A box in the game's words: `die 3, odds 4-1 to 6-1`."""
        parts = []
        for dimension, segments, mask, full in zip(self.dimensions, self.segments, box, self.full, strict=True):
            if mask == full:
                continue
            runs: list[list[int]] = []
            for i, (low, high) in enumerate(segments):
                if mask >> i & 1:
                    if runs and runs[-1][1] + 1 == low:
                        runs[-1][1] = high
                    else:
                        runs.append([low, high])
            shown = [
                _label(dimension, low) if low == high else f"{_label(dimension, low)} to {_label(dimension, high)}"
                for low, high in runs
            ]
            parts.append(f"{dimension.label} {' or '.join(shown)}")
        return ", ".join(parts) or "every input"


def _label(dimension: Dimension, place: int) -> str:
    return show(from_ordinal(place, dimension.type), dimension.type)


def space_of(table: Table, *, past_edges: bool = False) -> Space:
    """The space of a table, cut where its rows need it.

    It is the printed stretch, which rows must cover; `past_edges` adds what rows say beyond it.
    """
    segments = []
    for i, dimension in enumerate(table.dimensions):
        cuts = {dimension.low, dimension.high + 1}
        first, last = dimension.low, dimension.high + 1
        for row in table.rows:
            for low, high in row.selectors[i]:
                cuts.update(place for place in (low, None if high is None else high + 1) if place is not None)
        if past_edges and not _closed(dimension.type):
            first, last = min(cuts) - 1, max(cuts) + 1
            cuts |= {first, last}
        inside = sorted(place for place in cuts if first <= place <= last)
        segments.append(tuple((a, b - 1) for a, b in pairwise(inside)))
    return Space(table.dimensions, tuple(segments))


def _closed(type_: Type) -> bool:
    """Whether nothing can lie past the edges."""
    return isinstance(type_, BoolType) or (isinstance(type_, EnumType) and not (type_.open_below or type_.open_above))


def meet(a: Masks, b: Masks) -> Masks | None:
    """What two boxes share, or None."""
    shared = tuple(x & y for x, y in zip(a, b, strict=True))
    return shared if all(shared) else None


def subtract(box: Masks, other: Masks) -> list[Masks]:
    """What is left of `box` without `other`, as disjoint boxes."""
    if meet(box, other) is None:
        return [box]
    pieces = []
    rest = list(box)
    for i, mask in enumerate(other):
        left = rest[i] & ~mask
        if left:
            pieces.append((*rest[:i], left, *rest[i + 1 :]))
        rest[i] &= mask
    return pieces


def uncovered(box: Masks, rows: Sequence[Masks]) -> list[Masks]:
    """What no row covers of `box`, in few boxes."""
    left = [box]
    for row in rows:
        if all(row):
            left = [piece for part in left for piece in subtract(part, row)]
    return joined(left)


def joined(boxes: list[Masks]) -> list[Masks]:
    """The same set with boxes joined that differ in one dimension only."""
    changed = True
    while changed:
        changed = False
        for i in range(len(boxes[0]) if boxes else 0):
            groups: dict[Masks, int] = {}
            for box in boxes:
                key = (*box[:i], 0, *box[i + 1 :])
                groups[key] = groups.get(key, 0) | box[i]
            if len(groups) < len(boxes):
                boxes = [(*key[:i], mask, *key[i + 1 :]) for key, mask in groups.items()]
                changed = True
    return boxes
