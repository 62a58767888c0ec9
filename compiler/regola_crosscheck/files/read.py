"""A rulebook's file, of whatever kind, as the text the desk reads.

What a file is, is seen by how it begins; the end of its name decides only where that says nothing (HTML or Markdown).
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from pathlib import Path

from regola_compiler.exchange.units import Unreadable
from regola_compiler.literate.source import is_literate, read_literate
from regola_dsl.diagnostics import Code, Diagnostic, Severity, counted
from regola_dsl.source import Source, Span
from regola_dsl.system_errors import system_words
from regola_dsl.wording import say

from regola_crosscheck.book.odd_letters import detect_odd_letters
from regola_crosscheck.book.text import UNREADABLE, decode, read_text
from regola_crosscheck.files.archive import Archive, Unfit
from regola_crosscheck.files.blocks import Block, FileSource, Paragraph, Table, source_of

PAGES_WITHOUT_TEXT = Code("R797", "pages-without-text", "a PDF of which some pages are pictures", Severity.WARNING)
TRACKED = Code("R798", "tracked-changes", "a document with changes that nobody has accepted", Severity.WARNING)
CODES = (PAGES_WITHOUT_TEXT, TRACKED)

# A PDF has its pictures in it; of the other kinds a file so large is no rulebook.
MAX_BYTES = 200_000_000
# The desk's own lines and letters, whatever the file was.
MAX_LINES, MAX_LETTERS = 200_000, 8_000_000
_PAGES = frozenset({".html", ".htm", ".xhtml"})
# What is named so begins as such a file, or is damaged.
_DOCUMENTS = frozenset({".docx", ".odt", ".pdf"})
_CHARSETS = frozenset(
    {
        "utf-8",
        "utf-16",
        "ascii",
        "cp1250",
        "cp1251",
        "cp1252",
        "cp1253",
        "cp1254",
        "iso8859-1",
        "iso8859-2",
        "iso8859-15",
    }
)


def read_file(path: Path, shown: str) -> tuple[Source | None, list[Diagnostic]]:
    """The text in a file, with the places of its lines in that file, and what is wrong with it.

    Args:
        path: the file.
        shown: its name as findings show it.

    Returns:
        the text, or None where there is none to be had; a `FileSource` unless its lines are those of the file.
    """
    start = Span(shown, 1, 1, 1, 2)
    try:
        with path.open("rb") as file:
            head = file.read(4096)
            size = path.stat().st_size
    except OSError as error:
        return None, [
            Diagnostic(UNREADABLE, say("the file cannot be read: {strerror}", strerror=system_words(error)), start)
        ]
    reader = _reader(head, path)
    if reader is None and head.strip() and path.suffix.casefold() in _DOCUMENTS:
        message = say("this is no {kind} file, though its name says so", kind=path.suffix)
        return None, [Diagnostic(UNREADABLE, message, start, help=say("save it again, or export it as text"))]
    if reader is None:
        text, found = read_text(path, shown)
        if text is not None and text.count("\n") > MAX_LINES:
            message = say(
                "the file has {lines:,} lines: more than {most:,} are no rulebook",
                lines=text.count("\n"),
                most=MAX_LINES,
            )
            return None, [Diagnostic(UNREADABLE, message, start, help=say("give the text of the rulebook alone"))]
        odd = None if text is None else detect_odd_letters(text, shown)
        found = found if odd is None else [*found, odd]
        return (None if text is None else _without_rules(Source(shown, text))), found
    if size > MAX_BYTES:
        millions = MAX_BYTES // 1_000_000
        message = say("the file is larger than {millions} million bytes: no rulebook is", millions=millions)
        return None, [
            Diagnostic(UNREADABLE, message, start, help=say("save it with smaller pictures, or without them"))
        ]
    try:
        blocks, found = reader(path.read_bytes(), shown)
        source = source_of(shown, blocks)
        lines = source.text.count("\n")
        if lines > MAX_LINES or len(source.text) > MAX_LETTERS:
            raise Unfit(
                say(
                    "its text has {lines:,} lines and {letters:,} letters: no rulebook has",
                    lines=lines,
                    letters=len(source.text),
                ),
                say("give it alone"),
            )
        if not source.text.strip():
            raise Unfit(
                say("the file has no text"), say("see whether its pages are pictures: a scan must be recognised first")
            )
    except Unfit as wrong:
        return None, [Diagnostic(UNREADABLE, wrong.message, start, help=wrong.help_text)]
    except (Unreadable, MemoryError, RecursionError, OSError) as wrong:
        message = (
            say("the file cannot be read: {wrong}", wrong=wrong)
            if isinstance(wrong, Unreadable)
            else say("the file cannot be read")
        )
        return None, [Diagnostic(UNREADABLE, message, start, help=say("save it again, or export it as text"))]
    odd = detect_odd_letters(source.text, shown)
    return _shown(source), found if odd is None else [*found, odd]


def _without_rules(source: Source) -> Source:
    """A text as it is; of a rulebook whose blocks are rules, the book without them."""
    return Source(source.path, read_literate(source.path, source.text)[0].prose) if is_literate(source.path) else source


Reader = Callable[[bytes, str], tuple[list[Block], list[Diagnostic]]]


def _reader(head: bytes, path: Path) -> Reader | None:
    """What reads a file that begins so; None for text."""
    if b"%PDF-" in head[:1024]:
        return _pdf
    if head.startswith(b"PK\x03\x04"):
        return _archive
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _compound
    if head.startswith(b"{\\rtf"):
        return _rich_text
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith((b"<!doctype html", b"<html")) or path.suffix.casefold() in _PAGES:
        return _web
    return None


def _pdf(data: bytes, shown: str) -> tuple[list[Block], list[Diagnostic]]:
    from regola_crosscheck.files.pdf import read_pdf  # noqa: PLC0415  of a text none of it is needed

    blocks, pictures = read_pdf(data)
    if not pictures:
        return blocks, []
    named: str = ", ".join(map(str, pictures[:12]))
    if len(pictures) > 12:
        named = say("{pages} and more", pages=named)
    message = say(
        "{count} of the PDF without any text, only pictures: {named}", count=counted(len(pictures), "page"), named=named
    )
    help_ = say("if text stands on them, have it recognised (OCRmyPDF), or it is held to be missing")
    return blocks, [Diagnostic(PAGES_WITHOUT_TEXT, message, Span(shown, 1, 1, 1, 2), help=help_)]


def _archive(data: bytes, shown: str) -> tuple[list[Block], list[Diagnostic]]:
    from regola_crosscheck.files.opendocument import read_opendocument  # noqa: PLC0415  the same
    from regola_crosscheck.files.word import read_word  # noqa: PLC0415  the same

    names = Archive.open(data).names
    if "word/document.xml" in names:
        document = read_word(data)
        return document.blocks, _tracked(document.changes, shown, document.first_change.words)
    if "content.xml" in names:
        blocks, changes = read_opendocument(data)
        return blocks, _tracked(changes, shown, "")
    kind = (
        say("a spreadsheet")
        if "xl/workbook.xml" in names
        else say("slides")
        if "ppt/presentation.xml" in names
        else say("an archive")
    )
    raise Unfit(
        say("this is {kind}, no text document", kind=kind),
        say("give the rulebook as .docx, .odt, .rtf, .pdf, .html, .md or .txt"),
    )


def _compound(data: bytes, shown: str) -> tuple[list[Block], list[Diagnostic]]:
    del shown
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise Unfit(say("the document is protected by a password"), say("save it without a password"))
    raise Unfit(say("this is a document of an old Word, before 2007"), say("open it and save it as .docx"))


def _rich_text(data: bytes, shown: str) -> tuple[list[Block], list[Diagnostic]]:
    from regola_crosscheck.files.rich_text import read_rich_text  # noqa: PLC0415  the same

    if len(data) > MAX_LETTERS * 4:
        raise Unfit(say("the file is larger than any rulebook's text"), say("save it without pictures"))
    document = read_rich_text(data)
    return document.blocks, _tracked(document.changes, shown, "")


def _web(data: bytes, shown: str) -> tuple[list[Block], list[Diagnostic]]:
    from regola_crosscheck.files.web import charset_of, read_web  # noqa: PLC0415  the same

    if len(data) > MAX_LETTERS * 2:
        raise Unfit(say("the page is larger than any rulebook's text"), say("save it without what is built into it"))
    try:
        name = codecs.lookup(charset_of(data) or "utf-8").name
    except LookupError:
        name = "utf-8"
    if name in _CHARSETS - {"utf-8"} and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return read_web(data.decode(name, "replace")), []
    lined = data.replace(b">", b">\n") if max(map(len, data.split(b"\n")), default=0) > 15_000 else data
    text, found = decode(lined, shown)
    if text is None:
        raise Unfit(found[0].message, found[0].help)
    return read_web(text if lined is data else text.replace(">\n", ">")), found


def _tracked(changes: int, shown: str, where: str) -> list[Diagnostic]:
    """What is told of changes that nobody has accepted or refused."""
    if not changes:
        return []
    message = say(
        "the document has {count}: it is read as if all were accepted", count=counted(changes, "tracked change")
    )
    help_ = say("accept or refuse them, so that what is read is what will be printed")
    notes = (say("the first in {where}", where=where),) if where else ()
    return [Diagnostic(TRACKED, message, Span(shown, 1, 1, 1, 2), notes=notes, help=help_)]


def _shown(source: FileSource) -> FileSource:
    """The text without what a terminal would obey."""
    text, _ = decode(source.text.encode("utf-8", "replace"), source.path)
    return FileSource(source.path, text if text is not None else "", source.marks)


__all__ = ["CODES", "Block", "FileSource", "Paragraph", "Table", "read_file"]
