"""A rulebook in Markdown made into the files a translator is sent: PDF in two columns, Word, OpenDocument, RTF, HTML.

Made by other programs' rules than those by which they are read: Typst sets the PDF, python-docx writes the Word file, and
the rest is written out here as the formats say.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import docx
import typst


@dataclass(frozen=True)
class Part:
    """A heading (`level`), a paragraph, an item of a list, or the rows of a table."""

    text: str = ""
    level: int = 0
    item: bool = False
    rows: tuple[tuple[str, ...], ...] = ()


def parts_of(markdown: str) -> Iterator[Part]:
    """The parts of a Markdown text of the tutorial's kind."""
    for block in re.split(r"\n\s*\n", markdown):
        lines = [re.sub(r"^>\s?", "", line) for line in block.strip("\n").split("\n")]
        if lines[0].startswith("|"):
            rows = [tuple(cell.strip() for cell in line.strip("| ").split("|")) for line in lines]
            yield Part(rows=tuple(row for row in rows if not re.fullmatch(r"[-:\s]*", "".join(row))))
        elif lines[0].startswith("- "):
            yield from (Part(one.strip(), item=True) for one in " ".join(lines)[2:].split(" - "))
        elif lines[0].startswith("#"):
            mark, _, title = lines[0].partition(" ")
            yield Part(title, level=len(mark))
        elif any(lines):
            yield Part(" ".join(lines))


def styled(text: str) -> list[tuple[str, str]]:
    """The stretches of a text, each with `b`, `i` or nothing."""
    found = []
    for bold, italic, plain in re.findall(r"\*\*(.+?)\*\*|(?<!\w)\*(?!\s)([^*]+?)\*|((?:[^*]|(?<=\w)\*)+|\*)", text):
        found.append((bold or italic or plain, "b" if bold else "i" if italic else ""))
    return found


def as_pdf(markdown: str, columns: int = 2, width: int = 148, *, justify: bool = True) -> bytes:
    """Set by Typst in columns, with running heads and page numbers, tables with lines drawn."""

    def quoted(text: str) -> str:
        return '#"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def inline(text: str) -> str:
        wrap = {"b": "#strong[{}]", "i": "#emph[{}]", "": "{}"}
        return "".join(wrap[style].format(quoted(words)) for words, style in styled(text))

    out = [
        f'#set page(width: {width}mm, height: 210mm, margin: 15mm, columns: {columns}, numbering: "1",'
        f' header: align(center)[#text(8pt)[IL MANUALE]])\n#set text(size: 9pt, lang: "it", hyphenate: true)\n'
        f"#set par(justify: {str(justify).lower()})\n#set table(inset: 3pt)\n#set table.cell(breakable: false)\n"
    ]
    for part in parts_of(markdown):
        if part.rows:
            cells = ", ".join(f"[{inline(cell)}]" for row in part.rows for cell in row)
            out.append(f"#text(7pt)[#table(columns: {len(part.rows[0])}, {cells})]\n")
        elif part.level:
            out.append(f'#text({16 - 2 * part.level}pt, weight: "bold")[{inline(part.text)}]\n')
        else:
            out.append(f"{'- ' if part.item else ''}{inline(part.text)}\n")
    return typst.compile("\n".join(out).encode("utf-8"))


