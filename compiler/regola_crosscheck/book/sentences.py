"""A section cut into sentences: each with its text as it is read, and the place in the file of each of its characters.

A book comes with its breaks: a paragraph a line, or lines of eighty characters; words parted by a hyphen at the end of
a line; a page number in the middle of a sentence. A sentence ends with a point and a capital after it, but not behind
an abbreviation or the number of a list; at the end of a paragraph; and before the next part of a list. What stands in a
table's row is no sentence. The rules of thumb are those of Punkt with a list of abbreviations in place of a learned one
(T. Kiss, J. Strunk, Unsupervised multilingual sentence boundary detection, 2006).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_crosscheck.book.columns import runs, style_of
from regola_crosscheck.book.numbering import COUNT, uncounted
from regola_crosscheck.book.text import Passage
from regola_crosscheck.book.titles import is_upper_case
from regola_crosscheck.language.lexicon import Lexicon

# What a sentence is: of a rule, of an example, part of a list, or the words of a heading.
SentenceKind: TypeAlias = Literal["sentence", "item", "example", "heading"]
# Places in a text and, from there on, in the passage.
_Piece: TypeAlias = tuple[int, int]

_HEADING = re.compile(r"^\s*#{1,6}\s")
_BOLD = re.compile(r"^\s*(?:\*\*|__)(?P<title>[^*_\n]{1,90})(?:\*\*|__)\s*:?\s*$")
_PAGE = re.compile(r"^\W*(?:(?:pag(?:ina|e)?|p)\W*)?\d{1,3}\W*$", re.IGNORECASE)
_ITEM = re.compile(
    rf"^[>\s]*(?:(?:[-–—•·▪►●○*]\s+)?(?:\*{{2,3}}(?=\d{{1,2}}\W{{0,3}}\*))?{COUNT}\s*(?=\S)|"
    r"[-–—•·▪►●○*]\s+|\((?:\d{1,2}|[a-zA-Z]|[ivx]{2,4})\)\s+|(?:\d{1,2}|[a-zA-Z]|[ivx]{2,4})[.)]\s+(?=\S)|[A-Z]\s?[-–]\s(?=[A-Z]))"
)
_MARKUP = re.compile(r"(?m:^\s*#{1,6}\s+)|\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)|</?[a-zA-Z]{1,6}/?>|`")
# The end of a sentence, with what closes behind it, where something begins that may begin another.
# A run of points is looked at from its first on, and never let go: tried from each, ten thousand would take long.
_END = re.compile(r"(?<![.!?…])(?P<point>[.!?…]++)(?P<close>[\"”’»)\]*_]*+)\s++(?=[\"“«‘(\[*_•]*+[A-ZÀ-Þ0-9])")
_RUN_IN = re.compile(r"[^\n*]{1,90}?(?:[.:]\*{2,3}|\*{2,3}[.:]?)(?=\s|$)")
# A line that no point ends is a heading of its own if it is as short as this.
_SHORT = 60
_STOPS = (".", "!", "?", "…", ";", ":", ",")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a section.

    Args:
        section: the section's id.
        number: its place among the sentences of the section, from 1.
        kind: whether it is of a rule, an example, a list, or the words of a heading.
        text: as it is read: breaks are blanks, parted words are whole, without markup.
        passage: the text of the section, in which it stands.
        pieces: from which character of `text` on the characters stand from which of the passage on.
        lead: the number of the sentence that a part of a list hangs on; 0 if there is none.
    """

    section: str
    number: int
    kind: SentenceKind
    text: str
    passage: Passage
    pieces: tuple[_Piece, ...]
    lead: int = 0

    def offset(self, at: int) -> int:
        """Where in the passage a character of the text stands."""
        own, there = self.pieces[bisect_right(self.pieces, (at, 1 << 60)) - 1]
        return there + at - own

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place in the file of a stretch of the text; of all of it unless told."""
        last = len(self.text) if end is None else end
        return self.passage.span(self.offset(start), self.offset(max(start, last - 1)) + 1)

    @property
    def line(self) -> int:
        """The line of the file it begins in."""
        return self.passage.place(self.pieces[0][1])[0]

    @property
    def last_line(self) -> int:
        """The line of the file it ends in."""
        return self.passage.place(self.offset(len(self.text) - 1))[0]


@dataclass(frozen=True, slots=True)
class _Unit:
    """Lines that are read in one go: a paragraph, a part of a list, a heading. `start` and `end` are offsets."""

    kind: SentenceKind
    start: int
    end: int


def sentences_of(passage: Passage, words: Lexicon, section: str = "", title: str = "") -> tuple[Sentence, ...]:
    """The sentences of a passage, in order.

    Args:
        passage: the text of a section, or any other.
        words: the words of its language: what begins an example, the abbreviations that a point does not end.
        section: the section's id.
        title: the words of its heading, where they begin the passage.
    """
    found: list[Sentence] = []
    lead = 0
    for unit in _units(passage.text, words, title):
        for place, (start, end) in enumerate(_cut(passage.text, unit, words)):
            text, pieces = _readable(passage.text, start, end)
            if not text:
                continue
            kind: SentenceKind = unit.kind
            if kind in {"sentence", "item"} and _is_title(passage.text, start, end, text, title, first=not found):
                kind = "heading"
            # Of a part of a list what comes behind its first sentence hangs on that.
            hangs = lead if kind == "item" and place == 0 else 0
            found.append(Sentence(section, len(found) + 1, kind, text, passage, pieces, hangs))
            if kind == "sentence" or (kind == "example" and unit.kind != "item"):
                lead = len(found) if text.endswith((":", ":-")) else 0
            elif kind == "heading":
                lead = 0
    return tuple(found)


def _is_title(passage: str, start: int, end: int, text: str, title: str, *, first: bool) -> bool:
    """Whether a stretch is the heading that runs in before the text."""
    if first and title and text.rstrip(" .:").casefold() == title.rstrip(" .:").casefold():
        return True
    return len(text) < 2 * _SHORT and bool(_RUN_IN.fullmatch(passage[start:end].strip()))


# --- paragraphs ----------------------------------------------------------------------------------


def _units(text: str, words: Lexicon, title: str) -> Iterator[_Unit]:
    """What is read in one go, without the rows of tables."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    rows = _rows(lines)
    goes_on = uncounted(lines)
    open_: _Unit | None = None
    example = False
    blank = False
    for number, line in enumerate(lines):
        start, end = starts[number], starts[number] + len(line)
        plain = line.strip(" >\t")
        if number in rows or not plain or (_PAGE.match(line) and (number or len(lines) > 1) and blank):
            blank = blank or not plain
            if number in rows and open_ is not None:
                yield open_
                open_ = None
            if not plain and not _goes_on(lines, number, open_, text):
                example = False
            continue
        heading = bool(_HEADING.match(line) or _BOLD.match(line)) or (is_upper_case(plain) and len(plain) < 2 * _SHORT)
        heading = heading or (number == 0 and bool(title) and plain.strip("*_# .:") == title.strip("*_# .:"))
        item = bool(_ITEM.match(line)) and not heading and number not in goes_on
        starts_example = bool(words.examples.search(line))
        joined = open_ is not None and not heading and not item and not starts_example and open_.kind != "heading"
        if joined and open_ is not None:
            before = text[open_.start : open_.end].rstrip()
            begins_small = plain[:1].islower() or plain[:1] in ",;)"
            if blank:
                joined = begins_small and not before.endswith((".", "!", "?", ":"))
            else:
                last = before.rpartition("\n")[2]
                short = len(last) < _SHORT and not last.endswith(_STOPS) and not begins_small
                joined = not short or len(last) > 0.7 * len(line)
        if joined and open_ is not None:
            open_ = _Unit(open_.kind, open_.start, end)
        else:
            if open_ is not None:
                yield open_
            example = (example and not heading) or starts_example
            kind: SentenceKind = "heading" if heading else "example" if example else "item" if item else "sentence"
            open_ = _Unit(kind, start, end)
        blank = False
    if open_ is not None:
        yield open_


