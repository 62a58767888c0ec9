"""All states that a playing can come to, with alike pieces as classes and counts: a lumped Markov chain.

States that differ by an exchange of alike pieces lead to the same states with the same chances, so the chain on their
classes is one itself (Kemeny and Snell, *Finite Markov Chains*, 1960, "lumpability"). No single piece is looked at. The
rules are asked of a shape (`shapes.py`), once, and what a die does to one of a class it does to each: how many of a
class show what is the multinomial distribution, and those of several classes are folded with one another. Only where a
rule asks how many there are is a shape asked with its counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, product
from math import comb, gcd, prod
from operator import add
from typing import Any, TypeAlias

from regola_dsl.wording import say
from regola_runtime.play import Decline, Do, Frame, Node, Offer, Roll, State, TooMany
from regola_runtime.played.dice import Several

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Program
from regola_compiler.model.types import Handle
from regola_compiler.play.chance.crowds import CrowdPlaying, Crowds, ToldApart, Uncounted
from regola_compiler.play.chance.dice import MOST_OUTCOMES, Rolled, Spread
from regola_compiler.play.chance.shapes import Counts, Places, Shape, Shapes
from regola_compiler.play.forms import Interpreted
from regola_compiler.play.many.policy import Moment, Policy
from regola_compiler.play.positions import pieces_in, pointed_at

# How many steps a playing takes between two things that are waited for, at most.
MOST_STEPS = 10_000
# After how many times that the rules were asked what comes next it is seen whether that pays, and how many steps from a
# state to another have to come of each.
ENOUGH_ASKED = 200
WORTH_ASKING = 20
# Where the pieces of a class go, with weights: another class, by place, or away (None).
Flow: TypeAlias = tuple[tuple[int | None, int], ...]


@dataclass(frozen=True, slots=True)
class _Branch:
    """What comes of a state for one outcome of what is not rolled by crowds.

    Attributes:
        weight: Of that outcome.
        shape: What it leads to.
        base: How many there are in each class whatever is rolled.
        flows: Of each class that there was: how many of it are in `base` already, and where the others go.
    """

    weight: int
    shape: Shape
    base: Counts
    flows: tuple[tuple[int, Flow], ...]


class CrowdWalk:
    """The states of a playing, by shape and counts; they are numbered as they are found."""

    def __init__(self, program: Program, policy: Policy, most: int, apart: Collection[Handle] = ()) -> None:
        self._playing = CrowdPlaying(program)
        self.form, self.policy, self._most = Interpreted(self._playing), policy, most
        self._spread = Spread(self._playing.program, self._playing.run)
        self._apart = frozenset(apart)
        self._onward: dict[Shape, tuple[Shape, Places] | None] = {}
        self._waiting: set[Shape] = set()
        self._plans: dict[Shape, list[_Branch] | None] = {}
        self._asked = 0
        self.states: list[tuple[Shape, Counts]] = []

    def rows(
        self, position: Position, node: Node[Any], actor: Any, tell: Callable[[int], None]
    ) -> list[dict[int, int]]:
        """For each state where it leads, with weights in whole numbers; the first is the start.

        Raises:
            ToldApart: if the rules tell alike pieces apart, nothing is alike, or too little.
            TooMany: if there are too many states, or outcomes of one roll.
            RuleError: where the rules give no answer.
            PlayError: where play cannot go on.
        """
        engine = self.form.engine
        there = {piece for key, value in position.items() for piece in pieces_in((key[1], value))}
        self._names = {type_: [*alike] for type_, alike in groupby(sorted(there, key=_type_of), key=_type_of)}
        self._shapes = Shapes(self._playing.program, self._apart | self.policy.named_among(there))
        self._playing.know(Crowds())
        start = State(position, (Frame(node, 0, actor=actor),), sequence=len(engine.rules.sequences))
        shape, places = self._shapes.of(start, Crowds())
        if len(shape.pieces) == len(places):
            raise ToldApart  # nothing is alike
        many = Counter(places.values())
        self._number(shape, tuple(many[place] for place in range(len(shape.pieces))))
        found: list[dict[int, int]] = []
        steps = 0
        while len(found) < len(self.states):
            row = self._row(*self.states[len(found)])
            found.append(row)
            steps += len(row)
            if self._asked >= ENOUGH_ASKED and steps < self._asked * WORTH_ASKING:
                raise ToldApart  # there is little that is alike: the module is quicker with each piece by itself
            if len(found) % 100 == 0:
                tell(len(found))
        return found

    def position(self, number: int) -> Position:
        """The position of a state, with every piece in it."""
        return self._shapes.spelt_out(*self.states[number], self._names)

    # --- from one state to those it leads to ---

    def _row(self, shape: Shape, counts: Counts) -> dict[int, int]:
        row: dict[int, int] = {}
        if shape.state.over:
            return row
        for branch in self._branches(shape, counts):
            found: dict[Counts, int] = {branch.base: branch.weight}
            nodes, size = branch.shape.nodes, len(branch.base)
            spreads = [
                _spread(flow, many - apart, size)
                for many, (apart, flow) in zip(counts, branch.flows, strict=True)
                if many > apart
            ]
            if prod(map(len, spreads)) > MOST_OUTCOMES:
                raise TooMany(say("the dice of one roll can show too much to follow it all"))
            spreads.sort(key=len)
            for spread in spreads[:-1]:
                after: dict[Counts, int] = {}
                for known, weight in found.items():
                    for more, part in spread:
                        key = tuple(map(add, known, more))
                        after[key] = after.get(key, 0) + weight * part
                found = after
            last = spreads[-1] if spreads else (((0,) * size, 1),)
            for known, weight in found.items():
                for more, part in last:
                    key = tuple(map(add, known, more))
                    number = nodes.get(key)
                    if number is None:
                        number = self._number(branch.shape, key)
                    row[number] = row.get(number, 0) + weight * part
        return row

    def _number(self, shape: Shape, counts: Counts) -> int:
        """The number of the state in which play waits next."""
        number = shape.nodes.get(counts)
        if number is None:
            at, many = self._followed(*self._shapes.present(shape, counts))
            known = at.nodes.get(many)
            if known is None:
                known = len(self.states)
                if known >= self._most:
                    raise TooMany(
                        say(
                            "the playing comes to more than {most:,} states: tell more of the position", most=self._most
                        )
                    )
                self.states.append((at, many))
                at.nodes[many] = known
            number = shape.nodes[counts] = known
        return number

    def _followed(self, shape: Shape, counts: Counts) -> tuple[Shape, Counts]:
        """Where play goes by itself until it waits for somebody, for chance, or is over."""
        for _ in range(MOST_STEPS):
            if shape in self._waiting or shape.state.over:
                return shape, counts
            if shape not in self._onward:
                self._onward[shape] = self._gone_on(shape)
            onward = self._onward[shape]
            if shape in self._waiting:
                return shape, counts
            crowds = shape.crowds()
            if onward is None:
                crowds = shape.crowds(counts)
                after = self._step(shape.state, crowds)
                if after is None:
                    return shape, counts
                onward = self._shapes.of(after, crowds)
            shape, counts = self._shapes.present(onward[0], _moved(shape, counts, onward))
        raise ToldApart

    def _gone_on(self, shape: Shape) -> tuple[Shape, Places] | None:
        """As far as play goes whatever the counts are; None where they are asked at once."""
        crowds = shape.crowds()
        state, waits = self._far(shape.state, crowds)
        if state is shape.state:
            if waits:
                self._waiting.add(shape)
            return None
        try:
            return self._shapes.of(state, crowds)
        except Uncounted:
            return None

    def _far(self, state: State[Position], crowds: Crowds) -> tuple[State[Position], bool]:
        """How far play goes before it waits (which is said), is over, or asks how many there are."""
        for _ in range(MOST_STEPS):
            try:
                after = self._step(state, crowds)
            except Uncounted:
                return state, False
            except RuleError:
                if crowds.perhaps:  # of who is perhaps not there it need not be asked
                    return state, False
                raise
            if after is None:
                return state, True
            state = after
            if state.over:
                return state, False
        raise ToldApart

    def _step(self, state: State[Position], crowds: Crowds) -> State[Position] | None:
        """One step on; None where play waits."""
        self._playing.know(crowds)
        after = self.form.engine.step(state)
        return None if after is None or after.awaited or after.known or after.stuck else after

    # --- chance and choice ---

    def _branches(self, shape: Shape, counts: Counts) -> list[_Branch]:
        if shape not in self._plans:
            try:
                self._plans[shape] = list(self._planned(shape, shape.crowds(), None))
            except Uncounted:
                self._plans[shape] = None
        known = self._plans[shape]
        return list(self._planned(shape, shape.crowds(counts), counts)) if known is None else known

    def _planned(self, shape: Shape, crowds: Crowds, counts: Counts | None) -> Iterator[_Branch]:
        """What comes next where play waits, for one outcome after the other of what single pieces roll."""
        self._asked += 1
        engine = self.form.engine
        self._playing.know(crowds)
        state = engine.step(replace(shape.state, known=[])) or replace(shape.state, known=[])
        if state.stuck:
            raise ToldApart  # whoever tells them apart says what is wrong
        if state.awaited:

            def rolled_on(on: State[Position], rolled: Rolled) -> State[Position]:
                own = tuple(Roll(fact, arguments, ()) for fact, arguments in rolled)
                return engine.roll(replace(on, awaited=own), rolled, steps=0)

            yield from self._rolled(shape, state, state.awaited, crowds, {}, pointed_at(state), rolled_on)
            return
        moment = Moment(self.form, state)
        move = moment.listed[self.policy.choose(moment)]
        made = move.move if isinstance(move, Offer | Decline) else move
        named = [value for value in made.arguments if isinstance(value, Handle)] if isinstance(made, Do) else []
        if isinstance(made, Do):
            crowds.hold_single(crowds.of([value for value in made.arguments if not isinstance(value, Handle)]))
        rolls = engine.rolls(state, move)
        taken = {piece: None if counts is None else counts[shape.pieces.index(piece)] - 1 for piece in crowds.of(named)}

        def played_on(on: State[Position], rolled: Rolled) -> State[Position]:
            return engine.play(on, move, rolled, check=False, steps=0)

        yield from self._rolled(shape, state, rolls, crowds, taken, pointed_at(state) | set(named), played_on)

    def _rolled(
        self,
        shape: Shape,
        state: State[Position],
        rolls: Sequence[Roll],
        crowds: Crowds,
        taken: Mapping[Handle, int | None],
        kept: Collection[Handle],
        go_on: Callable[[State[Position], Rolled], State[Position]],
    ) -> Iterator[_Branch]:
        """What comes of a roll: of those `taken`, one acts for itself, and so many others are left."""
        of_crowds: dict[Handle, list[Roll]] = {}
        others: list[Roll] = []
        for roll in rolls:
            who = [*crowds.of(roll.arguments)]
            if isinstance(roll.outcomes, Several):
                if who:
                    raise ToldApart  # dice of one piece, kept apart
            else:
                crowds.hold_single(crowds.of([value for value, _ in roll.outcomes]))
            if who and (len(roll.arguments) > 1 or who[0] in taken):
                crowds.hold_single(who)
            (of_crowds.setdefault(who[0], []) if who else others).append(roll)
        shown = {
            piece: [
                ([value for value, _ in sides], prod(weight for _, weight in sides))
                for sides in product(*(_lowest(self._spread.sides(state.position, roll)) for roll in several))
            ]
            for piece, several in of_crowds.items()
        }
        rolled_alone = list(self._spread.outcomes(state.position, others, kept))
        parts = {piece: len(sides) for piece, sides in shown.items()} | dict.fromkeys(taken, 2)
        position, made = self._shapes.split(state.position, parts)
        told = {
            (roll.fact, (part,)): value
            for piece, several in of_crowds.items()
            for part, (values, _) in zip(made[piece], shown[piece], strict=True)
            for roll, value in zip(several, values, strict=True)
        }
        known: dict[Handle, int | None] = {p: many for p, many in crowds.counts.items() if p not in made}
        known |= {part: None for piece in shown for part in made[piece]}
        known |= {made[piece][1]: left for piece, left in taken.items() if left != 1}
        perhaps = {part for piece in shown if len(made[piece]) > 1 for part in made[piece]}
        perhaps |= {made[piece][1] for piece, left in taken.items() if left is None}
        gone = {made[piece][1] for piece, left in taken.items() if left == 0}
        position = self._shapes.taken_out(position, gone)
        now = Crowds({piece: many for piece, many in known.items() if piece not in gone}, frozenset(perhaps))
        sides = {piece: [*zip(made[piece], (w for _, w in shown[piece]), strict=True)] for piece in shown}
        sides |= {piece: [(made[piece][1], 1)] for piece in taken}
        self._playing.know(now)
        for rolled, weight in rolled_alone:
            after = go_on(replace(state, position=position, known=[]), {**rolled, **told})
            far, _ = self._far(after, now)
            into, places = self._shapes.of(far, now)
            base = [0] * len(into.pieces)
            origins = {part for of_one in made.values() for part in of_one} | set(shape.pieces)
            for piece, place in places.items():
                base[place] += piece in taken or piece not in origins
            flows = []
            for piece in shape.pieces:
                flow: dict[int | None, int] = {}
                for part, share in sides.get(piece, [(piece, 1)]):
                    into_class = places.get(part)
                    flow[into_class] = flow.get(into_class, 0) + share
                flows.append((int(piece in taken), tuple(flow.items())))
            yield _Branch(weight, into, tuple(base), tuple(flows))


def _type_of(piece: Handle) -> str:
    return piece.type


def _moved(shape: Shape, counts: Counts, onward: tuple[Shape, Places]) -> Counts:
    """The counts of the classes that others have become."""
    after, places = onward
    found = [0] * len(after.pieces)
    left = dict(zip(shape.pieces, counts, strict=True))
    for piece, place in places.items():
        found[place] += left.get(piece, 1)  # who was not there has been made, one by one
    return tuple(found)


def _lowest(sides: Sequence[tuple[Any, int]]) -> list[tuple[Any, int]]:
    """The sides of a die, their weights in lowest terms."""
    common = gcd(*(weight for _, weight in sides))
    return [(side, weight // common) for side, weight in sides]


@lru_cache(maxsize=4096)
def _spread(flow: Flow, number: int, size: int) -> tuple[tuple[Counts, int], ...]:
    """How many of so many go where, with weights: the multinomial distribution, as counts of `size` classes.

    >>> _spread(((0, 1), (None, 2)), 2, 1)
    (((2,), 1), ((1,), 4), ((0,), 4))
    """
    (place, weight), *rest = flow
    found: list[tuple[Counts, int]] = []
    for many in range(number, -1, -1) if rest else (number,):
        ways = comb(number, many) * weight**many
        own = tuple(many if at == place else 0 for at in range(size))
        if not rest:
            found.append((own, ways))
            continue
        for others, other_ways in _spread(tuple(rest), number - many, size):
            found.append((tuple(map(add, own, others)), ways * other_ways))
    return tuple(found)
