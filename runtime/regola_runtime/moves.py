"""What can be done in a game, and what is rolled for it: moves as values, and how one says them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from regola_runtime.errors import NoAnswer

Arguments: TypeAlias = tuple[Any, ...]
# What was rolled: the value of each die, by the fact it is and for whom.
Rolled: TypeAlias = Mapping[tuple[str, Arguments], Any]


class PlayError(NoAnswer):
    """Something that cannot be played.

    Attributes:
        template: What it says, with the names of its values in braces, for whoever says it in another language.
        values: The values.
    """

    def __init__(self, template: str = "", /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class IllegalMove(PlayError):  # noqa: N818  as users of python-chess know it
    """A move that the rules do not allow here."""


class NotOver(PlayError):  # noqa: N818  it says what is wrong
    """Rules that never come to an end by themselves."""


class TooMany(PlayError):  # noqa: N818  it says what is wrong
    """More moves than can be listed."""


class Roll(NamedTuple):
    """Dice to be rolled: the fact that takes what they show, for whom, and each outcome with its weight."""

    fact: str
    arguments: Arguments
    outcomes: Sequence[tuple[Any, int]]


class Do(NamedTuple):
    """An action done with some arguments."""

    action: str
    arguments: Arguments


# The same from both of its parts, without a look at them.
new_deed: Final[Callable[[tuple[str, Arguments]], Do]] = partial(tuple.__new__, Do)


class End(NamedTuple):
    """A phase that is ended by whoever acts in it."""

    phase: str


class Pick(NamedTuple):
    """Which of a list is played next."""

    variable: str
    item: Any


class Offer(NamedTuple):
    """That somebody is for a move which needs the agreement of others, of whom one at least is still to be asked."""

    move: Do | End


class Decline(NamedTuple):
    """That somebody is against a move that was offered."""

    move: Do | End


Move: TypeAlias = Do | End | Pick | Offer | Decline


class Form(NamedTuple):
    """An action that can be done in more ways than can be listed: it is said by hand, one argument after the other."""

    action: str
    arguments: Arguments
    candidates: tuple[Any, ...]


class Listed(NamedTuple):
    """What may be done: the moves that can be listed, and a form for each action of which there are too many."""

    moves: tuple[Move, ...]
    forms: tuple[Form, ...] = ()


class Due(NamedTuple):
    """That something must be done: at once (None), by the end of a phase, or whenever it is (``""``).

    `either` are the deeds of which one is enough, if there are several.
    """

    phase: str | None
    either: tuple[str, ...] = ()

    @property
    def leaves_time(self) -> bool:
        """Whether it need not be done next: it has a phase's time, or another deed would do."""
        return bool(self.phase or self.either)


def offers_deed(move: Move) -> bool:
    """Whether it is a deed that is offered."""
    return isinstance(move, Offer) and isinstance(move.move, Do)


def same_items(one: Iterable[Any], other: Iterable[Any]) -> bool:
    """Whether two lists have the same items, in whatever order."""
    left = list(other)
    for item in one:
        if item not in left:
            return False
        left.remove(item)
    return not left


def deed_of(move: Move) -> str | None:
    """The action that a move is about, if it is about one."""
    wanted = move.move if isinstance(move, Offer | Decline) else move
    return wanted.action if isinstance(wanted, Do) else None


def shown(move: Move) -> str:
    """A move as one writes it."""
    match move:
        case Offer(inner):
            return f"offer {shown(inner)}"
        case Decline(inner):
            return f"decline {shown(inner)}"
        case Do(action, arguments):
            return f"{action}({', '.join(map(str, arguments))})" if arguments else action
        case End(phase):
            return f"end {phase}"
        case Pick(_, item):
            return str(item)


def pending_text(moves: Sequence[str], due: Due) -> str:
    """That one of some moves has to be done, as one says it."""
    when = "at once" if due.phase is None else f"by the end of {due.phase}"
    some = [*moves[:3], *(["…"] if len(moves) > 3 else [])]
    return f"this has to be done {when}: {' or '.join(some)}"


def outcomes(rolls: Sequence[Roll]) -> Iterator[tuple[dict[tuple[str, Arguments], Any], int]]:
    """Everything that some dice can show together, with its weight."""
    for combination in product(*(roll.outcomes for roll in rolls)):
        weight = 1
        told = {}
        for roll, (value, part) in zip(rolls, combination, strict=True):
            told[roll.fact, roll.arguments] = value
            weight *= part
        yield told, weight
