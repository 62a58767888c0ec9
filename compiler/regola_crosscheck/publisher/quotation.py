"""The sentences of a book as they are printed, with what is meant marked; of a table the row."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.cell_values import normalized
from regola_crosscheck.book.columns import PrintedCell, split_cells, style_of
from regola_crosscheck.book.sentences import Sentence

# Of what is no sentence so much is shown at both sides of the word.
AROUND = 220
# What stands between the cells of a row.
BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of what is quoted, marked or not."""

    text: str
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Quotation:
    """What is quoted, in pieces; `label` says of what, where that is not the book at its place."""

    pieces: tuple[Piece, ...]
    label: str = ""

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def marked(self) -> tuple[str, ...]:
        """What is marked in it."""
        return tuple(piece.text for piece in self.pieces if piece.marked)


def quoted(context: CrosscheckContext, spans: Sequence[Span], *, mark: bool = True, label: str = "") -> Quotation:
    """What stands at some places of one sentence, row or line of a book.

    Args:
        context: the book.
        spans: the places, the first of which says which sentence is quoted.
        mark: whether they are marked; never is what comes to all that is quoted.
        label: what is quoted, in words.
    """
    first = spans[0]
    line = context.book.lines[first.line - 1] if 0 < first.line <= len(context.book.lines) else ""
    style = style_of(line)
    if style == "pipes" or (style == "tabs" and sentence_at(context, first) is None):
        pieces = _row(line, split_cells(line, first.line, style).cells, spans)
    elif sentences := _sentences(context, first):
        pieces = [piece for one in sentences for piece in (*_sentence(one, spans), Piece(" "))][:-1]
        if is_head(context, first):  # what is said of a head is said of its number
            pieces = [Piece(_number(context, first), marked=True), *(Piece(piece.text) for piece in pieces)]
    else:
        pieces = _line(line, first)
    pieces = _joined(pieces)
    if not mark or all(piece.marked or not piece.text.strip() for piece in pieces):
        pieces = [Piece("".join(piece.text for piece in pieces))]
    return Quotation(tuple(pieces), label)


def sentence_at(context: CrosscheckContext, span: Span) -> Sentence | None:
    """The sentence in which a place of a book lies."""
    stretch = context.book.section_at(span.line) or context.book.front
    for one in context.sentences(stretch) if stretch is not None else ():
        whole = one.span()
        if (whole.line, whole.column) <= (span.line, span.column) < (whole.end_line, whole.end_column):
            return one
    return None


def cell_at(context: CrosscheckContext, span: Span) -> PrintedCell | None:
    """The cell of a table in which a place of a book lies."""
    line = context.book.lines[span.line - 1] if 0 < span.line <= len(context.book.lines) else ""
    cells = split_cells(line, span.line, "pipes").cells if style_of(line) == "pipes" else ()
    return next((one for one in reversed(cells) if one.column <= span.column), None)


def as_printed(context: CrosscheckContext, span: Span, value: str) -> str:
    """A value as the table in which a place lies prints it elsewhere; else with the dash that stands at the place."""
    grid = next((one for one, _ in context.printed_tables if one.first_line <= span.line <= one.last_line), None)
    rows = grid.rows if grid is not None else ()
    printed = Counter(
        _printed(context.book.lines[cell.line - 1], cell)
        for row in rows
        for cell in row
        if cell.text and 0 < cell.line <= len(context.book.lines) and normalized(cell.text) == normalized(value)
    )
    there = context.book.lines[span.line - 1][span.column - 1 : span.end_column - 1]
    dash = next((sign for sign in "–—−" if sign in there), "-")
    return printed.most_common(1)[0][0] if printed else value.replace("-", dash)


def is_head(context: CrosscheckContext, span: Span) -> bool:
    """Whether a place is the head of a section, which stands for all of it."""
    section = context.book.section_at(span.line)
    return section is not None and context.book.span_of(section) == span


def _sentences(context: CrosscheckContext, span: Span) -> list[Sentence]:
    """The sentence at a place; of the head of a section its title, and the first sentence that follows in its line."""
    if not is_head(context, span):
        found = sentence_at(context, span)
        return [] if found is None else [found]
    section = context.book.section_at(span.line)
    sentences = context.sentences(section) if section is not None else ()
    own = [one for one in sentences if one.line == span.line]
    heading = [one for one in own if one.kind == "heading"]
    return [*heading, *[one for one in own if one.kind != "heading"][:1]]


def _number(context: CrosscheckContext, head: Span) -> str:
    """The number of a section as its head has it."""
    section = context.book.section_at(head.line)
    before = context.book.lines[head.line - 1][: section.column - 1] if section is not None else ""
    plain = " ".join(before.strip("#*_> ").split())
    return f"{plain} " if plain else ""


def _sentence(sentence: Sentence, spans: Sequence[Span]) -> Iterable[Piece]:
    places = [sentence.passage.place(sentence.offset(at)) for at in range(len(sentence.text))]
    inside = [
        any((span.line, span.column) <= place < (span.end_line, span.end_column) for span in spans) for place in places
    ]
    for marked, run in groupby(zip(sentence.text, inside, strict=True), lambda pair: pair[1]):
        yield Piece("".join(char for char, _ in run), marked)


def _row(line: str, cells: Sequence[PrintedCell], spans: Sequence[Span]) -> list[Piece]:
    """The cells of a row; a row of which all is meant has no mark."""
    found: list[Piece] = []
    for cell in cells:
        inside = any(span.column <= cell.column < max(span.end_column, span.column + 1) for span in spans)
        found += [Piece(BETWEEN)] * bool(found) + [Piece(_printed(line, cell), inside)]
    if all(piece.marked for piece in found[::2]):
        return [Piece("".join(piece.text for piece in found))]
    return found


def _printed(line: str, cell: PrintedCell) -> str:
    """A cell as it is printed: what is read of it has its minus signs and its blanks made alike."""
    return re.split(r"(?<!\\)[|\t]", line[cell.column - 1 :], maxsplit=1)[0].strip("*_ ")


def _line(line: str, span: Span) -> list[Piece]:
    start = span.column - 1
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    cut = max(0, start - AROUND)
    parts = (line[cut:start].lstrip("#> "), line[start:last], line[last : last + AROUND])
    before, marked, after = (part.replace("*", "") for part in parts)
    return [Piece(before), Piece(marked.strip("# ") if not before else marked, True), Piece(after)]


def _joined(pieces: Iterable[Piece]) -> list[Piece]:
    """Neighbours that are both marked, or neither, as one; a blank at the edge of a mark is not part of it."""
    found: list[Piece] = []
    for marked, run in groupby(_without_edges(pieces), lambda piece: piece.marked):
        text = "".join(piece.text for piece in run)
        found += [Piece(text, marked)] * bool(text)
    return found


def _without_edges(pieces: Iterable[Piece]) -> Iterable[Piece]:
    for piece in pieces:
        bare = piece.text.strip() if piece.marked else ""
        if not bare:
            yield Piece(piece.text)
            continue
        before, after = piece.text.split(bare, 1)
        yield from (Piece(before), Piece(bare, True), Piece(after))
