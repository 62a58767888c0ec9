"""A game in play: positions that follow one another, with the names that users of python-chess know.

    game = Game(PLAY)
    while not game.is_game_over():
        game.push(choice(game.legal_moves))
    game.outcome().winner

A `Play` is what a generated module offers: its rules for the engine, and the positions it can begin with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar, assert_never

from regola_runtime.answers import Function, Reason, explain, find
from regola_runtime.errors import UnknownScenario, WrongGame, WrongShape
from regola_runtime.play import (
    Arguments,
    Decline,
    Do,
    End,
    Engine,
    Form,
    IllegalMove,
    Move,
    Offer,
    Outcome,
    Pick,
    Roll,
    Rolled,
    Rules,
    State,
    pending_text,
    shown,
)
from regola_runtime.played.dice import can_show, shown_by
from regola_runtime.played.json_values import from_json, to_json
from regola_runtime.played.secrets import Secrets
from regola_runtime.played.situations import Situation

S = TypeVar("S", bound=Situation)
MOST_MOVES = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Play(Generic[S]):
    """A game as it can be played.

    Attributes:
        name: What the game is called.
        position: The class of its positions.
        rules: What is played, for the engine.
        start: The position that a scenario begins with, or the rules themselves.
        scenarios: The names of the scenarios.
        kinds: By action the kinds of its arguments, by loop that of its items.
        secrets: What is hidden from whom, if anything is.
        functions: The rules by their names, with their reasons.
    """

    name: str
    position: type[S]
    rules: Rules[S]
    start: Callable[[str | None], S]
    scenarios: tuple[str, ...]
    kinds: Mapping[str, tuple[Any, ...]]
    secrets: Secrets[S] | None = None
    functions: Callable[[], Mapping[str, Function]] | None = None

    def engine(self, **options: Any) -> Engine[S]:
        """The engine that plays it; options are the engine's."""
        return Engine(self.rules, **options)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move may not be made: what the rules answer, and the names of the rules that do, with their sections."""

    answer: str
    because: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What was done once: a move, or (None) what chance said by itself, with what was rolled."""

    move: Move | None
    rolled: Mapping[tuple[str, Arguments], Any]


@dataclass(slots=True)
class _Line:
    """A state, and how it came about."""

    state: State[Any]
    step: Step | None = None
    after: list[Step] = field(default_factory=list)


