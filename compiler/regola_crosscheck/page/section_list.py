"""The sections that were recognised in a text: where each begins, what the rules have of it, how much of it is tied."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from regola_dsl.wording import later, localized, say, say_number

from regola_crosscheck.book.outline import title_of
from regola_crosscheck.files.blocks import FileSource
from regola_crosscheck.report import Report, counted_sections
from regola_crosscheck.sentences.tied import TIED, tied_sentences

# What the rules have of a section: all or a part of it, nothing as it is prose, or nothing yet.
ENCODED, PARTLY, PROSE, OPEN = "encoded", "partly", "prose", "open"
_SAID = {ENCODED: later("encoded"), PARTLY: later("encoded in part"), PROSE: later("prose"), OPEN: later("open")}


@dataclass(frozen=True, slots=True)
class SectionRow:
    """A section as it was recognised.

    Args:
        section: its number, or its name.
        title: empty if it has none.
        line: where it begins in the text.
        column: and behind its number.
        place: the same in the file, in words, of a file that has no lines.
        numbers: the parts of that place.
        status: what the rules have of it; empty where there are none.
        sentences: how many it has that may say a rule.
        tied: how many of these are tied to one.
    """

    section: str
    title: str
    line: int
    column: int
    place: str
    numbers: dict[str, int]
    status: str
    sentences: int
    tied: int


def section_rows(report: Report, language: str) -> list[SectionRow]:
    """The sections of the book in a language, in its order."""
    context = report.contexts[language]
    book, key_of = context.book, context.book.numbering.key
    status = report.statuses(language)
    source = report.sources.get(book.path)
    rows = []
    for section in book.sections:
        tied = tied_sentences(context, section) if context.statements else ()
        may = sum(one.kind in TIED for one in context.sentences(section))
        place = source.at(section.line, section.column) if isinstance(source, FileSource) else None
        rows.append(
            SectionRow(
                section.id,
                " ".join(title_of(book, section).split()),
                section.line,
                section.column,
                place.words if place else "",
                dict(place.numbers) if place else {},
                "" if context.alone else status[key_of(section.id)],
                may,
                sum(bool(one.ties) for one in tied),
            )
        )
    return rows


def as_text(report: Report) -> str:
    """The sections of each text in columns, and below them how many there are."""
    parts = []
    for language, context in report.contexts.items():
        rows = section_rows(report, language)
        cells = [_cells(row, alone=context.alone) for row in rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells
        ]
        count = ", ".join(map(localized, counted_sections(context.book)))
        parts.append("\n".join([*lines, f"{language}: {count}"]) + "\n")
    return "\n".join(parts)


def _cells(row: SectionRow, *, alone: bool) -> Sequence[str]:
    place = localized(row.place or say("line {line}", line=row.line))
    if alone:
        return (
            row.section,
            place,
            localized(say_number("{number} sentence", "{number} sentences", row.sentences)),
            row.title,
        )
    tied = localized(say("{tied} of {sentences} tied", tied=row.tied, sentences=row.sentences))
    return row.section, place, localized(say(_SAID[row.status])), tied, row.title


def as_json(report: Report) -> str:
    """The sections of each text for other programs (`schemas/sections.schema.json`)."""
    told: dict[str, list[dict[str, Any]]] = {}
    for language, context in report.contexts.items():
        told[language] = [
            {
                "section": row.section,
                "title": row.title,
                "location": {"path": context.book.path, "line": row.line, "column": row.column}
                | ({"place": {"words": row.place, **row.numbers}} if row.place else {}),
                "status": row.status or None,
                "sentences": row.sentences,
                "tied": row.tied,
            }
            for row in section_rows(report, language)
        ]
    return json.dumps({"sections": told}, ensure_ascii=False, indent=2) + "\n"
