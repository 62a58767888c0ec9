"""Resolving again after a change: only the steps that rest on it are taken.

A step is kept with what it was given and with what it asked of the names, each with the answer: a verifying trace in
the words of Mokhov, Mitchell and Peyton Jones (2018, *Build Systems à la Carte*), and with the early cut-off of Salsa,
the engine behind rust-analyzer (Matsakis and others, github.com/salsa-rs/salsa): a declaration that was changed and
looks from outside as it did before changes nothing for those that ask it. Whatever is asked again and has the same
answer is the same object again, so that to hold a trace against the names is to compare objects.

A step is kept with each of the last ways it came out: what was changed is often changed back, and what names a type
is the same again when that is.

Steps in which something is wrong are kept only as long as nothing in all names moves: what they say of a name may rest
on every other, and on what other steps have said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from regola_compiler.incremental.steps.recent import LONG, WAYS, Recent
from regola_compiler.incremental.steps.steady_names import Looks, SteadyNames, Trace, WatchedNames
from regola_compiler.resolve.scope import Steps, SymbolTable

T = TypeVar("T")
Item = TypeVar("Item")


@dataclass(slots=True)
class _Kept:
    """A step that was taken: what it was given, what it asked, and what it came to.

    Where something is wrong in it, `told` are the names as it saw them, with what it reported.
    """

    given: tuple[object, ...]
    trace: Trace
    value: object
    told: WatchedNames | None = None


class KeptSteps(Steps):
    """Steps for a program that is resolved again and again."""

    def __init__(self) -> None:
        super().__init__()
        self._kept = Recent[Hashable, _Kept]()
        self._taken: dict[Hashable, _Kept] = {}
        self._last_taken: dict[Hashable, _Kept] = {}
        self._looks = Looks()
        self._names: SteadyNames | None = None
        self._round = 0
        # The names of the last round that came to its end, and whether this one has.
        self._last_names: SteadyNames | None = None
        self._ended = True
        self._last_made: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}
        # The same, of what looks at types beside an item; known of a round in which those were what they are.
        self._typed: dict[tuple[Callable[..., object], int], tuple[object, object]] = {}
        self._typed_by: list[tuple[SteadyNames, dict[tuple[Callable[..., object], int], tuple[object, object]]]] = []
        self._last_typed: dict[tuple[Callable[..., object], int], tuple[object, object]] | None = None

    def aside(self) -> KeptSteps:
        """Steps that know what these know, for a look at what might stand there: these learn nothing of it."""
        other = KeptSteps()
        other._kept, other._looks, other._names = self._kept.copy(), self._looks.copy(), self._names
        other._taken = dict(self._taken)
        other._last_made = {**self._last_made, **self._made}
        other._typed_by = list(self._typed_by)
        return other

    def names(self, lost: frozenset[str]) -> SymbolTable:
        """An empty table, for the next round. A round that was given up counts for none, but what it took is known."""
        if self._ended:
            self._turn()
        self._ended, self._taken, self._last_typed = False, {}, None
        self._names = SteadyNames(lost, self._last_names, self._looks)
        return self._names

    def _turn(self) -> None:
        """The last round has come to its end, and the next begins: what was not asked for in a while is forgotten."""
        self._round += 1
        self._kept.turn()
        self._looks.turn()
        if self._round % LONG == 0:
            self._last_made, self._made = self._made, {}
        self._last_taken, self._last_names = self._taken, self._names
        if self._last_names is not None:
            self._last_names.forget_before()

    def ended(self) -> None:
        """All steps of the round are taken."""
        self._ended = True

    def declared(self, names: SymbolTable) -> None:
        """All names are there that there will be."""
        assert isinstance(names, SteadyNames)
        names.settle()

    def take(self, key: Hashable, given: tuple[object, ...], names: SymbolTable, work: Callable[[SymbolTable], T]) -> T:
        """What `work` comes to, or came to when it was given and answered the same."""
        assert isinstance(names, SteadyNames)
        kept = self._taken_ahead(key, given, names) or self._known(key, given, names)
        if kept is None:
            watched = WatchedNames(names)
            done = work(watched)
            kept = _Kept(given, watched.trace, done, watched if watched.count() else None)
        self._taken[key] = kept
        if kept.told is None:
            self._kept.put(key, kept)
        else:
            names.absorb(kept.told)
        value: T = kept.value  # type: ignore[assignment]  # it is what this work came to
        return value

    def _taken_ahead(self, key: Hashable, given: tuple[object, ...], names: SteadyNames) -> _Kept | None:
        """The step as it was taken before its turn had come, if what others have told since changes nothing in it."""
        kept = self._taken.get(key)
        same = kept is not None and kept.given == given
        return kept if kept is not None and same and _is_still_meant(kept.trace, names) else None

    def _known(self, key: Hashable, given: tuple[object, ...], names: SteadyNames) -> _Kept | None:
        """The step as it was taken when it was given and answered the same, if it was."""
        last = self._last_taken.get(key)
        for kept in self._kept.ways(key):
            if kept.given == given and kept.trace.holds(names, held=kept is last):
                return kept
        if last is None or last.told is None or not names.still or last.given != given:
            return None
        return last if _is_still_meant(last.trace, names) else None

    def by_types(self, work: Callable[[Item, SymbolTable], T], item: Item, names: SymbolTable) -> T:
        """What `work` comes to, or came to when the types were the same; what reports something is not kept."""
        assert isinstance(names, SteadyNames)
        if self._last_typed is None:
            self._last_typed = next((typed for by, typed in self._typed_by if names.same_types(by)), {})
            self._typed = {}
            self._typed_by = [(names, self._typed), *(one for one in self._typed_by if one[1] is not self._last_typed)]
            del self._typed_by[WAYS:]
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


def _is_still_meant(trace: Trace, names: SteadyNames) -> bool:
    """Whether other steps have told of the same names as then what is meant by them."""
    return all(names.is_meant(missing) is said for missing, said in trace.meant.items())
