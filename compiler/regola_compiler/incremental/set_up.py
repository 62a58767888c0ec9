"""What a game's data come to, its scenarios, counters and maps, as long as the rules say the same of what they ask."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass

from regola_compiler.evaluate.setup.components import read_components
from regola_compiler.evaluate.setup.scenarios import Scenario, read_scenarios
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import EnumType, Type
from regola_compiler.project.game import Game

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class SetUp:
    """What scenarios, counters and maps come to, and what of a program they were read by.

    Attributes:
        opened: The game with these data.
        words: The words that they say.
        given: What they asked of the program.
        beside: The names and types of all else, which are proposed where something is wrong.
        broken: What was broken.
    """

    opened: Game
    words: frozenset[str]
    given: tuple[object, ...]
    beside: tuple[object, ...]
    broken: set[str]
    scenarios: dict[str, Scenario]
    found: list[Diagnostic]

    @classmethod
    def of(cls, program: Program, opened: Game, before: SetUp | None) -> SetUp:
        """What the data of a game come to, which is what it was as long as what they ask is the same."""
        again = before is not None and before.opened is opened
        words = before.words if before is not None and again else _words_in(opened)
        given, beside = _asked_by_data(program, words), _beside(program)
        if before is not None and again and before.given == given and before.stands(beside, program.broken):
            return before
        components, unfit = read_components(program, opened.components)
        scenarios, wrong = read_scenarios(program, opened.scenarios, components)
        return cls(opened, words, given, beside, set(program.broken), scenarios, [*unfit, *wrong])

    def stands(self, beside: tuple[object, ...], broken: set[str]) -> bool:
        """Whether nothing is told of the data that may be told otherwise; what is broken hides what is missing."""
        if self.found:
            return beside == self.beside and broken == self.broken
        return bool(broken) or not self.broken


def _words_in(game: Game) -> frozenset[str]:
    """The words by which the counters, maps and scenarios of a game may name something of its rules."""
    data = [*(part.data for part in game.components), *(part.data for part in game.scenarios)]
    return frozenset(word for part in data for text in _said(part) for word in _WORD.findall(text))


def _said(data: Any) -> Iterator[str]:
    """All that data say, by keys and by values, but for titles."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from () if key == "title" else _said(value)
    elif isinstance(data, list):
        for value in data:
            yield from _said(value)
    else:
        yield str(data)


def _asked_by_data(program: Program, words: frozenset[str]) -> tuple[object, ...]:
    """What of a program is asked by data that say some words: facts, pieces, and what is called by a word."""
    types = [info.type for info in program.types.values() if _is_spoken_of(info.type, words)]
    # What a piece has is asked of each, said or not.
    facts = [
        item
        for name, item in program.callables.items()
        if isinstance(item, Fact) and (name.partition(".")[0] in program.pieces or last_part(name) in words)
    ]
    called = [
        sorted(name for name in names if last_part(name) in words) for names in (program.callables, program.broken)
    ]
    return types, facts, program.pieces, program.individuals, bool(program.setup), called, program.builtin


def _is_spoken_of(type_: Type, words: frozenset[str]) -> bool:
    """Whether data may name a type or a value of it. Of a scale all numbers may be values; others are its names."""
    if not isinstance(type_, EnumType) or type_.ordered:
        return True
    return type_.name in words or any(word in words for label in type_.members for word in _WORD.findall(label))


def _beside(program: Program) -> tuple[object, ...]:
    """What may be proposed where something is wrong."""
    facts = [item for item in program.callables.values() if isinstance(item, Fact)]
    return list(program.callables), [info.type for info in program.types.values()], facts
