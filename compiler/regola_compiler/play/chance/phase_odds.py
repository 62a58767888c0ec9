"""How likely each end of the playing of a phase is, exactly: a Markov chain on the states of the play.

States that differ by an exchange of alike pieces are one state. What a player chooses is fixed, by priorities or as the
first that is allowed; what dice show is not: every outcome is followed, those together that come to the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from regola_runtime.play import Do, Frame, Node, PlayError, State, TooMany

from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Handle
from regola_compiler.play.chance.dice import Spread
from regola_compiler.play.chance.markov import Chain, NeverEnds
from regola_compiler.play.forms import Interpreted
from regola_compiler.play.many.policy import Chooser, Moment, Policy
from regola_compiler.play.notation import fact_text, value_text
from regola_compiler.play.positions import Exchange, pointed_at
from regola_compiler.play.rules import Playing
from regola_compiler.play.trouble import stuck

MOST_STATES = 200_000


@dataclass(frozen=True, slots=True)
class End:
    """One way in which the playing of a phase can end: a state that stands for all alike, and how likely they are."""

    state: State[Position]
    chance: Fraction | float


@dataclass(frozen=True, slots=True)
class Odds:
    """How a playing can end, and over how many states it went."""

    start: State[Position]
    ends: tuple[End, ...]
    states: int


def phase_node(playing: Playing, name: str) -> Node[Position] | None:
    """The phase of this name, as it is played; the first, if there are several."""
    roots = (*playing.engine.rules.sequences, *playing.engine.rules.called.values())
    return next((node for root in roots for node in _nodes(root) if node.name == name), None)


def _nodes(node: Node[Position]) -> Iterator[Node[Position]]:
    yield node
    for part in node.inner:
        yield from _nodes(part)


def short_facts(program: Program) -> dict[str, str]:
    """What a phase is played with, and whom a loop has come to, by the short names that mean just one of them."""
    found: dict[str, list[str]] = {}
    for name, item in program.callables.items():
        if isinstance(item, Fact) and item.kind == "entered":
            found.setdefault(name.rpartition(".")[2], []).append(name)
    return {short: names[0] for short, names in found.items() if len(names) == 1}


def played_odds(
    playing: Playing,
    phase: str,
    position: Position,
    *,
    policy: Chooser | None = None,
    exact: bool = False,
    tell: Callable[[int], None] = lambda _: None,
) -> Odds:
    """How likely each end of the playing of a phase is.

    Args:
        playing: the rules.
        phase: the name of the phase.
        position: what it begins with, what it is played with among it.
        policy: what is done first; the first that is allowed without.
        exact: fractions instead of floats.
        tell: is called now and then with the number of states found.

    Raises:
        PlayError: if there is no such phase, a state is stuck, the playing may never end or has too many states.
        RuleError: where the rules give no answer.
    """
    node = phase_node(playing, phase)
    if node is None:
        raise PlayError(f"there is no phase `{phase}`")
    engine = playing.engine
    frame = Frame(node, 0, actor=position.get(("active", ())))
    start = engine.resume(State(position, (frame,), sequence=len(engine.rules.sequences)))
    walk = _Walk(playing, policy or Policy())
    rows = walk.rows(start, tell)
    try:
        if exact:
            whole = [_shares(row, Fraction(1)) for row in rows]
            found: dict[int, Any] = dict(Chain(whole, Fraction(1)).ends(0))
        else:
            found = dict(Chain([_shares(row, 1.0) for row in rows], 1.0).ends(0))
    except NeverEnds as problem:
        raise PlayError(f"the playing of `{phase}` may go on for ever") from problem
    return Odds(start, tuple(End(walk.states[at], chance) for at, chance in found.items()), len(rows))


def _shares(row: dict[int, int], one: Any) -> dict[int, Any]:
    """Weights in whole numbers as parts of one."""
    whole = sum(row.values())
    return {target: one * weight / whole for target, weight in row.items()}


class _Walk:
    """All states that a playing can come to."""

    def __init__(self, playing: Playing, policy: Chooser) -> None:
        self.playing, self.policy, self.form = playing, policy, Interpreted(playing)
        self.exchange, self.spread = Exchange(playing.program), Spread(playing)
        self.states: list[State[Position]] = []
        self._numbers: dict[Any, int] = {}

    def rows(self, start: State[Position], tell: Callable[[int], None]) -> list[dict[int, int]]:
        """For each state where it leads, with weights in whole numbers; the first is the start."""
        self._number(start)
        found: list[dict[int, int]] = []
        while len(found) < len(self.states):
            state = self.states[len(found)]
            row: dict[int, int] = {}
            for after, weight in self._following(state):
                number = self._number(after)
                row[number] = row.get(number, 0) + weight
            found.append(row)
            if len(found) % 100 == 0:
                tell(len(found))
        return found

    def _number(self, state: State[Position]) -> int:
        key = self.exchange.state_key(state)
        number = self._numbers.setdefault(key, len(self._numbers))
        if number == len(self.states):
            if number >= MOST_STATES:
                raise TooMany(f"the playing comes to more than {MOST_STATES:,} states: tell more of the position")
            self.states.append(state)
        return number

    def _following(self, state: State[Position]) -> Iterator[tuple[State[Position], int]]:
        form, engine = self.form, self.playing.engine
        if state.over:
            return
        if (trouble := stuck(form, state)) is not None:
            raise PlayError(trouble.message)
        kept = pointed_at(state)
        if state.awaited:
            for rolled, weight in self.spread.outcomes(state.position, state.awaited, kept):
                yield engine.roll(state, rolled), weight
            return
        moment = Moment(form, state)
        move = moment.listed[self.policy.choose(moment)]
        named = move.arguments if isinstance(move, Do) else ()
        kept |= {value for value in named if isinstance(value, Handle)}
        for rolled, weight in self.spread.outcomes(state.position, engine.rolls(state, move), kept):
            yield engine.play(state, move, rolled, check=False), weight


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
