"""From surface trees to the model: every name looked up, every type held, in three passes.

First the types, then how each definition and table looks from outside, then the bodies. A
declaration whose body has a mistake is left out of `Program.callables` and named in
`Program.broken`, so that the checks speak only of what is whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import HitPolicy
from regola_dsl.records import dataclass

from regola_compiler.model.made import made_name
from regola_compiler.model.program import (
    Acceptance,
    Action,
    Assumption,
    Erratum,
    Event,
    Example,
    Fact,
    Individual,
    Norm,
    Phase,
    Players,
    Program,
    Rule,
    RuleInfo,
)
from regola_compiler.model.types import HandleType, ListType, Member
from regola_compiler.model.visitor import calls_in, effect_expressions, phases_in
from regola_compiler.resolve.about import with_subjects
from regola_compiler.resolve.book.errata import apply_rulings, check_about_words
from regola_compiler.resolve.book.examples import phases_played, resolve_erratum, resolve_example, winning_sections
from regola_compiler.resolve.book.labels import check_labels
from regola_compiler.resolve.cycles import Asked, AskedBy, Asking, asked, break_cycles, propagate_broken
from regola_compiler.resolve.definitions import (
    anchors_by_name,
    apply_precedence_rulings,
    attach_external_exceptions,
    resolve_definition,
)
from regola_compiler.resolve.namespaces import namespace_of, unique
from regola_compiler.resolve.paths import resolve_choice, resolve_path
from regola_compiler.resolve.play.actions import ActionSignature, action_head, resolve_action
from regola_compiler.resolve.play.effects import Changes, check_changes
from regola_compiler.resolve.play.facts import resolve_assumption, resolve_fact
from regola_compiler.resolve.play.made import check_lasting, sign_made
from regola_compiler.resolve.play.phases import PhaseIndex, declare_phases, look_around, sign_phases
from regola_compiler.resolve.play.pieces import (
    PieceFacts,
    Sight,
    counted_fact,
    facts_of_pieces,
    merged,
    piece_info,
    resolve_event,
    resolve_players,
    rolled_fact,
    sign_pieces,
)
from regola_compiler.resolve.play.put_up import PutUps, put_up, sign_individuals, sign_put_up
from regola_compiler.resolve.play.sequences import phases_without_actor, resolve_phase_apart, resolve_sequence
from regola_compiler.resolve.play.shown import shown_facts
from regola_compiler.resolve.rules import RuleResolver, alternatives, check_overrides
from regola_compiler.resolve.scope import Scope, Stands, SymbolTable
from regola_compiler.resolve.signatures import declare_signatures, seen_by, sign_paths, sign_rolls
from regola_compiler.resolve.steps import Steps
from regola_compiler.resolve.tables.layout import resolve_table
from regola_compiler.resolve.tables.modifiers import resolve_absent, resolve_modifiers
from regola_compiler.resolve.types import contains_error_type, declare_types


def resolve_program(
    declarations: Sequence[tree.Declaration],
    lost: frozenset[str] = frozenset(),
    steps: Steps | None = None,
    individuals: Sequence[Individual] = (),
) -> tuple[Program, list[Diagnostic]]:
    """The model of all `declarations`, and what is wrong with their names and types.

    `lost` are words that stand in declarations which could not be read; `steps` takes the steps, each anew unless
    it knows better; `individuals` are the counters and places that the game's data name.
    """
    steps = steps or Steps()
    names, program = steps.names(lost), Program()
    ruled, program.ruled, program.standing_by = apply_rulings(unique(declarations, names, steps), names, steps)
    check_about_words(ruled, program.ruled, names)
    kept = apply_precedence_rulings(ruled, names, steps)
    sequences = tuple(node for node in kept if isinstance(node, tree.Sequence))
    apart = tuple(node for node in kept if isinstance(node, tree.Phase))
    phases = steps.take("phases", (sequences, apart), names, lambda _: PhaseIndex(sequences, apart))
    if phases.type is not None:
        names.declare_builtin(phases.type)
    declare_types(kept, names, steps)
    program.types = names.types
    sign_phases(phases, names)
    sign_pieces(kept, names)
    sign_made(kept, names)
    sign_individuals(individuals, kept, names)
    sign_put_up(kept, names)
    program.individuals = {
        name.removeprefix("piece "): one.result.name
        for name, one in names.signatures.items()
        if name.startswith("piece ") and isinstance(one.result, HandleType)
    }
    declare_signatures(kept, names, steps)
    sign_paths(kept, names)
    for fact in declare_phases(phases, names):
        program.callables[fact.name] = fact
    sight = look_around(phases, names)
    sign_rolls(kept, phases, sight, names)
    changes = Changes.of(kept)
    elsewhere, sections = attach_external_exceptions(kept, names), anchors_by_name(kept, steps)
    surroundings = Surroundings(elsewhere, phases, sections, sight, changes)
    check_changes(kept, changes, names)
    steps.declared(names)
    played: list[Phase] = []
    for node in kept:
        resolved = _resolved(node, surroundings, names, steps)
        _enter(node, resolved, program)
        played += [resolved.item] if isinstance(resolved.item, Phase) else []
    # In which phases nobody acts, a sequence says that is wrong elsewhere, too: actions stay what they are.
    free = tuple(dict.fromkeys(member for sequence in played for member in phases_without_actor(sequence)))
    _rules(kept, surroundings, program, names, steps, free)
    check_labels(kept, program, names)
    check_lasting(program, phases.type, names)
    found = names.finish()
    asked_by = _AskedOf(steps)
    _enter_hidden(program, sight, names, asked_by)
    break_cycles(program, found, asked_by)
    propagate_broken(program, asked_by)
    program.builtin = names.builtin
    return program, with_subjects(found, declarations)


class _AskedOf(dict[int, Asked]):
    """What each item asks, looked up several times in a round: by the item itself, as long as it is there."""

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self._steps = steps

    def __call__(self, item: Asking) -> Asked:
        known = self.get(id(item))
        if known is None:
            known = self[id(item)] = self._steps.of_item(asked, item)
        return known


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What declarations say of one another: exceptions by what they belong to, the phases, sections by name."""

    elsewhere: dict[str, list[tree.ExceptionRule]]
    phases: PhaseIndex
    sections: dict[str, tree.Anchors]
    sight: Sight
    changes: Changes


