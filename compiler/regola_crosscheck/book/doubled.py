"""Sections whose number stands twice, and the number that one seems to be meant to have."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from regola_dsl.records import dataclass

from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.text import Book, BookSection

_NONE: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class DoubledSection:
    """A section whose number one before it has; `meant` is the number it seems to be meant to have, or empty.

    `repeated` tells that it is that section once more, word for word: it is meant to have no number.
    """

    section: BookSection
    first: BookSection
    meant: str
    repeated: bool = False


def doubled_sections(book: Book) -> list[DoubledSection]:
    """The sections that bear a number again, no two of which are meant to bear the same one."""
    sections = [section for section in book.sections if section.numbered]
    key_of, first = book.numbering.key, dict[Key, BookSection]()
    given: dict[int, str] = {}
    found = []
    for section in sections:
        other = first.setdefault(key_of(section.id), section)
        if other is section:
            continue
        if _is_repeated(book, section, other):
            found.append(DoubledSection(section, other, "", repeated=True))
            continue
        meant = intended_number(book, sections, section, given)
        # Where the first of the two may be the one that is wrong, neither is known to be.
        if meant and intended_number(book, sections, other, given):
            meant = ""
        if meant:
            given[section.line] = meant
        found.append(DoubledSection(section, other, meant))
    return found


def _is_repeated(book: Book, section: BookSection, first: BookSection) -> bool:
    """Whether one of two sections is the beginning of the other, or all of it: an example may stand behind one alone.

    Where lines break makes no difference; a title alone is no section that is there again.
    """
    one, other = (book.passage(each).text.split() for each in (section, first))
    size = min(len(one), len(other))
    return section.title == first.title and size > len(first.title.split()) and one[:size] == other[:size]


def intended_number(
    book: Book, sections: list[BookSection], section: BookSection, given: Mapping[int, str] = _NONE
) -> str:
    """The number that a section seems to be meant to have: the one after its neighbour, if that is free and fits there.

    The sections stand in the order of their lines; `given` are the numbers that some are meant to have, by their lines.
    """
    place = bisect_left(sections, section.line, key=lambda one: one.line)
    if place == 0:
        return ""
    numbering, previous = book.numbering, sections[place - 1]
    before = given.get(previous.line, previous.id)
    head, figure = before[:-1], before[-1]
    if numbering.by_figure and figure.isdigit() and figure != "9" and "." in before:
        wanted = f"{head}{int(figure) + 1}"
    else:
        first, _, last = before.rpartition(".")
        if not first or not last.isdigit():
            return ""
        wanted = f"{first}.{int(last) + 1}"
    key, before_it = numbering.key(wanted), {numbering.key(one.id) for one in sections[: place + 1]}
    taken = beginnings([*book.by_key, *map(numbering.key, given.values())])
    # What stands there a third time is as much in doubt.
    behind = next((other for one in sections[place + 1 :] if (other := numbering.key(one.id)) not in before_it), None)
    return wanted if key not in taken and (behind is None or _is_before(key, behind)) else ""


def _is_before(one: Key, other: Key) -> bool:
    """Whether a number of the outline comes before another one."""
    return all(isinstance(part, int) for part in (*one, *other)) and one < other


def beginnings(keys: Iterable[Key]) -> set[Key]:
    """Places of an outline, and all that they lie in."""
    return {key[:size] for key in keys for size in range(1, len(key) + 1)}
