"""From printed pages to blocks: lines joined into paragraphs, cut words made whole, running heads left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from statistics import median

from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Place, Row, Table
from regola_crosscheck.files.layout.columns_of_page import (
    Region,
    gutters_of,
    lines_of,
    regions_of,
    runs_of,
    usual_gutters,
)
from regola_crosscheck.files.layout.over_columns import Part, joined
from regola_crosscheck.files.layout.printed import Box, Line, Page, Run, Word
from regola_crosscheck.files.layout.tables_of_page import tables_of, whole

_ENDS = re.compile(r"[.:;!?…»”\")\]]\W*$")
_ITEM = re.compile(r"^(?:[•◦▪·●‣]|[-–—](?=\s))\s*")
_COUNTED = re.compile(r"^\(?(?:\d{1,2}|[a-z])[.)](?:\s|$)")
_SECTION = re.compile(r"^\d{1,3}(?:\.\d{1,3})+[.:]?(?:\s|$)")
# A heading's letters are so much larger than those of the text; its words are no more than these.
LARGER, LONGEST_HEADING = 1.14, 160
# The margins in which running heads and page numbers stand, and on how many pages a running head comes again.
MARGIN, AGAIN = 0.09, 3


def blocks_of(pages: list[Page]) -> list[Block]:
    """What is printed on some pages, as it is read."""
    kept = [(page, _without_running_heads(page, pages_heads)) for page, pages_heads in _running_heads(pages)]
    sizes: Counter[float] = Counter()
    for _, runs in kept:
        for run in runs:
            for word in run.words:
                sizes[round(word.size * 2) / 2] += len(word.text)
    body = sizes.most_common(1)[0][0] if sizes else 10.0
    headings = sorted({size for size in sizes if size >= LARGER * body}, reverse=True)
    usual = usual_gutters(gutters_of(page, runs) for page, runs in kept)

    def parts() -> Iterator[Part]:
        tables = 0
        for page, runs in kept:
            for part in _parts_of_page(page, runs, usual, body, headings, tables):
                tables += isinstance(part.block, Table)
                yield part

    return joined(parts())


def _parts_of_page(
    page: Page, runs: list[Run], usual: tuple[float, ...], body: float, headings: list[float], tables: int
) -> Iterator[Part]:
    counted: Counter[int] = Counter()
    for region in regions_of(page, runs, usual):
        lines = lines_of(region.runs)
        before = counted[region.column]
        counted[region.column] += len(lines)
        places = [Place(page.number, region.column, line=before + number) for number in range(1, len(lines) + 1)]
        start = 0
        for table in tables_of(lines, tuple(_rules_in(region, page.rules))):
            yield from _paragraphs(lines[start : table.first], places[start:], region.box, body, headings)
            tables += 1
            rows = [
                Row(cells, Place(page.number, region.column, table=tables, row=number))
                for number, cells in enumerate(table.rows, 1)
            ]
            yield Part(Table(tuple(rows)))
            start = table.last + 1
        yield from _paragraphs(lines[start:], places[start:], region.box, body, headings)


def _rules_in(region: Region, rules: tuple[Box, ...]) -> Iterator[Box]:
    for rule in rules:
        if rule.left >= region.box.left - 12 and rule.right <= region.box.right + 12:
            yield rule


def _paragraphs(lines: list[Line], places: list[Place], box: Box, body: float, headings: list[float]) -> Iterator[Part]:
    """The paragraphs that some lines of a column make."""
    if not lines:
        return
    steps = [below.box.bottom - above.box.bottom for above, below in pairwise(lines)]
    usual = median([step for step in steps if step > 0] or [1.2 * body])
    close = min(usual, 1.6 * body)
    left = min(line.box.left for line in lines)
    group = [0]
    for number in range(1, len(lines)):
        if _begins(lines, number, box, left, close, _level(lines[group[0]], headings), headings):
            yield _part([lines[one] for one in group], [places[one] for one in group], box, left, headings)
            group = []
        group.append(number)
    yield _part([lines[one] for one in group], [places[one] for one in group], box, left, headings)


def _part(lines: list[Line], places: list[Place], box: Box, left: float, headings: list[float]) -> Part:
    """The paragraph of some lines, with what tells whether it goes on in another column."""
    first = lines[0]
    begins = _ITEM.match(first.text) or _COUNTED.match(first.text) or _SECTION.match(first.text)
    indented = first.box.left - left > 0.7 * first.size
    plain = not begins and not first.words[0].bold and not indented
    full = box.right - lines[-1].box.right < 0.8 * lines[-1].size
    return Part(_paragraph(lines, places, headings), full, plain)


def _begins(
    lines: list[Line],
    number: int,
    box: Box,
    left: float,
    close: float,
    level: int,
    headings: list[float],
) -> bool:
    """Whether a line begins a paragraph."""
    above, line = lines[number - 1], lines[number]
    if level != _level(line, headings):
        return True
    if line.box.bottom - above.box.bottom > 1.28 * close:
        return True
    ended = bool(_ENDS.search(above.text))
    if _ITEM.match(line.text) or (_COUNTED.match(line.text) and (ended or _COUNTED.match(above.text))):
        return True
    first = line.words[0]
    if _SECTION.match(line.text) and (first.bold or ended):
        return True
    if first.bold and not above.words[-1].bold and ended:
        return True
    indent = line.box.left - above.box.left
    if indent > 0.7 * line.size and above.box.left - left < 0.7 * line.size and not _ITEM.match(above.text):
        return True
    room = box.right - above.box.right
    return ended and room > first.box.width + 0.6 * line.size


def _level(line: Line, headings: list[float]) -> int:
    """The level of the heading that a line is, or is a part of; 0 for none."""
    size = round(line.size * 2) / 2
    return headings.index(size) + 1 if size in headings and len(line.text) <= LONGEST_HEADING else 0


def _paragraph(lines: list[Line], places: list[Place], headings: list[float]) -> Paragraph:
    pieces: list[Piece] = []
    mark = ""
    for number, (line, place) in enumerate(zip(lines, places, strict=True)):
        words = line.words
        if number == 0 and (item := _ITEM.match(line.text)):
            mark = "-"
            rest = line.text[item.end() :]
            words = _without_first(words, len(line.text) - len(rest))
        following = lines[number + 1].words[0].text if number + 1 < len(lines) else ""
        texts = [*(word.text for word in words), following]
        for at, word in enumerate(words):
            text = whole(word.text, texts[at + 1], ends_line=at + 1 == len(words))
            pieces.append(Piece(text, place, word.bold, word.italic))
    return Paragraph(tuple(pieces), min(_level(lines[0], headings), 6), mark)


def _without_first(words: list[Word], length: int) -> list[Word]:
    """Words without so many letters at their beginning, blanks counted."""
    rest = list(words)
    while rest and length > 0:
        first = rest.pop(0)
        if len(first.text) > length:
            rest.insert(0, Word(first.text[length:], first.box, first.size, first.bold, first.italic))
        length -= len(first.text) + 1
    return rest


def _running_heads(pages: list[Page]) -> Iterator[tuple[Page, frozenset[tuple[str, int]]]]:
    """The pages with what comes again at the head or the foot of many of them."""
    seen: Counter[tuple[str, int]] = Counter()
    for page in pages:
        seen.update({_shape(line, page) for line in _marginal(page)})
    heads = frozenset(
        shape for shape, times in seen.items() if times >= min(AGAIN, max(2, len(pages) // 2)) and len(pages) > 1
    )
    for page in pages:
        yield page, heads


def _marginal(page: Page) -> list[Line]:
    top, bottom = MARGIN * page.height, (1 - MARGIN) * page.height
    return (
        [line for line in lines_of(tuple(runs_of(page.words))) if line.box.bottom < top or line.box.top > bottom]
        if page.words
        else []
    )


def _shape(line: Line, page: Page) -> tuple[str, int]:
    """A line with its figures taken alike, and about where it stands; left and right pages have theirs turned about."""
    words = sorted(re.sub(r"\d+|^[ivxlc]{1,7}$", "#", word.text) for word in line.words)
    return " ".join(words), round(line.box.middle / page.height * 50)


def _without_running_heads(page: Page, heads: frozenset[tuple[str, int]]) -> list[Run]:
    gone = {id(word) for line in _marginal(page) if _shape(line, page) in heads for word in line.words}
    return runs_of(tuple(word for word in page.words if id(word) not in gone))