def _enter_hidden(program: Program, sight: Sight, names: SymbolTable, asked_by: AskedBy) -> None:
    """Enter the facts that nobody declares, where somebody asks them: what is rolled, played with, counted."""
    wanted: list[str] = []
    for item in (*program.callables.values(), *program.examples.values(), *program.assumptions.values()):
        wanted += [name for name in asked_by(item).names if name not in program.callables]
    for sequence in program.sequences.values():
        wanted += [name for name in asked_by(sequence).names if name not in program.callables]
        for phase in phases_in(sequence):
            wanted += [roll.name for roll in phase.rolls] + list(phase.parameters)
            wanted += [phase.bound] if phase.items is not None else []
    for item in list(program.callables.values()):
        wanted += [roll.name for roll in item.rolls] if isinstance(item, Action) else []
    for event in program.events.values():
        parts = [event.condition, *(part for effect in event.effects for part in effect_expressions(effect))]
        wanted += [call.callee for part in parts for call in calls_in(part)]
    program.callables.update(shown_facts(program))
    for name in dict.fromkeys(wanted):
        if name in program.callables or name in program.broken:
            continue
        fact = sight.facts.get(name) or counted_fact(name, names) or rolled_fact(name, program, names)
        if fact is not None:
            program.callables[name] = fact


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


def _resolved(node: tree.Declaration, around: Surroundings, names: SymbolTable, steps: Steps) -> Resolved:
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
        return Resolved(item, sound=names.count() == before and not _depends_on_error(node, item, names))

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


def _enter(node: tree.Declaration, resolved: Resolved, program: Program) -> None:
    """Put what a declaration came to into its room; what is wrong is named as broken instead."""
    name, item = node.name.text, resolved.item
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
    if not resolved.sound:
        _discard(name, program)
        if isinstance(item, PieceFacts):
            _discard_facts(item.facts, program)


def _discard_facts(facts: tuple[Fact, ...], program: Program) -> None:
    """Leave out what is not understood of a piece; all that is known of it where no single fact is to blame."""
    broken = [fact for fact in facts if contains_error_type(fact.result) or _lacks_its_default(fact)]
    for fact in broken or facts:
        _discard(fact.name, program)


