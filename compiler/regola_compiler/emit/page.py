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

from regola_dsl.tree import Anchors, Texts

from regola_compiler.emit.places import Ids, book_order, chapter
from regola_compiler.emit.printed import Part, Printed, legend, printed
from regola_compiler.emit.texts import Languages, Shown, ShownTexts
from regola_compiler.emit.words import WORDS
from regola_compiler.examples import ExampleResult, run_errata, run_examples
from regola_compiler.game import Game
from regola_compiler.model import (
    Clause,
    Definition,
    Dimension,
    Erratum,
    Example,
    FieldOf,
    Modifiers,
    Program,
    Rule,
    Statement,
    Table,
    TypeInfo,
    calls_in,
    expressions_of,
)
from regola_compiler.types import EnumType, RecordType, show

# A member whose name is a plain word may be shown by its text; `A1/DR` and `EX` are signs and stay.
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}(?:[_-][^\W\d_]+)*")
_LONGEST_LABEL = 28


@dataclass(frozen=True, slots=True)
class Entry:
    """One declaration as an article of the page."""

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
    """Something that stands in a section: a declaration, and the part of it that does."""

    id: str
    titles: tuple[ShownTexts, ...]


@dataclass
class Page:
    """Everything the templates ask for."""

    program: Program
    game: Game
    errors: int = 0
    ids: Ids = field(default_factory=Ids)

    def __post_init__(self) -> None:
        # Ids are given in one fixed order, so that the same game always links the same way.
        for section in self._sections():
            self.ids.give("s", section)
        for room, names in (
            ("t", self.program.types),
            ("r", self.program.callables),
            ("x", self.program.examples),
            ("e", self._errata()),
        ):
            for name in names:
                self.ids.give(room, name)
        for item in self.program.callables.values():
            for path, _ in _parts(item):
                self.ids.give("r", path)

    # --- the page as a whole ---

    @cached_property
    def languages(self) -> Languages:
        """The languages of the page."""
        declared = self.game.manifest.get("languages")
        return Languages.of(
            [tag for tag in declared if isinstance(tag, str)] if isinstance(declared, list) else [],
            [text.language for texts in self._all_texts() for text in texts],
        )

    @property
    def title(self) -> ShownTexts:
        """The game's title."""
        titles = self.game.manifest.get("title")
        told = titles if isinstance(titles, dict) else {}
        layer = {str(tag): str(title) for tag, title in told.items()}
        first = next(iter(layer.values()), self.game.id)
        shown = [Shown(layer.get(tag, first), tag, str(i)) for i, tag in enumerate(self.languages.tags)]
        if len(shown) == 1:
            return tuple(shown)
        return (Shown(shown[0].text, shown[0].language, f"{shown[0].modes} all"), *shown[1:])

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
    def chapters(self) -> tuple[Chapter, ...]:
        """Tables, modifiers and definitions, in the order of the book's sections."""
        rules = [self._entry(_kind(item), name, item) for name, item in self.program.callables.items()]
        rules.sort(key=lambda entry: book_order(entry.sections[0] if entry.sections else ""))
        found: dict[str, list[Entry]] = {}
        for entry in rules:
            found.setdefault(chapter(entry.sections[0]) if entry.sections else "", []).append(entry)
        return tuple(Chapter(name, self.ids.give("c", name), tuple(entries)) for name, entries in found.items())

    @property
    def tables(self) -> list[Entry]:
        """The tables and modifiers, which are what is looked up most."""
        return [entry for part in self.chapters for entry in part.entries if entry.kind != "define"]

    @cached_property
    def types(self) -> list[Entry]:
        """Enums, scales and records."""
        return [self._entry(_kind(info), name, info) for name, info in self.program.types.items()]

    @cached_property
    def examples(self) -> list[Entry]:
        """The worked examples."""
        found = [self._entry("example", name, item) for name, item in self.program.examples.items()]
        return sorted(found, key=lambda entry: book_order(entry.sections[0] if entry.sections else ""))

    @cached_property
    def errata(self) -> list[Entry]:
        """Where the book disagrees with itself."""
        return [self._entry("erratum", name, item) for name, item in self._errata().items()]

    def _errata(self) -> dict[str, Erratum]:
        return {name: item for name, item in self.program.errata.items() if name not in self.program.broken}

    def _entry(self, kind: str, name: str, item: Rule | TypeInfo | Example | Erratum) -> Entry:
        room = {"example": "x", "erratum": "e", "enum": "t", "scale": "t", "record": "t"}.get(kind, "r")
        sections = [anchor.section for anchor in item.anchors]
        if isinstance(item, Erratum) and not sections:
            sections = [anchor.section for statement in item.statements for anchor in statement.anchors]
        return Entry(
            kind,
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
            yield from (part.texts for _, part in _parts(item))
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

    def label(self, part: Part) -> ShownTexts | None:
        """How a member in a table's cell is shown by its text; None if its sign stays."""
        texts = self.members(part.of).get(part.text, ())
        short = all(len(text.text) <= _LONGEST_LABEL for text in texts)
        word = _PLAIN_WORD.fullmatch(part.text) and part.text == part.text.lower()
        if not (word and short):
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
            if texts and self.label(Part("member", label, enum)) is None:
                found.append((label, self.languages.heading(texts, label)))
        return found

    def axis(self, dimension: Dimension) -> ShownTexts:
        """What an axis is called: the field's text, or its type's, or the label as printed."""
        texts: Texts = ()
        if isinstance(dimension.value, FieldOf) and isinstance(dimension.value.record.type, RecordType):
            texts = self.members(dimension.value.record.type.name).get(dimension.value.name, ())
        if not texts and isinstance(dimension.type, EnumType):
            info = self.program.types.get(dimension.type.name)
            texts = info.texts if info else ()
        return self.languages.heading(texts, dimension.label.replace("_", " "))

    def dimension(self, table: Table, label: str) -> Dimension:
        """The dimension printed under `label`."""
        return next(dimension for dimension in table.dimensions if dimension.label == label)

    def default(self, type_: RecordType, name: str) -> str:
        """What a field is where nobody says, as the game writes it; empty if it must be said."""
        defaults, declared = dict(type_.defaults), type_.field(name)
        return show(defaults[name], declared) if name in defaults and declared is not None else ""

    # --- examples and errata ---

    @cached_property
    def results(self) -> dict[str, ExampleResult]:
        """How each example came out."""
        return {result.example.name: result for result in run_examples(self.program)}

    @cached_property
    def _claims(self) -> list[tuple[Statement, bool]]:
        return [(result.statement, result.holds) for result in run_errata(self.program)]

    def agrees(self, statement: Statement) -> bool:
        """Whether the rules as encoded say what this statement of an erratum claims."""
        return next((holds for claim, holds in self._claims if claim is statement), False)

    def tally(self, status: str) -> int:
        """How many examples came out so."""
        return sum(result.status == status for result in self.results.values())

    @cached_property
    def _reached(self) -> dict[str, list[str]]:
        """The examples that reach each rule or part of one."""
        found: dict[str, list[str]] = {}
        for name, result in self.results.items():
            for path in sorted(frozenset[str]().union(*(line.touched for line in result.lines))):
                found.setdefault(path, []).append(name)
        return found

    def exercised(self, path: str) -> list[str]:
        """The examples that reach a rule (`rule`) or a part of one (`rule.exception`)."""
        return self._reached.get(path, [])

    @property
    def reached(self) -> int:
        """How many rules some example reaches."""
        return sum(name in self._reached for name in self.program.callables)

    def exercises(self, example: str) -> list[str]:
        """The rules an example reaches, in the order of their files, parts instead of the whole."""
        order = [path for name, item in self.program.callables.items() for path in (name, *_paths(item))]
        touched = [path for path in order if example in self._reached.get(path, [])]
        wholes = {path.partition(".")[0] for path in touched if "." in path}
        return [path for path in touched if path not in wholes]

    @cached_property
    def _askers(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, item in self.program.callables.items():
            for callee in dict.fromkeys(call.callee for part in expressions_of(item) for call in calls_in(part)):
                found.setdefault(callee, []).append(name)
        return found

    def asked_by(self, name: str) -> list[str]:
        """The rules that ask this one."""
        return self._askers.get(name, [])

    @cached_property
    def _settled(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for item in self.program.callables.values():
            for past in printed(item).past if isinstance(item, Table) else ():
                if past.edge.by:
                    found.setdefault(past.edge.by, []).append(("r", item.name))
        for name, result in self.results.items():
            for line in result.lines:
                if line.erratum:
                    found.setdefault(line.erratum, []).append(("x", name))
        return {name: list(dict.fromkeys(uses)) for name, uses in found.items()}

    def settles(self, erratum: str) -> list[tuple[str, str]]:
        """What an erratum decides, as (room, name): table edges, and examples it explains."""
        return self._settled.get(erratum, [])

    # --- the index of sections ---

    def _sections(self) -> list[str]:
        return sorted({section for section, _, _, _ in self._anchored()}, key=lambda s: (book_order(s), s))

    def _anchored(self) -> Iterator[tuple[str, str, str, tuple[tuple[Texts, str], ...]]]:
        """Everything with a section: the section, the room and name to link to, and its titles."""

        def each(
            anchors: Anchors, room: str, name: str, *titles: tuple[Texts, str]
        ) -> Iterator[tuple[str, str, str, tuple[tuple[Texts, str], ...]]]:
            return ((anchor.section, room, name, titles) for anchor in anchors)

        for name, item in self.program.callables.items():
            whole = (item.texts, name)
            yield from each(item.anchors, "r", name, whole)
            if isinstance(item, Table):
                for row in item.rows:
                    yield from each(row.anchors, "r", name, whole)
                for past in printed(item).past:
                    yield from each(past.edge.anchors, "r", name, whole)
            for path, part in _parts(item):
                yield from each(part.anchors, "r", path, whole, (part.texts, part.name))
        for name, info in self.program.types.items():
            yield from each(info.anchors, "t", name, (info.texts, name))
            for part_name, anchors, texts, _ in info.parts:
                yield from each(anchors, "t", name, (info.texts, name), (texts, part_name))
        for name, example in self.program.examples.items():
            yield from each(example.anchors, "x", name, (example.texts, name))
        for name, erratum in self._errata().items():
            for anchors in (erratum.anchors, *(statement.anchors for statement in erratum.statements)):
                yield from each(anchors, "e", name, (erratum.texts, name))

    @cached_property
    def index(self) -> list[tuple[str, list[Mention]]]:
        """Each section with what stands in it, in the order of the book."""
        found: dict[str, dict[tuple[str, tuple[ShownTexts, ...]], Mention]] = {}
        for section, room, name, titles in self._anchored():
            shown = tuple(self.languages.brief(texts, title) for texts, title in titles)
            mention = Mention(self.ids.give(room, name), shown)
            found.setdefault(section, {})[mention.id, shown] = mention
        return [(section, list(found[section].values())) for section in self._sections()]


def _kind(item: Rule | TypeInfo) -> str:
    match item:
        case Definition():
            return "define"
        case Table():
            return "table"
        case Modifiers():
            return "modifiers"
        case TypeInfo(type=EnumType(ordered=ordered)):
            return "scale" if ordered else "enum"
        case _:
            return "record"


def _parts(item: Rule) -> Iterator[tuple[str, Any]]:
    """The named parts of a rule with their paths: exceptions at every depth, modifier lines."""
    if isinstance(item, Modifiers):
        yield from ((f"{item.name}.{line.name}", line) for line in item.lines)
    elif isinstance(item, Definition):
        waiting: list[Clause] = list(reversed(item.root.exceptions))
        while waiting:
            clause = waiting.pop()
            yield f"{item.name}.{clause.name}", clause
            waiting += reversed(clause.exceptions)


def _paths(item: Rule) -> list[str]:
    return [path for path, _ in _parts(item)]