def _goes_on(lines: Sequence[str], number: int, open_: _Unit | None, text: str) -> bool:
    """Whether what stands behind a blank line goes on with the sentence before it."""
    after = next((line.strip(" >\t") for line in lines[number + 1 :] if line.strip(" >\t")), "")
    return bool(open_ and after[:1].islower() and not text[open_.start : open_.end].rstrip().endswith((".", "!", "?")))


def _rows(lines: list[str]) -> set[int]:
    """The lines that are rows of tables, from 0."""
    found = set()
    gaps = False
    for number, line in enumerate(lines):
        style = style_of(line)
        gaps = gaps or style == "gaps"
        if style == "pipes" or (style == "tabs" and not _ITEM.match(line) and "\t" in line.strip(" >\t")):
            found.add(number)
    if gaps:
        for run in runs(tuple(lines)):
            if run.style == "gaps":
                found |= {row.line - 1 for row in run.rows}
    return found


# --- sentences -----------------------------------------------------------------------------------


def _cut(text: str, unit: _Unit, words: Lexicon) -> Iterator[tuple[int, int]]:
    """The stretches of a unit that are sentences."""
    item = _ITEM.match(text[unit.start : unit.end])
    start = unit.start + (item.end() if item and unit.kind != "heading" else 0)
    if unit.kind == "heading":
        yield start, unit.end
        return
    at = start
    bold = text.find("**", start + 2, min(start + 96, unit.end)) >= 0
    run_in = re.compile(r"(?:\*\*)?" + _RUN_IN.pattern).match(text, start, unit.end) if bold else None
    if run_in is not None:
        yield start, run_in.end()
        start = at = run_in.end()
    while (match := _END.search(text, at, unit.end)) is not None:
        word = text[_word_before(text, at, match.start()) : match.start()]
        begins = match.start() - len(word)
        at = match.end("close")
        before = text[max(start, begins - 12) : match.start() + 1]
        if match["point"] == "." and _is_abbreviation(word, before, words, first=begins <= start):
            continue
        yield start, at
        start = at
    yield start, unit.end


