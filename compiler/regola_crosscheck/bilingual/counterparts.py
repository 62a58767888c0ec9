"""The sections that stand in two texts, and those of which one text has the heading without its number.

Without its number a section is read as the end of the one before it, and nothing of it is held against the other
edition. Its heading gives it away: the section before has as many headings too many as sections are missing behind it,
and what follows each is about as long as what the other edition says under the number.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection

# A section is at most so many times as long as it is in the other language.
AS_LONG = 2.0
# A line that opens with so few words, and goes on behind their point, may have lost its markup with its number.
TITLE = 6


def counterparts(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[tuple[BookSection, BookSection]]:
    """The sections that stand in both texts, and what stands before them; of one that stands twice the fuller."""
    front, other = here.book.front, there.book.front
    if front is not None and other is not None:
        yield front, other
    theirs = _fullest(there)
    for key, section in _fullest(here).items():
        if key in theirs:
            yield section, theirs[key]


def with_lost_numbers(here: CrosscheckContext, there: CrosscheckContext) -> CrosscheckContext:
    """A text with the sections that lost their numbers standing under those that the other text has for them.

    Args:
        here: the text.
        there: the other one.

    Returns:
        the same text where it lost none.
    """
    numbering = here.book.numbering
    others = {numbering.key(one.id): one for one in there.book.sections if one.numbered}
    missing: dict[Key, list[BookSection]] = defaultdict(list)
    known = sorted(numbering.key(one.id) for one in here.book.sections if one.numbered)
    for key, other in others.items():
        if key not in here.book.by_key and (before := [one for one in known if one < key]):
            missing[before[-1]].append(other)
    sections, theirs = _fullest(here), _fullest(there)
    found: dict[BookSection, list[BookSection]] = {}
    for key, lost in missing.items():
        if key in theirs and (parts := _parts(here, there, sections[key], theirs[key], lost)):
            found[sections[key]] = parts
    if not found:
        return here
    cut = (part for section in here.book.sections for part in found.get(section, [section]))
    return here.with_book(replace(here.book, sections=tuple(cut)))


def _parts(
    here: CrosscheckContext,
    there: CrosscheckContext,
    section: BookSection,
    counterpart: BookSection,
    missing: list[BookSection],
) -> list[BookSection]:
    """A section cut into what it is itself and the missing ones behind it; nothing where that is not certain."""
    heads = _inner_heads(here, section)
    if len(heads) != len(_inner_heads(there, counterpart)) + len(missing):
        return []
    parts = [section]
    for head, other in zip(heads[-len(missing) :], missing, strict=True):
        line, column = head.passage.place(head.offset(0))
        parts[-1] = replace(parts[-1], last=line - 1)
        parts.append(
            replace(section, id=other.id, title=head.text.rstrip(" .:"), line=line, column=column, last=section.last)
        )
    lengths = ((_length(here, part), _length(there, other)) for part, other in zip(parts[1:], missing, strict=True))
    return parts if all(max(pair) <= AS_LONG * min(pair) for pair in lengths) else []


def _inner_heads(context: CrosscheckContext, section: BookSection) -> list[Sentence]:
    """What stands as a heading inside a section, behind its own."""
    sentences = context.sentences(section)
    return [
        one
        for one, after in zip(sentences, (*sentences[1:], None), strict=True)
        if one.line > section.line and (one.kind == "heading" or (after is not None and _is_title(one, after)))
    ]


def _is_title(one: Sentence, after: Sentence) -> bool:
    text = one.passage.text
    start = one.offset(0)
    return (
        one.kind == "sentence"
        and not text[text.rfind("\n", 0, start) + 1 : start].strip(" *_")
        and len(one.text.split()) <= TITLE
        and one.text.endswith(".")
        and after.line == one.last_line
    )


def _length(context: CrosscheckContext, section: BookSection) -> int:
    return max(1, len(context.passage(section).text.strip()))


def _fullest(context: CrosscheckContext) -> dict[Key, BookSection]:
    """Each section by its place in the outline; of one that stands twice the fuller."""
    book = context.book
    found = dict(book.by_key)
    if len(found) == len(book.sections):
        return found
    for section in book.sections:
        key = book.numbering.key(section.id)
        if len(book.passage(section).text) > len(book.passage(found[key]).text):
            found[key] = section
    return found
