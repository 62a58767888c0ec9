"""Games played by chance: how long they are, who wins, what never happens, and where nobody can go on.

The generated module plays them, which is quicker; a game that went wrong there is played again by the interpreter, and
its word is told. Which rules have a say only the interpreter knows: it listens to the first games, and to a few that
have between them every action that these have not.

Every game has a source of chance of its own, made of the seed and the game's number: the same games come about on one
process and on many. What went wrong is told by the shortest history that was found of it, after everything was left
out of it that may be (the idea of *delta debugging*: Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing
Input, 2002).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from regola_dsl.wording import localized, say
from regola_runtime.errors import NoAnswer
from regola_runtime.play import Do, NotOver, PlayError, State
from regola_runtime.played.dice import can_show

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action, Clause, Definition, Fact, Modifiers, Norm, Program
from regola_compiler.model.types import NONE
from regola_compiler.play.forms import Form, Interpreted
from regola_compiler.play.many.policy import Chooser, Moment, Policy
from regola_compiler.play.notation import move_text, roll_text, value_text, winner_type
from regola_compiler.play.rules import Playing
from regola_compiler.play.table.record import as_examples
from regola_compiler.play.table.session import Step, draw
from regola_compiler.play.trouble import Trouble, stuck, trouble_of

# How many games without an end, and no other, are proof enough that there is none.
ENOUGH = 3
# How many steps are played to make one history shorter.
SHRINKING = 3_000


@dataclass(frozen=True, slots=True)
class Played:
    """A step of a game in words: who did what, in which phase, and what the dice showed."""

    phase: str
    actor: str
    move: str
    rolled: str


@dataclass(slots=True)
class GameResult:
    """How one game went.

    Attributes:
        number: Which of the games, from 1.
        ended: `over`, `unfinished` (it was longer than the limit), `stuck` or `problem`.
        length: How many moves were made.
        winner: Who won, if anybody.
        done: How often each action was done.
        heard: Whether it was listened to which rules had a say.
        spoke: In how many positions each rule, definition or table had a say.
        trouble: What went wrong, if anything.
        moves: The steps in words, if they were asked for.
    """

    number: int
    ended: str = "over"
    length: int = 0
    winner: str | None = None
    done: Counter[str] = field(default_factory=Counter)
    heard: bool = False
    spoke: Counter[str] = field(default_factory=Counter)
    trouble: Trouble | None = None
    moves: list[Played] = field(default_factory=list)


class Listening(Playing):
    """A program on the engine that notes which rules had a say, position by position."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.spoke: Counter[str] = Counter()

    def run(self, position: Position) -> Interpreter:
        """The interpreter in a position; what had a say in the last one is noted."""
        before = self._last
        run = super().run(position)
        if run is not before and before is not None:
            self.spoke.update(before.touched)
        return run

    def heard(self) -> Counter[str]:
        """What had a say since this was asked last."""
        if self._last is not None:
            self.spoke.update(self._last.touched)
        self._last = None
        found, self.spoke = self.spoke, Counter()
        return found


