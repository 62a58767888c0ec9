"""Columns: the cells of tables, and the sections, texts and comments of lines of one kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from regola_dsl.layout.lines import WIDTH, LayoutLine, cells_of, logical_lines, opens_block
from regola_dsl.layout.spacing import is_text_at, sign_of
from regola_dsl.lexer import RawToken


def ruled(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with the cells of each table as wide as the widest of their column."""
    out = list(lines)
    for is_table, group in groupby(logical_lines(lines), key=lambda places: lines[places[0]].tokens[0].kind == "ROW"):
        if not is_table:
            continue
        for _, table in groupby(
            (places[0] for places in group), key=lambda place: (lines[place].home, lines[place].level)
        ):
            rows = {place: cells_of(lines[place].tokens[0].text) for place in table}
            count = max(map(len, rows.values()))
            widths = [max((len(row[i]) for row in rows.values() if i < len(row)), default=0) for i in range(count)]
            for place, row in rows.items():
                padded = " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))
                out[place] = replace(lines[place], words=(f"| {padded} |", *lines[place].words[1:]))
    return out


def aligned(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with the sections and texts of neighbours of one kind in columns.

    Sections alone are brought into a column only in lists of names: a sentence reads on to its section.
    """
    out = list(lines)
    for run in _runs(lines):
        ends = {place: ranked for place in run if (ranked := _trailing(lines[place].tokens))}
        entries = _entry(lines[run[0]].tokens)
        kinds = {rank for ranked in ends.values() for rank, _ in ranked}
        if len(ends) < 2 or not (entries or kinds > {0}):
            continue
        if any({0, 1} <= {rank for rank, _ in ranked} for ranked in ends.values()):
            # Sections have a column of their own, and what has none begins behind it.
            _meet(out, {place: min(ranked.values()) for place, ranked in ends.items()}, strict=not entries)
        else:
            ends = {
                place: {(rank or 1, i): word for (rank, i), word in ranked.items()} for place, ranked in ends.items()
            }
        for key in sorted({key for ranked in ends.values() for key in ranked if key[0] > 0}):
            words = {place: ranked[key] for place, ranked in ends.items() if key in ranked}
            _meet(out, words, strict=not entries or key > (1, 0))
    return out


def _meet(lines: list[LayoutLine], words: dict[int, int], *, strict: bool = True) -> None:
    """Move one word of each line, and what is behind it, to the column where most of them meet within `WIDTH`.

    A line that would reach beyond it there stays out of it if `strict`, and meets the others otherwise.
    """
    spans: dict[int, tuple[int, int]] = {}
    for place, word in words.items():
        line = lines[place]
        spans[place] = (line.end(word) + 2, line.end() - line.column(word))

    def fits(place: int, column: int) -> bool:
        first, length = spans[place]
        return first <= column <= WIDTH - length

    def rank(column: int) -> tuple[int, int, int]:
        reached = 0 if strict else sum(first <= column for first, _ in spans.values())
        return sum(fits(place, column) for place in spans), reached, -column

    best = max({first for first, _ in spans.values()}, key=rank)
    for place, word in words.items():
        first, _ = spans[place]
        meets = fits(place, best) if strict else first <= best
        lines[place] = lines[place].moved(word, best if meets else first)


def _runs(lines: Sequence[LayoutLine]) -> Iterator[list[int]]:
    """Lines of one kind, level with one another, with no other line of code and no empty line between them.

    A line with lines below it is no part of a run, and one that goes on only if texts alone do.
    """
    logical = list(logical_lines(lines))
    run: list[int] = []
    kind: object = None
    last = -1
    for order, places in enumerate(logical):
        first = lines[places[0]]
        heads = order + 1 < len(logical) and opens_block(first, lines[logical[order + 1][0]])
        hangs = any(not is_text_at(lines[place].tokens, 0) for place in places[1:])
        shape = None if heads or hangs else _shape(first)
        parted = any(lines[place].blank or lines[place].kept for place in range(last + 1, places[0]))
        if run and (parted or shape is None or shape != kind):
            yield run
            run = []
        kind, last = shape, places[-1]
        if shape is not None:
            run.append(places[0])
    if run:
        yield run


def _shape(line: LayoutLine) -> object:
    """What makes lines neighbours of one kind, or None: the first word, or being an entry of a list."""
    tokens = line.tokens
    if tokens[0].kind == "ROW" or is_text_at(tokens, 0):
        return None
    if _entry(tokens):
        return line.level, "entry"
    return line.level, tokens[0].kind, "" if tokens[0].kind in {"ANCHORS", "OPERATOR"} else tokens[0].text


def _entry(tokens: Sequence[RawToken]) -> bool:
    """Whether a line is an entry of a list, a member or a field: a name, perhaps with `: type` or `= value`."""
    head = min(_trailing(tokens).values(), default=len(tokens))
    return tokens[0].kind not in {"OPERATOR", "ANCHORS"} and (head == 1 or sign_of(tokens[1]) in {":", "="})


def _trailing(tokens: Sequence[RawToken]) -> dict[tuple[int, int], int]:
    """The sections and texts a line ends in, by rank and order.

    Rank 0 are sections before all texts, 1 texts, 2 sections behind a text.
    """
    found: list[int] = []
    end = len(tokens)
    while end > 1:
        if tokens[end - 1].kind == "ANCHORS":
            end -= 1
        elif end > 2 and is_text_at(tokens, end - 2):
            end -= 2
        elif end > 4 and sign_of(tokens[end - 2]) == "/" and is_text_at(tokens, end - 4):
            end -= 4  # a text with its short form
        else:
            break
        found.append(end)
    ranked: dict[tuple[int, int], int] = {}
    texts = 0
    for word in reversed(found):
        if tokens[word].kind == "ANCHORS":
            ranked[2 if texts else 0, texts] = word
        else:
            ranked[1, texts] = word
            texts += 1
    return ranked


def remarked(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with the comments behind neighbours in a column."""
    out = list(lines)
    for both, group in groupby(range(len(lines)), key=lambda place: lines[place].code and bool(lines[place].comment)):
        if not both:
            continue
        places = list(group)
        for place in places:
            line = out[place]
            out[place] = replace(line, words=(*line.words, line.comment), gaps=(*line.gaps, 2))
        _meet(out, {place: len(lines[place].words) for place in places})
        for place in places:
            out[place] = replace(lines[place], apart=out[place].gaps[-1])
    return out
