"""Which printed tables are which encoded ones: an assignment of printed columns to slots.

**What is matched.** A *slot* is a column that the encoding could print: one output of a table at one value of every
input but the one that the rows go along. A printed column is held against slots, not a printed table against an encoded
one. So rows in another order, columns exchanged, a table turned on its side, one printed table that several encoded
ones hold between them, and several printed ones that are one encoded, are all the same to it.

    printed               encoded: losses(die, terrain) -> killed, captured
    | die | flat | hill |
    | 1-2 |  0   |  1   |   rows along `die`; `flat` is the slot (killed, terrain=flat)
    | 3-6 |  2   |  3   |                    `hill` is the slot (killed, terrain=hill)

**What decides.** The column of labels says which row is which key (`labels.read_labels`), what the cells say decides
which slot a column is (`verdicts.verdicts`), the head only helps: heads are what scans and translators change first.

**The algorithm**, for every printed table:

1. *Views.* The table as it stands, and turned on its side (`orientations`).
2. *Candidates.* Every view, encoded table, column of labels and input along which its labels can be read; those of
   which too few labels can be are left out at once (`_candidates`).
3. *Columns to slots.* Every other column is scored against every slot: the weights of its verdicts and of its head,
   added. Pairs that say too little are left out, the rest are taken greedily, the best first, each column and each slot
   once (`_column_matches`). Ties go to the column further left. The greedy choice need not have the highest total, as
   that of Kuhn has (The Hungarian method for the assignment problem, 1955); it has the property wanted here, that no
   column is pushed out of the slot it agrees with best for the good of others.
4. *Candidates to tables.* The candidates of all printed tables are ranked by their scores and taken greedily in the
   same way: what is taken of columns and slots is gone for the next, unless the table is printed a second time and
   agrees nearly everywhere. One that is left with too little to be believed (`TableMatch.is_credible`) is dropped.

The cost is that of step 3: views x encoded tables x columns of labels x inputs x columns x slots x rows; the bounds
`SLOTS` and `LONG` keep it linear in what a book prints. So what could not be believed in the end, for too few of its
numbers are there or too few of its labels have a word in common, is sorted out beforehand (sieve.py).

**Thresholds.** They stand below, each with what it weighs; they were set on the rulebooks of five games and on faults
made on purpose. Counts are of cells or rows, shares lie between 0 and 1, scores have the unit of one cell that agrees
beyond doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TypeAlias

from regola_compiler.model.types import Value

from regola_crosscheck.book.cell_values import NOTHING, is_value, normalized, similarity
from regola_crosscheck.book.tables import Grid, PrintedCell
from regola_crosscheck.rules.lookups import EncodedTable, Point, TableAxis
from regola_crosscheck.tables.labels import AxisLabel, read_labels
from regola_crosscheck.tables.sieve import LabelSieve, Reading, SlotIndex, can_agree, readings
from regola_crosscheck.tables.verdicts import OTHER, SAME, UNREAD, Verdict, verdicts

# --- how much is tried
# More slots than these are not tried for one column.
SLOTS = 200
# A table of more rows, or of a quarter as many columns, is no table of rules.
LONG = 400

# --- what a candidate scores
# A candidate in the table's own section counts so much more, one turned on its side so much less.
HOME_WEIGHT, TURNED_WEIGHT = 1.5, 0.9
# What a head counts that names its slot, and one that is like the name of an output; from where it is like it.
HEAD_SAME, HEAD_ALIKE, ALIKE = 1.5, 1.0, 0.6
# The mean of the heads counts as much as so many columns'.
HEADS_WEIGHT = 2

# --- when a match is believed
# The share of the cells that can be compared which must agree: in the table's own section, elsewhere, and where the
# columns or slots are another match's already.
AT_HOME, ELSEWHERE, AGAIN = 0.5, 0.65, 0.9
# From what likeness a caption is a table's title, and from what it speaks for it.
TITLED, NAMED = 0.8, 0.5
# So few rows may all differ and still be the table of that section.
SHORT = 3
# The share that is enough in a table's own section where every row is found by its label.
BY_LABEL = 0.3
# Elsewhere so many cells must agree, and so many of them beyond doubt, or so many together with labels beyond doubt.
CELLS, HARD_CELLS, HARD_ALL = 3, 4, 6
# From so many cells that agree, it is no accident that a column says one thing only.
TELLING = 4


@dataclass(frozen=True)
class TableOrientation:
    """A grid as it stands, or turned on its side; `counted` if it is a list of counted things, one of several."""

    grid: int
    header: tuple[PrintedCell, ...] | None
    rows: tuple[tuple[PrintedCell, ...], ...]
    turned: bool = False
    counted: bool = False


@dataclass(frozen=True)
class ColumnMatch:
    """A column held against a slot. `fixed` has a place on every axis, -1 on the one the rows go along."""

    column: int
    output: int
    fixed: Point
    verdicts: tuple[Verdict, ...]
    head_fit: str = ""

    @property
    def same(self) -> int:
        """How many cells agree."""
        return sum(verdict.outcome == SAME for verdict in self.verdicts)

    @property
    def other(self) -> int:
        """How many do not."""
        return sum(verdict.outcome == OTHER for verdict in self.verdicts)

    @property
    def head(self) -> float:
        """What its head counts."""
        return {"same": HEAD_SAME, "alike": HEAD_ALIKE}.get(self.head_fit, 0.0)

    @property
    def score(self) -> float:
        """What the column counts for the match."""
        return sum(verdict.weight for verdict in self.verdicts) + self.head


@dataclass(frozen=True)
class TableMatch:
    """A printed table, or some columns of it, and the encoded one that holds it."""

    view: TableOrientation
    lookup: EncodedTable
    axis: int
    key: int
    labels: tuple[AxisLabel | None, ...]
    columns: tuple[ColumnMatch, ...]
    home: bool
    title_similarity: float
    whole: bool = False

    @property
    def score(self) -> float:
        """How well it fits: what agrees, more of it in the table's own section."""
        if not self.columns:
            return 0.0
        heads = HEADS_WEIGHT * sum(strip.head for strip in self.columns) / len(self.columns)
        cells = sum(strip.score - strip.head for strip in self.columns)
        total = (cells + heads) * (HOME_WEIGHT if self.home else 1.0) + self.title_similarity
        return total * (TURNED_WEIGHT if self.view.turned else 1.0)

    def texts(self, column: int) -> list[str]:
        """What the cells of a column say, ticks read."""
        return [
            _resolve_tick(row[column].text, row[self.key].text) if column != self.key else row[column].text
            for row in self.view.rows
        ]

    @property
    def same(self) -> int:
        """How many cells agree."""
        return sum(strip.same for strip in self.columns)

    @property
    def share(self) -> float:
        """How much of what can be compared agrees."""
        other = sum(strip.other for strip in self.columns)
        return self.same / (self.same + other) if self.same else 0.0

    def is_credible(self) -> bool:
        """Whether it is enough to be believed."""
        hard = sum(v.outcome == SAME and v.certainty == 2 for strip in self.columns for v in strip.verdicts)
        if self.home and self.whole:
            read = all(v.certainty == 2 for strip in self.columns for v in strip.verdicts)
            return self.share >= BY_LABEL or (read and len(self.labels) <= SHORT)
        if self.home:
            return self.same >= 2 - (len(self.labels) <= SHORT) and self.share >= AT_HOME
        names = sum(label is not None and label.hard for label in self.labels)
        known = hard + names * (self.lookup.axes[self.axis].kind == "words")
        enough = known >= HARD_ALL or hard >= HARD_CELLS or self.title_similarity >= NAMED
        return self.same >= CELLS and enough and self.share >= ELSEWHERE


