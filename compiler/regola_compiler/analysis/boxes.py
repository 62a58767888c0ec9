"""Sets of a table's inputs as boxes, and boxes in the game's words.

A dimension is cut wherever some selector begins or ends, and between two cuts nothing changes:

    selectors 1-4, 3-6 over 1..8   ->   segments [1 2] [3 4] [5 6] [7 8]

A selector is then a bit mask of segments, a row a tuple of masks, and intersection, complement and
emptiness are integer operations however many values a segment holds. What the rows of a table make
of a space is asked of coverage.py.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice, pairwise, product
from typing import TypeAlias

from regola_dsl.diagnostics import in_a_row, with_each
from regola_dsl.wording import enumerated, say, say_number

from regola_compiler.analysis.symbolic.values import Interval, Values
from regola_compiler.model.program import Dimension, Selector, Table, from_ordinal
from regola_compiler.model.types import DiceType, EnumType, IntType, show

Masks: TypeAlias = tuple[int, ...]

# How many stretches of one input a box is described with, and how many masks of one are remembered.
WORDS, MEMORY = 5, 5_000
# Up to how many values a mask is listed.
FEW = 100


@dataclass(frozen=True)
class Space:
    """The dimensions of a table, cut into segments `(low, high)` of ordinals."""

    dimensions: tuple[Dimension, ...]
    segments: tuple[tuple[tuple[int, int], ...], ...]
    full: Masks = field(init=False)
    _ends: tuple[list[int], ...] = field(init=False)
    _counts: tuple[list[int], ...] = field(init=False)
    _weights: tuple[dict[int, int], ...] = field(init=False)
    _masks: tuple[dict[Selector, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "full", tuple((1 << len(segments)) - 1 for segments in self.segments))
        put(self, "_ends", tuple([high for _, high in segments] for segments in self.segments))
        widths = ((high - low + 1 for low, high in segments) for segments in self.segments)
        put(self, "_counts", tuple([0, *accumulate(width)] for width in widths))
        put(self, "_weights", tuple({} for _ in self.segments))
        put(self, "_masks", tuple({} for _ in self.segments))

    def box(self, selectors: Sequence[Selector]) -> Masks:
        """The box a row selects; what lies outside the space is left out."""
        return tuple(self._mask(i, selector) for i, selector in enumerate(selectors))

    def _mask(self, i: int, selector: Selector) -> int:
        known = self._masks[i]
        if selector not in known:
            segments, ends = self.segments[i], self._ends[i]
            mask = 0
            for low, high in selector:
                # A cut never falls inside a segment, so the ends of the segments decide.
                first = 0 if low is None else bisect_left(ends, low)
                past = len(segments) if high is None else bisect_left(ends, high + 1)
                mask |= (1 << max(past, first)) - (1 << first)
            known[selector] = mask
        return known[selector]

    @property
    def endless(self) -> bool:
        """Whether there is no end of inputs, so that none of them is a share of all."""
        return any(map(_is_endless, self.dimensions))

    def volume(self, box: Masks) -> int:
        """The number of inputs in a box."""
        size = 1
        for i, mask in enumerate(box):
            known = self._weights[i]
            if mask not in known:
                if len(known) >= MEMORY:
                    known.clear()
                counts = self._counts[i]
                known[mask] = sum(counts[past] - counts[first] for first, past in runs(mask))
            size *= known[mask]
        return size

    def point(self, box: Masks) -> list[int]:
        """The lowest ordinals in a box."""
        return [segments[(mask & -mask).bit_length() - 1][0] for segments, mask in zip(self.segments, box, strict=True)]

    def values(self, i: int, mask: int) -> Values:
        """The values of a mask of one dimension; of many, those of its first stretch."""
        type_ = self.dimensions[i].type
        stretches = [(self.segments[i][first][0], self.segments[i][past - 1][1]) for first, past in runs(mask)]
        if sum(high - low for low, high in stretches) < FEW:
            return tuple(from_ordinal(place, type_) for low, high in stretches for place in range(low, high + 1))
        return Interval(*stretches[0])

    def is_everything(self, i: int, mask: int) -> bool:
        """Whether a mask of one dimension has every value of its type."""
        dimension, segments = self.dimensions[i], self.segments[i]
        ends = segments[0][0] < dimension.low and segments[-1][1] > dimension.high
        return mask == self.full[i] and (dimension.closed or (_is_endless(dimension) and ends))

    def corners(self, box: Masks) -> Iterator[list[int]]:
        """The ordinals at which the segments of a box begin and end, the lowest first."""
        ends = [
            sorted({end for i in range(mask.bit_length()) if mask >> i & 1 for end in segments[i]})
            for segments, mask in zip(self.segments, box, strict=True)
        ]
        return map(list, product(*ends))

    def describe(self, box: Masks) -> str:
        """A box in the game's words: `die 3, odds 4-1 to 6-1`."""
        parts = [
            say("{input} {values}", input=dimension.label, values=self._values(i, box[i]))
            for i, dimension in enumerate(self.dimensions)
            if box[i] != self.full[i]
        ]
        return enumerated(parts, ", ") if parts else say("every input")

    def _values(self, i: int, mask: int) -> str:
        """The values of a mask, few and in their order; of most members, those that are not in it."""
        dimension = self.dimensions[i]
        shown = list(self._stretches(i, mask))
        if len(shown) > WORDS:
            others = list(self._stretches(i, self.full[i] & ~mask))
            if len(others) < WORDS:
                return say("other than {values}", values=in_a_row(others, "or"))
            shown = [*shown[:WORDS], say_number("{number} more", "{number} more", len(shown) - WORDS)]
        return in_a_row(shown, "or") if isinstance(dimension.type, EnumType) else with_each(shown, "or")

    def cell(self, i: int, mask: int) -> str:
        """The values of a mask as the cell of a row has them, `3-4, 7+`; nothing of more than anybody writes in one."""
        ranges = list(islice(self._ranges(i, mask), WORDS + 1))
        written = [_written(self.dimensions[i], low, high) for low, high in ranges]
        return ", ".join(written) if len(written) <= WORDS else ""

    def _stretches(self, i: int, mask: int) -> Iterator[str]:
        dimension = self.dimensions[i]
        for low, high in self._ranges(i, mask):
            if low is None or high is None:
                yield say("{high} or less", high=high) if high is not None else say("{low} or more", low=low)
            else:
                low_label, high_label = _label(dimension, low), _label(dimension, high)
                yield low_label if low == high else say("{low} to {high}", low=low_label, high=high_label)

    def _ranges(self, i: int, mask: int) -> Iterator[tuple[int | None, int | None]]:
        """The ordinals from which and up to which a mask goes, one by one where they are in no order.

        Past an edge stands one value for all there are: there is no first, or no last.
        """
        dimension, segments = self.dimensions[i], self.segments[i]
        for first, past in runs(mask):
            low, high = segments[first][0], segments[past - 1][1]
            if isinstance(dimension.type, EnumType) and not dimension.type.ordered:
                yield from ((place, place) for place in range(low, high + 1))
            elif _is_endless(dimension) and low < dimension.low:
                yield None, high
            elif _is_endless(dimension) and high > dimension.high:
                yield low, None
            else:
                yield low, high


