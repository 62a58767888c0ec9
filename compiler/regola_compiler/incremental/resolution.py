"""Resolving again after a change: only the steps that rest on it are taken.

A step is kept with what it was given and with what it asked of the names, each with the answer: a verifying trace in
the words of Mokhov, Mitchell and Peyton Jones (2018, *Build Systems à la Carte*), and with the early cut-off of Salsa,
the engine behind rust-analyzer (Matsakis and others, github.com/salsa-rs/salsa): a declaration that was changed and
looks from outside as it did before changes nothing for those that ask it. Whatever is asked again and has the same
answer is the same object again, so that to hold a trace against the names is to compare objects.

Steps in which something is wrong are not kept: they are few, and what they say of names may rest on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from regola_dsl.diagnostics import Missing

from regola_compiler.model.names import last_part
from regola_compiler.model.program import TypeInfo
from regola_compiler.model.types import EnumType, Type
from regola_compiler.resolve.scope import Signature, Steps, SymbolTable

T = TypeVar("T")
Item = TypeVar("Item")


class SteadyNames(SymbolTable):
    """The names of a program, those that look as they did last time being the same objects as then."""

    def __init__(self, lost: frozenset[str], before: SteadyNames | None) -> None:
        super().__init__(lost=lost)
        self._before = before
        self._all_signed: list[Signature] | None = None
        self._all_enums: list[EnumType] | None = None
        self._enums_with: dict[str, list[EnumType]] = {}
        self._by_last_part: dict[str, list[Signature]] = {}
        self._chosen: dict[tuple[str, str], list[Signature]] = {}
        self._settled = False
        # What looks otherwise than in the last round, or is new, or gone; None where there was none.
        self.moved: frozenset[str] | None = None

    def settle(self) -> None:
        """Everything is declared: tell what looks otherwise than in the last round."""
        before = self._before
        self._settled = True
        for one in self.steady_signed():
            self._by_last_part.setdefault(last_part(one.name), []).append(one)
        if before is None:
            return
        pairs: list[tuple[dict[str, object], dict[str, object]]] = [
            ({**self.signatures}, {**before.signatures}),
            ({**self.builtin}, {**before.builtin}),
            (_types_in(self), _types_in(before)),
        ]
        self.moved = frozenset(
            name for now, then in pairs for name in now.keys() | then.keys() if now.get(name) is not then.get(name)
        )

    def declare_type(self, name: str, info: TypeInfo) -> None:
        """Enter a type; one that has the same shape as before is the same."""
        old = self._before.types.get(name) if self._before else None
        if old is not None and old.type is not info.type and old.type == info.type:
            info = replace(info, type=old.type)
        super().declare_type(name, info)

    def declare_builtin(self, type_: EnumType) -> None:
        """Enter a type of the language's own; of the phases, one that has the same as before is the same."""
        old = self._before.builtin.get(type_.name) if self._before else None
        super().declare_builtin(old if old == type_ else type_)

    def sign(self, signature: Signature) -> None:
        """Enter a signature; one that is equal to what it was is the same."""
        old = self._before.signatures.get(signature.name) if self._before else None
        super().sign(old if old is not signature and old == signature else signature)

    def same_types(self, before: SteadyNames | None) -> bool:
        """Whether these come right behind others, and the types that are declared by now are theirs, and no others."""
        if (
            before is None
            or before is not self._before
            or len(self.types) != len(before.types)
            or self.builtin.keys() != before.builtin.keys()
        ):
            return False
        if any(before.builtin[name] is not one for name, one in self.builtin.items()):
            return False
        then = before.types
        return all(name in then and then[name].type is info.type for name, info in self.types.items())

    def steady_signed(self) -> list[Signature]:
        """All that can be asked; the same list as before where nothing in it changed."""
        if self._all_signed is None:
            found = self.signed()
            old = self._before.steady_signed() if self._before else []
            self._all_signed = old if _alike(old, found) else found
        return self._all_signed

    def signed_as(self, last: str) -> list[Signature]:
        """What can be asked of which the last part of the name is this."""
        return self._by_last_part.get(last, []) if self._settled else super().signed_as(last)

    def chosen(self, kind: str, owner: str = "") -> list[Signature]:
        """All of a kind, with an owner what belongs to that: sought once, where all names are there."""
        if not self._settled:
            return super().chosen(kind, owner)
        if (kind, owner) not in self._chosen:
            self._chosen[kind, owner] = super().chosen(kind, owner)
        return self._chosen[kind, owner]

    def steady_enums(self) -> list[EnumType]:
        """The enums and scales; the same list as before where nothing in it changed."""
        if self._all_enums is None:
            found = self.enums()
            old = self._before.steady_enums() if self._before else []
            self._all_enums = old if _alike(old, found) else found
        return self._all_enums

    def enums_with(self, label: str) -> list[EnumType]:
        """The enums and scales that have a value written `label`."""
        if label not in self._enums_with:
            self._enums_with[label] = super().enums_with(label)
        return self._enums_with[label]

    def forget_before(self) -> None:
        """Let go of the names before these, once all lists are known."""
        self.steady_signed()
        self.steady_enums()
        self._before = None


