"""What an action requires that can be asked as soon as the first few of its arguments are known.

Guards are asked in their order, and the first that fails forbids the action. Of those that come first, the conditions
that speak of the first few arguments alone need not wait for the others: where one fails, nothing that could be chosen
beside it is allowed, and it is not tried. (Constraint programming calls that early failure: Haralick and Elliott,
*Increasing tree search efficiency for constraint satisfaction problems*, 1980.)
"""

from __future__ import annotations

from regola_compiler.model.program import Action, Expr, Guard, Logic
from regola_compiler.model.supposed import free_variables


def conditions_of(guard: Guard) -> tuple[Expr, ...] | None:
    """The conditions that a guard asks one after the other; None where only all of them together are asked."""
    match guard.condition:
        case Logic(kind="and", operands=operands):
            return operands
        case Logic() if guard.kind == "actor":
            return None  # of what may be unknown there, one is enough: that is asked as a whole
        case condition:
            return (condition,)


def asked_early(action: Action) -> tuple[tuple[int, ...], ...]:
    """By guard, for each of its first conditions that need not wait: how many arguments must be known to ask it."""
    found: list[tuple[int, ...]] = []
    upto, waits = 0, False
    for guard in action.guards:
        own: list[int] = []
        conditions = conditions_of(guard)
        waits = waits or conditions is None
        for condition in () if waits or conditions is None else conditions:
            read = free_variables(condition)
            last = max((place for place, one in enumerate(action.parameters, 1) if one.name in read), default=0)
            upto = max(upto, last)
            waits = upto >= len(action.parameters)
            if waits:
                break
            own.append(upto)
        found.append(tuple(own))
    return tuple(found)
