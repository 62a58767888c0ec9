"""OpenDocument texts (.odt, ISO/IEC 26300): the paragraphs, lists and tables of their body."""

from __future__ import annotations

from collections.abc import Iterator

from regola_compiler.exchange.xml import Element
from regola_dsl.wording import say

from regola_crosscheck.files.archive import Archive, Unfit
from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Place, Row, Table
from regola_crosscheck.files.counting import Counting, Level

_MANIFEST = "META-INF/manifest.xml"
# What stands in a text without being said in it; footnotes and comments have no place in the sentence around them.
_ASIDE = frozenset({"tracked-changes", "annotation", "note", "bookmark", "frame", "table-of-content", "forms"})
_WRAPPERS = frozenset({"section", "index-body", "text-box", "table-header-rows", "table-rows", "table-row-group"})
_WIDEST = 64
_FORMATS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
_OUTLINE = "outline"


def read_opendocument(data: bytes) -> tuple[list[Block], int]:
    """The text of an OpenDocument file, and how many tracked changes are in it.

    Raises:
        Unfit: if it cannot be read.
    """
    archive = Archive.open(data)
    manifest = archive.part(_MANIFEST)
    if manifest is not None and next(manifest.every("encryption-data"), None) is not None:
        raise Unfit(say("the file is protected by a password"), say("save it without a password"))
    root = archive.part("content.xml")
    body = root.child("body") if root is not None else None
    text = body.child("text") if body is not None else None
    if root is None or text is None:
        raise Unfit(say("this is no text document: it has no text"), say("save it as .odt again"))
    reader = _Reader(root, archive.part("styles.xml"))
    reader.paged = next(text.every("soft-page-break"), None) is not None
    blocks = list(reader.blocks(text))
    return blocks, sum(1 for _ in text.every("changed-region"))


class _Reader:
    def __init__(self, content: Element, styles: Element | None) -> None:
        sheets = [content, *([styles] if styles is not None else [])]
        self.weights = {
            one.attributes.get("name", ""): _weight(one) for sheet in reversed(sheets) for one in sheet.every("style")
        }
        self.counting = Counting(_lists(sheets))
        self.paged = False
        self.page = 1
        self.paragraphs = self.tables = 0

    def place(self, *, table: int = 0, row: int = 0) -> Place:
        return Place(self.page if self.paged else 0, 0, 0 if table else self.paragraphs, table, row)

    def blocks(self, inside: Element, depth: int = 0, style: str = "") -> Iterator[Block]:
        """The blocks in a body, a section or an item of a list."""
        for one in inside.children():
            match one.name:
                case "p" | "h":
                    yield self.paragraph(one)
                case "list":
                    yield from self.items(one, depth + 1, one.attributes.get("style-name", style))
                case "table":
                    yield self.table(one)
                case "soft-page-break":
                    self.page += 1
                case name if name in _WRAPPERS:
                    yield from self.blocks(one, depth, style)

    def items(self, one: Element, depth: int, style: str) -> Iterator[Block]:
        for item in one.children("list-item", "list-header"):
            first = item.name == "list-item"
            for block in self.blocks(item, depth, style):
                if isinstance(block, Paragraph) and first and block.plain and not block.mark:
                    mark = self.counting.next(style, depth - 1) or "-"
                    pieces = block.pieces
                    if mark != "-":
                        pieces = (Piece(f"{mark} ", pieces[0].place, pieces[0].bold), *pieces)
                    yield Paragraph(pieces, block.level, "-" if mark == "-" and not block.level else "")
                    first = False
                else:
                    yield block

    def paragraph(self, one: Element) -> Paragraph:
        self.paragraphs += 1
        level = one.attributes.get("outline-level", "1") if one.name == "h" else "0"
        number = int(level) if level.isdigit() and int(level) < 10 else 1
        pieces = tuple(self.pieces(one, self.weights.get(one.attributes.get("style-name", ""), (False, False))))
        mark = self.counting.next(_OUTLINE, number - 1) if number and pieces else ""
        if mark and mark != "-":
            pieces = (Piece(f"{mark} ", pieces[0].place), *pieces)
        return Paragraph(pieces, number)

    def pieces(self, one: Element, weight: tuple[bool, bool]) -> Iterator[Piece]:
        bold, italic = weight
        for part in one.content:
            if isinstance(part, str):
                # Line ends of the file are blanks; those of the text are elements.
                yield Piece(part, self.place(), bold, italic)
                continue
            match part.name:
                case "s":
                    yield Piece(" ", self.place(), bold, italic)
                case "tab" | "line-break":
                    yield Piece(" ", self.place(), bold, italic)
                case "soft-page-break":
                    self.page += 1
                case "span":
                    own = self.weights.get(part.attributes.get("style-name", ""), (False, False))
                    yield from self.pieces(part, (bold or own[0], italic or own[1]))
                case name if name not in _ASIDE:
                    yield from self.pieces(part, weight)

    def table(self, one: Element) -> Table:
        self.tables += 1
        number = self.tables
        rows: list[Row] = []
        for row in _rows(one):
            cells: list[str] = []
            for cell in row.children("table-cell", "covered-table-cell"):
                text = " ".join(plain for part in cell.every("p") if (plain := self.plain(part)))
                repeated = cell.attributes.get("number-columns-repeated", "1")
                cells += [text] * (min(int(repeated), _WIDEST) if repeated.isdigit() else 1)
            while cells and not cells[-1] and len(cells) > _WIDEST // 2:
                cells.pop()
            rows.append(Row(tuple(cells), self.place(table=number, row=len(rows) + 1)))
        return Table(tuple(rows))

    def plain(self, one: Element) -> str:
        return Paragraph(tuple(self.pieces(one, (False, False)))).plain


def _rows(table: Element) -> Iterator[Element]:
    for one in table.children():
        if one.name == "table-row":
            yield one
        elif one.name in _WRAPPERS:
            yield from _rows(one)


def _weight(style: Element) -> tuple[bool, bool]:
    """Whether a style is bold, and whether it is in italics."""
    properties = style.child("text-properties")
    if properties is None:
        return False, False
    weight = properties.attributes.get("font-weight", "normal")
    bold = weight == "bold" or (weight.isdigit() and int(weight) >= 600)
    return bold, properties.attributes.get("font-style", "normal") in {"italic", "oblique"}


def _lists(sheets: list[Element]) -> dict[str, tuple[str, dict[int, Level]]]:
    """The list styles of a file and the numbers of its headings, ready to count."""
    found: dict[str, tuple[str, dict[int, Level]]] = {}
    for sheet in sheets:
        for style in (*sheet.every("list-style"), *sheet.every("outline-style")):
            name = _OUTLINE if style.name == "outline-style" else style.attributes.get("name", "")
            levels: dict[int, Level] = {}
            for one in style.children():
                place = one.attributes.get("level", "")
                if place.isdigit() and 0 < int(place) < 11:
                    levels[int(place) - 1] = _level(one, int(place))
            found[name] = (name, levels)
    return found


def _level(one: Element, place: int) -> Level:
    if one.name.endswith("bullet"):
        return Level(kind="bullet")
    kind = _FORMATS.get(one.attributes.get("num-format", ""), "none")
    shown, start = one.attributes.get("display-levels", "1"), one.attributes.get("start-value", "1")
    first = place - (min(int(shown), place) if shown.isdigit() else 1) + 1
    numbers = ".".join(f"%{level}" for level in range(first, place + 1))
    text = f"{one.attributes.get('num-prefix', '')}{numbers}{one.attributes.get('num-suffix', '')}"
    return Level(int(start) if start.isdigit() else 1, text, kind)