@dataclass(slots=True)
class _Game:
    """A game while it is played: its states, and the steps between them."""

    states: list[State[Any]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    trouble: Trouble | None = None
    rolled: int = 0

    def go(self, form: Form, step: Step, limit: int) -> None:
        """Take a step. Dice that are rolled on and on with nobody's move between them are a game without an end.

        Raises:
            NotOver: if more than `limit` of them are.
        """
        self.rolled = 0 if step.move is not None else self.rolled + 1
        if self.rolled > limit:
            raise NotOver("dice are rolled {number:,} times on end, and nobody has a move", number=limit)
        state = self.states[-1]
        self.steps.append(step)
        self.states.append(_after(form, state, step))


def play_out(
    form: Form,
    scenario: str | None,
    seed: int,
    number: int,
    *,
    limit: int,
    policy: Chooser | None = None,
    telling: bool = False,
    listening: bool = False,
    again: Interpreted | None = None,
) -> GameResult:
    """Play one game by chance.

    Args:
        form: the rules, in the form that plays.
        scenario: what it begins with.
        seed: of all games.
        number: of this one.
        limit: how many moves it may have.
        policy: what is done first, where there is a choice.
        telling: whether its moves are wanted in words.
        listening: whether it is noted which rules have a say; only the interpreter knows that.
        again: the interpreter's form, which plays a game that went wrong again: what it says is what is told.
    """
    ear = form.playing if isinstance(form, Interpreted) and isinstance(form.playing, Listening) else None
    if ear is not None:
        ear.heard()
    game = _by_chance(form, scenario, Random(f"{seed}/{number}"), limit, policy or Policy())  # noqa: S311  a game
    if game.trouble is not None and game.trouble.kind != "policy" and again is not None:
        result = play_out(again, scenario, seed, number, limit=limit, policy=policy, telling=telling)
        if result.trouble is None:
            told = say(
                "the module says `{message}`, and the interpreter does not: a fault of Regola's own",
                message=game.trouble.message,
            )
            result.ended, result.trouble = "problem", Trouble("disagreement", told, told)
        return result
    result = GameResult(number, trouble=game.trouble)
    if ear is not None and listening:
        result.heard, result.spoke = True, ear.heard()
    for state, step in zip(game.states, game.steps, strict=False):
        if step.move is not None:
            result.length += 1
        if isinstance(step.move, Do):
            result.done[step.move.action] += 1
        if telling:
            result.moves.append(_in_words(form, state, step))
    last = game.states[-1] if game.states else None
    if game.trouble is not None:
        result.ended = "stuck" if game.trouble.kind == "stuck" else "problem"
    elif last is not None and not last.over:
        result.ended = "unfinished"
    elif last is not None and last.outcome is not None and last.outcome.winner is not None:
        won, type_ = last.outcome.winner, winner_type(form.program)
        known = won if type_ is None else form.value(won, type_)
        if known != NONE:  # else the rules say that it is nobody
            result.winner = str(won) if type_ is None else value_text(known, type_)
    return result


def _by_chance(form: Form, scenario: str | None, chance: Random, limit: int, policy: Chooser) -> _Game:
    """A game from its start to its end, to the limit, or to where it cannot go on."""
    game, engine = _Game(), form.engine
    try:
        game.states.append(engine.begin(form.start(scenario)))
        made = 0
        while not (state := game.states[-1]).over:
            if (trouble := stuck(form, state)) is not None:
                game.trouble = trouble
                break
            if state.awaited:
                step = Step(None, draw(state.awaited, chance))
            elif made >= limit:
                break
            else:
                moment = Moment(form, state)
                move = moment.listed[policy.choose(moment, chance)]
                step = Step(move, draw(engine.rolls(state, move), chance))
                made += 1
            game.go(form, step, limit)
    except (RuleError, NoAnswer) as problem:
        game.trouble = trouble_of(form.program, problem)
    return game


def _after(form: Form, state: State[Any], step: Step) -> State[Any]:
    if step.move is None:
        return form.engine.roll(state, step.rolled)
    return form.engine.play(state, step.move, step.rolled, check=False)


def _in_words(form: Form, state: State[Any], step: Step) -> Played:
    actor = "" if state.actor is None else _player(form, state.actor)
    move = "" if step.move is None else move_text(form.program, form.move(step.move))
    rolled = roll_text(form.program, form.dice(step.rolled)) if step.rolled else ""
    return Played(state.phase, actor, move, rolled)


def _player(form: Form, value: Any) -> str:
    players = form.program.players
    return str(value) if players is None else value_text(form.value(value, players.type), players.type)


# --- the shortest history of what is wrong ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shortest:
    """A history after which something is wrong, and as examples to paste."""

    length: int
    trouble: Trouble
    example: str


def shortest(
    playing: Playing, scenario: str | None, seed: int, number: int, *, limit: int, policy: Chooser | None = None
) -> Shortest | None:
    """The history of a game that went wrong, made as short as may be; None if that game did not go wrong."""
    chance = Random(f"{seed}/{number}")  # noqa: S311  a game
    first = _by_chance(Interpreted(playing), scenario, chance, limit, policy or Policy())
    if first.trouble is None:
        return None
    # What a policy does is its own: without it the history would not come to the same.
    best = first if first.trouble.kind == "policy" else _shrunk(playing, scenario, first, limit)
    assert best.trouble is not None
    name = f"{best.trouble.kind}_{best.trouble.about}".replace("-", "_").replace(" ", "_").strip("_")
    where = f" ({best.trouble.place})" if best.trouble.place else ""
    remark = localized(say("then: {message}{where}", message=best.trouble.message, where=where))
    states = best.states
    text = as_examples(playing, states, best.steps, name, ending=[remark]) if states else f"# {remark}\n"
    return Shortest(sum(step.move is not None for step in best.steps), best.trouble, text)


def _shrunk(playing: Playing, scenario: str | None, game: _Game, limit: int) -> _Game:
    """A game without the steps that are not needed for it to go wrong in the same way."""
    best, left, size = game, SHRINKING, max(1, len(game.steps) // 2)
    while size >= 1:
        at, found = 0, False
        while at < len(best.steps) and left > 0:
            tried = _again(playing, scenario, [*best.steps[:at], *best.steps[at + size :]], limit)
            left -= len(tried.steps) + 1
            same = tried.trouble is not None and game.trouble is not None and tried.trouble.key == game.trouble.key
            if same and len(tried.steps) < len(best.steps):
                best, found = tried, True
            else:
                at += size
        if left <= 0:
            break
        size = size if found and size == 1 else size // 2
    return best


def _again(playing: Playing, scenario: str | None, steps: Sequence[Step], limit: int) -> _Game:
    """What comes of some steps: those that cannot be done are left out, dice that are missing show anything."""
    game, engine, form = _Game(), playing.engine, Interpreted(playing)
    try:
        game.states.append(engine.begin(playing.start(scenario)))
        for wanted in [*steps, None]:
            while (state := game.states[-1]).awaited:
                known = wanted.rolled if wanted is not None and wanted.move is None else {}
                game.go(form, Step(None, _dice(state.awaited, known)), limit)
            if (trouble := stuck(form, state)) is not None:
                game.trouble = trouble
                break
            moves = () if state.over else engine.moves(state)
            if wanted is not None and wanted.move is not None and wanted.move in moves:
                game.go(form, Step(wanted.move, _dice(engine.rolls(state, wanted.move), wanted.rolled)), limit)
    except (RuleError, PlayError) as problem:
        game.trouble = trouble_of(playing.program, problem)
    return game


def _dice(rolls: Sequence[Any], known: Any) -> dict[Any, Any]:
    """What dice show, as is known of them, or else their first side."""
    found = {}
    for roll in rolls:
        key = (roll.fact, roll.arguments)
        fits = key in known and can_show(roll.outcomes, known[key])
        found[key] = known[key] if fits else roll.outcomes[0][0]
    return found


# --- all games together ----------------------------------------------------------------------


def speakers(program: Program) -> list[str]:
    """Everything that can have a say: definitions, tables and their like, rules, and the exceptions to them."""
    found: list[str] = []
    for name, item in program.callables.items():
        match item:
            case Fact():
                continue
            case Definition(root=root):
                found += [name, *(f"{name}.{clause.name}" for clause in _exceptions(root))]
            case Modifiers(lines=lines):
                found += [name, *(f"{name}.{line.name}" for line in lines)]
            case Action(norms=norms):
                found += [name, *(path for norm in norms for path in _paths(norm, ""))]
            case _:
                found.append(name)
    return list(dict.fromkeys(found))


def _exceptions(clause: Clause) -> list[Clause]:
    return [inner for part in clause.exceptions for inner in (part, *_exceptions(part))]


def _paths(norm: Norm, above: str) -> list[str]:
    own = f"{above}{norm.name}"
    return [own, *(path for part in norm.exceptions for path in _paths(part, f"{own}."))]


@dataclass(slots=True)
class Summary:
    """What became of many games.

    Attributes:
        games: How many were played.
        lengths: How many games had how many moves.
        ended: How many ended how.
        winners: How many each has won; of those that were over, nobody is None.
        done: How often each action was done.
        heard: In how many games it was listened to which rules had a say.
        spoke: In how many positions of these each of the rules had one.
        kinds: By what was done in a game, the length and number of the shortest in which it was that.
        listened_to: What was done in the games that were listened to.
        troubles: By what went wrong, how many games it did so in, and the number of the shortest of them.
    """

    games: int = 0
    lengths: Counter[int] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    winners: Counter[str | None] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    heard: int = 0
    spoke: Counter[str] = field(default_factory=Counter)
    kinds: dict[frozenset[str], tuple[int, int]] = field(default_factory=dict)
    listened_to: set[str] = field(default_factory=set)
    troubles: dict[tuple[str, str, str], tuple[int, int, int]] = field(default_factory=dict)

    def add(self, result: GameResult) -> None:
        """Count one game more."""
        self.games += 1
        self.lengths[result.length] += 1
        self.ended[result.ended] += 1
        if result.ended == "over":
            self.winners[result.winner] += 1
        self.done.update(result.done)
        self.hear(result)
        kind, game = frozenset(result.done), (result.length, result.number)
        self.kinds[kind] = min(self.kinds.get(kind, game), game)
        if result.heard:
            self.listened_to.update(kind)
        if result.trouble is not None:
            key = result.trouble.key
            times, length, number = self.troubles.get(key, (0, result.length, result.number))
            if result.length < length:
                length, number = result.length, result.number
            self.troubles[key] = (times + 1, length, number)

    @property
    def is_endless(self) -> bool:
        """Whether enough games were played, and none had an end."""
        return self.games >= ENOUGH and self.games == sum(
            times for (kind, *_), (times, *_) in self.troubles.items() if kind == "endless"
        )

    def to_hear(self) -> list[int]:
        """The numbers of games that have between them every action that no game had which was listened to.

        The next one is always the one that has the most of them for its length, as the interpreter takes long
        (Chvátal, A Greedy Heuristic for the Set-Covering Problem, 1979).
        """
        missing, chosen = set(self.done) - self.listened_to, []
        while missing:
            (_, number), done = min(
                ((length / len(missing & kind), number), kind)
                for kind, (length, number) in self.kinds.items()
                if missing & kind
            )
            chosen.append(number)
            missing -= done
        return sorted(chosen)

    def hear(self, result: GameResult) -> None:
        """Count what had a say in a game, if it was listened to."""
        self.heard += result.heard
        self.spoke.update(result.spoke)
