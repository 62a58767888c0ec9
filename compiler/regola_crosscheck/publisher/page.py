"""The report for the publisher as one HTML file, to be read or printed; it asks the network for nothing."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from regola_crosscheck.publisher.notes import Note, Notes

_STYLE = """\
body { font: 17px/1.5 Georgia, 'Times New Roman', serif; color: #1d1d1b; background: #fff; max-width: 44rem;
  margin: 2.5rem auto; padding: 0 1.2rem; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .6rem; border-bottom: 1px solid #8a8a85; padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 0; }
article { margin: 0 0 1.5rem; break-inside: avoid; }
.place { color: #55554f; font-weight: normal; }
blockquote { margin: .35rem 0; padding: .1rem 0 .1rem .9rem; border-left: 3px solid #c9c9c2; }
mark { background: #ffe58a; color: inherit; padding: 0 .1em; }
p { margin: .25rem 0; }
.compare, .label, .beside { color: #44443f; font-size: .93em; }
.label { margin: .35rem 0 0; }
.date { text-align: right; }
.closing { margin-top: 2.4rem; break-after: avoid; }
article:has(+ .closing) { break-after: avoid; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } mark { outline: 1px solid #8a6d00; } }
"""
# What no page may hold.
_UNHEARD = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def as_page(notes: Notes) -> str:
    """The report as a page."""
    words = notes.words
    parts = [
        Markup('<!DOCTYPE html>\n<html lang="{}">\n<head>\n<meta charset="utf-8">\n').format(notes.language),
        Markup('<meta http-equiv="Content-Security-Policy" content="{}">\n').format(_POLICY),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">\n'),
        Markup("<title>{}: {}</title>\n<style>\n").format(notes.book, words.title),
        Markup(_STYLE),  # noqa: S704  our own
        Markup("</style>\n</head>\n<body>\n<main>\n<h1>{}</h1>\n").format(notes.book),
        Markup("<p><strong>{}</strong></p>\n").format(words.title),
    ]
    opening = notes.opening
    if opening.date:
        parts.insert(-1, Markup('<p class="date">{}</p>\n').format(opening.date))
    above = (opening.salutation, f"{opening.read} {opening.compared}".strip())
    parts += [Markup("<p>{}</p>\n").format(text) for text in above if text]
    parts.append(
        Markup("<p><strong>{}.</strong> {}</p>\n").format(notes.count, words.head.about)
        if notes.groups
        else Markup("<p><strong>{}</strong></p>\n").format(words.nothing)
    )
    for heading, group in notes.numbered():
        parts.append(Markup("<h2>{}</h2>\n").format(heading.title))
        parts += [_article(notes, note, number) for number, note in group]
    if opening.closing:
        parts.append(Markup('<p class="closing">{}</p>\n<p>{}</p>\n').format(opening.closing, opening.signature))
    parts.append(Markup("</main>\n</body>\n</html>\n"))
    return _UNHEARD.sub("\N{REPLACEMENT CHARACTER}", str(Markup("").join(parts)))


def _article(notes: Notes, note: Note, number: int) -> Markup:
    words = notes.words
    rows = [
        Markup('<article>\n<h3>{}. {} <span class="place">({})</span></h3>\n').format(number, note.section, note.place)
    ]
    for place, one in enumerate(note.quotations):
        if one.label:
            rows.append(Markup('<p class="label">{}:</p>\n').format(one.label))
        said = Markup("").join(
            Markup("<mark>{}</mark>").format(piece.text) if piece.marked else escape(piece.text) for piece in one.pieces
        )
        rows.append(Markup("<blockquote{}>{}</blockquote>\n").format(Markup(' class="beside"') * bool(place), said))
    for remark in note.remarks:
        rows.append(Markup("<p>{}</p>\n").format(remark.what))
        if remark.proposal:
            rows.append(Markup("<p><strong>{}:</strong> {}</p>\n").format(words.proposal, remark.proposal))
    rows += [Markup('<p class="compare">{}: {}</p>\n').format(words.see_also, one) for one in note.compare]
    if note.also:
        rows.append(Markup('<p class="compare">{}: {}.</p>\n').format(words.also, "; ".join(note.also)))
    return Markup("").join([*rows, Markup("</article>\n")])
