"""What is written of a book for people besides its findings: the publisher's report, and the concordance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.wording import localized, say, say_number

from regola_cli.common import UsageError
from regola_cli.desk.written import require_outside, require_text, write_asked
from regola_cli.terminal import json_text

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_crosscheck.base.context import CrosscheckContext
    from regola_crosscheck.publisher.notes import Notes
    from regola_crosscheck.report import Report


def write_documents(
    compiled: Compiled,
    report: Report,
    told: Report,
    letter: Path | None,
    concordance: Path | None,
    terms: Path | None,
    *,
    title: str = "",
    signed: str = "",
) -> None:
    """Write all that is asked for, of one look; the letter has what is `told` of the report."""
    if letter is not None:
        write_letter(letter, compiled, told, title=title, signed=signed)
    if concordance is not None:
        write_concordance(report, concordance)
    if terms is not None:
        write_terms(report, terms)


def write_letter(letter: Path, compiled: Compiled, report: Report, *, title: str = "", signed: str = "") -> None:
    """Write the report for the publisher of each text; that of a second text beside the first, as `FILE.LANG.docx`.

    Args:
        letter: the file of the first.
        compiled: the game.
        report: what is to be told.
        title: what the book is called; by itself, its game or its file without it.
        signed: who writes.
    """
    from datetime import UTC, datetime

    from regola_crosscheck.publisher.notes import notes_of
    from regola_crosscheck.publisher.opening import opening_of
    from regola_crosscheck.publisher.words import OURS

    require_text(report)
    files: dict[Path, str | bytes] = {}
    told = []
    day = datetime.now(UTC).astimezone().date()
    for language, context in report.contexts.items():
        name = (title if not files else "") or _title(compiled, context)
        notes = notes_of(report, language, name, opening_of(report, language, name, day=day, signed=signed))
        if files and not notes.groups:
            told.append(localized(say("there is nothing to write of {path}", path=context.book.path)))
            continue
        path = letter.with_suffix(f".{language}{letter.suffix}") if files else letter
        require_outside(path, None)
        files[path] = _letter(path, notes)
        told.append(
            localized(
                say_number("wrote {path}: {number} note", "wrote {path}: {number} notes", notes.number, path=path)
            )
        )
    ours = sum(one.diagnostic.code.slug in OURS for one in report.found)
    if ours:
        told.append(
            localized(
                say_number(
                    "{number} finding is left out: it is of the rules or of an earlier reading, not of the book",
                    "{number} findings are left out: they are of the rules or of an earlier reading, not of the book",
                    ours,
                )
            )
        )
    write_asked(files)
    click.echo("\n".join(told))


def _title(compiled: Compiled, context: CrosscheckContext) -> str:
    """What a book is called: by itself, by its game, or by its file, which is the name of a game that is none."""
    from regola_crosscheck.book.titles import MARKDOWN, title_of_book

    book, known = context.book, compiled.game.title(context.book.language)
    title = title_of_book(book.lines, book.sections[0].line if book.sections else len(book.lines))
    heads = any(match["mark"] == "#" for line in book.lines[:40] if (match := MARKDOWN.match(line)))
    return title if title and (heads or context.alone) else known


def _letter(letter: Path, notes: Notes) -> str | bytes:
    """A report for the publisher in the form that the end of its file's name asks for."""
    from regola_crosscheck.publisher.document import as_document
    from regola_crosscheck.publisher.page import as_page
    from regola_crosscheck.publisher.paper import as_paper

    try:
        match letter.suffix.casefold():
            case ".docx":
                return as_document(notes)
            case ".pdf":
                return as_paper(notes)
            case ".html" | ".htm":
                return as_page(notes)
            case _:
                raise UsageError(say("what is `{letter}` to be? Write it as .docx, .pdf or .html", letter=letter))
    except ImportError as missing:
        raise UsageError(
            say('for this `{missing}` is needed: pip install "regola[pdf]"', missing=missing.name)
        ) from missing


def write_concordance(report: Report, output: Path) -> None:
    """The concordance of the first text that could be read."""
    from regola_crosscheck.page.concordance import concordance_file

    require_text(report)
    context = next(iter(report.contexts.values()))
    ending = output.suffix.casefold()
    if ending not in {".html", ".htm", ".txt", ""}:
        raise UsageError(say("what is `{output}` to be? Write it as .html or .txt", output=output))
    source, html = report.sources.get(context.book.path), ending in {".html", ".htm"}
    write_asked({output: concordance_file(context, source, html=html)})
    click.echo(localized(say("wrote {path}", path=output)), err=True)


def write_terms(report: Report, output: Path) -> None:
    """The terms of the first text that could be read, with what renders them in the second."""
    from regola_crosscheck.page.term_list import as_csv, as_page, as_text, term_rows

    require_text(report)
    languages = list(report.contexts)[:2]
    here, *others = (report.contexts[language] for language in languages)
    rows = term_rows(here, others[0] if others else None)
    match output.suffix.casefold():
        case ".csv":
            text = as_csv(rows, languages)
        case ".html" | ".htm":
            text = as_page(rows, here.book.path, languages)
        case ".txt":
            text = as_text(rows, here.book.path)
        case ".xls" | ".xlsx" | ".ods":
            raise UsageError(say("`{output}` cannot be written: write .csv, which a spreadsheet opens", output=output))
        case _:
            raise UsageError(say("what is `{output}` to be? Write it as .csv, .html or .txt", output=output))
    write_asked({output: text})
    click.echo(localized(say("wrote {path}", path=output)), err=True)


def write_sections(report: Report, output: Path | None, *, as_json: bool) -> None:
    """The sections that were recognised in each text, into a file or to who asks."""
    from regola_crosscheck.page import section_list

    require_text(report)
    text = section_list.as_json(report) if as_json else section_list.as_text(report)
    if output is None:
        (json_text if as_json else click.echo)(text, nl=False)
        return
    write_asked({output: text})
    click.echo(localized(say("wrote {path}", path=output)), err=True)
