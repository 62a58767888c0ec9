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

from regola_dsl.tree import Texts

from regola_compiler.emit.reference.cross_references import Relations
from regola_compiler.emit.reference.entries import Chapter, CrossListedRule, Entry, Item, Mention, called, kind_of
from regola_compiler.emit.reference.sections import Ids, Place, book_order, chapter, is_shown, parts_of, places, stages
from regola_compiler.emit.text.labels import WORDS, counted
from regola_compiler.emit.text.languages import Languages, ShownTexts
from regola_compiler.emit.text.multilingual import MultilingualText
from regola_compiler.emit.text.titles import Naming
from regola_compiler.model.program import Acceptance, Action, Erratum, Fact, Norm, Phase, Program
from regola_compiler.model.visitor import phases_in
from regola_compiler.project.game import Game

_QUOTED = re.compile(r"`([^`\n]+)`")


@dataclass
class Page:
    """Everything the templates ask for. Without `uses`, nothing is told of what reaches or asks a rule."""

    program: Program
    game: Game
    errors: int = 0
    uses: bool = True
    ids: Ids = field(default_factory=Ids)

    def __post_init__(self) -> None:
        # Ids are given in one fixed order, so that the same game always links the same way.
        rooms = (
            ("s", self._sections),
            ("t", self.program.types),
            ("r", self.program.callables),
            ("x", self.program.examples),
            ("e", self._errata),
            ("a", self.program.assumptions),
            ("q", self.program.sequences),
            ("p", [stage.path for sequence in self.program.sequences.values() for stage in stages(sequence).walk()]),
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
        found = {place.section for place in self.places}
        return sorted(found, key=lambda section: (book_order(section), section))

    @cached_property
    def places(self) -> list[Place]:
        """Everything that has a section."""
        return list(places(self.program, self._errata))

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
    def entries(self) -> dict[tuple[str, str], Entry]:
        """Every declaration as an entry, by room and name."""
        found = [self._entry("r", name, item) for name, item in self.program.callables.items() if is_shown(item)]
        found += [self._entry("a", name, item) for name, item in self.program.assumptions.items()]
        found += [self._entry("q", name, item) for name, item in self.program.sequences.items()]
        found += [self._entry("t", name, item) for name, item in self.program.types.items()]
        found += [self._entry("x", name, item) for name, item in self.program.examples.items()]
        found += [self._entry("e", name, item) for name, item in self._errata.items()]
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
            Chapter(name, self.ids.give("c", name), tuple(found.get(name, ())), tuple(strays.get(name, ())))
            for name in names
        )

    def _strays(self) -> dict[str, list[CrossListedRule]]:
        """The rules and exceptions of each chapter that stand with an action of another chapter."""
        found: dict[str, dict[tuple[str, str], CrossListedRule]] = {}
        for entry in self._namespace("r"):
            if not isinstance(entry.item, Action):
                continue
            home = chapter(entry.sections[0]) if entry.sections else ""
            for path, part in parts_of(entry.item):
                section = part.anchors[0].section if part.anchors else ""
                if isinstance(part, Norm) and section and chapter(section) != home:
                    title = self.languages.brief(part.texts, part.name)
                    stray = CrossListedRule(self.ids.give("r", path), title, section, entry)
                    found.setdefault(chapter(section), {}).setdefault((part.name, entry.name), stray)
        return {
            name: sorted(strays.values(), key=lambda stray: book_order(stray.section)) for name, strays in found.items()
        }

    def of_kind(self, *kinds: str) -> list[Entry]:
        """The declarations of some kinds, in the order of the book."""
        return [entry for entry in self._namespace("r") if entry.kind in kinds]

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

    @cached_property
    def rule_paths(self) -> list[str]:
        """The rules about actions, each by the path at which it first stands."""
        first: dict[str, str] = {}
        for entry in self.of_kind("action"):
            for norm in entry.item.norms:
                first.setdefault(norm.name, f"{entry.name}.{norm.name}")
        return list(first.values())

    def reached(self, paths: list[str]) -> int:
        """How many of some rules an example reaches."""
        return sum(self.relations.is_reached(path) for path in paths)

    def accepted(self, name: str) -> list[Acceptance]:
        """The findings about a declaration that are accepted."""
        return [acceptance for acceptance in self.program.acceptances if acceptance.declaration == name]

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

    def _entry(self, room: str, name: str, item: Item) -> Entry:
        sections = [anchor.section for anchor in item.anchors]
        if isinstance(item, Erratum) and not sections:
            sections = [anchor.section for statement in item.statements for anchor in statement.anchors]
        return Entry(
            room,
            kind_of(item),
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
        for sequence in self.program.sequences.values():
            yield from (phase.texts for phase in phases_in(sequence))
        yield from (assumption.texts for assumption in self.program.assumptions.values())
        yield from (acceptance.reason for acceptance in self.program.acceptances)
        for example in self.program.examples.values():
            yield example.texts
        for erratum in self.program.errata.values():
            yield from (erratum.texts, erratum.reason, *(statement.texts for statement in erratum.statements))

    # --- texts and links ---

    @cached_property
    def naming(self) -> Naming:
        """What things are called within a sentence."""
        return Naming(self.program)

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

    def heading(self, texts: Texts, name: str) -> ShownTexts:
        """The title of a part of a declaration."""
        return self.languages.heading(texts, name)

    def paragraphs(self, texts: Texts, *, after_heading: bool = False) -> tuple[ShownTexts, ...]:
        """Running text."""
        return self.languages.paragraphs(texts, after_heading=after_heading)

    def link(self, room: str, name: str) -> str | None:
        """The id to link to, if the thing is on the page."""
        return self.ids.find(room, name)

    def phase_link(self, label: str) -> str | None:
        """The id of the first phase that is called so."""
        return next((self.ids.give("p", path) for path, phase in self._stages if called(path, phase, label)), None)

    @cached_property
    def _stages(self) -> list[tuple[str, Phase]]:
        sequences = self.program.sequences.values()
        return [(stage.path, stage.phase) for sequence in sequences for stage in stages(sequence).walk()]

    def title_of(self, room: str, name: str) -> ShownTexts:
        """What a link to a thing says: its title, in one language at a time."""
        if (room, name) in self.entries:
            return self.entries[room, name].brief
        texts, own = self._parts.get((room, name), ((), name))
        return self.languages.brief(texts, own)

    def marked(self, text: str) -> list[tuple[str, str]]:
        """A text cut at the names in backquotes, each with the room it is in; empty for all else."""
        found = []
        for place, bit in enumerate(_QUOTED.split(text)):
            rooms = [room for room in "rxeatq" if (room, bit) in self.entries] if place % 2 else []
            rule = next((path for path in self.rule_paths if path.endswith(f".{bit}")), "") if place % 2 else ""
            if rooms or rule:
                found.append((bit, rooms[0]) if rooms else (rule, "r"))
            elif bit:
                found.append((f"`{bit}`" if place % 2 else bit, ""))
        return found

    @cached_property
    def _parts(self) -> dict[tuple[str, str], tuple[Texts, str]]:
        """The texts and the name of each part, by room and path."""
        found: dict[tuple[str, str], tuple[Texts, str]] = {}
        for path, phase in self._stages:
            found["p", path] = phase.texts, phase.name
        for rule in self.program.callables.values():
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
                    self.languages.brief(place.texts, place.part),
                )
        return [(section, list(found[section].values())) for section in self._sections]
