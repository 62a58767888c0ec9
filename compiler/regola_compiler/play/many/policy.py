"""Who plays where nobody sits at the table: by chance, or by priorities that somebody wrote down."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from random import Random
from typing import Any, Protocol

from regola_dsl.diagnostics import nearest
from regola_runtime.play import Do, End, Move, Offer, Pick, PlayError, State

from regola_compiler.model.program import Action, Program
from regola_compiler.model.visitor import phases_in
from regola_compiler.play.forms import Form
from regola_compiler.play.notation import move_text, short_name


class BadPolicy(PlayError):  # noqa: N818  it says what is wrong
    """Priorities that name what the game does not have; `place` is which, from 0."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


class Moment:
    """A state in which somebody chooses, in either form of the game."""

    def __init__(self, form: Form, state: State[Any]) -> None:
        self.form, self.state = form, state
        self.listed = form.engine.moves(state)

    @property
    def program(self) -> Program:
        """The rules."""
        return self.form.program

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What may be done, as the interpreter has it."""
        return tuple(map(self.form.move, self.listed))


class Chooser(Protocol):
    """Whoever chooses where nobody sits at the table."""

    def choose(self, moment: Moment, chance: Random | None = None) -> int:
        """Which of the moves is made, from 0; without chance always the same."""


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
            name = re.sub(r"^(offer|decline)\s+", "", name)
            if name not in known and words not in {"end", *ends} and pick not in picks:
                close = nearest(name, [*known, *ends, *picks])
                hint = f": did you mean `{close}`?" if close else f": there are {', '.join(known) or 'no actions'}"
                raise BadPolicy(f"`{words}` is nothing that can be done{hint}", place)
        return cls(tuple(priorities))

    def choose(self, moment: Moment, chance: Random | None = None) -> int:
        """The first move by the priorities; of those alike, or where they say nothing, by chance or the first."""
        for words in self.priorities:
            fitting = [place for place, move in enumerate(moment.moves) if _fits(words, move, moment.program)]
            if fitting:
                return chance.choice(fitting) if chance is not None else fitting[0]
        return chance.choice(range(len(moment.listed))) if chance is not None else 0


def _fits(words: str, move: Move, program: Program) -> bool:
    match move:
        case Offer(inner) if _fits(words, inner, program):
            return True  # who wants something done offers it where others have to agree
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
