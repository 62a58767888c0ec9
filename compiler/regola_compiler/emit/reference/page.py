"""What the reference shows: a program's declarations in reading order, and what links them.

A `Page` is what the templates see. They walk the model themselves, since it is already shaped as a
page is; here is what the model does not say: titles in each language, ids, which example reaches
which rule, who asks whom, and what stands in each section.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from regola_compiler.emit.reference.cross_references import CrossReferences
from regola_compiler.emit.reference.entries import (
    Chapter,
    CrossListedRule,
    Entry,
    GlossaryEntry,
    Item,
    Mention,
    called,
    entry_kind,
)
from regola_compiler.emit.reference.sections import Ids, Place, is_kept, is_shown, parts_of, places, stages
from regola_compiler.emit.text.labels import WORDS, counted
from regola_compiler.emit.text.languages import Languages, ShownTexts
from regola_compiler.emit.text.multilingual import MultilingualText
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.evaluate.worked.examples import Outcomes
from regola_compiler.ir.book import book_order, chapter
from regola_compiler.ir.tree import Acceptance, Action, Declaration, Erratum, Fact, Ir, Norm, Phase, PutUp, Titles, Told

_QUOTED = re.compile(r"`([^`\n]+)`")


@dataclass
class Page:
    """Everything the templates ask for. Without `uses`, nothing is told of what reaches or asks a rule."""

    ir: Ir
    outcomes: Outcomes
    errors: int = 0
    uses: bool = True
    ids: Ids = field(default_factory=Ids)

    def __post_init__(self) -> None:
        # Ids are given in one fixed order, so that the same game always links the same way.
        ir = self.ir
        rooms: tuple[tuple[str, list[str]], ...] = (
            ("s", self._sections),
            ("t", [type_.name for type_ in ir.types if not type_.built_in]),
            ("r", [name for name, item in self.declarations.items() if not is_kept(item)]),
            ("x", [example.name for example in ir.examples]),
            ("e", [erratum.name for erratum in ir.errata]),
            ("a", [assumption.name for assumption in ir.assumptions]),
            ("q", [sequence.name for sequence in ir.outlines]),
            ("v", [event.name for event in ir.events]),
            ("p", [stage.path for sequence in ir.outlines for stage in stages(sequence).walk()]),
            ("r", [path for rule in self.declarations.values() for path, _ in parts_of(rule)]),
        )
        for room, names in rooms:
            for name in names:
                self.ids.give(room, name)

    @cached_property
    def declarations(self) -> dict[str, Declaration]:
        """What can be asked, by name and in the order of the files."""
        found: dict[str, Declaration] = {item.name: item for item in (*self.ir.functions, *self.ir.facts)}
        return {name: found[name] for name in self.ir.order}

    @cached_property
    def relations(self) -> CrossReferences:
        """What the declarations have to do with one another."""
        return CrossReferences(self.ir, self.declarations, self.outcomes)

    @cached_property
    def _sections(self) -> list[str]:
        found = {place.section for place in self.places}
        return sorted(found, key=lambda section: (book_order(section), section))

    @cached_property
    def places(self) -> list[Place]:
        """Everything that has a section."""
        return list(places(self.ir, self.declarations))

    # --- the page as a whole ---

    @cached_property
    def languages(self) -> Languages:
        """The languages of the page."""
        return Languages.of(self.ir.speaks)

    @property
    def title(self) -> ShownTexts:
        """The game's title."""
        return self.languages.heading(self.ir.title, next(iter(self.ir.title.values()), self.ir.game))

    @property
    def sources(self) -> list[str]:
        """The rulebooks encoded, as the manifest names them."""
        return [", ".join(source.values()) for source in self.ir.sources]

    @cached_property
    def entries(self) -> dict[tuple[str, str], Entry]:
        """Every declaration as an entry, by room and name."""
        ir = self.ir
        found = [self._entry("r", item) for item in self.declarations.values() if is_shown(item)]
        found += [self._entry("a", item) for item in ir.assumptions]
        found += [self._entry("q", item) for item in ir.outlines]
        found += [self._entry("v", item) for item in ir.events]
        found += [self._entry("t", item) for item in ir.types if not item.built_in]
        found += [self._entry("x", item) for item in ir.examples]
        found += [self._entry("e", item) for item in ir.errata]
        return {(entry.room, entry.name): entry for entry in found}

    def _namespace(self, room: str) -> list[Entry]:
        """The entries of a room in the order of the book; those without a section come last."""
        found = [entry for entry in self.entries.values() if entry.room == room]
        return sorted(found, key=lambda entry: book_order(entry.sections[0] if entry.sections else ""))

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """Everything that is asked or done, by chapter; facts stand by themselves."""
        found: dict[str, list[Entry]] = {}
        for entry in self._namespace("r"):
            if not isinstance(entry.item, Fact):
                found.setdefault(chapter(entry.sections[0]) if entry.sections else "", []).append(entry)
        strays = self._strays()
        names = sorted({*found, *strays}, key=book_order)
        return tuple(
            Chapter(
                name,
                self.ids.give("c", name),
                self._chapter_title(name),
                tuple(found.get(name, ())),
                tuple(strays.get(name, ())),
            )
            for name in names
        )

    def _chapter_title(self, name: str) -> ShownTexts:
        """What the book calls a chapter."""
        heads = (section for section in self.ir.sections if section.heads and section.chapter == name)
        return next((self.section_title(section.id) for section in heads), ())

    def section_title(self, section: str) -> ShownTexts:
        """What the book calls a section, in another language's words where it has none in one; nothing if unknown."""
        return self.languages.borrowed(self._section_titles.get(section, {}))

    @cached_property
    def _section_titles(self) -> dict[str, Titles]:
        """The titles of the sections; those in capitals throughout are set as sentences are."""
        return {
            section.id: {tag: text.capitalize() if text.isupper() else text for tag, text in section.titles.items()}
            for section in self.ir.sections
        }

    @cached_property
    def glossary(self) -> list[GlossaryEntry]:
        """The terms of the glossary, in the order of the alphabet of the page's first language."""
        found = []
        for term in self.ir.terms:
            spoken = {tag: term.forms[tag] for tag in self.languages.tags if tag in term.forms}
            if not spoken:
                continue
            owner = term.declares.partition(".")[0]
            room = next((room for room in "rtq" if (room, owner) in self.entries), None) if owner else None
            every = (
                form for forms in spoken.values() for form in (forms.preferred, *forms.abbreviations, *forms.variants)
            )
            found.append(
                GlossaryEntry(
                    self.ids.give("g", term.id),
                    self.languages.borrowed({tag: forms.preferred for tag, forms in spoken.items()}),
                    self._listed({tag: forms.abbreviations for tag, forms in spoken.items()}),
                    self._listed({tag: forms.variants for tag, forms in spoken.items()}),
                    self._listed({tag: (forms.note,) for tag, forms in spoken.items() if forms.note}),
                    tuple(dict.fromkeys(every)),
                    (room, owner) if room else None,
                )
            )
        return sorted(found, key=lambda entry: entry.title[0].text.casefold())

    def _listed(self, forms: Mapping[str, tuple[str, ...]]) -> ShownTexts:
        """Forms in a row, each language its own and none another's."""
        shown = self.languages.heading({tag: ", ".join(listed) for tag, listed in forms.items() if listed}, "")
        return tuple(one for one in shown if one.text)

    def _strays(self) -> dict[str, list[CrossListedRule]]:
        """The rules and exceptions of each chapter that stand with an action of another chapter."""
        found: dict[str, dict[tuple[str, str], CrossListedRule]] = {}
        for entry in self._namespace("r"):
            if not isinstance(entry.item, Action):
                continue
            home = chapter(entry.sections[0]) if entry.sections else ""
            for path, part in parts_of(entry.item):
                section = part.anchors[0] if part.anchors else ""
                if isinstance(part, Norm) and section and chapter(section) != home:
                    title = self.languages.brief(part.texts, part.name)
                    stray = CrossListedRule(self.ids.give("r", path), title, section, entry)
                    found.setdefault(chapter(section), {}).setdefault((part.name, entry.name), stray)
        return {
            name: sorted(strays.values(), key=lambda stray: book_order(stray.section)) for name, strays in found.items()
        }

    def of_kind(self, *kinds: str) -> list[Entry]:
        """The declarations of some kinds, in the order of the book; what pieces have stands with their type."""
        return [entry for entry in self._namespace("r") if entry.kind in kinds and not self._is_of_a_piece(entry.item)]

    @staticmethod
    def _is_of_a_piece(item: Item) -> bool:
        return isinstance(item, Fact) and bool(item.owner)

    def facts_of(self, type_: str) -> list[Entry]:
        """What is printed on the pieces of a type, then what is kept of each, as it was declared."""
        piece = next((piece for piece in self.ir.pieces if piece.name == type_), None)
        names = (*piece.printed, *piece.states) if piece else ()
        return [self.entries["r", name] for name in names if ("r", name) in self.entries]

    def put_up(self, type_: str) -> list[PutUp]:
        """The pieces of a type that stand there at the start."""
        return [piece for piece in self.ir.setup if piece.of == type_]

    @property
    def tables(self) -> list[Entry]:
        """The tables and modifiers, which are what is looked up most."""
        return self.of_kind("table", "modifiers")

    @property
    def assumptions(self) -> list[Entry]:
        """What is true in every position."""
        return self._namespace("a")

    @property
    def sequences(self) -> list[Entry]:
        """The sequences of play."""
        return self._namespace("q")

    @property
    def events(self) -> list[Entry]:
        """What comes about by itself."""
        return self._namespace("v")

    @cached_property
    def rule_paths(self) -> list[str]:
        """The rules about actions, each by the path at which it first stands."""
        first: dict[str, str] = {}
        actions = [entry.item for entry in self.of_kind("action") if isinstance(entry.item, Action)]
        for action in actions:
            for norm in action.norms:
                first.setdefault(norm.name, f"{action.name}.{norm.name}")
        return list(first.values())

    def reached(self, paths: list[str]) -> int:
        """How many of some rules an example reaches."""
        return sum(self.relations.is_reached(path) for path in paths)

    def accepted(self, name: str) -> list[Acceptance]:
        """The findings about a declaration that are accepted."""
        return [acceptance for acceptance in self.ir.acceptances if acceptance.declaration == name]

    @property
    def types(self) -> list[Entry]:
        """Enums, scales and records."""
        return self._namespace("t")

    @property
    def examples(self) -> list[Entry]:
        """The worked examples."""
        return self._namespace("x")

    @property
    def errata(self) -> list[Entry]:
        """Where the book disagrees with itself."""
        return self._namespace("e")

    def _entry(self, room: str, item: Item) -> Entry:
        sections = item.anchors
        if isinstance(item, Erratum) and not sections:
            sections = tuple(section for statement in item.statements for section in statement.anchors)
        called = self.naming.own_name(item.name) if self._is_of_a_piece(item) else item.name
        return Entry(
            room,
            entry_kind(item),
            item.name,
            self.ids.give(room, item.name),
            item,
            self.languages.heading(item.texts, called),
            self.languages.brief(item.texts, called),
            self.languages.paragraphs(item, after_heading=True),
            tuple(dict.fromkeys(sections)),
        )

    # --- texts and links ---

    @cached_property
    def naming(self) -> Naming:
        """What things are called within a sentence."""
        return Naming(self.ir)

    @cached_property
    def voice(self) -> MultilingualText:
        """Says expressions and sentences in the languages of the page."""
        return MultilingualText(self.naming, self.languages)

    def word(self, key: str) -> ShownTexts:
        """A word of the page's own."""
        return self.languages.word(key)

    def count(self, key: str, number: int) -> ShownTexts:
        """A word of the page's own, for one thing or for several."""
        return self.languages.word(counted(key, number))

    @property
    def vocabulary(self) -> frozenset[str]:
        """The words the page has."""
        return frozenset(WORDS["en"])

    def heading(self, texts: Titles, name: str) -> ShownTexts:
        """The title of a part of a declaration."""
        return self.languages.heading(texts, name)

    def borrowed(self, texts: Titles) -> ShownTexts:
        """A text where there is no name to stand in for it: another language's where one has none."""
        return self.languages.borrowed(texts)

    def paragraphs(self, item: Told, *, after_heading: bool = False) -> tuple[ShownTexts, ...]:
        """Running text."""
        return self.languages.paragraphs(item, after_heading=after_heading)

    def link(self, room: str, name: str) -> str | None:
        """The id to link to, if the thing is on the page."""
        return self.ids.find(room, name)

    def phase_link(self, label: str) -> str | None:
        """The id of the first phase that is called so."""
        return next((self.ids.give("p", path) for path, phase in self._stages if called(path, phase, label)), None)

    @cached_property
    def _stages(self) -> list[tuple[str, Phase]]:
        return [(stage.path, stage.phase) for sequence in self.ir.outlines for stage in stages(sequence).walk()]

    def title_of(self, room: str, name: str) -> ShownTexts:
        """What a link to a thing says: its title, in one language at a time."""
        if (room, name) in self.entries:
            return self.entries[room, name].brief
        texts, own = self._parts.get((room, name), ({}, name))
        return self.languages.brief(texts, own)

    def marked(self, text: str) -> list[tuple[str, str]]:
        """A text cut at the names in backquotes, each with the room it is in; empty for all else."""
        found = []
        for place, bit in enumerate(_QUOTED.split(text)):
            rooms = [room for room in "rxeatqv" if (room, bit) in self.entries] if place % 2 else []
            rule = next((path for path in self.rule_paths if path.endswith(f".{bit}")), "") if place % 2 else ""
            if rooms or rule:
                found.append((bit, rooms[0]) if rooms else (rule, "r"))
            elif bit:
                found.append((f"`{bit}`" if place % 2 else bit, ""))
        return found

    @cached_property
    def _parts(self) -> dict[tuple[str, str], tuple[Titles, str]]:
        """The texts and the name of each part, by room and path."""
        found: dict[tuple[str, str], tuple[Titles, str]] = {}
        for path, phase in self._stages:
            found["p", path] = phase.texts, phase.name
        for rule in self.declarations.values():
            for path, part in parts_of(rule):
                found["r", path] = part.texts, part.name
        return found

    # --- the index of sections ---

    @cached_property
    def index(self) -> list[tuple[str, list[Mention]]]:
        """Each section with what stands in it, in the order of the book."""
        found: dict[str, dict[tuple[str, str], Mention]] = {}
        for place in self.places:
            entry = self.entries[place.room, place.owner]
            mentions = found.setdefault(place.section, {})
            mention = mentions.setdefault((place.room, place.owner), Mention(entry, {}))
            if place.part:
                mention.parts[place.part] = (
                    self.ids.give("p" if place.room == "q" else place.room, place.path),
                    self.languages.brief(place.told.texts if place.told else {}, place.part),
                )
        return [(section, list(found[section].values())) for section in self._sections]
