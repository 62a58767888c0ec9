"""Slips that two places of a table show: cells of two rows exchanged, or of one, two heads, a border.

What is right in each place is in the wrong one: no word of it is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from regola_dsl.diagnostics import Fix
from regola_dsl.source import Span

from regola_compiler.mutation.likelihood import EXCHANGE, NUMBER
from regola_compiler.mutation.slips.slip import Slip

_CELL = re.compile(r"(?<=\|)(?P<before> *)(?P<said>[^|]*?) *(?=\|)")
_RANGE = re.compile(r"(?P<low>\d+)(?:-(?P<high>\d+)|(?P<open>\+))?$")
_FIRST = re.compile(r"-?\d+")
# What the lines of a table, and the remarks between them, begin with.
_OF_TABLES = ("|", "#")
_NAMED = re.compile(r"(\w+):")
_TYPED = re.compile(r"(\w+): ([^,()]+)")
# Of tables with so few columns cells of rows are exchanged that are no neighbours, too.
_NARROW, _ROWS = 3, 8
# How unlikely it is that two answers of a table changed places, and that two labels did that stand in no wrong order:
# they are copied from print, and tell the rows apart. Heads that stand in another order than their table declares them
# in are seldom meant, nor are rows of which but two stand in another order than their list: of two that says little.
# Two answers of one row are seldom exchanged where their columns have different bounds.
_TWO = 2
EXCHANGED, LABELS, DECLARED, APART = 20, 30, 6, 36


def in_rows(
    path: str, number: int, lines: Sequence[str], rank: Callable[[str], int | None], declared: str
) -> Iterator[Slip]:
    """Cells of a row exchanged, or of it and of one below it, and the border between these two moved by one.

    Args:
        path: The file.
        number: The row's line, from 1.
        lines: All lines of the file.
        rank: At which place of its list a value stands.
        declared: The first line of the table, which names its columns.
    """
    rows = _rows(lines, number)
    if number not in rows[1:]:
        return
    here = _cells(lines, number, path)
    types = dict(_TYPED.findall(declared))
    yield from _beside(lines, here, [types.get(said, "") for _, said in _cells(lines, rows[0], path)])
    following = rows[rows.index(number) + 1 :]
    labels = _labels(lines, rows[1:], path)
    near = following[: _ROWS if len(here) <= _NARROW else 1]
    for below in following if len(labels) <= _ROWS else near:
        there = _cells(lines, below, path)
        if len(there) != len(here):
            continue
        if below not in near:
            # Of rows that are no neighbours the labels alone, if they are names.
            if _is_named(here[0][1], here) and _is_named(there[0][1], there):
                yield _relabelled(lines, here[0], there[0], labels, rank)
            continue
        turned = _in_order(there[0][1], here[0][1])
        for column, ((one, said), (other, also)) in enumerate(zip(here, there, strict=True)):
            # Rows that stand in order have their own labels, and of others these are what is exchanged.
            if said != also and said and also and (not turned if column else turned or _is_named(said, here)):
                if column or turned:
                    yield _in_both(lines, one, other, also, said, EXCHANGED if column else EXCHANGE)
                else:
                    yield _relabelled(lines, here[0], there[0], labels, rank)
            if below == following[0]:
                for above, under in _borders(said, also):
                    yield _in_both(lines, one, other, above, under, NUMBER)
        if not turned and sum(said != also for (_, said), (_, also) in zip(here[1:], there[1:], strict=True)) > 1:
            yield _all_of_both(lines, here, there)


def in_heads(
    path: str, number: int, lines: Sequence[str], rank: Callable[[str], int | None], declared: str
) -> Iterator[Slip]:
    """Two heads of a table exchanged: names of columns, or two values that stand beside one another.

    Args:
        path: The file.
        number: The line of the heads, from 1.
        lines: All lines of the file.
        rank: At which place of its list a value stands.
        declared: The first line of the table, which names its columns.
    """
    if number not in _rows(lines, number)[:1]:
        return
    names = _NAMED.findall(declared)
    heads = _cells(lines, number, path)
    for (left, (one, said)), (right, (other, also)) in combinations(enumerate(heads), 2):
        named = said in names and also in names
        if said == also or not (named or (left and right == left + 1 and not {said, also} & {*names})):
            continue
        turned = names.index(said) > names.index(also) if named else _comes_before(also, said, rank)
        place = Span(path, number, one.column, number, other.end_column)
        now = f"{also}{_text(lines, place)[len(said) : -len(also)]}{said}"
        cost = (DECLARED if named else EXCHANGE) if turned else LABELS
        yield Slip(place, f"{said} | {also}", f"{also} | {said}", cost, Fix(place, now))


def _comes_before(one: str, other: str, rank: Callable[[str], int | None]) -> bool:
    """Whether a value stands before another in their list, or is the lesser number."""
    places = [int(found[0]) if (found := _FIRST.match(label)) else rank(label) for label in (one, other)]
    return places[0] is not None and places[1] is not None and places[0] < places[1]


def _beside(lines: Sequence[str], row: list[tuple[Span, str]], types: Sequence[str]) -> Iterator[Slip]:
    """Two answers of one row that stand beside one another exchanged: two words, or two numbers.

    Of columns that are declared to answer different things it is seldom meant.
    """
    for column, ((one, said), (other, also)) in enumerate(pairwise(row[1:])):
        if said != also and said and also and (_FIRST.match(said) is None) == (_FIRST.match(also) is None):
            place = Span(one.path, one.line, one.column, one.line, other.end_column)
            was = _text(lines, place)
            now = f"{also}{was[len(said) : len(was) - len(also)]}{said}"
            cost = APART if len({*types[column + 1 : column + 3]}) > 1 else EXCHANGED
            yield Slip(place, f"{said} | {also}", f"{also} | {said}", cost, Fix(place, now))


def _relabelled(
    lines: Sequence[str],
    above: tuple[Span, str],
    below: tuple[Span, str],
    labels: Sequence[str],
    rank: Callable[[str], int | None],
) -> Slip:
    """Two rows with each other's label: that is likelier where all stand in the order of their list then."""
    (one, said), (other, also) = above, below
    cost = LABELS
    if _is_put_in_order(labels, said, also, rank):
        cost = DECLARED if len(labels) > _TWO else EXCHANGE
    return _in_both(lines, one, other, also, said, cost)


