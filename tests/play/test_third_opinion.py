"""Games played beside a naive player, who was written from the documents alone: at every step both say the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.model import types
from regola_compiler.model.program import Program
from regola_compiler.play.rules import Playing
from regola_compiler.resolve.program import resolve_program
from regola_dsl import tree
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from regola_runtime.play import Decline, Do, End, Move, Offer, Roll, State
from support.effort import drawn
from support.random_march_programs import march_program
from support.random_play_programs import play_program
from support.third.opinions import translated
from support.third.play import Choose, NaivePlayer, Over, Stuck, Throw, Waits
from support.third.play import Move as NaiveMove
from support.third.play_facts import NONE, Table

STEPS = 25
NUMBERS = st.integers(0, 10_000)


def naive(value: Any) -> Any:
    """A value of the compiler's as the naive player has it."""
    if isinstance(value, tuple):
        return tuple(map(naive, value))
    return NONE if value == types.NONE else translated(value)


def named(move: Move) -> NaiveMove:
    """A move of the engine's as the naive player has it."""
    match move:
        case Do(action, arguments):
            return "do", action, naive(arguments)
        case End(phase):
            return "end", phase.split(".")[-1]
        case Offer(inner):
            return "offer", named(inner)
        case Decline(inner):
            return "decline", named(inner)
        case _:
            return "pick", move.variable.split(".")[-1], naive(move.item)


def die(roll: Roll) -> tuple[tuple[str, tuple[Any, ...]], frozenset[Any]]:
    """Dice of the engine's, and what they can show."""
    return (roll.fact.split(".")[-1], naive(roll.arguments)), frozenset(naive(shown) for shown, _ in roll.outcomes)


def waits(game: Playing, state: State[Any]) -> Waits:
    """What the engine waits for."""
    if state.outcome is not None:
        return Over(naive(state.outcome.winner))
    if state.over:
        return Over()
    if state.stuck:
        return Stuck()
    if state.awaited:
        return Throw(tuple(map(die, state.awaited)))
    return Choose(tuple(map(named, game.engine.moves(state))))


def alike(waited: Waits) -> Any:
    """What is waited for, in whatever order it is listed."""
    match waited:
        case Choose(moves):
            assert len(moves) == len(set(moves))
            return frozenset(moves)
        case Throw(dice):
            assert len(dice) == len(dict(dice))
            return frozenset(dice)
        case Over(winner):
            return "over", winner
        case Stuck():
            return "stuck"


def told(table: Table) -> dict[tuple[str, tuple[Any, ...]], Any]:
    """All facts that the play keeps, with what they are."""
    facts: dict[tuple[str, tuple[Any, ...]], Any] = {}
    for name, item in table.book.items.items():
        if isinstance(item, tree.Fact):
            kinds = (name.split(".")[0],) if "." in name else ()
            for kind in kinds:
                facts |= {(name, (one,)): table.fact(name, (one,)) for one in table.every_of(kind)}
            if not kinds:
                (first, *_), sizes = item.parameters or (None,), len(item.parameters)
                assert sizes <= 1
                several = table.every(first.type) if first is not None else None
                keys = [()] if several is None else [(one,) for one in several]
                facts |= {(name, key): table.fact(name, key) for key in keys}
    return facts


def believed(game: Playing, state: State[Any], facts: Any) -> dict[tuple[str, tuple[Any, ...]], Any]:
    """What the engine's position says of the same facts."""
    run = game.run(state.position)
    back = {naive(value): value for value in pieces_of(state)}
    return {
        (name, arguments): naive(
            run.call(name, [back.get(one) or types.Member(one.type, one.place) for one in arguments])
        )
        for name, arguments in facts
    }


def pieces_of(state: State[Any]) -> list[types.Handle]:
    """The pieces and places that are there."""
    return [one for (name, _), those in state.position.items() if name.startswith("every ") for one in those]


def sides(program: Program) -> list[types.Value]:
    """Those who play."""
    assert program.players is not None
    return list(types.domain(program.players.type) or ())


def compared(text: str, luck: int) -> int:
    """Play a game twice, by the engine and by the naive player; how many steps that took."""
    read = parse_source(Source("game.regola", text))
    program, found = resolve_program(read.declarations)
    assert not read.diagnostics
    assert not found, (found[0].message, text)
    game, other, chance = Playing(program), NaivePlayer(read.declarations), Random(luck)
    state = game.engine.begin(game.start())
    history: list[Any] = []
    for step in range(STEPS):
        about = history, text
        assert alike(waits(game, state)) == alike(other.waits), about
        facts = told(other.table)
        assert believed(game, state, facts) == facts, about
        for who, own in zip(("red", "blue"), sides(program), strict=False):
            seen = believed(game, replace(state, position=game.seen_by(state, own)), facts)
            assert seen == other.seen_by(naive(own), facts), (who, *about)
        there = {piece for those in other.table.standing.there.values() for piece in those}
        assert set(map(naive, pieces_of(state))) == there, about
        if state.over or state.stuck:
            return step
        rolls = state.awaited
        if not rolls:
            move = chance.choice(game.engine.moves(state))
            rolls = game.engine.rolls(state, move)
            other.answer(named(move))
            history.append(named(move))
            if rolls:
                assert alike(Throw(tuple(map(die, rolls)))) == alike(other.waits), about
        shown = {(roll.fact, roll.arguments): chance.choice(roll.outcomes)[0] for roll in rolls}
        if rolls:
            history.append(shown)
            other.answer({(name.split(".")[-1], naive(of)): naive(value) for (name, of), value in shown.items()})
        state = game.engine.roll(state, shown) if state.awaited else game.engine.play(state, move, shown)
    return STEPS


