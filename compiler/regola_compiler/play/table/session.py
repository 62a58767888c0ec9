"""A game on the table: its states one after another, the moves that led there, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from regola_dsl.diagnostics import with_each
from regola_dsl.wording import say
from regola_runtime.play import (
    Arguments,
    Do,
    Due,
    End,
    Form,
    IllegalMove,
    Move,
    Offer,
    Roll,
    Rolled,
    State,
    shown,
)
from regola_runtime.played.dice import can_show, shown_by

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.duties import Duty, duties
from regola_compiler.evaluate.play.supposing import choices_of
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Expr, Program
from regola_compiler.model.types import FORBIDDEN
from regola_compiler.play.notation import move_text, value_text
from regola_compiler.play.rules import Playing

# How many rules that would allow an action are told.
MOST_TOLD = 5
OVER = say("the game is over: `undo` takes the last move back")


@dataclass(frozen=True, slots=True)
class Step:
    """What brought a play from one state to the next: a move with what its dice show, or dice alone."""

    move: Move | None
    rolled: Rolled = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something may not be done, or is as it is: a name of the rules, and the sections it stands in.

    Attributes:
        text: The name, or what else is said.
        sections: Where it stands.
        would_allow: What that rule would ask for to allow it, where no rule speaks now.
        empty: The list in which nothing is that could be chosen.
    """

    text: str
    sections: tuple[str, ...] = ()
    would_allow: Expr | None = None
    empty: Expr | None = None


@dataclass(frozen=True, slots=True)
class Why:
    """Whether a move may be made, and why."""

    allowed: bool
    answer: str
    reasons: tuple[Reason, ...]
    duties: tuple[Duty, ...] = ()


class GameSession:
    """A play with its history. What cannot be done raises, and leaves everything as it was."""

    def __init__(self, playing: Playing, scenario: str | None = None) -> None:
        self.playing, self.scenario = playing, scenario
        self.states: list[State[Position]] = [playing.engine.begin(playing.start(scenario))]
        self.history: list[Step] = []

    @property
    def program(self) -> Program:
        """The rules."""
        return self.playing.program

    @property
    def state(self) -> State[Position]:
        """Where the play has come to."""
        return self.states[-1]

    def moves(self) -> tuple[Move, ...]:
        """What may be done now, as far as it can be listed."""
        return self.playing.engine.listed(self.state).moves

    def forms(self) -> tuple[Form, ...]:
        """The actions that can be done in more ways than can be listed."""
        return self.playing.engine.listed(self.state).forms

    def may(self, move: Move) -> bool:
        """Whether a move may be made now; one that is listed may stand for it."""
        return self.playing.engine.may(self.state, move)

    def dice(self, move: Move) -> tuple[Roll, ...]:
        """What is rolled for a move."""
        return self.playing.engine.rolls(self.state, move)

    def do(self, move: Move, rolled: Rolled | None = None) -> None:
        """Make a move, with what its dice show.

        Raises:
            IllegalMove: if it may not be made here, or the dice are not those of the move.
            RuleError: if the rules give no answer.
        """
        if not self.may(move):
            raise IllegalMove(say("{move_text} is not allowed here", move_text=move_text(self.program, move)))
        _check_dice(self.dice(move), rolled or {}, shown(move))
        after = self.playing.engine.play(self.state, move, rolled or {}, check=False)
        self.history.append(Step(move, rolled or {}))
        self.states.append(after)

    def roll(self, rolled: Rolled) -> None:
        """Tell the dice that the play waits for.

        Raises:
            IllegalMove: if they are others.
            RuleError: if the rules give no answer.
        """
        _check_dice(self.state.awaited, rolled, self.state.phase)
        after = self.playing.engine.roll(self.state, rolled)
        self.history.append(Step(None, rolled))
        self.states.append(after)

    def step(self, step: Step) -> None:
        """Do what a history has next.

        Raises:
            IllegalMove: if it cannot be done here.
            RuleError: if the rules give no answer.
        """
        if step.move is not None:
            self.do(step.move, step.rolled)
        elif self.state.awaited:
            self.roll(step.rolled)
        else:
            raise IllegalMove(say("nothing is rolled here"))

    def undo(self, *, with_chance: bool = True) -> bool:
        """Take the last move back, with what chance brought after it, or the last dice alone; whether there was one."""
        last = len(self.history) - 1
        while with_chance and last >= 0 and self.history[last].move is None:
            last -= 1
        if last < 0:
            return False
        del self.history[last:], self.states[last + 1 :]
        return True

    def why(self, move: Move) -> Why:
        """Whether a move may be made now, and the rules that say so.

        Raises:
            RuleError: if the rules give no answer.
        """
        if self.state.over:
            return Why(False, "forbidden", (Reason(OVER),))
        legal = self.may(move)
        if isinstance(move, Offer) and not legal and isinstance(move.move, Do):
            return self.why(move.move)
        if not isinstance(move, Do):
            return Why(legal, "allowed" if legal else "forbidden", () if legal else self._waiting() or _no_end(move))
        outside = self._not_among(move)
        if outside is not None:
            return Why(False, "forbidden", (outside,))
        action = self.program.callables[move.action]
        assert isinstance(action, Action)
        run = Interpreter(self.program, self.state.position)
        run.trace = []
        answer = run.call(move.action, list(move.arguments))
        trace = [(name, anchors) for name, anchors in run.trace if name != move.action or anchors]
        reasons = [Reason(name, tuple(anchor.section for anchor in anchors)) for name, anchors in trace]
        if answer == FORBIDDEN and all(name == move.action for name, _ in run.trace):
            reasons += _would_allow(action)
        said = value_text(answer, action.result)
        if answer == FORBIDDEN or legal:
            when = duties(Interpreter(self.program, self.state.position), action, move.arguments, answer)
            return Why(legal, said, tuple(reasons), when)
        if move in self.state.stack[-1].declined:
            return Why(False, "forbidden", (Reason(say("it was declined, and nothing has been done since")), *reasons))
        if waiting := self._waiting():
            return Why(False, "forbidden", (*waiting, *reasons))
        others = (Offer(move),) if Offer(move) in self.moves() else self.moves()
        first = next((move_text(self.program, other) for other in others), "")
        why = (
            say("something else has to be done first: {first}", first=first)
            if first
            else say("nothing is done in `{phase}` now", phase=self.state.phase)
        )
        return Why(False, "forbidden", (Reason(why), *reasons))

    def _waiting(self) -> tuple[Reason, ...]:
        """What has to be done before anything else, or before the phase is ended."""
        pending = self.playing.engine.pending(self.state)
        return tuple(Reason(_pending_text([move_text(self.program, m) for m in some], due)) for due, some in pending)

    def _not_among(self, move: Do) -> Reason | None:
        """Which argument is not one of those it is chosen among."""
        deed = self.playing.engine.rules.deeds[move.action]
        action = self.program.callables[move.action]
        assert isinstance(action, Action)
        parameters = action.parameters
        for place, choices in enumerate(deed.choices):
            before: Arguments = move.arguments[:place]
            offered = list(choices(self.state.position, before))
            items = action.candidates[place] if action.candidates else None
            if not offered and items is not None:
                # Nothing is offered where what was chosen before rules the deed out, too: that is no reason here.
                if not any(choices_of(Interpreter(self.program, self.state.position), action, place, before)):
                    return Reason(
                        parameters[place].name, tuple(anchor.section for anchor in action.anchors), empty=items
                    )
                return None
            if offered and move.arguments[place] not in offered:
                type_ = parameters[place].type
                shown_ = [value_text(one, type_) for one in offered[:12]]
                listed = ", ".join([*shown_, *(["…"] if len(offered) > len(shown_) else [])]) or say("nothing at all")
                word = value_text(move.arguments[place], type_)
                return Reason(
                    say(
                        "`{name}` cannot be {word}: it is chosen among {listed}",
                        name=parameters[place].name,
                        word=word,
                        listed=listed,
                    )
                )
        return None