def _all_of_both(lines: Sequence[str], here: list[tuple[Span, str]], there: list[tuple[Span, str]]) -> Slip:
    """Two rows, each with all that the other answers."""
    first, last = here[1][0], there[-1][0]
    stretch = Span(first.path, first.line, first.column, last.line, last.end_column)
    answers = [
        _text(lines, Span(first.path, row[1][0].line, row[1][0].column, row[1][0].line, row[-1][0].end_column))
        for row in (here, there)
    ]
    between = "\n".join([lines[first.line - 1][here[-1][0].end_column - 1 :], *lines[first.line : last.line - 1]])
    head = lines[last.line - 1][: there[1][0].column - 1]
    edit = Fix(stretch, f"{answers[1]}{between}\n{head}{answers[0]}")
    return Slip(here[0][0], here[0][1], there[0][1], EXCHANGED, edit, way="rows")


def _labels(lines: Sequence[str], rows: Sequence[int], path: str) -> list[str]:
    """What the rows of a table are for, from the first to the last."""
    return [cells[0][1] if (cells := _cells(lines, n, path)) else "" for n in rows]


def labels_of(lines: Sequence[str]) -> Iterator[list[str]]:
    """What the rows of each table of a file are for."""
    for number in range(1, len(lines) + 1):
        rows = _rows(lines, number)
        if rows[:1] == [number]:
            yield _labels(lines, rows[1:], "")


def _is_put_in_order(labels: Sequence[str], one: str, other: str, rank: Callable[[str], int | None]) -> bool:
    """Whether the labels of a table stand in the order of their list once two of them have changed places.

    >>> places = {"calm": 0, "wind": 1, "storm": 2}
    >>> _is_put_in_order(["wind", "calm", "storm"], "wind", "calm", places.get)
    True
    >>> _is_put_in_order(["calm", "wind", "storm"], "calm", "wind", places.get)
    False
    """
    turned = [other if label == one else one if label == other else label for label in labels]
    places = [rank(label) for label in turned]
    known = [place for place in places if place is not None]
    return len(known) == len(places) and known == sorted(known)


