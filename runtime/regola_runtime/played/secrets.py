"""What somebody sees of a position: all but what is hidden from him, and what he was shown as long as it is so still.

It is the meaning of the interpreter's `play.secrets`. What is hidden is left out, as if nothing were said of it; of a
copy of how things stood nobody sees more than he may see whatever happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from regola_runtime.errors import NoAnswer
from regola_runtime.played.situations import Frozen, Situation, plus
from regola_runtime.positions import UNTOLD, Untold

S = TypeVar("S", bound=Situation)


@dataclass(frozen=True, slots=True)
class Secret:
    """Who does not see a fact, or (`all_but`) who alone does; all do where `unless` holds. It is asked of arguments."""

    all_but: bool
    who: Callable[..., Any]
    unless: Callable[..., bool] | None = None

    def is_meant(self, position: Any, arguments: tuple[Any, ...], sides: frozenset[Any]) -> bool:
        """Whether those on some sides see it at any time."""
        named = self.who(position, *arguments)
        meant = named if isinstance(named, tuple) else (named,)
        return self.all_but is any(side in meant for side in sides)

    def is_seen(self, position: Any, arguments: tuple[Any, ...], sides: frozenset[Any]) -> bool:
        """Whether those on some sides see it now."""
        if self.unless is not None and self.unless(position, *arguments):
            return True
        return self.is_meant(position, arguments, sides)


@dataclass(frozen=True, slots=True, eq=False)
class Secrets(Generic[S]):
    """What is hidden in a game.

    Attributes:
        hidden: By field, from whom it is.
        shown: By the field that keeps what was shown: the field of the fact, and how that is read.
        side: On whose side a player is, where there are sides.
    """

    hidden: Mapping[str, Secret] = field(default_factory=dict)
    shown: Mapping[str, tuple[str, Callable[..., Any]]] = field(default_factory=dict)
    side: Callable[[S, Any], Any] | None = None

    def seen_by(self, position: S, viewer: Any) -> S:
        """A position without what is hidden from a player."""
        sides = frozenset({viewer} if self.side is None else {viewer, self.side(position, viewer)})
        values: dict[str, Any] = {}
        for name, secret in self.hidden.items():
            told = getattr(position, name)
            if position.facts[name].rows:
                kept = {key: value for key, value in told.items() if secret.is_seen(position, key, sides)}
                if len(kept) < len(told):
                    values[name] = Frozen(kept)
            elif not isinstance(told, Untold) and not secret.is_seen(position, (), sides):
                values[name] = UNTOLD
        for name, fact in position.facts.items():
            if fact.copied and (copies := getattr(position, name)):
                values[name] = Frozen({key: self._open_part(position, copy, sides) for key, copy in copies.items()})
        for name, (shown, read) in self.shown.items():
            for (who, *rest), value in getattr(position, name).items():
                if who in sides and stands(position, tuple(rest), value, read):
                    if position.facts[shown].rows:
                        values[shown] = plus(values.get(shown, getattr(position, shown)), ((tuple(rest), value),))
                    else:
                        values[shown] = value
            left = {
                key: value
                for key, value in values.get(name, getattr(position, name)).items()
                if key[0] in sides and stands(position, key[1:], value, read)
            }
            values[name] = Frozen(left)
        return position.replaced(values) if values else position

    def settled(self, position: S) -> S:
        """A position in which nothing is shown any more that is another than it was."""
        values: dict[str, Any] = {}
        for name, (_, read) in self.shown.items():
            told = getattr(position, name)
            left = {key: value for key, value in told.items() if stands(position, key[1:], value, read)}
            if len(left) < len(told):
                values[name] = Frozen(left)
        return position.replaced(values) if values else position

    def _open_part(self, position: S, copy: Mapping[str, Any], sides: frozenset[Any]) -> Frozen[str, Any]:
        found = {}
        for name, told in copy.items():
            secret = self.hidden.get(name)
            if secret is None:
                found[name] = told
            elif position.facts[name].rows:
                own = {key: value for key, value in told.items() if secret.is_meant(position, key, sides)}
                found[name] = Frozen(own)
            else:
                found[name] = told if secret.is_meant(position, (), sides) else UNTOLD
        return Frozen(found)


def stands(position: Any, arguments: tuple[Any, ...], value: Any, read: Callable[..., Any]) -> bool:
    """Whether a fact still is what it was; one that has no value any more is not."""
    try:
        return bool(read(position, *arguments) == value)
    except NoAnswer:
        return False
