"""Games kept in a file: JSON with the history and the position it led to, and games read from one again.

A file that comes from elsewhere is data: every move is read as one of the rules, and the history is played again. What
does not fit is an error of its own kind, and the game on the table stays as it is. A save says by which rules it was
made; where they have changed since, the history is tried by the new ones, and whether it still leads there is told.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from regola_dsl.diagnostics import counted
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Text
from regola_dsl.wording import say
from regola_runtime.play import PlayError, Roll
from regola_runtime.played.dice import Several

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import ListType
from regola_compiler.model.visitor import fold
from regola_compiler.play.notation import (
    NotRead,
    fact_text,
    form_text,
    move_text,
    plain_text,
    read_dice,
    read_move,
    roll_text,
    value_text,
    winner_type,
)
from regola_compiler.play.rules import Playing
from regola_compiler.play.table.session import GameSession, Step
from regola_compiler.play.trouble import trouble_text

FORMAT = "regola-play-1"
MARKED = "played:"  # what a mark of the rules begins with that speaks of what is played alone
LARGEST = 20_000_000
MOST_STEPS = 100_000
# How many outcomes of dice are listed for programs; of more dice it is said how many there are, and their sides.
MOST_OUTCOMES = 1_000
_KEYS = {"format": str, "game": str, "rules": str, "history": list, "position": dict}


class SaveError(PlayError):
    """A file that is no saved game, or not one of this game."""


class NotASave(SaveError):  # noqa: N818  it says what is wrong
    """A file that is no saved game at all."""


class OtherGame(SaveError):  # noqa: N818  it says what is wrong
    """A saved game of other rules."""


class ImpossibleHistory(SaveError):  # noqa: N818  it says what is wrong
    """A saved history that the rules do not allow: `step` counts its steps from 1."""

    def __init__(self, message: str, step: int) -> None:
        super().__init__(message)
        self.step = step


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game that was read, and what is to be said of it."""

    session: GameSession
    notes: tuple[str, ...]


def rules_mark(program: Program, scenario: str | None = None) -> str:
    """A mark of what is played from a beginning: another one for rules that say something else.

    What they are called in a language, the sections they stand by, their order in the files, other scenarios and the
    examples are not played. What play itself keeps is made where anybody asks for it, an example too: it follows from
    the rules that are marked.
    """
    told: list[object] = [*program.sequences.values(), *program.events.values(), *program.pieces.values()]
    told += [one for one in program.callables.values() if not (isinstance(one, Fact) and one.hidden)]
    marked = sorted(repr(_stable(one)) for one in told)
    start = program.starts.get(scenario or "", {})
    begun = [repr(_stable(one)) for one in program.setup] + sorted(f"{key} {value}" for key, value in start.items())
    return MARKED + blake2b(repr((marked, begun)).encode(), digest_size=12).hexdigest()


def _stable(node: object) -> object:
    """A tree without the places it stands in, its sections and the words that rest on them, in one order."""
    match node:
        case Span() | Text() | Anchor():
            return None
        case list() | tuple():
            return tuple(_stable(one) for one in node if not isinstance(one, Text | Anchor))
        case frozenset():
            return tuple(sorted(map(repr, node)))
        case _:
            return fold(node, _stable)


def position_data(program: Program, position: Position) -> dict[str, str]:
    """A position as the rules write it, fact by fact."""
    return {
        fact_text(program, name, arguments): value_text(value, program.callables[name].result)
        if name in program.callables
        else plain_text(value)
        for (name, arguments), value in sorted(position.items(), key=lambda item: (item[0][0], repr(item[0][1])))
    }


def state_data(session: GameSession) -> dict[str, Any]:
    """A moment of a play for other programs: whose it is, what may be done, what is true."""
    program, state = session.program, session.state
    type_ = program.players.type if program.players else None
    shown = None if state.actor is None or type_ is None else value_text(state.actor, type_)
    won = None if state.outcome is None or state.outcome.winner is None else state.outcome.winner
    winners = winner_type(program)
    return {
        "step": len(session.history),
        "phase": state.phase,
        "active": shown,
        "over": state.over,
        "winner": None if won is None or winners is None else value_text(won, winners),
        "stuck": state.stuck,
        "awaited": [roll_data(program, roll) for roll in state.awaited],
        "moves": [move_text(program, move) for move in session.moves()],
        "forms": [form_text(program, form) for form in session.forms()],
        "position": position_data(program, state.position),
    }