def orientations(number: int, grid: Grid) -> Iterator[TableOrientation]:
    """A grid as it stands, and turned on its side."""
    split = _with_names_as_labels(*_split(grid))
    yield TableOrientation(number, *split, counted=grid.counted)
    whole = [*([split[0]] if split[0] else []), *split[1]]
    columns = list(zip(*whole, strict=True))
    if len(columns) > 2 and len(whole) > 1:
        yield TableOrientation(number, columns[0], tuple(columns[1:]), turned=True)


_PLACE = re.compile(r"\b\d+(?:\.\d+)+\b|^\d+\b")
_TABLE = re.compile(r"\b(?:tabell[ae]|tables?|charts?)\b", re.IGNORECASE)
_MARK = re.compile(r"\(([^)]{1,4})\)|[*†‡§]+")
_PAIR = re.compile(r"(\d[\d.,]*\s*[:/-]?\s*[\d.,]*)\s-\s(.*[^\W\d_].*)")


_ASIDE = re.compile(r"\s*(\([^)]*\)|[*†‡§]+)")
_Rows: TypeAlias = tuple[tuple[PrintedCell, ...] | None, tuple[tuple[PrintedCell, ...], ...]]


def _split(grid: Grid) -> _Rows:
    """Head and rows, with the columns cut in two that were printed as one: `1 : 2 - DR 3`."""
    header, rows = grid.header, grid.rows
    for column in reversed(range(len(rows[0]))):
        found = [_PAIR.fullmatch(row[column].text) for row in rows]
        if sum(map(bool, found)) < max(3, 0.6 * sum(bool(row[column].text) for row in rows)):
            continue
        cut = []
        for row, match in zip(rows, found, strict=True):
            cell = row[column]
            parts = (match[1].strip(), match[2]) if match else (cell.text, "")
            at = cell.column + (match.start(2) if match else 0)
            pair = (replace(cell, text=parts[0]), replace(cell, text=parts[1], column=at))
            cut.append((*row[:column], *pair, *row[column + 1 :]))
        rows = tuple(cut)
        if header is not None:
            header = (*header[: column + 1], replace(header[column], text=""), *header[column + 1 :])
    return header, rows


