"""Games without one of their rulings: what the analysis has to say of the book as it is printed.

An erratum keeps what two places of a book say, or that it is silent, and settles it by a ruling. Without the
erratum the ruling is gone with all that stands only `by` it, and both statements are left. `Game.without(name)`
looks at what that can have touched, and gives what the checks find, whether it is accepted or not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property

from regola_compiler.checks.registry import run_checks
from regola_compiler.driver import read_starts
from regola_compiler.incremental.steps.resolution import KeptSteps
from regola_compiler.model.program import Program
from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game as Folder
from regola_compiler.project.game import load_game
from regola_compiler.project.qualified import parse_libraries
from regola_compiler.resolve import codes
from regola_compiler.resolve.program import resolve_program
from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import parse_source

from support.games import followed, loaded, raw
from support.paths import GAMES
from support.slices import RULES, DependencyGraph, outline

# A hole in the rules, or two statements that disagree. Names and staleness are not what an erratum is about.
SHOWN = {
    "broken-shape",
    "contradiction",
    "example-fails",
    "impossible-duty",
    "lookup-outside-table",
    "missing-rule",
    "no-value",
    "out-of-range",
    "table-gap",
    "table-overlap",
}


@dataclass
class Game:
    """A game of this repository, read once."""

    folder: Folder
    # All but the declarations that an erratum bears on is resolved once, as in an editor.
    steps: KeptSteps = field(default_factory=KeptSteps)

    @cached_property
    def nodes(self) -> list[tree.Declaration]:
        """Its declarations, and those of the libraries that it uses."""
        own = [parse_source(source) for source in self.folder.sources]
        files = [*own, *parse_libraries(self.folder.libraries)]
        assert not any(file.diagnostics for file in files)
        return [node for file in files for node in file.declarations]

    @cached_property
    def outline(self) -> DependencyGraph:
        """What rests on what."""
        where = outline(self.folder)
        assert where is not None
        return where

    @property
    def errata(self) -> list[str]:
        """The names of its errata."""
        return [node.name.text for node in self.nodes if isinstance(node, tree.Erratum)]

    @cached_property
    def as_ruled(self) -> list[Diagnostic]:
        """What the checks find in the whole game, all its errata in place, whether it is accepted or not."""
        session, _ = followed(self.folder.id)
        return raw(session.check(loaded(self.folder.id)))

    def without(self, *errata: str, within: str = "") -> list[Diagnostic]:
        """What the checks find where these errata are not there, in all that can have been touched by them.

        Where a finding is asked for that arises `within` one declaration, no other is looked at.
        """
        nodes = [node for node in self.nodes if not (isinstance(node, tree.Erratum) and node.name.text in errata)]
        assert len(nodes) == len(self.nodes) - len(errata), f"no such erratum: {errata}"
        program = self._program(nodes, errata)
        touched = self.touched(errata)
        assert not within or within in touched, f"{within} is not touched by {errata}"
        program.focus = frozenset({within} if within else touched)
        return run_checks(program)[0]

    def _program(self, nodes: list[tree.Declaration], gone: tuple[str, ...] = ()) -> Program:
        program, found = resolve_program(nodes, steps=self.steps, individuals=individuals(self.folder.components))
        wrong = [d for d in found if not _only_names(d, gone)]
        assert not wrong, wrong
        read_starts(program, self.folder)
        program.libraries = self.folder.library_names
        return program

    def touched(self, errata: Iterable[str]) -> set[str]:
        """The declarations that the errata speak of, those that speak of them, and those that ask one of these."""
        gone = [node for node in self.nodes if isinstance(node, tree.Erratum) and node.name.text in set(errata)]
        names = {node.name.text for node in gone}
        names |= {name.text for node in gone for ruling in node.rulings for name in ruling.pair or ()}
        sections = {anchor.section for node in gone for anchor in node.anchors}
        spoken = set().union(*(chunk.words for chunk in self.outline.chunks if chunk.name in names))
        near = {chunk.name for chunk in self.outline.chunks if chunk.name in spoken or chunk.words & names}
        for chunk in self.outline.chunks:
            near |= chunk.words & self.actions if chunk.kind == "rule" and chunk.name in near else set()
        cited = {
            node.name.text
            for node in self.nodes
            if isinstance(node, tree.Example) and sections & {anchor.section for anchor in node.anchors}
        }
        return (
            near | cited | {chunk.name for chunk in self.outline.chunks if chunk.kind in RULES and chunk.words & near}
        )

    @cached_property
    def actions(self) -> set[str]:
        """The names of its actions."""
        return {node.name.text for node in self.nodes if isinstance(node, tree.Action)}


def _only_names(diagnostic: Diagnostic, errata: tuple[str, ...]) -> bool:
    """Whether a finding says no more than that something stands by an erratum that is not there."""
    return diagnostic.code is codes.UNKNOWN_NAME and any(f"`{name}`" in diagnostic.message for name in errata)


@cache
def game(name: str) -> Game:
    """A game under `games/`."""
    return Game(load_game(GAMES / name, f"games/{name}"))


def told(diagnostic: Diagnostic) -> str:
    """All that a reader of a finding sees in words: its message, its labels, its notes, its help."""
    labels = [diagnostic.label, *(label.text for label in diagnostic.related)]
    return " ".join(part for part in [diagnostic.message, *labels, *diagnostic.notes, diagnostic.help] if part)
