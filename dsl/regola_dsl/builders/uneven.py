"""A row that has more or fewer cells than the header of its table: which cell is too many, which is missing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise, takewhile

from regola_dsl import tree
from regola_dsl.diagnostics import counted, name_list
from regola_dsl.wording import Said, say

CORNER = re.compile(r"[\w.]+ \\ [\w.]+")
# What stands between two cells where the bar does not: another sign, or nothing. A comma alone parts what a cell lists.
# A number beside a word or another number, with a single blank between them, may be two cells.
_NARROW = re.compile(r"(?<=\d) (?=[\w-])|(?<=[^\W\d]) (?=\d)")
_OTHER_BAR, _GAP = re.compile(r"(?: +,| *[;:!¦│∣/\\]| +[lI]) +"), re.compile(r" {2,}")
# Of so many columns it is told that the cell of one of them is missing.
_FEW = 3
_TWO = 2
# A table of more columns is not looked at for what its rows lack, and no more rows are.
_WIDEST, _LONGEST = 60, 200
# Several values in one cell.
_LISTED = re.compile(r"[^,\"]+(?:, *[^,\"]+)+")
# What leaves an input open.
_ANY = frozenset({"-", "otherwise"})
_LONG = 30
# How a column is called.
COLUMN = re.compile(r"[^\W\d]\w*")


def broken_rows(rows: Sequence[tree.Row], width: int) -> list[tuple[tree.Row, ...]]:
    """Rows too short by themselves that together are one, each with those below it that it goes on in.

    Args:
        rows: The rows of a table.
        width: How many cells its header has.
    """
    found: list[tuple[tree.Row, ...]] = []
    left = list(rows)
    while left:
        short = list(takewhile(lambda row: len(row.cells) < width, left))
        many = next((n for n in range(2, len(short) + 1) if sum(len(row.cells) for row in short[:n]) == width), 0)
        found += [tuple(short[:many])] if many else []
        del left[: max(many, 1)]
    return found


def evened(row: tree.Row, width: int, rows: Sequence[tree.Row] = (), inputs: Collection[str] = ()) -> str:
    """What to do with a row that has more or fewer cells than the header; a bar left out shows by a wide gap.

    Args:
        row: The row.
        width: How many cells the header has.
        rows: The rows of the table, the header first; none where the row is itself the header.
        inputs: What the table is entered with: in a cell of these several values may stand, with commas.
    """
    have = len(row.cells)
    if have in {2 * width, 2 * width + 1} and width > 1 and all(one.text for one in (row.cells[0], row.cells[-1])):
        first, second = (
            f"| {' | '.join(one.text for one in half)} |" for half in (row.cells[:width], row.cells[-width:])
        )
        if have == 2 * width or not row.cells[width].text:
            return say("these are two rows: `{first}`, and below it `{second}`", first=first, second=second)
    if have > width:
        if have == width + 1 and any(not one.text for one in row.cells):
            return say("two bars stand side by side: leave out one `|` of `||`")
        twice = list(dict.fromkeys(one.text for one, other in pairwise(row.cells) if one.text == other.text))
        if have == width + 1 and len(twice) == 1:
            return say("`{cell}` stands twice: leave out one", cell=twice[0])
        if have == width + 1 and 1 < len(twice) <= _FEW:
            return say("leave out one cell, {cells}, whichever is too many", cells=name_list(twice, "or"))
        return _too_many(row, width, rows, inputs) or say("remove {number}", number=have - width)
    if split := parted(row, width):
        return split
    if missing := _missing(row, width, rows):
        return say("add 1 cell: by what stands in the others that of {columns} is missing", columns=missing)
    cells = counted(width - have, "cell")
    if not rows or have < _TWO:
        return say("add {cells}", cells=cells)
    left = name_list([cell.text for cell in rows[0].cells[have:]], "and", _FEW)
    return say(
        "add {cells}: as it stands it has nothing under {columns}; if it is not the last that was left out, "
        "what stands behind it moves to the right",
        cells=cells,
        columns=left,
    )


def _too_many(row: tree.Row, width: int, rows: Sequence[tree.Row], inputs: Collection[str]) -> Said | None:
    """Which cell a row has too many, or which two of it are one, by what stands in the other rows."""
    have = len(row.cells)
    others = _others(rows, width)
    if have != width + 1 or not others:
        return None
    cells = [cell.text for cell in row.cells]
    known = [{one[place] for one in others} for place in range(width)]
    entered = [re.split(r"\W", cell.text)[0] in inputs for cell in rows[0].cells]
    left = [[*cells[:gap], *cells[gap + 1 :]] for gap in range(have)]
    # Several values, with commas between them, stand in the cell of an input alone.
    fits = [all(entered[at] or not _LISTED.fullmatch(cell) for at, cell in enumerate(one)) for one in left]
    fit = [_alike(one, known) if fit else 0 for one, fit in zip(left, fits, strict=True)]
    # That a cell stands nowhere else in its column tells little: rows are told apart by what they alone have.
    best = [gap for gap in range(have) if (fit[gap] >= max(max(fit) - 1, 1) if any(fit) else fits[gap])]
    if not any(fit) and all(fits):
        return None
    names = [_shown(cells[gap]) for gap in best]
    if len(best) == 1:
        return say("leave out `{cell}`: by what stands in the others it is one too many", cell=names[0])
    # Two cells of one input side by side may be one, in which a comma was meant.
    pair = next((at for at in best if at + 1 in best and entered[at] and not _ANY & {*cells[at : at + 2]}), None)
    if pair is None and len(set(names)) < len(names) <= _FEW:
        return say("leave out one of {cells}, whichever is too many", cells=name_list(names, "and"))
    if pair is None:
        return (
            say("leave out {cells}, whichever is too many", cells=name_list(names, "or")) if len(best) <= _FEW else None
        )
    both = {
        "cells": name_list(map(_shown, cells[pair : pair + 2]), "and"),
        "head": rows[0].cells[pair].text.partition(" \\")[0],
    }
    if len(best) == _TWO:
        return say(
            "both {cells} stand under `{head}`: write a comma in place of the `|` between them, or leave out one of "
            "them",
            **both,
        )
    return say(
        "leave out the one that is too many; or if both {cells} are meant for `{head}`, write a comma in place of the "
        "`|` between them",
        **both,
    )


def _shown(text: str) -> str:
    """A cell as it is told: of a long one the beginning."""
    return text if len(text) <= _LONG else f"{text[:_LONG].rpartition(' ')[0]} …"


def _missing(row: tree.Row, width: int, rows: Sequence[tree.Row]) -> str:
    """The column whose cell alone a row lacks, or the few that it may be, by what stands in the other rows."""
    others = _others(rows, width)
    if len(row.cells) != width - 1 or len(row.cells) < _TWO or not others:
        return ""  # a cell that stands alone may be of any column
    cells = [cell.text for cell in row.cells]
    known = [{one[place] for one in others} for place in range(width)]
    fit = [_alike(cells, [*known[:gap], *known[gap + 1 :]]) for gap in range(width)]
    most = max(fit)
    # That one cell stands nowhere else in its column tells little: it may be the only one of its kind.
    best = [rows[0].cells[gap].text for gap in range(width) if fit[gap] >= most - 1]
    return name_list(best, "or") if most and len(best) <= min(_FEW, width - 1) else ""


def _others(rows: Sequence[tree.Row], width: int) -> list[list[str]]:
    """The cells of the rows that have as many as the header; nothing of a table that is too wide to be looked at."""
    if width > _WIDEST:
        return []
    return [[cell.text for cell in one.cells] for one in rows[1:_LONGEST] if len(one.cells) == width]


def _alike(cells: Sequence[str], columns: Sequence[Collection[str]]) -> int:
    """How many cells stand in a column that has the same elsewhere; 0 where one cannot stand in its own.

    Neither can a word stand in a column of numbers, nor a number in one of words.
    """
    pairs = [*zip(cells, columns, strict=True)]
    numbers = [all(map(_is_number, column)) for column in columns]
    if any(number and not _is_number(cell) for cell, number in zip(cells, numbers, strict=True)):
        return 0
    worded = [not any(any(map(str.isdigit, cell)) for cell in column) for column in columns]
    if any(one and _is_number(cell) for cell, one in zip(cells, worded, strict=True)):
        return 0
    # What rows are told apart by stands in one of them alone: there a number is as good as another.
    return sum(
        cell in column or (number and _is_number(cell)) for (cell, column), number in zip(pairs, numbers, strict=True)
    )


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def parted(row: tree.Row, width: int) -> Said | None:
    """What to do with a row in which another sign, or nothing, stands for a bar; None where that is not so."""
    have = len(row.cells)
    for pattern in (_OTHER_BAR, _GAP, _NARROW):
        parted = [(cell.text, parts) for cell in row.cells if len(parts := pattern.split(cell.text)) > 1]
        # Of several such cells the one that is at fault alone is, as the corner of a grid has such a sign, too.
        alone = [one for one in parted if have + len(one[1]) - 1 == width and not CORNER.fullmatch(one[0])]
        if len(alone) != 1 and have + sum(len(parts) - 1 for _, parts in parted) != width:
            continue
        text, parts = (alone or parted)[0]
        written = " | ".join(parts)
        if pattern is not _OTHER_BAR:
            return say("a bar is missing: write `{written}` in place of `{text}`", written=written, text=text)
        return say("cells stand between `|`: write `{written}` in place of `{text}`", written=written, text=text)
    return None


def cells_of(inner: str) -> list[str]:
    """The cells of a row without its first and last bar: what stands between `|` signs outside of quotation marks."""
    pieces, start, quoted, escaped = [], 0, False, False
    for i, char in enumerate(inner):
        if escaped:
            escaped = False
        elif char == "\\" and quoted:
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif char == "|" and not quoted:
            pieces.append(inner[start:i])
            start = i + 1
    return [*pieces, inner[start:]]
