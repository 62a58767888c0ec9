"""A matched table told difference by difference: labels, cells, heads, rows, columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Literal, TypeAlias

from regola_compiler.model.program import Program
from regola_compiler.model.types import Member, Type, Value
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_crosscheck.book.cell_values import NONE, NOTHING, is_value, normalized
from regola_crosscheck.book.tables import PrintedCell
from regola_crosscheck.rules.errata import erratum_for_cell
from regola_crosscheck.rules.lookups import EncodedTable, Point
from regola_crosscheck.tables.align import ColumnMatch, TableMatch, compare
from regola_crosscheck.tables.labels import AxisLabel, read_labels
from regola_crosscheck.tables.verdicts import OTHER, SAME, UNKNOWN

CERTAIN, LIKELY, POSSIBLE = "certain", "likely", "possible"
# From how many cells, and how much of them, a match leaves no doubt.
CELLS, SHARE = 4, 0.7
# A second column of labels says the same as the first in so many rows at least, and in this share of all: fewer are met
# by accident where labels are small numbers.
TWINS, TWINS_SHARE = 3, Fraction(1, 2)
# A blank cell was lost, and not left out, where so many others of its column are read beyond doubt, and nearly all are.
READ, NEARLY_ALL = 4, Fraction(4, 5)
# From so many heads that name their slot, one that names none stands out.
HEADS = 3
# A book that prints so many columns of an axis prints that axis: one that is not there is missed.
PRINTED = 3
# Of so much of a column numbers must be for it to be one of values, and not of remarks.
VALUES_SHARE = Fraction(3, 5)


# What stands between the first and the last of a range.
_DASH = re.compile(r"(?<=\d)\s*[-–—…]\s*(?=\d)")


DifferenceKind: TypeAlias = Literal[
    "cell-differs",
    "row-missing",
    "row-extra",
    "column-missing",
    "column-extra",
    "table-not-found",
    "table-not-encoded",
]


@dataclass(frozen=True, slots=True)
class TableDifference:
    """One difference between a printed table and an encoded one.

    `kind` is cell-differs, row-missing, row-extra, column-missing, column-extra, table-not-found or table-not-encoded.
    `line` and `column` are the printed place, `table` the encoded one (empty if none) and `span` its row. `printed` and
    `encoded` are both values as a reader writes them, `place` says which cell it is, `shown` the same with its column
    as it is headed in print, `erratum` names the erratum that rules on it, `picture` shows both tables side by side.
    `meant` is `encoded` as the book itself prints it elsewhere;
    empty where it does not.
    """

    kind: DifferenceKind
    confidence: str
    line: int
    column: int
    table: str
    span: Span | None
    printed: str
    encoded: str
    place: str = ""
    section: str = ""
    erratum: str = ""
    picture: tuple[str, ...] = ()
    meant: str = ""
    shown: str = ""


@dataclass(frozen=True)
class MatchedTableDiff:
    """A match on its way to differences; `all` are the matches of the text, `section` where this one stands."""

    program: Program
    match: TableMatch
    all: Sequence[TableMatch]
    section: str
    language: str

    def differences(self) -> Iterator[TableDifference]:
        """Each of them, those of one cell perhaps twice."""
        told, rows = self._labels()
        yield from told
        yield from self._twins()
        yield from self._cells(rows)
        yield from self._heads()
        yield from self._rows({one.line for one in told})
        yield from self._rows_missing(frozenset(rows.values()))
        yield from self._columns()

    # --- labels ------------------------------------------------------------------------------------------

    def _labels(self) -> tuple[list[TableDifference], dict[int, int]]:
        """Labels that are not those their rows have in the encoding, and the rows this explains, with what they are."""
        match, found, explained = self.match, [], dict[int, int]()
        for row, label in enumerate(match.labels):
            text = match.view.rows[row][match.key].text
            if label is not None and (own := self._overlong(row, label)):
                explained[row] = own[0]
                written = self._range(own, text)
                sure = self._confidence(2, label)
                found.append(self._difference("cell-differs", sure, row, match.key, match.columns[0], own[0], written))
                continue
            said = [strip.verdicts[row] for strip in match.columns]
            other = sum(verdict.outcome == OTHER for verdict in said)
            guess = min(label.places) if label is not None and label.guessed else None
            if not text or (label is not None and guess is None and (not other or label.partly)):
                continue
            moved = self._displaced_key(row) if label is None or label.guessed else None
            if guess is not None and moved is None and not self._agreement(row, guess)[1]:
                continue
            place = moved if moved is not None else self._intended_key(row, label) if guess is None else guess
            if place is None:
                continue
            explained[row] = place
            strip = match.columns[0]
            sure = self._confidence(2, label)
            if match.lookup.axes[match.axis].kind == "words" and (label is None or label.guessed):
                # Another name for the same is no difference of the table.
                sure = LIKELY if moved is not None or is_value(text) or self._agreement(row, place)[1] else POSSIBLE
            found.append(self._difference("cell-differs", sure, row, match.key, strip, place, self._key(place)))
        return found, explained

    def _overlong(self, row: int, label: AxisLabel) -> list[int]:
        """The keys of a row whose label takes in some of another row's as well, where its cells are not right.

        Nothing where its label is right, or more is wrong than that.
        """
        match = self.match
        if match.lookup.axes[match.axis].kind == "words" or label.guessed or label.partly or len(label.places) < 2:
            return []
        others = [one.places for n, one in enumerate(match.labels) if n != row and one is not None and not one.guessed]
        agreed = {place: self._agreement(row, place) for place in sorted(label.places)}
        shared = {place for place in label.places if any(place in one for one in others)}
        own = [place for place in agreed if place not in shared]
        wrong = all(bad and not good for good, bad in (agreed[place] for place in shared))
        right = all(good and not bad for good, bad in (agreed[place] for place in own))
        return own if shared and own and wrong and right else []

    def _range(self, places: Sequence[int], text: str) -> str:
        """Some keys in a row as a label has them, with the dash of what stands there."""
        first, last = self._key(places[0]), self._key(places[-1])
        dash = _DASH.search(text)
        return first if first == last else f"{first}{dash[0] if dash else '–'}{last}"

    def _intended_key(self, row: int, label: AxisLabel | None) -> int | None:
        """The key whose values a row has, if it is not its label's and no other row has that label."""
        match = self.match
        shared = label is not None and any(
            other is not None and other is not label and not other.partly and other.places & label.places
            for other in match.labels
        )
        covered = frozenset().union(*(one.places for one in match.labels if one is not None))
        swapped = self._swapped_key(row)
        if label is not None and not shared and swapped is None:
            return None
        if swapped is not None and not shared:
            return swapped
        fits = []
        for place in range(len(match.lookup.axes[match.axis].keys)):
            if place in covered:
                continue
            same, other = self._agreement(row, place)
            if same and same >= 2 * other:
                fits.append((same - other, -place))
        return -max(fits)[1] if fits else None

    def _displaced_key(self, row: int) -> int | None:
        """The key whose name stands in another cell of the row, no label having it."""
        match = self.match
        taken = {place for one in match.labels if one is not None and not one.guessed for place in one.places}
        texts = [cell.text for column, cell in enumerate(match.view.rows[row]) if column != match.key]
        for label in read_labels(texts, match.lookup.axes[match.axis]):
            if label is not None and label.hard and len(label.places) == 1 and not label.places & taken:
                return min(label.places)
        return None

    def _swapped_key(self, row: int) -> int | None:
        """The key of another row, if the two rows' labels are exchanged."""
        match = self.match
        for other, label in enumerate(match.labels):
            mine = match.labels[row]
            if other == row or label is None or mine is None or len(label.places) != 1 or len(mine.places) != 1:
                continue
            crossed = [self._agreement(row, min(label.places)), self._agreement(other, min(mine.places))]
            apart = sum(strip.verdicts[place].outcome == OTHER for strip in match.columns for place in (row, other))
            if (
                apart >= 2
                and apart * 2 >= sum(map(sum, crossed))
                and all(good > 1 and not bad for good, bad in crossed)
            ):
                return min(label.places)
        return None

    def _agreement(self, row: int, place: int) -> tuple[int, int]:
        """How many cells of a row say what the encoding has at a key, and how many do not."""
        said = [self._outcome_at(strip, row, place) for strip in self.match.columns]
        return said.count(SAME), said.count(OTHER)

    def _outcome_at(self, strip: ColumnMatch, row: int, place: int) -> str:
        """What a cell says of what the encoding has at a key, all other rows having their labels."""
        match = self.match
        labels = [*match.labels[:row], AxisLabel(frozenset({place}), hard=True), *match.labels[row + 1 :]]
        texts = match.texts(strip.column)
        return compare(texts, match.lookup, match.axis, strip.output, strip.fixed, labels)[row].outcome

    def _twins(self) -> Iterator[TableDifference]:
        """Labels printed twice, and a second column of labels that is not the first."""
        match = self.match
        texts = [normalized(text) for text in match.texts(match.key)]
        for row, text in enumerate(texts):
            first, label = texts.index(text), match.labels[row]
            if first == row or len(text) < 2 or any(one and one.partly for one in (label, match.labels[first])):
                continue
            place = next((min(one.places) for one in (match.labels[first], label) if one and not one.guessed), None)
            if place is not None and _has_content([match.view.rows[row][strip.column].text for strip in match.columns]):
                _, worse = max((self._agreement(one, place)[1], one) for one in (row, first))
                yield self._difference("row-extra", LIKELY, worse, match.key, match.columns[0], None, "")
        for column in range(len(texts and match.view.rows[0])):
            if column == match.key or any(strip.column == column for strip in match.columns):
                continue
            again = read_labels([line[column].text for line in match.view.rows], match.lookup.axes[match.axis])
            pairs = [(one, other) for one, other in zip(again, match.labels, strict=True) if one and other]
            alike = sum(one.places == other.places for one, other in pairs)
            if alike < TWINS or alike < TWINS_SHARE * len(texts):
                continue
            for row, (one, other) in enumerate(zip(again, match.labels, strict=True)):
                if match.view.rows[row][column].text and other and (one is None or one.places != other.places):
                    place = min(other.places)
                    yield self._difference(
                        "cell-differs", LIKELY, row, column, match.columns[0], place, self._key(place)
                    )

    # --- cells -------------------------------------------------------------------------------------------

    def _cells(self, explained: Collection[int]) -> Iterator[TableDifference]:
        match = self.match
        for strip in match.columns:
            hard = sum(verdict.outcome == SAME and verdict.certainty == 2 for verdict in strip.verdicts)
            for row, (verdict, label) in enumerate(zip(strip.verdicts, match.labels, strict=True)):
                if label is None or row in explained:
                    continue
                blank = (
                    not match.view.rows[row][strip.column].text
                    and hard >= READ
                    and hard >= NEARLY_ALL * len(match.labels)
                )
                if verdict.outcome != OTHER and not (blank and verdict.outcome == UNKNOWN):
                    continue
                places = sorted(label.places)
                wrong = next((place for place in places if self._outcome_at(strip, row, place) == OTHER), places[0])
                value = match.lookup.at(self._point(strip, wrong), strip.output)
                if value is None or (blank and _is_neutral(value, match.lookup, strip.output)):
                    continue
                sure = POSSIBLE if blank or self._covered_by_others(row) else self._confidence(verdict.certainty, label)
                one = self._difference(
                    "cell-differs", sure, row, strip.column, strip, wrong, self._format_value(strip, value)
                )
                yield replace(one, meant=self._as_printed(value, match.lookup.outputs[strip.output][1]))

    def _as_printed(self, value: Value, type_: Type) -> str:
        """A value as the cells of the book's tables print it that agree with the rules: the commonest way."""
        told: Counter[str] = Counter()
        for one in self.all:
            for strip in one.columns:
                if one.lookup.outputs[strip.output][1] != type_:
                    continue
                for row, (verdict, label) in enumerate(zip(strip.verdicts, one.labels, strict=True)):
                    if verdict.outcome == SAME and label is not None and len(label.places) == 1:
                        point = (*strip.fixed[: one.axis], *label.places, *strip.fixed[one.axis + 1 :])
                        if one.lookup.at(point, strip.output) == value:
                            told[one.view.rows[row][strip.column].text] += 1
        return next((text for text, _ in told.most_common(1)), "")

    def _covered_by_others(self, row: int) -> bool:
        """Whether other rows, which agree, stand for all that a row stands for."""
        label = self.match.labels[row]
        others = [
            one.places
            for place, one in enumerate(self.match.labels)
            if place != row
            and one is not None
            and all(strip.verdicts[place].outcome == SAME for strip in self.match.columns)
        ]
        return label is not None and len(label.places) > 1 and label.places <= frozenset().union(*others)

    # --- heads, rows, columns ----------------------------------------------------------------------------

    def _heads(self) -> Iterator[TableDifference]:
        """Heads that name another slot than the column holds, or none where all others name one."""
        match, header = self.match, self.match.view.header
        across = [i for i, axis in enumerate(match.lookup.axes) if i != match.axis and axis.kind != "words"]
        named = sum(strip.head_fit == "same" for strip in match.columns)
        if header is None:
            return
        for strip in match.columns:
            unread = not strip.head_fit and across and named >= HEADS and named >= NEARLY_ALL * len(match.columns)
            if (strip.head_fit != "other" and not unread) or not header[strip.column].text or not named:
                continue
            names = [
                _name(match.lookup, i, place, self.language) for i, place in enumerate(strip.fixed) if i != match.axis
            ]
            yield self._difference("cell-differs", LIKELY, -1, strip.column, strip, 0, ", ".join(names))

    def _rows(self, told: set[int]) -> Iterator[TableDifference]:
        match = self.match
        axis = match.lookup.axes[match.axis]
        for row, label in enumerate(match.labels):
            line = match.view.rows[row]
            odd = axis.kind == "words" and is_value(line[match.key].text)
            values = [line[strip.column].text for strip in match.columns]
            head = row == 0 and match.view.header is None and not any(is_value(text) for text in values if text)
            if (
                label is None
                and line[match.key].text
                and line[match.key].line not in told
                and _has_content(values)
                and not head
            ):
                sure = (
                    LIKELY if odd or (axis.kind != "words" and match.home and any(map(is_value, values))) else POSSIBLE
                )
                yield self._difference("row-extra", sure, row, match.key, match.columns[0], None, "")

    def _rows_missing(self, told: frozenset[int]) -> Iterator[TableDifference]:
        """Rows of the encoding that are not printed; of those in `told` it is said that they have another label."""
        match = self.match
        axis, strip = match.lookup.axes[match.axis], match.columns[0]
        # A table that is printed in parts: what holds other columns of it (another scenario's) has rows of its own.
        slots = {(one.output, one.fixed) for one in match.columns}
        mine = [
            one
            for one in self.all
            if one.lookup is match.lookup
            and one.axis == match.axis
            and any((other.output, other.fixed) in slots for other in one.columns)
        ]
        covered = {place for one in mine for label in one.labels if label is not None for place in label.places} | told
        # What all other keys come to (`otherwise`) is no row that a book prints.
        named = {
            point[match.axis]
            for point, cell in match.lookup.cells.items()
            if cell.named and point == self._point(strip, point[match.axis])
        }
        if mine[0] is not match or len(covered) * 2 < len(named):
            return
        seen: set[Span] = set()
        for place in range(len(axis.keys)):
            cell = match.lookup.cells.get(self._point(strip, place))
            if place in covered or cell is None or not cell.named or cell.span in seen:
                continue
            if cell.anchors and self.section not in {anchor.section for anchor in cell.anchors}:
                continue
            seen.add(cell.span)
            values_of = [(match.lookup.at(self._point(one, place), one.output), one.output) for one in match.columns]
            neutral = all(value is None or _is_neutral(value, match.lookup, output) for value, output in values_of)
            # A scale may go on past what the book prints of it.
            longer = isinstance(axis.keys[place].value, Member) and any(
                lookup_cell.span == cell.span and point[match.axis] in covered
                for point, lookup_cell in match.lookup.cells.items()
            )
            sure = POSSIBLE if neutral or longer or not match.home or match.share < SHARE else LIKELY
            said = ", ".join(match.lookup.format_value(v, o, self.language) for v, o in values_of if v is not None)
            one = self._difference("row-missing", sure, len(match.labels) - 1, match.key, strip, place, said)
            yield replace(one, printed="", place=self._key(place), shown="")

    def _columns(self) -> Iterator[TableDifference]:
        match, lookup = self.match, self.match.lookup
        mine = [one for one in self.all if one.lookup is lookup and one.axis == match.axis]
        if mine[0] is not match or not match.home or match.view.counted:
            return
        slots = {(strip.output, strip.fixed) for one in mine for strip in one.columns}
        for i, axis in enumerate(lookup.axes):
            held = {fixed[i] for _, fixed in slots}
            if i == match.axis or len(held) < PRINTED or len(lookup.axes) > 2:
                continue
            for place in sorted(set(range(len(axis.keys))) - held):
                name = _name(lookup, i, place, self.language)
                yield self._column("column-missing", LIKELY, name)
        if len(lookup.outputs) > 2 and len({output for output, _ in slots}) * 2 >= len(lookup.outputs):
            for number, (name, _) in enumerate(lookup.outputs):
                if number not in {output for output, _ in slots}:
                    yield self._column("column-missing", POSSIBLE, name)
        yield from self._extra()

    def _extra(self) -> Iterator[TableDifference]:
        match, view = self.match, self.match.view
        claimed = {
            column
            for one in self.all
            if one.view.grid == view.grid
            for column in (one.key, *(strip.column for strip in one.columns))
        }
        keys = [normalized(text) for text in match.texts(match.key)]
        for column in range(len(view.rows[0])):
            texts = [row[column].text for row in view.rows]
            valued = sum(is_value(text) and any(char.isdigit() for char in text) for text in texts)
            if column in claimed or valued < VALUES_SHARE * len(texts) or [normalized(text) for text in texts] == keys:
                continue
            cell = view.header[column] if view.header else view.rows[0][column]
            yield TableDifference(
                "column-extra", POSSIBLE, cell.line, cell.column, match.lookup.name, match.lookup.span, cell.text, "",
                section=self.section,
            )  # fmt: skip

    def _column(self, kind: DifferenceKind, sure: str, name: str) -> TableDifference:
        view, lookup = self.match.view, self.match.lookup
        cell = (view.header or view.rows[0])[0]
        return TableDifference(
            kind, sure, cell.line, cell.column, lookup.name, lookup.span, "", name.replace("_", " "), name, self.section
        )

    # --- words -------------------------------------------------------------------------------------------

    def _confidence(self, sure: int, label: AxisLabel | None) -> str:
        match = self.match
        if sure == 0 or (match.same < 2 and not (match.whole and sure == 2)):
            return POSSIBLE
        clear = match.home and sure == 2 and match.same >= CELLS and match.share >= SHARE
        return CERTAIN if clear and (label is None or label.hard) else LIKELY

    def _point(self, strip: ColumnMatch, place: int) -> Point:
        axis = self.match.axis
        return (*strip.fixed[:axis], place, *strip.fixed[axis + 1 :])

    def _key(self, place: int) -> str:
        return _name(self.match.lookup, self.match.axis, place, self.language)

    def _format_value(self, strip: ColumnMatch, value: Value) -> str:
        return self.match.lookup.format_value(value, strip.output, self.language)

    def _difference(
        self,
        kind: DifferenceKind,
        sure: str,
        row: int,
        column: int,
        strip: ColumnMatch,
        place: int | None,
        encoded: str,
    ) -> TableDifference:
        match, lookup = self.match, self.match.lookup
        line = (match.view.header or ()) if row < 0 else match.view.rows[row]
        cell: PrintedCell = line[column]
        point = None if place is None else self._point(strip, place)
        held = None if point is None else lookup.cells.get(point)
        erratum = "" if point is None else erratum_for_cell(self.program, lookup, point, self.section, held)
        parts = [] if place is None or row < 0 else [self._key(place)]
        parts += [_name(lookup, i, at, self.language) for i, at in enumerate(strip.fixed) if i != match.axis]
        shown = list(parts)
        if len(lookup.outputs) > 1:
            parts.append(lookup.outputs[strip.output][0].replace("_", " "))
            shown.append((match.view.header[strip.column].text if match.view.header else "") or parts[-1])
        return TableDifference(
            kind, POSSIBLE if erratum else sure, cell.line, cell.column, lookup.name,
            held.span if held else lookup.span, cell.text, encoded, ", ".join(parts), self.section, erratum,
            shown=", ".join(shown),
        )  # fmt: skip


def _name(lookup: EncodedTable, axis: int, place: int, language: str) -> str:
    key = lookup.axes[axis].keys[place]
    return key.name_in(language) if lookup.axes[axis].kind == "words" else key.label


def _has_content(values: Sequence[str]) -> bool:
    """Whether a row says anything: a mark alone is a remark."""
    return any(char.isalnum() or char in "-–" for text in values for char in text)


def _is_neutral(value: Value, lookup: EncodedTable, output: int) -> bool:
    """Whether a value says that there is nothing, which a book may leave out."""
    if isinstance(value, Member):
        names = next((key.names for key in lookup.of_output(output).keys if key.value == value), ())
        return any(normalized(name) in NOTHING | NONE for name in names)
    return not value
