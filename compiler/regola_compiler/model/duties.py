"""Of whom a duty speaks that was not done: that is known only at the end of a phase, when no deed says it."""

from __future__ import annotations

from collections.abc import Iterable

from regola_compiler.model.program import Action, Expr, Let, Norm
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.visitor import effect_expressions


def failing_lets(norm: Norm) -> tuple[Let, ...]:
    """The named values that are read where what comes about instead is worked out."""
    return _lets_read(norm, (part for effect in norm.failing for part in effect_expressions(effect)))


def failing_subjects(action: Action, norm: Norm) -> tuple[str, ...]:
    """The parameters of an action of which is read what comes about where it was not done: it comes about for each."""
    parts = [part for effect in norm.failing for part in effect_expressions(effect)]
    return _parameters_read(action, [*parts, *(let.value for let in failing_lets(norm))])


def failing_others(action: Action, norm: Norm) -> tuple[str, ...]:
    """The other parameters that the condition of a duty asks: one way to fill them in which it holds is enough."""
    if not norm.failing or norm.condition is None:
        return ()
    read = _parameters_read(action, [norm.condition, *(let.value for let in norm.lets)])
    subjects = failing_subjects(action, norm)
    return tuple(name for name in read if name not in subjects)


def _parameters_read(action: Action, parts: Iterable[Expr]) -> tuple[str, ...]:
    read = {name for part in parts for name in free_variables(part)}
    return tuple(one.name for one in action.parameters if one.name in read)


def _lets_read(norm: Norm, parts: Iterable[Expr]) -> tuple[Let, ...]:
    """The named values of a rule that some expressions rest on, in their order."""
    read = {name for part in parts for name in free_variables(part)}
    found: list[Let] = []
    for let in reversed(norm.lets):
        if let.name in read:
            found.append(let)
            read |= set(free_variables(let.value))
    return tuple(reversed(found))