@dataclass(slots=True)
class Trace:
    """What a step asked of the names, with the answers it had."""

    signatures: dict[str, Signature | None] = field(default_factory=dict)
    types: dict[str, Type | None] = field(default_factory=dict)
    labels: dict[str, list[EnumType]] = field(default_factory=dict)
    lasts: dict[str, list[Signature]] = field(default_factory=dict)
    chosen: dict[tuple[str, str], list[Signature]] = field(default_factory=dict)
    all_signed: list[Signature] | None = None
    all_enums: list[EnumType] | None = None

    def holds(self, names: SteadyNames) -> bool:
        """Whether the names would give the same answers, as those of the last round did."""
        moved = names.moved
        if moved is None or not (moved.isdisjoint(self.signatures) and moved.isdisjoint(self.types)):
            same = all(names.signature(name) is known for name, known in self.signatures.items())
            if not same or any(names.type_called(name) is not known for name, known in self.types.items()):
                return False
        return (
            (moved == frozenset() or all(_alike(names.enums_with(label), all_) for label, all_ in self.labels.items()))
            and (moved == frozenset() or all(_alike(names.signed_as(last), all_) for last, all_ in self.lasts.items()))
            and (moved == frozenset() or all(_alike(names.chosen(*by), all_) for by, all_ in self.chosen.items()))
            and (self.all_signed is None or names.steady_signed() is self.all_signed)
            and (self.all_enums is None or names.steady_enums() is self.all_enums)
        )


class WatchedNames(SymbolTable):
    """The names as one step sees them: what it asks is noted."""

    def __init__(self, names: SteadyNames, trace: Trace | None = None) -> None:
        super().__init__(names.types, names.signatures, names.builtin, lost=names.lost)
        self._names = names
        self.trace = trace or Trace()

    def silent_copy(self) -> SymbolTable:
        """The same names for a look ahead: what it asks is noted all the same, for the step rests on its answers."""
        ahead = WatchedNames(self._names, self.trace)
        ahead.signatures = dict(self.signatures)
        return ahead

    def is_meant(self, missing: Missing) -> bool:
        """Whether this step or one before it has told what to write for a name that means nothing."""
        return super().is_meant(missing) or self._names.is_meant(missing)

    def signature(self, name: str) -> Signature | None:
        """How what is called `name` looks from outside."""
        found = self.trace.signatures[name] = super().signature(name)
        return found

    def signed(self) -> list[Signature]:
        """All that can be asked."""
        found = self.trace.all_signed = self._names.steady_signed()
        return found

    def signed_as(self, last: str) -> list[Signature]:
        """What can be asked of which the last part of the name is this."""
        found = self.trace.lasts[last] = self._names.signed_as(last)
        return found

    def chosen(self, kind: str, owner: str = "") -> list[Signature]:
        """All of a kind, with an owner what belongs to that."""
        found = self.trace.chosen[kind, owner] = self._names.chosen(kind, owner)
        return found

    def type_called(self, name: str) -> Type | None:
        """The type called `name`."""
        found = self.trace.types[name] = super().type_called(name)
        return found

    def enums(self) -> list[EnumType]:
        """The declared enums and scales."""
        found = self.trace.all_enums = self._names.steady_enums()
        return found

    def enums_with(self, label: str) -> list[EnumType]:
        """The enums and scales that have a value written `label`."""
        found = self.trace.labels[label] = self._names.enums_with(label)
        return found


