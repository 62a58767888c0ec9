"""Where things stand: ids that are safe and unique, sections in the order of a book, and who is in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from regola_compiler.ir.tree import (
    Action,
    Anchors,
    Choice,
    Clause,
    Declaration,
    Definition,
    Enum,
    Fact,
    Guard,
    HandleClass,
    Ir,
    Modifier,
    Modifiers,
    Norm,
    Path,
    Phase,
    Record,
    Scale,
    Table,
    Told,
    TypeDeclaration,
)
from regola_compiler.model.kinds import FactKind

Part: TypeAlias = Clause | Modifier | Norm | Guard

_LONGEST = 60


@dataclass(slots=True)
class Ids:
    """Gives every named thing an id that is a plain slug and nobody else's."""

    _taken: set[str] = field(default_factory=set)
    _given: dict[tuple[str, str], str] = field(default_factory=dict)

    def give(self, room: str, name: str) -> str:
        """The id of `name` in `room`, made when first asked for."""
        key = (room, name)
        if key not in self._given:
            stem = f"{room}-{slug(name)}"
            chosen, number = stem, 1
            while chosen in self._taken:
                number += 1
                chosen = f"{stem}-{number}"
            self._taken.add(chosen)
            self._given[key] = chosen
        return self._given[key]

    def find(self, room: str, name: str) -> str | None:
        """The id that was given, or None: a thing that is not on the page cannot be linked."""
        return self._given.get((room, name))


def slug(name: str) -> str:
    """`name` in the letters that need no escaping anywhere.

    >>> slug('Città "più/alta"')
    'citta-piu-alta'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST].rstrip("-") or "x"


def parts_of(rule: Declaration) -> Iterator[tuple[str, Part]]:
    """The named parts of a rule with their paths: exceptions at every depth, modifier lines, an action's rules."""
    match rule:
        case Modifiers():
            yield from ((f"{rule.name}.{line.name}", line) for line in rule.lines)
        case Definition():
            waiting = list(reversed(rule.body.exceptions))
            while waiting:
                clause = waiting.pop()
                yield f"{rule.name}.{clause.name}", clause
                waiting += reversed(clause.exceptions)
        case Action():
            yield from ((f"{rule.name}.{guard.name}", guard) for guard in rule.guards if guard.kind == "requires")
            yield from norms_below(rule.name, rule.norms)
        case Table() | Path() | Choice() | Fact():
            pass
        case _:
            assert_never(rule)


def norms_below(path: str, norms: tuple[Norm, ...]) -> Iterator[tuple[str, Norm]]:
    """Some norms and their exceptions at every depth, each with its path."""
    for norm in norms:
        yield f"{path}.{norm.name}", norm
        yield from norms_below(f"{path}.{norm.name}", norm.exceptions)


# The facts that nobody declares: a sequence gives them, or the play keeps them.
_GIVEN: frozenset[FactKind] = frozenset({"phase", "active"})
_KEPT: frozenset[FactKind] = frozenset({"pieces", "rolled", "entered", "counted", "shown"})


def is_shown(rule: Declaration) -> bool:
    """Whether a declaration has a place on the page: what a sequence gives and the play keeps is said where it is."""
    return not isinstance(rule, Fact) or rule.kind not in _GIVEN | _KEPT


def is_kept(rule: Declaration) -> bool:
    """Whether a declaration is a fact that the play alone keeps, and that nothing links to."""
    return isinstance(rule, Fact) and rule.kind in _KEPT


@dataclass(frozen=True, slots=True)
class PhaseEntry:
    """A phase with the way to it, which is its own; a repetition for several values is no step of the way."""

    path: str
    phase: Phase
    inside: tuple[PhaseEntry, ...]

    def walk(self) -> Iterator[PhaseEntry]:
        """This one, and those inside it, in the order of play."""
        yield self
        for stage in self.inside:
            yield from stage.walk()

    @property
    def members(self) -> frozenset[int]:
        """The innermost phases it holds, by their place in the type Phase; -1 for one that is no value of it."""
        leaves = [stage.phase for stage in self.walk() if not stage.inside]
        return frozenset(-1 if phase.member is None else phase.member for phase in leaves)