def _with_names_as_labels(header: tuple[PrintedCell, ...] | None, rows: tuple[tuple[PrintedCell, ...], ...]) -> _Rows:
    """Rows whose cells only repeat a name, or are blank, get that name for a label."""
    labels, alone = [], 0
    for row in rows:
        names = [
            (_ASIDE.sub("", normalized(cell.text)), cell) for cell in row[1:] if normalized(cell.text) not in NOTHING
        ]
        met = Counter(name for name, _ in names)
        name, count = met.most_common(1)[0] if met else ("", 0)
        if not name or is_value(name):
            return header, rows
        alone += count < 2 or count < len(names)
        first = min((cell for one, cell in names if one == name), key=lambda cell: len(cell.text))
        labels.append(replace(row[0], text=first.text))
    if alone * 5 > len(rows):
        return header, rows
    rows = tuple((label, *row[1:]) for label, row in zip(labels, rows, strict=True))
    return header, rows


def matches(grids: Sequence[tuple[Grid, str]], lookups: Sequence[EncodedTable]) -> list[TableMatch]:
    """The matches, best first; no column and no slot stands in two of them, unless a table is printed twice."""
    indexes: _Indexes = {}
    sieve = LabelSieve(lookups)
    open_ = [
        found
        for number, (grid, section) in enumerate(grids)
        if len(grid.rows) <= LONG and len(grid.rows[0]) <= LONG // 4
        for view in orientations(number, grid)
        for reading in [_ViewReading(view, sieve)]
        for lookup in lookups
        for found in _candidates(reading, lookup, indexes, section, grid.caption)
    ]
    chosen: list[TableMatch] = []
    columns: set[tuple[int, bool, int]] = set()
    slots: set[tuple[str, int, Point]] = set()
    sides: dict[int, bool] = {}
    for match in sorted(open_, key=lambda match: (-match.score, match.view.grid, match.key)):
        number, turned = match.view.grid, match.view.turned
        if sides.get(number, turned) != turned:
            continue
        left = tuple(
            strip
            for strip in match.columns
            if (number, turned, strip.column) not in columns
            and (
                (match.lookup.name, strip.output, strip.fixed) not in slots
                or strip.same >= AGAIN * (strip.same + strip.other)
            )
        )
        match = replace(match, columns=left)  # noqa: PLW2901  what is left of it is what is judged
        again = any(one.view.grid == number for one in chosen)
        if any((one.view.grid, one.lookup, one.axis) == (number, match.lookup, match.axis) for one in chosen):
            continue
        if not left or not match.is_credible() or (again and not match.home and match.share < AGAIN):
            continue
        chosen.append(match)
        sides[number] = turned
        columns |= {(number, turned, strip.column) for strip in left}
        slots |= {(match.lookup.name, strip.output, strip.fixed) for strip in left}
    return chosen


# The slots of encoded tables that hold nothing but numbers, by table and axis; None of the others.
_Indexes: TypeAlias = dict[tuple[int, int], SlotIndex | None]


