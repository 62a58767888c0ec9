"""What is written of a book for people besides its findings: the publisher's report, and the concordance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from regola_cli.common import UsageError, write_all
from regola_cli.desk.written import require_text

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_crosscheck.report import Report


def write_letter(letter: Path, compiled: Compiled, report: Report) -> None:
    """Write the report for the publisher."""
    from regola_crosscheck.publisher.document import as_document
    from regola_crosscheck.publisher.notes import notes_of
    from regola_crosscheck.publisher.page import as_page
    from regola_crosscheck.publisher.paper import as_paper

    require_text(report)
    language, context = next(iter(report.contexts.items()))
    headings = (line[2:].strip("# *") for line in context.book.lines[:40] if line.startswith("# "))
    notes = notes_of(report, language, next(headings, "") or compiled.game.title(language))
    try:
        match letter.suffix.casefold():
            case ".docx":
                content: str | bytes = as_document(notes)
            case ".pdf":
                content = as_paper(notes)
            case ".html" | ".htm":
                content = as_page(notes)
            case _:
                raise UsageError(f"what is `{letter}` to be? Write it as .docx, .pdf or .html")
    except ImportError as missing:
        raise UsageError(f"for this `{missing.name}` is needed: pip install regola[pdf]") from missing
    write_all({letter: content})
    click.echo(f"wrote {letter}: {notes.count}")


def write_concordance(report: Report, output: Path) -> None:
    """The concordance of the first text that could be read."""
    from regola_crosscheck.page.concordance import concordance_file

    require_text(report)
    context = next(iter(report.contexts.values()))
    write_all({output: concordance_file(context, html=output.suffix.casefold() in {".html", ".htm"})})
    click.echo(f"wrote {output}", err=True)