def _written(dimension: Dimension, low: int | None, high: int | None) -> str:
    """A range as a cell has it: that of a scale with two dots, as a stroke may stand in its values."""
    labels = ["" if place is None else _label(dimension, place) for place in (low, high)]
    first, last = (f'"{label}"' if "," in label else label for label in labels)
    if low is None or high is None:
        return f"{first}+" if first else f"{last}-"
    to = ".." if isinstance(dimension.type, EnumType) else "-"
    return first if low == high else f"{first}{to}{last}"


def _label(dimension: Dimension, place: int) -> str:
    return show(from_ordinal(place, dimension.type), dimension.type)


def runs(mask: int) -> Iterator[tuple[int, int]]:
    """The stretches of set bits, each from its first place to the place past its last.

    >>> list(runs(0b1101))
    [(0, 1), (2, 4)]
    """
    start = 0
    while mask:
        skipped = (mask & -mask).bit_length() - 1
        mask >>= skipped
        length = (~mask & (mask + 1)).bit_length() - 1
        yield start + skipped, start + skipped + length
        mask >>= length
        start += skipped + length


def space_of(table: Table, *, past_edges: bool = False, rolled: bool = True) -> Space:
    """The space of a table, cut where its rows need it.

    It is the printed stretch, which rows must cover; of any whole number also what lies past an edge of which
    no `beyond` line speaks, as one value. `past_edges` adds what rows say beyond it. Of dice without modifiers
    it has what they can show, and more only where they need not be `rolled`.
    """
    segments = []
    for i, dimension in enumerate(table.dimensions):
        selectors = {row.selectors[i] for row in table.rows}
        begun = {low for selector in selectors for low, _ in selector if low is not None}
        ended = {high + 1 for selector in selectors for _, high in selector if high is not None}
        cuts = sorted({dimension.low, dimension.high + 1} | begun | ended)
        if rolled and isinstance(dimension.type, DiceType) and not dimension.type.modified:
            stretches = _dice_intervals(dimension.type)
        elif past_edges and not dimension.closed:
            stretches = [(cuts[0] - 1, cuts[-1])]
        elif _is_endless(dimension):
            low, high = dimension.low - (dimension.below is None), dimension.high + (dimension.above is None)
            stretches = [(low, high)]
        else:
            stretches = [(dimension.low, dimension.high)]
        pairs: list[tuple[int, int]] = []
        for low, high in stretches:
            inside = cuts[bisect_right(cuts, low) : bisect_right(cuts, high)]
            pairs += [(a, b - 1) for a, b in pairwise([low, *inside, high + 1])]
        segments.append(tuple(pairs))
    return Space(table.dimensions, tuple(segments))


