"""From printed pages to blocks: lines joined into paragraphs, cut words made whole, running heads left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from regola_crosscheck.book.numbering import count_of
from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Place, Row, Table
from regola_crosscheck.files.layout.columns_of_page import (
    Region,
    gutters_of,
    lines_of,
    regions_of,
    runs_of,
    usual_gutters,
)
from regola_crosscheck.files.layout.cut_words import OwnHyphens, whole
from regola_crosscheck.files.layout.over_columns import ENDS, STOPS, Part, joined
from regola_crosscheck.files.layout.printed import Box, Line, Page, Run, Word
from regola_crosscheck.files.layout.tables_of_page import tables_of
from regola_crosscheck.files.layout.text_sizes import FARTHER, LARGER, TextSizes, leading_of

_ITEM = re.compile(r"^(?:[•◦▪·●‣]|[-–—](?=\s))\s*")
_SECTION = re.compile(r"^\d{1,3}(?:\.\d{1,3})+[.:]?(?:\s+[^a-zß-ÿ]|$)")
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
    regions = [(page, regions_of(page, runs, usual)) for page, runs in kept]
    columns = (region.runs for _, ones in regions for region in ones)
    text = TextSizes(body, tuple(headings), leading_of(columns, body))

    def parts() -> Iterator[Part]:
        tables = 0
        for page, ones in regions:
            for part in _parts_of_page(page, ones, text, tables):
                tables += isinstance(part.block, Table)
                yield part

    hyphens = OwnHyphens.of(pages)
    return [hyphens.kept_in(block) for block in joined(parts())]


def _parts_of_page(page: Page, regions: list[Region], text: TextSizes, tables: int) -> Iterator[Part]:
    counted: Counter[int] = Counter()
    for region in regions:
        lines = lines_of(region.runs)
        before = counted[region.column]
        counted[region.column] += len(lines)
        places = [Place(page.number, region.column, line=before + number) for number in range(1, len(lines) + 1)]
        start = 0
        for table in tables_of(lines, tuple(_rules_in(region, page.rules))):
            yield from _paragraphs(lines[start : table.first], places[start:], region.box, text)
            tables += 1
            rows = [
                Row(cells, Place(page.number, region.column, table=tables, row=number))
                for number, cells in enumerate(table.rows, 1)
            ]
            yield Part(Table(tuple(rows)))
            start = table.last + 1
        yield from _paragraphs(lines[start:], places[start:], region.box, text)


def _rules_in(region: Region, rules: tuple[Box, ...]) -> Iterator[Box]:
    """The drawn lines of a column: its words may end far from the edge of its tables, beside which no column stands."""
    for rule in rules:
        inside = rule.left >= region.box.left - 12 and rule.right <= region.box.right + 12
        if inside or region.column == 0:
            yield rule


def _paragraphs(lines: list[Line], places: list[Place], box: Box, text: TextSizes) -> Iterator[Part]:
    """The paragraphs that some lines of a column make."""
    if not lines:
        return
    close = text.leading_of(lines)
    left = min(line.box.left for line in lines)
    group = [0]
    for number in range(1, len(lines)):
        if _begins(lines, number, box, left, close, text.level(lines[group[0]]), text):
            yield _part([lines[one] for one in group], [places[one] for one in group], box, left, text)
            group = []
        group.append(number)
    yield _part([lines[one] for one in group], [places[one] for one in group], box, left, text)


def _part(lines: list[Line], places: list[Place], box: Box, left: float, text: TextSizes) -> Part:
    """The paragraph of some lines, with what tells whether it goes on in another column."""
    first, last = lines[0], lines[-1]
    begins = _ITEM.match(first.text) or _SECTION.match(first.text)
    indented = first.box.left - left > 0.7 * first.size
    plain = not begins and not first.words[0].bold and not indented
    return Part(
        _paragraph(lines, places, text),
        box.right - last.box.right < 0.8 * last.size,
        plain,
        room=box.right - last.box.right - 0.25 * last.size,
        first=first.words[0].box.width,
        count=count_of(first.text),
    )


def _begins(lines: list[Line], number: int, box: Box, left: float, close: float, level: int, text: TextSizes) -> bool:
    """Whether a line begins a paragraph."""
    above, line = lines[number - 1], lines[number]
    if level != text.level(line):
        return True
    # The lines of a heading stand as much farther apart as its letters are larger.
    if line.box.bottom - above.box.bottom > FARTHER * close * (max(1.0, line.size / text.body) if level else 1.0):
        return True
    ended = bool(ENDS.search(above.text))
    if _ITEM.match(line.text) or (ended and _is_counted(lines, number)):
        return True
    first = line.words[0]
    if _SECTION.match(line.text) and (first.bold or bool(STOPS.search(above.text))):
        return True
    if first.bold and not above.words[-1].bold and ended:
        return True
    indent = line.box.left - above.box.left
    if indent > 0.7 * line.size and above.box.left - left < 0.7 * line.size and not _ITEM.match(above.text):
        return True
    room = box.right - above.box.right
    return ended and room > first.box.width + 0.6 * line.size


def _is_counted(lines: list[Line], number: int) -> bool:
    """Whether a line begins with the number of a list: one that counts on, or on from which another line counts.

    A number alone at the head of a line is the end of a sentence, which only happens to stand there.
    """
    own = count_of(lines[number].text)
    if own is None:
        return False
    before = {count_of(line.text) for line in lines[:number]}
    behind = {count_of(line.text) for line in lines[number + 1 :]}
    return own - 1 in before or own + 1 in behind


def _paragraph(lines: list[Line], places: list[Place], text: TextSizes) -> Paragraph:
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
            said = whole(word.text, texts[at + 1], ends_line=at + 1 == len(words))
            pieces.append(Piece(said, place, word.bold, word.italic))
    return Paragraph(tuple(pieces), min(text.level(lines[0]), 6), mark)


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
