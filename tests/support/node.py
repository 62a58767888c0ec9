"""The JavaScript module of a game beside its interpreter: the same questions, asked by node."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from regola_compiler.emit.javascript.module import javascript_module
from regola_compiler.evaluate.errors import FieldNotGiven, ImpossibleDuty, PieceGone, RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.duties import as_data, duties
from regola_compiler.evaluate.protocol import Position
from regola_compiler.ir.tree import Ir
from regola_compiler.model.program import Action, Fact, Program, Rule
from regola_compiler.model.program import Path as PathOf
from regola_compiler.model.types import (
    BoolType,
    DiceType,
    EnumType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordType,
    RecordValue,
    Type,
    UnionType,
    Value,
    is_of,
    show,
)
from regola_compiler.play.rules import Playing
from regola_runtime import NoAnswer
from regola_runtime.play import Decline, Do, End, Move, Offer, Pick, Roll, State

NODE = shutil.which("node")
# Reads questions, a line each, and answers each by a line.
ASKER = Path(__file__).with_name("asker.mjs")
STATED = frozenset({"given", "variant", "absent", "state", "phase", "active", "rolled", "entered", "counted"})


@dataclass
class Question:
    """Something asked of a rule in a position."""

    item: Rule
    values: list[Value]
    position: Position


def written(value: Value, type_: Type, *, bare: bool = False) -> Any:
    """A value as JSON writes it; `bare` leaves out which type of several it is of."""
    if isinstance(type_, UnionType):
        own = next(option for option in type_.options if is_of(value, option))
        named = isinstance(own, EnumType | HandleType | RecordType) and not bare
        return {own.name: written(value, own)} if named else written(value, own, bare=bare)  # type: ignore[union-attr]
    match value:
        case bool() | int():
            return value
        case Fraction():
            return int(value) if value.denominator == 1 else str(value)
        case RecordValue():
            assert isinstance(type_, RecordType)
            return {name: written(value.get(name), part) for name, part in type_.fields}
        case tuple():
            assert isinstance(type_, ListType)
            return [written(item, type_.item, bare=bare) for item in value]
        case _:
            return show(value, type_)


class Drawer:
    """Draws values and positions of a program."""

    def __init__(self, program: Program, random: Random) -> None:
        self.program, self.random = program, random
        self.pieces = {
            name: tuple(Handle(name, f"{name} {number}") for number in range(1, 4)) for name in program.pieces
        }

    def value(self, type_: Type, depth: int = 0) -> Value:
        """Some value of a type."""
        random = self.random
        match type_:
            case BoolType():
                return random.random() < 0.5
            case IntType():
                low = -3 if type_.low is None else type_.low
                high = 12 if type_.high is None else type_.high
                return random.randint(low, min(high, low + 30))
            case DiceType():
                faces = [face for face, _ in DiceType.parse(type_.notation).outcomes()]
                return random.choice(faces) + (random.randint(-3, 3) if type_.modified else 0)
            case NumberType():
                found = Fraction(random.randint(-6, 12), random.choice((1, 1, 2, 3)))
                return int(found) if found.denominator == 1 else found
            case EnumType():
                low = -2 if type_.open_below else 0
                high = len(type_.members) + (2 if type_.open_above else 0)
                return Member(type_.name, random.randrange(low, high))
            case HandleType():
                return random.choice(self.pieces.get(type_.name) or [Handle(type_.name, f"host {n}") for n in range(4)])
            case RecordType():
                return RecordValue(
                    type_.name, tuple((name, self.value(field, depth + 1)) for name, field in type_.fields)
                )
            case ListType():
                most = 3 if type_.limit is None else min(3, type_.limit)
                return tuple(
                    self.value(type_.item, depth + 1)
                    for _ in range(random.randint(type_.least, max(most, type_.least)))
                )
            case UnionType():
                return self.value(random.choice(type_.options), depth)
            case _:
                raise AssertionError(type_)

    def position(self) -> Position:
        """Some position: each fact is said of a few arguments, or not at all."""
        found: Position = {(f"every {name}", ()): listed for name, listed in self.pieces.items()}
        for fact in self.program.callables.values():
            if not isinstance(fact, Fact | PathOf) or (isinstance(fact, Fact) and fact.kind not in STATED):
                continue
            rows = 1 if not fact.parameters else self.random.randint(0, 6)
            if self.random.random() < 0.2:
                continue
            for _ in range(rows):
                arguments = tuple(self.value(parameter.type) for parameter in fact.parameters)
                found[fact.name, arguments] = self.value(fact.result)
        for (name, arguments), value in list(found.items()):
            fact = self.program.callables.get(name)
            if isinstance(fact, Fact) and fact.counts is not None and fact.counts.unordered:
                del found[name, arguments]
                found[name, tuple(sorted(arguments, key=repr))] = value
        return found

    def question(self, item: Rule, position: Position) -> Question:
        """Some question."""
        return Question(item, [self.value(parameter.type) for parameter in item.parameters], position)


def asked(program: Program, question: Question) -> dict[str, Any] | None:
    """What the interpreter answers; None where it is something that no module can be asked."""
    run = Interpreter(program, question.position)
    run.trace = []
    item = question.item
    try:
        value = run.call(item.name, question.values)
    except (FieldNotGiven, PieceGone):
        return None
    except ImpossibleDuty:
        return {"value": "forbidden"}
    except RuleError as problem:
        return {"error": type(problem).__name__}
    because = [[name, [anchor.section for anchor in anchors]] for name, anchors in run.trace]
    due = (
        duties(Interpreter(program, question.position), item, question.values, value)
        if isinstance(item, Action)
        else ()
    )
    return {"value": written(value, item.result, bare=True), "because": because, "duties": as_data(due)}


def position_json(program: Program, position: Position) -> dict[str, Any]:
    """A position as JSON writes it."""
    found: dict[str, Any] = {}
    for (name, arguments), value in position.items():
        fact = program.callables[name]
        told = written(value, fact.result)
        if fact.parameters:
            row = [*(written(a, p.type) for a, p in zip(arguments, fact.parameters, strict=True)), told]
            found.setdefault(name, []).append(row)
        else:
            found[name] = told
    return found


class Node:
    """One game's module in node."""

    def __init__(self, ir: Ir, folder: Path) -> None:
        assert NODE is not None
        self.module = folder / f"{ir.game}.mjs"
        self.module.write_text(javascript_module(ir), "utf-8")
        self.asker = folder / "asker.mjs"
        self.asker.write_text(ASKER.read_text("utf-8"), "utf-8")

    def answers(self, program: Program, questions: list[Question]) -> list[dict[str, Any]]:
        """What it answers to each."""
        lines = []
        for one in questions:
            given = {p.name: written(v, p.type) for p, v in zip(one.item.parameters, one.values, strict=True)}
            position = position_json(program, one.position)
            lines.append(json.dumps({"name": one.item.name, "given": given, "position": position}))
        assert NODE is not None
        done = subprocess.run(
            [NODE, str(self.asker), str(self.module)],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        strange = [
            answer["error"]
            for answer in answers
            if answer.get("error") in {"TypeError", "ReferenceError", "RangeError"}
        ]
        assert not strange, done.stderr[-3000:]
        return answers

    def replayed(self, program: Program, history: list[dict[str, Any]], scenario: str | None) -> list[dict[str, Any]]:
        """What it says at each step of a history, told as places among the moves and among what dice can show."""
        assert NODE is not None
        players = [{"type": type_.name, "name": name} for type_, _, name in players_of(program)]
        done = subprocess.run(
            [NODE, str(self.asker), str(self.module)],
            input=json.dumps({"history": history, "scenario": scenario, "players": players}) + "\n",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        found: list[dict[str, Any]] = json.loads(done.stdout)
        return found


def players_of(program: Program) -> list[tuple[EnumType, Value, str]]:
    """Those who play: their type, themselves, and what they are called."""
    type_ = None if program.players is None else program.players.type
    if not isinstance(type_, EnumType):
        return []
    return [(type_, Member(type_.name, place), name) for place, name in enumerate(type_.members)]


def random_history(
    program: Program, seed: int, most: int, scenario: str | None = None
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A history played by chance by the interpreter, and what it says at each step, as `Node.replayed` has it."""
    random = Random(seed)
    playing = Playing(program)
    engine = playing.engine
    history: list[dict[str, Any]] = []
    steps: list[dict[str, Any]] = []
    try:
        state = engine.begin(playing.start(scenario))
    except (RuleError, NoAnswer) as problem:
        return history, [{"error": type(problem).__name__}]
    while True:
        try:
            moves = engine.moves(state)
        except (RuleError, NoAnswer) as problem:
            return history, [*steps, {"error": type(problem).__name__}]
        steps.append(_said(program, playing, state, moves))
        if state.over or state.stuck or len(history) >= most:
            return history, steps
        at = -1 if state.awaited else random.randrange(len(moves))
        dice = state.awaited if at < 0 else engine.rolls(state, moves[at])
        rolled = [random.randrange(len(roll.outcomes)) for roll in dice]
        history.append({"at": at, "rolled": rolled})
        told = {(r.fact, r.arguments): r.outcomes[n][0] for r, n in zip(dice, rolled, strict=True)}
        try:
            state = engine.roll(state, told) if at < 0 else engine.play(state, moves[at], told)
        except (RuleError, NoAnswer) as problem:
            return history, [*steps, {"error": type(problem).__name__}]


def _said(program: Program, playing: Playing, state: State[Position], moves: tuple[Move, ...]) -> dict[str, Any]:
    winner = state.outcome.winner if state.outcome else None
    return {
        "moves": [_move(program, move) for move in moves],
        "position": in_order(_whole(program, state.position)),
        "seen": [in_order(_whole(program, playing.seen_by(state, who))) for _, who, _ in players_of(program)],
        "actor": "null" if state.actor is None else show(state.actor, _of(program, state.actor)),
        "phases": [frame.node.name for frame in state.stack],
        "awaited": [_roll(program, roll) for roll in state.awaited],
        "over": state.over,
        "stuck": state.stuck,
        "winner": "null" if winner is None else show(winner, _of(program, winner)),
    }


def _of(program: Program, value: Any) -> Type:
    """The type of somebody who has won, or of nobody."""
    known = {info.type.name: info.type for info in program.types.values() if isinstance(info.type, EnumType)}
    return known.get(value.enum) or EnumType(value.enum, (value.enum,))


def _move(program: Program, move: Move) -> list[Any]:
    match move:
        case Do(action, arguments):
            own = program.callables[action].parameters
            return ["do", action, *(written(a, p.type, bare=True) for a, p in zip(arguments, own, strict=True))]
        case Pick(variable, item):
            return ["pick", variable, written(item, program.callables[variable].result, bare=True)]
        case End(phase):
            return ["end", phase]
        case Offer(inner):
            return ["offer", *_move(program, inner)]
        case Decline(inner):
            return ["decline", *_move(program, inner)]


def _roll(program: Program, roll: Roll) -> list[Any]:
    fact = program.callables.get(roll.fact)
    kinds = [p.type for p in fact.parameters] if fact else []
    values = [written(a, kind, bare=True) for a, kind in zip(roll.arguments, kinds, strict=False)]
    assert fact is not None
    return [roll.fact, values, [[written(value, fact.result, bare=True), weight] for value, weight in roll.outcomes]]


def _whole(program: Program, position: Position) -> dict[str, Any]:
    """A position with what the play keeps of its events; copies of the past are left out."""
    facts = {key: value for key, value in position.items() if key[0] in program.callables}
    found = {name: told for name, told in position_json(program, facts).items() if told != []}
    for (name, arguments), value in position.items():
        if name.startswith("event "):
            own = program.events[name.removeprefix("event ")].parameters
            row = [*(written(a, p.type) for a, p in zip(arguments, own, strict=True)), value]
            found.setdefault(name, []).append(row)
    return found


def in_order(position: dict[str, Any]) -> dict[str, Any]:
    """A position whose rows stand in one order, without what is kept of the past."""
    found = {}
    for name, told in position.items():
        if name.startswith(("start of ", "end of ")):
            continue
        rows = isinstance(told, list) and bool(told) and all(isinstance(row, list) for row in told)
        either = [[*sorted(row[:-1], key=json.dumps), row[-1]] for row in told] if rows and " per {" in name else told
        found[name] = sorted(either, key=json.dumps) if rows else told
    return found
