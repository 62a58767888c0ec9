"""HTML pages: their paragraphs, headings, lists and tables, read by the standard library's tolerant parser.

Nothing is fetched and no script is looked at; what is not shown on the page (`head`, `script`, `hidden`) is not read.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser

from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Place, Row, Table

_SILENT = frozenset({"head", "script", "style", "template", "noscript", "svg", "math", "iframe", "object", "nav"})
_BLOCKS = frozenset(
    "address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header"
    " hr html legend li main menu ol p pre section summary ul h1 h2 h3 h4 h5 h6 caption table tr br".split()
)
_BOLD, _ITALIC = frozenset({"b", "strong"}), frozenset({"i", "em", "cite"})
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]{2,40})""", re.IGNORECASE)
_WIDEST = 64


def read_web(text: str) -> list[Block]:
    """The blocks of a page."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.finish()
    return reader.blocks


def charset_of(data: bytes) -> str:
    """The encoding that a page names, or nothing."""
    found = _CHARSET.search(data[:4096])
    return found[1].decode("ascii") if found else ""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[Block] = []
        self.pieces: list[Piece] = []
        self.silent: list[str] = []
        self.bold = self.italic = self.level = 0
        self.mark = ""
        self.rows: list[Row] | None = None
        self.cells: list[str] | None = None
        self.cell: list[str] | None = None
        self.span = 1
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin what a tag begins."""
        if self.silent or tag in _SILENT:
            if tag not in _VOID:
                self.silent.append(tag)
            return
        self.bold += tag in _BOLD
        self.italic += tag in _ITALIC
        if tag == "table":
            self.depth += 1
        if self.cell is not None and (tag in _BLOCKS):
            self.cell.append(" ")
        if self.depth == 1 and tag == "table":
            self.finish()
            self.rows = []
        elif self.depth == 1 and tag == "tr":
            self._end_row()
            self.cells = []
        elif self.depth == 1 and tag in {"td", "th"} and self.rows is not None:
            self._end_cell()
            self.cells = self.cells if self.cells is not None else []
            self.cell = []
            wide = dict(attrs).get("colspan") or "1"
            self.span = min(int(wide), _WIDEST) if wide.isdecimal() else 1
        elif tag == "br" and self.cell is None:
            self.pieces.append(Piece("\n", self._place()))
        elif tag in _BLOCKS and self.cell is None:
            self.finish()
            self.level = int(tag[1]) if re.fullmatch("h[1-6]", tag) else 0
            self.mark = "-" if tag == "li" else ""

    def handle_endtag(self, tag: str) -> None:
        """End what a tag ends."""
        if self.silent:
            if tag in self.silent:
                while self.silent.pop() != tag:
                    pass
            return
        self.bold = max(0, self.bold - (tag in _BOLD))
        self.italic = max(0, self.italic - (tag in _ITALIC))
        if tag == "table" and self.depth:
            self.depth -= 1
            if self.depth == 0:
                self._end_table()
        elif self.depth == 1 and tag in {"td", "th"}:
            self._end_cell()
        elif self.depth == 1 and tag == "tr":
            self._end_row()
        elif tag in _BLOCKS and self.cell is None:
            self.finish()

    def handle_data(self, data: str) -> None:
        """Take up words."""
        if self.silent:
            return
        if self.cell is not None:
            self.cell.append(data)
        elif self.rows is None or data.strip():
            self.pieces.append(Piece(data, self._place(), self.bold > 0, self.italic > 0))

    def finish(self) -> None:
        """End the paragraph, and at the end of a page what was left open."""
        if any(piece.text.strip() for piece in self.pieces):
            self.blocks.append(Paragraph(tuple(self.pieces), self.level, self.mark))
            self.mark = ""
        self.pieces = []
        self.level = 0

    def close(self) -> None:
        """End what was left open."""
        super().close()
        if self.rows is not None:
            self._end_table()

    def _place(self) -> Place:
        return Place(line=self.getpos()[0])

    def _end_cell(self) -> None:
        if self.cell is not None and self.cells is not None:
            self.cells += ["".join(self.cell), *[""] * (self.span - 1)]
        self.cell = None

    def _end_row(self) -> None:
        self._end_cell()
        if self.cells and self.rows is not None:
            self.rows.append(Row(tuple(self.cells), self._place()))
        self.cells = None

    def _end_table(self) -> None:
        self._end_row()
        rows, self.rows = self.rows, None
        self.finish()
        if rows:
            self.blocks.append(Table(tuple(rows)))