def stages(sequence: Phase) -> PhaseEntry:
    """A sequence of play, every phase with its way."""
    taken: set[str] = set()

    def build(phase: Phase, above: str) -> PhaseEntry:
        path = f"{above}/{phase.name}" if phase.name else f"{above}/*"
        while path in taken:
            path += "'"
        taken.add(path)
        return PhaseEntry(path, phase, tuple(build(inner, path) for inner in phase.phases))

    return build(sequence, "")


@dataclass(frozen=True, slots=True)
class Place:
    """Something anchored to a section: a declaration, or the part of it at `path`, which is `told`.

    `room` is `r` for rules and facts, `t` for types, `a` for assumptions, `q` for sequences of play, `v` for events,
    `x` for examples and `e` for errata, as in ids; of a sequence, parts are in the room `p`.
    """

    section: str
    room: str
    owner: str
    path: str
    part: str = ""
    told: Told | None = None


def places(ir: Ir, declarations: dict[str, Declaration]) -> Iterator[Place]:
    """Everything that has a section, in the order of the files; one thing may come more than once."""

    def each(
        anchors: Anchors, room: str, owner: str, path: str = "", part: str = "", told: Told | None = None
    ) -> Iterator[Place]:
        return (Place(section, room, owner, path or owner, part, told) for section in anchors)

    for sequence in ir.outlines:
        for stage in stages(sequence).walk():
            phase = stage.phase
            inner = phase is not sequence
            where = (stage.path, phase.name, phase) if inner else ()
            said = (*phase.first, *phase.effects, *phase.rolls, *phase.endings)
            for anchors in (phase.anchors, *(part.anchors for part in said)):
                yield from each(anchors, "q", sequence.name, *where)
    for event in ir.events:
        for anchors in (event.anchors, *(effect.anchors for effect in event.effects)):
            yield from each(anchors, "v", event.name)
    for name, rule in declarations.items():
        if not is_shown(rule):
            continue
        for anchors in (rule.anchors, *_inner(rule)):
            yield from each(anchors, "r", name)
        for path, part in parts_of(rule):
            if isinstance(part, Guard):
                yield from each(part.anchors, "r", name)
            else:
                yield from each(part.anchors, "r", name, path, part.name, part)
    for assumption in ir.assumptions:
        yield from each(assumption.anchors, "a", assumption.name)
    for info in ir.types:
        yield from each(info.anchors, "t", info.name)
        for label, member in members_of(info):
            yield from each(member.anchors, "t", info.name, info.name, label, member)
    for example in ir.examples:
        yield from each(example.anchors, "x", example.name)
    for erratum in ir.errata:
        for anchors in (erratum.anchors, *(statement.anchors for statement in erratum.statements)):
            yield from each(anchors, "e", erratum.name)


def members_of(info: TypeDeclaration) -> list[tuple[str, Told]]:
    """The members or fields of a type, by name."""
    match info:
        case Enum() | Scale():
            return [(member.label, member) for member in info.members]
        case Record():
            return [(field.name, field) for field in info.fields]
        case HandleClass():
            return []
        case _:
            assert_never(info)


def _inner(rule: Declaration) -> Iterator[Anchors]:
    """The sections of the parts of a rule that have no name."""
    match rule:
        case Table():
            yield from (row.anchors for row in rule.rows)
            yield from (edge.anchors for edge in rule.edges)
        case Action():
            yield from (part.anchors for part in (*rule.effects, *rule.rolls))
            yield from (guard.anchors for guard in rule.guards if guard.kind == "limit")
        case Path():
            yield from (bar.anchors for bar in rule.bars)
        case Choice():
            yield from (preference.anchors for preference in rule.preferences)
        case Definition() | Modifiers() | Fact():
            pass
        case _:
            assert_never(rule)
