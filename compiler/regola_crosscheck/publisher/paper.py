"""The report for the publisher on paper: a PDF/UA, set by Typst like the sheets of the games."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime

from regola_compiler.emit.print.typesetting import HERE
from regola_dsl.wording import primary_subtag

from regola_crosscheck.publisher.notes import Notes

# Same findings in, same bytes out.
_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)
_TEMPLATE = """\
#let told = json(bytes(sys.inputs.notes))
#set document(title: told.book + ": " + told.title)
#set page(paper: "a4", margin: (x: 25mm, y: 22mm), numbering: "1")
#set text(lang: told.language, size: 10.5pt, font: "Libertinus Serif")
#set par(justify: false, leading: 0.6em)
#show heading.where(level: 1): set text(19pt)
#show heading.where(level: 2): it => block(above: 20pt, below: 10pt, width: 100%,
  stroke: (bottom: 0.5pt + luma(120)), inset: (bottom: 3pt), text(13pt, it.body))
#if told.opening.date != "" { align(right, told.opening.date) }
#heading(level: 1, told.book)
#strong(told.title)

#told.opening.salutation

#told.opening.read #told.opening.compared

#if told.groups.len() == 0 [#strong(told.nothing)] else [#strong(told.count + ".") #told.about]
#let shown(quotation) = for piece in quotation.pieces {
  if piece.marked { highlight(fill: rgb("#ffe58a"), extent: 0pt, piece.text) } else { piece.text }
}
#for group in told.groups {
  heading(level: 2, group.heading)
  for note in group.notes {
    // What closes the letter stands on no page without a note.
    block(breakable: false, above: 14pt, sticky: note == told.groups.last().notes.last(), {
      block(below: 5pt, { strong(note.head); text(luma(70))[ (#note.place)] })
      for (place, quotation) in note.quotations.enumerate() {
        set text(9.5pt, luma(50)) if place > 0
        if quotation.label != "" { block(above: 6pt, below: 4pt, text(9.5pt, luma(50), quotation.label + ":")) }
        block(inset: (left: 9pt, y: 1pt), below: 6pt, stroke: (left: 2pt + luma(190)), shown(quotation))
      }
      for remark in note.remarks {
        block(below: 6pt, remark.what)
        if remark.proposal != "" { block(below: 6pt, { strong(told.proposal + ": "); remark.proposal }) }
      }
      for one in note.compare { block(below: 4pt, text(9.5pt, luma(50), told.see_also + ": " + one)) }
      if note.also != "" { block(below: 4pt, text(9.5pt, luma(50), told.also + ": " + note.also + ".")) }
    })
  }
}
#if told.opening.closing != "" {
  block(breakable: false, above: 30pt, { block(below: 12pt, told.opening.closing); told.opening.signature })
}
"""


def as_paper(notes: Notes) -> bytes:
    """The report as a PDF.

    Raises:
        ImportError: if Typst is not installed.
    """
    import typst  # noqa: PLC0415  an extra

    fonts = typst.Fonts(include_system_fonts=False, font_paths=[HERE / "fonts"])
    told = {"notes": json.dumps(_told(notes))}

    def compiler() -> typst.Compiler:
        return typst.Compiler(_TEMPLATE.encode(), font_paths=fonts, sys_inputs=told)

    try:
        made = compiler().compile(format="pdf", pdf_standards=["ua-1"], timestamp=_MOMENT)
    except typst.TypstError:
        # A sign of the book that no font of ours has: it is shown as a box, which the standard does not allow.
        made = compiler().compile(format="pdf", timestamp=_MOMENT)
    assert isinstance(made, bytes)
    return made


def _told(notes: Notes) -> dict[str, object]:
    words = notes.words
    groups = [
        {
            "heading": heading.title,
            "notes": [
                asdict(note) | {"head": f"{number}. {note.section}", "also": "; ".join(note.also)}
                for number, note in group
            ],
        }
        for heading, group in notes.numbered()
    ]
    return {
        "book": notes.book.strip() or words.title,
        "language": primary_subtag(notes.language),
        "title": words.title,
        "opening": asdict(notes.opening),
        "about": words.head.about,
        "count": notes.count,
        "proposal": words.proposal,
        "see_also": words.see_also,
        "also": words.also,
        "nothing": words.nothing,
        "groups": groups,
    }
