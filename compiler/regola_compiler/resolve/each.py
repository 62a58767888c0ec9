"""What each declaration comes to that stands for itself, and where it is entered: a step for each."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from regola_dsl import tree
from regola_dsl.kinds import HitPolicy
from regola_dsl.records import dataclass

from regola_compiler.model.made import made_name
from regola_compiler.model.program import (
    Acceptance,
    Assumption,
    Erratum,
    Event,
    Example,
    Fact,
    Phase,
    Players,
    Program,
    Rule,
)
from regola_compiler.model.types import ListType
from regola_compiler.resolve.book.examples import phases_played, resolve_erratum, resolve_example, winning_sections
from regola_compiler.resolve.definitions import (
    resolve_definition,
)
from regola_compiler.resolve.namespaces import namespace_of
from regola_compiler.resolve.paths import resolve_choice, resolve_path
from regola_compiler.resolve.play.actions import ActionSignature
from regola_compiler.resolve.play.effects import Changes
from regola_compiler.resolve.play.facts import resolve_assumption, resolve_fact
from regola_compiler.resolve.play.phases import PhaseIndex
from regola_compiler.resolve.play.pieces import (
    PieceFacts,
    Sight,
    facts_of_pieces,
    piece_info,
    resolve_event,
    resolve_players,
)
from regola_compiler.resolve.play.put_up import PutUps, put_up
from regola_compiler.resolve.play.sequences import resolve_phase_apart, resolve_sequence
from regola_compiler.resolve.scope import Scope, Steps, SymbolTable
from regola_compiler.resolve.tables.layout import resolve_table
from regola_compiler.resolve.tables.modifiers import resolve_absent, resolve_modifiers
from regola_compiler.resolve.types import contains_error_type


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What declarations say of one another: exceptions by what they belong to, the phases, sections by name."""

    elsewhere: dict[str, list[tree.ExceptionRule]]
    phases: PhaseIndex
    sections: dict[str, tree.Anchors]
    sight: Sight
    changes: Changes

    def is_of(self, node: tree.Declaration, files: frozenset[str]) -> bool:
        """Whether a declaration stands in some files, or an exception to it does."""
        return node.span.path in files or any(one.span.path in files for one in self.elsewhere.get(node.name.text, ()))


