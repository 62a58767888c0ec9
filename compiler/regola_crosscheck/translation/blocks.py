"""A book cut into what a translator's program works on: a unit for each paragraph, a segment for each sentence.

What is no sentence, the mark of a heading, the strokes of a table, stays behind: `lead` stands before the first
segment, and one of `gaps` behind each. Put together again they are the block, letter for letter, on one line.
Where all of a paragraph is in italics or bold, so do the stars around it: each of its sentences is a segment.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regola_crosscheck.book.columns import style_of
from regola_crosscheck.book.numbering import uncounted
from regola_crosscheck.book.sentences import sentences_of
from regola_crosscheck.book.text import Book, Passage
from regola_crosscheck.language.lexicon import Lexicon, lexicon

FRONT = "front"
_LEAD = re.compile(r"\s*(?:>\s*)*(?:#{1,6}\s+|[-–—•*]\s+|\d{1,2}[.)]\s+)?")
_LETTER = re.compile(r"[^\W\d_]")
_CELL = re.compile(r"(?<!\\)\|")
_STARS = re.compile(r"\*+$")
# A paragraph that stands between stars as a whole, with no star inside.
_AROUND = re.compile(r"(?P<stars>\*{1,3})(?P<inner>[^\s*](?:[^*]*[^\s*])?)(?P=stars)(?P<end>\s*)$")
_RULE = re.compile(r"[\s|:+=-]+")


@dataclass(frozen=True, slots=True)
class BookBlock:
    """A paragraph, a heading, an item of a list or a row of a table.

    `id` is its section and its place in it: `9.6/3`. `first` and `last` are its lines, from 1.
    """

    id: str
    section: str
    title: str
    kind: str
    first: int
    last: int
    lead: str
    segments: tuple[str, ...]
    gaps: tuple[str, ...]

    @property
    def text(self) -> str:
        """The block on one line."""
        return self.with_segments(self.segments)

    @property
    def words(self) -> str:
        """What is translated of it, in one."""
        return "".join(f"{one}{gap}" for one, gap in zip(self.segments, self.inner_gaps, strict=True))

    @property
    def inner_gaps(self) -> tuple[str, ...]:
        """The gaps without what stands behind the last segment."""
        return (*self.gaps[:-1], "")

    def with_segments(self, segments: Sequence[str]) -> str:
        """The block on one line with other words in it."""
        return self.lead + "".join(f"{one}{gap}" for one, gap in zip(segments, self.gaps, strict=True))

    @property
    def stars(self) -> str:
        """The stars around all of the block."""
        found = _STARS.search(self.lead)
        return found[0] if found is not None and self.gaps[-1].startswith(found[0]) else ""

    @property
    def starred(self) -> str:
        """The words with the stars around them, as earlier versions gave such a block to translators: in one."""
        return f"{self.stars}{self.words}{self.stars}"

    def whole(self) -> BookBlock:
        """The same as a single segment; a row of a table keeps its cells."""
        if self.kind == "row" or len(self.segments) < 2:
            return self
        return replace(self, segments=(self.words,), gaps=self.gaps[-1:])


def blocks_of(book: Book) -> list[BookBlock]:
    """The blocks of a book that have any words, in their order."""
    words = lexicon(book.language)
    found: list[BookBlock] = []
    counts: Counter[str] = Counter()
    for first, last, kind in _stretches(book):
        section = book.section_at(first)
        name = section.id if section is not None else FRONT
        lines = [line.strip() for line in book.lines[first - 1 : last]]
        text = book.lines[first - 1].rstrip() if kind == "row" else _joined(lines)
        lead, segments, gaps = _cells(text) if kind == "row" else _sentences(text, words)
        if not segments:
            continue
        counts[name] += 1
        title = section.title if section is not None else ""
        found.append(BookBlock(f"{name}/{counts[name]}", name, title, kind, first, last, lead, segments, gaps))
    return found


def _joined(lines: list[str]) -> str:
    first, *others = lines
    return " ".join([first, *(re.sub(r"^>\s*", "", line) for line in others)])


def _stretches(book: Book) -> Iterator[tuple[int, int, str]]:
    """The lines of each block, and what kind it is."""
    starts = {section.line for section in book.sections}
    goes_on = {place + 1 for place in uncounted(book.lines)}
    open_ = 0
    for number, line in enumerate([*book.lines, ""], 1):
        plain = re.sub(r"^\s*>\s?", "", line)
        blank, row = not plain.strip(), style_of(plain) == "pipes"
        heading = plain.lstrip().startswith("#")
        item = bool(re.match(r"\s*(?:[-–—•*]|\d{1,2}[.)])\s+\S", plain)) and number not in goes_on
        begins = number in starts or heading or item
        if open_ and (blank or row or begins):
            yield open_, number - 1, "paragraph"
            open_ = 0
        if row and not _RULE.fullmatch(plain):
            yield number, number, "row"
        elif heading:
            yield number, number, "heading"
        elif not blank and not row and not open_:
            open_ = number


def _cells(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The cells of a row that have letters, and what stands between them."""
    lead, segments, gaps = "", list[str](), list[str]()
    start = 0
    for stroke in [*(match.end() for match in _CELL.finditer(text)), len(text)]:
        cell = text[start:stroke]
        inner = cell.rstrip("|").strip() if cell.endswith("|") else cell.strip()
        at = cell.find(inner)
        if _LETTER.search(inner):
            before, after = cell[:at], cell[at + len(inner) :]
            if gaps:
                gaps[-1] += before
            else:
                lead += before
            segments.append(inner)
            gaps.append(after)
        elif gaps:
            gaps[-1] += cell
        else:
            lead += cell
        start = stroke
    return lead, tuple(segments), tuple(gaps)


def _sentences(text: str, words: Lexicon) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The sentences of a paragraph, each with the marks of bold and brackets that belong to it."""
    found = _LEAD.match(text)
    lead = found[0] if found else ""
    body = text[len(lead) :]
    if not _LETTER.search(body):
        return text, (), ()
    if around := _AROUND.match(body):
        before, inner, between = _sentences(around["inner"], words)
        if inner:
            return (
                lead + around["stars"] + before,
                inner,
                (*between[:-1], f"{between[-1]}{around['stars']}{around['end']}"),
            )
    starts = {0}
    for sentence in sentences_of(Passage(body, 1, 1, ""), words):
        at = sentence.offset(0)
        while at > 0 and not body[at - 1].isspace():
            at -= 1
        starts.add(at)
    cuts = [*sorted(starts), len(body)]
    segments, gaps = list[str](), list[str]()
    for start, end in itertools.pairwise(cuts):
        part = body[start:end]
        if segments and (not _LETTER.search(part) or _is_open(segments[-1])):
            segments[-1] += gaps.pop() + part.rstrip()
        elif not _LETTER.search(part):
            lead += part
            continue
        else:
            segments.append(part.rstrip())
        gaps.append(part[len(part.rstrip()) :])
    return lead, tuple(segments), tuple(gaps)


def _is_open(segment: str) -> bool:
    """Whether words in bold or in italics begin in a segment and go on behind it; a star behind a word is a note's."""
    return segment.count("**") % 2 > 0 or len(_OPENS.findall(segment)) > len(_CLOSES.findall(segment))


_OPENS, _CLOSES = re.compile(r"(?<![\w*])\*(?=[^\s*])"), re.compile(r"(?<=[^\s*])\*(?![\w*])")
