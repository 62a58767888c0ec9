"""The entries of the reference: what an article, a chapter and a line of the index hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.ir.tree import (
    Action,
    Assumption,
    Choice,
    Declaration,
    Definition,
    Enum,
    Erratum,
    Event,
    Example,
    Fact,
    HandleClass,
    Modifiers,
    Path,
    Phase,
    Record,
    Scale,
    Table,
    TypeDeclaration,
)

Item: TypeAlias = Declaration | TypeDeclaration | Example | Erratum | Assumption | Phase | Event


@dataclass(frozen=True, slots=True)
class Entry:
    """One declaration as an article of the page; `room` is where ids and links look for it."""

    room: str
    kind: str
    name: str
    id: str
    item: Item
    title: ShownTexts
    brief: ShownTexts
    paragraphs: tuple[ShownTexts, ...]
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rules of one chapter of the book; `name` is empty without a section, `title` where none is known."""

    name: str
    id: str
    title: ShownTexts
    entries: tuple[Entry, ...]
    strays: tuple[CrossListedRule, ...]


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A term of the glossary: what it is called, its abbreviations and other forms, and all that a search knows it by.

    `declares` is the room and the name of what it is the name of, if that is on the page.
    """

    id: str
    title: ShownTexts
    abbreviations: ShownTexts
    variants: ShownTexts
    notes: ShownTexts
    known_by: tuple[str, ...]
    declares: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class CrossListedRule:
    """A rule of a chapter that stands elsewhere, with the action it speaks of."""

    id: str
    title: ShownTexts
    section: str
    action: Entry


@dataclass(frozen=True, slots=True)
class Mention:
    """A declaration that stands in a section, with the id and title of each part of it that does."""

    entry: Entry
    parts: dict[str, tuple[str, ShownTexts]]


def called(path: str, phase: Phase, label: str) -> bool:
    """Whether a phase goes by a label, `movement` or `primary/movement`; repetitions are no step of its way."""
    way = "/".join(part.rstrip("'") for part in path.split("/") if part.rstrip("'") != "*")
    return bool(phase.name) and (way.endswith(f"/{label}") or phase.name == label)


def entry_kind(item: Item) -> str:
    """The word for what a declaration is: most bear it in the representation too."""
    match item:
        case Fact():
            return item.kind
        case Assumption():
            return "assumption"
        case Phase():
            return "phase" if item.called else "sequence"
        case Event():
            return "event"
        case Example():
            return "example"
        case Erratum():
            return "erratum"
        case HandleClass(individuals=True):
            return "piece"
        case Enum() | Scale() | Record() | HandleClass():
            return str(item.__struct_config__.tag)
        case Definition() | Table() | Modifiers() | Action() | Path() | Choice():
            return str(item.__struct_config__.tag)
        case _:
            assert_never(item)