class _ViewReading:
    """What is read in a view, once for all encoded tables that it is held against."""

    def __init__(self, view: TableOrientation, sieve: LabelSieve) -> None:
        self.view, self._sieve = view, sieve
        self.texts = [[row[key].text for row in view.rows] for key in range(len(view.rows[0]))]
        # How many rows have a label in a column, remarks below the table left out.
        self.filled = [
            sum(bool(row[key].text) and not _is_remark(row, key) for row in view.rows) for key in range(len(self.texts))
        ]
        self._axes = [sieve.axes_labelled(texts) for texts in self.texts]
        self._labels: dict[tuple[int, int], list[AxisLabel | None]] = {}
        self._numbers: dict[int, list[Reading]] = {}

    def labels(self, key: int, axis: TableAxis) -> list[AxisLabel | None]:
        """What the labels of a column stand for along an axis; nothing where too few can be read."""
        place = (key, id(axis))
        if place not in self._labels:
            labels = read_labels(self.texts[key], axis) if self._sieve.is_among(axis, self._axes[key]) else []
            known = sum(label is not None for label in labels)
            self._labels[place] = labels if known >= 2 and known * 2 >= self.filled[key] else []
        return self._labels[place]

    def numbers(self, key: int) -> list[Reading]:
        """The numbers in the other columns where one has the labels."""
        if key not in self._numbers:
            self._numbers[key] = [
                readings([_resolve_tick(text, label) for text, label in zip(texts, self.texts[key], strict=True)])
                for column, texts in enumerate(self.texts)
                if column != key
            ]
        return self._numbers[key]


def _candidates(
    reading: _ViewReading, lookup: EncodedTable, indexes: _Indexes, section: str, caption: str
) -> Iterator[TableMatch]:
    """The ways a view can be read as a lookup: by each column of labels, along each axis."""
    view = reading.view
    titled = _title_similarity(caption, lookup)
    places = {section, *_PLACE.findall(caption)} - {""}
    home = titled >= TITLED or any(
        anchor == place or anchor.startswith(f"{place}/") for anchor in lookup.sections for place in places
    )
    for key in range(len(reading.texts)):
        for number, axis in enumerate(lookup.axes):
            labels = reading.labels(key, axis)
            if not labels:
                continue
            known = [label for label in labels if label is not None]
            met = frozenset().union(*(label.places for label in known))
            if axis.kind == "number" and len(met) * (4 if home else 2) < len(axis.keys):
                continue
            if not home:
                at = (id(lookup), number)
                if at not in indexes:
                    indexes[at] = SlotIndex.of(lookup, number)
                index = indexes[at]
                if index is not None and not can_agree(index, labels, reading.numbers(key), CELLS, ELSEWHERE):
                    continue  # it would not be believed
            named = frozenset(point[number] for point, cell in lookup.cells.items() if cell.named)
            whole = home and len(known) == reading.filled[key] and named <= met
            strips = tuple(_column_matches(view, lookup, number, key, labels, home=home, whole=whole))
            if strips:
                yield TableMatch(view, lookup, number, key, tuple(labels), strips, home, titled, whole)


def _title_similarity(caption: str, lookup: EncodedTable) -> float:
    """How much a caption is the title of an encoded table: what stands in brackets, and that it is one, left out."""
    bare = _TABLE.sub(" ", _ASIDE.sub("", caption))
    return max(
        (similarity(one, title) for one in (caption, bare) if one.strip() for title in lookup.titles), default=0.0
    )


def _is_remark(row: tuple[PrintedCell, ...], key: int) -> bool:
    """Whether a row has no value in it but a mark: a remark below the table."""
    return not any(re.search(r"\w|-", cell.text) for column, cell in enumerate(row) if column != key)


def _column_matches(
    view: TableOrientation,
    lookup: EncodedTable,
    axis: int,
    key: int,
    labels: list[AxisLabel | None],
    *,
    home: bool,
    whole: bool,
) -> Iterator[ColumnMatch]:
    """The columns of a view that are slots of a lookup, each slot once, the best first."""
    sizes = [range(1) if i == axis else range(len(one.keys)) for i, one in enumerate(lookup.axes)]
    points = [tuple(-1 if i == axis else place for i, place in enumerate(point)) for point in product(*sizes)]
    if len(points) * len(lookup.outputs) > SLOTS:
        return
    heads = _head_labels(view, lookup, axis)
    named = home and lookup.axes[axis].kind == "words"
    options = []
    for column in range(len(view.rows[0])):
        if column == key:
            continue
        texts = [_resolve_tick(row[column].text, row[key].text) for row in view.rows]
        for output, fixed in product(range(len(lookup.outputs)), points):
            said = compare(texts, lookup, axis, output, fixed, labels)
            headed = _head_fit(view, column, lookup, output, fixed, heads)
            strip = ColumnMatch(column, output, fixed, tuple(said), headed)
            short = home and len(texts) <= SHORT
            least = 0 if whole and short else 1 if headed == "same" or whole or short else 2
            if (
                strip.same >= least
                and (strip.same >= strip.other or whole)
                and _is_distinctive(strip, texts, whole=whole, named=named)
            ):
                options.append(strip)
    columns, slots = set(), set()
    for strip in sorted(options, key=lambda strip: (-strip.score, strip.column, strip.output)):
        if strip.column not in columns and (strip.output, strip.fixed) not in slots:
            columns.add(strip.column)
            slots.add((strip.output, strip.fixed))
            yield strip


