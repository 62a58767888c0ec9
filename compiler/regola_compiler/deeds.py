"""What can go wrong with an action, found without the product of all its rules.

A real rulebook's action has dozens of rules, each with conditions of its own; to try them together would
take the product of all of them. But what can go wrong takes few of them at a time:

- a rule whose condition has no value, or that is never in force: that rule alone;
- a duty that a requirement makes impossible: that rule and the requirements;
- a contradiction: one rule that forbids and one that does not, and those declared over either;
- silence, where the action does not say what holds then: each rule in turn, as far as the first in force;
- an effect that leaves its fact's bounds: the effects.

Each is tried by itself, and only where it goes wrong are the guards asked (and for an effect, all the
rules): what cannot be done cannot go wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from regola_compiler import norms
from regola_compiler.dividing import Split
from regola_compiler.model import Action, Guard, Norm
from regola_compiler.operations import Problem
from regola_compiler.types import FORBIDDEN

if TYPE_CHECKING:
    from regola_compiler.explore import Explorer, Outcome
    from regola_compiler.interpreter import Env, Interpreter


def examine(explorer: Explorer, action: Action, inputs: Callable[[], list[Any]], budget: int) -> list[Outcome]:
    """The outcomes of everything about an action that can go wrong.

    Raises:
        Exhausted: if one of them takes more cases than the budget.
    """
    found: list[Outcome] = []

    def explore(part: Callable[[Env], object], guards: tuple[Guard, ...] = action.guards) -> None:
        def run() -> None:
            env = {p.name: value for p, value in zip(action.parameters, inputs(), strict=True)}
            try:
                part(env)
            except Problem as problem:
                # A duty is impossible where a requirement fails; everything else goes wrong only where none does.
                duty = problem.kind == "impossible"
                if not _possible(explorer, [guard for guard in guards if not (duty and guard.kind == "requires")], env):
                    return
                problem.owner = problem.owner or action.name
                raise

        found.extend(explorer.explore_with(run, budget))

    for place, guard in enumerate(action.guards):
        explore(partial(_asked, explorer, guard), action.guards[:place])
    for norm in action.norms:
        explore(partial(_alone, explorer, action, norm))
    for rivals in _clashes(action.norms):
        explore(partial(_agreed, explorer, _with_silencers(rivals, action), {norm.name for norm in rivals}))
    if action.default is None:
        explore(partial(_silence, explorer, action))
    if action.effects:
        explore(partial(_effects, explorer, action))
    return found


def _asked(run: Interpreter, guard: Guard, env: Env) -> None:
    run.truth(run.evaluate(guard.condition, env))


def _possible(run: Interpreter, guards: list[Guard], env: Env) -> bool:
    """Whether every guard holds; where one has no answer, that is what goes wrong there, and nothing else.

    One that fails whatever is unknown to the others settles it, so nothing is divided before all were asked.
    """
    undecided: Split | None = None
    for guard in guards:
        try:
            if not run.truth(run.evaluate(guard.condition, env)):
                return False
        except Problem:
            return False
        except Split as split:
            undecided = undecided or split
    if undecided is not None:
        raise undecided
    return True


def _alone(run: Explorer, action: Action, norm: Norm, env: Env) -> None:
    for voice in norms.voices(run, action, norm, env):
        run.entered(action.name, voice.norm)
        try:
            hold_duty(run, action, voice.norm, env)
        except Problem as problem:
            if problem.kind != "impossible" or not _silenced(run, action, voice, env):
                raise


def _silenced(run: Explorer, action: Action, voice: norms.Voice, env: Env) -> bool:
    """Whether another rule that is in force stands over one that speaks."""
    line = set(voice.line)
    rivals = [norm for norm in action.norms if any(part.over & line for part in _deep(norm))]
    return any(other.norm.over & line for norm in rivals for other in norms.voices(run, action, norm, env))


def hold_duty(run: Interpreter, action: Action, norm: Norm, env: Env) -> None:
    """A duty that is in force must be possible.

    Raises:
        Problem: `impossible`, with the duty and the requirement that is not fulfilled.
    """
    for guard in action.guards if norm.modality == "must" else ():
        if guard.kind == "requires" and not run.truth(run.evaluate(guard.condition, env)):
            problem = Problem("impossible", (norm, guard))
            problem.site = norm.name_span
            raise problem


def _silence(run: Explorer, action: Action, env: Env) -> None:
    for norm in action.norms:
        if norms.voices(run, action, norm, env):
            return
    for guard in action.guards:
        if not run.truth(run.evaluate(guard.condition, env)):
            return
    problem = Problem("missing", (action.name,))
    problem.site = action.name_span
    raise problem


def _effects(run: Explorer, action: Action, env: Env) -> None:
    try:
        list(norms.changes(run, action.effects, env))
    except Problem:
        # Only now, and only here: all the rules.
        if _done(run, action, env):
            raise


def _done(run: Explorer, action: Action, env: Env) -> bool:
    """Whether an action can be done; where its rules fail to say, that is told of them."""
    try:
        return _possible(run, list(action.guards), env) and norms.permission(run, action, env) != FORBIDDEN
    except Problem:
        return False


def _agreed(run: Explorer, action: Action, rivals: set[str], env: Env) -> None:
    """Some rules agree, where those that stand over them are heard too."""
    spoken, _, _ = norms.heard(run, action, env)
    norms.agree([voice for voice in spoken if voice.line[0] in rivals])


def _clashes(all_norms: tuple[Norm, ...]) -> Iterator[tuple[Norm, ...]]:
    """The norms that may contradict each other."""
    for norm in all_norms:
        if _forbids(norm) and _grants(norm):
            yield (norm,)
    for first, second in combinations(all_norms, 2):
        if (_forbids(first) and _grants(second)) or (_grants(first) and _forbids(second)):
            yield first, second


def _deep(norm: Norm) -> Iterator[Norm]:
    yield norm
    for part in norm.exceptions:
        yield from _deep(part)


def _forbids(norm: Norm) -> bool:
    return any(part.modality == "must_not" for part in _deep(norm))


def _grants(norm: Norm) -> bool:
    return any(part.modality in {"may", "must"} for part in _deep(norm))


def _with_silencers(rivals: tuple[Norm, ...], action: Action) -> Action:
    """An action with some of its rules alone, and those declared over something in them."""
    names = {part.name for norm in rivals for part in _deep(norm)}
    heard = [norm for norm in action.norms if norm in rivals or any(part.over & names for part in _deep(norm))]
    return replace(action, norms=tuple(heard))
