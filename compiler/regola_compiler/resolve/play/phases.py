"""The phases there are: which a name covers, who acts in them, and what is seen from where.

A phase is found by its name wherever it stands: `movement` in each impulse of each side. The type
`Phase` therefore has one value for each innermost phase, named by as much of the way to it as tells
it from the others (`movement`, or `primary/movement` and `secondary/movement`). A phase that is played
as another one with the sides exchanged is made of the same values: who acts tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Fact, Parameter, Phase
from regola_compiler.model.types import BOOL, ERROR, EnumType, ErrorType, ListType, Type
from regola_compiler.resolve import codes
from regola_compiler.resolve.play.pieces import Sight, rolled_facts
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.types import type_of
from regola_compiler.resolve.values.expressions import resolve

PHASE: Final = "phase"
ACTIVE: Final = "active"


class PhaseIndex:
    """The innermost phases of all sequences and of the phases declared by themselves, and which a name covers."""

    def __init__(self, sequences: Sequence[tree.Sequence], apart: Sequence[tree.Phase] = ()) -> None:
        self.sequences, self.apart = sequences, apart
        self._nodes: dict[str, tree.Phase] = {}
        self._way: dict[str, tuple[str, ...]] = {}
        self._known_of: dict[str, tuple[object, ...]] = {}
        self._written = list(_phases([*(line for one in self.sequences for line in one.lines), *apart], ()))
        for way, node in self._written:
            self._nodes.setdefault(node.name.text, node)
            self._way.setdefault(node.name.text, way)
        ways: list[tuple[str, ...]] = []
        for sequence in self.sequences:
            ways += self._ways(sequence.lines, ())
        ways += self._ways(apart, ())
        leaves = list(dict.fromkeys(self._leaf(way) for way in ways))
        self._labels = {leaf: _label(leaf, leaves) for leaf in leaves}
        self._cover: dict[str, list[str]] = {}
        for way in ways:
            label = self._labels[self._leaf(way)]
            for start in range(len(way)):
                for end in range(start + 1, len(way) + 1):
                    covered = self._cover.setdefault("/".join(way[start:end]), [])
                    if label not in covered:
                        covered.append(label)
        self.type = EnumType("Phase", tuple(self._labels.values()), ordered=True) if self._labels else None

    def _leaf(self, way: tuple[str, ...]) -> tuple[str, ...]:
        """The way to an innermost phase, that of the original where a phase above it is a copy."""
        for place, name in enumerate(way):
            node = self._nodes[name]
            if node.copied and node.copied.phase.text in self._nodes and not node.lines and place + 1 < len(way):
                return self._leaf((*self._way[node.copied.phase.text], *way[place + 1 :]))
        return way

    def _ways(self, lines: Sequence[tree.PhaseLine], above: tuple[str, ...]) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for line in lines:
            if isinstance(line, tree.Each | tree.Repeat):
                found += self._ways(line.lines, above)
            if isinstance(line, tree.Phase):
                way = (*above, line.name.text)
                inside = self._ways(self.lines_of(line, above), way)
                found += inside or [way]
        return found

    def lines_of(self, node: tree.Phase, above: tuple[str, ...] = ()) -> tuple[tree.PhaseLine, ...]:
        """What lies inside a phase: for a copy, what lies inside the original."""
        if node.copied is None or node.lines:
            return node.lines
        original = self._nodes.get(node.copied.phase.text)
        if original is None or original.copied or original.name.text in {*above, node.name.text}:
            return ()
        return original.lines

    def members(self, name: tree.Name, names: SymbolTable) -> tuple[str, ...]:
        """The innermost phases a name covers; unknown ones are told to `names`."""
        if name.text not in self._cover:
            names.unknown("phase", name.text, name.span, list(self._cover))
        return tuple(self._cover.get(name.text, ()))

    def label(self, way: tuple[str, ...]) -> str | None:
        """The value of the innermost phase at the end of a way."""
        return self._labels.get(self._leaf(way))

    def paths_to(self, name: str) -> list[tuple[str, ...]]:
        """The ways to the phases that a name, or the end of a way, can mean; copies are not written out."""
        wanted = tuple(name.split("/"))
        found = [way for way, _ in self._written if way[-len(wanted) :] == wanted or way[-1] == name]
        if not found and name in self._cover:
            return [wanted]  # inside a copy
        return list(dict.fromkeys(found))

    def known_of(self, name: str) -> tuple[object, ...]:
        """What whoever plays phases of a name knows of them: the ways to them, and what lies inside."""
        if name not in self._known_of:
            ways = tuple(self.paths_to(name))
            self._known_of[name] = ways, frozenset(inside for way in ways for inside in self.inside(way))
        return self._known_of[name]

    def inside(self, way: tuple[str, ...]) -> set[str]:
        """The name of the phase at the end of a way, and of those inside it."""
        end = way[-1]
        return {name for known, _ in self._written if end in known for name in known[known.index(end) :]}

    @property
    def span(self) -> Span:
        """Where the first sequence, or phase, is declared."""
        return self.sequences[0].name.span if self.sequences else self.apart[0].name.span

    @cached_property
    def shape(self) -> tuple[object, ...]:
        """What rules know of the phases: their names, what each covers, the ways to them; no texts."""
        cover = tuple((name, tuple(covered)) for name, covered in self._cover.items())
        return self.type, cover, tuple(way for way, _ in self._written)

    @property
    def covered(self) -> list[str]:
        """All names, and ends of ways, that a phase can be called by."""
        return list(self._cover)

    @property
    def names(self) -> list[str]:
        """The names of all phases."""
        return list(self._nodes)

    def way(self, name: str) -> tuple[str, ...]:
        """The way that leads to the phase of this name."""
        return self._way[name]

    def original(self, name: str) -> tree.Phase | None:
        """The phase of this name."""
        return self._nodes.get(name)


def _phases(lines: Sequence[tree.PhaseLine], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tree.Phase]]:
    """Every phase that is written out, with the way that leads to it."""
    for line in lines:
        if isinstance(line, tree.Phase):
            way = (*above, line.name.text)
            yield way, line
            yield from _phases(line.lines, way)
        if isinstance(line, tree.Each | tree.Repeat):
            yield from _phases(line.lines, above)


def _label(leaf: tuple[str, ...], leaves: list[tuple[str, ...]]) -> str:
    """As much of the way to a phase, from its end, as no other phase shares."""
    for length in range(1, len(leaf) + 1):
        if sum(other[-length:] == leaf[-length:] for other in leaves) == 1:
            return "/".join(leaf[-length:])
    return "/".join(leaf)


def sign_phases(phases: PhaseIndex, names: SymbolTable) -> None:
    """Enter the names of the phases, each with what it is played with."""
    for name in phases.covered:
        node = phases.original(name.rpartition("/")[2])
        span = node.name.span if node else phases.span
        parameters = tuple(
            Parameter(part.name.text, type_of(part.type, names.silent_copy()), part.name.span)
            for part in (node.parameters if node else ())
        )
        names.sign(Signature(f"phase {name}", PHASE, parameters, BOOL, span))
    for sequence in phases.sequences:
        names.sign(Signature(f"sequence {sequence.name.text}", PHASE, (), BOOL, sequence.name.span))


def declare_phases(phases: PhaseIndex, names: SymbolTable) -> list[Fact]:
    """The facts `phase` and `active`, if a sequence gives them."""
    if phases.type is None:
        return []
    span, anchors = phases.span, phases.sequences[0].anchors if phases.sequences else ()
    facts = [Fact(PHASE, PHASE, (), phases.type, None, anchors, (), span, span)]
    names.sign(Signature(PHASE, PHASE, (), phases.type, span))
    probe = Scope(names.silent_copy(), {})
    for node_scope, actor in _actors([*(line for s in phases.sequences for line in s.lines), *phases.apart], probe):
        type_ = resolve(actor, node_scope).type
        if isinstance(type_, EnumType):
            facts.append(Fact(ACTIVE, ACTIVE, (), type_, None, anchors, (), span, span))
            names.sign(Signature(ACTIVE, ACTIVE, (), type_, span))
            break
    return facts


def _actors(lines: Sequence[tree.PhaseLine], scope: Scope) -> Iterator[tuple[Scope, tree.Expr]]:
    for line in lines:
        match line:
            case tree.Each():
                yield from _actors(line.lines, scope.plus(line.variable.text, loop_type(line, scope)))
            case tree.Repeat():
                yield from _actors(line.lines, scope)
            case tree.Phase():
                for part in line.parameters:
                    scope = scope.plus(part.name.text, type_of(part.type, scope.names))
                if line.actor is not None:
                    yield scope, line.actor
                elif line.at_once:
                    yield scope, line.at_once[0]
                yield from _actors(line.lines, scope)
            case _:
                pass


def loop_type(node: tree.Each, scope: Scope) -> Type:
    """What the variable of a loop is."""
    if node.values:
        return resolve(node.values[0], scope).type
    if node.items is None:
        return ERROR
    items = resolve(node.items, scope)
    return items.type.item if isinstance(items.type, ListType) else items.type


def look_around(phases: PhaseIndex, names: SymbolTable) -> Sight:
    """What is seen from where: loops, what phases are played with, and dice, by each innermost phase."""
    sight = Sight()
    probe = names.silent_copy()

    def visit(
        lines: Sequence[tree.PhaseLine], way: tuple[str, ...], owner: str, scope: Scope, seen: dict[str, str]
    ) -> None:
        here = [line for line in lines if isinstance(line, tree.Roll)]
        for roll, fact in zip(here, rolled_facts(here, owner, scope), strict=True):
            sight.facts[fact.name] = fact
            seen = {**seen, roll.name.text: fact.name}
        for line in lines:
            match line:
                case tree.Each():
                    name, type_ = f"{owner}.{line.variable.text}", loop_type(line, scope)
                    if not isinstance(type_, ErrorType):
                        sight.add(name, "entered", type_, line.variable.span)
                    inner = scope.plus(line.variable.text, type_)
                    visit(line.lines, way, owner, inner, {**seen, line.variable.text: name})
                case tree.Repeat():
                    visit(line.lines, way, owner, scope, seen)
                case tree.Phase():
                    inner, known = scope, seen
                    for part in line.parameters:
                        name, type_ = f"{line.name.text}.{part.name.text}", type_of(part.type, probe)
                        sight.add(name, "entered", type_, part.name.span)
                        inner, known = inner.plus(part.name.text, type_), {**known, part.name.text: name}
                    label = phases.label((*way, line.name.text))
                    rolls = [part for part in line.lines if isinstance(part, tree.Roll)]
                    own = {roll.name.text: f"{line.name.text}.{roll.name.text}" for roll in rolls}
                    if label is not None and line.copied is None:
                        sight.words[label] = {**known, **own}
                    visit(line.lines, (*way, line.name.text), line.name.text, inner, known)
                case _:
                    pass

    for sequence in phases.sequences:
        visit(sequence.lines, (), sequence.name.text, Scope(probe, {}), {})
    for phase in phases.apart:
        visit([phase], (), phase.name.text, Scope(probe, {}), {})
    for fact in sight.facts.values():
        names.sign(Signature(fact.name, fact.kind, fact.parameters, fact.result, fact.span))
    return sight


def tell_never_on(node: tree.Phase, inner: Phase, names: SymbolTable) -> None:
    """A finding about the first phase inside one that stays, or ends, by what is done in it.

    Args:
        node: The outer phase.
        inner: The first that stands in it.
        names: What is known, and what is reported.
    """
    word = "stays until" if node.stays is not None else "ends when"
    said = node.stays if node.stays is not None else node.ends
    assert said is not None
    names.report(
        codes.DANGLING,
        say(
            "`{inner}` stands inside `{name}`, which has no turn of its own then: its `{word}` says nothing",
            inner=inner.name,
            name=node.name.text,
            word=word,
        ),
        inner.span,
        related=(Label(said.span, say("`{word}` stands here", word=word)),),
        help=say(
            "indent it like `phase {name}` above, by {number} blanks, if it comes after it; or leave out `{word} …`",
            name=node.name.text,
            number=node.span.column - 1,
            word=word,
        ),
    )
