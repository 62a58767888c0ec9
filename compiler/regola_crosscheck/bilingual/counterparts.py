"""The sections that stand in two texts."""

from __future__ import annotations

from collections.abc import Iterator

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.text import BookSection


def counterparts(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[tuple[BookSection, BookSection]]:
    """The sections that stand in both texts, and what stands before them; of one that stands twice the fuller."""
    front, other = here.book.front, there.book.front
    if front is not None and other is not None:
        yield front, other
    theirs = _fullest(there)
    for key, section in _fullest(here).items():
        if key in theirs:
            yield section, theirs[key]


def _fullest(context: CrosscheckContext) -> dict[tuple[int | str, ...], BookSection]:
    book = context.book
    found = dict(book.by_key)
    if len(found) == len(book.sections):
        return found
    for section in book.sections:
        key = book.numbering.key(section.id)
        if len(book.passage(section).text) > len(book.passage(found[key]).text):
            found[key] = section
    return found
