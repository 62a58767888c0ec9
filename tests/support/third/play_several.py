"""Several players: who has to agree, who acts without being seen, and what each of them sees.

Part of the naive player, and like it written from the documents alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from regola_dsl import tree
from regola_dsl.kinds import EffectMode

from support.third.play_facts import Done, Standing, Table
from support.third.values import Silent, check

Key = tuple[str, tuple[Any, ...]]


@dataclass
class Shown:
    """What was shown: to whom, of which fact, what it was."""

    table: Table
    told: dict[tuple[Any, Key], Any] = field(default_factory=dict)

    def settle(self) -> None:
        """What has become another is not seen any more."""
        for one, value in list(self.told.items()):
            if not self.is_so(one[1], value):
                del self.told[one]

    def is_so(self, key: Key, value: Any) -> bool:
        """Whether a fact is as it was."""
        if any(getattr(part, "type", "") in self.table.standing.there and self._is_gone(part) for part in key[1]):
            return False
        return bool(self.table.fact(*key) == value)

    def _is_gone(self, piece: Any) -> bool:
        return piece not in self.table.standing.there[piece.type]


def view(table: Table, shown: Shown, viewer: Any, facts: dict[Key, Any]) -> dict[Key, Any]:
    """All facts as somebody sees them: those that are hidden from him are as if nothing was said of them."""
    found = {}
    for key, value in facts.items():
        node = table.book.items[key[0]]
        assert isinstance(node, tree.Fact)
        if _is_seen(table, node, key, viewer) or shown.told.get((viewer, key)) == value:
            found[key] = value
        else:
            before = dict(table.standing.told)
            table.standing.told.pop(key, None)
            found[key] = table.fact(*key)
            table.standing.told = before
    return found


def _is_seen(table: Table, node: tree.Fact, key: Key, viewer: Any) -> bool:
    if node.hidden is None:
        return True
    env = dict(zip((p.name.text for p in node.parameters), key[1], strict=True))
    if node.hidden.unless is not None and table.value(node.hidden.unless, env):
        return True
    return node.hidden.all_but is bool(table.value(node.hidden.who, env) == viewer)


@dataclass
class Own:
    """What one of those who act at once has come to: how things stand for him, what he did, what was shown."""

    standing: Standing
    log: list[Done]
    shown: dict[tuple[Any, Key], Any]


def joined(table: Table, begun: Standing, several: Sequence[Own]) -> Standing:
    """How things stand when what several did comes together."""
    there = {
        kind: tuple(one for one in those if all(one in own.standing.there[kind] for own in several))
        for kind, those in begun.there.items()
    }
    gone = {one for kind, those in begun.there.items() for one in those if one not in there[kind]}
    keys = dict.fromkeys(key for own in several for key in (*begun.told, *own.standing.told))
    told: dict[Key, Any] = {}
    for key in keys:
        if gone & set(key[1]):
            continue
        before = _read(table, begun, key)
        after = [_read(table, own.standing, key) for own in several]
        changed = [value for value in after if value != before]
        if not changed:
            if key in begun.told:
                told[key] = before
            continue
        node = table.book.items[key[0]]
        assert isinstance(node, tree.Fact)
        if len(changed) == 1:
            told[key] = changed[0]
        elif key[0] in _adding(table):
            told[key] = check(before + sum(value - before for value in changed), node.type)
        elif all(value == changed[0] for value in changed):
            told[key] = changed[0]
        else:
            raise Silent("contradiction")
    return Standing({key: value for key, value in told.items() if value not in gone}, there)


def _read(table: Table, standing: Standing, key: Key) -> Any:
    now, table.standing = table.standing, standing
    try:
        return table.fact(*key)
    finally:
        table.standing = now


def _adding(table: Table) -> set[str]:
    """The facts that deeds add to, and never set."""
    by: dict[bool, set[str]] = {True: set(), False: set()}
    for action in table.play_game.actions():
        for effect in action.effects:
            target = effect.target
            if effect.mode in {EffectMode.GAINS, EffectMode.LOSES, EffectMode.BECOMES, EffectMode.RESET}:
                name = target.name.text if isinstance(target, tree.Call) else getattr(target, "text", "")
                if isinstance(target, tree.FieldOf):
                    name = f"Unit.{target.field.text}"
                by[effect.mode in {EffectMode.GAINS, EffectMode.LOSES}].add(name)
    return by[True] - by[False]