# What a declaration comes to that stands for itself; actions and rules come later.
Item: TypeAlias = (
    Rule
    | Assumption
    | Phase
    | Example
    | Erratum
    | Acceptance
    | tree.Texts
    | PieceFacts
    | Players
    | Event
    | PutUps
    | None
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a declaration comes to, and whether nothing is wrong with it or with what it rests on."""

    item: Item
    sound: bool


def resolved(node: tree.Declaration, around: Surroundings, names: SymbolTable, steps: Steps) -> Resolved:
    """What one declaration says: a step that rests on it, on what others put into it, and on the names it uses."""
    given: tuple[object, ...] = ()
    match node:  # what there is most of comes first
        case tree.Action() | tree.Rule() | tree.ExceptionRule():
            return Resolved(None, sound=True)
        case tree.Define():
            given = (around.elsewhere.get(node.name.text, []),)
        case tree.Sequence() | tree.Phase():
            given = (around.phases, around.changes)
        case tree.Event():
            given = (around.changes.used_by(node.effects),)
        case tree.Piece():
            given = (names.signature(made_name(node.name.text)) is not None,)
        case tree.Players() | tree.Setup() | tree.Change() | tree.AlsoAfter() | tree.Limit():
            pass
        case tree.Example():
            given = phases_played(node, around.phases)
        case tree.Erratum():
            given = (winning_sections(node, around.sections),)
        case tree.Table() | tree.Modifiers() | tree.Fact() | tree.Path() | tree.Choice() | tree.Assume():
            pass
        case tree.Accept() | tree.LabelText() | tree.Enum() | tree.Record() | tree.GivenType():
            pass
        case _:
            assert_never(node)

    def work(names: SymbolTable) -> Resolved:
        before = names.count()
        item = _item(node, around, names)
        return Resolved(item, sound=names.count() == before and not depends_on_error(node, item, names))

    return steps.take((type(node).__name__, namespace_of(node), node.name.text), (node, *given), names, work)


def _item(node: tree.Declaration, around: Surroundings, names: SymbolTable) -> Item:
    """Resolve what one declaration says."""
    match node:
        case tree.Table() if node.absent:
            return resolve_absent(node, names)
        case tree.Table():
            signature = names.signature_of(node)
            many = node.hit == HitPolicy.ALL and isinstance(signature.result, ListType)
            result = signature.result.item if many and isinstance(signature.result, ListType) else signature.result
            return resolve_table(node, signature.parameters, result, names)
        case tree.Modifiers():
            return resolve_modifiers(node, names)
        case tree.Define():
            return resolve_definition(node, around.elsewhere.get(node.name.text, []), names)
        case tree.Fact():
            return resolve_fact(node, names)
        case tree.Path():
            return resolve_path(node, names)
        case tree.Choice():
            return resolve_choice(node, names)
        case tree.Assume():
            return resolve_assumption(node, names)
        case tree.Sequence():
            return resolve_sequence(node, around.phases, around.changes, names)
        case tree.Phase():
            return resolve_phase_apart(node, around.phases, around.changes, names)
        case tree.Piece():
            return PieceFacts(piece_info(node), facts_of_pieces(node, names))
        case tree.Players():
            return resolve_players(node, names)
        case tree.Setup():
            return PutUps(put_up(node.lines, Scope(names, {}), complete=True))
        case tree.Event():
            return resolve_event(node, around.changes, names)
        case tree.Change() | tree.AlsoAfter() | tree.Limit():
            return None  # come with what calls them, or what they limit
        case tree.Example():
            return resolve_example(node, around.phases, names)
        case tree.Erratum():
            return resolve_erratum(node, winning_sections(node, around.sections), names)
        case tree.Accept():
            return Acceptance(node.name.text, node.declaration.text, node.anchors, node.reason, node.span)
        case tree.LabelText():
            return node.texts
        case tree.Enum() | tree.Record() | tree.GivenType():
            return None  # resolved before all others
        case tree.Action() | tree.Rule() | tree.ExceptionRule():
            return None  # come with what they belong to
        case _:
            assert_never(node)


def enter(node: tree.Declaration, made: Resolved, program: Program) -> None:
    """Put what a declaration came to into its room; what is wrong is named as broken instead."""
    name, item = node.name.text, made.item
    match item:
        case Assumption():
            program.assumptions[name] = item
        case Phase():
            program.sequences[name] = item
        case Example():
            program.examples[name] = item
        case Erratum():
            program.errata[name] = item
        case Acceptance():
            program.acceptances.append(item)
        case PieceFacts():
            program.pieces[name] = item.info
            program.callables |= {fact.name: fact for fact in item.facts}
        case Players():
            program.players = item
        case PutUps():
            program.setup = (*program.setup, *item.pieces)
        case Event():
            program.events[name] = item
        case tuple():
            program.labels[name] = item
        case None:
            pass
        case _:
            program.callables[name] = item
    if not made.sound:
        discard(name, program)
        if isinstance(item, PieceFacts):
            _discard_facts(item.facts, program)


def _discard_facts(facts: tuple[Fact, ...], program: Program) -> None:
    """Leave out what is not understood of a piece; all that is known of it where no single fact is to blame."""
    broken = [fact for fact in facts if contains_error_type(fact.result) or _lacks_its_default(fact)]
    for fact in broken or facts:
        discard(fact.name, program)


def _lacks_its_default(fact: Fact) -> bool:
    return fact.default is not None and contains_error_type(fact.default.type)


def depends_on_error(node: tree.Declaration, item: Item | ActionSignature, names: SymbolTable) -> bool:
    """Whether a declaration rests on a type that could not be understood, or has lost a part."""
    if isinstance(node, tree.Example | tree.Erratum | tree.ExceptionRule | tree.Accept | tree.LabelText):
        return False
    if isinstance(item, PieceFacts):
        return any(contains_error_type(fact.result) for fact in item.facts)
    known = names.signature(node.name.text)
    types = (known.result, *(p.type for p in known.parameters)) if known else ()
    if isinstance(item, Assumption):
        types = tuple(parameter.type for parameter in item.parameters)
    return any(contains_error_type(type_) for type_ in types) or (isinstance(node, tree.Table) and node.damaged)


def discard(name: str, program: Program) -> None:
    """Leave out what something is wrong with."""
    program.broken.add(name)
    program.callables.pop(name, None)
    program.examples.pop(name, None)
    program.sequences.pop(name, None)
    program.assumptions.pop(name, None)