def _lacks_its_default(fact: Fact) -> bool:
    return fact.default is not None and contains_error_type(fact.default.type)


def _rules(
    nodes: Sequence[tree.Declaration],
    around: Surroundings,
    program: Program,
    names: SymbolTable,
    steps: Steps,
    free: tuple[Member, ...],
) -> None:
    """Actions, with what every rule says of them. An action is left out if one of its rules has a mistake.

    `free` are the phases in which nobody in particular acts.
    """
    check_overrides(nodes, around.elsewhere, names)
    heads: dict[str, ActionSignature] = {}
    shaky: set[str] = set()
    for node in nodes:
        if isinstance(node, tree.Action):
            stands = seen_by(node, around.phases, around.sight)
            heads[node.name.text], sound = _head(node, stands, names, steps)
            shaky.update(() if sound else (node.name.text,))
    resolver = RuleResolver(heads, nodes, around.elsewhere, around.phases, around.changes)
    norms: dict[str, list[Norm]] = {name: [] for name in heads}
    for node in nodes:
        if isinstance(node, tree.Rule):
            found, sound = _norms(node, resolver, names, steps)
            actions = tuple(deed.action.text for statement in node.statements for deed in alternatives(statement))
            program.rules[node.name.text] = RuleInfo(
                node.name.text, actions, node.anchors, node.texts, node.span, node.name.span
            )
            for action, norm in found.items():
                norms[action].append(norm)
            if not sound:
                shaky.update(actions)
                program.broken.add(node.name.text)
    shared = _shared_limits(nodes, heads, names)
    for called, head in heads.items():
        given = (head, tuple(norms[called]), free, shared.get(called, ()), around.changes.used_by(head.node.effects))
        made, sound = _action(given, around.phases, names, steps)
        program.callables[called] = made
        for fact in made.counters:
            before = program.callables.get(fact.name)
            program.callables[fact.name] = merged(before, fact) if isinstance(before, Fact) else fact
        if not sound or called in shaky:
            _discard(called, program)


def _shared_limits(
    nodes: Sequence[tree.Declaration], heads: dict[str, ActionSignature], names: SymbolTable
) -> dict[str, tuple[tree.Limit, ...]]:
    """By action, the limits that it shares with others."""
    found: dict[str, list[tree.Limit]] = {}
    for node in nodes:
        if isinstance(node, tree.Limit):
            for action in node.actions:
                if action.text not in heads:
                    names.unknown("action", action.text, action.span, list(heads))
                found.setdefault(action.text, []).append(node)
    return {name: tuple(limits) for name, limits in found.items()}


def _head(node: tree.Action, stands: Stands, names: SymbolTable, steps: Steps) -> tuple[ActionSignature, bool]:
    def work(names: SymbolTable) -> tuple[ActionSignature, bool]:
        before = names.count()
        head = action_head(node, stands, names)
        return head, names.count() == before and not _depends_on_error(node, head, names)

    return steps.take(("head of", node.name.text), (node, stands), names, work)


def _norms(node: tree.Rule, resolver: RuleResolver, names: SymbolTable, steps: Steps) -> tuple[dict[str, Norm], bool]:
    def work(names: SymbolTable) -> tuple[dict[str, Norm], bool]:
        before = names.count()
        return resolver.norms(node, names), names.count() == before

    return steps.take(("rule", node.name.text), (node, *resolver.rests_on(node)), names, work)


def _action(
    given: tuple[ActionSignature, tuple[Norm, ...], tuple[Member, ...], tuple[tree.Limit, ...], Changes],
    phases: PhaseIndex,
    names: SymbolTable,
    steps: Steps,
) -> tuple[Action, bool]:
    head, norms, free, limits, changes = given

    def work(names: SymbolTable) -> tuple[Action, bool]:
        before = names.count()
        return resolve_action(head, norms, free, phases, names, limits, changes), names.count() == before

    return steps.take(("action", head.node.name.text), (*given, phases.shape), names, work)


def _depends_on_error(node: tree.Declaration, item: Item | ActionSignature, names: SymbolTable) -> bool:
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


def _discard(name: str, program: Program) -> None:
    program.broken.add(name)
    program.callables.pop(name, None)
    program.examples.pop(name, None)
    program.sequences.pop(name, None)
    program.assumptions.pop(name, None)
