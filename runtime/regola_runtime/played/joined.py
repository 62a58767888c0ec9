"""What several do at once comes together in a position of a generated module: see `regola_runtime.played.apart`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from regola_runtime.played.apart import Disagreement, added_up, together
from regola_runtime.played.secrets import Secrets, stands
from regola_runtime.played.situations import Frozen, Situation
from regola_runtime.played.turnout import hold, without
from regola_runtime.positions import UNTOLD, Untold

S = TypeVar("S", bound=Situation)
Key = tuple[str, tuple[Any, ...]]


class Joiner(Generic[S]):
    """Brings together what several did apart; `adds` are the fields that deeds only add to, and how each is read."""

    def __init__(
        self, adds: Mapping[str, Callable[..., Any]], own: Sequence[str], secrets: Secrets[S] | None = None
    ) -> None:
        """`own` are the fields that say whose turn it is, which is each one's own."""
        self._adds, self._own = adds, frozenset(own)
        self._shown = {} if secrets is None else secrets.shown

    def __call__(self, begun: S, ended: Sequence[S]) -> S:
        """The position in which it comes together.

        Raises:
            Disagreement: where two of them made different things of one fact.
            OutOfRange: where what adds up is outside its bounds.
        """
        gone = [
            piece
            for field in begun.extents.values()
            for piece in getattr(begun, field)
            if any(piece not in getattr(one, field) for one in ended)
        ]
        if gone:
            begun, ended = without(begun, gone), [without(one, gone) for one in ended]
        changed: list[Key] = []

        lists = {field: type_.__name__ for type_, field in begun.extents.items()}

        def add(key: Key, several: list[Any]) -> Any:
            if key[0] in lists:
                raise Disagreement(
                    "two of those who act at once make a piece of {list}, and which is which?", list=lists[key[0]]
                )
            if key[0] not in self._adds:
                return None
            changed.append(key)
            return added_up(self._adds[key[0]](begun, *key[1]), several)

        name = {field: fact.name for field, fact in begun.facts.items()}
        found = together(self._told(begun), [self._told(one) for one in ended], add=add, name=lambda key: name[key[0]])
        for key in changed:
            hold(found[key], begun.facts[key[0]])
        rows: dict[str, dict[tuple[Any, ...], Any]] = {}
        values: dict[str, Any] = {}
        for field, fact in begun.facts.items():
            if field in self._shown:
                continue
            if fact.rows and not fact.copied and field not in self._own:
                rows[field] = {}
            elif not fact.rows and field not in self._own and field not in begun.extents.values():
                values[field] = UNTOLD
        for (field, arguments), value in found.items():
            if field in rows:
                rows[field][arguments] = value
            else:
                values[field] = value
        values.update({field: Frozen(told) for field, told in rows.items()})
        after = begun.replaced(values)
        shown: dict[str, Any] = {}
        for field, (_, read) in self._shown.items():
            # What one of them showed is seen if it is so still when all has come together.
            told = [(key, value) for one in ended for key, value in getattr(one, field).items()]
            shown[field] = Frozen({key: value for key, value in told if stands(after, key[1:], value, read)})
        return after.replaced(shown) if shown else after

    def _told(self, position: S) -> dict[Key, Any]:
        """The facts of a position, one by one, without what is each one's own."""
        found: dict[Key, Any] = {}
        for field, fact in position.facts.items():
            told = getattr(position, field)
            if fact.copied or field in self._own or field in self._shown:
                continue
            if fact.rows:
                found.update({(field, key): value for key, value in told.items()})
            elif not isinstance(told, Untold):
                found[field, ()] = told
        return found
