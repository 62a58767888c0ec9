"""What is asked and what is set when the sequence of play is gone through for the first time, in order.

It is a walk of what is written, not of positions: what is done under a condition counts as done, and what waits for
another state to become something counts as coming after whatever sets it. So what is said to be asked too early is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from regola_dsl.kinds import EffectMode
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.analysis.bearing import asked_by
from regola_compiler.analysis.usage import effects_of
from regola_compiler.model.program import Action, Effect, Expr, Fact, Phase, Program
from regola_compiler.model.visitor import effect_expressions, norm_expressions, norms_in, phases_in, roll_expressions

# What adds to a fact, or takes from it, asks what it is.
_ADDING = frozenset({EffectMode.GAINS, EffectMode.LOSES})


@dataclass(frozen=True, slots=True)
class Asked:
    """Some facts that are asked together at a place, and those that are asked before it is known whether they are."""

    names: frozenset[str]
    behind: frozenset[str]
    span: Span


@dataclass(frozen=True, slots=True)
class Moment:
    """What can be asked at a time of the round, and what has been set when it is over."""

    asks: tuple[Asked, ...]
    sets: frozenset[str]


def first_round(program: Program) -> list[Moment]:
    """The moments of every sequence of play in the order in which they come."""
    walk = _Walk(program)
    return [moment for root in program.sequences.values() for moment in walk.phase(root, frozenset())]


def asked_unset(program: Program, moments: Sequence[Moment], fact: str) -> Span | None:
    """Where a fact without a value is asked before anything can have set it; None where that is not known.

    Where nothing ever sets it, asking it anywhere is enough.
    """
    asking = [asked for moment in moments for asked in moment.asks if fact in asked.names]
    elsewhere = {effect.fact for event in program.events.values() for effect in event.effects}
    elsewhere |= {effect.fact for phase in _called(program) for effect in (*phase.first, *phase.effects)}
    if fact in elsewhere:
        return None  # what comes about at no fixed time may come about before
    if fact not in _set_by(effects_of(program)):
        return asking[0].span if asking else None
    for moment in moments:
        for asked in moment.asks:
            if fact in asked.names and not asked.behind - {fact}:
                return asked.span
        if fact in moment.sets:
            break
    return None


def _called(program: Program) -> Iterator[Phase]:
    for root in program.sequences.values():
        for phase in phases_in(root):
            if phase.called:
                yield from phases_in(phase)


class _Walk:
    """The walk, with what it needs to know of the program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.states = frozenset(
            name for name, one in program.callables.items() if isinstance(one, Fact) and one.kind == "state"
        )
        self.actions = [one for one in program.callables.values() if isinstance(one, Action)]

    def phase(self, phase: Phase, behind: frozenset[str]) -> Iterator[Moment]:
        """The moments of a phase, behind the conditions of those it lies in."""
        if phase.called:
            return
        parts = (phase.condition, phase.actor, phase.together, phase.alone, phase.at_once, phase.items, phase.where)
        yield self._moment(phase.span, [part for part in (*parts, *phase.values) if part is not None], behind)
        behind |= self._states(phase.condition, phase.where)
        yield from self._effects(phase.first, behind)
        yield self._moment(phase.span, [part for roll in phase.rolls for part in roll_expressions(roll)], behind)
        if phase.member is not None:
            yield from self._done_in(phase, behind)
        for inner in phase.phases:
            yield from self.phase(inner, behind)
        yield from self._effects(phase.effects, behind)
        for ending in phase.endings:
            yield self._moment(ending.span, [ending.condition], behind)
            if ending.winner is not None:
                yield self._moment(ending.span, [ending.winner], behind | self._states(ending.condition))
        last = [part for part in (phase.until, phase.stays, phase.ends) if part is not None]
        yield self._moment(phase.span, last, behind)

    def _done_in(self, phase: Phase, behind: frozenset[str]) -> Iterator[Moment]:
        """What is asked for all that can be done in a phase, and then what that sets: it is done in any order."""
        done = [
            one for one in self.actions if not one.phases or phase.name in {p.rpartition("/")[2] for p in one.phases}
        ]
        asks = tuple(asked for action in done for asked in self._of_action(action, behind))
        failing = [effect for one in done for norm in one.norms for part in norms_in(norm) for effect in part.failing]
        # What can be done in any phase may as well never have been done.
        effects = [effect for one in done if one.phases for effect in one.effects]
        yield Moment(asks, _set_by([*effects, *failing]))

    def _of_action(self, action: Action, behind: frozenset[str]) -> Iterator[Asked]:
        for guard in action.guards:
            own = self._asked([guard.condition])
            yield Asked(own, behind | own, guard.span)
            behind |= own
        ruled = behind
        for norm in action.norms:
            own = self._asked([part for one in norms_in(norm) for part in norm_expressions(one)])
            yield Asked(own, behind | own, norm.span)
            ruled |= own
        for effect in action.effects:
            yield from self._effect(effect, ruled)

    def _effects(self, effects: Iterable[Effect], behind: frozenset[str]) -> Iterator[Moment]:
        for effect in effects:
            yield Moment(tuple(self._effect(effect, behind)), _set_by([effect]))

    def _effect(self, effect: Effect, behind: frozenset[str]) -> Iterator[Asked]:
        own = self._asked(effect_expressions(effect))
        own |= self.states & {effect.fact} if effect.mode in _ADDING else frozenset()
        yield Asked(own, behind | self._states(effect.condition), effect.span)

    def _moment(self, span: Span, parts: Sequence[Expr], behind: frozenset[str]) -> Moment:
        return Moment(
            tuple(
                Asked(own, behind | own, part.span if part.span.line else span)
                for part in parts
                if (own := self._states(part))
            ),
            frozenset(),
        )

    def _states(self, *parts: Expr | None) -> frozenset[str]:
        return self._asked([part for part in parts if part is not None])

    def _asked(self, parts: Iterable[Expr]) -> frozenset[str]:
        """The states that some expressions ask."""
        return self.states.intersection(name for part in parts for name in asked_by(self.program, part))


def _set_by(effects: Iterable[Effect]) -> frozenset[str]:
    return frozenset(effect.fact for effect in effects)
