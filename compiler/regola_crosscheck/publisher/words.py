"""The words of the report for the publisher, a file for each language: `letters/<language>.toml`.

A publisher has the book and not the rules as we encode them, so nothing here speaks of those. `what` says what is
wrong in a sentence with named parts, `do` what to do about it: `{found}` is what stands there, `{expected}` what
should, `{section}` the section's number. A finding that is an absence of ours has no words: it is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import msgspec

_FOLDER = Path(__file__).parent / "letters"


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of one kind of finding, and what is proposed; `open` where nothing better is known."""

    what: str
    do: str = ""
    open: str = ""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The words of one language; `groups` are the headings by certainty, `counts` one note and several."""

    title: str
    about: str
    groups: tuple[str, str, str, str]
    counts: tuple[str, str]
    section: str
    start: str
    places: dict[str, str]
    proposal: str
    lost: str
    see_also: str
    nothing: str
    unsorted: Phrase
    phrases: dict[str, Phrase]

    def named(self, section: str) -> str:
        """A section by its number; what stands before the first has none, and is called by its place."""
        return self.section.format(section=section) if section else self.start


# Findings of what is not encoded, was read before, or was decided: of our work, not of the book.
OURS = frozenset(
    "section-not-encoded section-not-in-book number-not-encoded number-not-in-text exception-not-encoded"
    " table-not-encoded table-not-found example-number text-changed wording-changed meaning-changed word-changed"
    " decision-unused other-book other-language few-sections"
    " odd-letters not-a-text mixed-encoding pages-without-text tracked-changes".split()
)
LANGUAGES: Mapping[str, Words] = MappingProxyType(
    {path.stem: msgspec.toml.decode(path.read_bytes(), type=Words) for path in sorted(_FOLDER.glob("*.toml"))}
)
ENGLISH, ITALIAN = LANGUAGES["en"], LANGUAGES["it"]


def words_of(language: str) -> Words:
    """The words of a language; English ones for a language without its own."""
    return LANGUAGES.get(language, ENGLISH)