def _in_order(above: str, below: str) -> bool:
    """Whether two rows stand in the order of what they are for, as far as that is numbers.

    >>> _in_order("1-2", "3"), _in_order("3", "1"), _in_order("calm", "wind")
    (True, False, False)
    """
    one, other = _FIRST.match(above), _FIRST.match(below)
    return one is not None and other is not None and int(one[0]) < int(other[0])


def _is_named(label: str, row: Sequence[object]) -> bool:
    """Whether a row of several cells is called by a name: then it is not known in which order it stands."""
    return _FIRST.match(label) is None and len(row) > 2


def said_twice(lines: Sequence[str], place: Span) -> int:
    """How often a column of a table says again what another of its rows says; 0 where none stands at a place."""
    rows = _rows(lines, place.line)[1:]
    if place.line not in rows:
        return 0
    column = lines[place.line - 1][: place.column - 1].count("|") - 1
    cells = [[said for _, said in _cells(lines, n, place.path)] for n in rows]
    said = [row[column] for row in cells if column < len(row)]
    return len(said) - len({*said})


def copied_from(lines: Sequence[str], number: int) -> Span | None:
    """The label of the row beside one that answers the same in all of several columns; None where none does.

    Args:
        lines: All lines of a file; the path of the place that is found is empty.
        number: The row's line, from 1.
    """
    rows = _rows(lines, number)[1:]
    if number not in rows:
        return None
    at, own = rows.index(number), [said for _, said in _cells(lines, number, "")[1:]]
    for other in (*rows[:at][-1:], *rows[at + 1 :][:1]):
        cells = _cells(lines, other, "")
        if len(own) > 1 and [said for _, said in cells[1:]] == own:
            return cells[0][0]
    return None


def _rows(lines: Sequence[str], number: int) -> list[int]:
    """The lines of the table that one stands in, its heads first; none where no table stands. Remarks are no rows."""
    if not lines[number - 1].lstrip().startswith("|"):
        return []
    first, last = number, number
    while first > 1 and lines[first - 2].lstrip().startswith(_OF_TABLES):
        first -= 1
    while last < len(lines) and lines[last].lstrip().startswith(_OF_TABLES):
        last += 1
    return [n for n in range(first, last + 1) if lines[n - 1].lstrip().startswith("|")]


def _cells(lines: Sequence[str], number: int, path: str) -> list[tuple[Span, str]]:
    found = _CELL.finditer(lines[number - 1])
    return [(Span(path, number, one.start("said") + 1, number, one.end("said") + 1), one["said"]) for one in found]


def _borders(above: str, below: str) -> Iterator[tuple[str, str]]:
    """Where two ranges of numbers meet, the same with their border one further, to either side.

    >>> list(_borders("4-8", "9")), list(_borders("3", "4+")), list(_borders("1-2", "4"))
    ([('4-7', '8-9')], [('3-4', '5+')], [])
    """
    one, other = _RANGE.match(above), _RANGE.match(below)
    if one is None or other is None or one["open"]:
        return
    low, high = int(one["low"]), int(one["high"] or one["low"])
    first, last = int(other["low"]), int(other["high"] or other["low"])
    if first != high + 1:
        return
    for end in (high - 1, high + 1):
        if low <= end and (other["open"] or end < last):
            yield _range(low, end), f"{end + 1}+" if other["open"] else _range(end + 1, last)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _in_both(lines: Sequence[str], one: Span, other: Span, above: str, below: str, cost: int) -> Slip:
    """Two cells of two rows, each with something else; the text between them stays."""
    place = Span(one.path, one.line, one.column, other.line, other.end_column)
    between = "\n".join([lines[one.line - 1][one.end_column - 1 :], *lines[one.line : other.line - 1]])
    put = f"{above}{between}\n{lines[other.line - 1][: other.column - 1]}{below}"
    was = f"{_text(lines, one)} | {_text(lines, other)}"
    return Slip(one, was, f"{above} | {below}", cost, Fix(place, put), way="both")


def _text(lines: Sequence[str], place: Span) -> str:
    return lines[place.line - 1][place.column - 1 : place.end_column - 1]
