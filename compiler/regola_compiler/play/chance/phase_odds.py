"""How likely each end of the playing of a phase is, exactly: a Markov chain on the states of the play.

States that differ by an exchange of alike pieces are one state. What a player chooses is fixed, by priorities or as the
first that is allowed; what dice show is not: every outcome is followed, those together that come to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from regola_dsl.wording import say
from regola_runtime.errors import NoAnswer
from regola_runtime.play import Decline, Do, Frame, Node, Offer, PlayError, Roll, State, TooMany
from regola_runtime.played.dice import Several
from regola_runtime.positions import Untold
from regola_runtime.values import Piece

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Handle
from regola_compiler.play.chance.crowd_walk import CrowdWalk
from regola_compiler.play.chance.crowds import ToldApart
from regola_compiler.play.chance.dice import Rolled, Spread
from regola_compiler.play.chance.markov import Chain, Chance, NeverEnds
from regola_compiler.play.forms import Form, Interpreted
from regola_compiler.play.many.policy import Chooser, Moment, Policy, rounds_of
from regola_compiler.play.notation import fact_text, value_text
from regola_compiler.play.positions import pieces_in, pointed_at, state_keys
from regola_compiler.play.trouble import stuck

MOST_STATES = 200_000
# So many are gone through piece by piece, which is done before it is seen whether classes of pieces are quicker.
FEW_STATES = 400


@dataclass(frozen=True, slots=True)
class End:
    """One way in which the playing of a phase can end: a position that stands for all alike, and how likely."""

    position: Position
    chance: Fraction | float


@dataclass(frozen=True, slots=True)
class Odds:
    """How a playing can end, and over how many states it went."""

    start: Position
    ends: tuple[End, ...]
    states: int


def phase_node(form: Form, name: str) -> Node[Any] | None:
    """The phase of this name, as it is played; the first, if there are several."""
    roots = (*form.engine.rules.sequences, *form.engine.rules.called.values())
    return next((node for root in roots for node in _nodes(root) if node.name == name), None)


def _nodes(node: Node[Any]) -> Iterator[Node[Any]]:
    yield node
    for part in node.inner:
        yield from _nodes(part)


def short_facts(program: Program) -> dict[str, str]:
    """What a phase is played with, and whom a loop has come to, by the short names that mean just one of them."""
    found: dict[str, list[str]] = {}
    for name, item in program.callables.items():
        if isinstance(item, Fact) and item.kind == "entered":
            found.setdefault(last_part(name), []).append(name)
    return {short: names[0] for short, names in found.items() if len(names) == 1}


def played_odds(
    form: Form,
    phase: str,
    position: Position,
    *,
    policy: Chooser | None = None,
    exact: bool = False,
    told_apart: bool = False,
    apart: Collection[Handle] = (),
    tell: Callable[[int], None] = lambda _: None,
) -> Odds:
    """How likely each end of the playing of a phase is.

    Args:
        form: the rules, in the form that plays.
        phase: the name of the phase.
        position: what it begins with, what it is played with among it, as the interpreter has it.
        policy: what is done first; the first that is allowed without.
        exact: fractions instead of floats.
        told_apart: each piece is followed by itself, as it is anyway where alike pieces do not stay alike.
        apart: pieces of which something is asked by their names: they are never exchanged for others.
        tell: is called now and then with the number of states found.

    Raises:
        PlayError: if there is no such phase, a state is stuck, the playing may never end or has too many states.
        RuleError: where the rules give no answer.
    """
    start = begun(form, phase, position)
    policy = policy or Policy()
    there = {piece for key, value in position.items() for piece in pieces_in((key[1], value))}
    apart = {*apart, *(policy.named_among(there) if isinstance(policy, Policy) else ())}
    walk = Walk(form, policy, apart)
    found: Found | None = None
    if not told_apart and not _is_small(walk, start, tell):
        found = _crowds(form, phase, position, policy, apart, tell)
    rows, position_of = found or (walk.rows(start, tell), walk.position)
    one: Chance = Fraction(1) if exact else 1.0
    try:
        chances = Chain([_shares(row, one) for row in rows], one).ends(0)
    except NeverEnds as problem:
        raise PlayError(say("the playing of `{phase}` may go on for ever", phase=phase)) from problem
    ends = (End(position_of(at), chance) for at, chance in chances.items())
    return Odds(form.position(start.position), tuple(ends), len(rows))


Found: TypeAlias = tuple[list[dict[int, int]], Callable[[int], Position]]


def _is_small(walk: Walk, start: State[Any], tell: Callable[[int], None]) -> bool:
    """Whether so few states are come to, piece by piece, that to look for classes would not pay."""
    try:
        return walk.goes(start, tell, FEW_STATES)
    except TooMany:
        return False


def _crowds(
    form: Form,
    phase: str,
    position: Position,
    policy: Chooser,
    apart: Collection[Handle],
    tell: Callable[[int], None],
) -> Found | None:
    """Where each state leads, and its position, with alike pieces as classes; None where they have to be told apart.

    Whoever tells them apart says what is wrong, too.
    """
    if not isinstance(policy, Policy) or policy.rounds:
        return None  # somebody's own code may look at each piece; and shapes know no rounds
    try:
        walk = CrowdWalk(form.program, policy, MOST_STATES, apart)
        node = phase_node(walk.form, phase)
        assert node is not None
        return walk.rows(position, node, position.get(("active", ())), tell), walk.position
    except TooMany:
        raise
    except (ToldApart, RuleError, NoAnswer):
        return None


def begun(form: Form, phase: str, position: Position) -> State[Any]:
    """The state in which a phase is played out of its order, and nothing after it.

    Raises:
        PlayError: if there is no such phase.
    """
    node = phase_node(form, phase)
    if node is None:
        raise PlayError(say("there is no phase `{phase}`", phase=phase))
    own = form.own(position)
    frame = Frame(node, 0, actor=_active(form, own))
    return form.engine.resume(State(own, (frame,), sequence=len(form.engine.rules.sequences)))


def _active(form: Form, position: Any) -> Any:
    """Who acts, if a position says it."""
    if isinstance(form, Interpreted):
        return position.get(("active", ()))
    told = getattr(position, position.named.get("active", ""), None)
    return None if isinstance(told, Untold) else told


def _shares(row: dict[int, int], one: Any) -> dict[int, Any]:
    """Weights in whole numbers as parts of one."""
    whole = sum(row.values())
    return {target: one * weight / whole for target, weight in row.items()}


def _keys(form: Form, rounds: Mapping[str, int], apart: Collection[Handle]) -> Callable[[State[Any]], Hashable]:
    """What tells states apart, and in which round of some phases they are, as far as it matters."""
    key = state_keys(form, apart)
    if not rounds:
        return key

    def with_rounds(state: State[Any]) -> Hashable:
        now = rounds_of(state)
        return key(state), tuple(min(now.get(name, 0), last) for name, last in rounds.items())

    return with_rounds


class Walk:
    """All states that a playing can come to."""

    def __init__(self, form: Form, policy: Chooser, apart: Collection[Handle] = ()) -> None:
        self.form, self.policy = form, policy
        rounds = policy.rounds if isinstance(policy, Policy) else {}
        self._key, self.spread = _keys(form, rounds, apart), Spread(form.program, apart=apart)
        self.states: list[State[Any]] = []
        self._numbers: dict[Any, int] = {}
        self._found: list[dict[int, int]] = []

    def rows(self, start: State[Position], tell: Callable[[int], None]) -> list[dict[int, int]]:
        """For each state where it leads, with weights in whole numbers; the first is the start.

        Raises:
            PlayError: where a state is stuck, or there are too many.
        """
        self.goes(start, tell, MOST_STATES)
        return self._found

    def goes(self, start: State[Position], tell: Callable[[int], None], most: int) -> bool:
        """Whether all states are found before there are more than `most`; whoever asks again goes on from there."""
        self._number(start)
        found = self._found
        while len(found) < len(self.states):
            if len(self.states) > most:
                return False
            state = self.states[len(found)]
            row: dict[int, int] = {}
            for after, weight in self._following(state):
                number = self._number(after)
                row[number] = row.get(number, 0) + weight
            found.append(row)
            if len(found) % 100 == 0:
                tell(len(found))
        return True

    def position(self, number: int) -> Position:
        """The position of a state."""
        return self.form.position(self.states[number].position)

    def look(self, start: State[Any], most: int) -> None:
        """Go so many steps from the start outwards."""
        self._number(start)
        for state in self.states:  # which grows meanwhile
            for after, _ in self._following(state):
                self._number(after)
                most -= 1
                if most <= 0:
                    return

    def _number(self, state: State[Position]) -> int:
        key = self._key(state)
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self.states):
            if number >= MOST_STATES:
                raise TooMany(
                    say(
                        "the playing comes to more than {most_states:,} states: tell more of the position",
                        most_states=MOST_STATES,
                    )
                )
            self.states.append(state)
        return number

    def _following(self, state: State[Any]) -> Iterator[tuple[State[Any], int]]:
        form, engine = self.form, self.form.engine
        if state.over:
            return
        if (trouble := stuck(form, state)) is not None:
            raise PlayError(trouble.message)
        kept = pointed_at(state)
        if state.awaited:
            for rolled, weight in self._outcomes(state, state.awaited, kept):
                yield engine.roll(state, rolled), weight
            return
        moment = Moment(form, state)
        move = moment.listed[self.policy.choose(moment)]
        made = move.move if isinstance(move, Offer | Decline) else move
        named = made.arguments if isinstance(made, Do) else ()
        kept |= {value for value in named if isinstance(value, Handle | Piece)}
        for rolled, weight in self._outcomes(state, engine.rolls(state, move), kept):
            yield engine.play(state, move, rolled, check=False), weight

    def _outcomes(self, state: State[Any], rolls: Sequence[Roll], kept: set[Any]) -> Iterator[tuple[Rolled, int]]:
        """What dice can show, those outcomes together that come to the same, as the form has it."""
        if not rolls:
            yield {}, 1
            return
        form = self.form
        position = form.position(state.position)
        if isinstance(form, Interpreted):
            yield from self.spread.outcomes(position, rolls, kept)
            return
        asked: list[Roll] = []
        own: dict[Any, tuple[Any, dict[Any, Any]]] = {}
        for roll in rolls:
            fact = form.program.callables.get(roll.fact)
            types = [] if fact is None else [parameter.type for parameter in fact.parameters]
            arguments = tuple(form.value(a, t) for a, t in zip(roll.arguments, types, strict=True))
            shows, back = roll.outcomes, dict[Any, Any]()
            if fact is not None and not isinstance(shows, Several):
                back = {form.value(value, fact.result): value for value, _ in shows}
                shows = tuple((form.value(value, fact.result), weight) for value, weight in shows)
            asked.append(Roll(roll.fact, arguments, shows))
            own[roll.fact, arguments] = (roll.fact, roll.arguments), back
        for rolled, weight in self.spread.outcomes(position, asked, {form.piece(one) for one in kept}):
            found = {}
            for key, value in rolled.items():
                there, back = own[key]
                found[there] = back.get(value, value)
            yield found, weight


def summed_changes(program: Program, before: Position, after: Position) -> list[tuple[str, str]]:
    """What is another than before, alike for positions that differ by an exchange of pieces.

    Of pieces that left it is said how many are left of their type; what is kept of each is added up, by its fact.
    """
    found: list[tuple[str, str]] = []
    for info in program.pieces.values():
        was, now = len(there_are(before, info.name)), len(there_are(after, info.name))
        if was != now:
            found.append((f"count of {info.name}", str(now)))
    of_pieces: Counter[str] = Counter()
    for key in dict.fromkeys([*before, *after]):
        fact = program.callables.get(key[0])
        if not isinstance(fact, Fact) or fact.kind != "state" or before.get(key) == after.get(key):
            continue
        if any(isinstance(one, Handle) and one.type in program.pieces for one in key[1]):
            if key in after:
                of_pieces[f"{key[0]} {value_text(after[key], fact.result)}"] += 1
        elif key in after:
            found.append((fact_text(program, *key), value_text(after[key], fact.result)))
    return [*found, *((f"count of {name}", str(times)) for name, times in sorted(of_pieces.items()))]
