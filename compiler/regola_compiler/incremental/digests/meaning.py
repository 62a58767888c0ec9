"""What a declaration means, in a few bytes, and what it rests on.

Two items have the same digest where they say the same, and the same *placed* digest where they say it at the same lines
of their declarations too: who asks something rests on what it says, who shows it on where it stands. Texts in the
languages of the game are no meaning and left out. Types that are declared are named, not written out, and so is
everything that is asked: what these mean has a digest of its own, and `Closures` joins them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pickle import Pickler
from typing import Any

from regola_dsl.kinds import EffectMode
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Text

from regola_compiler.analysis.symbolic.margins import steps_past
from regola_compiler.model.graph import strong_components
from regola_compiler.model.program import (
    Action,
    Assumption,
    Call,
    Choice,
    Clause,
    Const,
    Definition,
    Effect,
    Erratum,
    Example,
    Fact,
    Modifier,
    Modifiers,
    Norm,
    Path,
    Supposed,
    Table,
)
from regola_compiler.model.types import EnumType, HandleType, Member, RecordType, Type

DECLARED = (EnumType, RecordType, HandleType)
# These may end in a text, and no finding shows where they end.
END_IN_A_TEXT = frozenset(
    (Action, Assumption, Choice, Clause, Definition, Erratum, Example, Fact, Modifier, Modifiers, Norm, Path, Table)
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A digest without places and one with them, and the names of what is asked and of the types that are spoken of.

    `far` has the open scales of which values past their ends are named, each with how many steps; `homes` are the paths
    that parts of it stand under; `parts` the names of its rules and exceptions; `sections` those that it cites; `plays`
    says whether it plays a phase.
    """

    digest: bytes
    placed: bytes
    asks: frozenset[str]
    types: frozenset[str]
    far: tuple[tuple[str, int], ...] = ()
    homes: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    sections: frozenset[str] = frozenset()
    plays: bool = False


class _Reader(Pickler):
    """Walks an item as a pickle would be made of it; nothing is ever made of the pickle again.

    The standard library's pickler is the fastest walk there is. It remembers nothing (`fast`), as what is the same
    object here may be two equal ones there.
    """

    def __init__(self, stream: BytesIO, declared: Mapping[str, Type], root: object) -> None:
        super().__init__(stream, 5)
        self.fast = True
        self.asks: set[str] = set()
        self.types: set[str] = set()
        self.far: dict[str, int] = {}
        self.homes: set[str] = set()
        self.parts: set[str] = set()
        self.sections: set[str] = set()
        self.plays = False
        self.places: list[tuple[int, ...]] = []
        self._declared, self._root = declared, root

    def reducer_override(self, item: Any) -> Any:
        """What stands for an item: its class by name, and the parts of it that have a meaning."""
        kind = type(item)
        if kind is Text:
            return str, ("",)
        if kind is Span:
            self.homes.add(item.path)
            self.places.append((item.line, item.column, item.end_line, item.end_column))
            return str, (item.path,)
        if isinstance(item, DECLARED) and item is not self._root and self._declared.get(item.name) == item:
            self.types.add(item.name)
            return str, (item.name,)
        if kind is Call:
            self.asks.add(item.callee)
        elif kind is Effect:
            self.asks |= {item.fact, *item.fields}
            self.plays = self.plays or item.mode == EffectMode.PLAYS
        elif kind is Anchor:
            self.sections.add(item.section)
        elif kind is Clause or kind is Norm:
            self.parts.add(item.name)
        elif kind is Const and type(item.value) is Member and isinstance(item.type, EnumType):
            past = steps_past(item.value, item.type)
            if past:
                self.far[item.type.name] = max(past, self.far.get(item.type.name, 0))
        elif kind is Path:
            self.asks.add(item.over)
        elif kind is Supposed:
            # Of the past a phase is named, which has to be there.
            self.asks.add(item.of if item.kind in {"after", "can"} else "phase")
        names = _field_names(kind)  # type: ignore[arg-type]  # classes can be hashed
        if names is None:
            return NotImplemented
        parts = [getattr(item, name) for name in names]
        if kind in END_IN_A_TEXT:
            span = item.span
            self.homes.add(span.path)
            self.places.append((span.line, span.column))
            parts[names.index("span")] = span.path
        return str, (kind.__name__, *(sorted(part) if isinstance(part, frozenset) else part for part in parts))


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass that have a meaning, however many texts it has; None of anything else."""
    return (
        tuple(part.name for part in fields(kind) if part.name != "texts")
        if hasattr(kind, "__dataclass_fields__")
        else None
    )


def meaning_of(item: object, declared: Mapping[str, Type]) -> Meaning:
    """The digest of an item of the model, and what it rests on; `declared` are the types by their names."""
    stream = BytesIO()
    reader = _Reader(stream, declared, item)
    reader.dump((type(item).__name__, item))
    made = blake2b(stream.getbuffer(), digest_size=16)
    digest = made.digest()
    made.update(repr(reader.places).encode())
    return Meaning(
        digest,
        made.digest(),
        frozenset(reader.asks),
        frozenset(reader.types),
        tuple(sorted(reader.far.items())),
        frozenset(reader.homes),
        frozenset(reader.parts),
        frozenset(reader.sections),
        reader.plays,
    )


class Closures:
    """For each node of a graph a digest of itself and of all that it rests on, over however many steps.

    Nodes that rest on one another share what they rest on; the whole takes one walk (Tarjan 1972). Of a graph that has
    the edges of the one before, only what rests on a node that means something else is digested again.
    """

    def __init__(self) -> None:
        self._own: Mapping[str, bytes] = {}
        self._rests_on: Mapping[str, Sequence[str]] = {}
        self._components: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
        self._found: dict[str, bytes] = {}

    def of(self, own: Mapping[str, bytes], rests_on: Mapping[str, Sequence[str]]) -> dict[str, bytes]:
        """The digest of each node.

        Args:
            own: What each node means by itself.
            rests_on: What each rests on; a name that is no node counts by itself, as something that is not there.
        """
        if rests_on != self._rests_on:
            self._components = [
                (group, tuple({other for node in group for other in rests_on[node]} - {*group}))
                for group in strong_components(rests_on)
            ]
            self._found = {}
        before, known = self._own, self._found
        self._own, self._rests_on = own, rests_on
        changed = {node for node, digest in own.items() if node not in known or before[node] != digest}
        if changed:
            self._found = found = dict(known)
            for group, outside in self._components:
                if changed.isdisjoint(group) and changed.isdisjoint(outside):
                    continue
                shared = _shared(own, group, [found.get(other, other.encode("utf-8", "replace")) for other in outside])
                for node in group:
                    found[node] = blake2b(own[node] + shared, digest_size=16).digest()
                changed.update(group)
        return self._found


def _shared(own: Mapping[str, bytes], group: tuple[str, ...], outside: list[bytes]) -> bytes:
    """What nodes that rest on one another mean together, and what they rest on besides."""
    made = blake2b(digest_size=16)
    for part in sorted([own[node] for node in group] + outside):
        made.update(len(part).to_bytes(4, "big") + part)
    return made.digest()
