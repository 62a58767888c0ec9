"""Slips that two places show: cells of two rows exchanged, or of one, a border, an exception below another.

What is right in each line is in the wrong one: no word of it is another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from regola_dsl.source import Span

from regola_compiler.mutation.likelihood import EXCHANGE, NUMBER
from regola_compiler.mutation.slips.slip import Slip

_CELL = re.compile(r"(?<=\|)(?P<before> *)(?P<said>[^|]*?) *(?=\|)")
_RANGE = re.compile(r"(?P<low>\d+)(?:-(?P<high>\d+)|(?P<open>\+))?$")
_FIRST = re.compile(r"-?\d+")
_EXCEPTION = re.compile(r"(?P<indent> *)(?P<kind>(?:then )?exception) (?P<name>\w+)(?P<to> to \w+(?:\.\w+)*)?")
_RULES = re.compile(r"(?:rule|define|exception) (?P<name>\w+)")
# Of tables with so few columns cells of rows are exchanged that are no neighbours, too.
_NARROW, _ROWS = 3, 8
# How unlikely it is that two answers of a table changed places, that an exception stands in the wrong place, and that
# two labels changed places that stand in no wrong order: they are copied from print, and tell the rows apart.
EXCHANGED, MOVED, LABELS = 20, 18, 30
_STEP = "  "


def in_rows(path: str, number: int, lines: Sequence[str], rank: Callable[[str], int | None]) -> Iterator[Slip]:
    """Cells of a row exchanged, or of it and of one below it, and the border between these two moved by one.

    Args:
        path: The file.
        number: The row's line, from 1.
        lines: All lines of the file.
        rank: At which place of its list a value stands.
    """
    if not _is_row(lines, number):
        return
    here = _cells(lines, number, path)
    yield from _beside(lines, here)
    end = next((n for n in range(number, len(lines) + 1) if not _is_row(lines, n)), len(lines) + 1)
    last = min(end, number + 1 + _ROWS) if len(here) <= _NARROW else min(end, number + 2)
    labels = _labels(lines, number, path)
    for below in range(number + 1, last):
        there = _cells(lines, below, path)
        if len(there) != len(here):
            continue
        turned = _in_order(there[0][1], here[0][1])
        for column, ((one, said), (other, also)) in enumerate(zip(here, there, strict=True)):
            # Rows that stand in order have their own labels, and of others these are what is exchanged.
            if said != also and said and also and (not turned if column else turned or _is_named(said, here)):
                unordered = turned or _is_put_in_order(labels, said, also, rank)
                cost = EXCHANGED if column else EXCHANGE if unordered else LABELS
                yield _in_both(lines, one, other, also, said, cost)
            if below == number + 1:
                for above, under in _borders(said, also):
                    yield _in_both(lines, one, other, above, under, NUMBER)
        if not turned and sum(said != also for (_, said), (_, also) in zip(here[1:], there[1:], strict=True)) > 1:
            yield _all_of_both(lines, here, there)


def _beside(lines: Sequence[str], row: list[tuple[Span, str]]) -> Iterator[Slip]:
    """Two answers of one row that stand beside one another exchanged: two words, or two numbers."""
    for (one, said), (other, also) in pairwise(row[1:]):
        if said != also and said and also and (_FIRST.match(said) is None) == (_FIRST.match(also) is None):
            place = Span(one.path, one.line, one.column, one.line, other.end_column)
            was = _text(lines, place)
            now = f"{also}{was[len(said) : len(was) - len(also)]}{said}"
            yield Slip(place, f"{said} | {also}", f"{also} | {said}", EXCHANGED, (place, now))


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
    edit = stretch, f"{answers[1]}{between}\n{head}{answers[0]}"
    return Slip(here[0][0], here[0][1], there[0][1], EXCHANGED, edit, way="rows")


def _labels(lines: Sequence[str], number: int, path: str) -> list[str]:
    """What the rows of a table are for, from the first to the last."""
    first = next(n for n in range(number, 0, -1) if not _is_row(lines, n)) + 1
    last = next((n for n in range(number, len(lines) + 1) if not _is_row(lines, n)), len(lines) + 1)
    return [cells[0][1] if (cells := _cells(lines, n, path)) else "" for n in range(first, last)]


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
    if not _is_row(lines, place.line):
        return 0
    column = lines[place.line - 1][: place.column - 1].count("|") - 1
    first = next(n for n in range(place.line, 0, -1) if not _is_row(lines, n)) + 1
    last = next((n for n in range(place.line, len(lines) + 1) if not _is_row(lines, n)), len(lines) + 1)
    rows = [[said for _, said in _cells(lines, n, place.path)] for n in range(first, last)]
    said = [row[column] for row in rows if column < len(row)]
    return len(said) - len({*said})


def _is_row(lines: Sequence[str], number: int) -> bool:
    """Whether a row of data stands in a line: one that begins with a bar, below another, which is its heading."""
    texts = lines[max(0, number - 2) : number] if 1 < number <= len(lines) else ()
    return len(texts) == 2 and all(text.lstrip().startswith("|") for text in texts)


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
    return Slip(one, was, f"{above} | {below}", cost, (place, put))


def _text(lines: Sequence[str], place: Span) -> str:
    return lines[place.line - 1][place.column - 1 : place.end_column - 1]


def exceptions_moved(path: str, number: int, lines: Sequence[str]) -> Iterator[Slip]:
    """An exception where it belongs, perhaps: to the one above it, to what that one is to, to the next rule.

    Args:
        path: The file.
        number: The line of its name, from 1.
        lines: All lines of the file.
    """
    found = _EXCEPTION.match(lines[number - 1])
    if found is None:
        return
    depth, end = len(found["indent"]), _end(lines, number)
    own = lines[number - 1 : end]
    above = _above(lines, number, depth)
    if depth and above and (name := _EXCEPTION.match(lines[above - 1])):
        yield _moved(path, number, end, own, [f"{_STEP}{line}" for line in own], found, name["name"])
    if not depth and found["to"] and above and (name := _EXCEPTION.match(lines[above - 1])):
        first = f"{_STEP}{own[0][: found.start('to')]}{own[0][found.end('to') :]}"
        yield _moved(path, number, end, own, [first, *(f"{_STEP}{line}" for line in own[1:])], found, name["name"])
    if depth > len(_STEP) and (outer := _above(lines, number, depth, parent=True)):
        over = _above(lines, outer, _depth(lines[outer - 1]), parent=True)
        if over and (name := _EXCEPTION.match(lines[over - 1]) or _RULES.match(lines[over - 1])):
            yield _moved(path, number, end, own, [line[len(_STEP) :] for line in own], found, name["name"])
    if depth == len(_STEP):
        yield from _to_the_next(path, number, end, lines, found)


def _to_the_next(path: str, number: int, end: int, lines: Sequence[str], found: re.Match[str]) -> Iterator[Slip]:
    """An exception at the end of the declaration below, or of the one above."""
    own = lines[number - 1 : end]
    heads = [n for n, line in enumerate(lines, 1) if line[:1].isalpha()]
    head = max(n for n in heads if n < number)
    following = [n for n in heads if n > number][:1]
    for other in following:
        if (name := _RULES.match(lines[other - 1])) and _kind(lines[other - 1]) == _kind(lines[head - 1]):
            last = _end(lines, other)
            rest = lines[end:last]
            yield _moved(path, number, last, [*own, *rest], [*rest, *own], found, name["name"])
    for other in [n for n in heads if n < head][-1:]:
        if (name := _RULES.match(lines[other - 1])) and _kind(lines[other - 1]) == _kind(lines[head - 1]):
            last = _end(lines, other)
            rest = lines[last : number - 1]
            yield _moved(path, last + 1, end, [*rest, *own], [*own, *rest], found, name["name"])


def _moved(
    path: str, first: int, last: int, was: Sequence[str], now: Sequence[str], found: re.Match[str], below: str
) -> Slip:
    said, line = f"{found['kind']} {found['name']}", first + [*was].index(found.string)
    place = Span(path, line, found.start("kind") + 1, line, found.end("name") + 1)
    edit = Span(path, first, 1, last, len(was[-1]) + 1), "\n".join(now)
    return Slip(place, said, said, MOVED, edit, way="below", other=below)


def _kind(head: str) -> str:
    return head.partition(" ")[0]


def _end(lines: Sequence[str], number: int) -> int:
    """The last line of what begins in a line: what stands deeper below it, without blank lines at its end."""
    depth = _depth(lines[number - 1])
    end = number
    for below in range(number + 1, len(lines) + 1):
        text = lines[below - 1]
        if text.strip() and _depth(text) <= depth:
            break
        end = below if text.strip() else end
    return end


def _above(lines: Sequence[str], number: int, depth: int, *, parent: bool = False) -> int:
    """The next line above as deep as that, or, for a `parent`, less deep; 0 where something else comes first."""
    for line in range(number - 1, 0, -1):
        text = lines[line - 1]
        if not text.strip():
            if depth:
                return 0
            continue
        if _depth(text) < depth or (not parent and _depth(text) == depth):
            return line if parent or _depth(text) == depth else 0
    return 0


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
