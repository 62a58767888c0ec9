"""The names of a program that is resolved again and again: what looks as it did is the same object as then.

So to hold what a step asked of them against what they answer now is to compare objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from regola_dsl.diagnostics import Missing

from regola_compiler.incremental.steps.recent import Recent, steady
from regola_compiler.model.names import last_part
from regola_compiler.model.program import TypeInfo
from regola_compiler.model.types import EnumType, HandleType, RecordType, Type
from regola_compiler.resolve.scope import Signature, SymbolTable

_Declared: TypeAlias = EnumType | RecordType | HandleType


@dataclass(slots=True)
class Looks:
    """How types and what can be asked looked from outside in the last rounds, by their names."""

    types: Recent[str, _Declared] = field(default_factory=Recent)
    signatures: Recent[str, Signature] = field(default_factory=Recent)

    def turn(self) -> None:
        """A round begins."""
        self.types.turn()
        self.signatures.turn()

    def copy(self) -> Looks:
        """The same, for who must not change it."""
        return Looks(self.types.copy(), self.signatures.copy())


class SteadyNames(SymbolTable):
    """The names of a program, those that look as they did in one of the last rounds being the same objects as then."""

    def __init__(self, lost: frozenset[str], before: SteadyNames | None, looks: Looks) -> None:
        super().__init__(lost=lost)
        self._before = before
        self._looks = looks
        self._all_signed: list[Signature] | None = None
        self._all_enums: list[EnumType] | None = None
        self._enums_with: dict[str, list[EnumType]] = {}
        self._by_last_part: dict[str, list[Signature]] = {}
        self._chosen: dict[tuple[str, str], list[Signature]] = {}
        self._answering: dict[tuple[Type | None, ...], list[str]] = {}
        self._settled = False
        # What looks otherwise than in the last round, or is new, or gone; None where there was none.
        self.moved: frozenset[str] | None = None
        # Whether all is as in the last round, the order and what cannot be read with it.
        self.still = False

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
        self.still = (
            not self.moved
            and self.lost == before.lost
            and self.steady_signed() is before.steady_signed()
            and list(self.types) == list(before.types)
        )

    def declare_type(self, name: str, info: TypeInfo) -> None:
        """Enter a type; one that has the same shape as before is the same."""
        type_ = steady(name, info.type, self._looks.types)
        super().declare_type(name, info if type_ is info.type else replace(info, type=type_))

    def declare_builtin(self, type_: EnumType) -> None:
        """Enter a type of the language's own; of the phases, one that has the same as before is the same."""
        same = steady(f" {type_.name}", type_, self._looks.types)
        assert isinstance(same, EnumType)
        super().declare_builtin(same)

    def sign(self, signature: Signature) -> None:
        """Enter a signature; one that is equal to what it was is the same."""
        super().sign(steady(signature.name, signature, self._looks.signatures))

    def same_types(self, before: SteadyNames | None) -> bool:
        """Whether the types that are declared by now are those of others, and no more."""
        if before is None or len(self.types) != len(before.types) or self.builtin.keys() != before.builtin.keys():
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
            belonging = self._belonging.get(owner.partition(".")[0], ()) if owner else self.signatures.values()
            head = f"{owner}." if owner else ""
            self._chosen[kind, owner] = [s for s in belonging if s.name.startswith(head) and kind in {"", s.kind}]
        return self._chosen[kind, owner]

    @cached_property
    def _belonging(self) -> dict[str, list[Signature]]:
        """What belongs to something, by the first part of its name, in the order of the files."""
        found: dict[str, list[Signature]] = {}
        for name, one in self.signatures.items():
            first, dot, _ = name.partition(".")
            if dot:
                found.setdefault(first, []).append(one)
        return found

    def answering(self, results: Sequence[Type | None]) -> list[str]:
        """What is asked by its name alone and answers a value of one of some types: sought once."""
        if not self._settled:
            return super().answering(results)
        sought = tuple(results)
        if sought not in self._answering:
            self._answering[sought] = super().answering(sought)
        return self._answering[sought]

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
    # Of which unknown names it was asked whether another step had told what is meant.
    meant: dict[Missing, bool] = field(default_factory=dict)

    def holds(self, names: SteadyNames, *, held: bool) -> bool:
        """Whether the names would give the same answers.

        Args:
            names: The names.
            held: Whether those of the last round did.
        """
        moved = names.moved if held else None
        if moved is None or not (moved.isdisjoint(self.signatures) and moved.isdisjoint(self.types)):
            same = all(names.signature(name) is known for name, known in self.signatures.items())
            if not same or any(names.type_called(name) is not known for name, known in self.types.items()):
                return False
        return (
            (moved == frozenset() or all(_alike(names.enums_with(label), all_) for label, all_ in self.labels.items()))
            and (moved == frozenset() or all(_alike(names.signed_as(last), all_) for last, all_ in self.lasts.items()))
            and (moved == frozenset() or all(_alike(names.chosen(*by), all_) for by, all_ in self.chosen.items()))
            and (self.all_signed is None or _alike(names.steady_signed(), self.all_signed))
            and (self.all_enums is None or _alike(names.steady_enums(), self.all_enums))
        )


class WatchedNames(SymbolTable):
    """The names as one step sees them: what it asks is noted."""

    def __init__(self, names: SteadyNames, trace: Trace | None = None) -> None:
        super().__init__(types=names.types, signatures=names.signatures, builtin=names.builtin, lost=names.lost)
        self._names = names
        self.trace = trace or Trace()

    def silent_copy(self) -> SymbolTable:
        """The same names for a look ahead: what it asks is noted all the same, for the step rests on its answers."""
        ahead = WatchedNames(self._names, self.trace)
        ahead.signatures = dict(self.signatures)
        return ahead

    def is_meant(self, missing: Missing) -> bool:
        """Whether this step or one before it has told what to write for a name that means nothing."""
        if super().is_meant(missing):
            return True
        found = self.trace.meant[missing] = self._names.is_meant(missing)
        return found

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

    def answering(self, results: Sequence[Type | None]) -> list[str]:
        """What is asked by its name alone and answers a value of one of some types."""
        self.signed()  # what it rests on
        return self._names.answering(results)

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


def _types_in(names: SymbolTable) -> dict[str, object]:
    return {name: info.type for name, info in names.types.items()}


def _alike(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two lists hold the same objects."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
