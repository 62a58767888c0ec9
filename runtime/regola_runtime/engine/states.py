"""A play at a moment: the position, the phases that are open, and where each has come to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Generic, NamedTuple

from regola_runtime.engine.parts import Calls, Node, P
from regola_runtime.moves import Arguments, Do, End, Listed, Move, Roll

# Where the playing of a phase has come to.
ENTER, ROLL, FIRST, INNER, EFFECTS, ROUND, OVER = range(7)


class Offered(NamedTuple):
    """A move that was offered, and who has still to agree to it, in order."""

    move: Do | End
    left: Arguments


class Apart(NamedTuple):
    """Several who act at once: what they began with, who has still to act, and where those came to who have acted."""

    begun: Any
    left: Arguments
    ended: tuple[tuple[Any, Any], ...] = ()
    calls: Calls = ()


class Frame(NamedTuple):
    """A phase that is open: where it has come to, what is left of its list, who acts, what it still has to call.

    `declined` are the offers that were made in vain since something was done in it; with `alone` they could not agree,
    and one decides.
    """

    node: Node[Any]
    stage: int
    place: int = 0
    items: Arguments = ()
    actor: Any = None
    acted: bool = False
    rounds: int = 0
    calls: Calls = ()
    offered: Offered | None = None
    declined: tuple[Move, ...] = ()
    alone: bool = False
    apart: Apart | None = None

    def at(self, stage: int, calls: Calls = ()) -> Frame:
        """The same phase, come to another stage, with what it is to call; of what was offered nothing is left."""
        return Frame(self.node, stage, self.place, self.items, self.actor, self.acted, self.rounds, calls)

    def gone_on(self, items: Arguments | None = None) -> Frame:
        """The same phase, come to the next within it; or to the first again, with what is left of its list."""
        node, stage, place, listed, *rest = self
        place, listed = (place + 1, listed) if items is None else (0, items)
        return _framed((node, stage, place, listed, *rest))

    def deed_done(self) -> Frame:
        """The same phase after something was done in it, which only one that repeats until nobody acts asks."""
        frame = self._replace(acted=True) if self.node.idle and not self.acted else self
        return frame._replace(declined=(), alone=False, offered=None) if frame.is_asking else frame

    @property
    def is_asking(self) -> bool:
        """Whether something of what was offered is kept."""
        return self.alone or self.offered is not None or bool(self.declined)


_framed: Final[Callable[[tuple[Any, ...]], Frame]] = partial(tuple.__new__, Frame)


def opened(node: Node[Any], stage: int, actor: Any = None) -> Frame:
    """A phase that has just been opened, come to a stage."""
    return _framed((node, stage, 0, (), actor, False, 0, (), None, (), False, None))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: who has won it, if anybody."""

    winner: Any = None


@dataclass(frozen=True, slots=True)
class State(Generic[P]):
    """A play at a moment.

    Attributes:
        position: What is true.
        stack: The phases that are open, the outermost first.
        outcome: How the game has ended, if it has.
        awaited: What is to be rolled, if play waits for chance.
        stuck: Whether somebody must act, or end, and cannot.
        sequence: Which of the sequences is played, from 0.
        playings: How often the phase that the engine watches has been over.
        known: What may be done, once it was asked for.
    """

    position: P
    stack: tuple[Frame, ...]
    outcome: Outcome | None = None
    awaited: tuple[Roll, ...] = ()
    stuck: bool = False
    sequence: int = 0
    playings: int = 0
    known: list[Listed] = field(default_factory=list, compare=False, repr=False)

    @property
    def over(self) -> bool:
        """Whether nothing more is played."""
        return self.outcome is not None or not self.stack

    @property
    def actor(self) -> Any:
        """Who acts in the innermost phase, or is asked to agree, if somebody in particular is."""
        if not self.stack:
            return None
        top = self.stack[-1]
        return top.actor if top.offered is None else top.offered.left[0]

    @property
    def phase(self) -> str:
        """The name of the innermost phase."""
        return next((frame.node.name for frame in reversed(self.stack) if frame.node.name), "")
