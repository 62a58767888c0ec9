"""What the rules have for each section of a book: whole declarations at their own section, and their parts at theirs.

Every declaration of the game stands in full in exactly one place, so that every link on the page leads somewhere:
at the first of its sections that the book has, or behind the book.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from regola_compiler.emit.reference.actions import Actions, ShownNorm
from regola_compiler.emit.reference.entries import Entry
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sections import Place, parts_of
from regola_compiler.emit.reference.sequence import Outline, SequenceLine
from regola_compiler.ir.tree import Action, Clause, Modifier

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.numbering import Key, Numbering


@dataclass(frozen=True, slots=True)
class AnchoredPart:
    """A part of a declaration that is anchored to a section of its own.

    `kind` is norm, clause, line, phase or member; `thing` what the templates print of it; `others` are the
    declarations that have the very same part.
    """

    kind: Literal["norm", "clause", "line", "phase", "member"]
    path: str
    owner: Entry
    item: Any
    others: list[Entry] = field(default_factory=list)


@dataclass
class SectionRules:
    """What stands beside a section. `mentions` stand in full elsewhere; `names` is how its anchors are written."""

    entries: list[Entry] = field(default_factory=list)
    parts: list[AnchoredPart] = field(default_factory=list)
    mentions: list[Entry] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


@dataclass
class Rules:
    """A game's declarations, dealt out to the sections of a book."""

    page: Page
    outline: Outline
    actions: Actions
    numbering: Numbering
    known: Collection[Key]
    by_section: dict[Key, SectionRules] = field(default_factory=dict)
    unplaced: SectionRules = field(default_factory=SectionRules)

    @classmethod
    def of(cls, page: Page, outline: Outline, actions: Actions, contexts: Sequence[CrosscheckContext]) -> Rules:
        """The rules beside some books; the first of them says how sections are numbered."""
        numbering = contexts[0].book.numbering if contexts else Numbering()
        known = {numbering.key(section.id) for context in contexts for section in context.book.sections}
        return cls(page, outline, actions, numbering, known)

    def __post_init__(self) -> None:
        self._norms = dict(self._all_norms())
        self._parts = {path: part for rule in self.page.declarations.values() for path, part in parts_of(rule)}
        self._steps = {step.stage.path: step for step in self._all_steps()}
        self._primary_sections = {
            (entry.room, entry.name): self._primary_section(entry) for entry in self.page.entries.values()
        }
        for entry in self.page.entries.values():
            key = self._primary_sections[entry.room, entry.name]
            (self.unplaced if key is None else self._rules_at(key)).entries.append(entry)
        for place in self.page.places:
            self._add_place(place)

    @property
    def unknown(self) -> list[tuple[Key, SectionRules]]:
        """The sections that are encoded and not in the book, in order."""
        found = [(key, facing) for key, facing in self.by_section.items() if key not in self.known]
        return sorted(found, key=lambda one: [(isinstance(step, str), str(step).rjust(6)) for step in one[0]])

    def rules_of(self, entry: Entry) -> tuple[list[ShownNorm], list[tuple[ShownNorm, ShownNorm]]]:
        """The rules about an action: those that stand with it, and those that stand elsewhere, with the one there."""
        assert isinstance(entry.item, Action)
        here, elsewhere = [], []
        for shown in self.actions.rules(entry.item):
            first = self._first_shown(shown)
            keys = {self.numbering.key(section) for section in shown.norm.anchors}
            if first is shown and (not keys or self._primary_sections[entry.room, entry.name] in keys):
                here.append(shown)
            else:
                elsewhere.append((shown, first))
        return here, elsewhere

    def _first_shown(self, shown: ShownNorm) -> ShownNorm:
        """A rule about several actions as it is shown, which is of the first of them."""
        return next(other for other in self._norms.values() if other.norm is shown.norm)

    def _primary_section(self, entry: Entry) -> Key | None:
        keys = [self.numbering.key(section) for section in entry.sections]
        return next((key for key in keys if key in self.known), keys[0] if keys else None)

    def _rules_at(self, key: Key) -> SectionRules:
        return self.by_section.setdefault(key, SectionRules())

    def _add_place(self, place: Place) -> None:
        key = self.numbering.key(place.section)
        facing = self._rules_at(key)
        if place.section not in facing.names:
            facing.names.append(place.section)
        owner = self.page.entries[place.room, place.owner]
        part = self._part(place, owner) if place.part else None
        if part is None:
            at_home = self._primary_sections[owner.room, owner.name] == key
            if not at_home and owner not in facing.mentions and all(owner is not one.owner for one in facing.parts):
                facing.mentions.append(owner)
            return
        inside = any(part.path.startswith(f"{one.path}.") for one in facing.parts)  # is printed with what it is in
        if inside or self._primary_sections[part.owner.room, part.owner.name] == key:
            return
        same = next((one for one in facing.parts if (one.kind, one.path) == (part.kind, part.path)), None)
        if same is None:
            facing.parts.append(part)
            same = part
        if owner is not same.owner and owner not in same.others:
            same.others.append(owner)

    def _part(self, place: Place, owner: Entry) -> AnchoredPart | None:
        """What the templates print of a part; None for one that has no words of its own."""
        match place.room:
            case "q" if place.path in self._steps:
                return AnchoredPart("phase", place.path, owner, self._steps[place.path])
            case "t":
                return AnchoredPart("member", f"{place.path}.{place.part}", owner, (place.part, place.told))
            case "r" if place.path in self._norms:
                shown = self._first_shown(self._norms[place.path])
                return AnchoredPart("norm", shown.path, self.page.entries["r", shown.path.split(".")[0]], shown)
        part = self._parts.get(place.path)
        if isinstance(part, Clause | Modifier):
            return AnchoredPart("clause" if isinstance(part, Clause) else "line", place.path, owner, part)
        return None

    def _all_norms(self) -> Iterator[tuple[str, ShownNorm]]:
        for rule in self.page.declarations.values():
            if isinstance(rule, Action):
                waiting = self.actions.rules(rule)
                while waiting:
                    shown = waiting.pop(0)
                    yield shown.path, shown
                    waiting += shown.exceptions

    def _all_steps(self) -> Iterator[SequenceLine]:
        waiting = list(self.outline.steps.values())
        while waiting:
            step = waiting.pop(0)
            yield step
            waiting += step.inside
