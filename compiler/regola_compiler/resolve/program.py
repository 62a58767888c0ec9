"""From surface trees to the model: every name looked up, every type held, in three passes.

First the types, then how each definition and table looks from outside, then the bodies. A
declaration whose body has a mistake is left out of `Program.callables` and named in
`Program.broken`, so that the checks speak only of what is whole.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic

from regola_compiler.model.program import (
    Action,
    Individual,
    Phase,
    Program,
)
from regola_compiler.model.slices import completed
from regola_compiler.model.types import HandleType, Member
from regola_compiler.model.visitor import calls_in, effect_expressions, phases_in
from regola_compiler.resolve.book.errata import apply_rulings, check_about_words
from regola_compiler.resolve.book.labels import check_labels
from regola_compiler.resolve.cycles import Asked, AskedBy, Asking, asked, break_cycles, propagate_broken
from regola_compiler.resolve.deeds import resolve_deeds
from regola_compiler.resolve.definitions import (
    anchors_by_name,
    apply_precedence_rulings,
    attach_external_exceptions,
)
from regola_compiler.resolve.each import Surroundings, enter, resolved
from regola_compiler.resolve.namespaces import unique
from regola_compiler.resolve.play.effects import Changes, check_changes
from regola_compiler.resolve.play.made import check_lasting, sign_made
from regola_compiler.resolve.play.phases import PhaseIndex, declare_phases, look_around, sign_phases
from regola_compiler.resolve.play.pieces import (
    Sight,
    counted_fact,
    rolled_fact,
    sign_pieces,
)
from regola_compiler.resolve.play.put_up import sign_individuals, sign_put_up
from regola_compiler.resolve.play.sequences import phases_without_actor
from regola_compiler.resolve.play.shown import shown_facts
from regola_compiler.resolve.reported.about import with_subjects
from regola_compiler.resolve.scope import Steps, SymbolTable
from regola_compiler.resolve.signatures import declare_signatures, sign_paths, sign_rolls
from regola_compiler.resolve.types import declare_types


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
    return completed(resolving(declarations, lost, steps, individuals))


def resolving(
    declarations: Sequence[tree.Declaration],
    lost: frozenset[str] = frozenset(),
    steps: Steps | None = None,
    individuals: Sequence[Individual] = (),
    written: frozenset[str] = frozenset(),
) -> Generator[list[Diagnostic], None, tuple[Program, list[Diagnostic]]]:
    """The same, a step at a time, for who may have to do something else before it ends.

    Args:
        declarations: The declarations.
        lost: Words that stand in declarations which could not be read.
        steps: Takes the steps, each anew unless it knows better.
        individuals: The counters and places that the game's data name.
        written: In which files something was changed: what these say is looked at first.

    Yields:
        Before each step what is wrong in the files that were `written` in. It is found wrong in the end, too, an
        unknown name perhaps in more places, and more may be.
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
    known = with_subjects(_wrong_in(written, kept, surroundings, names, steps), declarations) if written else []
    played: list[Phase] = []
    for node in kept:
        yield known
        made = resolved(node, surroundings, names, steps)
        enter(node, made, program)
        played += [made.item] if isinstance(made.item, Phase) else []
    for _ in resolve_deeds(kept, surroundings, program, names, steps, _free(played)):
        yield known
    check_labels(kept, program, names)
    check_lasting(program, phases.type, names)
    found = names.finish()
    asked_by = _AskedOf(steps)
    yield known
    _enter_hidden(program, sight, names, asked_by)
    yield known
    break_cycles(program, found, asked_by)
    propagate_broken(program, asked_by)
    program.builtin = names.builtin
    steps.ended()
    return program, with_subjects(found, declarations)


def _free(sequences: Iterable[Phase]) -> tuple[Member, ...]:
    """In which phases nobody acts; a sequence in which something is wrong says it, too: actions stay what they are."""
    return tuple(dict.fromkeys(member for sequence in sequences for member in phases_without_actor(sequence)))


def _wrong_in(
    written: frozenset[str],
    nodes: Sequence[tree.Declaration],
    around: Surroundings,
    names: SymbolTable,
    steps: Steps,
) -> list[Diagnostic]:
    """What is wrong in some files, looked at before all others: it is looked at again when their turn comes."""
    ahead, played = names.ahead(), []
    there = [node for node in nodes if around.is_of(node, written)]
    for node in there:
        resolved(node, around, ahead, steps)
    if any(isinstance(node, tree.Action | tree.Rule | tree.Limit) for node in there):
        for node in nodes:
            if isinstance(node, tree.Sequence | tree.Phase):
                item = resolved(node, around, ahead, steps).item
                played += [item] if isinstance(item, Phase) else []
        for _ in resolve_deeds(nodes, around, Program(), ahead, steps, _free(played), written):
            pass
    return [one for one in ahead.finish() if one.span.path in written]


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