def _pending_text(moves: Sequence[str], due: Due) -> str:
    """That one of some moves has to be done: what `pending_text` of the runtime says, in whatever language."""
    some = with_each([*moves[:3], *(["…"] if len(moves) > 3 else [])], "or")
    if due.phase is None:
        return say("this has to be done at once: {moves}", moves=some)
    return say("this has to be done by the end of {phase}: {moves}", phase=due.phase, moves=some)


def _no_end(move: Move) -> tuple[Reason, ...]:
    """That a phase cannot be ended, where nothing has to be done first."""
    return (Reason(say("`{phase}` cannot be ended now", phase=move.phase)),) if isinstance(move, End) else ()


def _would_allow(action: Action) -> list[Reason]:
    """What rules would ask for to allow an action of which none speaks now."""
    may = [norm for norm in action.norms if norm.modality == Modality.MAY and norm.condition is not None]
    return [
        Reason(norm.name, tuple(anchor.section for anchor in norm.anchors), norm.condition) for norm in may[:MOST_TOLD]
    ]


def _check_dice(rolls: Sequence[Roll], rolled: Rolled, what: str) -> None:
    wanted = {(roll.fact, roll.arguments): roll.outcomes for roll in rolls}
    if wanted.keys() != rolled.keys():
        raise IllegalMove(say("the dice told are not those that are rolled for {what}", what=what))
    for key, value in rolled.items():
        if not can_show(wanted[key], value):
            raise IllegalMove(say("a die cannot show {value}", value=value))


def draw(rolls: Sequence[Roll], chance: Random) -> dict[tuple[str, Arguments], Any]:
    """What dice show, by chance. A pool of which nothing is left shows nothing."""
    found: dict[tuple[str, Arguments], Any] = {}
    for roll in rolls:
        if not roll.outcomes:
            raise IllegalMove(say("there is nothing left to draw for {fact}", fact=roll.fact))
        found[roll.fact, roll.arguments] = shown_by(roll.outcomes, chance)
    return found
