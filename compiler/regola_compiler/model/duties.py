"""Of whom a duty speaks that was not done: that is known only at the end of a phase, when no deed says it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Expr, Let, Norm, Parameter
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.visitor import effect_expressions, norms_in


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


def parameters_asked(norm: Norm, parameters: Iterable[Parameter]) -> frozenset[str]:
    """The parameters that a rule asks in its conditions, or an exception to it does."""
    parts = [one for part in norms_in(norm) for one in (part.condition, *(let.value for let in part.lets))]
    read = {name for part in parts if part is not None for name in free_variables(part)}
    return frozenset(one.name for one in parameters if one.name in read)


def leaving_others(norms: tuple[Norm, ...], parameters: Iterable[Parameter]) -> tuple[Norm, ...]:
    """The rules of an action, of which each that forbids some ways to do a duty leaves that to the other ways.

    What a duty leaves open may be filled in as one likes. A ban that asks of it what the duty leaves open is a ban of
    some ways: there it stands over the duty. Whichever is declared over the other decides, as ever.
    """
    named = tuple(parameters)
    duties = [(norm, norm.open - parameters_asked(norm, named)) for norm in norms if norm.open]
    found = []
    for norm in norms:
        asked = parameters_asked(norm, named)
        own = {part.name for part in norms_in(norm)}
        left = frozenset(
            duty.name
            for duty, left_open in duties
            if duty is not norm and left_open & asked and not any(part.over & own for part in norms_in(duty))
        )
        found.append(_leaving(norm, left))
    return tuple(found)


def _leaving(norm: Norm, duties: frozenset[str]) -> Norm:
    """A rule of which each ban, its own and its exceptions', leaves these duties and no others to other ways."""
    exceptions = tuple(_leaving(part, duties) for part in norm.exceptions)
    left = duties - norm.over if norm.modality == Modality.MUST_NOT else frozenset()
    same = left == norm.elsewhere and all(a is b for a, b in zip(exceptions, norm.exceptions, strict=True))
    return norm if same else replace(norm, exceptions=exceptions, elsewhere=left)


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
