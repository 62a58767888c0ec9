"""A rulebook's text as it comes: its lines, its outline, the words of each section with their places.

Nothing of the text is believed or changed. What cannot be read is a `Diagnostic`; what can be read strangely (two
encodings mixed in one file) is read as well as may be, and the first such place is told.
"""

from __future__ import annotations

import codecs
from bisect import bisect_right
from collections import Counter
from dataclasses import field
from functools import cached_property
from pathlib import Path

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.system_errors import system_words
from regola_dsl.wording import say

from regola_crosscheck.book.numbering import Numbering

UNREADABLE = Code("R701", "not-a-text", "a rulebook file that cannot be read as text")
MIXED = Code("R702", "mixed-encoding", "a text of which a part is in another encoding", Severity.WARNING)
CODES = (UNREADABLE, MIXED)

MAX_BYTES = 8_000_000
MAX_LINE = 20_000
# Bytes no text has, but pictures, archives and printed pages do.
_BINARY = bytes([*range(7), *range(14, 27), *range(28, 32)])

# Small letters with accents; capitals tell nothing, as one encoding has them where the other has quotes.
_ACCENTED = frozenset("àèéìíòóùúâêîôûäëïöüçñßœæ")
# Bytes that say nothing of the encoding: ASCII, and those of the quotes and dashes of Windows, letters elsewhere.
_PLAIN_OR_QUOTES = bytes([*range(128), 0x80, 0x85, *range(0x91, 0x98)])

# What a terminal or a page would obey instead of showing, and line ends that are none here; each stays one character.
_UNSEEN = {
    code: " " if chr(code).isspace() else "\ufffd"
    for code in (
        *range(9),
        *range(11, 32),
        *range(127, 160),
        0x2028,
        0x2029,
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    )
}


def _western(error: UnicodeError) -> tuple[str, int]:
    """Bytes that are not UTF-8, read one by one as older Windows wrote them."""
    assert isinstance(error, UnicodeDecodeError)
    return bytes(error.object[error.start : error.end]).decode("cp1252", "replace"), error.end


def _is_mac_roman(data: bytes) -> bool:
    """Whether an older Macintosh wrote these bytes: read so, they have twice as many accented letters at least.

    >>> _is_mac_roman("la priorità è così".encode("mac_roman")), _is_mac_roman("la priorità è così".encode("cp1252"))
    (True, False)
    >>> _is_mac_roman("l’attacco, “prima” dell’unità".encode("cp1252"))
    False
    """
    high = data.translate(None, _PLAIN_OR_QUOTES)
    mac, western = (sum(char in _ACCENTED for char in high.decode(name, "replace")) for name in ("mac_roman", "cp1252"))
    return mac > 2 * western


codecs.register_error("regola-western", _western)


def called(section: str) -> str:
    """What messages call a section by its id: what stands before the first has none.

    >>> called("9.51"), called("")
    ('9.51', 'front')
    """
    return section or say("front")


@dataclass(frozen=True, slots=True)
class BookSection:
    """A section of a book. `first` and `last` are the lines of its own text, the heading's line included.

    `column` is where its text begins in its first line, behind the number. `numbered` tells a number from a slug,
    `heading` the lines before which the section has no text of its own.
    """

    id: str
    title: str
    line: int
    column: int
    last: int
    level: int = 0
    numbered: bool = True
    mark: str = ""


