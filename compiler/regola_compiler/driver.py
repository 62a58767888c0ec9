"""The pipeline, a pass a line. Each pass can be called alone, and none of them prints or writes.

A pass imports what it needs when it is called: who only asks a question imports neither checks nor emitters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Source

from regola_compiler.project.game import Game

if TYPE_CHECKING:
    from regola_dsl.tree import Declaration

    from regola_compiler.analysis.permits.grid import Grid
    from regola_compiler.checks.suppressions import Accepted
    from regola_compiler.emit.python.oracle import CompiledModule
    from regola_compiler.evaluate.setup.scenarios import Scenario
    from regola_compiler.evaluate.worked.examples import Outcomes
    from regola_compiler.ir.tree import Ir
    from regola_compiler.model.program import Program


@dataclass
class Compiled:
    """A game on its way: the texts, the model, and everything found so far.

    `limits` says in a few words what the analysis left untried, `accepted` the findings that are
    accepted; `raw` is what was found before that was asked. `work_out_permits` is how who may do what where is come by,
    where what was worked out before is kept; `read_titles` how the titles of sections are come by, where books lie
    beside the rules.
    """

    game: Game
    program: Program
    found: list[Diagnostic]
    scenarios: dict[str, Scenario] = field(default_factory=dict)
    limits: tuple[str, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    raw: list[Diagnostic] = field(default_factory=list)
    nodes: list[Declaration] = field(default_factory=list)
    lost: frozenset[str] = frozenset()
    work_out_permits: Callable[[Program], tuple[Grid, ...]] | None = None
    read_titles: Callable[[], dict[str, dict[str, str]]] | None = None

    @property
    def sources(self) -> dict[str, Source]:
        """The texts by the path they are shown under."""
        return self.game.texts

    @property
    def failed(self) -> bool:
        """Whether an error was found."""
        return any(diagnostic.weight is Severity.ERROR for diagnostic in self.found)

    @cached_property
    def ir(self) -> Ir:
        """The intermediate representation, which the emitters read."""
        from regola_compiler.ir.lower import lower

        return lower(self.program, self.game, self.scenarios)

    @cached_property
    def published(self) -> Ir:
        """The same with the words of the book that no rule needs and every reader does.

        These are the titles of its sections, and the glossary. Files are read for them, so a check does without.
        """
        from regola_compiler.ir.lower import with_sections, with_terms
        from regola_compiler.project.section_titles import section_titles

        titles = section_titles(self.game, self.read_titles or dict)
        return with_terms(with_sections(self.ir, titles), self.game.glossary)

    @cached_property
    def permits(self) -> tuple[Grid, ...]:
        """Who may do what where, action by action."""
        return (self.work_out_permits or grids_of)(self.program)

    @cached_property
    def outcomes(self) -> Outcomes:
        """How the examples and errata came out."""
        from regola_compiler.evaluate.worked.examples import Outcomes

        return Outcomes.of(self.program)


def grids_of(program: Program) -> tuple[Grid, ...]:
    """Who may do what where, worked out action by action."""
    from regola_compiler.analysis.permits.grid import grid
    from regola_compiler.analysis.permits.matrix import matrices

    return tuple(grid(one) for one in matrices(program))


def understand(game: Game) -> Compiled:
    """Parse and resolve: enough to ask questions."""
    from regola_dsl.meant.blocks import blocks_of, declared
    from regola_dsl.parser import parse_source

    from regola_compiler.literate.sections import section_findings
    from regola_compiler.project.components import individuals
    from regola_compiler.project.glossary import declared_names, undeclared
    from regola_compiler.project.qualified import (
        exceptions_to_libraries,
        names_of_libraries,
        parse_libraries,
        told_of_game,
    )
    from regola_compiler.project.unread.languages import languages_unknown
    from regola_compiler.resolve.program import resolve_program

    own = [parse_source(source) for source in game.sources]
    files = [*own, *parse_libraries(game.libraries)]
    found = [*game.diagnostics, *(diagnostic for file in files for diagnostic in file.diagnostics)]
    nodes = [node for file in files for node in file.declarations]
    lost = frozenset().union(*(file.lost for file in files))
    program, more = resolve_program(nodes, lost, individuals=individuals(game.components))
    scenarios, unfit = read_starts(program, game)
    program.languages, program.texts_complete = tuple(game.declared_languages), game.texts_complete
    program.libraries = game.library_names
    terms = undeclared(game.glossary, declared_names(nodes), lost) if game.glossary else ()
    exceptions = exceptions_to_libraries(nodes, game)
    found += [
        *more,
        *unfit,
        *terms,
        *names_of_libraries(nodes, game),
        *section_findings([one for file in own for one in file.cited], game.sources, game.indexed),
    ]
    if lost:
        read = {(node.span.path, node.span.line) for node in nodes}
        program.unread = frozenset(
            name
            for source in game.sources
            for block in blocks_of(source)
            if (source.path, block.line) not in read
            for name in declared(block.text)
        )
    texts = (text for file in own for text in file.texts)
    found += languages_unknown(texts, game.manifest, game.shown, game.declared_languages)
    found = told_of_game(found, game, program, exceptions)
    return Compiled(game, program, found, scenarios, nodes=nodes, lost=lost)


def understood_later(game: Game) -> Compiled:
    """A game that is parsed and resolved once anything of it is asked but its texts."""
    return _Later(game)


class _Later(Compiled):
    """What `understand` makes of a game, made when it is asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __getattr__(self, name: str) -> Any:
        """What is not there yet: everything, once the game is understood."""
        if name not in {part.name for part in fields(Compiled)}:
            raise AttributeError(name)
        for part, value in vars(understand(self.game)).items():
            self.__dict__.setdefault(part, value)
        return self.__dict__[name]


