"""What is worked out of a program once, whoever explores it and however often."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property

from regola_compiler.analysis.symbolic.individuals import Individuals, Named, named_in
from regola_compiler.analysis.symbolic.margins import margins
from regola_compiler.analysis.symbolic.symbols import (
    fact_symbol,
)
from regola_compiler.analysis.symbolic.values import (
    Box,
)
from regola_compiler.evaluate.assumptions import AssumptionIndex
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play import sequences
from regola_compiler.model.program import (
    Fact,
    Program,
)
from regola_compiler.model.types import (
    Member,
    Value,
)
from regola_compiler.model.visitor import calls_in, expressions_of, free_names, state_independent


class ProgramFacts:
    """What is worked out of a program once, whoever explores it and however often."""

    def __init__(self, program: Program, far: Mapping[str, int] | None = None, named: Named | None = None) -> None:
        self.program = program
        self._far, self._named = far, named
        self.bearing = AssumptionIndex(program)
        # What declarations that rest on their arguments alone were worked out to answer, by name and arguments.
        self.computed: dict[Hashable, Value] = {}

    @cached_property
    def interpreter(self) -> Interpreter:
        """The rules, asked of no position."""
        return Interpreter(self.program)

    @cached_property
    def margins(self) -> Mapping[str, int]:
        """How far past the ends of open scales values are tried; told, where the program is a part of a larger one."""
        return margins(self.program) if self._far is None else self._far

    @cached_property
    def individuals(self) -> Individuals | None:
        """The pieces that are told apart; None in a program that has none."""
        if not self.program.pieces:
            return None
        return Individuals(named_in(self.program) if self._named is None else self._named)

    @cached_property
    def recalled(self) -> dict[int, tuple[str, ...]]:
        """The expressions that are recalled as wholes, by their identity, each with the names it speaks of."""
        return _outermost(self.program)

    @cached_property
    def steady(self) -> frozenset[str]:
        """The declarations whose answer rests on their arguments alone."""
        return state_independent(self.program)

    @cached_property
    def turns(self) -> dict[Member, frozenset[Value] | None]:
        """Who plays each phase: a sequence with loops is long."""
        return sequences.actors_by_phase(Interpreter(self.program), self.program)

    def plays(self, phase: Value, active: Value) -> bool:
        """Whether the sequence lets somebody have the turn in a phase."""
        who = self.turns.get(phase) if isinstance(phase, Member) else None
        return who is None or active in who

    def in_turn(self, box: Box) -> list[Box]:
        """The parts of a box in which who has the turn plays the phase, as the sequence has it."""
        phase, active = (self.program.callables.get(name) for name in ("phase", "active"))
        if not isinstance(phase, Fact) or not isinstance(active, Fact):
            return [box]
        now, turn = fact_symbol(phase, ()), fact_symbol(active, ())
        players = box.get(turn)
        if players is None:
            return [box]
        playing: dict[tuple[Value, ...], list[Value]] = {}
        for one in box.get(now) or self.turns:
            playing.setdefault(tuple(who for who in players if self.plays(one, who)), []).append(one)
        if now in box:
            return [{**box, now: tuple(phases), turn: who} for who, phases in playing.items() if who]
        anywhere = tuple(who for who in players if any(who in some for some in playing))
        return [{**box, turn: anywhere}] if anywhere or not playing else []


def _outermost(program: Program) -> dict[int, tuple[str, ...]]:
    """The outermost expressions of a program that ask something, with the names they speak of.

    Others are evaluated in less time than it takes to recall them.
    """
    items = [*program.callables.values(), *program.assumptions.values()]
    found = {id(part): part for item in items for part in expressions_of(item) if calls_in(part)}
    return {place: free_names(part) for place, part in found.items()}