@dataclass(frozen=True)
class Passage:
    """The text of a section in one string, line ends and all, and where each character of it stands."""

    text: str
    line: int
    column: int
    path: str

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(place + 1 for place, char in enumerate(self.text) if char == "\n")]

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of a character, both from 1."""
        row = bisect_right(self._starts, offset) - 1
        column = offset - self._starts[row] + 1
        return self.line + row, column + (self.column - 1 if row == 0 else 0)

    def span(self, start: int, end: int) -> Span:
        """The stretch from one character up to another."""
        line, column = self.place(start)
        end_line, end_column = self.place(max(start, end - 1))
        return Span(self.path, line, column, end_line, end_column + 1)


@dataclass(frozen=True)
class Book:
    """A rulebook text in one language, cut into sections. What stands before the first is its `front`."""

    language: str
    path: str
    lines: tuple[str, ...]
    sections: tuple[BookSection, ...] = ()
    numbering: Numbering = field(default_factory=Numbering)

    @cached_property
    def front(self) -> BookSection | None:
        """What stands before the first section, often a summary of the rules: it has no number, so its id is empty."""
        last = self.sections[0].line - 1 if self.sections else len(self.lines)
        return BookSection("", "", 1, 1, last, numbered=False) if any(map(str.strip, self.lines[:last])) else None

    @property
    def stretches(self) -> tuple[BookSection, ...]:
        """All of its text: the front, then the sections."""
        return self.sections if self.front is None else (self.front, *self.sections)

    @cached_property
    def by_key(self) -> dict[tuple[int | str, ...], BookSection]:
        """Each section by its place in the outline; of a doubled one the first."""
        found: dict[tuple[int | str, ...], BookSection] = {}
        for section in self.sections:
            found.setdefault(self.numbering.key(section.id), section)
        return found

    @property
    def doubled(self) -> int:
        """How many sections have the number of one before them; a heading without a number may come again."""
        keys = Counter(self.numbering.key(section.id) for section in self.sections if section.numbered)
        return keys.total() - len(keys)

    def section(self, name: str) -> BookSection | None:
        """The section called `name`, however its zeroes are written; the front by its empty name."""
        return self.by_key.get(self.numbering.key(name)) if name else self.front

    def passage(self, section: BookSection) -> Passage:
        """The text of one occurrence of a section."""
        lines = list(self.lines[section.line - 1 : section.last])
        if lines:
            lines[0] = lines[0][section.column - 1 :]
        return Passage("\n".join(lines), section.line, section.column, self.path)

    def section_at(self, line: int) -> BookSection | None:
        """The section a line belongs to."""
        place = bisect_right(self._lines_of_sections, line) - 1
        return self.sections[place] if place >= 0 else None

    @cached_property
    def _lines_of_sections(self) -> list[int]:
        return [section.line for section in self.sections]

    def span_of(self, section: BookSection) -> Span:
        """The heading of a section."""
        text = self.lines[section.line - 1]
        return Span(self.path, section.line, 1, section.line, max(2, len(text) + 1))


def read_text(path: Path, shown: str) -> tuple[str | None, list[Diagnostic]]:
    """The text of a file, and what is wrong with it; None where it is no text at all."""
    start = Span(shown, 1, 1, 1, 2)
    try:
        if path.stat().st_size > MAX_BYTES:
            return None, [
                Diagnostic(
                    UNREADABLE,
                    say(
                        "the file is larger than {millions} million bytes: no rulebook's text is",
                        millions=MAX_BYTES // 1_000_000,
                    ),
                    start,
                    help=say("give the text of the rulebook alone, without pictures"),
                )
            ]
        data = path.read_bytes()
    except OSError as error:
        return None, [
            Diagnostic(UNREADABLE, say("the file cannot be read: {strerror}", strerror=system_words(error)), start)
        ]
    return decode(data, shown)


def decode(data: bytes, shown: str) -> tuple[str | None, list[Diagnostic]]:
    """The text in some bytes: UTF-8, UTF-16 with its mark, or what older machines wrote in the West.

    Args:
        data: the bytes of a file.
        shown: the name of the file as findings show it.

    Returns:
        the text, its line ends all of one kind, and what is wrong with it; None for what is no text. Nothing is raised.
    """
    start = Span(shown, 1, 1, 1, 2)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    elif data.translate(None, _BINARY) != data:
        help_ = say("give the rulebook as a PDF, .docx, .odt, .rtf or .html, or as Markdown or plain text")
        return None, [Diagnostic(UNREADABLE, say("this is not a text but a binary file"), start, help=help_)]
    else:
        mac = not _is_utf8(data) and _is_mac_roman(data) and not _mixed_encodings(data, shown)
        text = data.decode("mac_roman") if mac else data.decode("utf-8-sig", "regola-western")
    found = []
    if not text.strip():
        return None, [
            Diagnostic(
                UNREADABLE, say("the file is empty"), start, help=say("give the file that holds the rulebook's text")
            )
        ]
    long = next((number for number, line in enumerate(text.split("\n"), 1) if len(line) > MAX_LINE), None)
    if long is not None:
        message = say(
            "line {long} is longer than {most} characters: the line ends are lost, so no place can be told",
            long=long,
            most=MAX_LINE,
        )
        help_ = say("convert the rulebook again so that each paragraph is a line of its own")
        return None, [Diagnostic(UNREADABLE, message, Span(shown, long, 1, long, 2), help=help_)]
    if data[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
        found += _mixed_encodings(data, shown)
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_UNSEEN), found


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _mixed_encodings(data: bytes, shown: str) -> list[Diagnostic]:
    """What is told of bytes that are not UTF-8: nothing where the whole file is in another encoding."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        rest = data.decode("utf-8", "ignore")
        if not any(ord(char) > 127 for char in rest):
            return []
        line = data.count(b"\n", 0, error.start) + 1
        column = len(data[data.rfind(b"\n", 0, error.start) + 1 : error.start].decode("utf-8", "replace")) + 1
        span = Span(shown, line, column, line, column + 1)
        message = say(
            "most of the file is UTF-8, but from here some is in another encoding, and is read as Western European"
        )
        return [
            Diagnostic(
                MIXED,
                message,
                span,
                say("byte {byte}", byte=f"0x{data[error.start]:02x}"),
                help=say("save the file as UTF-8"),
            )
        ]
    return []
