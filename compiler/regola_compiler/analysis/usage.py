"""Who reads a declaration, and what changes a fact, in a whole program: in its rules, its play, its examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from regola_compiler.model.program import (
    Action,
    Effect,
    Expr,
    Fact,
    GivenLine,
    Path,
    Program,
    PutUp,
    WithLine,
)
from regola_compiler.model.visitor import (
    calls_in,
    changed_facts,
    effect_expressions,
    expressions_of,
    fact_assertion,
    line_expressions,
    norms_in,
    phase_expressions,
    phases_in,
)


@dataclass(slots=True)
class Usage:
    """What is asked and what is changed, by the names of declarations.

    Attributes:
        read: What a rule, a phase or an assumption asks; what asks only itself is not there.
        reached: What an example or an erratum asks.
        changed: The facts that an effect changes.
        told: The facts that a scenario, a counter sheet, `setup` or an example tells.
    """

    read: set[str] = field(default_factory=set)
    reached: set[str] = field(default_factory=set)
    changed: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, program: Program) -> Usage:
        """All of it, worked out in one walk."""
        found = cls()
        for name, item in program.callables.items():
            found.read |= _asked(expressions_of(item)) - {name}
            if isinstance(item, Path):
                found.read.add(item.over)
            if isinstance(item, Action):
                found.read |= _asked([part for part in item.candidates if part is not None])
            if isinstance(item, Fact) and item.life is not None and item.life.who is not None:
                found.read |= _asked([item.life.who])
            if isinstance(item, Fact) and item.secret is not None:
                found.read |= _asked([item.secret.who, *([] if item.secret.unless is None else [item.secret.unless])])
        if program.players is not None and program.players.side:
            found.read.add(program.players.side)
        for assumption in program.assumptions.values():
            found.read |= _asked(expressions_of(assumption))
        for sequence in program.sequences.values():
            for phase in phases_in(sequence):
                found.read |= _asked(phase_expressions(phase))
        for event in program.events.values():
            found.read |= _asked([event.condition, *(part for e in event.effects for part in effect_expressions(e))])
        found.changed = set(changed_facts(effects_of(program)))
        found.told = {name for start in program.starts.values() for name, _ in start}
        found._put_up(program.setup)
        found._examples(program)
        return found

    def _put_up(self, pieces: tuple[PutUp, ...]) -> None:
        for piece in pieces:
            self.told |= {name for name, _ in piece.facts}
            self.read |= _asked([value for _, value in piece.facts])

    def _examples(self, program: Program) -> None:
        for example in program.examples.values():
            self.reached |= _asked([let.value for let in example.lets])
            for line in example.lines:
                if isinstance(line, WithLine):
                    self._put_up(line.pieces)
                parts = line_expressions(line)
                if isinstance(line, GivenLine):
                    fact, value, _ = fact_assertion(line.expression)
                    self.told.add(getattr(fact, "callee", ""))
                    parts = [*getattr(fact, "arguments", ()), *([] if value is None else [value])]
                self.reached |= _asked(parts)
        for erratum in program.errata.values():
            for statement in erratum.statements:
                self.reached |= _asked([*([] if statement.claim is None else [statement.claim]), *statement.given])


def effects_of(program: Program) -> Iterator[Effect]:
    """Every effect of a program: of its actions, its phases, its events."""
    for item in program.callables.values():
        if isinstance(item, Action):
            yield from item.effects
            yield from (effect for norm in item.norms for part in norms_in(norm) for effect in part.failing)
    for sequence in program.sequences.values():
        for phase in phases_in(sequence):
            yield from (*phase.first, *phase.effects)
    for event in program.events.values():
        yield from event.effects


def staying(program: Program) -> dict[str, Fact]:
    """The states that rules read and nothing changes, by name, in a game in which play changes something."""
    usage = Usage.of(program)
    if not usage.changed or program.broken:
        return {}  # its effects are still to be written, or one of them could not be read
    return {
        name: fact
        for name, fact in program.callables.items()
        if isinstance(fact, Fact) and fact.kind == "state"
        if name in usage.read and name not in usage.changed and name not in usage.told
    }


def _asked(expressions: list[Expr]) -> set[str]:
    return {call.callee for part in expressions for call in calls_in(part)}