@dataclass(slots=True)
class _Kept:
    """A step that was taken: what it was given, what it asked, and what it came to."""

    given: tuple[object, ...]
    trace: Trace
    value: object


class KeptSteps(Steps):
    """Steps for a program that is resolved again and again."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: dict[Hashable, _Kept] = {}
        self._taken: dict[Hashable, _Kept] = {}
        self._names: SteadyNames | None = None
        self._last_made: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}
        # The same, of what looks at types beside an item; known of the last round where those are what they were.
        self._typed: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}
        self._last_typed: dict[tuple[Callable[..., object], int], tuple[object, object]] | None = None
        self._typed_by: SteadyNames | None = None

    def aside(self) -> KeptSteps:
        """Steps that know what these know, for a look at what might stand there: these learn nothing of it."""
        other = KeptSteps()
        other._kept, other._names = dict(self._taken or self._kept), self._names
        other._last_made = self._made or self._last_made
        other._typed, other._typed_by = self._typed, self._typed_by
        return other

    def names(self, lost: frozenset[str]) -> SymbolTable:
        """An empty table, for the next round: what the last one did not take is forgotten."""
        if self._taken:
            self._kept, self._taken = self._taken, {}
            self._last_made, self._made = self._made, {}
        self._last_typed = None
        before = self._names
        if before is not None:
            before.forget_before()
        self._names = SteadyNames(lost, before)
        return self._names

    def declared(self, names: SymbolTable) -> None:
        """All names are there that there will be."""
        assert isinstance(names, SteadyNames)
        names.settle()

    def take(self, key: Hashable, given: tuple[object, ...], names: SymbolTable, work: Callable[[SymbolTable], T]) -> T:
        """What `work` comes to, or came to when it was given and answered the same."""
        assert isinstance(names, SteadyNames)
        kept = self._kept.get(key)
        if kept is not None and kept.given == given and kept.trace.holds(names):
            self._taken[key] = kept
            value: T = kept.value  # type: ignore[assignment]  # it is what this work came to
            return value
        watched = WatchedNames(names)
        done = work(watched)
        if watched.count():
            names.absorb(watched)
        else:
            self._taken[key] = _Kept(given, watched.trace, done)
        return done

    def by_types(self, work: Callable[[Item, SymbolTable], T], item: Item, names: SymbolTable) -> T:
        """What `work` comes to, or came to when the types were the same; what reports something is not kept."""
        assert isinstance(names, SteadyNames)
        if self._last_typed is None:
            self._last_typed, self._typed = self._typed if names.same_types(self._typed_by) else {}, {}
            self._typed_by = names
        known = self._last_typed.get((work, id(item)))
        if known is not None:
            self._typed[work, id(item)] = known
            value: T = known[1]  # type: ignore[assignment]  # it is what this work came to
            return value
        before = names.count()
        made = work(item, names)
        if names.count() == before:
            self._typed[work, id(item)] = (item, made)
        return made

    def _made_before(self, work: Callable[[Item], T], item: Item) -> tuple[object, object] | None:
        return self._last_made.get((work, id(item)))


def _types_in(names: SymbolTable) -> dict[str, object]:
    return {name: info.type for name, info in names.types.items()}


def _alike(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two lists hold the same objects."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
