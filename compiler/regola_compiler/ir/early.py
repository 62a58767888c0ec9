"""What an action requires, taken apart into what is asked while its arguments are chosen, and what is asked after."""

from __future__ import annotations

from msgspec.structs import replace

from regola_compiler.ir.tree import Action, And, Expr, Guard

# Who plays asks an action in its phases, of arguments that are among what they may be.
_KNOWN = frozenset({"phase", "among"})


def conditions_of(guard: Guard) -> tuple[Expr, ...]:
    """The conditions of a guard, taken apart by `and`."""
    return guard.condition.operands if isinstance(guard.condition, And) else (guard.condition,)


def asked_early(action: Action, known: int) -> tuple[Expr, ...]:
    """What is asked as soon as so many arguments are known, where it is played."""
    return tuple(
        condition
        for guard in action.guards
        if guard.kind not in _KNOWN
        for condition, place in zip(conditions_of(guard), guard.early, strict=False)
        if place == known
    )


def asked_late(action: Action) -> list[Guard]:
    """What is left to be asked when all arguments are known, where it is played."""
    found = []
    for guard in action.guards:
        left = conditions_of(guard)[len(guard.early) :]
        if guard.kind in _KNOWN or not left:
            continue
        whole = not guard.early
        condition = guard.condition if whole else left[0] if len(left) == 1 else And(left)
        found.append(guard if whole else replace(guard, condition=condition, early=()))
    return found