class Game(Generic[S]):
    """A game in play; `position` is a value that may be kept, the game itself changes with each move.

    Chance is rolled by `random`, seeded by `seed`, unless the dice are given to `push`.
    """

    def __init__(
        self,
        play: Play[S],
        scenario: str | None = None,
        *,
        position: S | None = None,
        seed: int | None = None,
        random: Random | None = None,
    ) -> None:
        """A game at its start.

        Raises:
            UnknownScenario: if there is no such scenario.
            Misfit: if the position that is given is none of these rules.
        """
        self.play, self.scenario = play, scenario
        self.random = random or Random(seed)  # noqa: S311  dice of a game are no secret
        self._engine = play.engine()
        if scenario is not None and scenario not in play.scenarios:
            known = ", ".join(play.scenarios) or "none"
            raise UnknownScenario("", f"no scenario is called `{scenario}`: there are {known}")
        self._given = None if position is None else position.checked()
        begin = play.start(scenario) if self._given is None else self._given
        self._lines = [_Line(self._engine.begin(begin))]
        self._roll_on()

    # --- what there is ---

    @property
    def state(self) -> State[S]:
        """The position with the phases that are open."""
        return self._lines[-1].state

    @property
    def position(self) -> S:
        """What is true now."""
        return self.state.position

    @property
    def turn(self) -> Any:
        """Who acts, if somebody in particular does."""
        return self.state.actor

    @property
    def phase(self) -> str:
        """The innermost phase that is open."""
        return self.state.phase

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """What may be done now, ends of phases and picks among it.

        Raises:
            TooMany: if an action can be done in more ways than can be listed; `forms` has it, and it can be pushed.
        """
        return self._engine.moves(self.state)

    @property
    def forms(self) -> tuple[Form, ...]:
        """The actions that can be done in more ways than can be listed; `narrowed` fills one in."""
        return self._engine.listed(self.state).forms

    def narrowed(self, form: Form, value: Any) -> Form | Do:
        """A form with its next argument filled in, or the deed that it comes to.

        Raises:
            IllegalMove: if it is none of the form's `candidates`.
        """
        return self._engine.narrowed(self.state, form, value)

    @property
    def move_stack(self) -> list[Move]:
        """The moves that were made."""
        return [line.step.move for line in self._lines if line.step is not None and line.step.move is not None]

    @property
    def history(self) -> list[Step]:
        """All that was done, and all that was rolled, in its order."""
        return [step for line in self._lines for step in ([line.step] if line.step else []) + line.after]

    def is_legal(self, move: Move) -> bool:
        """Whether a move may be made now."""
        return self._engine.may(self.state, move)

    def why_not(self, move: Move) -> Refusal | None:
        """Why a move may not be made now; None if it may.

        Raises:
            NoAnswer: if the rules give no answer.
            LookupError: if they know no such action.
        """
        if self.is_legal(move):
            return None
        wanted = move.move if isinstance(move, Offer | Decline) else move
        if not isinstance(wanted, Do) or self.play.functions is None:
            return Refusal("forbidden", self._waiting() or ((self._instead(), ()),))
        deed, position = self.play.rules.deeds.get(wanted.action), self.position
        function = find(self.play.functions(), wanted.action)
        if deed is None or len(wanted.arguments) != len(deed.choices):
            raise LookupError(f"`{wanted.action}` is done with {len(function.parameters)} arguments")
        for place, (name, choices) in enumerate(zip(function.parameters, deed.choices, strict=True)):
            among = list(choices(position, wanted.arguments[:place]))
            if wanted.arguments[place] not in among:
                listed = ", ".join([*map(str, among[:12]), *(["…"] if len(among) > 12 else [])]) or "nothing at all"
                text = f"`{name}` cannot be {wanted.arguments[place]}: it is chosen among {listed}"
                return Refusal("forbidden", ((text, ()),))
        given = dict(zip(function.parameters, wanted.arguments, strict=True))
        found = explain(function, given, position)
        if str(found.value) == "forbidden":
            return Refusal("forbidden", found.because)
        if self.state.stack and wanted in self.state.stack[-1].declined:
            return Refusal("forbidden", (("it was declined, and nothing has been done since", ()), *found.because))
        return Refusal("forbidden", (*(self._waiting() or ((self._instead(wanted), ()),)), *found.because))

    def _waiting(self) -> tuple[Reason, ...]:
        """What has to be done before anything else, or before the phase is ended."""
        pending = self._engine.pending(self.state)
        return tuple((pending_text([shown(move) for move in moves], due), ()) for due, moves in pending)

    def _instead(self, wanted: Do | None = None) -> str:
        """What may be done instead of something that the rules would allow."""
        moves = self._engine.listed(self.state).moves
        first = Offer(wanted) if wanted is not None and Offer(wanted) in moves else next(iter(moves), None)
        if first is None:
            return f"nothing is done in `{self.phase}` now"
        return f"something else has to be done first: {shown(first)}"

    def rolls(self, move: Move) -> tuple[Roll, ...]:
        """What is rolled for a move."""
        return self._engine.rolls(self.state, move)

    def is_game_over(self) -> bool:
        """Whether nothing more is played."""
        return self.state.over

    def is_stuck(self) -> bool:
        """Whether somebody must act, or end, and cannot: the rules leave the game without a way on."""
        return self.state.stuck

    def seen_by(self, player: Any) -> S:
        """The position as a player sees it: without what is hidden from him, and what others do at once with him."""
        position = self._engine.known_to(self.state, player)
        return position if self.play.secrets is None else self.play.secrets.seen_by(position, player)

    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it is played."""
        return self.state.outcome

    # --- what changes it ---

    def push(self, move: Move, rolled: Rolled | None = None) -> None:
        """Make a move; `rolled` is what its dice show, and chance says what is not given.

        Raises:
            IllegalMove: if it may not be made now.
        """
        move = self._engine.named(self.state, move)
        if not self.is_legal(move):
            raise IllegalMove("`{move}` is not allowed here", move=move)
        dice = self._dice(self.rolls(move), rolled)
        state = self._engine.play(self.state, move, dice, check=False)
        self._lines.append(_Line(state, Step(move, dice)))
        self._roll_on()

    def pop(self) -> Move:
        """Take the last move back, with what chance brought after it.

        Raises:
            IndexError: if none was made.
        """
        if len(self._lines) == 1:
            raise IndexError("no move was made")
        step = self._lines.pop().step
        assert step is not None
        assert step.move is not None
        return step.move

    def copy(self) -> Game[S]:
        """Another game at the same point; neither changes the other."""
        other: Game[S] = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.random = Random()  # noqa: S311  dice of a game are no secret
        other.random.setstate(self.random.getstate())
        other._lines = [_Line(line.state, line.step, list(line.after)) for line in self._lines]
        return other

    __copy__ = copy

    def _dice(self, rolls: Sequence[Roll], given: Rolled | None) -> dict[tuple[str, Arguments], Any]:
        found = {}
        for roll in rolls:
            key = (roll.fact, roll.arguments)
            if given is not None and key in given:
                if not can_show(roll.outcomes, given[key]):
                    raise IllegalMove("{fact} cannot show `{value}`", fact=roll.fact, value=given[key])
                found[key] = given[key]
            elif roll.outcomes:
                found[key] = shown_by(roll.outcomes, self.random)
        return found

    def _roll_on(self, given: Sequence[Step] | None = None) -> None:
        """What chance says by itself, until somebody chooses or the game is over."""
        left = list(given or ())
        while self.state.awaited:
            line = self._lines[-1]
            dice = self._dice(self.state.awaited, left.pop(0).rolled if left else None)
            line.after.append(Step(None, dice))
            line.state = self._engine.roll(self.state, dice)

    # --- as JSON ---

    def to_json(self) -> dict[str, Any]:
        """The game as what was done in it: it is played again when it is read."""
        found: dict[str, Any] = {"game": self.play.name}
        if self.scenario is not None:
            found["scenario"] = self.scenario
        if self._given is not None:
            found["position"] = self._given.to_json()
        found["history"] = [self._written(step) for step in self.history]
        return found

    @classmethod
    def from_json(cls, play: Play[S], written: Any, *, seed: int | None = None) -> Game[S]:
        """The game that some JSON writes.

        Raises:
            WrongGame: if it is of another game, or these rules do not allow what was done.
            Misfit: if it is no history; the class says what is wrong, `path` where.
        """
        if not isinstance(written, Mapping) or not isinstance(written.get("history"), list):
            raise WrongShape("", "a saved game is an object with its `game` and its `history`")
        if written.get("game") != play.name:
            raise WrongGame("game", f"this is `{play.name}`, and not `{str(written.get('game'))[:100]}`")
        if len(written["history"]) > MOST_MOVES:
            raise WrongShape("history", f"has more than {MOST_MOVES:,} entries")
        scenario = written.get("scenario")
        if scenario is not None and not isinstance(scenario, str):
            raise WrongShape("scenario", "is no text")
        position = play.position.from_json(written["position"]) if "position" in written else None
        game = cls(play, scenario, position=position, seed=seed)
        game._again(written["history"])
        return game

    def _again(self, history: Sequence[Any]) -> None:
        """Play what was done; what chance said after a move comes behind it."""
        entries = [(f"history[{place}]", self._read(entry, f"history[{place}]")) for place, entry in enumerate(history)]
        place = 0
        first = self._lines[0]
        if first.after:
            # What chance said at the start is what was written, not what was rolled just now.
            begin = self.play.start(self.scenario) if self._given is None else self._given
            first.state, first.after = self._engine.begin(begin), []
        while True:
            chance = []
            while place < len(entries) and entries[place][1].move is None:
                chance.append(entries[place][1])
                place += 1
            try:
                self._roll_on(chance)
            except IllegalMove as wrong:
                raise WrongGame(f"history[{place - 1}]", str(wrong)) from None
            if place >= len(entries):
                return
            path, step = entries[place]
            place += 1
            assert step.move is not None
            if not self.is_legal(step.move):
                raise WrongGame(path, f"`{step.move}` is not allowed there by these rules")
            try:
                dice = self._dice(self.rolls(step.move), step.rolled)
            except IllegalMove as wrong:
                raise WrongGame(path, str(wrong)) from None
            state = self._engine.play(self.state, step.move, dice, check=False)
            self._lines.append(_Line(state, Step(step.move, dice)))

    def _written(self, step: Step) -> dict[str, Any]:
        found = {} if step.move is None else self._move(step.move)
        if step.rolled:
            found["rolled"] = [self._die(name, key, value) for (name, key), value in step.rolled.items()]
        return found

    def _move(self, move: Move) -> dict[str, Any]:
        match move:
            case Do(action, arguments):
                kinds = self.play.kinds[action]
                return {"do": action, "with": [to_json(a, k) for a, k in zip(arguments, kinds, strict=True)]}
            case End(phase):
                return {"end": phase}
            case Pick(variable, item):
                return {"pick": variable, "item": to_json(item, self.play.kinds[variable][0])}
            case Offer(inner):
                return {"offer": self._move(inner)}
            case Decline(inner):
                return {"decline": self._move(inner)}
            case _:
                assert_never(move)

    def _die(self, name: str, arguments: Arguments, value: Any) -> list[Any]:
        fact = self.play.position.facts[self.play.position.named[name]]
        listed = [to_json(part, kind) for part, kind in zip(arguments, fact.parameters, strict=True)]
        return [name, *listed, to_json(value, fact.result)]

    def _read(self, entry: Any, path: str) -> Step:
        if not isinstance(entry, Mapping):
            raise WrongShape(path, "an entry is an object")
        rolled = {}
        for row in entry.get("rolled", ()):
            if not isinstance(row, list) or not row or not isinstance(row[0], str):
                raise WrongShape(path, "what was rolled is a list: the die, for whom, and what it shows")
            known = self.play.position.named.get(row[0])
            fact = None if known is None else self.play.position.facts[known]
            if fact is None or len(row) != len(fact.parameters) + 2:
                raise WrongShape(path, f"there is no such die as `{row[0][:100]}`")
            *key, value = (
                from_json(part, kind, path) for part, kind in zip(row[1:], (*fact.parameters, fact.result), strict=True)
            )
            rolled[row[0], tuple(key)] = value
        move: Move | None = None
        if "offer" in entry or "decline" in entry:
            offered = "offer" in entry
            written = entry["offer" if offered else "decline"]
            plain = isinstance(written, Mapping) and written.keys().isdisjoint({"offer", "decline"})
            inner = self._read(written, path).move if plain else None
            if not isinstance(inner, Do | End):
                raise WrongShape(path, "what is offered or declined is a deed, or the end of a phase")
            move = Offer(inner) if offered else Decline(inner)
        elif "do" in entry:
            kinds, given = self._kinds(entry["do"], path), entry.get("with", [])
            if not isinstance(given, list) or len(given) != len(kinds):
                raise WrongShape(path, f"`{entry['do']}` is done with {len(kinds)} arguments")
            move = Do(entry["do"], tuple(from_json(a, k, path) for a, k in zip(given, kinds, strict=True)))
        elif "end" in entry:
            move = End(entry["end"]) if isinstance(entry["end"], str) else None
        elif "pick" in entry:
            (kind,) = self._kinds(entry["pick"], path)
            move = Pick(entry["pick"], from_json(entry.get("item"), kind, path))
        elif not rolled:
            raise WrongShape(path, "nothing was done, and nothing rolled")
        return Step(move, rolled)

    def _kinds(self, name: Any, path: str) -> tuple[Any, ...]:
        kinds = self.play.kinds.get(name) if isinstance(name, str) else None
        if kinds is None:
            raise WrongGame(path, f"these rules know no `{str(name)[:100]}`")
        return kinds


def possible(play: Play[S], position: S, action: str, given: Mapping[int, Any], permission: Callable[..., Any]) -> bool:
    """Whether some filling of an action is allowed, where some of its arguments are given, by their place."""
    choices = play.rules.deeds[action].choices

    def further(before: Arguments) -> bool:
        place = len(before)
        if place == len(choices):
            return str(permission(position, *before)) != "forbidden"
        items = (given[place],) if place in given else choices[place](position, before)
        return any(further((*before, item)) for item in items)

    return further(())
