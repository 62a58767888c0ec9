"""Which encoded tables a printed one cannot be, told from its numbers before any column is held against any slot.

A printed table in another section than an encoded one is believed to be it only where enough cells agree, and enough of
those that can be compared (`align.TableMatch.is_credible`). How many of a column's cells can at most agree with a
slot is counted from an index of the slots by place and number, a look-up a cell instead of a comparison a cell and
slot: a filter as in similarity joins (Bayardo, Ma and Srikant, *Scaling up all pairs similarity search*, 2007), which
lets everything pass that could be believed. So the matches are the same with it and without; a book of many tables that
are alike only in their shape costs a hundredth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product

from regola_compiler.model.types import is_numeric
from regola_dsl.records import dataclass

from regola_crosscheck.book.cell_values import label_words
from regola_crosscheck.language.morphology import nearly_same
from regola_crosscheck.rules.lookups import EncodedTable, TableAxis
from regola_crosscheck.tables.labels import AxisLabel, parts_of
from regola_crosscheck.tables.verdicts import READERS

# What a column says, row by row, for each way of reading numbers.
Reading = Sequence[Sequence[Fraction | int | None]]


def readings(texts: Sequence[str]) -> Reading:
    """The numbers in the cells of a column, for each way in which a column may write them."""
    return [[_plain(reader(text)) if text else None for text in texts] for reader in READERS]


def _plain(number: Fraction | None) -> Fraction | int | None:
    """A whole number as such: it is looked up much quicker, and equal all the same."""
    return number if number is None or number.denominator > 1 else number.numerator


@dataclass(frozen=True, slots=True)
class SlotIndex:
    """The slots of an encoded table along an axis, by place and number; `full` if each has something at every place."""

    by_number: tuple[dict[Fraction | int, list[int]], ...]
    full: bool

    @classmethod
    def of(cls, lookup: EncodedTable, axis: int) -> SlotIndex | None:
        """The index of a table that holds nothing but numbers; None of any other."""
        if not all(is_numeric(type_) for _, type_ in lookup.outputs):
            return None
        places: tuple[dict[Fraction | int, list[int]], ...] = tuple({} for _ in lookup.axes[axis].keys)
        others = [[0] if i == axis else range(len(one.keys)) for i, one in enumerate(lookup.axes)]
        columns = {point: number for number, point in enumerate(product(*others))}
        width = len(lookup.outputs)
        for point, cell in lookup.cells.items():
            column = columns[(*point[:axis], 0, *point[axis + 1 :])]
            for output, value in enumerate(cell.values):
                if isinstance(value, int | Fraction):
                    places[point[axis]].setdefault(value, []).append(column * width + output)
        return cls(places, len(lookup.cells) == len(columns) * len(places))

    def agreeing(self, labels: Sequence[AxisLabel | None], said: Sequence[Fraction | int | None]) -> tuple[int, int]:
        """How many cells can agree with the slot they agree with most, and how many of its cells are compared at least.

        A label that holds only in part, or is guessed, may turn out to agree with anything.
        """
        times: dict[int, int] = {}
        free = compared = 0
        for label, number in zip(labels, said, strict=True):
            if label is None:
                continue
            if label.partly or label.guessed:
                free += 1
            elif number is not None:
                compared += self.full
                for slot in {slot for place in label.places for slot in self.by_number[place].get(number, ())}:
                    times[slot] = times.get(slot, 0) + 1
        return max(times.values(), default=0) + free, compared + free


def can_agree(
    index: SlotIndex, labels: Sequence[AxisLabel | None], columns: Iterable[Reading], cells: int, share: float
) -> bool:
    """Whether so many `cells` can agree between some columns and their slots, and such a `share` of one column's."""
    total, shared = 0, False
    for column in columns:
        most = 0
        for said in column:
            same, compared = index.agreeing(labels, said)
            # More differ than agree: no column of that slot, read in that way.
            if same * 2 >= compared:
                most = max(most, same)
                shared = shared or same >= share * compared
        total += most
    return shared and total >= cells


class LabelSieve:
    """Which texts can name a key of which axis: those that have a word in common, or nearly.

    An axis is a bit of a number, so that for a text all axes are told at once.
    """

    def __init__(self, lookups: Iterable[EncodedTable]) -> None:
        axes = {id(axis): axis for lookup in lookups for axis in lookup.axes if axis.kind == "words"}
        self._bits = {axis: 1 << number for number, axis in enumerate(axes)}
        self._speaking: dict[str, int] = {}
        # Of a key without words it cannot be said what names it.
        self._any = 0
        for place, axis in axes.items():
            for words in (label_words(name) for key in axis.keys for name in key.names):
                if not words:
                    self._any |= self._bits[place]
                for word in words:
                    self._speaking[word] = self._speaking.get(word, 0) | self._bits[place]
        self._near: dict[str, int] = {}
        self._told: dict[str, int] = {}

    def axes_labelled(self, texts: Iterable[str]) -> int:
        """The axes along which two of some texts can be labels, at least."""
        once = twice = 0
        for text in texts:
            named = self._named(text)
            twice |= once & named
            once |= named
        return twice

    def is_among(self, axis: TableAxis, axes: int) -> bool:
        """Whether an axis is one of some; one whose labels are numbers always is."""
        bit = self._bits.get(id(axis))
        return bit is None or bool(axes & bit)

    def _named(self, text: str) -> int:
        """The axes of which a text may name a key."""
        if text not in self._told:
            told = self._any if text else 0
            for part in parts_of(text):
                for word in label_words(part):
                    told |= self._near_to(word)
            self._told[text] = told
        return self._told[text]

    def _near_to(self, word: str) -> int:
        if word not in self._near:
            axes = 0
            for known, speaking in self._speaking.items():
                if nearly_same(word, known):
                    axes |= speaking
            self._near[word] = axes
        return self._near[word]
