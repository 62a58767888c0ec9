"""What may, must or must not be done: rules with exceptions, of which the deepest in force speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from regola_runtime.answers import note
from regola_runtime.problems import Contradiction, MissingRule

Says = Literal["may", "must", "must_not", "lift"]


@dataclass(frozen=True, slots=True)
class Norm:
    """What one rule, or an exception to one, says of an action, and when."""

    name: str
    says: Says
    anchors: tuple[str, ...]
    holds: Callable[[], bool]
    over: tuple[str, ...] = ()
    exceptions: tuple[Norm, ...] = ()


@dataclass(frozen=True, slots=True)
class Guard:
    """What must hold for an action to be possible at all."""

    name: str
    anchors: tuple[str, ...]
    holds: Callable[[], bool]


def permitted(
    action: str,
    guards: Sequence[Guard],
    norms: Sequence[Norm],
    otherwise: Literal["allowed", "forbidden"] | None,
) -> Literal["allowed", "forbidden", "required"]:
    """Whether an action is allowed, forbidden or required.

    Raises:
        MissingRule: if no rule speaks, and the action says nothing for that.
        Contradiction: if one rule forbids what another allows or requires.
    """
    for guard in guards:
        if not guard.holds():
            note(f"{action}: {guard.name}", *guard.anchors)
            return "forbidden"
    voices = [voice for norm in norms for voice in _in_force(norm, ())[1]]
    silenced = {name for norm, _ in voices for name in norm.over}
    voices = [(norm, line) for norm, line in voices if not silenced & set(line)]
    said = {norm.says: norm for norm, _ in reversed(voices)}
    against, positive = said.get("must_not"), said.get("must") or said.get("may")
    if against and positive:
        raise Contradiction(f"{action}: {against.name} forbids what {positive.name} does not")
    for norm, line in voices:
        note(".".join(line), *norm.anchors)
    if voices:
        return "forbidden" if against else "required" if "must" in said else "allowed"
    if otherwise is None:
        raise MissingRule(f"{action}: no rule says whether it is allowed")
    return otherwise


def _in_force(norm: Norm, above: tuple[str, ...]) -> tuple[bool, list[tuple[Norm, tuple[str, ...]]]]:
    """Whether a norm is in force, itself or by what speaks in its place, and the voices it comes to."""
    if not norm.holds():
        return False, []
    line = (*above, norm.name)
    holding = [(part, voices) for part in norm.exceptions for in_force, voices in [_in_force(part, line)] if in_force]
    for part, voices in holding:
        if not voices:
            note(".".join((*line, part.name)), *part.anchors)
    if holding:
        spoken = [voice for _, voices in holding for voice in voices]
        return bool(spoken), spoken
    return True, [] if norm.says == "lift" else [(norm, line)]
