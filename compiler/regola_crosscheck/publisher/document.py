"""The report for the publisher as a Word document, which can be written on and sent back."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

from regola_crosscheck.publisher.notes import Note, Notes
from regola_crosscheck.publisher.quotation import Quotation

# What no XML can hold.
_UNHEARD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# The size of what is quoted besides the sentence in question.
_SMALL = 9.5


def as_document(notes: Notes) -> bytes:
    """The report as .docx.

    Raises:
        ImportError: if python-docx is not installed.
    """
    made = _Document(notes)
    made.number_pages()
    made.head()
    for heading, group in notes.numbered():
        made.document.add_heading(heading.title, 1)
        for number, note in group:
            made.note(note, number)
    made.foot()
    file = BytesIO()
    made.document.save(file)
    return file.getvalue()


class _Document:
    """A document on its way."""

    def __init__(self, notes: Notes) -> None:
        import docx  # noqa: PLC0415  an extra
        from docx.oxml.ns import qn  # noqa: PLC0415  the same

        self.document: Any = docx.Document()
        self._notes, self._words = notes, notes.words
        self._last_note = 0
        properties = self.document.core_properties
        properties.title = f"{_plain(notes.book)[:150]}: {notes.words.title}"
        properties.language, properties.author = notes.language, ""
        for language in self.document.styles.element.iter(qn("w:lang")):  # so that Word spells it as it is
            language.set(qn("w:val"), notes.language)

    def _line(self, text: str, *, bold: str = "", after: float = 6) -> Any:
        from docx.shared import Pt  # noqa: PLC0415  an extra

        paragraph = self.document.add_paragraph()
        paragraph.paragraph_format.space_after = Pt(after)
        if bold:
            paragraph.add_run(_plain(bold)).bold = True
        if text:
            paragraph.add_run(_plain(text))
        return paragraph

    def number_pages(self) -> None:
        """Put a page's number at its foot, as the letter on paper has it."""
        from docx.enum.text import WD_ALIGN_PARAGRAPH  # noqa: PLC0415  an extra
        from docx.oxml import OxmlElement  # noqa: PLC0415  the same
        from docx.oxml.ns import qn  # noqa: PLC0415  the same

        paragraph = self.document.sections[0].footer.paragraphs[0]
        paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
        paragraph.add_run("1")  # until the program that opens it counts
        field = OxmlElement("w:fldSimple")
        field.set(qn("w:instr"), "PAGE")
        (run,) = paragraph.part.element.iter(qn("w:r"))
        run.addprevious(field)
        field.append(run)

    def head(self) -> None:
        """What stands before the first note."""
        from docx.enum.text import WD_ALIGN_PARAGRAPH  # noqa: PLC0415  an extra

        notes, opening = self._notes, self._notes.opening
        if opening.date:
            self._line(opening.date).alignment = WD_ALIGN_PARAGRAPH.RIGHT
        self.document.add_heading(_plain(notes.book), 0)
        self._line("", bold=self._words.title)
        for text in (opening.salutation, f"{opening.read} {opening.compared}".strip()):
            if text:
                self._line(text)
        if notes.groups:
            self._line(f" {self._words.head.about}", bold=f"{notes.count}.")
        else:
            self._line("", bold=self._words.nothing)

    def note(self, note: Note, number: int) -> None:
        """A note, kept together as far as its page allows."""
        from docx.shared import Pt  # noqa: PLC0415  an extra

        words = self._words
        self._last_note = len(self.document.paragraphs)
        head = self._line(f" ({note.place})", bold=f"{number}. {note.section}", after=2)
        head.paragraph_format.space_before = Pt(10)
        head.paragraph_format.keep_with_next = True
        for place, one in enumerate(note.quotations):
            self._quote(one, first=place == 0)
        for remark in note.remarks:
            self._line(remark.what, after=2)
            if remark.proposal:
                self._line(remark.proposal, bold=f"{words.proposal}: ", after=2)
        for text in note.compare:
            self._line(f"{words.see_also}: {text}", after=2)
        if note.also:
            self._line(f"{words.also}: {'; '.join(note.also)}.", after=2)

    def _quote(self, one: Quotation, *, first: bool) -> None:
        from docx.enum.text import WD_COLOR_INDEX  # noqa: PLC0415  an extra
        from docx.shared import Pt  # noqa: PLC0415  the same

        if one.label:
            label = self._line("", after=0)
            label.paragraph_format.keep_with_next = True
            label.add_run(_plain(f"{one.label}:")).font.size = Pt(_SMALL)
        quoted = self.document.add_paragraph(style="Quote")
        quoted.paragraph_format.space_after = Pt(2)
        quoted.paragraph_format.keep_with_next = True
        for piece in one.pieces:
            run = quoted.add_run(_plain(piece.text))
            if piece.marked:
                run.font.highlight_color = WD_COLOR_INDEX.YELLOW
            if not first:
                run.font.size = Pt(_SMALL)

    def foot(self) -> None:
        """What stands behind the last note."""
        from docx.shared import Pt  # noqa: PLC0415  an extra

        opening = self._notes.opening
        if opening.closing:
            for above in self.document.paragraphs[self._last_note :]:  # what closes it stands on no page without a note
                above.paragraph_format.keep_with_next = True
            closing = self._line(opening.closing, after=12).paragraph_format
            closing.space_before, closing.keep_with_next = Pt(18), True
            self._line(opening.signature)


def _plain(text: str) -> str:
    return _UNHEARD.sub("\N{REPLACEMENT CHARACTER}", text)
