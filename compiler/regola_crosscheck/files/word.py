"""Word documents (.docx, ECMA-376): their body's paragraphs and tables, numbered as Word numbers them.

What Word counts for the reader (`1.2` before a heading) does not stand in the text: it is counted here as its list
definitions say. Tracked changes are read as if they were accepted, and told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from regola_compiler.exchange.xml import Element
from regola_dsl.wording import say

from regola_crosscheck.files.archive import Archive, Unfit
from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Place, Row, Table
from regola_crosscheck.files.counting import Counting, Level

_OFF = frozenset({"0", "false", "off", "none"})
# Parts of a paragraph that hold runs; what is deleted, moved away, or a comment is not among them.
_THROUGH = frozenset({"hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "fldSimple"})
_CHANGES = frozenset({"ins", "del", "moveFrom", "moveTo"})
# A title is no heading of the first level beside others; headings have six levels at most.
_TITLE, _DEEPEST = -1, 6


@dataclass(slots=True)
class _Style:
    """What a paragraph has of its style: heading level (`_TITLE` of a title), list, bold."""

    level: int = 0
    bold: bool = False
    italic: bool = False
    list: tuple[str, int] | None = None


@dataclass(slots=True)
class WordDocument:
    """A document as it is read: its blocks, and how many tracked changes are in it, the first at a place."""

    blocks: list[Block] = field(default_factory=list)
    changes: int = 0
    first_change: Place = field(default_factory=Place)


def read_word(data: bytes) -> WordDocument:
    """The text of a Word document.

    Raises:
        Unfit: if it cannot be read.
    """
    archive = Archive.open(data)
    root = archive.part("word/document.xml")
    body = root.child("body") if root is not None else None
    if body is None:
        raise Unfit(say("this is no Word document: it has no text"), say("save it as .docx again"))
    return _Reader(archive).read(body)


class _Reader:
    def __init__(self, archive: Archive) -> None:
        self.styles = _styles(archive.part("word/styles.xml"))
        self.counting = _counting(archive.part("word/numbering.xml"))
        self.document = WordDocument()
        self.page = 1
        self.paragraphs = self.tables = 0

    def read(self, body: Element) -> WordDocument:
        paged = any(True for _ in body.every("lastRenderedPageBreak")) or any(
            one.attributes.get("type", "") == "page" for one in body.every("br")
        )
        self.page = 1 if paged else 0
        for one in _content(body):
            if one.name == "p":
                self.document.blocks.append(self.paragraph(one))
            elif one.name == "tbl":
                self.document.blocks.append(self.table(one))
        self.document.blocks[:] = _below_title(self.document.blocks)
        return self.document

    def paragraph(self, one: Element, *, counted: bool = True) -> Paragraph:
        if counted:
            self.paragraphs += 1
        properties = one.child("pPr")
        style = self.style(properties)
        pieces = list(self.pieces(one, style, self.paragraphs if counted else 0))
        mark = ""
        if style.list is not None and any(piece.text.strip() for piece in pieces):
            mark = self.counting.next(*style.list)
        level = style.level
        if mark and mark != "-":
            place = pieces[0].place if pieces else self.place()
            bold = bool(level) or bool(pieces and pieces[0].bold)
            pieces = [Piece(f"{mark} ", place, bold), *pieces]
            mark = ""
        return Paragraph(tuple(pieces), level, mark)

    def place(self, paragraph: int = 0) -> Place:
        return Place(self.page, paragraph=paragraph)

    def style(self, properties: Element | None) -> _Style:
        """The style of a paragraph, with what it says of itself."""
        if properties is None:
            return self.styles.get("", _Style())
        named = self.styles.get(_value(properties, "pStyle") or "", self.styles.get("", _Style()))
        own = _Style(named.level, named.bold, named.italic, named.list)
        level = _value(properties, "outlineLvl")
        if level is not None and level.isdigit() and int(level) < 9:
            own.level = int(level) + 1
        listed = properties.child("numPr")
        if listed is not None:
            own.list = _list_of(listed) or (None if _value(listed, "numId") == "0" else own.list)
        return own

    def pieces(self, one: Element, style: _Style, paragraph: int) -> Iterator[Piece]:
        for child in one.children():
            if child.name in _CHANGES:
                if not self.document.changes:
                    self.document.first_change = self.place(paragraph)
                self.document.changes += 1
            if child.name in _THROUGH:
                yield from self.pieces(child, style, paragraph)
            elif child.name == "r":
                yield from self.run(child, style, paragraph)

    def run(self, run: Element, style: _Style, paragraph: int) -> Iterator[Piece]:
        properties = run.child("rPr")
        bold, italic, hidden = style.bold, style.italic, False
        if properties is not None:
            named = self.styles.get(_value(properties, "rStyle") or "-", _Style())
            bold = _on(properties, "b", bold or named.bold)
            italic = _on(properties, "i", italic or named.italic)
            hidden = _on(properties, "vanish", default=False)
        for part in run.children():
            match part.name:
                case "t" if not hidden:
                    yield Piece(_text(part), self.place(paragraph), bold, italic)
                case "tab":
                    yield Piece(" ", self.place(paragraph), bold, italic)
                case "noBreakHyphen":
                    yield Piece("-", self.place(paragraph), bold, italic)
                case "br" if part.attributes.get("type", "") == "page":
                    self.page += 1
                case "br" | "cr":
                    yield Piece(" ", self.place(paragraph), bold, italic)
                case "lastRenderedPageBreak":
                    self.page += 1

    def table(self, one: Element) -> Table:
        self.tables += 1
        number = self.tables
        rows = []
        for count, row in enumerate(_rows(one), 1):
            place = Place(self.page, table=number, row=count)
            cells: list[str] = []
            for cell in _content(row, "tc"):
                properties = cell.child("tcPr")
                span = _value(properties, "gridSpan") if properties is not None else None
                merged = properties.child("vMerge") if properties is not None else None
                text = " ".join(self.cell_text(cell))
                cells.append("" if merged is not None and merged.attributes.get("val", "") != "restart" else text)
                cells += [""] * (min(int(span), 64) - 1 if span and span.isdigit() else 0)
            rows.append(Row(tuple(cells), place))
        return Table(tuple(rows))

    def cell_text(self, cell: Element) -> Iterator[str]:
        for one in cell.every("p"):
            plain = self.paragraph(one, counted=False).plain
            if plain:
                yield plain


def _content(one: Element, name: str = "") -> Iterator[Element]:
    """What lies in an element, what is only wrapped up in it too."""
    for child in one.children():
        if child.name in {"sdt", "sdtContent", "ins", "moveTo", "customXml"}:
            yield from _content(child, name)
        elif not name or child.name == name:
            yield child


def _rows(table: Element) -> Iterator[Element]:
    for row in _content(table, "tr"):
        properties = row.child("trPr")
        if properties is None or properties.child("del") is None:
            yield row


def _text(one: Element) -> str:
    """The text right inside an element, its blanks too."""
    return "".join(part for part in one.content if isinstance(part, str))


def _value(one: Element | None, name: str) -> str | None:
    child = one.child(name) if one is not None else None
    return child.attributes.get("val") if child is not None else None


def _on(properties: Element, name: str, default: bool) -> bool:
    child = properties.child(name)
    return default if child is None else child.attributes.get("val", "1") not in _OFF


def _list_of(listed: Element) -> tuple[str, int] | None:
    number, level = _value(listed, "numId"), _value(listed, "ilvl") or "0"
    return (number, int(level)) if number not in {None, "0"} and level.isdigit() and number is not None else None


def _styles(root: Element | None) -> dict[str, _Style]:
    """The styles by their ids, each with what it has of those it is based on; the usual one of paragraphs as ``."""
    if root is None:
        return {}
    plain = {one.attributes.get("styleId", ""): one for one in root.children("style")}
    found: dict[str, _Style] = {}

    def made(name: str, depth: int) -> _Style:
        if name in found or name not in plain or depth > 20:
            return found.get(name, _Style())
        one = plain[name]
        base = made(_value(one, "basedOn") or "", depth + 1)
        style = _Style(base.level, base.bold, base.italic, base.list)
        paragraph, run = one.child("pPr"), one.child("rPr")
        called = (_value(one, "name") or "").casefold()
        if called == "title":
            style.level = _TITLE
        elif called.startswith("heading ") and called[8:].isdigit():
            style.level = int(called[8:])
        if paragraph is not None:
            level = _value(paragraph, "outlineLvl")
            if level is not None and level.isdigit() and int(level) < 9:
                style.level = int(level) + 1
            listed = paragraph.child("numPr")
            if listed is not None:
                level_in_list = _value(listed, "ilvl") or str(max(0, style.level - 1))
                number = _value(listed, "numId")
                if number and number != "0" and level_in_list.isdigit():
                    style.list = (number, int(level_in_list))
        if run is not None:
            style.bold, style.italic = _on(run, "b", style.bold), _on(run, "i", style.italic)
        found[name] = style
        return style

    for name in plain:
        made(name, 0)
    usual = next(
        (
            name
            for name, one in plain.items()
            if one.attributes.get("default", "") in {"1", "true"} and one.attributes.get("type", "") == "paragraph"
        ),
        "",
    )
    found[""] = found.get(usual, _Style())
    return found


def _counting(root: Element | None) -> Counting:
    """The lists of a document, ready to count."""
    if root is None:
        return Counting({})
    shapes: dict[str, dict[int, Level]] = {}
    for one in root.children("abstractNum"):
        levels = {}
        for level in one.children("lvl"):
            place, start = level.attributes.get("ilvl", ""), _value(level, "start") or "1"
            if place.isdigit() and start.lstrip("-").isdigit():
                text, kind = _value(level, "lvlText") or "", _value(level, "numFmt") or "decimal"
                levels[int(place)] = Level(int(start), text, kind)
        shapes[one.attributes.get("abstractNumId", "")] = levels
    lists = {}
    for one in root.children("num"):
        shape = _value(one, "abstractNumId") or ""
        lists[one.attributes.get("numId", "")] = (shape, shapes.get(shape, {}))
    return Counting(lists)


def _below_title(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks of a document with a title as its one heading of the first level, and all others a level below it."""
    titled = any(isinstance(one, Paragraph) and one.level == _TITLE and one.plain for one in blocks)
    for one in blocks:
        if isinstance(one, Paragraph) and one.level:
            yield replace(one, level=1 if one.level == _TITLE else min(one.level + titled, _DEEPEST))
        else:
            yield one
