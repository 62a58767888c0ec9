"""A document written with python-docx: whoever imports this must have found out that it is installed."""

from __future__ import annotations

import re
from datetime import datetime
from typing import assert_never

import docx as library
from docx.enum.section import WD_ORIENT, WD_SECTION
from docx.enum.text import WD_BREAK
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.section import Section as WordSection
from docx.shared import Mm, Pt
from docx.table import _Cell as WordCell
from docx.text.paragraph import Paragraph

from regola_compiler.emit.print.document import (
    Beside,
    Block,
    Cell,
    Document,
    Foot,
    Line,
    Lines,
    Part,
    Row,
    Runs,
    Sequence,
    Side,
    Table,
    grey_of,
    shared,
)

_MOMENT = datetime(2000, 1, 1)
_TWIPS = 1440 / 25.4  # in a millimetre
_GUTTER = 5.0
# What no XML can say, and what no text means.
_UNSAYABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FILLS = {"marked": "#cfe6da", "unmarked": "#f7ebe6"}
_COLOURS = {"good": "#1b6b45", "bad": "#9a3324", "refs": "#1f5f86", "soft": "#5c6a75"}


class Writer:
    """Writes one document, from its beginning to its end; `word` is what has been written."""

    def __init__(self, document: Document, *, grey: bool) -> None:
        self.document, self.grey = document, grey
        self.word = library.Document()

    def write(self) -> None:
        """All of it."""
        document = self.document
        properties = self.word.core_properties
        properties.title = _said(f"{document.title} · {document.subtitle}")
        properties.author, properties.comments = "", ""
        properties.language = document.language
        properties.created = properties.modified = _MOMENT
        normal = self.word.styles["Normal"]
        normal.font.size = Pt(document.size)
        normal.element.get_or_add_rPr().append(_element("w:lang", val=document.language))
        for name in ("Normal", "List", "List Bullet", "List Number"):
            spacing = self.word.styles[name].paragraph_format
            spacing.space_after, spacing.space_before = Pt(1), Pt(0)
        for side, one in enumerate(document.sides):
            self._side(side, one)
        if not document.sides:
            self._chapters()

    # --- pages ---

    def _side(self, number: int, side: Side) -> None:
        """A page: its title across, then its columns."""
        first = number == 0
        page = self.word.sections[0] if first else self.word.add_section(WD_SECTION.NEW_PAGE)
        self._measured(page, ("1fr",))
        self._heading(self.document.title if first else side.title or self.document.title, 1)
        beside = side.title if first else self.document.title if side.title else ""
        place = f"{self.document.subtitle} · {number + 1}/{len(self.document.sides)}"
        self._soft(" · ".join(filter(None, (beside, place))))
        self._measured(self.word.add_section(WD_SECTION.CONTINUOUS), tuple(column.width for column in side.columns))
        for at, column in enumerate(side.columns):
            if at:
                self.word.add_paragraph().add_run().add_break(WD_BREAK.COLUMN)
            for block in column.blocks:
                self._block(block, 2)
        if self.document.foot:
            self._soft(self.document.foot)

    def _chapters(self) -> None:
        document = self.document
        self._measured(self.word.sections[0], ("1fr",))
        self._heading(document.title, 0)
        self._soft(document.subtitle)
        if document.intro:
            self.word.add_paragraph(_said(document.intro))
        for chapter in document.chapters:
            self._heading(_numbered(chapter.number, chapter.title, " · "), 1)
            for section in chapter.sections:
                if section.number or section.title:
                    self._heading(_numbered(section.number, section.title, " "), 2)
                for part in section.parts:
                    self._part(part, 2)

    def _measured(self, page: WordSection, widths: tuple[str, ...]) -> None:
        """The paper of a section, and its columns."""
        wide, high = self.document.paper_size
        page.orientation = WD_ORIENT.LANDSCAPE if wide > high else WD_ORIENT.PORTRAIT
        page.page_width, page.page_height = Mm(wide), Mm(high)
        page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = Mm(self.document.margin)
        page.header_distance = page.footer_distance = Mm(self.document.margin / 2)
        for old in page._sectPr.xpath("./w:cols"):  # noqa: SLF001  the library has no word for columns
            old.getparent().remove(old)
        columns = _element("w:cols", num=len(widths), space=_twips(_GUTTER), equalWidth=0)
        taken = shared(widths, wide - 2 * self.document.margin, _GUTTER)
        for place, width in enumerate(taken):
            last = place + 1 == len(taken)
            columns.append(_element("w:col", w=_twips(width), space=0 if last else _twips(_GUTTER)))
        page._sectPr.append(columns)  # noqa: SLF001

    # --- blocks and their parts ---

    def _block(self, block: Block, level: int) -> None:
        if block.title:
            heading = self._heading(block.title, level)
            self._refs(heading, block.refs)
        for part in block.parts:
            self._part(part, level)

    def _part(self, part: Part, level: int) -> None:
        match part:
            case Lines():
                self._lines(part)
            case Sequence():
                for phase in part.phases:
                    self._line(self.word.add_paragraph(), phase.head, strong=True)
                    self._lines(Lines("ticks", phase.steps))
            case Table():
                self._table(part)
            case Foot():
                self._line(self.word.add_paragraph(), part.line)
            case Beside():
                for block in part.blocks:
                    self._block(block, min(level + 1, 9))
            case _:
                assert_never(part)

    def _lines(self, part: Lines) -> None:
        number = self._new_numbers() if part.style == "steps" else 0
        for line in part.lines:
            if part.style == "steps":
                paragraph = self.word.add_paragraph(style="List Number")
                properties = paragraph._p.get_or_add_pPr().get_or_add_numPr()  # noqa: SLF001  as above
                properties.get_or_add_numId().val = number
            elif part.style == "lines" and not line.mark:
                paragraph = self.word.add_paragraph(style="List Bullet")
            elif part.style == "plain":
                paragraph = self.word.add_paragraph()
            else:
                paragraph = self.word.add_paragraph(style="List")
                run = paragraph.add_run(_said(f"{line.mark or '☐'}\t"))
                run.bold = bool(line.mark)
                self._colour(run._r, _COLOURS.get(line.tone, ""))  # noqa: SLF001
            self._line(paragraph, line)

    def _new_numbers(self) -> int:
        """A list that begins at 1 again, of the kind of the style of numbered lists."""
        numbering = self.word.part.numbering_part.element
        style = self.word.styles["List Number"].element.pPr.numPr.numId.val
        kind = next(one.abstractNumId.val for one in numbering.num_lst if one.numId == style)
        new = numbering.add_num(kind)
        new.add_lvlOverride(0).add_startOverride(1)
        return int(new.numId)

    def _table(self, part: Table) -> None:
        rows = [*part.rows, *part.strip]
        count = max([len(part.head), *(len(row.cells) for row in rows)], default=0)
        if not count:
            return
        for caption in part.above:
            self._soft("".join(run.text for run in caption))
        table = self.word.add_table(0, count)
        table.style = "Table Grid"
        every = [Row(part.head), *rows] if part.head else rows
        for place, row in enumerate(every):
            made = table.add_row()
            properties = made._tr.get_or_add_trPr()  # noqa: SLF001  as above
            properties.append(_element("w:cantSplit"))
            if part.head and place == 0:
                properties.append(_element("w:tblHeader"))
            # A row's cells are looked for anew each time they are asked for.
            for cell, one in zip(made.cells, row.cells, strict=False):
                self._cell(cell, one, head=bool(part.head) and place == 0)
        self.word.add_paragraph()

    def _cell(self, cell: WordCell, one: Cell, *, head: bool) -> None:
        paragraph = cell.paragraphs[0]
        self._runs(paragraph, one.runs, strong=head or one.weight in {"head", "strong"})
        self._refs(paragraph, one.refs)
        fill = self.document.tones.get(one.tone, _FILLS.get(one.tone, ""))
        if fill:
            shading = _element("w:shd", val="clear", color="auto", fill=self._shade(fill).lstrip("#"))
            cell._tc.get_or_add_tcPr().append(shading)  # noqa: SLF001

    def _line(self, paragraph: Paragraph, line: Line, *, strong: bool = False) -> None:
        self._runs(paragraph, line.runs, strong=strong)
        if line.aside:
            paragraph.add_run(_said(f" {line.aside}")).italic = True
        self._refs(paragraph, line.refs)

    def _runs(self, paragraph: Paragraph, runs: Runs, *, strong: bool = False) -> None:
        for run in runs:
            paragraph.add_run(_said(run.text)).bold = strong or run.strong or None

    def _refs(self, paragraph: Paragraph, refs: tuple[str, ...]) -> None:
        if refs:
            run = paragraph.add_run(_said(f"  {' '.join(refs)}"))
            self._colour(run._r, _COLOURS["refs"])  # noqa: SLF001

    def _heading(self, text: str, level: int) -> Paragraph:
        made: Paragraph = self.word.add_heading(_said(text), level)
        return made

    def _soft(self, text: str) -> None:
        run = self.word.add_paragraph().add_run(_said(text))
        self._colour(run._r, _COLOURS["soft"])  # noqa: SLF001

    def _colour(self, run: BaseOxmlElement, colour: str) -> None:
        if colour:
            run.get_or_add_rPr().append(_element("w:color", val=self._shade(colour).lstrip("#")))

    def _shade(self, colour: str) -> str:
        return grey_of(colour) if self.grey else colour


def _element(name: str, **attributes: str | int) -> BaseOxmlElement:
    """An element of the format, with attributes of its own space."""
    made = OxmlElement(name)
    for attribute, value in attributes.items():
        made.set(qn(f"w:{attribute}"), str(value))
    return made


def _twips(millimetres: float) -> int:
    return round(millimetres * _TWIPS)


def _said(text: str) -> str:
    return _UNSAYABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _numbered(number: str, title: str, between: str) -> str:
    """A number and a title; a section that has no number is called by its title, or by its name for want of one."""
    if not number[:1].isdigit():
        return title or number
    return f"{number}{between}{title}" if title else number
