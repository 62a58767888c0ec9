"""Who plays where nobody sits at the table: by chance, or by priorities that somebody wrote down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from random import Random

from regola_dsl.diagnostics import nearest
from regola_runtime.play import Do, End, Move, Pick, PlayError

from regola_compiler.model.program import Action, Program
from regola_compiler.model.visitor import phases_in
from regola_compiler.play.notation import move_text, short_name

MOST = 1_000


class BadPolicy(PlayError):  # noqa: N818  it says what is wrong
    """Priorities that name what the game does not have; `place` is which, from 0."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True, slots=True)
class Policy:
    """What is done first: names of actions, `end`, `end PHASE`, or whole moves with `_` for any value."""

    priorities: tuple[str, ...] = ()

    @classmethod
    def of(cls, program: Program, priorities: Sequence[str]) -> Policy:
        """Priorities held against the rules.

        Raises:
            BadPolicy: if one of them names nothing.
        """
        known = [name for name, item in program.callables.items() if isinstance(item, Action)]
        phases = [phase for sequence in program.sequences.values() for phase in phases_in(sequence)]
        ends = [f"end {short_name(name)}" for phase in phases for name in (phase.name, phase.bound) if name]
        picks = [short_name(phase.bound) for phase in phases if phase.bound]
        for place, words in enumerate(priorities):
            name = words.partition("(")[0].strip()
            pick = re.split(r"\s+is\s+", words)[0].strip()
            if name not in known and words not in {"end", *ends} and pick not in picks:
                close = nearest(name, [*known, *ends, *picks])
                hint = f": did you mean `{close}`?" if close else f": there are {', '.join(known) or 'no actions'}"
                raise BadPolicy(f"`{words}` is nothing that can be done{hint}", place)
        return cls(tuple(priorities))

    def choose(self, program: Program, moves: Sequence[Move], chance: Random | None = None) -> Move:
        """The first move by the priorities; of those alike, or where they say nothing, by chance or the first."""
        for words in self.priorities:
            if fitting := [move for move in moves if _fits(words, move, program)]:
                return chance.choice(fitting) if chance is not None else fitting[0]
        return chance.choice(moves) if chance is not None else moves[0]


def _fits(words: str, move: Move, program: Program) -> bool:
    match move:
        case Do(action) if words == action:
            return True
        case End() if words == "end":
            return True
        case Pick(variable) if words == short_name(variable):
            return True
        case _:
            text = re.sub(r"\s+", "", move_text(program, move))
            # A glob of our own making: every sign stands for itself, but `_` where a value would be.
            pattern = re.sub(r"(?<=[(,])_(?=[,)])", "*", re.sub(r"([\[\]?*])", r"[\1]", re.sub(r"\s+", "", words)))
            return fnmatchcase(text, pattern)
