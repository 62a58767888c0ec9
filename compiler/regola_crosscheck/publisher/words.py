"""The words of the report for the publisher, a file for each language: `letters/<language>.toml`.

A publisher has the book and not the rules as we encode them: what those alone know says so, as nobody would find it
in the book. `what` says what is wrong in a sentence with named parts, `do` what to do about it: `{found}` is what
stands there, `{expected}` what should, `{foreign}` what stands in the text in another `{language}`, `{section}` the
section's number, `{sections}` those of several, `{other}` the other half of a bracket. A finding that is an absence
of ours has no words: it is not the publisher's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from types import MappingProxyType

import msgspec
from regola_dsl.wording import primary_subtag

_FOLDER = Path(__file__).parent / "letters"


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said of one kind of finding, and what is proposed; `open` where nothing better is known.

    `sure` is proposed where the book's own rules say so too, and `also` if what it compares is more places of the same
    slip; `one` is what is wrong where only one of two places has the word.
    """

    what: str
    one: str = ""
    do: str = ""
    open: str = ""
    sure: str = ""
    also: bool = False


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What notes of one certainty stand under, and how one and several of them are counted."""

    title: str
    counts: tuple[str, str]


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a letter begins and ends with.

    Args:
        date: the day, by its parts `{day}`, `{month}`, `{year}`.
        months: their names.
        salutation: to the publisher.
        opening: what was read: `{book}`, `{file}`, `{sections}`.
        sections: one section and several.
        doubled: one number that two sections have, and several.
        compared: what the text was held against, as a list of `against`.
        against: the text itself, the rules of its game, and a text in another language.
        listed: between the last two of a list.
        about: how a note is to be read.
        closing: before who signs.
        signature: a line to be filled in.
    """

    date: str
    months: tuple[str, ...]
    salutation: str
    opening: str
    sections: tuple[str, str]
    doubled: tuple[str, str]
    compared: str
    against: dict[str, str]
    listed: str
    about: str
    closing: str
    signature: str


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The words of one language; `counts` are one note and several.

    Args:
        title: of the letter.
        head: its beginning and its end.
        groups: the headings by certainty (`GROUPS`).
        counts: one note and several.
        section: how a section is called.
        titled: how one without a number is called.
        start: what stands before the first.
        before: the same where the first has a number.
        places: the parts of a place; `table-line` is a line of the file in which a row stands.
        proposal: before what is proposed.
        lost: that a word is missing.
        through: the first and the last of several sections in a row.
        see_also: before what is to be compared.
        also: before more places of the same slip.
        others: behind them, that there is one more, or several.
        beside: before what another language says.
        behind: before the sentence behind which something is missing.
        restated: what the encoded rules say where a sentence seems to be lost.
        decided: that the rules side with this text, not with the other.
        nothing: that nothing is wrong.
        languages: what languages are called.
        meanings: a word for each meaning (`language/meaning.py`), by its class and value.
        differences: what is said where two languages differ, by what differs and which of the two lacks it.
        unsorted: of a finding that has no words.
        phrases: of findings by their codes.
    """

    title: str
    head: Head
    groups: dict[str, Heading]
    counts: tuple[str, str]
    section: str
    titled: str
    start: str
    before: str
    places: dict[str, str]
    proposal: str
    lost: str
    through: str
    see_also: str
    also: str
    others: tuple[str, str]
    beside: str
    behind: str
    restated: str
    decided: str
    nothing: str
    languages: dict[str, str]
    meanings: dict[str, str]
    differences: dict[str, Phrase]
    unsorted: Phrase
    phrases: dict[str, Phrase]

    def named(self, section: str, first: str = "") -> str:
        """A section by its number; what stands before the first has none, and is called by its place."""
        if section:
            return self.section.format(section=section)
        return self.before.format(section=first) if first else self.start

    def language(self, code: str) -> str:
        """What a language is called; by its code if these words do not know it."""
        return self.languages.get(primary_subtag(code), code)

    def date(self, day: date) -> str:
        """A day as a letter has it."""
        return self.head.date.format(day=day.day, month=self.head.months[day.month - 1], year=day.year)

    def list(self, several: Sequence[str]) -> str:
        """Several things in a row."""
        *others, last = several
        return f"{', '.join(others)}{self.head.listed if others else ''}{last}"


# What notes stand under, in the order of a letter.
GROUPS = ("certain", "likely", "editions", "possible", "errata")
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