def _word_before(text: str, first: int, end: int) -> int:
    """Where the word begins that ends somewhere, `first` at the earliest."""
    while end > first and not text[end - 1].isspace() and text[end - 1] not in ".!?…":
        end -= 1
    return end


def _is_abbreviation(word: str, before: str, words: Lexicon, *, first: bool) -> bool:
    """Whether the point behind a word is part of it. `first` if the word begins the unit: then a number is a list's."""
    bare = word.strip("(\"“«'’*_[").casefold()
    if first and re.fullmatch(r"\d{1,2}|[a-z]", bare):
        return True
    if re.fullmatch(r"[A-Z]", word.strip("(\"“«'’*_[")) and re.search(r"(?:^|[\s.(])[A-Z]\.$", before):
        return True
    return bool(words.abbreviations.search(before))


def _readable(text: str, start: int, end: int) -> tuple[str, tuple[_Piece, ...]]:
    """A stretch as it is read, and where its characters stand."""
    out: list[str] = []
    pieces: list[_Piece] = []
    length = 0
    at = start
    expected = -1

    def put(char: str, where: int) -> None:
        nonlocal length, expected
        if where != expected:
            pieces.append((length, where))
        out.append(char)
        length += len(char)
        expected = where + 1

    while at < end:
        char = text[at]
        if char.isspace():
            after = at
            while after < end and (text[after].isspace() or (text[after] == ">" and "\n" in text[at:after])):
                after += 1
            after = _past_page_number(text, at, after, end)
            broken = "\n" in text[at:after]
            # A word parted at the end of a line: its hyphen goes, unless a capital or a number follows.
            parted = broken and len(out) > 1 and out[-1] in "-‐¬" and out[-2].isalpha()
            if parted and text[after : after + 1].islower():
                out.pop()
                length -= 1
                expected = -1
            elif out and after < end:
                put(" ", at)
                expected = at + 1
            at = after
            continue
        markup = _MARKUP.match(text, at)
        if markup is not None and markup.end() <= end:
            at = markup.end()
            continue
        if char != "\u00ad" and (out or char != ">"):
            put(char, at)
        at += 1
    while out and out[-1] == " ":
        out.pop()
    return "".join(out), tuple(pieces)


def _past_page_number(text: str, at: int, after: int, end: int) -> int:
    """Behind a page number that stands in the middle of a sentence, in a line of its own."""
    line_end = text.find("\n", after, end)
    if text.count("\n", at, after) < 2 or line_end < 0 or not _PAGE.match(text[after:line_end]):
        return after
    while line_end < end and text[line_end].isspace():
        line_end += 1
    return line_end
