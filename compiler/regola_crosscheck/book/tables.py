"""The printed tables of a text: runs of rows with their heads found and their columns straightened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from regola_dsl.records import dataclass

from regola_crosscheck.book.cell_values import is_value, normalized, without_markup
from regola_crosscheck.book.columns import PrintedCell, PrintedRow, Run, runs, style_of
from regola_crosscheck.book.text import Book

__all__ = ["Grid", "PrintedCell", "grids_of", "grids_of_book", "placed"]

_LEADER = re.compile(r"\.{4,}")
_DEFINES = re.compile(r"(?:^|\S\s)=\s*[^\d\s]")
_COUNTED = re.compile(r"\d+\s+[^\W\d_]{3,}")
CAPTION = 100
# So many whole rows say what a ragged one must be.
MODELS = 50


@dataclass(frozen=True, slots=True)
class Grid:
    """A printed table. Lines count from 1; every row has as many cells as the widest.

    `counted` is what is a list of counted things by itself, and stands in another table as it is printed.
    """

    first_line: int
    last_line: int
    header: tuple[PrintedCell, ...] | None
    rows: tuple[tuple[PrintedCell, ...], ...]
    caption: str = ""
    counted: bool = False


@dataclass(slots=True)
class _Part:
    """Rows below one title, on their way to a grid."""

    caption: str
    head: list[PrintedRow]
    rows: list[PrintedRow]
    ruled: bool = False


def grids_of(lines: tuple[str, ...]) -> list[Grid]:
    """The tables printed in a text, in order; what only stands in columns (lists, an index) is not among them."""
    found: list[Grid] = []
    for run in runs(lines):
        for part in _parts(run):
            grid = _grid(part, run, lines)
            if grid is not None and _is_table(grid):
                found.append(grid)
    return found


def _parts(run: Run) -> Iterator[_Part]:
    """A run cut at the titles inside it; a title that only groups rows does not cut."""
    done: list[_Part] = []
    part = _Part("", [], [])
    for row in run.rows:
        filled = [cell for cell in row.cells if cell.text]
        if row.rule:
            if part.rows and not part.ruled and len(part.rows) <= 3:
                part.head, part.rows, part.ruled = part.rows, [], True
        elif len(filled) == 1 and row.cells[0].text and (len(row.cells) == run.width or run.style == "tabs"):
            done.append(part)
            part = _Part(filled[0].text, [], [])
        elif filled:
            part.rows.append(row)
    done.append(part)
    last: _Part | None = None
    for one in done:
        if not one.rows and not one.head:
            if last is not None and not last.rows:
                last.caption = last.caption or one.caption
            continue
        if not one.head:
            one.head, one.rows = _split_head(one.rows)
        if last is not None and not one.head and (not last.rows or _continues(last, one)):
            last.rows += one.rows
            continue
        if last is not None:
            yield last
        last = one
    if last is not None:
        yield last


def _continues(last: _Part, one: _Part) -> bool:
    """Whether rows below a title inside a table belong to the table above."""
    sides = [[_filled_columns(row) for row in part.rows] for part in (last, one)]
    ends = [max(side, key=lambda places: max(places, default=0)) for side in sides]
    kinds = [sum(is_value(row.cells[0].text) for row in part.rows) * 2 > len(part.rows) for part in (last, one)]
    return bool(last.head) and max(ends[0]) >= 2 and max(ends[0]) == max(ends[1]) and kinds[0] == kinds[1]


def _filled_columns(row: PrintedRow) -> list[int]:
    return [place for place, cell in enumerate(row.cells) if cell.text]


def _split_head(rows: list[PrintedRow]) -> tuple[list[PrintedRow], list[PrintedRow]]:
    """The rows that are a head, and the others."""
    if len(rows) < 2:
        strong = bool(rows) and all(cell.strong for cell in rows[0].cells if cell.text)
        named = bool(rows) and not any(is_value(cell.text) for cell in rows[0].cells if cell.text)
        return (rows, []) if strong or (named and len(rows[0].cells) > 2) else ([], rows)
    if not _is_head(rows[0], rows[1:]):
        return [], rows
    more = len(rows) > 3 and not rows[1].cells[0].text and _is_head(rows[1], rows[2:]) and bool(rows[2].cells)
    return rows[: 1 + more], rows[1 + more :]


def _is_head(row: PrintedRow, others: list[PrintedRow]) -> bool:
    texts = [cell.text for cell in row.cells]
    if all(cell.strong for cell in row.cells if cell.text):
        return not all(cell.strong for other in others for cell in other.cells if cell.text)
    letters = "".join(texts)
    if letters.isupper() and not any(is_value(text) for text in texts if text):
        return not all("".join(cell.text for cell in other.cells).isupper() for other in others)
    for place, text in enumerate(texts):
        column = [other.cells[place].text for other in others if place < len(other.cells) and other.cells[place].text]
        if not column:
            continue
        values = sum(is_value(item) for item in column) / len(column)
        if text and is_value(text) and values < 0.4:
            return False
        if text and not is_value(text) and values >= 0.6 and len(column) * 2 >= len(others):
            return True
    blank = bool(texts) and not texts[0] and sum(map(bool, texts)) > 1
    return blank and sum(bool(other.cells[0].text) for other in others) * 2 > len(others)


def _grid(part: _Part, run: Run, lines: tuple[str, ...]) -> Grid | None:
    whole = [row.cells for row in part.rows if len(row.cells) == run.width][:MODELS]
    rows = [_realign_row(row, whole, run.width) for row in part.rows]
    if not rows:
        return None
    width = max(len(row) for row in rows)
    body = [_pad(row, width) for row in rows]
    filled = [place for place in range(width) if any(row[place].text for row in body)]
    header = _header(part.head, filled, width)
    if header is not None:
        again = [normalized(cell.text) for cell in header]
        body = [row for row in body if [normalized(cell.text) for cell in row] != again]
        filled = [place for place in range(width) if place in filled or header[place].text]
        header = tuple(header[place] for place in filled)
    if not body:
        return None
    first = min([row.line for row in part.head] + [part.rows[0].line])
    last = max(cell.line for row in body for cell in row)
    caption = part.caption or _caption(lines, first)
    return Grid(first, last, header, tuple(tuple(row[place] for place in filled) for row in body), caption)


def _pad(row: tuple[PrintedCell, ...], width: int) -> tuple[PrintedCell, ...]:
    end = row[-1] if row else PrintedCell("", 0, 1)
    return (*row, *(PrintedCell("", end.line, end.column + len(end.text)) for _ in range(width - len(row))))


def _header(head: list[PrintedRow], filled: list[int], width: int) -> tuple[PrintedCell, ...] | None:
    """The head in one row: lines joined column by column, a cell too many taken out."""
    if not head:
        return None
    merged: list[PrintedCell] | None = None
    for row in head:
        cells = list(_pad(row.cells, width))
        # A head that runs on past the last column of the rows has an empty cell too many.
        while any(cell.text for place, cell in enumerate(cells) if place > max(filled)):
            end = max(place for place, cell in enumerate(cells) if cell.text)
            spare = next((place for place in range(end, 0, -1) if not cells[place].text), None)
            if spare is None:
                break
            cells = [*cells[:spare], *cells[spare + 1 :]]
        cells = list(_pad(tuple(cells), width))[:width]
        merged = (
            cells
            if merged is None
            else [
                replace(a, text=f"{a.text} {b.text}") if a.text and b.text else a if a.text else b
                for a, b in zip(merged, cells, strict=True)
            ]
        )
    return tuple(merged or ())


def _realign_row(row: PrintedRow, others: list[tuple[PrintedCell, ...]], width: int) -> tuple[PrintedCell, ...]:
    """A row with a separator too many or too few, as the columns of the others say it must be."""
    cells = row.cells
    if len(cells) == width or len(others) < 2 or abs(len(cells) - width) != 1:
        return cells
    options: list[tuple[PrintedCell, ...]] = []
    if len(cells) > width:
        for place in range(len(cells)):
            if not cells[place].text:
                options.append((*cells[:place], *cells[place + 1 :]))
            elif place + 1 < len(cells):
                both = replace(cells[place], text=without_markup(f"{cells[place].text} {cells[place + 1].text}"))
                options.append((*cells[:place], both, *cells[place + 2 :]))
    else:
        options.append(_pad(cells, width))
        for place, cell in enumerate(cells):
            for gap in re.finditer(r"\s+", cell.text):
                pair = (
                    replace(cell, text=cell.text[: gap.start()]),
                    replace(cell, text=cell.text[gap.end() :], column=cell.column + gap.end()),
                )
                options.append((*cells[:place], *pair, *cells[place + 1 :]))
    return max(options, key=lambda option: _kinds_fit(option, others), default=cells)


def _kinds_fit(cells: tuple[PrintedCell, ...], others: list[tuple[PrintedCell, ...]]) -> float:
    return sum(
        sum(_kind(other[place].text) == _kind(cell.text) for other in others) / len(others)
        for place, cell in enumerate(cells)
    )


def _kind(text: str) -> str:
    return "" if not text else "value" if is_value(text) else "words"


def _caption(lines: tuple[str, ...], first: int) -> str:
    """The line above, if it is short enough to be a title."""
    for line in reversed(lines[max(0, first - 4) : first - 1]):
        if line.strip():
            text = without_markup(line.strip().lstrip("#").strip())
            return text if len(text) <= CAPTION and not style_of(line) else ""
    return ""


def _is_table(grid: Grid) -> bool:
    columns = list(zip(*grid.rows, strict=True))
    cells = [cell.text for row in grid.rows for cell in row if cell.text]
    if len(columns) < 2 or not cells or (len(grid.rows) < 2 and (grid.header is None or len(columns) < 3)):
        return False
    share = len(cells) / 2
    if sum(bool(_LEADER.search(row[0].text)) for row in grid.rows) * 2 >= len(grid.rows):
        return False
    if sum(bool(_DEFINES.search(text)) for text in cells) * 3 > len(cells):
        return False
    if sum(bool(_COUNTED.match(text)) for text in cells) > share:
        return False
    valued = [
        sum(is_value(cell.text) for cell in column if cell.text) * 2 > sum(bool(c.text) for c in column)
        for column in columns
    ]
    return grid.header is not None or any(valued) or len(columns) == 2


def grids_of_book(book: Book) -> list[tuple[Grid, str]]:
    """The tables printed in a book, each with the section it stands in, empty before the first."""
    return placed(grids_of(book.lines), book)


def placed(grids: Iterable[Grid], book: Book) -> list[tuple[Grid, str]]:
    """Tables of a book, each with the section it stands in, empty before the first."""
    found = []
    for grid in grids:
        section = book.section_at(grid.first_line)
        found.append((grid, section.id if section is not None else ""))
    return found