def as_word(markdown: str) -> bytes:
    """Written by python-docx, with the styles of headings and lists."""
    document = docx.Document()
    for part in parts_of(markdown):
        if part.rows:
            table = document.add_table(rows=0, cols=len(part.rows[0]))
            for row in part.rows:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
        else:
            paragraph = document.add_paragraph(
                style=f"Heading {part.level}" if part.level else "List Bullet" if part.item else None
            )
            for words, style in styled(part.text):
                run = paragraph.add_run(words)
                run.bold, run.italic = style == "b" or None, style == "i" or None
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def as_opendocument(markdown: str) -> bytes:
    """As ISO/IEC 26300 has it, no more than is needed."""

    def inline(text: str) -> str:
        wrap = {
            "b": '<text:span text:style-name="B">{}</text:span>',
            "i": '<text:span text:style-name="I">{}</text:span>',
        }
        return "".join(wrap.get(style, "{}").format(html.escape(words)) for words, style in styled(text))

    out, items = [], list[str]()
    for part in [*parts_of(markdown), Part()]:
        if part.item:
            items.append(f"<text:list-item><text:p>{inline(part.text)}</text:p></text:list-item>")
            continue
        if items:
            out.append(f"<text:list>{''.join(items)}</text:list>")
            items = []
        if part.rows:
            rows = "".join(
                "<table:table-row>"
                + "".join(f"<table:table-cell><text:p>{inline(cell)}</text:p></table:table-cell>" for cell in row)
                + "</table:table-row>"
                for row in part.rows
            )
            out.append(f"<table:table>{rows}</table:table>")
        elif part.level:
            out.append(f'<text:h text:outline-level="{part.level}">{inline(part.text)}</text:h>')
        else:
            out.append(f"<text:p>{inline(part.text)}</text:p>")
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text", "table", "style")
    )
    styles = (
        '<style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style>'
        '<style:style style:name="I"><style:text-properties fo:font-style="italic"/></style:style>'
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {spaces}'
        ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:text>{''.join(out)}</office:text></office:body></office:document-content>"
    )
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})


def as_rich_text(markdown: str) -> bytes:
    """As the specification of RTF 1.9.1 has it."""

    def inline(text: str) -> str:
        wrap = {"b": r"{{\b {}}}", "i": r"{{\i {}}}", "": "{}"}
        return "".join(wrap[style].format(escape(words)) for words, style in styled(text))

    def escape(words: str) -> str:
        words = re.sub(r"([\\{}])", r"\\\1", words)
        return "".join(char if ord(char) < 128 else rf"\u{ord(char)}?" for char in words)

    out = [r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Times;}}"]
    for part in parts_of(markdown):
        if part.rows:
            for row in part.rows:
                cells = "".join(rf"\pard\intbl {inline(cell)}\cell" for cell in row)
                edges = "".join(rf"\cellx{1000 * (number + 1)}" for number in range(len(row)))
                out.append(rf"\trowd{edges} {cells}\row")
            out.append(r"\pard")
        elif part.level:
            out.append(rf"\pard\outlinelevel{part.level - 1}{{\b {escape(part.text)}}}\par")
        else:
            out.append(
                rf"\pard {chr(92)}u8226? {inline(part.text)}\par" if part.item else rf"\pard {inline(part.text)}\par"
            )
    return ("\n".join(out) + "}").encode("ascii")


def as_web(markdown: str) -> bytes:
    """As a browser shows it."""

    def inline(text: str) -> str:
        wrap = {"b": "<strong>{}</strong>", "i": "<em>{}</em>", "": "{}"}
        return "".join(wrap[style].format(html.escape(words)) for words, style in styled(text))

    out = ["<!DOCTYPE html><html><head><title>x</title><script>9.9 no</script></head><body>"]
    for part in parts_of(markdown):
        if part.rows:
            rows = ("<tr>" + "".join(f"<td>{inline(cell)}</td>" for cell in row) + "</tr>" for row in part.rows)
            out.append(f"<table>{''.join(rows)}</table>")
        else:
            tag = f"h{part.level}" if part.level else "li" if part.item else "p"
            out.append(f"<{tag}>{inline(part.text)}</{tag}>")
    return "\n".join(out).encode("utf-8")


def zipped(parts: dict[str, str]) -> bytes:
    """An archive of texts by their names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


FORMS: dict[str, Callable[[str], bytes]] = {
    "pdf": as_pdf,
    "docx": as_word,
    "odt": as_opendocument,
    "rtf": as_rich_text,
    "html": as_web,
}
