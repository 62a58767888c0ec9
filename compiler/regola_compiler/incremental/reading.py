"""A game read and resolved, before any check is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.parser import ParsedBlock
from regola_dsl.records import dataclass
from regola_dsl.tree import Declaration

from regola_compiler.analysis.breath import nothing
from regola_compiler.checks.fitting import Fitting
from regola_compiler.evaluate.setup.scenarios import Scenario
from regola_compiler.incremental.places import Home, brought_home, place_now, stands
from regola_compiler.incremental.steps.resolution import KeptSteps
from regola_compiler.model.program import Program
from regola_compiler.project.game import Game
from regola_compiler.project.qualified import exceptions_to_libraries, told_of_game


@dataclass(frozen=True, slots=True)
class Near:
    """What is known of a game where it was written in while all else is still read: a part of what is found in the end.

    Attributes:
        homes: Where each home stands now.
        written: The homes that say something else than when it was last read to the end.
        shape: What is wrong with its shape, wherever that is.
        names: What is wrong with names and types in what was written; an unknown name is perhaps used elsewhere, too.
    """

    game: Game
    homes: dict[str, Home]
    written: frozenset[str]
    shape: tuple[Diagnostic, ...]
    names: tuple[Diagnostic, ...] = ()

    def beside(self, names: list[Diagnostic]) -> Near:
        """The same, with what is wrong with names and types."""
        return replace(self, names=tuple(names))

    @property
    def findings(self) -> list[Diagnostic]:
        """What is known to be wrong, where it stands now; of libraries nothing, which is told once all is known."""
        found = [brought_home(one, self.homes) for one in (*self.shape, *self.names)]
        return [one for one in found if one.span.path not in self.game.shared]


@dataclass(frozen=True, slots=True)
class Reading:
    """A game read and resolved, every declaration in its home.

    Attributes:
        nodes: The trees of all declarations that can be read.
        homes: Where each home stands now.
        trees: What each home says, with its text.
        scenarios: The positions that the game begins from, by name.
        found: What is wrong with shape, names and types, with places in homes; `told` brings them to where they stand.
        resolved: What of it was found once the shape was known.
        lost: The words of what cannot be read.
        steps: The steps it was resolved in, for who looks at what might stand in the place of what cannot be read.
    """

    game: Game
    program: Program
    nodes: list[Declaration]
    homes: dict[str, Home]
    trees: Mapping[str, tuple[str, ParsedBlock]]
    scenarios: dict[str, Scenario]
    found: list[Diagnostic]
    resolved: list[Diagnostic]
    lost: frozenset[str] = frozenset()
    steps: KeptSteps | None = None

    @property
    def sound(self) -> bool:
        """Whether all of it can be understood: nothing is wrong with shape, names and types."""
        return not any(diagnostic.weight is Severity.ERROR for diagnostic in self.found)

    @property
    def findings(self) -> list[Diagnostic]:
        """What is wrong with shape, names and types, where it stands now."""
        return self.told(list, self.found)

    def elsewhere(self, near: Near) -> list[Diagnostic]:
        """What was found of names elsewhere than where was written since, where it stands now."""
        kept = [one for one in self.resolved if one.span.path not in near.written and stands(one, near.homes)]
        return replace(self, homes=near.homes).told(list, kept)

    def fitting(self, between: Callable[[], None] = nothing) -> Fitting | None:
        """What a declaration that is wrong would have to go with, written otherwise; None if all can be understood.

        Args:
            between: Called before each way to write it is tried; what it raises ends the look.
        """
        if self.sound and not self.lost:
            return None
        return Fitting(
            self.nodes, self.game, self.lost, self.steps, self.found, between, partial(place_now, homes=self.homes)
        )

    def told(
        self, arranged: Callable[[list[Diagnostic]], list[Diagnostic]], found: list[Diagnostic]
    ) -> list[Diagnostic]:
        """Findings where they stand now, and of libraries what the game is to be told."""
        exceptions = exceptions_to_libraries(self.nodes, self.game)
        now = {name: place_now(span, self.homes) for name, span in exceptions.items()}
        return told_of_game(
            arranged([brought_home(diagnostic, self.homes) for diagnostic in found]), self.game, self.program, now
        )
