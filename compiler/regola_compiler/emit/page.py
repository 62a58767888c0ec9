"""What the reference shows: a program's declarations in reading order, and what links them.

A `Page` is what the templates see. They walk the model themselves, since it is already shaped as a
page is; here is what the model does not say: titles in each language, ids, which example reaches
which rule, who asks whom, and what stands in each section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from regola_dsl.tree import Texts

from regola_compiler.emit.places import Ids, book_order, chapter, parts_of, places
from regola_compiler.emit.printed import Part, Printed, legend, printed
from regola_compiler.emit.relations import Relations
from regola_compiler.emit.texts import Languages, ShownTexts
from regola_compiler.emit.words import WORDS
from regola_compiler.game import Game
from regola_compiler.model import (
    Definition,
    Dimension,
    Erratum,
    Example,
    FieldOf,
    Modifiers,
    Program,
    Rule,
    Table,
    TypeInfo,
)
from regola_compiler.types import EnumType, RecordType, show

# A member whose name is a plain word may be shown by its text; `A1/DR` and `EX` are signs and stay.
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}(?:[_-][^\W\d_]+)*")
# In a list a cell may hold a sentence; in a grid it would tear the columns apart.
_LONGEST_HEADING = 28


@dataclass(frozen=True, slots=True)
class Entry:
    """One declaration as an article of the page; `room` is where ids and links look for it."""

    room: str
    kind: str
    name: str
    id: str
    item: Any
    title: ShownTexts
    brief: ShownTexts
    paragraphs: tuple[ShownTexts, ...]
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of one chapter of the book; `name` is empty for rules without a section."""

    name: str
    id: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    """A declaration that stands in a section, with the id and title of each part of it that does."""

    entry: Entry
    parts: dict[str, tuple[str, ShownTexts]]


