"""From a checked program to the intermediate representation (see tree/ for what that is)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace as change

from msgspec.structs import replace
from regola_dsl.source import NOWHERE

from regola_compiler.evaluate.play.sequences import unrolled
from regola_compiler.evaluate.setup.scenarios import Scenario
from regola_compiler.ir import book
from regola_compiler.ir.declarations import (
    lines_of_changes,
    lower_assumption,
    lower_event,
    lower_fact,
    lower_function,
    lower_phase,
    lower_piece,
    lower_players,
    lower_put_up,
    lower_row_type,
    lower_rule,
    lower_type_declaration,
)
from regola_compiler.ir.labels import lower_labels, with_field_labels, with_labels
from regola_compiler.ir.tree import VERSION, Ir, TypeDeclaration
from regola_compiler.ir.tree import Fact as LoweredFact
from regola_compiler.model.likeness import likeness
from regola_compiler.model.program import Action, Fact, Phase, Program, Table, TypeInfo
from regola_compiler.model.types import PERMISSION, ListType, RecordType
from regola_compiler.model.visitor import state_independent
from regola_compiler.project.game import Game
from regola_compiler.project.glossary import Glossary


def lower(
    program: Program,
    game: Game,
    scenarios: Mapping[str, Scenario] | None = None,
) -> Ir:
    """The representation of a program.

    What did not resolve is left out. Where nothing else is wrong, the rest is whole; a module is only to be made of a
    program without errors.

    Args:
        program: the program, resolved.
        game: where it comes from; its manifest need not be in shape.
        scenarios: its scenarios by name.
    """
    steady = state_independent(program)
    labels = lower_labels(program.labels)
    lines = lines_of_changes(program)
    types = (*(lower_type_declaration(info) for info in program.types.values()), *_undeclared_types(program))
    functions = [
        with_labels(
            lower_function(
                item,
                position=name not in steady,
                lines=lines,
                alike=likeness(program, item) if isinstance(item, Action) else (),
            ),
            labels,
        )
        for name, item in program.callables.items()
        if not isinstance(item, Fact)
    ]
    speaks = book.languages_of_texts(program, game.declared_languages)
    return Ir(
        regola=VERSION,
        game=game.id,
        title=game.titles,
        # A game of one file has no manifest that names them: it speaks what its texts are written in.
        languages=tuple(game.declared_languages) or speaks or tuple(game.languages),
        types=tuple(with_field_labels(type_, labels) for type_ in types),
        facts=tuple(
            with_labels(lower_fact(item), labels) for item in program.callables.values() if isinstance(item, Fact)
        ),
        functions=tuple(item for item in functions if not isinstance(item, LoweredFact)),
        rules=tuple(lower_rule(rule) for rule in program.rules.values()),
        assumptions=tuple(lower_assumption(assumption) for assumption in program.assumptions.values()),
        scenarios=tuple(book.lower_scenario(scenario, program) for scenario in (scenarios or {}).values()),
        sequences=tuple(lower_phase(unrolled(sequence), lines) for sequence in program.sequences.values()),
        outlines=tuple(lower_phase(_asked_bounds(sequence, program), lines) for sequence in program.sequences.values()),
        examples=tuple(book.lower_example(example) for example in program.examples.values()),
        errata=tuple(
            book.lower_erratum(erratum, program)
            for name, erratum in program.errata.items()
            if name not in program.broken
        ),
        acceptances=tuple(book.lower_acceptance(acceptance) for acceptance in program.acceptances),
        tables=book.tables_in_order(program),
        order=tuple(program.callables),
        speaks=speaks,
        sources=game.books,
        credits=game.credits,
        broken=tuple(sorted(program.broken)),
        pieces=tuple(map(lower_piece, program.pieces.values())),
        players=None if program.players is None else lower_players(program.players),
        setup=tuple(map(lower_put_up, program.setup)),
        events=tuple(lower_event(event, lines) for event in program.events.values()),
    )


def _asked_bounds(phase: Phase, program: Program) -> Phase:
    """A phase whose loops name the fact that says what they have come to where somebody asks it."""
    inner = tuple(_asked_bounds(part, program) for part in phase.phases)
    return change(phase, bound=phase.bound if phase.bound in program.callables else "", phases=inner)


def with_sections(ir: Ir, titles: Mapping[str, Mapping[str, str]]) -> Ir:
    """A representation with the titles of the book's sections, which are given by language and by section."""
    return replace(ir, sections=book.lower_sections(titles))


def with_terms(ir: Ir, glossary: Glossary | None) -> Ir:
    """A representation with what a glossary says that things are called; none where a game has no glossary."""
    return replace(ir, terms=book.lower_terms(glossary) if glossary else ())


def _undeclared_types(program: Program) -> list[TypeDeclaration]:
    """The types that are there without being declared, as far as they are used: built in, or rows of tables."""
    used = [*program.builtin.values()]
    if any(isinstance(item, Action) for item in program.callables.values()):
        used.append(PERMISSION)
    infos = [TypeInfo(t, (), (), tuple((m, (), (), NOWHERE) for m in t.members), NOWHERE, NOWHERE) for t in used]
    rows = [item.result for item in program.callables.values() if isinstance(item, Table | Fact)]
    inner = [type_.item if isinstance(type_, ListType) else type_ for type_ in rows]
    made = [type_ for type_ in inner if isinstance(type_, RecordType) and type_.name not in program.types]
    return [*(lower_type_declaration(info, built_in=True) for info in infos), *map(lower_row_type, made)]
