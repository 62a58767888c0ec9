"""What a game is made of for the engine that plays it: phases and deeds, each made of functions of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from regola_runtime.moves import Arguments, Do, Due, Roll, Rolled
from regola_runtime.walked.likeness import Part

P = TypeVar("P")
Calls: TypeAlias = tuple[tuple[str, Arguments], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Deed(Generic[P]):
    """An action as it is played.

    Attributes:
        name: What it is called.
        phases: The innermost phases it is possible in; None for all.
        choices: By parameter, what it may be, where those before it are known.
        allowed: Whether it may be done with some arguments.
        due: Whether it must be, and until when.
        rolls: What is rolled for it.
        alike: By parameter, what is read of a list that is chosen for it, where that is not all; empty for none such.
        do: The position after it, and what it calls, where the dice are told.
        agreed: Who has to agree to it, if it is not he who does it.
        groups: The places of the parameters that are several of a list at once.
        moves: All of it that may be done, found at once; it has no answer, or None, where it is to be asked one by one.
    """

    name: str
    phases: frozenset[Any] | None
    choices: tuple[Callable[[P, Arguments], Iterable[Any]], ...]
    allowed: Callable[[P, Arguments], bool]
    do: Callable[[P, Arguments, Rolled], tuple[P, Calls]]
    due: Callable[[P, Arguments], Due | None] | None = None
    rolls: Callable[[P, Arguments], tuple[Roll, ...]] | None = None
    alike: tuple[tuple[Part, ...] | None, ...] = ()
    agreed: Callable[[P, Arguments], Any] | None = None
    groups: tuple[int, ...] = ()
    moves: Callable[[P], list[Do] | None] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Node(Generic[P]):
    """A phase, a loop or a block that repeats, as it is played. Every function is of the position.

    `together` are those who have to agree in it, and `alone` is who decides where they do not; `at_once` are those who
    act in it without seeing what the others do.
    """

    name: str
    inner: tuple[Node[P], ...] = ()
    member: Any = None
    parameters: tuple[str, ...] = ()
    when: Callable[[P], bool] | None = None
    actor: Callable[[P], Any] | None = None
    bound: str = ""
    items: Callable[[P], Iterable[Any]] | None = None
    where: Callable[[P], bool] | None = None
    order: Literal["listed", "any", "most", "least"] = "listed"
    amount: Callable[[P], Any] | None = None
    ties: Callable[[P], Any] | None = None
    optional: bool = False
    until: Callable[[P], bool] | None = None
    idle: bool = False
    stays: Callable[[P], bool] | None = None
    ends: Callable[[P], bool] | None = None
    begin: Callable[[P, Any], P] | None = None
    over: Callable[[P], P] | None = None
    rolls: Callable[[P], tuple[Roll, ...]] | None = None
    first: Callable[[P], tuple[P, Calls]] | None = None
    effects: Callable[[P], tuple[P, Calls]] | None = None
    endings: tuple[tuple[Callable[[P], bool], Callable[[P], Any] | None], ...] = ()
    called: bool = False
    together: Callable[[P], Iterable[Any]] | None = None
    alone: Callable[[P], Any] | None = None
    at_once: Callable[[P], Iterable[Any]] | None = None

    @property
    def several(self) -> bool:
        """Whether several act, together or at once."""
        return self.together is not None or self.at_once is not None


class Teller(Protocol[P]):
    """Whoever knows what a position is."""

    def tell(self, position: P, facts: Sequence[tuple[str, Arguments, Any]], /) -> P:
        """A position that says some facts more."""

    def forget(self, position: P, facts: Sequence[str], /) -> P:
        """A position that says nothing of some facts any more."""

    def there(self, position: P, item: Any, /) -> bool:
        """Whether one that a loop comes to is still there, if it is a piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Generic[P]):
    """All that is played: sequences one after the other, phases that are called, deeds, and events.

    `joined` is the position in which what several did apart comes together: it takes the one that they began with, and
    one of each. `settled` is a position without what need not be kept of it any more.
    """

    sequences: tuple[Node[P], ...]
    called: Mapping[str, Node[P]]
    deeds: Mapping[str, Deed[P]]
    teller: Teller[P]
    events: Callable[[P], tuple[P, Calls] | None] | None = None
    joined: Callable[[P, Sequence[P]], P] | None = None
    settled: Callable[[P], P] | None = None
