"""What may, must or must not be done: rules with exceptions, of which the deepest in force speaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from regola_runtime.answers import Duty, note, note_duties, quietly
from regola_runtime.errors import Contradiction, MissingRule, NotGiven
from regola_runtime.play import Due

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
    due: Due | None = None


class Guard:
    """What must hold for an action to be possible at all: one of its conditions, if there are several."""

    __slots__ = ("anchors", "conditions", "name")

    def __init__(self, name: str, anchors: tuple[str, ...], *conditions: Callable[[], bool]) -> None:
        self.name, self.anchors, self.conditions = name, anchors, conditions

    def holds(self) -> bool:
        """Whether it is kept. A condition that is not told does not matter where another one holds.

        Raises:
            NotGiven: if none holds, and one of them is not told.
        """
        unknown: NotGiven | None = None
        for condition in self.conditions:
            try:
                if condition():
                    return True
            except NotGiven as problem:
                unknown = problem
        if unknown is not None:
            raise unknown
        return False


def permitted(
    action: str,
    guards: Sequence[Guard],
    norms: Sequence[Norm],
    otherwise: Literal["allowed", "forbidden"] | None,
) -> Literal["allowed", "forbidden", "required", "due"]:
    """Whether an action is allowed, forbidden, required, or due: required in time, or where another would do.

    Raises:
        MissingRule: if no rule speaks, and the action says nothing for that.
        Contradiction: if one rule forbids what another allows or requires.
    """
    lifted: list[tuple[str, Norm]] = []
    with quietly():
        failed = next((guard for guard in guards if not guard.holds()), None)
        voices = [] if failed else [voice for norm in norms for voice in _in_force(norm, (), lifted)[1]]
    if failed is not None:
        note(f"{action}: {failed.name}", *failed.anchors)
        return "forbidden"
    winners = {name: norm.name for norm, _ in voices for name in norm.over}
    beaten = [(winners[name], norm, line) for norm, line in voices for name in line if name in winners]
    silenced = {line for _, _, line in beaten}
    voices = [(norm, line) for norm, line in voices if line not in silenced]
    said = {norm.says: norm for norm, _ in reversed(voices)}
    against, positive = said.get("must_not"), said.get("must") or said.get("may")
    if against and positive:
        raise Contradiction(f"{action}: {against.name} forbids what {positive.name} does not")
    for name, norm in lifted:
        note(name, *norm.anchors)
    for norm, line in voices:
        note(".".join(line), *norm.anchors)
    for winner, norm, _ in beaten:
        note(f"{winner} over {norm.name}", *norm.anchors)
    if voices:
        duties = [norm for norm, _ in voices if norm.says == "must"]
        if not duties:
            return "forbidden" if against else "allowed"
        note_duties([duty(norm.name, norm.due) for norm in duties if norm.due is not None and norm.due != Due("")])
        return "due" if all(norm.due is not None and norm.due.leaves_time for norm in duties) else "required"
    if otherwise is None:
        raise MissingRule(f"{action}: no rule says whether it is allowed")
    return otherwise


def due(norms: Sequence[Norm]) -> Due | None:
    """Until when an action that is allowed must be done, if it must: at once, or by the end of a phase."""
    with quietly():
        voices = [voice for norm in norms for voice in _in_force(norm, (), [])[1]]
    winners = {name for norm, _ in voices for name in norm.over}
    found = [
        Due(norm.due.phase)
        for norm, line in voices
        if norm.due is not None and norm.due.phase != "" and norm.says == "must" and winners.isdisjoint(line)
    ]
    return next((one for one in found if one.phase is None), found[0] if found else None)


def duty(rule: str, due: Due) -> Duty:
    """What a rule asks, as an answer tells it."""
    return Duty(rule, due.phase or None, due.phase is None, due.either)


def _in_force(
    norm: Norm, above: tuple[str, ...], lifted: list[tuple[str, Norm]]
) -> tuple[bool, list[tuple[Norm, tuple[str, ...]]]]:
    """Whether a norm is in force, itself or by what speaks in its place, and the voices it comes to."""
    if not norm.holds():
        return False, []
    line = (*above, norm.name)
    holding = [
        (part, voices) for part in norm.exceptions for in_force, voices in [_in_force(part, line, lifted)] if in_force
    ]
    for part, voices in holding:
        if not voices:
            lifted.append((".".join((*line, part.name)), part))
    if holding:
        spoken = [voice for _, voices in holding for voice in voices]
        return bool(spoken), spoken
    return True, [] if norm.says == "lift" else [(norm, line)]
