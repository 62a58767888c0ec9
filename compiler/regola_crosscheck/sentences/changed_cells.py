"""The cells in which a table is another one than when its section was last read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_crosscheck.base.signature import Change
from regola_crosscheck.book.columns import style_of
from regola_crosscheck.book.tables import Grid, PrintedCell, grids_of
from regola_crosscheck.language.morphology import nearly_same, without_accents

_MARKUP = re.compile(r"[*_`\\]")
_DASHES = re.compile(r"[-‐‑–—−]")
# A word so long may be misspelt; what is shorter is a code.
_LONG = 4


@dataclass(frozen=True, slots=True)
class ChangedCell:
    """A cell that says something else; `was` is its place in the text as it was read, and `now` as it is."""

    row: str
    head: str
    old: str
    new: str
    was: tuple[int, int]
    now: tuple[int, int]


def changed_cells(as_read: str, text: str) -> list[ChangedCell]:
    """The cells that changed between two texts of a section, where both have the same tables.

    A table that gained or lost a row or a column says so by its words; a cell that is only spelt otherwise is none.

    >>> was = "| dado | 1-1 |\\n|---|---|\\n| 1 | AR |\\n| 2 | – |\\n| 3 | DR |\\n"
    >>> now = was.replace("–", "AX")
    >>> [(one.row, one.head, one.old, one.new, now[slice(*one.now)]) for one in changed_cells(was, now)]
    [('2', '1-1', '–', 'AX', 'AX')]
    """
    before, after = grids_of(tuple(as_read.split("\n"))), grids_of(tuple(text.split("\n")))
    if len(before) != len(after):
        return []
    return [cell for old, new in zip(before, after, strict=True) for cell in _changed((old, as_read), (new, text))]


def _changed(before: tuple[Grid, str], after: tuple[Grid, str]) -> Iterator[ChangedCell]:
    (old_grid, old_text), (new_grid, new_text) = before, after
    if [len(row) for row in old_grid.rows] != [len(row) for row in new_grid.rows]:
        return
    head = new_grid.header or ()
    for was, row in zip(old_grid.rows, new_grid.rows, strict=True):
        for number, (old, new) in enumerate(zip(was, row, strict=True)):
            if _same(old, new):
                continue
            there, here = _place(old, old_text), _place(new, new_text)
            yield ChangedCell(
                _shown(row[0].text) if number else "",
                _shown(head[number].text) if number < len(head) else "",
                _shown(old_text[slice(*there)]),
                _shown(new_text[slice(*here)]),
                there,
                here,
            )


def _place(cell: PrintedCell, text: str) -> tuple[int, int]:
    """From which character of a text to which a cell stands."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: cell.line - 1]) + cell.column - 1
    return start, start + len(cell.text)


def _same(one: PrintedCell, other: PrintedCell) -> bool:
    old, new = (_DASHES.sub("-", _shown(cell.text)).casefold().split() for cell in (one, other))
    return len(old) == len(new) and all(map(_same_word, old, new))


def _same_word(one: str, other: str) -> bool:
    plain = without_accents(one), without_accents(other)
    letters = all(word.isalpha() and len(word) >= _LONG for word in plain)
    return plain[0] == plain[1] or (letters and nearly_same(*plain))


def _shown(text: str) -> str:
    return " ".join(_MARKUP.sub("", text).split())


def said_of(cell: ChangedCell) -> str:
    """That a cell says something else."""
    said = {"row": cell.row, "column": cell.head, "old": cell.old, "new": cell.new}
    if not cell.row:
        return say("column `{column}`: `{old}` is now `{new}`", **said)
    if not cell.head:
        return say("row `{row}`: `{old}` is now `{new}`", **said)
    return say("row `{row}`, column `{column}`: `{old}` is now `{new}`", **said)


def place_of(cell: ChangedCell) -> Change:
    """A cell as the change that it is."""
    return Change(cell.old, cell.new, cell.now[0], max(cell.now[1], cell.now[0] + 1), cell.was)


def is_in(change: Change, cell: ChangedCell, text: str) -> bool:
    """Whether a change of words is that of a cell; words that are gone are told at what stands beside them."""
    near = abs(text.count("\n", 0, change.start) - text.count("\n", 0, cell.now[0])) <= 1
    return near and change.old in cell.old.casefold() and change.new in cell.new.casefold()


def in_rows(changes: Sequence[Change], told: Sequence[Change], text: str) -> list[Change]:
    """The changes in rows of a table that are told in no other way, where of what stood there only signs are kept.

    A word that came or went is another cell; one that stands for another may be the same one spelt otherwise.
    """
    places = {one.start for one in told}
    return [
        one
        for one in changes
        if one.gone != one.come
        and not one.long
        and one.start not in places
        and style_of(_line(text, one.start)) == "pipes"
    ]


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]
