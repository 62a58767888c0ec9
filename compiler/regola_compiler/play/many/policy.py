"""Who plays where nobody sits at the table: by chance, or by priorities that somebody wrote down."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Protocol

from regola_runtime.play import Decline, Do, Move, Offer, State

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Expr, Program
from regola_compiler.model.types import Handle, as_place
from regola_compiler.play.forms import Form
from regola_compiler.play.many.priorities import Line, Priority, priorities_of
from regola_compiler.play.notation import short_name
from regola_compiler.play.remembered import for_the_last


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

    @cached_property
    def _run(self) -> Interpreter:
        return self.form.interpreter(self.state.position)

    def ask(self, asked: Expr, place: int) -> Any:
        """What an expression comes to, with the arguments of a move as the values of its parameters."""
        move = self.moves[place]
        made = move.move if isinstance(move, Offer | Decline) else move
        env: dict[str, Any] = {}
        if isinstance(made, Do):
            parameters = self.program.callables[made.action].parameters
            env = {parameter.name: value for parameter, value in zip(parameters, made.arguments, strict=True)}
        return self._run.evaluate(asked, env)


def rounds_of(state: State[Any]) -> dict[str, int]:
    """Of each phase that is open the how manieth time it, or the block that it repeats, is played, from 1."""
    found: dict[str, int] = {}
    name = ""
    for frame in state.stack:
        name = short_name(frame.node.name) or name  # a block has no name
        found[name] = max(frame.rounds + 1, found.get(name, 0) if not frame.node.name else 0)
    return found


class Chooser(Protocol):
    """Whoever chooses where nobody sits at the table."""

    def choose(self, moment: Moment, chance: Random | None = None) -> int:
        """Which of the moves is made, from 0; without chance always the same."""


@dataclass(frozen=True)
class Policy:
    """What is done first, line by line; what is not said is left to chance, or is the first that is allowed."""

    priorities: tuple[Priority, ...] = ()

    @classmethod
    def of(cls, program: Program, written: Sequence[str | Mapping[str, Any]]) -> Policy:
        """Priorities held against the rules.

        Raises:
            BadPolicy: if one of them names nothing.
        """
        found = cls(priorities_of(written))
        for place, priority in enumerate(found.priorities):
            Line.of(program, priority, place)
        return found

    @cached_property
    def rounds(self) -> dict[str, int]:
        """The phases of which it matters which time they are played, each with the last time that matters."""
        found: dict[str, int] = {}
        for one in self.priorities:
            if one.of:
                found[one.of] = max(one.from_round, found.get(one.of, 0))
        return found

    def named_among(self, pieces: Iterable[Handle]) -> frozenset[Handle]:
        """Those of some pieces that a line may name, which are not exchanged for others."""
        lines = " ".join(f"{one.do} {one.when} {one.least} {one.most}" for one in self.priorities)
        # As a whole: `Guard 1` is not named where `Guard 12` is.
        return frozenset(piece for piece in pieces if re.search(rf"(?<!\w){re.escape(piece.text)}(?!\w)", lines))

    def choose(self, moment: Moment, chance: Random | None = None) -> int:
        """The first move by the priorities; of those alike, or where they say nothing, by chance or the first."""
        for line in self._lines(moment.program):
            fitting = self._fitting(line, moment)
            if fitting:
                return chance.choice(fitting) if chance is not None else fitting[0]
        return chance.choice(range(len(moment.listed))) if chance is not None else 0

    @cached_property
    def _lines(self) -> Callable[[Program], list[Line]]:
        return for_the_last(lambda program: [Line.of(program, one, at) for at, one in enumerate(self.priorities)])

    def _fitting(self, line: Line, moment: Moment) -> list[int]:
        """The moves that a line would have made, by their places."""
        priority, program = line.priority, moment.program
        if priority.of and rounds_of(moment.state).get(priority.of, 0) < priority.from_round:
            return []
        fitting = [place for place, move in enumerate(moment.moves) if priority.fits(move, program)]
        if not fitting or not line.asked:
            return fitting
        if (condition := line.asked.get("when")) is not None:
            fitting = [place for place in fitting if moment.ask(condition, place)]
        for key, best in (("least", min), ("most", max)):
            if fitting and (amount := line.asked.get(key)) is not None:
                amounts = {place: as_place(moment.ask(amount, place)) for place in fitting}
                wanted = best(amounts.values())
                fitting = [place for place in fitting if amounts[place] == wanted]
        return fitting
