"""Which word of a game names what: declarations by name at once, the words of each declaration when they are asked for.

What a declaration's words mean is kept from one round to the next as long as its tree and what it became are the same
objects, which is so for all that an edit does not touch (`regola_compiler.incremental.steps.resolution`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from regola_compiler.incremental.places import place_now
from regola_compiler.incremental.reading import Reading
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Program
from regola_compiler.model.types import EnumType
from regola_compiler.project.section_titles import read_section_titles
from regola_dsl import tree
from regola_dsl.source import Source, Span

from regola_lsp.language.lookup import Target, model_of
from regola_lsp.language.meaning import Use, uses_in


@dataclass(frozen=True, slots=True)
class Place:
    """A declaration, or a part of one: its name's place, and all of it, in its home."""

    name: Span
    whole: Span
    node: Any


@dataclass
class Names:
    """What stands where in a game that was read."""

    reading: Reading
    kept: dict[str, tuple[object, ...]] = field(default_factory=dict, repr=False)
    _uses: dict[str, tuple[object, ...]] = field(default_factory=dict, repr=False)

    def after(self, reading: Reading) -> Names:
        """The same for a game that was read again: what did not change is not looked at again."""
        return Names(reading, {**self.kept, **self._uses})

    @property
    def program(self) -> Program:
        """What the rules mean."""
        return self.reading.program

    @cached_property
    def texts(self) -> dict[str, Source]:
        """The texts of the game, by their paths."""
        return self.reading.game.texts

    # --- what is declared -----------------------------------------------------------------

    @cached_property
    def places(self) -> dict[Target, list[Place]]:
        """Where each thing is declared; phases and exceptions perhaps several times."""
        found: dict[Target, list[Place]] = defaultdict(list)
        for node in self.reading.nodes:
            for target, name, whole, part in _declared_in(node, self.parts):
                found[target].append(Place(name, whole, part))
        return dict(found)

    @cached_property
    def nodes(self) -> dict[str, tree.Declaration]:
        """Each declaration that can be read, by its home."""
        return {node.span.path: node for node in self.reading.nodes}

    @cached_property
    def _declared(self) -> dict[str, str]:
        """The home of each type, rule and thing that can be asked."""
        apart = (
            tree.ExceptionRule,
            tree.Example,
            tree.Erratum,
            tree.Accept,
            tree.LabelText,
            tree.AlsoAfter,
            tree.Phase,
        )
        unnamed = (tree.Players, tree.Setup)
        found: dict[str, str] = {}
        for node in self.reading.nodes:
            if not isinstance(node, apart + unnamed):
                found.setdefault(node.name.text, node.span.path)
        return found

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """The exceptions and lines of modifiers by name, each with the declarations that have one of that name."""
        found: dict[str, list[str]] = defaultdict(list)
        alone: list[tree.ExceptionRule] = []
        for node in self.reading.nodes:
            if isinstance(node, tree.ExceptionRule):
                alone.append(node)
            elif isinstance(node, tree.Define | tree.Rule):
                for one in _exceptions(node.exceptions):
                    found[one.name.text].append(node.name.text)
            elif isinstance(node, tree.Modifiers):
                for line in node.lines:
                    found[line.name.text].append(node.name.text)
        for _ in range(8):  # exceptions to exceptions that stand alone, whatever their order
            left = []
            for node in alone:
                target = node.target.text if isinstance(node.target, tree.Name) else ""
                owners = [target] if target in self._declared else found.get(target, [])[:1]
                if not owners:
                    left.append(node)
                for one in _exceptions((node,)) if owners else ():
                    found[one.name.text].append(owners[0])
            if len(left) == len(alone):
                break
            alone = left
        for node in alone:
            for one in _exceptions((node,)):
                found[one.name.text].append("")
        return dict(found)

    @cached_property
    def _members(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for name, info in self.program.types.items():
            if isinstance(info.type, EnumType):
                for label in info.type.members:
                    found[label].append(name)
        return {label: tuple(owners) for label, owners in found.items()}

    @cached_property
    def _fields(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = defaultdict(list)
        for node in self.reading.nodes:
            for one in _fields_of(node):
                found[one.name.text].append(node.name.text)
        return {name: tuple(owners) for name, owners in found.items()}

    @cached_property
    def phases(self) -> frozenset[str]:
        """The names of all phases."""
        return frozenset(target.name for target in self.places if target.kind == "phase")

    def declared(self, name: str) -> bool:
        """Whether a type, a rule or something that can be asked is called so."""
        return name in self._declared

    def owners_of_member(self, label: str) -> tuple[str, ...]:
        """The enums and scales that have a value of this name."""
        return self._members.get(label, ())

    def owners_of_field(self, name: str) -> tuple[str, ...]:
        """The types that have a field of this name."""
        return self._fields.get(name, ())

    def owner_of_part(self, name: str, near: str) -> str | None:
        """Of what a part is: of `near` if that has one of this name."""
        owners = self.parts.get(name, [])
        return near if near in owners else owners[0] if owners else None

    def home_called(self, name: str) -> str | None:
        """The home of a declaration."""
        return self._declared.get(name)

    def has_phase(self, name: str) -> bool:
        """Whether a phase is called so."""
        return name in self.phases

    # --- words ----------------------------------------------------------------------------

    def uses(self, home: str) -> list[Use]:
        """The words of the declaration in a home."""
        node = self.nodes.get(home)
        if node is None:
            return []
        made_of = (node, *(item for item in model_of(node, self.program)))
        known = self._uses.get(home) or self.kept.get(home)
        if known is not None and _same(known[:-1], made_of):
            self._uses[home] = known
            return known[-1]  # type: ignore[return-value]  # the last is what the others came to
        found = uses_in(node, self)
        self._uses[home] = (*made_of, found)
        return found

    def at(self, path: str, line: int, column: int) -> Use | None:
        """The word at a place of a file, with its place there: the one behind the place where two meet."""
        home = self.home_at(path, line)
        if home is None:
            return None
        above = self.reading.homes[home].above
        here = [
            use
            for use in self.uses(home)
            if use.span.line + above == line and use.span.column <= column <= use.span.end_column
        ]
        if not here:
            return None
        best = max(here, key=lambda use: (use.span.end_column > column, use.span.column, -use.span.end_column))
        return replace(best, span=self.now(best.span))

    def home_at(self, path: str, line: int) -> str | None:
        """The home of the declaration that a line belongs to."""
        for home in self.homes_in.get(path, ()):
            place = self.reading.homes[home]
            if place.above < line <= place.end:
                return home
        return None

    @cached_property
    def homes_in(self) -> dict[str, list[str]]:
        """The homes in each file, in the order in which they stand."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, home in self.reading.homes.items():
            found[home.path].append(name)
        return dict(found)

    def now(self, span: Span) -> Span:
        """A place of a home where it stands in its file."""
        return place_now(span, self.reading.homes)

    def references(self, target: Target) -> Iterator[Use]:
        """Every word that names something, where it stands now."""
        word = re.compile(rf"(?<!\w){re.escape(target.name)}(?!\w)")
        for home, (text, _) in self.reading.trees.items():
            if word.search(text):
                yield from (replace(use, span=self.now(use.span)) for use in self.uses(home) if use.target == target)

    def declarations(self, target: Target) -> list[Place]:
        """Where something is declared, in places of now."""
        if target.kind == "local":
            uses = [use for use in self.uses(target.owner) if use.target == target and use.declares]
            node = self.nodes.get(target.owner)
            return [Place(self.now(use.span), self.now(use.span), node) for use in uses[:1]]
        found = self.places.get(target, [])
        if not found and target.kind == "declaration" and "." in target.name:
            found = self.places.get(Target("declaration", last_part(target.name)), [])
        return [Place(self.now(one.name), self.now(one.whole), one.node) for one in found]

    # --- sections -------------------------------------------------------------------------

    @cached_property
    def titles(self) -> dict[str, dict[str, str]]:
        """The titles of the book's sections, by language and section, in the game's order of languages."""
        game = self.reading.game
        known = {language: dict(titles) for language, titles in _indexed(game.folder).items()}
        for book in game.rulebooks:
            known.setdefault(game.headed_in, {}).update(book.titles)
        order = [*self.reading.game.languages, *known]
        return {language: known[language] for language in dict.fromkeys(order) if language in known}

    def title(self, section: str, language: str = "") -> str:
        """What a section is called, in a language if that has it; nothing where nobody says it."""
        order = [self.titles[language]] if language in self.titles else []
        return next((titles[section] for titles in [*order, *self.titles.values()] if section in titles), "")

    @cached_property
    def sections(self) -> dict[str, list[Use]]:
        """All that is encoded of each section, where it is cited, in homes; sorted as a book is."""
        found: dict[str, list[Use]] = defaultdict(list)
        for home in self.nodes:
            for use in self.uses(home):
                if use.target.kind == "section":
                    found[use.target.name].append(use)
        return dict(sorted(found.items(), key=lambda item: section_order(item[0])))


def _indexed(folder: Path) -> dict[str, dict[str, str]]:
    """The titles that a game's indexes say, read again where one of them is another file than it was."""
    if folder == Path():
        return {}
    stamps = []
    for path in sorted((folder / "sources").glob("*.yaml")):
        try:
            told = path.stat()
        except OSError:
            continue
        stamps.append((path, told.st_mtime_ns, told.st_size))
    return _read_index(folder, tuple(stamps))


@lru_cache(maxsize=16)
def _read_index(folder: Path, stamps: tuple[tuple[Path, int, int], ...]) -> dict[str, dict[str, str]]:
    return read_section_titles(folder) if stamps else {}


def section_order(section: str) -> list[tuple[int, int, str]]:
    """What sections are sorted by: numbers as numbers, then words.

    >>> sorted(["10.1", "9.5", "9", "map/crt"], key=section_order)
    ['9', '9.5', '10.1', 'map/crt']
    """
    return [
        (0, int(part), "") if part.isdecimal() and len(part) < 19 else (1, 0, part)
        for part in re.findall(r"\d+|[^\d.]+", section)
    ]


def _same(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def _exceptions(exceptions: tuple[tree.ExceptionRule, ...]) -> Iterator[tree.ExceptionRule]:
    for one in exceptions:
        yield one
        yield from _exceptions(one.exceptions)


def _fields_of(node: tree.Declaration) -> tuple[tree.Field | tree.Fact, ...]:
    """What a value of a type has, and what a table answers where it answers several things."""
    match node:
        case tree.Record():
            return node.fields
        case tree.Piece():
            return (*node.fields, *node.states)
        case tree.Table() if isinstance(node.result, tuple):
            return node.result
        case _:
            return ()


_APART = {tree.Example: "example", tree.Erratum: "erratum", tree.Phase: "phase"}
_UNNAMED = (tree.Players, tree.Setup, tree.Accept, tree.LabelText, tree.AlsoAfter)


def _declared_in(node: tree.Declaration, parts: dict[str, list[str]]) -> Iterator[tuple[Target, Span, Span, Any]]:
    """All that a declaration declares, itself first."""
    name = node.name.text
    if isinstance(node, _UNNAMED):
        return
    if isinstance(node, tree.ExceptionRule):
        target = node.target.text if isinstance(node.target, tree.Name) else ""
        for one in _exceptions((node,)):
            owners = parts.get(one.name.text, [""])
            owner = target if target in owners else owners[0]
            yield Target("part", one.name.text, owner), one.name.span, one.span, one
        return
    if not isinstance(node, tree.Phase):
        yield Target(_APART.get(type(node), "declaration"), name), node.name.span, node.span, node
    match node:
        case tree.Enum():
            for member in node.members:
                yield Target("member", member.name.text, name), member.name.span, member.name.span, member
        case tree.Define() | tree.Rule():
            for one in _exceptions(node.exceptions):
                yield Target("part", one.name.text, name), one.name.span, one.span, one
        case tree.Modifiers():
            for line in node.lines:
                yield Target("part", line.name.text, name), line.name.span, line.span, line
        case tree.Sequence():
            for phase in _phases(node.lines):
                yield Target("phase", phase.name.text), phase.name.span, phase.span, phase
        case tree.Phase():
            for phase in _phases((node,)):
                yield Target("phase", phase.name.text), phase.name.span, phase.span, phase
        case _:
            pass
    for part in _fields_of(node):
        span = part.span if isinstance(part, tree.Fact) else part.name.span
        yield Target("field", part.name.text, name), part.name.span, span, part


def _phases(lines: tuple[Any, ...]) -> Iterator[tree.Phase]:
    for line in lines:
        if isinstance(line, tree.Phase):
            yield line
        yield from _phases(getattr(line, "lines", ()))