@settings(max_examples=drawn(20), deadline=None)
@given(NUMBERS, NUMBERS)
def test_a_naive_player_says_the_same_at_every_step(seed: int, luck: int) -> None:
    compared(play_program(seed), luck)


@settings(max_examples=drawn(12), deadline=None)
@given(NUMBERS, NUMBERS)
def test_a_naive_player_marches_by_the_same_ways(seed: int, luck: int) -> None:
    compared(march_program(seed), luck)


SHARED = """\
enum Side @1
  red, blue

players Side @1

piece Unit @2
  side: Side
  state steps: int 0..2 = 1

state lost: int 0..9 = 0 @3

sequence game @4
  phase fire by red @4
    the game ends when lost > 0

action volley by red in fire @5
  allowed unless forbidden
  effect each u in Unit where u.steps > 0
    u.steps loses 1

event gone(u: Unit) as soon as u.steps is 0 @6
  effect lost gains 1
  effect u leaves

setup
  a: Unit(side: red)
  b: Unit(side: blue)
"""


def test_what_several_events_of_a_round_give_a_fact_adds_up() -> None:
    program, found = resolve_program(parse_source(Source("game.regola", SHARED)).declarations)
    assert not found
    game = Playing(program)
    state = game.engine.begin(game.start())
    state = game.engine.play(state, Do("volley", ()), {})
    assert game.run(state.position).call("lost", []) == 2
    assert compared(SHARED, 0) > 0


RESTED = """\
enum Side @1
  red, blue

players Side @1

piece Unit @2
  state tired: bool = false

state rests: int 0..9 = 0 @3

sequence game @4
  repeat until rests is 9 @4
  phase day by red @4

action march(u: Unit among Unit) in day @5
  allowed unless forbidden
  effect u.tired becomes true

action sleep(u: Unit among Unit) in day @5
  allowed unless forbidden
  effect u.tired becomes false

event rested(u: Unit) as soon as not u.tired, once a game @6
  effect rests gains 1

setup @7
  first: Unit
  second: Unit(tired: true)
"""


def test_what_holds_from_the_beginning_comes_about_when_it_turns_true_once() -> None:
    program, found = resolve_program(parse_source(Source("game.regola", RESTED)).declarations)
    assert not found
    game = Playing(program)
    state = game.engine.begin(game.start())
    rests = []
    for name, unit in (
        ("sleep", "first"),
        ("march", "first"),
        ("sleep", "first"),
        ("march", "first"),
        ("sleep", "first"),
    ):
        state = game.engine.play(state, Do(name, (types.Handle("Unit", unit),)), {})
        rests.append(game.run(state.position).call("rests", []))
    assert rests == [0, 0, 1, 1, 1]
    state = game.engine.play(state, Do("sleep", (types.Handle("Unit", "second"),)), {})
    assert game.run(state.position).call("rests", []) == 2
    for seed in range(3):
        assert compared(RESTED, seed) > 0


TIED = """\
enum Side @1
  red, blue

players Side @1

place Hill @2

state first: Hill or none = none @3

sequence game @4
  for h in Hill by most count k in HillTIES @4
    phase climb by red @4
      effect first becomes h when first is none

setup
  high: Hill
  low: Hill
"""


def test_ties_are_decided_by_who_likes_or_by_chance() -> None:
    for ties, asked in ((", ties as red likes", Choose), (", ties at random", Throw), ("", Throw)):
        text = TIED.replace("TIES", ties)
        program, found = resolve_program(parse_source(Source("game.regola", text)).declarations)
        assert not found, found
        game = Playing(program)
        assert isinstance(waits(game, game.engine.begin(game.start())), asked)
        assert compared(text, 0) == compared(text, 1) == 1


LATE = """\
enum Side @1
  red, blue

players Side @1

piece Ship @2
  side: Side
  state home: bool = false
  state short: bool = false

sequence game @4
  for p in red, blue
    phase sailing by p @4

choice fleet(p: Side) @2
  among s in Ship where s.side is p

action sail(s: Ship among fleet(p)) by p in sailing @5
  allowed unless forbidden
  requires s.home
  effect s.home becomes false

action wait by p in sailing @5
  allowed unless forbidden

rule nobody_drifts @6
  s must sail by the end of sailing when not s.home
  failing that: effect s.short becomes true

setup
  gull: Ship(side: red)
  tern: Ship(side: blue)
"""


def test_who_had_no_turn_yet_has_not_failed() -> None:
    program, found = resolve_program(parse_source(Source("game.regola", LATE)).declarations)
    assert not found
    game = Playing(program)
    state = game.engine.play(game.engine.begin(game.start()), End("sailing"), {})
    short = [one.text for one in pieces_of(state) if game.run(state.position).call("Ship.short", [one])]
    assert short == ["gull"]
    assert compared(LATE, 0) > 0