def read_starts(program: Program, game: Game) -> tuple[dict[str, Scenario], list[Diagnostic]]:
    """The scenarios of a game, with its counters and on its maps, and what in them does not fit the rules.

    The program begins from them.
    """
    from regola_compiler.evaluate.setup.components import read_components
    from regola_compiler.evaluate.setup.scenarios import read_scenarios

    components, unfit = read_components(program, game.components)
    scenarios, wrong = read_scenarios(program, game.scenarios, components)
    program.starts = {name: scenario.position for name, scenario in scenarios.items()}
    return scenarios, [*unfit, *wrong]


def twin_of(compiled: Compiled) -> CompiledModule:
    """The module that a program makes, for the checks to ask; if something is wrong with it, of what can be asked."""
    from regola_compiler.emit.python.oracle import CompiledModule, only_answers
    from regola_compiler.ir.lower import lower

    if compiled.failed:
        return CompiledModule(compiled.program, lambda: lower(only_answers(compiled.program), compiled.game))
    return CompiledModule(compiled.program, lambda: compiled.ir)


def told(compiled: Compiled, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What is told of what was found: without what follows from something else, and tried with the whole game."""
    from regola_compiler.checks.findings import left_to_tell
    from regola_compiler.checks.fitting import Fitting

    game = compiled.game
    fitting = (
        Fitting(compiled.nodes, game, compiled.lost, found=compiled.found) if compiled.lost or compiled.failed else None
    )
    return left_to_tell(found, game.rules, game.unread, game.data_sources, fitting)


def compile_game(game: Game) -> Compiled:
    """Parse, resolve and check."""
    from regola_compiler.checks.registry import SLUGS, run_checks
    from regola_compiler.checks.suppressions import accepted_names, apply_suppressions
    from regola_compiler.emit.print.findings import names_on, sheet_findings
    from regola_compiler.project.qualified import exceptions_to_libraries, told_of_game
    from regola_compiler.project.yaml_file import place_of

    compiled = understand(game)
    program = compiled.program
    if game.sheets and not compiled.failed:
        compiled.found += sheet_findings(compiled.ir, names_on(compiled.ir, game.sheets), place_of)
    found, survey = run_checks(program, twin_of(compiled).reproduces)
    found = told_of_game(found, game, program, exceptions_to_libraries(compiled.nodes, game))
    compiled.raw = [*compiled.found, *found]
    names = accepted_names(program)
    left, compiled.accepted = apply_suppressions(program.acceptances, names, found, SLUGS, program.broken)
    compiled.found = told(compiled, [*compiled.found, *left])
    compiled.limits = tuple(survey.limits)
    return compiled
