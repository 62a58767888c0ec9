"""The sequence of play as a tracker: what is played now, who acts, and what comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from regola_runtime.positions import changed

P = TypeVar("P")
MAX_ROUNDS = 1_000


@dataclass(frozen=True, slots=True)
class Stage:
    """A phase. `member` is its value of the game's type Phase, if nothing lies inside it."""

    name: str
    anchors: tuple[str, ...]
    member: Any = None
    actor: Callable[[Any], Any] | None = None
    when: Callable[[Any], bool] | None = None
    until: Callable[[Any], bool] | None = None
    effects: Callable[[Any], Iterable[tuple[str, tuple[Any, ...] | None, Any]]] | None = None
    stages: tuple[Stage, ...] = ()


class Tracker(Generic[P]):
    """Steps a sequence of play. `position` may be replaced between steps, as players act.

    Iterating gives each innermost phase with whoever acts in it; the position then says so too.
    """

    def __init__(self, sequence: Stage, position: P) -> None:
        self.sequence, self.position = sequence, position

    def __iter__(self) -> Iterator[tuple[Stage, Any]]:
        """The innermost phases, in the order they are played."""
        return self._play(self.sequence, None)

    def _play(self, stage: Stage, actor: Any) -> Iterator[tuple[Stage, Any]]:
        if stage.when is not None and not stage.when(self.position):
            return
        if stage.actor is not None:
            actor = stage.actor(self.position)
        for _ in range(MAX_ROUNDS):
            if stage.member is not None:
                told: list[tuple[str, tuple[Any, ...] | None, Any]] = [("phase", (), stage.member)]
                told += [("active", (), actor)] if actor is not None else []
                self.position = changed(self.position, told)
                yield stage, actor
            for inner in stage.stages:
                yield from self._play(inner, actor)
            if stage.effects is not None:
                self.position = changed(self.position, list(stage.effects(self.position)))
            if stage.until is None or stage.until(self.position):
                return
