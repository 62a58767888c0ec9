"""What changes between two editions of a game: which inputs have another answer, and because of what.

Declarations that may differ (product.py) are looked at from the ground up: first what asks nothing else that may. Each
is explored on both sides at once, and only where something that changed has a say: an exception that is not the same,
a line, a rule. What comes out is one of three things:

- the answers are the same on every input: it says the same in other words;
- it **changed itself**: also on top of all that is new, the old wording would answer otherwise;
- it only **follows** what it asks, and is told below what changed itself. One cause is one finding.

A difference that is shown was asked of both reference interpreters before. What is too large is told as not decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from regola_dsl.tree import Anchors
from regola_dsl.wording import later, say

from regola_compiler.diff import witness as diff_witness
from regola_compiler.diff.match import Editions, callees, metadata, semantic_key, types_used
from regola_compiler.diff.play import (
    CHANGED,
    event_notes,
    is_kept,
    is_plain,
    piece_notes,
    play_notes,
    player_notes,
    setup_notes,
)
from regola_compiler.diff.product import ProductProgram, comparable, match_parameters
from regola_compiler.diff.queries import EditionQueries, QueryResult
from regola_compiler.diff.regions import Region
from regola_compiler.diff.signatures import effect_notes, part_notes, sequence_notes, shape_notes, type_notes, type_word
from regola_compiler.diff.tables import TablePair
from regola_compiler.diff.witness import DifferenceWitness
from regola_compiler.model.graph import depth_first
from regola_compiler.model.program import Action, Fact, Modifiers, Path, Rule, Table
from regola_compiler.model.visitor import kind_of

# How many regions are asked for a witness.
TRIED = 20


class DeclarationRef(NamedTuple):
    """What is told of: the word it begins with, its name now and before, its sections before and now."""

    what: str
    name: str
    was: str
    old: Anchors = ()
    new: Anchors = ()


ChangeKind: TypeAlias = Literal[
    "added", "removed", "renamed", "shape", "changed", "follows", "same", "remarks", "undecided"
]


@dataclass(frozen=True, slots=True)
class Change:
    """One declaration, and what became of it.

    `kind` is added, removed, renamed, shape (its inputs, values or members are others), changed (its own meaning),
    follows (`because` of others), same (other words, same answers), remarks (sections or texts) or undecided.
    """

    kind: ChangeKind
    head: DeclarationRef
    notes: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    aspect: str = ""
    witness: DifferenceWitness | None = None
    because: tuple[str, ...] = ()
    undecided: str = ""

    @property
    def name(self) -> str:
        """The name it goes by now, or went by."""
        return self.head.name


class Comparison:
    """Two editions, compared declaration by declaration."""

    def __init__(self, editions: Editions) -> None:
        self.editions = editions
        self.old, self.new = editions.old.program, editions.new.program
        self.twofold = ProductProgram(editions)
        self.questions = EditionQueries(self.twofold)
        self.explorer, self.types = self.twofold.explorer, self.questions.types
        # What answers the same for certain, what changed itself, and what the others follow.
        self.same: set[str] = set()
        self.own: set[str] = set()
        self.causes: dict[str, tuple[str, ...]] = {}

    def changes(self) -> list[Change]:
        """Everything that is not the same."""
        found = [*self._types(), *self._only_one_side(), *self._sequences(), *self._assumptions(), *self._play()]
        order = {name: number for number, name in enumerate(self.new.callables)}
        compared = [change for name in self._dependency_order() for change in self._compared(name)]
        compared += [
            change
            for name, item in self.new.callables.items()
            if name in self.old.callables and name not in self.twofold.dirty and not _built_in(item)
            for change in self._metadata_changes(
                self._head(kind_of(item), name, self.old.callables, self.new.callables), self.old.callables[name], item
            )
        ]
        return found + sorted(compared, key=lambda change: order[change.name])

    # --- what stands on one side, types, sequences ---

    def _types(self) -> Iterator[Change]:
        old, new = self.old.types, self.new.types
        for name in {**old, **new}:
            word = type_word((new.get(name) or old[name]).type)
            head = self._head(word, name, old, new)
            if name not in new or name not in old:
                yield Change("added" if name in new else "removed", head)
            elif name in self.editions.types:
                if notes := tuple(type_notes(*self.editions.types[name])):
                    yield Change("shape", head, notes)
            else:
                yield from self._metadata_changes(head, old[name], new[name])

    def _only_one_side(self) -> Iterator[Change]:
        old, new = self.old.callables, self.new.callables
        for name, item in {**new, **old}.items():
            if (name in new) != (name in old) and not is_kept(item):
                yield Change("added" if name in new else "removed", self._head(kind_of(item), name, old, new))

    def _play(self) -> Iterator[Change]:
        """Who plays, what pieces there are and stand there at the start, and what comes about by itself."""
        types = self.old.types, self.new.types
        for name, info in self.new.pieces.items():
            if name in self.old.pieces and (notes := tuple(piece_notes(self.old.pieces[name], info))):
                yield Change("shape", self._head(info.kind, name, *types), notes)
        for notes, what in (
            (tuple(player_notes(self.old.players, self.new.players)), "players"),
            (tuple(setup_notes(self.old.setup, self.new.setup)), "setup"),
        ):
            if notes:
                yield Change("changed", self._head(what, what, {}, {}), notes)
        old, new = self.old.events, self.new.events
        for name in {**old, **new}:
            head = self._head("event", name, old, new)
            if name not in new or name not in old:
                yield Change("added" if name in new else "removed", head)
            elif notes := tuple(event_notes(old[name], new[name])):
                yield Change("changed", head, notes)
            else:
                yield from self._metadata_changes(head, old[name], new[name])

    def _assumptions(self) -> Iterator[Change]:
        old, new = self.old.assumptions, self.new.assumptions
        for name in {**old, **new}:
            head = self._head("assume", name, old, new)
            if name not in new or name not in old:
                yield Change("added" if name in new else "removed", head)
            elif semantic_key(old[name]) != semantic_key(new[name]):
                yield Change("changed", head, (say("supposes something else of every position"),))
            else:
                yield from self._metadata_changes(head, old[name], new[name])

    def _sequences(self) -> Iterator[Change]:
        old, new = self.old.sequences, self.new.sequences
        for name in {**old, **new}:
            head = self._head("phase" if (new.get(name) or old[name]).called else "sequence", name, old, new)
            if name not in new or name not in old:
                yield Change("added" if name in new else "removed", head)
            elif notes := tuple(sequence_notes(old[name], new[name])):
                yield Change("changed", head, notes)
            else:
                yield from self._metadata_changes(head, old[name], new[name])

    def _head(self, what: str, name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> DeclarationRef:
        anchors = [side[name].anchors if name in side else () for side in (old, new)]
        return DeclarationRef(what, name, self.editions.was.get(name, name), *anchors)

    def _metadata_changes(self, head: DeclarationRef, old: Any, new: Any) -> Iterator[Change]:
        """What changed beside the meaning."""
        if head.was != head.name:
            yield Change("renamed", head)
        elif metadata(old) != metadata(new):
            yield Change("remarks", head)

    # --- what stands on both ---

    def _dependency_order(self) -> list[str]:
        """What may differ, each behind all it asks."""
        old, new = self.old.callables, self.new.callables
        dirty = [name for name in self.editions.both if name in self.twofold.dirty]
        order, _ = depth_first({name: sorted(callees(old[name]) | callees(new[name])) for name in dirty})
        return order

    def _compared(self, name: str) -> Iterator[Change]:
        old, new = self.old.callables[name], self.new.callables[name]
        if _built_in(new):
            return
        head = self._head(kind_of(new), name, self.old.callables, self.new.callables)
        shape = tuple(shape_notes(old, new))
        if shape:
            # What asks it may be refused now, though all that both sides can be asked is answered as before.
            self.own.add(name)
            yield Change("shape", head, shape)
        played = tuple(play_notes(old, new))
        if played:
            self.own.add(name)
            yield Change("changed", head, played)
        if comparable_kinds(old, new):
            changed = semantic_key(old) != semantic_key(new)
            causes = self._causes_below(name)
            if changed or causes:
                yield from self._explore_change(head, old, new, causes, changed=changed)
            elif not shape:
                self.same.add(name)
            if not changed and not shape and not played:
                yield from self._metadata_changes(head, old, new)

    def _explore_change(
        self, head: DeclarationRef, old: Rule, new: Rule, causes: tuple[str, ...], *, changed: bool
    ) -> Iterator[Change]:
        """A declaration that may differ, explored."""
        name = head.name
        if not changed and isinstance(new, Path):
            self.causes[name] = causes
            yield Change("follows", head, because=causes)
            return
        found = self._found(name, first=not changed)
        notes = (
            tuple(part_notes(old, new, later("{what} depends on it") if self.editions.variants else CHANGED))
            if changed
            else ()
        )
        if found.beyond and not found.regions:
            notes += (say("it answers otherwise past its edge, where only a calculation asks it"),)
        if found.same:
            # A table is asked past what its inputs can be too, which exploring does not see.
            self.same |= {name} - self.own if not isinstance(new, Table) else set()
        else:
            own = changed and (not causes or self.questions.differs_alone(name))
            if own:
                self.own.add(name)
            self.causes[name] = causes
            witness = self._witness(name, found)
            # Where what changed has a say an answer may change; that one does only a witness shows.
            shown = bool(found.regions) and (found.aspect != "reach" or witness is not None)
            kind: ChangeKind = "undecided" if found.undecided and not shown else "changed" if own else "follows"
            told = tuple(found.regions)
            yield Change(kind, head, notes, told, found.aspect, witness, causes, found.undecided)
        deeds = list(self._deeds(head, old, new, causes)) if isinstance(old, Action) and isinstance(new, Action) else []
        yield from deeds
        if found.same and changed and not deeds and name not in self.own:
            yield Change("same", head, notes)

    def _deeds(self, head: DeclarationRef, old: Action, new: Action, causes: tuple[str, ...]) -> Iterator[Change]:
        """What doing an action changes, where that is not the same."""
        own = semantic_key(old.effects) != semantic_key(new.effects)
        if not is_plain((*old.effects, *new.effects)):
            # What adds up, leaves or is played tells no single fact: the lines themselves are compared.
            if own:
                self.own.add(head.name)
                yield Change("changed", head, tuple(effect_notes(old, new)), aspect="effects")
            return
        found = self.questions.effect_differences(head.name, first=not own)
        if not found.same:
            kind: ChangeKind = "undecided" if not found.regions else "changed" if own else "follows"
            notes = tuple(effect_notes(old, new)) if own else ()
            yield Change(kind, head, notes, tuple(found.regions), found.aspect, None, causes, found.undecided)

    def _causes_below(self, name: str) -> tuple[str, ...]:
        """What a declaration asks that changed itself, and the types that changed."""
        old, new = self.old.callables[name], self.new.callables[name]
        asked = callees(old) | callees(new)
        found: dict[str, None] = {}
        for other in sorted(asked):
            if other in self.own or other not in self.old.callables or other not in self.new.callables:
                found[other] = None
            elif other in self.causes:
                found.update(dict.fromkeys(self.causes[other]))
            elif other in self.twofold.dirty and other not in self.same:
                found[other] = None
        for name_ in sorted(types_used((old, new)) & self.editions.types.keys()):
            found[name_] = None
        return tuple(found)

    def _found(self, name: str, *, first: bool) -> QueryResult:
        old, new = self.old.callables[name], self.new.callables[name]
        if isinstance(old, Table) and isinstance(new, Table):
            cells = TablePair.of(self.editions, old, new)
            found = None if cells is None else cells.regions()
            if found is not None:
                return QueryResult(found[0], beyond=found[1])
        if isinstance(old, Path) and isinstance(new, Path):
            return self.questions.path(old, new)
        return self.questions.answers(name, first=first)

    def _witness(self, name: str, found: QueryResult) -> DifferenceWitness | None:
        if found.aspect in {"default", "condition", "effects"}:
            return None
        symbolic = self.explorer.symbolic
        settled, regions = symbolic.relations.minimal_model, found.regions[:TRIED]
        return diff_witness.witness(self.editions, name, regions, settled, self.types, symbolic.individuals)


def _built_in(item: Rule) -> bool:
    return is_kept(item) or (isinstance(item, Fact) and item.kind in {"phase", "active"})


def comparable_kinds(old: Rule, new: Rule) -> bool:
    """Whether two declarations of one name can be asked the same."""
    if isinstance(old, Fact) and isinstance(new, Fact):
        return old.default is not None and new.default is not None and comparable(old.result, new.result)
    paths = isinstance(old, Path) or isinstance(new, Path)
    alike = type(old) is type(new) if isinstance(new, Action | Modifiers | Fact) or paths else not isinstance(old, Fact)
    if not alike or isinstance(old, Action | Modifiers) is not isinstance(new, Action | Modifiers):
        return False
    both = [(a, b) for a, b in match_parameters(old, new) if a is not None and b is not None]
    return comparable(old.result, new.result) and (bool(both) or not (old.parameters and new.parameters))


def share(change: Change) -> Fraction:
    """How much of its inputs a change takes."""
    return sum((region.share for region in change.regions), Fraction(0))
