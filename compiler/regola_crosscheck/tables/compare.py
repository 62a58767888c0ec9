"""Printed tables held against the encoded ones, cell by cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regola_compiler.model.program import Program

from regola_crosscheck.book.cell_values import is_value
from regola_crosscheck.book.tables import Grid
from regola_crosscheck.rules.lookups import EncodedTable
from regola_crosscheck.tables.align import TableMatch, matches
from regola_crosscheck.tables.differences import LIKELY, POSSIBLE, MatchedTableDiff, TableDifference
from regola_crosscheck.tables.labels import read_labels
from regola_crosscheck.tables.side_by_side import picture

# A table of so many cells, or across two inputs, is one the book prints.
PRINTED = 12


def compare_tables(
    program: Program,
    lookups: Sequence[EncodedTable],
    grids: Sequence[tuple[Grid, str]],
    language: str = "it",
    sections: frozenset[str] = frozenset(),
) -> list[TableDifference]:
    """What the printed tables say otherwise than the encoding, in the order of the text.

    `lookups` are what `lookups_of` has of the program, once for all states of a text. Each grid comes with the section
    it stands in, empty if that is not known. `sections` are those the book has; only of these an encoded table is
    missed.
    """
    found = matches(grids, lookups)
    out: list[TableDifference] = []
    for match in found:
        section = grids[match.view.grid][1]
        told = MatchedTableDiff(program, match, found, section, language).differences()
        own = list({_identity(one): one for one in told}.values())
        shown = picture(match, [(one.line, one.column) for one in own], language)
        out += [replace(one, picture=shown) for one in own]
    out += _unmatched(grids, found, lookups)
    out += _missing_tables(lookups, found, sections, grids)
    return sorted(out, key=lambda one: (one.line, one.column))


def _identity(one: TableDifference) -> tuple[str, int, int, str]:
    """What is told once: of a cell that stands there one thing, and each row or column that does not."""
    missing = one.kind in {"row-missing", "column-missing"}
    return one.kind, one.line, one.column, one.place if missing else ""


def _unmatched(
    grids: Sequence[tuple[Grid, str]], found: Sequence[TableMatch], lookups: Sequence[EncodedTable]
) -> Iterator[TableDifference]:
    """Printed tables that nothing in the encoding holds."""
    held = {match.view.grid for match in found}
    tables = {match.lookup.name for match in found}
    by_section = defaultdict(list)
    for lookup in lookups:
        for section in lookup.sections:
            by_section[section].append(lookup.name)
    for number, (grid, section) in enumerate(grids):
        if number in held or grid.counted:
            continue
        cells = [cell.text for row in grid.rows for cell in row[1:] if cell.text]
        values = sum(is_value(text) for text in cells)
        near = by_section.get(section, [])
        first = (grid.header or grid.rows[0])[0]
        sure = LIKELY if not near and section and values * 2 >= len(cells) >= PRINTED / 2 else POSSIBLE
        if any(_has_labels_of(grid, lookup) for lookup in lookups if lookup.name in near and lookup.name not in tables):
            sure = LIKELY
        yield TableDifference(
            "table-not-encoded", sure, grid.first_line, first.column, "", None, grid.caption, ", ".join(near),
            section=section,
        )  # fmt: skip


def _has_labels_of(grid: Grid, lookup: EncodedTable) -> bool:
    """Whether a printed table has the labels of an encoded one, though not its values."""
    for column in range(len(grid.rows[0])):
        texts = [row[column].text for row in grid.rows]
        for axis in lookup.axes:
            labels = read_labels(texts, axis)
            if len(texts) > 1 and all(label is not None and label.hard for label in labels):
                return True
    return False


def _missing_tables(
    lookups: Sequence[EncodedTable],
    found: Sequence[TableMatch],
    sections: frozenset[str],
    grids: Sequence[tuple[Grid, str]],
) -> Iterator[TableDifference]:
    """Encoded tables of a section of the book in which no table is printed."""
    held = {match.lookup.name for match in found}
    for lookup in lookups:
        at = sorted(lookup.sections & sections)
        size = len(lookup.cells) * len(lookup.outputs)
        if lookup.kind != "table" or lookup.name in held or not at or len(lookup.axes) < 2 or size < PRINTED:
            continue
        if not any(section in lookup.sections for _, section in grids):
            yield TableDifference(
                "table-not-found", POSSIBLE, 0, 0, lookup.name, lookup.span, "", lookup.titles[-1], section=at[0]
            )