@dataclass
class Page:
    """Everything the templates ask for."""

    program: Program
    game: Game
    errors: int = 0
    ids: Ids = field(default_factory=Ids)

    def __post_init__(self) -> None:
        # Ids are given in one fixed order, so that the same game always links the same way.
        rooms = (
            ("s", self._sections),
            ("t", self.program.types),
            ("r", self.program.callables),
            ("x", self.program.examples),
            ("e", self._errata),
            ("r", [path for rule in self.program.callables.values() for path, _ in parts_of(rule)]),
        )
        for room, names in rooms:
            for name in names:
                self.ids.give(room, name)

    @cached_property
    def relations(self) -> Relations:
        """What the declarations have to do with one another."""
        return Relations(self.program)

    @cached_property
    def _errata(self) -> dict[str, Erratum]:
        return {name: item for name, item in self.program.errata.items() if name not in self.program.broken}

    @cached_property
    def _sections(self) -> list[str]:
        found = {place.section for place in places(self.program, self._errata)}
        return sorted(found, key=lambda section: (book_order(section), section))

    # --- the page as a whole ---

    @cached_property
    def languages(self) -> Languages:
        """The languages of the page."""
        declared = self.game.manifest.get("languages")
        return Languages.of(
            [tag for tag in declared if isinstance(tag, str) and tag.split() == [tag]]
            if isinstance(declared, list)
            else [],
            [text.language for texts in self._all_texts() for text in texts],
        )

    @property
    def title(self) -> ShownTexts:
        """The game's title."""
        titles = self.game.manifest.get("title")
        told = titles if isinstance(titles, dict) else {}
        layer = {str(tag): str(title) for tag, title in told.items()}
        return self.languages.titled(layer, next(iter(layer.values()), self.game.id))

    @property
    def sources(self) -> list[str]:
        """The rulebooks encoded, as the manifest names them."""
        listed = self.game.manifest.get("sources")
        found = [source for source in listed if isinstance(source, dict)] if isinstance(listed, list) else []
        keys = ("title", "edition", "language")
        return [", ".join(str(source[key]) for key in keys if key in source) for source in found]

    @property
    def credits(self) -> list[str]:
        """The people the manifest thanks."""
        listed = self.game.manifest.get("credits")
        return [str(line) for line in listed] if isinstance(listed, list) else []

    @property
    def broken(self) -> list[str]:
        """What could not be understood, and is left out."""
        return sorted(self.program.broken)

    @cached_property
    def _entries(self) -> dict[tuple[str, str], Entry]:
        """Every declaration as an entry, by room and name."""
        found = [self._entry("r", name, item) for name, item in self.program.callables.items()]
        found += [self._entry("t", name, item) for name, item in self.program.types.items()]
        found += [self._entry("x", name, item) for name, item in self.program.examples.items()]
        found += [self._entry("e", name, item) for name, item in self._errata.items()]
        return {(entry.room, entry.name): entry for entry in found}

    def _room(self, room: str) -> list[Entry]:
        """The entries of a room in the order of the book; those without a section come last."""
        found = [entry for entry in self._entries.values() if entry.room == room]
        return sorted(found, key=lambda entry: book_order(entry.sections[0] if entry.sections else ""))

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """Tables, modifiers and definitions, by chapter."""
        found: dict[str, list[Entry]] = {}
        for entry in self._room("r"):
            found.setdefault(chapter(entry.sections[0]) if entry.sections else "", []).append(entry)
        return tuple(Chapter(name, self.ids.give("c", name), tuple(entries)) for name, entries in found.items())

    @property
    def tables(self) -> list[Entry]:
        """The tables and modifiers, which are what is looked up most."""
        return [entry for entry in self._room("r") if entry.kind != "define"]

    @property
    def types(self) -> list[Entry]:
        """Enums, scales and records."""
        return self._room("t")

    @property
    def examples(self) -> list[Entry]:
        """The worked examples."""
        return self._room("x")

    @property
    def errata(self) -> list[Entry]:
        """Where the book disagrees with itself."""
        return self._room("e")

    def _entry(self, room: str, name: str, item: Rule | TypeInfo | Example | Erratum) -> Entry:
        sections = [anchor.section for anchor in item.anchors]
        if isinstance(item, Erratum) and not sections:
            sections = [anchor.section for statement in item.statements for anchor in statement.anchors]
        return Entry(
            room,
            _kind(item),
            name,
            self.ids.give(room, name),
            item,
            self.languages.heading(item.texts, name),
            self.languages.brief(item.texts, name),
            self.languages.paragraphs(item.texts, after_heading=True),
            tuple(dict.fromkeys(sections)),
        )

    def _all_texts(self) -> Iterator[Texts]:
        for info in self.program.types.values():
            yield info.texts
            yield from (texts for _, _, texts, _ in info.parts)
        for item in self.program.callables.values():
            yield item.texts
            yield from (part.texts for _, part in parts_of(item))
        for example in self.program.examples.values():
            yield example.texts
        for erratum in self.program.errata.values():
            yield from (erratum.texts, erratum.reason, *(statement.texts for statement in erratum.statements))

    # --- texts and links ---

    def word(self, key: str) -> ShownTexts:
        """A word of the page's own."""
        return self.languages.word(key)

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words the page has."""
        return frozenset(WORDS["en"])

    def heading(self, texts: Texts, name: str) -> ShownTexts:
        """The title of a part of a declaration."""
        return self.languages.heading(texts, name)

    def paragraphs(self, texts: Texts, *, after_heading: bool = False) -> tuple[ShownTexts, ...]:
        """Running text."""
        return self.languages.paragraphs(texts, after_heading=after_heading)

    def link(self, room: str, name: str) -> str | None:
        """The id to link to, if the thing is on the page."""
        return self.ids.find(room, name)

    def members(self, enum: str) -> dict[str, Texts]:
        """The texts of an enum's members."""
        info = self.program.types.get(enum)
        return {name: texts for name, _, texts, _ in info.parts} if info else {}

    def label(self, part: Part, *, grid: bool) -> ShownTexts | None:
        """How a member in a table's cell is shown by its text; None if its sign stays."""
        texts = self.members(part.of).get(part.text, ())
        word = _PLAIN_WORD.fullmatch(part.text) and part.text == part.text.lower()
        if not word or (grid and any(len(text.text) > _LONGEST_HEADING for text in texts)):
            return None
        return self.languages.heading(texts, part.text.replace("_", " "))

    def hint(self, enum: str, label: str) -> str:
        """What a sign means, in all languages, for a tooltip."""
        texts = [text for text in self.members(enum).get(label, ()) if text.language in self.languages.tags]
        return " / ".join(text.text for text in texts)

    # --- tables ---

    def printed(self, table: Table) -> Printed:
        """A table as the book prints it."""
        return printed(table)

    def key(self, table: Printed) -> list[tuple[str, ShownTexts]]:
        """The signs in a table that have a text, with it."""
        found = []
        for enum, label in legend(table):
            texts = self.members(enum).get(label, ())
            if texts and self.label(Part("member", label, enum), grid=table.down is not None) is None:
                found.append((label, self.languages.heading(texts, label)))
        return found

    def axis(self, table: Table, dimension: Dimension) -> ShownTexts:
        """What an axis is called: as its field or its type is, or as printed where that would be said twice."""
        texts = self._axis_texts(dimension)
        shared = sum(self._axis_texts(other) == texts for other in table.dimensions) > 1
        return self.languages.heading(() if shared else texts, dimension.label.replace("_", " "))

    def _axis_texts(self, dimension: Dimension) -> Texts:
        if isinstance(dimension.value, FieldOf) and isinstance(dimension.value.record.type, RecordType):
            texts = self.members(dimension.value.record.type.name).get(dimension.value.name, ())
            if texts:
                return texts
        info = self.program.types.get(dimension.type.name) if isinstance(dimension.type, EnumType) else None
        return info.texts if info else ()

    def dimension(self, table: Table, label: str) -> Dimension:
        """The dimension printed under `label`."""
        return next(dimension for dimension in table.dimensions if dimension.label == label)

    def default(self, type_: RecordType, name: str) -> str:
        """What a field is where nobody says, as the game writes it; empty if it must be said."""
        defaults, declared = dict(type_.defaults), type_.field(name)
        return show(defaults[name], declared) if name in defaults and declared is not None else ""

    # --- the index of sections ---

    @cached_property
    def index(self) -> list[tuple[str, list[Mention]]]:
        """Each section with what stands in it, in the order of the book."""
        found: dict[str, dict[tuple[str, str], Mention]] = {}
        for place in places(self.program, self._errata):
            entry = self._entries[place.room, place.owner]
            mentions = found.setdefault(place.section, {})
            mention = mentions.setdefault((place.room, place.owner), Mention(entry, {}))
            if place.part:
                mention.parts[place.part] = (
                    self.ids.give(place.room, place.path),
                    self.languages.brief(place.texts, place.part),
                )
        return [(section, list(found[section].values())) for section in self._sections]


def _kind(item: Rule | TypeInfo | Example | Erratum) -> str:
    match item:
        case Definition():
            return "define"
        case Table():
            return "table"
        case Modifiers():
            return "modifiers"
        case TypeInfo(type=EnumType(ordered=ordered)):
            return "scale" if ordered else "enum"
        case TypeInfo():
            return "record"
        case Example():
            return "example"
        case Erratum():
            return "erratum"
