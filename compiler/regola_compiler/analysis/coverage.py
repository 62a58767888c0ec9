"""What the rows of a table cover of a box, and what they leave.

Sets of rows are bit sets too, one integer for each segment of each dimension: the rows that meet a
box are a conjunction over its dimensions, however many rows there are.

What no row covers is looked for by dividing a box where fewest rows are cut in two, until it is

- met by no row: a hole, which is then widened as far as no row and no other hole is met;
- within one row;
- or met by rows none of which meets another, whose volumes add up to its own: nothing is left of it.

That is exact. Tables that fall apart as decisions do take a few steps for each row; as there are
others that never end, the steps are counted, and whoever asks learns that they did not suffice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from regola_compiler.analysis.boxes import Masks, Space, disjoint, runs, subtract

# How many boxes are looked at before a question is given up, and how many holes are told apart.
STEPS = 10_000
HOLES = 250
# How many dimensions of a box one step looks at: of more, it is as many steps.
WIDE = 16
# Among how many rows the place of a cut is looked for, and how many answers are remembered.
PIVOTS = 4
MEMORY = 2_000


@dataclass
class Fuel:
    """The steps that are left for a question; it is `spent` when one more was needed."""

    left: int = STEPS
    spent: bool = False

    def step(self, dimensions: int = 1) -> bool:
        """Whether another box may be looked at, of so many dimensions."""
        self.left -= 1 + dimensions // WIDE
        self.spent = self.spent or self.left < 0
        return not self.spent


@dataclass
class Uncovered:
    """Disjoint boxes that no row meets, largest first; all there are where `complete`.

    `inputs` counts what no row meets; there may be more where it is not `exact`.
    """

    boxes: list[Masks]
    inputs: int
    complete: bool
    exact: bool


class Coverage:
    """The boxes of a table's rows in one space, and what can be asked of all of them at once."""

    def __init__(self, space: Space, boxes: Sequence[Masks]) -> None:
        self.space, self.boxes = space, boxes
        self.rows = sum(1 << row for row, box in enumerate(boxes) if all(box))
        self._columns = [
            _DimensionIndex([box[i] for box in boxes], len(space.segments[i])) for i in range(len(space.full))
        ]

    def intersecting(self, box: Masks) -> int:
        """The rows that share an input with a box, as a bit set."""
        rows = self.rows
        for column, mask in zip(self._columns, box, strict=True):
            if not rows:
                break
            rows &= column.intersecting(mask)
        return rows

    @cached_property
    def overlapping(self) -> list[int]:
        """For each row, the others that it shares an input with, as bit sets."""
        return [self.intersecting(box) & ~(1 << row) if all(box) else 0 for row, box in enumerate(self.boxes)]

    @cached_property
    def _crossed(self) -> int:
        """The rows that share an input with another."""
        return sum(1 << row for row, rivals in enumerate(self.overlapping) if rivals)

    # --- what is left ---

    def remainder(self, box: Masks, rows: int, effort: Fuel) -> Iterator[Masks]:
        """What `rows` leave of a box, as disjoint boxes; not all of it where the effort is spent."""
        return self._uncovered(box, rows & self.intersecting(box), effort)

    def covered(self, box: Masks, rows: int, effort: Fuel) -> bool:
        """Whether `rows` leave nothing of a box; false where that is not clear when the effort is spent."""
        rows &= self.intersecting(box)
        if self._full(box, rows, None):
            return not effort.spent  # one row alone: of many that are equal, no two need be looked at together
        if self._volumes(box, rows) < self.space.volume(box):
            return False
        return next(self._uncovered(box, rows, effort), None) is None and not effort.spent

    def uncovered(self, effort: Fuel) -> Uncovered:
        """What no row meets, in few boxes."""
        found: list[Masks] = []
        for hole in self._uncovered(self.space.full, self.rows, effort, found):
            found.append(self._maximal_box(hole, found))
            if len(found) >= HOLES:
                effort.spent = True
                break
        volumes = {box: self.space.volume(box) for box in found}
        found.sort(key=lambda box: (-volumes[box], self.space.point(box)))
        inputs, complete, exact = sum(volumes.values()), not effort.spent, not effort.spent
        if not complete:
            filled = sum(self.space.volume(box) for box in self.boxes)
            inputs = max(inputs, self.space.volume(self.space.full) - filled)
            exact = not self._crossed
        return Uncovered(found, inputs, complete, exact)

    def _uncovered(self, box: Masks, rows: int, effort: Fuel, taken: Sequence[Masks] = ()) -> Iterator[Masks]:
        """Disjoint boxes that make up what `rows` and the boxes `taken` leave of a box, as long as the effort lasts.

        What is taken may grow meanwhile.
        """
        waiting = [(box, rows, self._exact_count(box, rows))]
        while waiting and effort.step(len(box)):
            box, rows, filled = waiting.pop()
            if rows:
                if not self._full(box, rows, filled):
                    # The part with fewer rows is looked at first: a hole is sooner found there.
                    waiting += reversed(self._divided(box, rows, filled))
            elif other := next((other for other in taken if not disjoint(box, other)), None):
                waiting += [(piece, 0, 0) for piece in subtract(box, other)]
            else:
                yield box

    def _divided(self, box: Masks, rows: int, filled: int | None) -> list[tuple[Masks, int, int | None]]:
        """A box as two, each with those of the rows that meet it and what they fill, the one with fewer rows first."""
        i, mask = self._cut(box, rows)
        (less, few), (more, many) = sorted(
            (
                ((*box[:i], side, *box[i + 1 :]), rows & self._columns[i].intersecting(side))
                for side in (box[i] & mask, box[i] & ~mask)
            ),
            key=lambda part: part[1].bit_count(),
        )
        inside = self._exact_count(less, few)
        rest = self._exact_count(more, many) if filled is None or inside is None else filled - inside
        return [(less, few, inside), (more, many, rest)]

    def _exact_count(self, box: Masks, rows: int) -> int | None:
        """How many inputs of a box `rows` meet; None where some row meets another, and they do not just add up."""
        return None if rows & self._crossed else self._volumes(box, rows)

    def _full(self, box: Masks, rows: int, filled: int | None) -> bool:
        """Whether it is plain that `rows`, which all meet the box, leave nothing of it."""
        if filled is not None:
            return filled == self.space.volume(box)
        for column, mask in zip(self._columns, box, strict=True):
            rows &= column.containing(mask)
            if not rows:
                return False
        return True

    def _volumes(self, box: Masks, rows: int) -> int:
        """The inputs of a box that each of `rows` meets, added up."""
        return sum(
            self.space.volume(tuple(a & b for a, b in zip(box, self.boxes[row], strict=True)))
            for row in bit_indices(rows)
        )

    def _cut(self, box: Masks, rows: int) -> tuple[int, int]:
        """The dimension and the mask along which a box is best divided: few rows on either side."""
        count = rows.bit_count()
        best: tuple[int, int, int] | None = None
        for i, mask in self._cuts(box, rows):
            column = self._columns[i]
            inside = (rows & column.intersecting(mask)).bit_count()
            outside = (rows & column.intersecting(box[i] & ~mask)).bit_count()
            cost = inside + outside + max(inside, outside)
            if best is None or cost < best[0]:
                best = cost, i, mask
                if inside + outside == count and 4 * max(inside, outside) < 3 * count:
                    break  # no row is cut in two, and each side has its part
        assert best is not None, "no row holds the box, so one of them ends inside it"
        return best[1], best[2]

    def _cuts(self, box: Masks, rows: int) -> Iterator[tuple[int, int]]:
        """Where some of the rows begin and end within a box."""
        tried = set()
        for row in _some(rows):
            for i, (own, whole) in enumerate(zip(self.boxes[row], box, strict=True)):
                inside = own & whole
                if inside == whole:
                    continue
                below = ((inside & -inside) - 1) & whole
                upto = ((1 << inside.bit_length()) - 1) & whole
                # Between its ends a row may have places that are not its own.
                for mask in (below, upto) if below | inside == upto else (inside,):
                    if mask and mask != whole and (i, mask) not in tried:
                        tried.add((i, mask))
                        yield i, mask

    def _maximal_box(self, box: Masks, taken: list[Masks]) -> Masks:
        """The largest box around this one that meets no row and none of those taken, of some that can be."""
        orders = [*range(len(box))], [*reversed(range(len(box)))]
        return max((self._apart(box, order, taken) for order in orders), key=self.space.volume)

    def _apart(self, box: Masks, order: list[int], taken: list[Masks]) -> Masks:
        """The box grown; of those taken, which are many and mostly far away, only what it then meets is asked."""
        near: list[Masks] = []
        while True:
            grown = self._grown(box, order, near)
            met = [other for other in taken if not disjoint(grown, other)]
            if not met:
                return grown
            near += met

    def _grown(self, box: Masks, order: list[int], taken: list[Masks]) -> Masks:
        """A box made as wide as it can be, one dimension after the other.

        What stands in the way of one dimension meets the box in all the others: in those that come later as they are,
        in those before as they have grown. What meets it in all that come later is listed once, from the last one
        back, so that the work grows with the dimensions and not with their square.
        """
        later: list[tuple[int, int]] = []
        rows, others = self.rows, (1 << len(taken)) - 1
        for i in reversed(order):
            later.append((rows, others))
            rows, others = self._meeting(i, box[i], rows, others, taken)
        grown = list(box)
        rows, others = self.rows, (1 << len(taken)) - 1
        for i, (rows_later, others_later) in zip(order, reversed(later), strict=True):
            blocked = 0
            for row in bit_indices(rows & rows_later):
                blocked |= self.boxes[row][i]
            for other in bit_indices(others & others_later):
                blocked |= taken[other][i]
            grown[i] = self.space.full[i] & ~blocked
            if blocked:
                rows, others = self._meeting(i, grown[i], rows, others, taken)
        return tuple(grown)

    def _meeting(self, i: int, mask: int, rows: int, others: int, taken: list[Masks]) -> tuple[int, int]:
        """Those of some rows, and of some boxes by their numbers, that meet a mask of one dimension."""
        if rows:
            rows &= self._columns[i].intersecting(mask)
        if others:
            others = sum(1 << other for other in bit_indices(others) if taken[other][i] & mask)
        return rows, others


