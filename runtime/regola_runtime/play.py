"""A game that is played: whose phase it is, what may be done, what comes next.

A game is a tree of phases and a list of deeds, each made of functions of a position. What a position is, nobody here
needs to know: it is told facts and asked nothing but by those functions. The state of a play is a position and a stack
of the phases that are open, and every state is a value: `play` makes the next one and leaves the old one as it was.

Whoever's phase it is does what is allowed as often as it is allowed, and ends it. A phase in which nobody could act
passes by itself. What a phase rolls is rolled when it begins; `first` comes before what lies inside it and `effects`
when that is over; a phase that a deed calls is played after the deed's other effects, and play then goes on where it
was. A state therefore waits for one of three: for a choice, for chance, or for nobody, when the game is over or stuck.

Where a deed needs the agreement of others, it is offered first; each of them says yes or no, and the last yes does it.
Where several act at once, one acts after the other, each on a position of his own that begins as the phase did; what
they have changed comes together when the last of them has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final, Generic

from regola_runtime.engine.legal import VAIN, LegalMoves
from regola_runtime.engine.parts import Calls, Deed, Node, P, Rules, Teller
from regola_runtime.engine.states import (
    EFFECTS,
    ENTER,
    FIRST,
    INNER,
    OVER,
    ROLL,
    ROUND,
    Apart,
    Frame,
    Offered,
    Outcome,
    State,
    opened,
)
from regola_runtime.moves import (
    Arguments,
    Decline,
    Do,
    Due,
    End,
    Form,
    IllegalMove,
    Listed,
    Move,
    NotOver,
    Offer,
    Pick,
    PlayError,
    Roll,
    Rolled,
    TooMany,
    deed_of,
    new_deed,
    offers_deed,
    outcomes,
    pending_text,
    same_items,
    shown,
)
from regola_runtime.walked.likeness import stands_for

MAX_STEPS: Final = 100_000
MAX_ROUNDS: Final = 1_000

__all__ = [
    "MAX_ROUNDS",
    "MAX_STEPS",
    "VAIN",
    "Apart",
    "Arguments",
    "Calls",
    "Decline",
    "Deed",
    "Do",
    "Due",
    "End",
    "Engine",
    "Form",
    "Frame",
    "IllegalMove",
    "Listed",
    "Move",
    "Node",
    "NotOver",
    "Offer",
    "Offered",
    "Outcome",
    "Pick",
    "PlayError",
    "Roll",
    "Rolled",
    "Rules",
    "State",
    "Teller",
    "TooMany",
    "new_deed",
    "opened",
    "outcomes",
    "pending_text",
    "shown",
]


class Engine(Generic[P]):
    """Plays by some rules. It keeps nothing of a play: states are handed in and out."""

    def __init__(self, rules: Rules[P], *, most_moves: int = 100_000, watched: str = "") -> None:
        self.rules, self.watched = rules, watched
        self.legal = LegalMoves(rules, most_moves)
        nodes = list(_nodes((*rules.sequences, *rules.called.values())))
        # Of a deed nothing is kept but what it brings about, and what it calls.
        self._is_plain = not any(deed.agreed for deed in rules.deeds.values())
        self._is_plain &= not any(node.idle or node.several for node in nodes)

    # --- what may be asked ---

    def begin(self, position: P) -> State[P]:
        """The first state of a play that begins with a position."""
        sequences = self.rules.sequences
        stack = (Frame(sequences[0], ENTER),) if sequences else ()
        return self._advance(State(position, stack))

    def moves(self, state: State[P]) -> tuple[Move, ...]:
        """What whoever acts may do, ends and picks among it; nothing where play waits for chance, or is over.

        Raises:
            TooMany: if an action can be done in more ways than can be listed; `listed` has a form for it.
        """
        moves, forms = self.listed(state)
        if forms:
            raise TooMany("{action} can be done in more ways than can be listed", action=forms[0].action)
        return moves

    def listed(self, state: State[P]) -> Listed:
        """The same, with a form in the place of all the ways of doing an action that has too many."""
        if not state.known:
            closed = state.over or state.awaited or state.stuck
            state.known.append(Listed(()) if closed else self.legal.moves(state.position, state.stack))
        return state.known[0]

    def narrowed(self, state: State[P], form: Form, value: Any) -> Form | Do:
        """A form with its next argument filled in, or the deed that it comes to; `may` says whether that is allowed.

        Raises:
            IllegalMove: if it is none of the candidates.
        """
        if value not in form.candidates:
            raise IllegalMove("{action} cannot be done with {value} here", action=form.action, value=value)
        arguments = (*form.arguments, value)
        choices = self.rules.deeds[form.action].choices
        if len(arguments) == len(choices):
            return Do(form.action, arguments)
        return Form(form.action, arguments, tuple(choices[len(arguments)](state.position, arguments)))

    def rolls(self, state: State[P], move: Move) -> tuple[Roll, ...]:
        """What is rolled for a move, before its effects."""
        if not isinstance(move, Do):
            return ()
        rolls = self.rules.deeds[move.action].rolls
        return () if rolls is None else rolls(state.position, move.arguments)

    def play(
        self,
        state: State[P],
        move: Move,
        rolled: Rolled | None = None,
        *,
        check: bool = True,
        enough: int | None = None,
        steps: int = MAX_STEPS,
    ) -> State[P]:
        """The state after a move; `rolled` is what the dice of an action show.

        With `enough`, play stops short when the phase that is watched has been over so often: what can be done then is
        not looked for, and the state cannot be played on. With `steps`, it stops on its way after so many of them, and
        `step` takes the next.

        Raises:
            IllegalMove: if the move may not be made here.
        """
        if check and not self.may(state, move):
            raise IllegalMove("{move} is not allowed here", move=shown(move))
        position = state.position
        if isinstance(move, Do) and self._is_plain:
            position, calls = self.rules.deeds[move.action].do(position, move.arguments, rolled or {})
            if self.rules.events is not None:
                position, more = self._events(position)
                calls = (*calls, *more)
            frames = (*state.stack[:-1], state.stack[-1]._replace(calls=calls)) if calls else state.stack
            return self._go_on(position, frames, state.sequence, state.playings, enough, steps)
        *below, top = state.stack
        match move:
            case Do(action, arguments):
                position, calls = self.rules.deeds[action].do(position, arguments, rolled or {})
                top = top.deed_done()
                if top.apart is None:
                    position, more = self._events(position)
                    top = top._replace(calls=(*calls, *more)) if calls or more else top
                else:  # the others see nothing of it yet, so nothing comes of it
                    top = top._replace(apart=top.apart._replace(calls=(*top.apart.calls, *calls)))
                stack = (*(frame.deed_done() for frame in below), top)
            case End():
                position, top = self._ended(position, top._replace(items=(), offered=None))
                stack = (*below, top)
            case Pick(_, item):
                position, top = self._picked(position, top, item)
                stack = (*below, top)
            case Offer(inner):
                left = self.legal.asked(position, top, inner) if top.offered is None else top.offered.left[1:]
                return replace(state, stack=(*below, top._replace(offered=Offered(inner, left))), known=[])
            case Decline(inner):
                stack = (*below, self._declined(position, top, inner))
        return self._go_on(position, tuple(stack), state.sequence, state.playings, enough, steps)

    def may(self, state: State[P], move: Move) -> bool:
        """Whether a move may be made: it is listed, or one that is listed stands for it, or it fits a form."""
        moves, forms = self.listed(state)
        move = self.named(state, move)
        if move in moves:
            return True
        if any(form.action == deed_of(move) for form in forms):
            return self._fits(state, move)
        deed = self.rules.deeds.get(move.action) if isinstance(move, Do) else None
        if not isinstance(move, Do) or deed is None or not deed.alike or len(move.arguments) != len(deed.choices):
            return False
        choices = [partial(choice, state.position) for choice in deed.choices]
        listed = stands_for(deed.alike, choices, move.arguments)
        return listed is not None and Do(move.action, listed) in moves

    def named(self, state: State[P], move: Move) -> Move:
        """A move with what is several of a list in the order of the list, whatever order they were named in."""
        deed = self.rules.deeds.get(move.action) if isinstance(move, Do) else None
        if not isinstance(move, Do) or deed is None or not deed.groups or len(move.arguments) != len(deed.choices):
            return move
        found: Arguments = ()
        for place, argument in enumerate(move.arguments):
            if place in deed.groups and isinstance(argument, list | tuple):
                offered = deed.choices[place](state.position, found)
                found = (*found, next((group for group in offered if same_items(group, argument)), argument))
            else:
                found = (*found, argument)
        return Do(move.action, found)

    def _fits(self, state: State[P], move: Move) -> bool:
        """Whether a deed may be done that is one of too many to be listed."""
        wanted = move.move if isinstance(move, Offer) else move
        frame = state.stack[-1]
        if not isinstance(wanted, Do) or isinstance(move, Decline) or wanted in frame.declined:
            return False
        deed = self.rules.deeds[wanted.action]
        places = range(len(deed.choices))
        among = len(wanted.arguments) == len(deed.choices) and all(
            wanted.arguments[place] in deed.choices[place](state.position, wanted.arguments[:place]) for place in places
        )
        offered = bool(self.legal.asked(state.position, frame, wanted)) is isinstance(move, Offer)
        return among and offered and deed.allowed(state.position, wanted.arguments)

    def roll(self, state: State[P], rolled: Rolled, *, enough: int | None = None, steps: int = MAX_STEPS) -> State[P]:
        """The state after what it waits for was rolled; `enough` and `steps` as in `play`."""
        told = [(roll.fact, roll.arguments, rolled[roll.fact, roll.arguments]) for roll in state.awaited]
        position = self.rules.teller.tell(state.position, told)
        *below, top = state.stack
        if top.stage == INNER:  # which of those that tie comes next
            ((_, _, item),) = told
            position, top = self._picked(state.position, top, item)
            stack = (*below, top)
        else:
            stack = (*below, top._replace(stage=FIRST))
        return self._go_on(position, tuple(stack), state.sequence, state.playings, enough, steps)

    def step(self, state: State[P]) -> State[P] | None:
        """A state on its way, one step on: a question to the rules at most; None if it waits or is over already."""
        if state.over or state.awaited or state.stuck or state.known:
            return None
        after = self._advance(state, steps=1)
        waits = after.over or after.awaited or after.known or after.stuck
        return after if waits or after.stack != state.stack else None

    def resume(self, state: State[P]) -> State[P]:
        """The state in which a play that was put together goes on until somebody chooses, or chance does."""
        return self._advance(state)

    def call(self, state: State[P], phase: str, arguments: Arguments) -> State[P]:
        """The state in which a phase is played out of its order, before play goes on."""
        *below, top = state.stack
        stack = (*below, top._replace(calls=((phase, arguments),)))
        return self._advance(State(state.position, stack, sequence=state.sequence, playings=state.playings))

    # --- what may be done ---

    def known_to(self, state: State[P], player: Any) -> P:
        """The position as far as it has come for a player: where several act at once, each sees his own deeds alone."""
        top = state.stack[-1] if state.stack else None
        if top is None or top.apart is None or top.actor == player:
            return state.position
        begun: P = top.apart.begun
        return next((position for who, position in top.apart.ended if who == player), begun)

    def _declined(self, position: P, frame: Frame, move: Do | End) -> Frame:
        """A phase in which somebody did not agree: one decides for all, or the same is not offered again so soon."""
        assert frame.offered is not None
        node, who = frame.node, frame.offered.left[0]
        if node.together is not None and not frame.alone and who in node.together(position):
            return frame._replace(offered=None, alone=True)
        return frame._replace(offered=None, declined=(*frame.declined, move))

    def pending(self, state: State[P]) -> list[tuple[Due, list[Do]]]:
        """What can be done and has to be, before anything else or before the phase is ended, by when it has to be."""
        found: dict[Due, list[Do]] = {}
        for move in self.listed(state).moves:
            wanted = move.move if isinstance(move, Offer) else move
            late = self.legal.due(state.position, wanted) if isinstance(wanted, Do) else None
            if (
                late is not None
                and isinstance(wanted, Do)
                and (late.phase is None or self.legal.ends(state.stack, late.phase))
            ):
                found.setdefault(late, []).append(wanted)
        return list(found.items())

    def fillings(self, position: P, member: Any = None) -> Iterator[Do]:
        """Every action with every arguments that are allowed in a phase, or in any.

        Raises:
            TooMany: if there are too many to try.
        """
        return self.legal.fillings(position, member)

    # --- what comes by itself ---

    def _advance(self, state: State[P], steps: int = MAX_STEPS) -> State[P]:
        return self._go_on(state.position, state.stack, state.sequence, state.playings, steps=steps)

    def _go_on(  # noqa: PLR0915  one loop over the stages of a phase
        self,
        position: P,
        frames: tuple[Frame, ...],
        sequence: int,
        playings: int,
        enough: int | None = None,
        steps: int = MAX_STEPS,
    ) -> State[P]:
        """The state in which play waits, from a position with some phases open.

        A phase goes through its stages in one go where nothing comes between them; a frame is kept of it only where
        something may, or one goes step by step.
        """
        stack, settled, by_step = list(frames), self.rules.settled, steps < MAX_STEPS
        for _ in range(steps):
            if enough is not None and playings >= enough:
                return State(position, tuple(stack), sequence=sequence, playings=playings)
            if not stack:
                sequence += 1
                if sequence >= len(self.rules.sequences):
                    return State(position, (), Outcome(), sequence=sequence, playings=playings)
                stack.append(opened(self.rules.sequences[sequence], ENTER))
            top = stack[-1]
            node, stage = top.node, top.stage
            if settled is not None:
                position = settled(position)
            if top.calls:
                position = self._called(position, stack, top)
                continue
            if stage == ENTER:
                if node.when is not None and not node.when(position):
                    stack.pop()
                    continue
                actor = top.actor if node.actor is None else node.actor(position)
                if node.several:
                    actor = None  # several act, each in turn
                position = self._entered(position, node, actor)
                if by_step or node.rolls is not None or node.first is not None or node.items is not None:
                    stack[-1] = opened(node, FIRST if node.rolls is None else ROLL, actor)
                    continue
                stack[-1] = top = opened(node, INNER, actor)
                stage = INNER
                position = position if settled is None else settled(position)
            elif stage == ROLL:
                awaited = () if node.rolls is None else node.rolls(position)
                if awaited:
                    return State(position, tuple(stack), awaited=awaited, sequence=sequence, playings=playings)
                stack[-1] = top.at(FIRST)
                continue
            elif stage == FIRST:
                items = () if node.items is None else tuple(dict.fromkeys(node.items(position)))
                position, calls = self._changed(position, node.first)
                place = len(node.inner) if node.items is not None else 0
                stack[-1] = top._replace(stage=INNER, items=items, place=place, calls=calls)
                continue
            if stage == INNER:
                if top.place < len(node.inner):
                    stack[-1] = top.gone_on()
                    if not node.inner[top.place].called:
                        stack.append(opened(node.inner[top.place], ENTER, top.actor))
                    continue
                if node.items is not None:
                    stack[-1] = top = self._without_void(position, top)
                    if candidates := self.legal.candidates(position, top):
                        if not (node.optional or (node.order != "listed" and len(candidates) > 1)):
                            position, stack[-1] = self._picked(position, top, candidates[0])
                            continue
                        # Ties that nobody decides are decided by chance.
                        tied = node.order != "any" and node.ties is None and not node.optional
                        toss = (Roll(node.bound, (), tuple((item, 1) for item in candidates)),) if tied else ()
                        return State(position, tuple(stack), awaited=toss, sequence=sequence, playings=playings)
                elif not node.inner and node.member is not None:
                    if node.several:
                        stack[-1] = top = self._whose(position, top)
                        if top.apart is not None and not top.apart.left:
                            stack[-1] = top.at(EFFECTS)
                            continue
                    position = self._here(position, node, top.actor)
                    if node.ends is None or not node.ends(position):
                        here = tuple(stack)
                        found = self.legal.moves(position, here)
                        moves = found.moves
                        if found.forms or (
                            moves
                            and (
                                type(moves[0]) is Do or any(isinstance(move, Do) or offers_deed(move) for move in moves)
                            )
                        ):
                            return State(position, here, sequence=sequence, playings=playings, known=[found])
                        if node.stays is not None and not node.stays(position):
                            return State(position, here, stuck=True, sequence=sequence, playings=playings)
                if top.apart is not None:
                    position, stack[-1] = self._ended(position, top)
                    continue
                if by_step:
                    stack[-1] = top.at(EFFECTS)
                    continue
                stage = EFFECTS
            if stage == EFFECTS:
                if by_step or node.effects is not None:
                    position, calls = self._changed(position, node.effects)
                    stack[-1] = top = top.at(ROUND, calls)
                    if calls or by_step:
                        continue
                stage = ROUND
                position = position if settled is None else settled(position)
            if stage == ROUND:
                for holds, winner in node.endings:
                    if holds(position):
                        won = None if winner is None else winner(position)
                        playings += any(frame.node.name == self.watched for frame in stack)
                        return State(position, (), Outcome(won), sequence=sequence, playings=playings)
                if (node.until is not None and not node.until(position)) or (node.idle and top.acted):
                    if top.rounds >= MAX_ROUNDS:
                        if not node.name:
                            raise NotOver("a block is repeated without an end")
                        raise NotOver("{phase} is repeated without an end", phase=node.name)
                    stage = INNER if node.items is None else FIRST
                    stack[-1] = Frame(node, stage, 0, top.items, top.actor, acted=False, rounds=top.rounds + 1)
                    continue
                if by_step:
                    stack[-1] = top.at(OVER)
                    continue
                position = position if settled is None else settled(position)
            position = position if node.over is None else node.over(position)
            playings += node.name == self.watched and bool(node.name)
            stack.pop()
        if by_step:
            return State(position, tuple(stack), sequence=sequence, playings=playings)
        raise NotOver("nobody acts, and the phases do not come to an end")

    def _called(self, position: P, stack: list[Frame], top: Frame) -> P:
        """The position in which a phase that was called begins; its frame is put on the stack."""
        (name, arguments), *rest = top.calls
        if any(frame.node.name == name for frame in stack):
            raise PlayError("phase {name} is being played, so it cannot be called", name=name)
        called = self.rules.called[name]
        told = [(fact, (), value) for fact, value in zip(called.parameters, arguments, strict=True)]
        stack[-1] = top._replace(calls=tuple(rest))
        stack.append(opened(called, ENTER, top.actor))
        return self.rules.teller.tell(position, told)

    def _whose(self, position: P, frame: Frame) -> Frame:
        """A phase with whose turn it is: of those who act together the first, of those who act at once the next."""
        node = frame.node
        if node.together is not None:
            first = None if frame.alone else next(iter(node.together(position)), None)
            if first is None:
                assert node.alone is not None
                first = node.alone(position)
            return frame._replace(actor=first)
        if node.at_once is not None:
            apart = frame.apart or Apart(position, tuple(dict.fromkeys(node.at_once(position))))
            return frame._replace(apart=apart, actor=apart.left[0] if apart.left else None)
        return frame

    def _ended(self, position: P, frame: Frame) -> tuple[P, Frame]:
        """Whoever acts has done what he wanted: a phase goes on to its effects, or to the next of those at once."""
        apart = frame.apart
        if apart is None or not apart.left:
            return position, frame.at(EFFECTS)
        who, *left = apart.left
        ended = (*apart.ended, (who, position))
        if left:
            return apart.begun, frame._replace(apart=apart._replace(left=tuple(left), ended=ended), declined=())
        assert self.rules.joined is not None
        position, calls = self._events(self.rules.joined(apart.begun, [own for _, own in ended]))
        return position, frame.at(EFFECTS, (*apart.calls, *calls))._replace(actor=None)

    def _entered(self, position: P, node: Node[P], actor: Any) -> P:
        if node.begin is not None:
            position = node.begin(position, actor)
        return self._here(position, node, actor)

    def _here(self, position: P, node: Node[P], actor: Any) -> P:
        """A position that says which phase it is, and whose."""
        if node.member is None:
            return position
        phase = ("phase", (), node.member)
        return self.rules.teller.tell(position, (phase,) if actor is None else (phase, ("active", (), actor)))

    def _changed(self, position: P, effects: Callable[[P], tuple[P, Calls]] | None) -> tuple[P, Calls]:
        if effects is None:
            return position, ()
        position, calls = effects(position)
        position, more = self._events(position)
        return position, (*calls, *more)

    def _events(self, position: P) -> tuple[P, Calls]:
        """What comes about as soon as something holds, in rounds, until nothing more does."""
        if self.rules.events is None:
            return position, ()
        calls: Calls = ()
        for _ in range(MAX_ROUNDS):
            found = self.rules.events(position)
            if found is None:
                return position, calls
            position, more = found
            calls = (*calls, *more)
        raise NotOver("events bring about one another without an end")

    def _without_void(self, position: P, frame: Frame) -> Frame:
        """A list without those at its beginning whose turn has come in vain."""
        if frame.node.order != "listed" or frame.node.where is None:
            return frame
        items = frame.items
        while items:
            there = self.rules.teller.tell(position, [(frame.node.bound, (), items[0])])
            if self.rules.teller.there(position, items[0]) and frame.node.where(there):
                break
            items = items[1:]
        return frame._replace(items=items)

    def _picked(self, position: P, frame: Frame, item: Any) -> tuple[P, Frame]:
        position = self.rules.teller.tell(position, ((frame.node.bound, (), item),))
        left = tuple([one for one in frame.items if one != item])
        return position, frame.gone_on(left)


def _nodes(nodes: Iterable[Node[P]]) -> Iterator[Node[P]]:
    """Some phases, and all within them."""
    for node in nodes:
        yield node
        yield from _nodes(node.inner)