def _is_distinctive(strip: ColumnMatch, texts: list[str], *, whole: bool, named: bool) -> bool:
    """Whether it is no accident that a column agrees: it says more than one thing, or head or labels say what it is."""
    met = {text for text, verdict in zip(texts, strip.verdicts, strict=True) if verdict.outcome == SAME}
    if whole and all(verdict.certainty == 2 for verdict in strip.verdicts):
        return True
    known = bool(strip.head_fit) or named or strip.same >= TELLING
    return strip.same >= strip.other and (len(met) > 1 or (known and not met <= NOTHING))


def _resolve_tick(text: str, label: str) -> str:
    """A cell that only repeats its row's label says yes; one that adds a mark to it says something else."""
    if not text or not normalized(label) or not normalized(text).startswith(normalized(label)):
        return text
    rest = normalized(text)[len(normalized(label)) :].strip()
    mark = _MARK.fullmatch(rest)
    return "x" if not rest else f"yes-{mark[1] or rest}" if mark else text


def _head_labels(view: TableOrientation, lookup: EncodedTable, axis: int) -> dict[tuple[int, int], AxisLabel]:
    """What the head says of the other axes: by column and axis."""
    if view.header is None:
        return {}
    texts = [cell.text for cell in view.header]
    found = {}
    for number, one in enumerate(lookup.axes):
        if number != axis:
            for column, label in enumerate(read_labels(texts, one)):
                if label is not None:
                    found[column, number] = label
    return found


def _head_fit(
    view: TableOrientation,
    column: int,
    lookup: EncodedTable,
    output: int,
    fixed: Point,
    heads: dict[tuple[int, int], AxisLabel],
) -> str:
    """How the head of a column fits a slot: `same` if it names it, `alike` if it speaks of it, `other` if not."""
    if view.header is None or not view.header[column].text:
        return ""
    told = [(heads[column, i], place) for i, place in enumerate(fixed) if (column, i) in heads]
    if told:
        return "same" if all(place in label.places for label, place in told) else "other"
    name = lookup.outputs[output][0].replace("_", " ")
    return "alike" if name and similarity(view.header[column].text, name) >= ALIKE else ""


def compare(
    texts: Sequence[str], lookup: EncodedTable, axis: int, output: int, fixed: Point, labels: Sequence[AxisLabel | None]
) -> list[Verdict]:
    """What the cells of a column say of a slot, row by row."""
    sets = [_values(lookup, axis, output, fixed, label) for label in labels]
    type_, keys = lookup.outputs[output][1], lookup.of_output(output)
    firsts: list[Value | None] = [values[0] if values else None for values in sets]
    said = verdicts(texts, firsts, type_, keys)
    for row, (values, label) in enumerate(zip(sets, labels, strict=True)):
        if len(set(values)) > 1 and said[row].outcome != OTHER:
            # A label for several keys of which the encoding says different things.
            said[row] = Verdict(OTHER, said[row].certainty) if said[row].outcome == SAME else UNREAD
        if label is not None and label.guessed and said[row].outcome == OTHER:
            said[row] = UNREAD
        if label is not None and label.partly and said[row].outcome == OTHER:
            others = {value for point, value in _values_on_axis(lookup, axis, output, label) if point != fixed}
            if any(verdicts([texts[row]], [value], type_, keys)[0].outcome == SAME for value in others):
                said[row] = Verdict(SAME)
    return said


def _values(lookup: EncodedTable, axis: int, output: int, fixed: Point, label: AxisLabel | None) -> list[Value]:
    """What the encoding has for a label, key by key."""
    places = sorted(label.places) if label is not None else []
    found = [lookup.at((*fixed[:axis], place, *fixed[axis + 1 :]), output) for place in places]
    return [value for value in found if value is not None]


def _values_on_axis(lookup: EncodedTable, axis: int, output: int, label: AxisLabel) -> Iterator[tuple[Point, Value]]:
    for point, cell in lookup.cells.items():
        if point[axis] in label.places:
            yield point, cell.values[output]
