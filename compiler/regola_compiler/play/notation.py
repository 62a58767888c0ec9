"""Moves and dice as words: written as the rules write them, and read again from what somebody types.

What is typed is never run: a move is one of an action, an end or a pick, with values that are written out, each of the
type that is asked for there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, assert_never

from regola_dsl.builders.expressions import unquote
from regola_dsl.diagnostics import meant, nearest, or_meant
from regola_dsl.wording import message_of, say
from regola_runtime.play import Arguments, Decline, Do, End, Form, Move, Offer, Pick, PlayError, Roll, Rolled
from regola_runtime.played.dice import Several

from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.reading import QueryError, read_value
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Fact, Program
from regola_compiler.model.types import Handle, HandleType, ListType, Type, UnionType, Value, quoted, show, source
from regola_compiler.model.visitor import phases_in

# A word that needs no quotes where the rules name a piece: `d6` would be a die.
_BARE = re.compile(r"(?!d\d+$)[^\W\d]\w*")
_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|[(),\[\]]|[^"(),\[\]]+')
LONGEST = 1_000


class NotRead(PlayError):  # noqa: N818  it says what is wrong
    """Words that are no move, or no dice, of the game."""


def value_text(value: Value, type_: Type) -> str:
    """A value as the rules write it; a piece by its bare name where that is a word."""
    return piece_text(value) if isinstance(value, Handle) else source(value, type_)


def winner_type(program: Program) -> Type | None:
    """Of what type whoever wins is: a player, a side, or one of several where the game can end in several ways."""
    phases = [phase for sequence in program.sequences.values() for phase in phases_in(sequence)]
    types = list(dict.fromkeys(e.winner.type for phase in phases for e in phase.endings if e.winner is not None))
    if len(types) < 2:
        return types[0] if types else None
    options = (one for type_ in types for one in (type_.options if isinstance(type_, UnionType) else (type_,)))
    return UnionType(tuple(dict.fromkeys(options)))


def piece_text(piece: Handle) -> str:
    """The name of a piece, in quotes where it is no word."""
    return piece.text if _BARE.fullmatch(piece.text) else quoted(piece.text)


def plain_text(value: Value) -> str:
    """A value of which no type is at hand."""
    return value.text if isinstance(value, Handle) else str(value)


def short_name(fact: str) -> str:
    """A name of a phase, a die or a loop without whose it is: `d` of `fire.d`."""
    return last_part(fact)


def fact_text(program: Program, name: str, arguments: Arguments) -> str:
    """A fact of a position as the rules name it: `disc(4, 5)`, `a3.row`, `done mark(_, _) in turn`.

    What the play keeps for itself, such as that an event came about, has a name that no rule can write.
    """
    fact = program.callables.get(name)
    if fact is None:
        return f"{name}({', '.join(map(plain_text, arguments))})" if arguments else name
    values = [value_text(value, p.type) for value, p in zip(arguments, fact.parameters, strict=True)]
    if isinstance(fact, Fact) and fact.of_a_piece:
        return f"{values[0]}.{short_name(name)}"
    if isinstance(fact, Fact) and fact.counts is not None:
        return _counted(name, fact, values)
    return f"{name}({', '.join(values)})" if values else name


def _counted(name: str, fact: Fact, values: Sequence[str]) -> str:
    """The name of a counted deed with values in the place of its keys."""
    found = name
    for parameter, value in zip(fact.parameters, values, strict=True):
        place = re.search(rf"(?<=[(, ]){re.escape(parameter.name)}(?=[,)])", found)
        found = found if place is None else f"{found[: place.start()]}{value}{found[place.end() :]}"
    return found


def move_text(program: Program, move: Move) -> str:
    """A move as one writes it: `mark(1, 1)`, `end turn`, `b is Kiev`."""
    match move:
        case Do(action, arguments):
            parameters = program.callables[action].parameters
            values = [value_text(value, p.type) for value, p in zip(arguments, parameters, strict=True)]
            return f"{action}({', '.join(values)})" if values else action
        case End(phase):
            return f"end {short_name(phase)}"
        case Pick(variable, item):
            fact = program.callables.get(variable)
            shown = str(item) if fact is None else value_text(item, fact.result)
            return f"{short_name(variable)} is {shown}"
        case Offer(inner):
            return f"offer {move_text(program, inner)}"
        case Decline(inner):
            return f"decline {move_text(program, inner)}"
        case _:
            assert_never(move)


def form_text(program: Program, form: Form) -> str:
    """What is to be written of an action that has too many ways to be listed: `shoot(gun, target)`."""
    names = ", ".join(parameter.name for parameter in program.callables[form.action].parameters)
    return f"{form.action}({names})"


def roll_text(program: Program, rolled: Rolled) -> str:
    """Dice as an example tells them: `d is 3, burst(low) is 1`."""
    found = []
    for (name, arguments), value in rolled.items():
        fact = program.callables[name]
        shown = value_text(value, fact.result)
        found.append(f"{_die(program, name, arguments)} is {shown}")
    return ", ".join(found)


def read_move(program: Program, position: Position, text: str, legal: Iterable[Move] = ()) -> Move:
    """The move that somebody writes; one of the legal ones where it reads as one.

    Raises:
        NotRead: if it is none of the game.
    """
    if len(text) > LONGEST:
        raise NotRead(say("this is longer than any move"))
    wanted = squeezed(text)
    for move in legal:
        if squeezed(move_text(program, move)) == wanted:
            return move
    if wish := re.match(r"(offer|decline)\s+(?=\w)", text):
        inner = read_move(program, position, text[wish.end() :])
        if isinstance(inner, Do):
            return Offer(inner) if wish[1] == "offer" else Decline(inner)
    if named := re.fullmatch(r"end\s+(\w+)", text):
        ends = [phase for sequence in program.sequences.values() for phase in phases_in(sequence)]
        if any(phase.name == named[1] for phase in ends):
            return End(named[1])
    if re.match(r"end\b", text):
        raise NotRead(say("there is nothing of this name to end now"))
    name, _, rest = text.partition("(")
    action = program.callables.get(name.strip())
    begun = re.match(r"\w+(?=\s)", name.strip())
    if begun and isinstance(named_action := program.callables.get(begun[0]), Action):
        raise NotRead(_as_written(program, named_action, text[begun.end() :], legal))
    if not isinstance(action, Action):
        actions = [one for one, item in program.callables.items() if isinstance(item, Action)]
        close = nearest(name.strip(), actions)
        known = meant(close, say("there are {listed}", listed=", ".join(actions)) if actions else say("none"))
        if not rest and not close:  # a word of the table, perhaps, in another language
            known = say("{known}; `help` says what else can be typed", known=known)
        raise NotRead(say("`{name}` is no action of the game: {known}", name=name.strip(), known=known))
    words = _arguments(rest) if rest.strip() else []
    if len(words) != len(action.parameters):
        raise NotRead(_as_written(program, action, rest, legal))
    values = [
        read_item(program, position, word, p.type, p.name) for word, p in zip(words, action.parameters, strict=True)
    ]
    move = Do(action.name, tuple(values))
    # In which order somebody names a group does not matter.
    return next((known for known in legal if action.groups and _same(move, known, action)), move)


def _as_written(program: Program, action: Action, said: str, legal: Iterable[Move]) -> str:
    """How an action is written, and a move of it that may be made and has what was said in it, if there is one."""
    shape = form_text(program, Form(action.name, (), ())) if action.parameters else action.name
    moves = (move_text(program, move) for move in legal if isinstance(move, Do) and move.action == action.name)
    parts = re.compile(".*".join(map(re.escape, re.findall(r"\w+", said))))
    close = next(filter(parts.search, moves), "")
    if not close or close == shape:
        return say("write `{value}`", value=shape)
    return say("write `{value}`, such as `{move}`", value=shape, move=close)


def _same(one: Do, other: Move, action: Action) -> bool:
    """Whether two moves are one but for the order in which groups are named."""
    if not isinstance(other, Do) or one.action != other.action:
        return False
    pairs = zip(action.parameters, one.arguments, other.arguments, strict=True)
    return all((Counter(a) == Counter(b) if parameter.name in action.groups else a == b) for parameter, a, b in pairs)


def read_item(program: Program, position: Position, text: str, type_: Type, name: str) -> Value:
    """A value that somebody writes; a piece is one of those that there are.

    Raises:
        NotRead: if it is none of the type.
    """
    if isinstance(type_, UnionType):
        wrong: NotRead | None = None
        for option in type_.options:
            try:
                return read_item(program, position, text, option, name)
            except NotRead as problem:
                wrong = problem
        raise wrong or NotRead(say("`{text}` is no value of `{type}`", text=text, type=type_))
    if isinstance(type_, ListType) and text.startswith("[") and text.endswith("]"):
        words = [part.strip() for part in _split(text[1:-1])] if text[1:-1].strip() else []
        return tuple(read_item(program, position, word, type_.item, name) for word in words)
    if isinstance(type_, HandleType) and type_.individuals:
        word = unquote(text) if text.startswith('"') else text
        found = Handle(type_.name, word)
        pieces = [piece.text for piece in there_are(position, type_.name) if isinstance(piece, Handle)]
        if word not in pieces:
            close = nearest(word, pieces)
            raise NotRead(or_meant(say("there is no `{type}` `{name}`", type=type_.name, name=word), close))
        return found
    try:
        return read_value(program, text, type_, name)
    except QueryError as problem:
        raise NotRead(message_of(problem)) from problem


def read_dice(program: Program, rolls: Sequence[Roll], text: str) -> dict[tuple[str, Arguments], Any]:
    """What somebody says the dice show: `d is 3`, or for dice in their order `3, 5`.

    Raises:
        NotRead: if a die is not told, or shows what it cannot.
    """
    if len(text) > LONGEST * max(1, len(rolls)):
        raise NotRead(say("this is longer than any dice"))
    parts = [part.strip() for part in _split(text) if part.strip()]
    if len(parts) != len(rolls):
        raise NotRead(
            say(
                "{rolls} to be told, {parts} told: write `{sample}`",
                rolls=len(rolls),
                parts=len(parts),
                sample=_sample(program, rolls),
            )
        )
    named = [re.split(r"\s+is\s+|\s*=\s*", part, maxsplit=1) for part in parts]
    found: dict[tuple[str, Arguments], Any] = {}
    by_name = {squeezed(_die(program, roll.fact, roll.arguments)): roll for roll in rolls}
    for place, words in enumerate(named):
        roll = rolls[place] if len(words) == 1 else by_name.get(squeezed(words[0]))
        if roll is None:
            raise NotRead(
                say("`{words}` is not rolled: write `{sample}`", words=words[0], sample=_sample(program, rolls))
            )
        found[roll.fact, roll.arguments] = _shown(program, roll, words[-1])
    if len(found) != len(rolls):
        raise NotRead(say("one is told twice: write `{sample}`", sample=_sample(program, rolls)))
    return {(roll.fact, roll.arguments): found[roll.fact, roll.arguments] for roll in rolls}


def _shown(program: Program, roll: Roll, word: str) -> Any:
    type_ = program.callables[roll.fact].result
    if isinstance(roll.outcomes, Several):
        return _several(program, roll, roll.outcomes, word)
    for value, _ in roll.outcomes:
        if squeezed(value_text(value, type_)) == squeezed(word) or squeezed(show(value, type_)) == squeezed(word):
            return value
    faces = [show(value, type_) for value, _ in roll.outcomes[:8]]
    more = ", …" if len(roll.outcomes) > len(faces) else ""
    raise NotRead(
        say(
            "{die} cannot be `{word}`: {listed}{more}",
            die=_die(program, roll.fact, roll.arguments),
            word=word,
            listed=", ".join(faces),
            more=more,
        )
    )


def _several(program: Program, roll: Roll, dice: Several, word: str) -> Any:
    """What several dice show, in any order: `[2, 5, 1]`."""
    type_ = program.callables[roll.fact].result
    one = type_.item if isinstance(type_, ListType) else type_
    known = {squeezed(value_text(value, one)): place for place, (value, _) in enumerate(dice.sides)}
    parts = [squeezed(part) for part in word.strip().removeprefix("[").removesuffix("]").split(",") if part.strip()]
    if len(parts) != dice.number or not all(part in known for part in parts):
        sample = value_text(dice[0][0], type_) if dice.number <= 20 else f"[{value_text(dice.sides[0][0], one)}, …]"
        raise NotRead(
            say(
                "{die} are {number}: write {sample}",
                die=_die(program, roll.fact, roll.arguments),
                number=dice.number,
                sample=sample,
            )
        )
    return tuple(dice.sides[place][0] for place in sorted(known[part] for part in parts))


def _die(program: Program, name: str, arguments: Arguments) -> str:
    fact = program.callables[name]
    of = [value_text(item, p.type) for item, p in zip(arguments, fact.parameters, strict=True)]
    return f"{short_name(name)}({', '.join(of)})" if of else short_name(name)


def _sample(program: Program, rolls: Sequence[Roll]) -> str:
    first: Mapping[tuple[str, Arguments], Any] = {
        (roll.fact, roll.arguments): roll.outcomes[0][0] for roll in rolls[:4] if roll.outcomes
    }
    return roll_text(program, first) + (", …" if len(rolls) > len(first) else "")


def squeezed(text: str) -> str:
    """Words with no more blanks than tell them apart."""
    return re.sub(r"\s+", " ", re.sub(r"\s*([(),\[\]])\s*", r"\1", text.strip()))


def _split(text: str) -> list[str]:
    """The parts between the commas that stand in no brackets."""
    found, depth = [""], 0
    for part in _PARTS.findall(text):
        depth += (part in "([") - (part in ")]")
        if part == "," and depth == 0:
            found.append("")
        else:
            found[-1] += part
    return found


def _arguments(rest: str) -> list[str]:
    if not rest.rstrip().endswith(")"):
        raise NotRead(say("a bracket is not closed"))
    inside = rest.rstrip()[:-1]
    return [part.strip() for part in _split(inside)] if inside.strip() else []