def roll_data(program: Program, roll: Roll) -> dict[str, Any]:
    """Dice that are waited for: which, and what each may show with its weight."""
    name = roll_text(program, {(roll.fact, roll.arguments): roll.outcomes[0][0]}).rpartition(" is ")[0]
    type_ = program.callables[roll.fact].result
    listed = [[value_text(value, type_), weight] for value, weight in roll.outcomes[:MOST_OUTCOMES]]
    told: dict[str, Any] = {"die": name, "outcomes": listed}
    if isinstance(roll.outcomes, Several):
        one = type_.item if isinstance(type_, ListType) else type_
        told |= {"dice": roll.outcomes.number, "sides": [[value_text(v, one), w] for v, w in roll.outcomes.sides]}
    return told


def to_json(session: GameSession, game: str) -> str:
    """A play as the text of a file."""
    program = session.program
    history = []
    for step in session.history:
        line = {} if step.move is None else {"do": move_text(program, step.move)}
        history.append({**line, "rolled": roll_text(program, step.rolled)} if step.rolled else line)
    data = {
        "format": FORMAT,
        "game": game,
        "rules": rules_mark(program, session.scenario),
        "scenario": session.scenario,
        "history": history,
        "position": position_data(program, session.state.position),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def from_json(text: str, playing: Playing, game: str) -> Loaded:
    """The play that a file holds, played again.

    Raises:
        NotASave: if it is no saved game.
        OtherGame: if it is one of another game.
        ImpossibleHistory: if the rules do not allow what it says was done.
    """
    data = _read(text)
    if data["game"] != game:
        raise OtherGame(say("this is a saved game of `{data}`, not of `{game}`", data=data["game"][:80], game=game))
    scenario = data.get("scenario")
    if scenario is not None and (not isinstance(scenario, str) or scenario not in playing.program.starts):
        raise OtherGame(
            say("this game begins with a scenario `{scenario}` that there is not", scenario=str(scenario)[:80])
        )
    try:
        session = GameSession(playing, scenario)
    except RuleError as problem:
        raise ImpossibleHistory(
            say("the play cannot begin: {trouble_text}", trouble_text=trouble_text(playing.program, problem)), 0
        ) from problem
    # A mark of an earlier kind took examples for rules: what it says is told by where the history leads.
    marked = data["rules"].startswith(MARKED)
    changed = not marked or data["rules"] != rules_mark(playing.program, scenario)
    for number, line in enumerate(data["history"], 1):
        try:
            session.step(_step(session, line))
        except SaveError:
            raise
        except (RuleError, PlayError) as problem:
            words = trouble_text(playing.program, problem)
            told = say("step {number} cannot be played: {why}", number=number, why=words)
            if changed:
                told = say("{told}: the rules have changed since it was saved", told=told)
            raise ImpossibleHistory(told, number) from problem
    return Loaded(session, tuple(_notes(session, data["position"], changed=changed, marked=marked)))


def _notes(session: GameSession, told: dict[str, Any], *, changed: bool, marked: bool) -> list[str]:
    """What is to be said of a game that could be played again."""
    found = position_data(session.program, session.state.position)
    other = [name for name in dict.fromkeys([*found, *told]) if found.get(name) != told.get(name)]
    if changed and not other and not marked:
        return []
    if changed and not other:
        return [
            say("the rules have changed since this game was saved: its history leads to the same position by the new")
        ]
    if changed:
        names = ", ".join(f"`{name[:60]}`" for name in other[:3])
        said = say(
            "by the new ones {facts} differ from the save ({names})", facts=counted(len(other), "fact"), names=names
        )
        return [say("the rules have changed since this game was saved: {said}", said=said)]
    if other:
        return [
            say(
                "the position in the file is not that of its history (`{other}`): the history is what counts",
                other=other[0][:60],
            )
        ]
    return []


def _read(text: str) -> dict[str, Any]:
    if len(text) > LARGEST:
        raise NotASave(say("the file is larger than any game"))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise NotASave(say("the file is not JSON, so it is no saved game")) from problem
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotASave(say("the file is no saved game: it does not say `format: {format}`", format=FORMAT))
    for key, kind in _KEYS.items():
        if not isinstance(data.get(key), kind):
            raise NotASave(say("the file is no saved game: its `{key}` is missing, or of another kind", key=key))
    if len(data["history"]) > MOST_STEPS:
        raise NotASave(say("the history is longer than {most_steps:,} steps", most_steps=MOST_STEPS))
    return data


def _step(session: GameSession, line: Any) -> Step:
    """A line of a history, read where it is to be done."""
    program, state = session.program, session.state
    if not isinstance(line, dict) or not all(isinstance(line.get(key, ""), str) for key in ("do", "rolled")):
        raise NotASave(say("a step of the history is neither a move nor dice"))
    move = read_move(program, state.position, line["do"], session.moves()) if "do" in line else None
    if move is not None and not session.may(move):
        raise NotRead(say("{move_text} is not allowed there", move_text=move_text(program, move)))
    rolls = session.dice(move) if move is not None else state.awaited
    return Step(move, read_dice(program, rolls, line.get("rolled", "")) if rolls or "rolled" in line else {})
