"""What an action requires, asked as soon as enough of its arguments are known.

Guards are asked in their order, and the first that fails forbids the action. Of those that come first, the conditions
that speak of the first few arguments alone need not wait for the others: where one fails, nothing that could be chosen
beside it is allowed, and it is not tried. (Constraint programming calls that early failure: Haralick and Elliott,
*Increasing tree search efficiency for constraint satisfaction problems*, 1980.)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.program import Action, Expr, Logic
from regola_compiler.model.supposed import free_variables

# By how many arguments must be known: what is required before anything else, in order.
EarlyParts: TypeAlias = Mapping[int, tuple[Expr, ...]]


def early_parts(action: Action) -> EarlyParts:
    """What may be asked before all arguments are known; for each number of them all that is asked up to there."""
    parts: list[Expr] = []
    found: dict[int, tuple[Expr, ...]] = {}
    upto = 0
    for part in _required(action):
        read = free_variables(part)
        last = max((place for place, one in enumerate(action.parameters, 1) if one.name in read), default=0)
        upto = max(upto, last)
        if upto >= len(action.parameters):
            break
        parts.append(part)
        found[upto] = tuple(parts)
    return found


def _required(action: Action) -> list[Expr]:
    """All that must hold, in the order in which it is asked."""
    found: list[Expr] = []
    for guard in action.guards:
        match guard.condition:
            case Logic(kind="and", operands=operands):
                found += operands
            case Logic() if guard.kind == "actor":
                break  # of what may be unknown there, one is enough: that is asked as a whole
            case condition:
                found.append(condition)
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
