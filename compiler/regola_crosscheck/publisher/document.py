"""The report for the publisher as a Word document, which can be written on and sent back."""

from __future__ import annotations

import re
from io import BytesIO

from regola_crosscheck.publisher.notes import Note, Notes

# What no XML can hold.
_UNHEARD = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_document(notes: Notes) -> bytes:
    """The report as .docx.

    Raises:
        ImportError: if python-docx is not installed.
    """
    import docx  # noqa: PLC0415  an extra
    from docx.enum.text import WD_COLOR_INDEX  # noqa: PLC0415  the same
    from docx.shared import Pt  # noqa: PLC0415  the same

    document = docx.Document()
    document.core_properties.title = f"{_plain(notes.book)[:150]}: {notes.words.title}"
    document.core_properties.language = notes.language
    document.core_properties.author = ""
    document.add_heading(_plain(notes.book), 0)
    document.add_paragraph(f"{notes.words.title}. {notes.count}. {notes.words.about}")
    if not notes.groups:
        document.add_paragraph(notes.words.nothing)
    number = 0

    def add(note: Note) -> None:
        head = document.add_paragraph()
        head.paragraph_format.space_before = Pt(10)
        head.paragraph_format.space_after = Pt(2)
        head.paragraph_format.keep_with_next = True
        name = notes.words.named(note.section)
        head.add_run(_plain(f"{number}. {name}{f' {note.title}' if note.title else ''}")).bold = True
        head.add_run(_plain(f" ({note.place})"))
        quoted = document.add_paragraph(style="Quote")
        quoted.paragraph_format.space_after = Pt(2)
        quoted.paragraph_format.keep_with_next = True
        quoted.add_run(_plain(note.quotation.before))
        marked = quoted.add_run(_plain(note.quotation.marked))
        marked.font.highlight_color = WD_COLOR_INDEX.YELLOW
        quoted.add_run(_plain(note.quotation.after))
        document.add_paragraph(_plain(note.what)).paragraph_format.space_after = Pt(2)
        if note.proposal:
            proposed = document.add_paragraph()
            proposed.paragraph_format.space_after = Pt(2)
            proposed.add_run(f"{notes.words.proposal}: ").bold = True
            proposed.add_run(_plain(note.proposal))
        for one in note.compare:
            document.add_paragraph(_plain(f"{notes.words.see_also}: {one}")).paragraph_format.space_after = Pt(2)

    for heading, group in notes.groups:
        document.add_heading(heading, 1)
        for note in group:
            number += 1
            add(note)
    file = BytesIO()
    document.save(file)
    return file.getvalue()


def _plain(text: str) -> str:
    return _UNHEARD.sub("\N{REPLACEMENT CHARACTER}", text)
