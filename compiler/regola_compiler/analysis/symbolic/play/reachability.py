"""What never comes about: rules and effects that no position reaches, actions nobody can do, phases that never are.

Each is followed to its end, step by step: its condition holds and no exception stands in its place; nothing over it
silences it; the guards let the action be done, in a phase that somebody who may do it plays; every assumption holds.
The first position that gets to the end is enough. Where none does, the furthest step that any of them came to says why.

It is asked of the coarse view, which takes more to be possible than is: what never comes about there never does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.play.effects import picked
from regola_compiler.analysis.symbolic.play.phases import PhaseAction
from regola_compiler.analysis.symbolic.symbols import FactRef, fact_symbol, input_symbol
from regola_compiler.analysis.symbolic.values import Box, Outcome, Unreachable, Values
from regola_compiler.evaluate.errors import Forbidden, RuleError
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.program import Action, Effect, Fact, Guard, Norm
from regola_compiler.model.types import Value
from regola_compiler.model.visitor import norms_in

# How far a position comes, in this order.
CONDITION, SILENCED, GUARD, REQUIRED, CHANGED, ASSUMED = range(6)
TRIES = 600
STARTS = 200
ACTION = "action"


class _Reached(Exception):  # noqa: N818  not an error: the search has found what it looked for
    """A position was found."""


def effect_key(effect: Effect) -> str:
    """What tells an effect from others."""
    return f"effect at {effect.span.path}:{effect.span.line}:{effect.span.column}"


class Search:
    """Looks for one position in which something comes about.

    `attainable` are the values that facts can ever take, by the fact's name; a fact that is not in it can take any.
    """

    def __init__(self, explorer: SymbolicExecutor, attainable: Mapping[str, frozenset[Value]] | None = None) -> None:
        self.explorer = explorer
        self._attainable = attainable or {}

    def find_obstacle(
        self, steps: Callable[[], Unreachable | None], starts: Iterable[Box] = ({},)
    ) -> Unreachable | None:
        """Why `steps` meets an obstacle wherever it is taken; None if it does not, or that is not known."""
        furthest = Unreachable(CONDITION)
        symbolic = self.explorer.symbolic
        before, symbolic.pieces_cut = symbolic.pieces_cut, False

        def attempt() -> None:
            nonlocal furthest
            try:
                met = steps()
            except RuleError:
                return
            box = dict(self.explorer.symbolic.box)
            if met is None:
                met = self._blocked(box)
            elif met.step == REQUIRED and not self._turn_comes(box):
                met = Unreachable(GUARD)  # whose turn it is comes before what an action requires
            if met is None:
                raise _Reached
            furthest = max(furthest, met, key=lambda one: one.step)

        try:
            for box in starts:
                self.explorer.explore_with(attempt, TRIES, box)
        except (_Reached, BudgetExceeded):
            return None  # what is too large to be searched is taken to come about
        finally:
            few, symbolic.pieces_cut = symbolic.pieces_cut, symbolic.pieces_cut or before
        return None if few else furthest  # with more pieces than were tried it may come about

    def _blocked(self, box: Box) -> Unreachable | None:
        """What else is in the way in a box: whose turn it is, what no effect brings about, what is assumed."""
        if not self._turn_comes(box):
            return Unreachable(GUARD)
        for leaf, values in box.items():
            can_be = self._attainable.get(leaf.declaration.name) if isinstance(leaf, FactRef) else None
            if can_be is not None and not any(value in values for value in can_be):
                return Unreachable(CHANGED)
        return None if any(True for _ in self.explorer.under_assumptions(box)) else Unreachable(ASSUMED)

    def _turn_comes(self, box: Box) -> bool:
        """Whether somebody who may act in a box has the turn in one of its phases."""
        turns, active = self.explorer.turns, self._told("active", box)
        # Where there is one phase only, or nothing asks which, it is in no box.
        phases = self._told("phase", box) or tuple(turns)
        return not phases or not active or any(self._plays(phase, active) for phase in phases)

    def _told(self, name: str, box: Box) -> Values | None:
        """What a box says of a fact without arguments; None where there is no such fact, or nothing asks for it."""
        fact = self.explorer.program.callables.get(name)
        return box.get(fact_symbol(fact, ())) if isinstance(fact, Fact) else None

    def _plays(self, phase: Any, active: Values) -> bool:
        who = self.explorer.turns.get(phase)
        return who is None or any(value in active for value in who)


def find_unreachable(
    explorer: SymbolicExecutor,
    action: Action,
    inputs: Callable[[], list[Any]],
    alone: Mapping[str, list[Outcome]],
    silencers: Callable[[Norm], Action],
) -> dict[str, Unreachable]:
    """What of an action never comes about, by its key: the action itself, or else its rules and its effects.

    `alone` are the outcomes of each rule by itself, each with the keys of what has a say there; `silencers` gives the
    action with one of its rules and those declared over something in it.
    """
    search = Search(explorer)
    found: dict[str, Unreachable] = {}

    def env() -> Env:
        return {p.name: value for p, value in zip(action.parameters, inputs(), strict=True)}

    for place, guard in enumerate(action.guards):
        first = action.guards[: place + 1]

        def opens(first: tuple[Guard, ...] = first) -> Unreachable | None:
            return _guarded(explorer, first, env())

        if search.find_obstacle(opens) is not None:
            return {ACTION: Unreachable(GUARD, (guard,))}
    for norm in action.norms:
        with_silencers = silencers(norm)
        for part in norms_in(norm):
            key = actions.norm_key(part)
            boxes = [outcome.box for outcome in alone[norm.name] if outcome.value and key in outcome.value]
            in_doubt = any(o.problem is not None and not isinstance(o.problem, Forbidden) for o in alone[norm.name])
            if len(boxes) > STARTS or in_doubt:
                continue

            def steps(part: Norm = part, heard_in: Action = with_silencers) -> Unreachable | None:
                return _overridden_by(explorer, heard_in, part, env()) or _guarded(explorer, action.guards, env())

            if (why := search.find_obstacle(steps, sorted(boxes, key=len))) is not None:
                found[key] = why
    comes_about: set[str] = set()
    for effect in action.effects:
        if effect.condition is None and not effect.each:
            continue

        def comes(effect: Effect = effect) -> Unreachable | None:
            if picked(explorer, effect, env()) is None:
                return Unreachable(CONDITION)
            return _guarded(explorer, action.guards, env())

        # A change that is written out in several places is dead where it is so in all of them.
        if (why := search.find_obstacle(comes)) is not None:
            found[effect_key(effect)] = why
        else:
            comes_about.add(effect_key(effect))
    return {key: why for key, why in found.items() if key not in comes_about}


def _overridden_by(run: Evaluator, action: Action, part: Norm, env: Env) -> Unreachable | None:
    """What keeps a part of a rule from having its say: nobody hears what is silenced."""
    spoken, beaten, lifted = actions.resolve_overrides(run, action, env)
    if any(voice.norm is part for voice in spoken) or any(norm is part for _, norm in lifted):
        return None
    names = {winner for winner, voice in beaten if voice.norm is part}
    if not names:
        return Unreachable(CONDITION)
    return Unreachable(SILENCED, tuple(norm for top in action.norms for norm in norms_in(top) if norm.name in names))


def phase_reached(run: SymbolicExecutor, play: PhaseAction) -> Callable[[], Unreachable | None]:
    """The steps to a phase: its condition, and those of the phases around it."""

    def steps() -> Unreachable | None:
        env = {p.name: run.unknown(input_symbol(p.name), p.type) for p in play.action.parameters}
        return None if _guarded(run, play.conditions, env) is None else Unreachable(CONDITION)

    return steps


def _guarded(run: Evaluator, guards: tuple[Guard, ...], env: Env) -> Unreachable | None:
    """The first guard that shuts an action."""
    for guard in guards:
        if not run.decide(run.evaluate(guard.condition, env)):
            return Unreachable(REQUIRED if guard.kind == "requires" else GUARD, (guard,))
    return None
