"""What an action requires, asked as soon as enough of its arguments are known: see `regola_compiler.model.early`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.early import asked_early, conditions_of
from regola_compiler.model.program import Action, Expr

# By how many arguments must be known: what is required before anything else, in order.
EarlyParts: TypeAlias = Mapping[int, tuple[Expr, ...]]


def early_parts(action: Action) -> EarlyParts:
    """What may be asked before all arguments are known; for each number of them all that is asked up to there."""
    parts: list[Expr] = []
    found: dict[int, tuple[Expr, ...]] = {}
    for guard, places in zip(action.guards, asked_early(action), strict=True):
        for condition, upto in zip(conditions_of(guard) or (), places, strict=False):
            parts.append(condition)
            found[upto] = tuple(parts)
    return found


def ruled_out(run: Evaluator, parts: EarlyParts, env: Env) -> bool:
    """Whether nothing is allowed with the arguments that are known, whatever the others are.

    What the rules do not answer rules nothing out: it is told where the action itself is asked.
    """
    required = parts.get(len(env))
    if required is None:
        return False
    try:
        with run.reasons_suppressed():
            return not all(run.decide(run.evaluate(part, env)) for part in required)
    except RuleError:
        return False
