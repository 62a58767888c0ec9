"""Where things stand: ids that are safe and unique, sections in the order of a book, and who is in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from regola_dsl.tree import Anchors, Texts

from regola_compiler.emit.reference.tables import printed
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Erratum,
    Fact,
    Guard,
    Modifier,
    Modifiers,
    Norm,
    Path,
    Phase,
    Program,
    Rule,
    Table,
)

_LONGEST = 60
_RUNS = re.compile(r"[0-9]+|[^0-9.]+")


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


def book_order(section: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts sections as a book does, numbers first.

    >>> sorted(["9", "8.10", "intro", "8.3"], key=book_order)
    ['8.3', '8.10', '9', 'intro']
    """
    runs = []
    for run in _RUNS.findall(section):
        if run[0] in "0123456789":
            # Compared by length first: no number is too long to be one.
            digits = run.lstrip("0")
            runs.append((0, len(digits), digits))
        else:
            runs.append((1, 0, run.casefold()))
    return tuple(runs) or ((2, 0, ""),)


def chapter(section: str) -> str:
    """The chapter a section belongs to: what stands before its first dot or slash."""
    return re.split(r"[./]", section, maxsplit=1)[0] or section


def parts_of(rule: Rule) -> Iterator[tuple[str, Clause | Modifier | Norm | Guard]]:
    """The named parts of a rule with their paths: exceptions at every depth, modifier lines, an action's rules."""
    match rule:
        case Modifiers():
            yield from ((f"{rule.name}.{line.name}", line) for line in rule.lines)
        case Definition():
            waiting = list(reversed(rule.root.exceptions))
            while waiting:
                clause = waiting.pop()
                yield f"{rule.name}.{clause.name}", clause
                waiting += reversed(clause.exceptions)
        case Action():
            yield from ((f"{rule.name}.{guard.name}", guard) for guard in rule.guards if guard.kind == "requires")
            yield from _norms(rule.name, rule.norms)
        case Table() | Fact() | Path() | Choice():
            return
        case _:
            assert_never(rule)


def _norms(path: str, norms: tuple[Norm, ...]) -> Iterator[tuple[str, Norm]]:
    for norm in norms:
        yield f"{path}.{norm.name}", norm
        yield from _norms(f"{path}.{norm.name}", norm.exceptions)


def is_shown(rule: Rule) -> bool:
    """Whether a declaration has a place on the page: the facts that a sequence gives are said by the sequence."""
    return not isinstance(rule, Fact) or rule.kind not in {"phase", "active"}


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase with the way to it, which is its own; a repetition for several values is no step of the way."""

    path: str
    phase: Phase
    inside: tuple[Stage, ...]

    def walk(self) -> Iterator[Stage]:
        """This one, and those inside it, in the order of play."""
        yield self
        for stage in self.inside:
            yield from stage.walk()

    @property
    def members(self) -> frozenset[int]:
        """The innermost phases it holds, by their place in the type Phase; -1 for one that is no value of it."""
        leaves = [stage.phase for stage in self.walk() if not stage.inside]
        return frozenset(-1 if phase.member is None else phase.member.index for phase in leaves)


def stages(sequence: Phase) -> Stage:
    """A sequence of play, every phase with its way."""
    taken: set[str] = set()

    def build(phase: Phase, above: str) -> Stage:
        path = f"{above}/{phase.name}" if phase.name else f"{above}/*"
        while path in taken:
            path += "'"
        taken.add(path)
        return Stage(path, phase, tuple(build(inner, path) for inner in phase.phases))

    return build(sequence, "")


@dataclass(frozen=True, slots=True)
class Place:
    """Something anchored to a section: a declaration, or the part of it at `path`.

    `room` is `r` for rules and facts, `t` for types, `a` for assumptions, `q` for sequences of play, `x`
    for examples and `e` for errata, as in ids; of a sequence, parts are in the room `p`.
    """

    section: str
    room: str
    owner: str
    path: str
    part: str = ""
    texts: Texts = ()


def places(program: Program, errata: dict[str, Erratum]) -> Iterator[Place]:
    """Everything that has a section, in the order of the files; one thing may come more than once."""

    def each(
        anchors: Anchors, room: str, owner: str, path: str = "", part: str = "", texts: Texts = ()
    ) -> Iterator[Place]:
        return (Place(anchor.section, room, owner, path or owner, part, texts) for anchor in anchors)

    for name, sequence in program.sequences.items():
        for stage in stages(sequence).walk():
            inner = stage.phase is not sequence
            where = (stage.path, stage.phase.name, stage.phase.texts) if inner else ()
            for anchors in (stage.phase.anchors, *(effect.anchors for effect in stage.phase.effects)):
                yield from each(anchors, "q", name, *where)
    for name, rule in program.callables.items():
        if not is_shown(rule):
            continue
        for anchors in (rule.anchors, *_inner(rule)):
            yield from each(anchors, "r", name)
        for path, part in parts_of(rule):
            if isinstance(part, Guard):
                yield from each(part.anchors, "r", name)
            else:
                yield from each(part.anchors, "r", name, path, part.name, part.texts)
    for name, assumption in program.assumptions.items():
        yield from each(assumption.anchors, "a", name)
    for name, info in program.types.items():
        yield from each(info.anchors, "t", name)
        for member, anchors, texts, _ in info.parts:
            yield from each(anchors, "t", name, name, member, texts)
    for name, example in program.examples.items():
        yield from each(example.anchors, "x", name)
    for name, erratum in errata.items():
        for anchors in (erratum.anchors, *(statement.anchors for statement in erratum.statements)):
            yield from each(anchors, "e", name)


def _inner(rule: Rule) -> Iterator[Anchors]:
    """The sections of the parts of a rule that have no name."""
    match rule:
        case Table():
            yield from (row.anchors for row in rule.rows)
            yield from (past.edge.anchors for past in printed(rule).past)
        case Action():
            yield from (effect.anchors for effect in rule.effects)
        case Path():
            yield from (bar.anchors for bar in rule.bars)
        case Choice():
            yield from (preference.anchors for preference in rule.preferences)
        case Definition() | Modifiers() | Fact():
            return  # their parts have names
        case _:
            assert_never(rule)
