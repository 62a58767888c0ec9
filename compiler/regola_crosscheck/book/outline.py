"""The outline of a rulebook text: which lines begin a section.

A number at the start of a line is a heading, a line of a list, a die roll in a table, or a sentence that goes on from
the line above. What decides is not the line alone but what surrounds it:

    9.5 - …   9.51 …   **9.5 Title.** …   ### 9.5 …      strong: a number with a point, and something that ends it
    12. - TITLE   ## 12 Title   12.0 TITLE                a chapter, if the sections that follow are its own
    1. Count the losers                                   a list, unless it fits neither

Numbers in running text are refused unless they go on from the section before them; strong ones are taken even where
they do not, as a doubled or misplaced section is just what is looked for. A table of contents is left out: the same
numbers come again, and there is nothing between them. What bears no number is found by its words, see `titles`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from regola_compiler.literate.source import is_literate
from regola_dsl.records import dataclass

from regola_crosscheck.book.numbering import Numbering, numbering_of
from regola_crosscheck.book.text import Book, BookSection
from regola_crosscheck.book.titles import (
    CONTENTS,
    UnnumberedHeading,
    indexed_headings,
    is_upper_case,
    markdown_headings,
    trailing_headings,
)
from regola_crosscheck.language.meaning import meaning_words

_LEAD = r"^(?P<lead>\s*(?P<mark>#{1,6})?\s*(?P<bold>[*_]{1,3})?)"
_STRONG = re.compile(
    _LEAD + r"(?P<number>\d{1,3}(?:[.,/·]\s?\d{1,4})+)(?P<end>\s*\.?\s*[-–—−:/)]?\s*[*_]*\s*)(?P<rest>.*)$"
)
_CHAPTER = re.compile(_LEAD + r"(?P<number>\d{1,3})(?P<end>\s*\.?\s*[-–—−:)]?\s*[*_]*\s*)(?P<rest>.*)$")
_RUN_IN = re.compile(r"^(?P<title>[^.:*]{1,80}?)(?:[.:]\*{0,3}|\*{1,3})(?=\s|$)")
# A title that a full stop ends: a few words, and what stands behind them in their line.
_STOPPED = re.compile(r"(?P<title>[A-ZÀ-Þ][^\W_]*(?:[ '’-]+[^\W\d_]+){0,5})\.[*_]*(?:\s+(?P<rest>.*)|$)")
_FENCE = re.compile(r"^\s*(```|~~~)")
# A book with fewer numbered headings than this numbers nothing.
NUMBERED = 4
# A number in running text may go on from the section before it by so many steps.
STRIDE = 3


@dataclass(frozen=True, slots=True)
class _Candidate:
    line: int
    number: str
    column: int
    rest: str
    mark: str
    bold: bool
    ended: bool
    chapter: bool
    written: str

    @property
    def has_markup(self) -> bool:
        return bool(self.mark) or self.bold

    @property
    def starts_upper_case(self) -> bool:
        """Whether what follows begins with a capital."""
        return bool(re.match(r"[^\w]*[A-ZÀ-Þ]", self.rest))

    @property
    def is_upper_case(self) -> bool:
        """Whether what follows is a title in capitals."""
        return is_upper_case(self.rest)


def outline(language: str, path: str, text: str, titles: Mapping[str, str] | None = None) -> Book:
    """The book in a text. `titles` are our slugs for headings that bear no number, by the heading as it stands."""
    lines = tuple(text.split("\n"))
    candidates = _candidates(lines)
    strong = [one for one in candidates if not one.chapter]
    known = indexed_headings(lines, titles or {})
    taken = {one.line for one in known}
    # By the numbers of a rulebook that has rules in it they are cited: there one is enough.
    least = 1 if is_literate(path) else NUMBERED
    if len({one.number for one in strong if one.ended or one.has_markup or one.starts_upper_case}) < least:
        sections = _merge_sections((), [*known, *markdown_headings(lines, taken)], lines)
        return Book(language, path, lines, sections, numbering_of(section.id for section in sections))
    numbering = numbering_of(one.number for one in strong)
    chosen = _without_contents(_select_headings(candidates, numbering), lines)
    numbered = _sections([one for one in chosen if one.line not in taken], numbering)
    last = chosen[-1]
    return Book(
        language,
        path,
        lines,
        _merge_sections(numbered, [*known, *trailing_headings(lines, last.line, len(last.mark), taken)], lines),
        numbering,
    )


def _merge_sections(
    numbered: tuple[BookSection, ...], titled: list[UnnumberedHeading], lines: tuple[str, ...]
) -> tuple[BookSection, ...]:
    """The sections in the order of their lines, each up to the next."""
    found = [
        *numbered,
        *(
            BookSection(one.id, one.title, one.line, one.column, 0, one.level, numbered=False, mark=one.mark)
            for one in titled
        ),
    ]
    found.sort(key=lambda section: section.line)
    return tuple(
        replace(one, last=found[place + 1].line - 1 if place + 1 < len(found) else len(lines))
        for place, one in enumerate(found)
    )


def _candidates(lines: tuple[str, ...]) -> list[_Candidate]:
    found = []
    fenced = False
    for number, line in enumerate(lines, 1):
        fenced ^= bool(_FENCE.match(line))
        if fenced or "|" in line[:4]:
            continue
        for pattern, chapter in ((_STRONG, False), (_CHAPTER, True)):
            match = pattern.match(line)
            if match is None:
                continue
            rest = match["rest"]
            told = match["end"].strip(" *_\t")
            # Figures in columns, a percentage, a time, a ratio: no heading.
            if re.match(r"[%°ª^\d/]", rest) or ("\t" in match["end"]) or ("\t" in rest[:40] and not rest[:1].isalpha()):
                break
            written = match["number"]
            plain = re.sub(r"[,/·]\s?|\.\s", ".", written)
            found.append(
                _Candidate(
                    number,
                    plain,
                    match.start("rest") + 1,
                    rest,
                    match["mark"] or "",
                    bool(match["bold"]),
                    bool(told),
                    chapter,
                    written,
                )
            )
            break
    return found


def _select_headings(candidates: list[_Candidate], numbering: Numbering) -> list[_Candidate]:
    """The candidates that are headings."""
    strong = _reliable_headings(candidates, numbering)
    chapters: dict[int, list[_Candidate]] = {}
    firsts: dict[int, int] = {}
    for one in strong:
        firsts.setdefault(int(numbering.chapter(one.number)), one.line)
    following = [one.line for one in strong]
    for one in candidates:
        if (
            not one.chapter
            or not (one.mark or one.is_upper_case or (one.bold and one.rest))
            or not one.rest.strip(" *_")
        ):
            continue
        number = int(one.number)
        # A chapter is followed by its own sections, or stands alone between its neighbours.
        after = next((line for line in following if line > one.line), None)
        before = [line for line in following if line < one.line]
        next_chapter = next((int(numbering.chapter(s.number)) for s in strong if s.line == after), None)
        last_chapter = int(numbering.chapter(strong[len(before) - 1].number)) if before else 0
        opens = number in firsts and after == firsts[number]
        alone = number not in firsts and last_chapter < number and (next_chapter is None or number < next_chapter)
        if opens or alone:
            chapters.setdefault(number, []).append(one)
    kept = []
    for several in chapters.values():
        # Of several the one closest to its sections; the others are steps of a list that happen to count so far.
        best = max(several, key=lambda one: (-len(one.mark or "#######"), one.line) if one.mark else (-9, one.line))
        kept += [
            one for one in several if one is best or (one.mark == best.mark and one.mark and one.rest == best.rest)
        ]
    return sorted([*strong, *kept], key=lambda one: one.line)


def _reliable_headings(candidates: list[_Candidate], numbering: Numbering) -> list[_Candidate]:
    """Numbers with a point that begin a section."""
    found: list[_Candidate] = []
    usual = Counter((bool(one.mark), one.bold, one.ended) for one in candidates if not one.chapter)
    habits = {habit for habit, times in usual.items() if times >= max(2, sum(usual.values()) // 50)}
    for one in candidates:
        if one.chapter:
            continue
        habit = (bool(one.mark), one.bold, one.ended)
        if not one.rest.strip() and not one.has_markup and not _continues(found, one, numbering):
            continue
        sure = (
            one.has_markup
            or (one.ended and one.starts_upper_case)
            or (one.rest and one.starts_upper_case and habit in habits)
        )
        if (sure and habit in habits) or _continues(found, one, numbering):
            found.append(one)
    return found


def _continues(found: list[_Candidate], one: _Candidate, numbering: Numbering) -> bool:
    """Whether a number goes on from the heading before it by a small step."""
    if not found:
        return one.ended or one.has_markup
    before, here = numbering.key(found[-1].number), numbering.key(one.number)
    if not one.rest[:1].isupper() and not one.ended:
        return False
    same = next((i for i, (a, b) in enumerate(zip(before, here, strict=False)) if a != b), min(len(before), len(here)))
    if same == len(before):
        return len(here) == same + 1 and int(here[same]) <= STRIDE
    if same == len(here):
        return False
    step = int(here[same]) - int(before[same])
    return 0 < step <= STRIDE and all(int(part) <= STRIDE for part in here[same + 1 :])


def _without_contents(chosen: list[_Candidate], lines: tuple[str, ...]) -> list[_Candidate]:
    """The headings without those of a table of contents."""
    again = {}
    for one in chosen:
        again[one.number] = one.line
    kept: list[_Candidate] = []
    run: list[_Candidate] = []

    def close() -> None:
        listed = sum(again[one.number] > one.line for one in run)
        contents = len(run) >= CONTENTS and listed >= 0.8 * len(run)
        # The first heading of the book may follow its contents at once.
        kept.extend(one for one in run if not contents or again[one.number] <= one.line)
        run.clear()

    ends = [one.line for one in chosen[1:]]
    for one, end in zip(chosen, [*ends, len(lines) + 1], strict=True):
        run.append(one)
        between = [line for line in lines[one.line : end - 1] if line.strip()]
        if between or len(one.rest) > 120:
            close()
    close()
    return kept


def _sections(chosen: list[_Candidate], numbering: Numbering) -> tuple[BookSection, ...]:
    return tuple(
        BookSection(one.number, _title(one), one.line, one.column, 0, len(numbering.key(one.number)), mark=one.written)
        for one in chosen
    )


def _title(one: _Candidate) -> str:
    """The title behind a number; empty where the text of the section begins at once."""
    rest = one.rest.strip()
    if one.mark or one.is_upper_case:
        return rest.strip("*_# ").rstrip(":")
    match = _RUN_IN.match(rest) if one.bold else None
    if match:
        return match["title"].strip("*_ ")
    return rest.strip("*_ .:") if len(rest) < 60 and not rest.endswith((".", ";", ",")) else ""


def title_of(book: Book, section: BookSection) -> str:
    """What a section calls itself, also where a full stop ends its title and the text follows at once or below.

    A few words that end so are a title if more of the section stands behind them and none of them makes a rule of them.
    """
    if section.title or not section.numbered:
        return section.title
    line = book.lines[section.line - 1]
    match = _STOPPED.match(line[section.column - 1 :].strip("*_ "))
    if match is None or meaning_words(match["title"], book.language):
        return ""
    behind = [match["rest"] or "", *book.lines[section.line : section.last]]
    return match["title"].strip() if any(map(str.strip, behind)) else ""
