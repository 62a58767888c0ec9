"""Sections without a number: found by the words they begin with.

In a book that numbers nothing every Markdown heading is a section; the index of the game says what we call it, and
names the titles at the head of a paragraph that are sections too. In a book that numbers its sections only what the
index names is one, and the parts behind the last number, where several follow: scenarios, tables, a worked example.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from regola_dsl.records import dataclass

from regola_crosscheck.language.morphology import folded_words

MARKDOWN = re.compile(r"^\s*(?P<mark>#{1,6})\s+(?P<rest>.*?)\s*#*\s*$")
_TAG = re.compile(r"</?\w{1,6}/?>")
# So many headings one below the other, with nothing between, are a table of contents.
CONTENTS = 8
# A heading of so many words is known by them where more words follow in its line.
TELLING = 3
# A heading that comes so often (special abilities, notes) is a part of what it stands under.
RECURRING = 3
# So many headings without a number behind the last one that has are parts of their own.
SEVERAL = 3
# The title of a book stands in so many lines, and is one of so many; so short and so long it is.
HEAD, TITLES = 40, 6
# So often a title is said in its book besides.
AGAIN = 2
SHORT_TITLE, LONG_TITLE = 4, 80
# What the name of a publisher ends with.
_FIRM = re.compile(
    r"\b(?:games?|edizioni|editor[ei]|editrice|editions?|press|publish(?:ing|ers?)|publications|verlag|spiele|studios?|"
    r"s\.?r\.?l|ltd|inc|gmbh)\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class UnnumberedHeading:
    """A line that begins a section without a number. `id` is our slug, or is made of the words."""

    id: str
    title: str
    line: int
    column: int
    level: int
    mark: str


def is_upper_case(text: str) -> bool:
    """Whether a text is a title in capitals."""
    letters = list(filter(str.isalpha, text))
    return len(letters) >= 3 and sum(map(str.isupper, letters)) >= 0.7 * len(letters)


def indexed_headings(lines: tuple[str, ...], titles: Mapping[str, str]) -> list[UnnumberedHeading]:
    """The sections that an index names; where a heading stands several times, in the order of the index.

    A title that is the whole heading goes before a paragraph that only begins with the words.
    """
    if not titles:
        return []
    wanted: dict[str, list[str]] = {}
    for slug, title in titles.items():
        wanted.setdefault(folded_words(title), []).append(slug)
    found: list[UnnumberedHeading] = []
    listed = _contents_lines(lines)
    for known in (_match_whole_line, _match_beginning):
        for number, line in enumerate(lines, 1):
            plain = "" if number in listed else known(line, wanted)
            if not plain:
                continue
            slug = wanted[plain].pop(0)
            found.append(_heading(slug, titles[slug], number, line))
            listed.add(number)
            if not wanted[plain]:
                del wanted[plain]
    return found


def _match_whole_line(line: str, wanted: Mapping[str, list[str]]) -> str:
    """The heading looked for that a line, or the title it begins with, is."""
    match = MARKDOWN.match(line)
    title = folded_words(match["rest"] if match else run_in_heading(line))
    return title if title in wanted else ""


def _match_beginning(line: str, wanted: Mapping[str, list[str]]) -> str:
    """The longest heading looked for that a line begins with."""
    words = folded_words(_TAG.sub("", line[:200])).split()
    beginnings = (" ".join(words[:count]) for count in range(min(len(words), 12), TELLING - 1, -1))
    return next((beginning for beginning in beginnings if beginning in wanted), "")


def markdown_headings(lines: tuple[str, ...], taken: set[int]) -> list[UnnumberedHeading]:
    """The Markdown headings of a book, without those at the lines `taken`."""
    listed = _contents_lines(lines)
    found = []
    for number, line in enumerate(lines, 1):
        match = MARKDOWN.match(line)
        plain = folded_words(match["rest"]) if match and number not in listed | taken else ""
        if match and plain:
            found.append(_heading(plain.replace(" ", "-"), match["rest"].strip("*_ "), number, line))
    times = Counter(one.id for one in found)
    return [one for one in found if not taken or times[one.id] < RECURRING]


def trailing_headings(lines: tuple[str, ...], after: int, level: int, taken: set[int]) -> list[UnnumberedHeading]:
    """The headings behind the last numbered line, of its Markdown level or above; in capitals, if that has none.

    None where they are fewer than several: then they are titles inside that section.
    """
    found: list[UnnumberedHeading] = []
    for number, line in enumerate(lines[after:], after + 1):
        match = MARKDOWN.match(line)
        title = match["rest"].strip("*_ ") if match else line.strip()
        heads = len(match["mark"]) <= level if match and level else not level and _is_upper_case_line(line)
        if folded_words(title) and (heads or (found and match)):
            found.append(_heading(folded_words(title).replace(" ", "-")[:60], title, number, line))
    if len(found) < SEVERAL:
        return []
    # Capitals alone do not tell a part from a title inside it.
    return [one for one in found[: None if level else 1] if one.line not in taken]


def _is_upper_case_line(line: str) -> bool:
    """Whether a line is a title in capitals and nothing else."""
    plain = line.strip()
    return len(plain) < 80 and "\t" not in plain and "|" not in plain and plain[:1].isalpha() and is_upper_case(plain)


def _heading(slug: str, title: str, number: int, line: str) -> UnnumberedHeading:
    match = MARKDOWN.match(line)
    column = len(line) - len(line.lstrip()) + 1
    return UnnumberedHeading(slug, title, number, column, len(match["mark"]) if match else 7, line.strip())


def title_of_book(lines: tuple[str, ...], before: int) -> str:
    """What a book calls itself: its first heading of the first level; else of what stands above its first section.

    There it is the first of a few short lines, no sentences, that the book says again, or calls by its initials; of a
    publisher it says no more.

    Args:
        lines: the lines of the book.
        before: the line of its first section, or the number of its lines.

    Returns:
        the title, empty if none can be told.
    """
    for line in lines[:HEAD]:
        match = MARKDOWN.match(line)
        if match and match["mark"] == "#" and folded_words(match["rest"]) and not match["rest"][:1].isdigit():
            return " ".join(match["rest"].strip("*_ ").split())
    found = []
    for line in lines[: min(before - 1, HEAD)]:
        for part in re.split(r"\t|\s{3,}", _TAG.sub("", line).strip("#*_ ")):
            plain = " ".join(part.strip("*_ ").split())
            if (
                plain[:1].isalpha()
                and len(plain) <= LONG_TITLE
                and plain[-1:] not in ".,;:"
                and len(plain) >= SHORT_TITLE
            ):
                found.append(plain)
    text = folded_words("\n".join(lines))
    said = Counter(text.split())
    again = (title for title in found[:TITLES] if text.count(folded_words(title)) > AGAIN)
    # A name that the book calls by its initials: *WF* beside *WEST FRONT*.
    called = (title for title in found[:TITLES] if len(title.split()) > 1 and said[_initials(title)] > AGAIN)
    named = (title for title in found if not _FIRM.search(title))
    return next(again, "") or next(called, "") or next(named, "") or next(iter(found), "")


def _initials(title: str) -> str:
    return folded_words("".join(word[0] for word in title.split()))


def run_in_heading(line: str) -> str:
    """The words in bold, or before the first point or colon, that a paragraph begins with."""
    plain = _TAG.sub("", line).strip().lstrip("-•> ").strip()
    bold = re.match(r"\*\*(.{1,80}?)\*\*", plain)
    if bold:
        return bold[1].strip(" .:–-")
    match = re.match(r"([^.:;,|\t]{2,80})(?:[.:]|$)", plain)
    return match[1].strip() if match else ""


_LEADS = re.compile(r"(?:\.{4,}|\t)\s*\d{1,3}$")
# A page number and what leads to it stand so close to the end of a line.
TAIL = 40


def _contents_lines(lines: tuple[str, ...]) -> set[int]:
    """The lines of a table of contents: leaders or a page number at their ends, many together."""
    entries = [n for n, line in enumerate(lines, 1) if _LEADS.search(line.rstrip()[-TAIL:])]
    found: set[int] = set()
    run: list[int] = []
    for number in [*entries, 10**9]:
        if run and number - run[-1] > 4:
            if len(run) >= CONTENTS and sum("..." in lines[n - 1] for n in run) > len(run) // 2:
                found |= set(range(run[0] - 2, run[-1] + 1))
            run = []
        run.append(number)
    return found