class _DimensionIndex:
    """One dimension: for a mask of its segments, the rows that meet it and those that hold all of it.

    Rows are kept in a tree over the segments, so that a run of them is a few nodes.
    """

    def __init__(self, masks: Sequence[int], size: int) -> None:
        self._size = size
        self._met: dict[int, int] = {}
        self._held: dict[int, int] = {}
        same: dict[int, int] = {}
        for row, mask in enumerate(masks):
            same[mask] = same.get(mask, 0) | 1 << row
        changes = [0] * (size + 1)
        for mask, rows in same.items():
            for first, past in runs(mask):
                changes[first] ^= rows
                changes[past] ^= rows
        leaves = [changes[0]]
        for change in changes[1:size]:
            leaves.append(leaves[-1] ^ change)
        self._some = [0] * size + leaves
        for node in range(size - 1, 0, -1):
            self._some[node] = self._some[2 * node] | self._some[2 * node + 1]

    @cached_property
    def _all(self) -> list[int]:
        held = list(self._some)
        for node in range(self._size - 1, 0, -1):
            held[node] = held[2 * node] & held[2 * node + 1]
        return held

    def intersecting(self, mask: int) -> int:
        """The rows whose mask shares a segment with this one."""
        if mask not in self._met:
            rows = 0
            for node in self._nodes(mask):
                rows |= self._some[node]
            _memoize(self._met, mask, rows)
        return self._met[mask]

    def containing(self, mask: int) -> int:
        """The rows whose mask has every segment of this one, which is not empty."""
        if mask not in self._held:
            rows = -1
            for node in self._nodes(mask):
                rows &= self._all[node]
            _memoize(self._held, mask, rows)
        return self._held[mask]

    def _nodes(self, mask: int) -> Iterator[int]:
        for first, past in runs(mask):
            low, high = first + self._size, past + self._size
            while low < high:
                if low & 1:
                    yield low
                    low += 1
                if high & 1:
                    high -= 1
                    yield high
                low >>= 1
                high >>= 1


def _memoize(memory: dict[int, int], mask: int, rows: int) -> None:
    if len(memory) >= MEMORY:
        memory.clear()
    memory[mask] = rows


def _some(rows: int) -> list[int]:
    """A few of the rows, from all over the table."""
    every = list(bit_indices(rows)) if rows.bit_count() <= PIVOTS else None
    if every is not None:
        return every
    found = []
    length = rows.bit_length()
    for part in range(PIVOTS):
        rest = rows >> (length * part // PIVOTS)
        found.append(length * part // PIVOTS + (rest & -rest).bit_length() - 1)
    return found


def bit_indices(rows: int) -> Iterator[int]:
    """The numbers of the rows in a bit set, in rising order."""
    while rows:
        lowest = rows & -rows
        yield lowest.bit_length() - 1
        rows ^= lowest
