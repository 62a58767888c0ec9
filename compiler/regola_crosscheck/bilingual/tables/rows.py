"""The rows of a table that stands in two languages, beside one another, and those that one of them has alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from regola_dsl.diagnostics import Code, Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.columns import PrintedCell
from regola_crosscheck.book.tables import Grid

TABLE = Code("R773", "languages-table", "a cell of a table is another one in the other language")

TableRow: TypeAlias = tuple[PrintedCell, ...]
# Two rows that stand beside one another, or one that stands alone.
RowPair: TypeAlias = tuple[TableRow | None, TableRow | None]
# What it tells that two cells are the same, that they are not, and that two rows stand beside one another at all.
_SAME, _OTHER, _BESIDE = 1.0, -0.8, 0.1


def shape(grid: Grid) -> list[int]:
    """How many cells each row has."""
    return [len(row) for row in grid.rows]


def rows_beside(grid: Grid, other: Grid, alike: frozenset[tuple[str, str]]) -> list[RowPair] | None:
    """The rows of two tables that have not as many, in order; None if their columns are not as many either.

    The longest common subsequence of rows (R. Wagner and M. Fischer, The string-to-string correction problem, 1974),
    weighed by the cells that need no words, and by the names of one thing in the glossary.

    Args:
        grid: a table.
        other: the same in the other language.
        alike: names of one thing in both languages, as cells are compared.
    """
    if not grid.rows or not other.rows or len(grid.rows[0]) != len(other.rows[0]):
        return None
    best = [[0.0] * (len(other.rows) + 1) for _ in range(len(grid.rows) + 1)]
    for i, mine in reversed(list(enumerate(grid.rows))):
        for j, theirs in reversed(list(enumerate(other.rows))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + _likeness(mine, theirs, alike))
    found: list[RowPair] = []
    i = j = 0
    while i < len(grid.rows) or j < len(other.rows):
        both = i < len(grid.rows) and j < len(other.rows)
        if both and best[i][j] == best[i + 1][j + 1] + _likeness(grid.rows[i], other.rows[j], alike):
            found.append((grid.rows[i], other.rows[j]))
            i, j = i + 1, j + 1
        elif i < len(grid.rows) and (j == len(other.rows) or best[i][j] == best[i + 1][j]):
            found.append((grid.rows[i], None))
            i += 1
        else:
            found.append((None, other.rows[j]))
            j += 1
    return found


def _likeness(mine: TableRow, other: TableRow, alike: frozenset[tuple[str, str]]) -> float:
    score = _BESIDE
    for one, two in zip(mine, other, strict=True):
        left, right = cell_text(one.text), cell_text(two.text)
        if (left.casefold(), right.casefold()) in alike:
            score += _SAME
        elif is_language_neutral(one.text) and is_language_neutral(two.text):
            score += _SAME if left == right else _OTHER
    return score


def label_of(row: TableRow) -> str:
    """What a row is called: its first cell that is not empty."""
    return next((text for cell in row if (text := cell.text.strip())), "")


def lone_rows(
    here: CrosscheckContext, there: CrosscheckContext, aligned: Sequence[RowPair], section: str, key: str
) -> Iterator[CrosscheckFinding]:
    """The rows that one of two tables has alone, each by its label."""
    last_here, last_there = (next(row for pair in aligned if (row := pair[side]) is not None) for side in (0, 1))
    for mine, other in aligned:
        code = there.book.language
        if mine is not None and other is None:
            yield here.finding(
                TABLE,
                Confidence.LIKELY,
                section,
                key,
                say(
                    "the table of section {section} has a row `{row}` here, and none in the other text ({language})",
                    section=section,
                    row=label_of(mine),
                    language=code,
                ),
                span_of_row(here, mine),
                label=say("only here"),
                related=(Label(span_of_row(there, last_there), say("not beside this")),),
                help=say("see whether a row was lost there"),
                word=ChangedWord(new=label_of(mine)),
                part="row",
                lacking="there",
            )
        elif other is not None and mine is None:
            yield here.finding(
                TABLE,
                Confidence.LIKELY,
                section,
                key,
                say(
                    "the table of section {section} lacks a row that is `{row}` in the other text ({language})",
                    section=section,
                    row=label_of(other),
                    language=code,
                ),
                span_of_row(here, last_here),
                label=say("it would stand beside this"),
                related=(Label(span_of_row(there, other), say("only here")),),
                help=say("see whether a row was lost"),
                word=ChangedWord(expected=label_of(other)),
                part="row",
                lacking="here",
            )
        last_here, last_there = mine or last_here, other or last_there


def span_of_row(context: CrosscheckContext, row: TableRow) -> Span:
    """Where a row stands; of one over several lines the first."""
    first, last = row[0], next((cell for cell in reversed(row) if cell.line == row[0].line), row[0])
    return Span(context.book.path, first.line, first.column, last.line, last.column + max(1, len(last.text)))


def cell_text(text: str) -> str:
    """A cell as it is compared: signs and decimals as one writes them anywhere."""
    plain = re.sub(r"[−–—‑]", "-", text.strip().strip("*_ ")).replace("½", "1/2")
    return re.sub(r"(?<=\d),(?=\d)", ".", re.sub(r"\s+", "", plain))


def is_language_neutral(text: str) -> bool:
    """Whether a cell is a number or a sign, and no word of a language."""
    return not re.search(r"[^\W\d_]{2,}", text)


def named_alike(
    here: CrosscheckContext, there: CrosscheckContext, form: re.Pattern[str] | None = None
) -> frozenset[tuple[str, str]]:
    """What the glossary has as names of one thing in both languages, as cells are compared.

    Args:
        here: a text.
        there: the same in the other language.
        form: what alone is taken, as it is written; without it all is, in small letters.
    """
    concepts = here.glossary.concepts if here.glossary is not None else ()
    return frozenset(
        (cell_text(one), cell_text(other)) if form else (cell_text(one).casefold(), cell_text(other).casefold())
        for concept in concepts
        if (ours := concept.terms.get(here.book.language)) and (theirs := concept.terms.get(there.book.language))
        for one in ours.forms
        for other in theirs.forms
        if form is None or (form.fullmatch(one) and form.fullmatch(other))
    )
