"""The tables of a printed page: by the lines that are drawn around their cells, or by the white between them.

Where lines are drawn, they say what a cell is (after A. Nurminen, "Algorithmic Extraction of Data in Tables in PDF
Documents", 2013); where none are, neighbouring lines whose words leave the same strips white are rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from regola_crosscheck.files.layout.cut_words import broken, whole
from regola_crosscheck.files.layout.printed import Box, Line, Word

# Drawn lines so close together are one.
NEAR = 3.0
_ENUMERATOR = re.compile(r"(?:[•◦▪·*–—-]|\(?\d{1,2}[.)]|\(?[a-zA-Z][.)]|\d{1,2}(?:\.\d{1,3})+[.:]?)")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table: the rows of its cells, and the lines of the region it takes up, from 0."""

    rows: tuple[tuple[str, ...], ...]
    first: int
    last: int
    row_lines: tuple[int, ...]


def tables_of(lines: list[Line], rules: tuple[Box, ...]) -> list[FoundTable]:
    """The tables among the lines of a region, from top to bottom, none inside another."""
    found: list[FoundTable] = []
    taken: set[int] = set()
    for table in [*_drawn(lines, rules), *_set(lines)]:
        places = set(range(table.first, table.last + 1))
        if not places & taken:
            found.append(table)
            taken |= places
    return sorted(found, key=lambda table: table.first)


def _drawn(lines: list[Line], rules: tuple[Box, ...]) -> Iterator[FoundTable]:
    """The tables with lines drawn between rows or around cells."""
    for group in _connected(rules):
        heights = _merged([rule.middle for rule in group if rule.height <= NEAR < rule.width])
        if len(heights) < 2:
            continue
        box = _around(group)
        inside = [
            number
            for number, line in enumerate(lines)
            if box.top - 2 <= line.box.middle <= box.bottom + 2
            and line.box.left >= box.left - 6
            and line.box.right <= box.right + 6
        ]
        if not inside or inside[-1] - inside[0] + 1 != len(inside):
            continue
        sides = _merged([(rule.left + rule.right) / 2 for rule in group if rule.width <= NEAR < rule.height])
        chosen = [lines[number] for number in inside]
        inner = [side for side in sides if box.left + NEAR < side < box.right - NEAR]
        edges = inner or _strips(chosen)
        if not edges:
            continue
        bands: dict[int, list[int]] = {}
        for number in inside:
            bands.setdefault(sum(height < lines[number].box.middle for height in heights), []).append(number)
        rows: list[tuple[str, ...]] = []
        starts: list[int] = []
        # Of lines drawn above and below all rows alone, each line of text is a row.
        ruled = bool(inner) or len(bands) > 2 or all(len(numbers) == 1 for numbers in bands.values())
        for numbers in bands.values():
            for row in [numbers] if ruled else [[number] for number in numbers]:
                cells = _cells([word for number in row for word in lines[number].words], edges)
                if not ruled and rows and not cells[0]:
                    rows[-1] = tuple(f"{above} {below}".strip() for above, below in zip(rows[-1], cells, strict=True))
                else:
                    rows.append(cells)
                    starts.append(row[0])
        if len(rows) > 1 or (rows and inner):
            yield FoundTable(tuple(rows), inside[0], inside[-1], tuple(starts))


def _connected(rules: tuple[Box, ...]) -> list[list[Box]]:
    """Drawn lines that touch one another, or lie one below the other with the same ends."""
    groups: list[tuple[Box, list[Box]]] = []
    for rule in sorted(rules, key=lambda one: (one.top, one.left)):
        touching = [one for one in groups if _belongs(rule, *one)]
        members = [rule]
        box = rule
        for one in touching:
            members += one[1]
            box = box.with_(one[0])
            groups.remove(one)
        groups.append((box, members))
    return [members for _, members in groups if len(members) > 1]


def _belongs(rule: Box, box: Box, members: list[Box]) -> bool:
    touches = (
        rule.left <= box.right + NEAR
        and rule.right >= box.left - NEAR
        and rule.top <= box.bottom + NEAR
        and rule.bottom >= box.top - NEAR
    )
    if touches:
        return True
    flat = rule.height <= NEAR and all(one.height <= NEAR for one in members)
    ends = abs(rule.left - box.left) <= NEAR and abs(rule.right - box.right) <= NEAR
    return flat and ends and rule.top - box.bottom < 200


def _set(lines: list[Line]) -> Iterator[FoundTable]:
    """The tables without drawn lines."""
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and _is_row(lines[end]) and (end == start or _goes_on(lines[start : end + 1])):
            end += 1
        edges = _strips(lines[start:end]) if end - start >= 2 else []
        if edges and (end - start >= 3 or len(edges) >= 2):
            rows: list[tuple[str, ...]] = []
            starts: list[int] = []
            for number in range(start, end):
                rows.append(_cells(lines[number].words, edges))
                starts.append(number)
            firsts = [row[0] for row in rows]
            if not all(_ENUMERATOR.fullmatch(first) for first in firsts if first) or len(edges) >= 2:
                yield FoundTable(tuple(rows), start, end - 1, tuple(starts))
        start = max(end, start + 1)


def _is_row(line: Line) -> bool:
    return len(line.runs) > 1


def _goes_on(lines: list[Line]) -> bool:
    """Whether the last of some lines is a row of the same table as those before it."""
    before, line = lines[-2], lines[-1]
    return line.box.top - before.box.bottom < 1.8 * line.size and bool(_strips(lines))


def _strips(lines: list[Line]) -> list[float]:
    """The middles of the strips that all lines leave white, from left to right."""
    boxes = sorted((run.box.left, run.box.right) for line in lines for run in line.runs)
    found = []
    reach = boxes[0][1] if boxes else 0.0
    for left, right in boxes:
        if left - reach > 0.5 * lines[0].size:
            found.append((reach + left) / 2)
        reach = max(reach, right)
    return found


def _cells(words: list[Word], edges: list[float]) -> tuple[str, ...]:
    """What stands between the edges, each cell from its top to its bottom."""
    cells: list[list[Word]] = [[] for _ in range(len(edges) + 1)]
    for word in words:
        cells[sum(edge < (word.box.left + word.box.right) / 2 for edge in edges)].append(word)
    return tuple(_joined(cell) for cell in cells)


def _joined(words: list[Word]) -> str:
    text = ""
    for number, word in enumerate(words):
        after = words[number + 1].text if number + 1 < len(words) else ""
        cut = number + 1 < len(words) and words[number + 1].box.middle > word.box.bottom
        hyphened = not word.text[-1:].isalpha()
        text += broken(word.text, after) if cut and not hyphened else whole(word.text, after, ends_line=cut)
    return text.strip()


def _merged(places: list[float]) -> list[float]:
    """Places with those so close together taken as one."""
    found: list[float] = []
    for before, place in pairwise([-1000.0, *sorted(places)]):
        if place - (found[-1] if found else before) > NEAR:
            found.append(place)
    return found


def _around(boxes: list[Box]) -> Box:
    box = boxes[0]
    for other in boxes[1:]:
        box = box.with_(other)
    return box
