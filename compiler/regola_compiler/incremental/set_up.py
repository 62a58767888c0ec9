"""What a game's data come to, its scenarios, counters and maps, as long as the rules say the same of what they ask."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regola_dsl.diagnostics import Diagnostic

from regola_compiler.evaluate.setup.components import read_components
from regola_compiler.evaluate.setup.scenarios import Scenario, read_scenarios
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact, Program
from regola_compiler.project.game import Game

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class SetUp:
    """What scenarios, counters and maps come to, and what of a program they were read by.

    Attributes:
        opened: The game with these data.
        words: The words that they say.
        given: What they asked of the program.
        beside: The names of all else, which are proposed where something is wrong, and what was broken.
    """

    opened: Game
    words: frozenset[str]
    given: tuple[object, ...]
    beside: tuple[list[str], set[str]]
    scenarios: dict[str, Scenario]
    found: list[Diagnostic]

    @classmethod
    def of(cls, program: Program, opened: Game, before: SetUp | None) -> SetUp:
        """What the data of a game come to, which is what it was as long as what they ask is the same."""
        again = before is not None and before.opened is opened
        words = before.words if before is not None and again else _words_in(opened)
        given, beside = _asked_by_data(program, words), (list(program.callables), program.broken)
        if before is not None and again and before.given == given and before.stands(beside):
            return before
        components, unfit = read_components(program, opened.components)
        scenarios, wrong = read_scenarios(program, opened.scenarios, components)
        return cls(opened, words, given, beside, scenarios, [*unfit, *wrong])

    def stands(self, beside: tuple[list[str], set[str]]) -> bool:
        """Whether nothing is told of the data that may be told otherwise; what is broken hides what is missing."""
        return beside == self.beside or (not self.found and (not self.beside[1] or bool(beside[1])))


def _words_in(game: Game) -> frozenset[str]:
    """The words in the data of a game."""
    return frozenset(word for source in game.data_sources for word in _WORD.findall(source.text))


def _asked_by_data(program: Program, words: frozenset[str]) -> tuple[object, ...]:
    """What of a program is asked by data that say some words: types, facts, pieces, and what is called by a word."""
    facts = [item for item in program.callables.values() if isinstance(item, Fact)]
    types = [info.type for info in program.types.values()]
    called = [
        sorted(name for name in names if last_part(name) in words) for names in (program.callables, program.broken)
    ]
    return types, facts, program.pieces, program.individuals, bool(program.setup), called, program.builtin
