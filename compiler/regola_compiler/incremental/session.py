"""One game, looked at again and again: after a change only at what rests on it.

The way of a check, each step of which is kept as long as what it rests on is the same:

    files -> blocks (`regola_dsl.declarations`) -> trees (`parse_block`), each in a home of its own (`places`, `shapes`)
          -> model, step by step (`resolution`) -> subjects with their keys (`subjects`) -> findings of each subject

What the checks find in a subject is kept in a `Pack` too, so that the next process begins with it. The findings about
the whole, names beside names and texts, are made anew each time: they cost little.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping
from dataclasses import field, replace
from functools import partial
from hashlib import sha256
from operator import is_

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import ParsedBlock
from regola_dsl.records import dataclass
from regola_dsl.tree import Declaration

from regola_compiler.analysis.breath import nothing
from regola_compiler.analysis.permits.grid import Grid
from regola_compiler.analysis.permits.matrix import actions_of
from regola_compiler.checks.findings import left_to_tell
from regola_compiler.checks.registry import SLUGS, in_order
from regola_compiler.checks.suppressions import accepted_names, apply_suppressions
from regola_compiler.emit.print.findings import names_on, sheet_findings
from regola_compiler.evaluate.setup.scenarios import Scenario
from regola_compiler.incremental.findings import Round
from regola_compiler.incremental.memory import Memory, Raw
from regola_compiler.incremental.part import dump_index
from regola_compiler.incremental.places import Home, place_now, stands
from regola_compiler.incremental.reading import Near, Reading
from regola_compiler.incremental.results import Checked, FoundInSubject, dump_found, load_found
from regola_compiler.incremental.set_up import SetUp
from regola_compiler.incremental.shapes import Shape, Shapes, words_of
from regola_compiler.incremental.sought.permits import KeptGrid, Permits
from regola_compiler.incremental.sought.slipped import Search, is_sought
from regola_compiler.incremental.steps.resolution import KeptSteps
from regola_compiler.ir.lower import lower
from regola_compiler.literate.sections import section_findings
from regola_compiler.model.program import Acceptance, Fact, Program
from regola_compiler.model.slices import completed, retold
from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game, RawSheet, open_game
from regola_compiler.project.glossary import declared_by, undeclared
from regola_compiler.project.qualified import names_of_libraries
from regola_compiler.project.unread.languages import languages_unknown
from regola_compiler.project.yaml_file import place_of
from regola_compiler.resolve.program import resolving


@dataclass(frozen=True, slots=True)
class _Resolved:
    """What some declarations came to, with the data of their game, and what is wrong in it."""

    nodes: list[Declaration]
    lost: frozenset[str]
    opened: Game
    libraries: frozenset[str]
    program: Program
    scenarios: dict[str, Scenario]
    found: list[Diagnostic]

    def is_of(self, nodes: list[Declaration], lost: frozenset[str], opened: Game, game: Game) -> bool:
        """Whether it is of the same declarations and data: comments and empty lines may be others."""
        same = self.opened is opened and self.lost == lost and self.libraries == game.library_names
        return same and len(nodes) == len(self.nodes) and all(map(is_, nodes, self.nodes))


@dataclass(slots=True)
class Session:
    """All that is kept of one game from one check to the next.

    Args:
        memory: What is remembered of findings, in a pack too if it has one.
        slips: Whether it is looked for the one slip that the first finding may come of.
    """

    memory: Memory = field(default_factory=Memory)
    slips: bool = False
    # Makes the index of what the declarations of the last program rest on, if that was sound (see part.py).
    index: Callable[[], bytes] | None = None
    _shapes: Shapes = field(default_factory=Shapes)
    _steps: KeptSteps = field(default_factory=KeptSteps)
    _opened: tuple[str, Game] | None = None
    _resolved: _Resolved | None = None
    # What each home said when the game was last read to the end.
    _trees: Mapping[str, tuple[str, ParsedBlock]] = field(default_factory=dict)
    _setup: SetUp | None = None
    # Of which words and data, the sheets themselves, and what is wrong with them.
    _sheets: tuple[str, list[RawSheet], list[Diagnostic]] | None = None
    _grids: dict[str, KeptGrid] = field(default_factory=dict)
    # Reads the same game with other texts, and what was told last, of which findings of which program.
    _aside: Session | None = None
    _slip: tuple[Program, list[Diagnostic], list[Diagnostic]] | None = None

    def check(self, game: Game, between: Callable[[], None] = nothing) -> Checked:
        """Everything that is to be said of a game.

        Args:
            game: Its texts, as `peek_game` reads them.
            between: Called between one thing that is looked at and the next; what it raises ends the check, and what
                was found until then is remembered.
        """
        return self.judge(self.read(game), between)

    def read(self, game: Game) -> Reading:
        """A game read and resolved: its shape and its names, before any check is run.

        Args:
            game: Its texts, as `peek_game` reads them.
        """
        return completed(self.reading(game))

    def reading(self, game: Game) -> Generator[Near, None, Reading]:
        """The same, a slice at a time; it may be given up between two, and the game be read with other texts.

        Args:
            game: Its texts, as `peek_game` reads them.

        Yields:
            Before each slice what is known where something was written since the game was last read to the end.
        """
        game = self._open(game)
        shape = self._shape(game)
        nodes, lost = shape.nodes, shape.lost
        assert self._opened is not None
        further = [*names_of_libraries(nodes, game), *section_findings(shape.cited, game.sources, game.indexed)]
        further += languages_unknown(shape.texts, game.manifest, game.shown, game.declared_languages)
        made, written = self._resolved, shape.written_since(self._trees)
        if made is None or not made.is_of(nodes, lost, self._opened[1], game):
            near = Near(game, shape.homes, written, (*game.diagnostics, *shape.found, *further))
            if not any(node.span.path in written for node in nodes):
                yield near  # nothing is there of which more would be known
            steps = self._resolve(nodes, lost, self._opened[1], game, written)
            self._resolved = made = yield from retold(steps, near.beside)
        self._trees = shape.trees
        found = [*game.diagnostics, *shape.found, *made.found, *further]
        reading = Reading(game, made.program, nodes, shape.homes, shape.trees, made.scenarios, found, made.found, lost)
        return reading if reading.sound and not lost else replace(reading, steps=self._steps.aside())

    def _shape(self, game: Game) -> Shape:
        """What the files of a game say."""
        return self._shapes.read(game)

    def _resolve(
        self, nodes: list[Declaration], lost: frozenset[str], opened: Game, game: Game, written: frozenset[str]
    ) -> Generator[list[Diagnostic], None, _Resolved]:
        """What declarations come to, with what the data say; told first is what is wrong where it was written in."""
        steps = resolving(nodes, lost, self._steps, individuals(game.components), written)
        program, found = yield from steps
        self._setup = SetUp.of(program, opened, self._setup)
        scenarios = self._setup.scenarios
        program.starts = {name: scenario.position for name, scenario in scenarios.items()}
        program.languages, program.texts_complete = tuple(game.declared_languages), game.texts_complete
        program.libraries = game.library_names
        declared = frozenset[str]().union(*(self._steps.of_item(declared_by, node) for node in nodes))
        terms = undeclared(game.glossary, declared, lost) if game.glossary else ()
        return _Resolved(
            nodes, lost, opened, game.library_names, program, scenarios, [*found, *self._setup.found, *terms]
        )

    def judge(
        self,
        reading: Reading,
        between: Callable[[], None] = nothing,
        early: Callable[[Checked], None] | None = None,
    ) -> Checked:
        """Everything that is to be said of a game that was read, by this session, the last time or before.

        It touches nothing that reading does, so that a game may be read again meanwhile, in another thread.

        Args:
            reading: What `read` answered.
            between: As in `check`.
            early: Told what is known as soon as what was changed itself has been looked at; of all else, what was found
                there the last time. Where that takes long, told before that as well: of what is `awaited` nothing then.
        """
        found = list(reading.found)
        told = 0

        def so_far(raw: Raw) -> None:
            nonlocal told
            if early is None:
                return
            here = [one for one in raw[0] if stands(one, reading.homes)], raw[1]
            # What is meant by what cannot be understood is tried with the whole game: that comes next.
            if not reading.sound and not told:
                early(self._checked(reading, [*found, *before], here, between, anew=False))
            early(self._checked(reading, [*found, *before], here, between))
            told += 1

        def amid(raw: Raw, awaited: frozenset[str]) -> None:
            if early is not None:
                here = [one for one in raw[0] if stands(one, reading.homes)], raw[1]
                known = [*found, *before]
                early(self._checked(reading, known, here, between, anew=reading.sound, awaited=awaited))

        before = self._on_sheets_before(reading)
        shown = None if early is None else so_far
        checks = Round(self.memory, reading.game, reading.program, between, shown, amid, reading.sound, reading.trees)
        raw = checks.findings()
        found += self._on_sheets(reading) if reading.sound else ()
        self.index = None if reading.program.broken else partial(dump_index, checks.subjects, reading.homes)
        checked = self._checked(reading, found, raw, between)
        if not self.slips or not is_sought(checked.found, reading):
            return checked
        return replace(checked, found=self._with_slip(reading, checked, raw, between, early))

    def _with_slip(
        self,
        reading: Reading,
        checked: Checked,
        raw: Raw,
        between: Callable[[], None],
        early: Callable[[Checked], None] | None,
    ) -> list[Diagnostic]:
        """What is told, with the slip that it may come of; it is looked for where it was not yet, once all is told."""
        known = self._slip
        if known is None or known[0] is not reading.program or known[1] != checked.found:
            if early is not None:
                early(checked)
            self._aside = aside = self._aside or Session(Memory(cures=False))
            search = Search(reading, self.memory, aside.read, between)
            self._slip = known = reading.program, checked.found, search.told(checked.found, raw[0])
        return known[2]

    def permits(
        self, reading: Reading, names: Collection[str], between: Callable[[], None] = nothing
    ) -> dict[str, Grid]:
        """Who may do what where in some actions, as it was worked out when they rested on the same.

        Like `judge` it touches nothing that reading does. Of a game that cannot be understood as a whole nothing is
        worked out anew: what is broken may be about to speak of an action, and is soon another.

        Args:
            reading: What `read` answered.
            names: The actions; what is none, or cannot be understood, is not answered.
            between: Called before each action; what it raises ends the look, and what was worked out is remembered.
        """
        memory, found = self.memory, dict[str, Grid]()
        actions = [action for action in actions_of(reading.program) if action.name in names]
        if not actions:
            return found
        permits = Permits(reading.program, memory.subjects_of(reading.program), memory.pack, self._grids)
        for action in actions:
            between()
            if not reading.sound and not permits.is_known(action):
                continue
            found[action.name] = permits.of(action)
            if memory.pack is not None:
                permits.leave_in(memory.pack)
        return found

    def save(self) -> None:
        """Write what is known beside the other results, where they are kept."""
        pack = self.memory.pack
        if pack is not None:
            pack.renew(self.memory.needed() | {one.key for one in self._grids.values()})
            pack.save()

    @staticmethod
    def _checked(
        reading: Reading,
        found: list[Diagnostic],
        made: Raw,
        between: Callable[[], None],
        *,
        anew: bool = True,
        awaited: frozenset[str] = frozenset(),
    ) -> Checked:
        """All findings where they stand now, without those that are accepted.

        While some are `awaited`, as while something is broken, an acceptance may be of what is not found.
        """
        game, program, (raw, limits) = reading.game, reading.program, made
        names = accepted_names(program)
        acceptances = [_brought(acceptance, reading.homes) for acceptance in program.acceptances]
        left, accepted = apply_suppressions(
            acceptances, names, reading.told(in_order, raw), SLUGS, program.broken | awaited
        )
        told = [*reading.told(list, found), *left]
        rules = [item for item in program.callables.values() if not isinstance(item, Fact) or item.kind == "absent"]
        return Checked(
            game,
            left_to_tell(told, game.rules, game.unread, game.data_sources, reading.fitting(between), anew=anew),
            len(rules) + len(program.rules),
            len(program.examples),
            len(program.errata),
            limits,
            accepted,
            awaited,
        )

    def _open(self, game: Game) -> Game:
        """The game with what its YAML files say, read again if one of them changed."""
        texts = repr([(source.path, source.text) for source in game.data_sources])
        if self._opened is None or self._opened[0] != texts:
            self._opened = (
                texts,
                open_game(replace(game, sources=[], diagnostics=[], scenarios=[], sheets=[], components=[])),
            )
        known = self._opened[1]
        return replace(
            known,
            sources=game.sources,
            libraries=game.libraries,
            data_sources=game.data_sources,
            diagnostics=[*known.diagnostics, *game.diagnostics],
        )

    def _on_sheets(self, reading: Reading) -> list[Diagnostic]:
        """What is wrong with the sheets: it depends on them, and on the names that stand in the rules."""
        game = reading.game
        if not game.sheets:
            return []
        texts = [source.text for source in game.data_sources] + [words_of(text) for text, _ in reading.trees.values()]
        key = sha256("\0".join(texts).encode("utf-8", "replace")).hexdigest()
        if self._sheets is None or self._sheets[0] != key:
            self._sheets = key, game.sheets, self._sheets_found(key, game, reading.program, reading.scenarios)
        return self._sheets[2]

    def _on_sheets_before(self, reading: Reading) -> list[Diagnostic]:
        """What was wrong with the same sheets the last time."""
        same = reading.sound and self._sheets is not None and self._sheets[1] is reading.game.sheets
        return self._sheets[2] if same and self._sheets is not None else []

    def _sheets_found(self, key: str, game: Game, program: Program, scenarios: dict[str, Scenario]) -> list[Diagnostic]:
        """What is wrong with the sheets, as an earlier process found it, or anew."""
        pack = self.memory.pack
        data = pack.get(f"sheets {key}") if pack else None
        kept = load_found(data) if data is not None else None
        if kept is None:
            ir = lower(program, game, scenarios)
            kept = FoundInSubject(tuple(sheet_findings(ir, names_on(ir, game.sheets), place_of)))
            if pack is not None:
                pack.put(f"sheets {key}", dump_found(kept))
        return list(kept.diagnostics)


def _brought(acceptance: Acceptance, homes: dict[str, Home]) -> Acceptance:
    """An acceptance with every place where it stands now."""
    return replace(
        acceptance,
        anchors=tuple(replace(anchor, span=place_now(anchor.span, homes)) for anchor in acceptance.anchors),
        reason=tuple(replace(text, span=place_now(text.span, homes)) for text in acceptance.reason),
        span=place_now(acceptance.span, homes),
    )