def _is_endless(dimension: Dimension) -> bool:
    """Whether an input is any whole number at all, of which a table prints a stretch."""
    return isinstance(dimension.type, IntType) and not dimension.closed


def _dice_intervals(dice: DiceType) -> list[tuple[int, int]]:
    """What dice can show, as stretches: d66 shows 11 to 16, 21 to 26, and so on."""
    faces = [face for face, _ in dice.outcomes()]
    starts = [face for face, before in zip(faces, [faces[0] - 2, *faces], strict=False) if face != before + 1]
    ends = [face for face, after in zip(faces, [*faces[1:], faces[-1] + 2], strict=True) if face != after - 1]
    return list(zip(starts, ends, strict=True))


def intersection(a: Masks, b: Masks) -> Masks | None:
    """What two boxes share, or None."""
    shared = tuple(x & y for x, y in zip(a, b, strict=True))
    return shared if all(shared) else None


def disjoint(a: Masks, b: Masks) -> bool:
    """Whether two boxes share no input."""
    for x, y in zip(a, b, strict=True):  # noqa: SIM110 this is where the time goes, and mostly the first one tells
        if not x & y:
            return True
    return False


def subtract(box: Masks, other: Masks) -> list[Masks]:
    """What is left of `box` without `other`, as disjoint boxes."""
    if disjoint(box, other):
        return [box]
    pieces = []
    rest = list(box)
    for i, mask in enumerate(other):
        left = rest[i] & ~mask
        if left:
            pieces.append((*rest[:i], left, *rest[i + 1 :]))
        rest[i] &= mask
    return pieces


def coalesce(boxes: list[Masks]) -> list[Masks]:
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
