"""Lines that stand in columns: cut into cells at pipes, tabs or wide gaps, and gathered into runs.

What conversion breaks is mended here as far as the run itself says how: a row that goes on in the next line, a blank
line or a page number in the middle, a separator too many or too few. What is still ragged stays as it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from regola_dsl.records import dataclass

from regola_crosscheck.book.cell_values import is_value, without_markup

_RULE = re.compile(r"[\s|:+=_\-–—─━]+")
_PAGE = re.compile(r"\W*(?:\w+\s)?\d{1,4}\W*")
# How far a row's cells may lie apart in the text, and how many lines may part two halves of one table.
GAP = re.compile(r" {2,}")
LOST = 3


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A printed cell, without markup, and where it begins; `strong` if it stood in bold or underlined."""

    text: str
    line: int
    column: int
    strong: bool = False


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row as it stands in one line, or mended from several. `rule` if it only draws a line."""

    cells: tuple[PrintedCell, ...]
    line: int
    rule: bool = False
    open_left: bool = False
    open_right: bool = False


def style_of(line: str) -> str:
    """How a line is set in columns: pipes, tabs, gaps, or not at all."""
    if line.count("|") >= 2 or re.match(r"\s*\|.*\S", line):
        return "pipes"
    if "\t" in line.rstrip() or ("\t" in line and line.strip()):
        return "tabs"
    return "gaps" if len([part for part in GAP.split(line.strip()) if part]) > 1 else ""


def split_cells(line: str, number: int, style: str) -> PrintedRow:
    """The cells of a line."""
    if style == "pipes":
        if _RULE.fullmatch(line) and re.search(r"[-–—─━=]", line):
            return PrintedRow((), number, rule=True)
        marks = [m.start() for m in re.finditer(r"(?<!\\)\|", line)]
        body = line.strip()
        left, right = body.startswith("|"), body.endswith("|")
        ends = [*([] if left else [-1]), *marks, *([] if right else [len(line)])]
        spans = [(a + 1, b) for a, b in pairwise(ends)]
        return PrintedRow(tuple(_cell(line, a, b, number) for a, b in spans), number, False, not left, not right)
    pattern = re.compile(r"\t") if style == "tabs" else re.compile(r" {2,}")
    start = 0 if style == "tabs" else len(line) - len(line.lstrip())
    spans = []
    for match in pattern.finditer(line, start):
        spans.append((start, match.start()))
        start = match.end()
    if style == "tabs" or line[start:].strip():
        spans.append((start, len(line)))
    return PrintedRow(tuple(_cell(line, a, b, number) for a, b in spans), number)


def _cell(line: str, start: int, end: int, number: int) -> PrintedCell:
    raw = line[start:end]
    inside = raw.strip()
    strong = bool(re.match(r"(<[bu]>|\*\*\S)", inside))
    return PrintedCell(
        without_markup(inside), number, start + 1 + (len(raw) - len(raw.lstrip()) if inside else 0), strong
    )


@dataclass(frozen=True, slots=True)
class Run:
    """Rows that stand together, in one style; `after` is the line before the first that is not blank."""

    style: str
    rows: tuple[PrintedRow, ...]
    width: int


def runs(lines: tuple[str, ...]) -> Iterator[Run]:
    """The stretches of a text that stand in columns."""
    styles = [style_of(line) for line in lines]
    number = 0
    while number < len(lines):
        style = styles[number]
        if not style:
            number += 1
            continue
        last = _end(lines, styles, number)
        rows = [
            split_cells(lines[i], i + 1, style)
            if styles[i] == style
            else PrintedRow((_cell(lines[i], 0, len(lines[i]), i + 1),), i + 1)
            for i in range(number, last)
            if lines[i].strip() and (styles[i] == style or not _PAGE.fullmatch(lines[i]))
        ]
        if style != "gaps" or _are_columns(rows):
            counts = Counter(len(row.cells) for row in rows if not row.rule and len(row.cells) > 1)
            if counts:
                width = max(counts, key=lambda size: (counts[size], size))
                yield Run(style, tuple(_join_continued_rows(rows, width, style)), width)
        number = last


def _end(lines: tuple[str, ...], styles: list[str], first: int) -> int:
    """The line after a run: it goes on over what a page break or a stray line puts between its rows."""
    style, at = styles[first], first + 1
    while at < len(lines):
        if styles[at] == style:
            at += 1
            continue
        if style == "gaps":
            break
        ahead = next((i for i in range(at, min(at + LOST + 1, len(lines))) if styles[i] == style), None)
        if ahead is None or not _continues(lines, style, first, at, ahead):
            break
        at = ahead
    return at


def _continues(lines: tuple[str, ...], style: str, first: int, at: int, ahead: int) -> bool:
    """Whether the run before `at` and the one from `ahead` are one table."""
    ends = (range(first, at), range(at - 1, first - 1, -1))
    before = [
        next(row for i in way if lines[i].strip() and not (row := split_cells(lines[i], i + 1, style)).rule)
        for way in ends
        if any(lines[i].strip() and not split_cells(lines[i], i + 1, style).rule for i in way)
    ]
    here = split_cells(lines[ahead], ahead + 1, style)
    between = [line for line in lines[at:ahead] if line.strip()]
    width = len(before[0].cells) if before else 0
    last = before[-1] if before else None
    if last is None or here.rule:
        return False
    texts = [[cell.text for cell in row.cells] for row in (before[0], here)]
    if texts[0] == texts[1] and len(texts[0]) > 1 and all(_PAGE.fullmatch(line) for line in between):
        # The head again: after a page break the same table; after a blank line alone, only if its first column goes on.
        return bool(between) or ahead - at > 1 or style == "pipes"
    if between and not all(_PAGE.fullmatch(line) for line in between):
        # A row that goes on in a line of its own.
        return ahead - at == 1 and style == "pipes" and len(last.cells) <= width and last.open_right
    follows = split_cells(lines[ahead + 1], ahead + 2, style) if ahead + 1 < len(lines) else None
    titled = sum(bool(cell.text) for cell in here.cells) < 2 or (follows is not None and follows.rule)
    alike = _same_kind(last, here) and (follows is None or _same_kind(last, follows))
    return len(here.cells) == width > 1 + (style == "tabs") and not titled and ahead - at <= LOST and alike


def _same_kind(one: PrintedRow, other: PrintedRow) -> bool:
    pairs = zip(one.cells, other.cells, strict=False)
    return all(is_value(a.text) == is_value(b.text) for a, b in pairs if a.text and b.text)


def _are_columns(rows: list[PrintedRow]) -> bool:
    """Whether wide gaps are columns, and not the gaps of a justified line."""
    sizes = {len(row.cells) for row in rows}
    if len(rows) < 3 or len(sizes) > 1 or max(len(cell.text) for row in rows for cell in row.cells) > 60:
        return False
    columns = list(zip(*(row.cells for row in rows), strict=True))
    values = [sum(is_value(cell.text) for cell in column) / len(rows) for column in columns]
    lined = [len({cell.column for cell in column}) <= 1 + len(rows) // 4 for column in columns]
    return max(values) >= 0.6 and (all(lined) or sum(share >= 0.6 for share in values) > 1)


def _join_continued_rows(rows: list[PrintedRow], width: int, style: str) -> Iterator[PrintedRow]:
    """The rows, with those that go on in the next line put together."""
    left = list(rows)
    while left:
        row = left.pop(0)
        while left and not row.rule and len(row.cells) < width and not left[0].rule:
            joined = _join_rows(row, left[0], width, style)
            if joined is None:
                break
            row = joined
            left.pop(0)
        yield row


def _join_rows(row: PrintedRow, after: PrintedRow, width: int, style: str) -> PrintedRow | None:
    if len(after.cells) >= width or not row.cells or not after.cells:
        return None
    filled = sum(bool(cell.text) for cell in row.cells)
    if style == "tabs" and (filled < 2 or len(row.cells) + len(after.cells) not in {width, width + 1}):
        return None
    total = len(row.cells) + len(after.cells)
    if style == "pipes" and row.open_right and after.open_left and total - 1 <= width:
        last, first = row.cells[-1], after.cells[0]
        middle = replace(last, text=without_markup(f"{last.text} {first.text}"))
        return PrintedRow((*row.cells[:-1], middle, *after.cells[1:]), row.line, False, row.open_left, after.open_right)
    if total == width and (style == "tabs" or row.open_right or after.open_left):
        return PrintedRow((*row.cells, *after.cells), row.line, False, row.open_left, after.open_right)
    return None
