"""What may be done in a phase of a game: the deeds that are allowed, those that are due, and who has to agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic

from regola_runtime.answers import WHY
from regola_runtime.engine.parts import Deed, P, Rules
from regola_runtime.engine.states import (
    Frame,
)
from regola_runtime.errors import NoAnswer
from regola_runtime.moves import (
    Arguments,
    Decline,
    Do,
    Due,
    End,
    Form,
    Listed,
    Move,
    Offer,
    Pick,
    TooMany,
)
from regola_runtime.walked.likeness import first_alike

# How often one after the other an action is looked for at once in vain before it is no longer tried.
VAIN: Final = 20


class LegalMoves(Generic[P]):
    """What may be chosen by some rules. Of a play it keeps nothing; of an action, how often it was sought in vain."""

    def __init__(self, rules: Rules[P], most_moves: int) -> None:
        self.rules, self.most_moves = rules, most_moves
        self._in_vain: dict[str, int] = {}
        self._by_phase: dict[Any, list[Deed[P]]] = {}
        self._dues = {name: deed.due for name, deed in rules.deeds.items() if deed.due is not None}
        self._agreements = any(deed.agreed is not None for deed in rules.deeds.values())

    def moves(self, position: P, stack: tuple[Frame, ...]) -> Listed:
        """What whoever acts may do in a phase."""
        frame = stack[-1]
        node = frame.node
        if frame.offered is not None:
            move, left = frame.offered
            return Listed((move if len(left) == 1 else Offer(move), Decline(move)))
        if node.items is not None:
            picks: list[Move] = [Pick(node.bound, item) for item in self.candidates(position, frame)]
            return Listed((*picks, End(node.bound)) if node.optional else tuple(picks))
        wide: list[Deed[P]] = []
        fillings = list(self.fillings(position, node.member, wide))
        forms = tuple([Form(deed.name, (), tuple(deed.choices[0](position, ()))) for deed in wide])
        found = [move for move in fillings if move not in frame.declined] if frame.declined else fillings
        if not found and fillings and node.stays is not None and not node.stays(position):
            found = fillings  # it cannot be ended before they agree, so they are asked again
        moves = self._choices(position, stack, found)
        if node.together is None and not self._agreements:
            return Listed(moves, forms)
        asked = tuple(Offer(move) if self.asked(position, frame, move) else move for move in moves)
        return Listed(asked, forms)

    def _choices(self, position: P, stack: tuple[Frame, ...], found: list[Do]) -> tuple[Do | End, ...]:
        """Of the deeds that are allowed, what may be chosen now where some are due; and the end of the phase."""
        node, dues = stack[-1].node, self._dues
        asked = [(move, dues[move.action](position, move.arguments)) for move in found if move.action in dues]
        due = [(move, late) for move, late in asked if late is not None]
        if at_once := [move for move, late in due if late.phase is None]:
            return tuple(at_once)
        may_end = node.ends is None and not (node.stays is not None and not node.stays(position))
        if may_end and not any(self.ends(stack, late.phase) for _, late in due):
            return (*found, End(node.name))
        return tuple(found)

    def asked(self, position: P, frame: Frame, move: Do | End) -> Arguments:
        """Who has to agree to a move before it is made."""
        asked: Arguments = ()
        if frame.node.together is not None and not frame.alone:
            asked = tuple(dict.fromkeys(frame.node.together(position)))[1:]
        if isinstance(move, Do) and (agreed := self.rules.deeds[move.action].agreed) is not None:
            other = agreed(position, move.arguments)
            if other != frame.actor and other not in asked:
                asked = (*asked, other)
        return asked

    def due(self, position: P, move: Do) -> Due | None:
        """By when a deed has to be done, if it has to be."""
        asked = self.rules.deeds[move.action].due
        return None if asked is None else asked(position, move.arguments)

    def ends(self, stack: tuple[Frame, ...], phase: str | None) -> bool:
        """Whether the end of the innermost phase would be the end of one of this name."""
        for frame in reversed(stack):
            if frame.node.name == phase:
                return True
            if frame is not stack[-1] and (frame.place < len(frame.node.inner) or frame.items):
                return False
        return False

    def fillings(self, position: P, member: Any = None, wide: list[Deed[P]] | None = None) -> Iterator[Do]:
        """Every action with every arguments that are allowed; `wide` takes those that have too many to try.

        Raises:
            TooMany: if there are too many to try, and nobody takes them; or if it cannot be said which are due.
        """
        tried = 0
        for deed in self._possible(member):
            if deed.moves is not None and (moves := self._at_once(deed, position)) is not None:
                yield from moves
                continue
            waiting: list[Arguments] = [()]
            for place, choices in enumerate(deed.choices):
                parts = deed.alike[place] if deed.alike else None
                waiting = [
                    (*before, item)
                    for before in waiting
                    for item in (
                        choices(position, before) if parts is None else first_alike(parts, choices(position, before))
                    )
                ]
                tried += len(waiting)
                if tried > self.most_moves:
                    if wide is None or deed.due is not None:
                        raise TooMany("{action} can be done in more ways than can be listed", action=deed.name)
                    wide.append(deed)
                    tried -= len(waiting)
                    waiting = []
                    break
            for arguments in waiting:
                if deed.allowed(position, arguments):
                    yield Do(deed.name, arguments)

    def _possible(self, member: Any) -> Sequence[Deed[P]]:
        """The actions that are possible in a phase."""
        if member not in self._by_phase:
            deeds = self.rules.deeds.values()
            self._by_phase[member] = [one for one in deeds if one.phases is None or member in one.phases]
        return self._by_phase[member]

    def _at_once(self, deed: Deed[P], position: P) -> list[Do] | None:
        """All that may be done of an action; None where that is not found at once, or not for long now."""
        assert deed.moves is not None
        if WHY or self._in_vain.get(deed.name, 0) >= VAIN:
            return None
        try:
            found = deed.moves(position)
        except NoAnswer:
            found = None
        self._in_vain[deed.name] = 0 if found is not None else self._in_vain.get(deed.name, 0) + 1
        return found

    def candidates(self, position: P, frame: Frame) -> list[Any]:
        """Of what is left of a list, what may be played next, in order; a piece that is gone is no more."""
        node, tell, teller = frame.node, self.rules.teller.tell, self.rules.teller
        items = [item for item in frame.items if teller.there(position, item)]
        if node.where is None and node.amount is None:
            return items
        left: list[tuple[Any, P]] = [(item, tell(position, [(node.bound, (), item)])) for item in items]
        if node.where is not None:
            left = [(item, there) for item, there in left if node.where(there)]
        if node.amount is not None and left:
            measure = node.amount
            sign = -1 if node.order == "most" else 1
            ranked = [(sign * measure(there), item) for item, there in left]
            best = min(amount for amount, _ in ranked)
            return [item for amount, item in ranked if amount == best]
        return [item for item, _ in left]
