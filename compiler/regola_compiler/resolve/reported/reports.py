"""What is wrong with the names of a program, as it is met: an unknown name is told once, however often it is used."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from regola_dsl.diagnostics import Code, Diagnostic, Label, Missing
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.types import Type
from regola_compiler.resolve import codes
from regola_compiler.resolve.reported.other_kinds import named_type
from regola_compiler.resolve.reported.unknown import AND_HERE, Names, as_unknown, instead

R = TypeVar("R", bound="Reports")

# How much was reported: how many mistakes, findings, silent ones, and places of each unknown name.
Mark: TypeAlias = tuple[int, int, int, dict[Missing, int]]


@dataclass(slots=True)
class Reports:
    """What was reported while a program is resolved.

    The places of an unknown name are collected, and become one finding when resolving ends. While something is `trying`
    whether another way would fit, what is reported is taken back.
    """

    found: list[Diagnostic] = field(default_factory=list)
    lost: frozenset[str] = frozenset()
    trying: bool = False
    _silent: int = 0
    _unknown: dict[Missing, list[Span]] = field(default_factory=dict)
    _candidates: dict[Missing, list[str]] = field(default_factory=dict)
    _meant: dict[Missing, str] = field(default_factory=dict)
    _fits: dict[Missing, Type] = field(default_factory=dict)
    _beside: dict[Missing, list[str]] = field(default_factory=dict)

    def report(
        self,
        code: Code,
        message: str,
        span: Span,
        label: str = "",
        *,
        related: tuple[Label, ...] = (),
        help: str = "",  # noqa: A002  as it is called in a finding
        notes: tuple[str, ...] = (),
        missing: Missing | None = None,
    ) -> None:
        """Add a finding."""
        self.found.append(Diagnostic(code, message, span, label, related, help, notes, missing=missing))

    def unknown(
        self,
        kind: str,
        name: str,
        span: Span,
        candidates: list[str],
        meant: str | Callable[[], str] = "",
        *,
        owner: str = "",
        fit: Type | None = None,
    ) -> None:
        """Note that `name` was used as a `kind` and means nothing, unless what declares it was not readable.

        Args:
            kind: as what it was used: a name, a phase, a value.
            name: the name.
            span: where.
            candidates: what there is of the kind.
            meant: what to write in its place, where more is known of that place than how names are spelt; or what finds
                it, if that is dear: it is told once, however often the name is used.
            owner: what it would belong to: the enum of a value, the record of a field.
            fit: of what type something is asked for there, if that is known.
        """
        if name in self.lost:
            self._silent += 1
            return
        missing = Missing(kind, name, owner)
        self._unknown.setdefault(missing, []).append(span)
        if meant and not self.is_meant(missing) and (said := meant if isinstance(meant, str) else meant()):
            self._meant[missing] = said
        if fit is not None:
            self._fits.setdefault(missing, fit)
        self._candidates.setdefault(missing, []).extend(candidates)

    def is_meant(self, missing: Missing) -> bool:
        """Whether it is told already what to write for a name that means nothing."""
        return missing in self._meant

    def stands_beside(self, name: str, owner: str, others: list[str]) -> None:
        """Note which values stand in the same list as a name that is none: a list has each once, so none is meant."""
        self._beside.setdefault(Missing("value", name, owner), []).extend(others)

    def told_elsewhere(self) -> None:
        """Note that something is wrong here of which another step tells."""
        self._silent += 1

    def count(self) -> int:
        """How many mistakes were met so far: to tell whether a declaration resolved."""
        return len(self.found) + self._silent + sum(map(len, self._unknown.values()))

    def mark(self) -> Mark:
        """How much was reported so far, to take back to it what is reported from here on."""
        return self.count(), len(self.found), self._silent, {key: len(spans) for key, spans in self._unknown.items()}

    def missed(self, name: str, mark: Mark) -> bool:
        """Whether a name was found unknown since a mark."""
        return any(key.name == name and len(spans) > mark[3].get(key, 0) for key, spans in self._unknown.items())

    def take_back(self, mark: Mark) -> None:
        """Forget what was reported since a mark: something else is told in its place."""
        _, found, self._silent, unknown = mark
        del self.found[found:]
        for key in list(self._unknown):
            del self._unknown[key][unknown.get(key, 0) :]
            if not self._unknown[key]:
                for noted in (self._unknown, self._candidates, self._meant, self._fits, self._beside):
                    noted.pop(key, None)

    def absorb(self, other: Reports) -> None:
        """Take over what was reported to another table."""
        self.found += other.found
        self._silent += other._silent
        for key, spans in other._unknown.items():
            self._unknown.setdefault(key, []).extend(spans)
            self._candidates.setdefault(key, []).extend(other._candidates[key])
        self._meant = {**other._meant, **self._meant}
        self._fits = {**other._fits, **self._fits}
        self._beside = {**{missing: list(names) for missing, names in other._beside.items()}, **self._beside}

    def ahead(self: R) -> R:
        """The same, for a look ahead: what is reported from here on is reported to it alone."""
        other = copy(self)
        Reports.__init__(other, lost=self.lost, trying=self.trying)
        other.absorb(self)
        return other

    def finished(self, names: Names) -> list[Diagnostic]:
        """All findings, unknown names grouped, of what declares these names."""
        for missing, places in self._unknown.items():
            spans = list(dict.fromkeys(places))  # what is looked at twice is told of once
            fit = self._fits.get(missing)
            help_text = instead(
                missing,
                self._candidates[missing],
                self._meant.get(missing, ""),
                fit,
                self._beside.get(missing, ()),
                names,
            )
            related = tuple(Label(span, AND_HERE) for span in spans[1:])
            noun = as_unknown(missing)
            if len(spans) > 1:
                noun = say("{unknown}, used in {places} places", unknown=noun, places=len(spans))
            self.found.append(
                Diagnostic(
                    codes.UNKNOWN_NAME,
                    noun,
                    spans[0],
                    say("not declared"),
                    related,
                    help_text,
                    missing=missing._replace(fit=named_type(fit)),
                )
            )
        return self.found
