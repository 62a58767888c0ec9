"""A history written as examples that run: what was done, and what came of it.

An example tells a position and does deeds in it; it has no sequence of play of its own. What phases brought about by
themselves between two deeds is therefore told, as `given` lines. Where that cannot be said, such as of a piece that a
phase took away, the next example begins with the position as it stands there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from regola_dsl.tree import Anchor, anchor_suffix
from regola_dsl.wording import localized, say
from regola_runtime.play import Do, State

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Fact
from regola_compiler.model.types import Handle, Value
from regola_compiler.play.notation import fact_text, move_text, piece_text, roll_text, short_name, value_text
from regola_compiler.play.rules import Playing
from regola_compiler.play.secrets import showing_facts
from regola_compiler.play.table.session import Step

WIDTH = 110
MOST_STATED = 40
Key = tuple[str, tuple[Value, ...]]


@dataclass(slots=True)
class _Example:
    """An example that is being written, and the position that it has come to."""

    lines: list[str] = field(default_factory=list)
    position: Position = field(default_factory=dict)
    begun_with: Position = field(default_factory=dict)
    anchors: dict[str, Anchor] = field(default_factory=dict)
    deeds: int = 0
    impossible: str = ""


def as_examples(
    playing: Playing,
    states: Sequence[State[Position]],
    history: Sequence[Step],
    name: str,
    *,
    ending: Iterable[str] = (),
) -> str:
    """A history as text of the language.

    Args:
        playing: the rules.
        states: the state before each step, and the last.
        history: the steps.
        name: what the example is called; a second one has a number behind it.
        ending: remarks to stand at its end.
    """
    writer = _Writer(playing)
    done: list[_Example] = []
    for state, step in zip(states, history, strict=False):
        if not isinstance(step.move, Do):
            continue
        # What phases did before the first deed is how the example begins.
        given = writer.difference(done[-1].position, state.position) if done else None
        if given is None:
            done.append(writer.begin(state.position))
        elif given:
            writer.tell(done[-1], given)
        writer.do(done[-1], step.move, step)
    done = done or [writer.begin(states[0].position)]
    for one in done:
        writer.state_results(one)
    done[-1].lines += [f"# {line}" for line in ending]
    return "\n".join(
        f"example {name}{f'_{number}' if number > 1 else ''}{anchor_suffix(tuple(one.anchors.values()))}\n"
        + "".join(f"  {line}\n" for line in one.lines)
        for number, one in enumerate(done, 1)
    )


class _Writer:
    def __init__(self, playing: Playing) -> None:
        self.playing, self.program = playing, playing.program
        self.shown = showing_facts(self.program)
        self.lists = {extent_of(info.name): info.name for info in self.program.pieces.values()}

    def begin(self, position: Position) -> _Example:
        """An example in which a position is told from nothing."""
        example = _Example()
        pieces = [piece for type_ in self.lists.values() for piece in there_are(position, type_)]
        own: Position = {}
        for piece in pieces:
            assert isinstance(piece, Handle)
            facts = {key: value for key, value in position.items() if key[1] == (piece,) and self._is_of(key, piece)}
            own.update(facts)
            said = ", ".join(f"{short_name(key[0])}: {self._value(key, value)}" for key, value in facts.items())
            example.lines.append(f"with {piece_text(piece)}: {piece.type}({said})")
        own.update({key: value for key, value in position.items() if key[0] in self.lists})
        example.position = own
        rest = {key: value for key, value in position.items() if key not in own and self._tellable(key[0])}
        self.tell(example, rest)
        example.begun_with = dict(example.position)
        return example

    def difference(self, known: Position, wanted: Position) -> Position | None:
        """What has to be told for one position to become another; None where that cannot be said."""
        given: Position = {}
        for key in dict.fromkeys([*wanted, *known]):
            if known.get(key) == wanted.get(key) and (key in known) == (key in wanted):
                continue
            if key[0] in self.shown:
                continue  # no rule asks what somebody was shown
            if key in wanted and self._tellable(key[0]):
                given[key] = wanted[key]
            elif key in wanted:
                return None
            else:
                default = self._default(wanted, key)
                if default is None and self._told_anew(key[0]):
                    continue
                if default is None or not self._tellable(key[0]):
                    return None
                if default != known[key]:
                    given[key] = default
        return given

    def tell(self, example: _Example, given: Position) -> None:
        """Write what is told, a few facts a line."""
        parts = [self._given(key, value) for key, value in given.items()]
        line = ""
        for part in parts:
            if line and len(line) + len(part) > WIDTH:
                example.lines.append(line)
                line = ""
            line = f"{line}, {part}" if line else f"given {part}"
        if line:
            example.lines.append(line)
        example.position = {**example.position, **given}

    def do(self, example: _Example, move: Do, step: Step) -> None:
        """Write a deed; the example's position is then the one after it."""
        rolled = f" rolling {roll_text(self.program, step.rolled)}" if step.rolled else ""
        line = f"do {move_text(self.program, move)}{rolled}"
        deed = self.playing.engine.rules.deeds[move.action]
        try:
            example.position, _ = deed.do(example.position, move.arguments, step.rolled)
            example.lines.append(line)
        except RuleError:
            example.impossible = line
        example.deeds += 1
        for anchor in self.program.callables[move.action].anchors:
            example.anchors.setdefault(anchor.section, anchor)

    def state_results(self, example: _Example) -> None:
        """Write what the deeds of an example have come to: the facts that are others than at its beginning."""
        if not example.deeds:
            example.lines.append(localized(say("# nothing was done")))
            return
        changed = [
            (key, value)
            for key, value in example.position.items()
            if self._is_state(key[0]) and example.begun_with.get(key) != value
        ]
        example.lines += [self._given(key, value) for key, value in changed[:MOST_STATED]]
        if example.impossible:
            example.lines.append(example.impossible)

    # --- facts ---

    def _is_of(self, key: Key, piece: Handle) -> bool:
        fact = self.program.callables.get(key[0])
        return isinstance(fact, Fact) and fact.owner == piece.type

    def _is_state(self, name: str) -> bool:
        fact = self.program.callables.get(name)
        return isinstance(fact, Fact) and fact.kind == "state"

    def _tellable(self, name: str) -> bool:
        """Whether an example can tell a fact: what limits count and copies of the past have no words."""
        fact = self.program.callables.get(name)
        if not isinstance(fact, Fact) or fact.kind in {"pieces", "shown"}:
            return False
        return fact.kind != "counted" or name.startswith(("done ", "times "))

    def _told_anew(self, name: str) -> bool:
        """Whether a fact is told whenever it is needed, so that what was said of it before does no harm."""
        fact = self.program.callables.get(name)
        return fact is None or (isinstance(fact, Fact) and fact.kind in {"rolled", "entered", "phase", "active"})

    def _default(self, position: Position, key: Key) -> Value | None:
        fact = self.program.callables.get(key[0])
        if not isinstance(fact, Fact) or any(not self._is_there(position, one) for one in key[1]):
            return None
        try:
            found: Value = Interpreter(self.program, position, own=False).call(key[0], list(key[1]))
        except RuleError:
            return None
        return found

    def _is_there(self, position: Position, value: Value) -> bool:
        return (
            not isinstance(value, Handle)
            or extent_of(value.type) not in self.lists
            or value in there_are(position, value.type)
        )

    def _value(self, key: Key, value: Value) -> str:
        return value_text(value, self.program.callables[key[0]].result)

    def _given(self, key: Key, value: Value) -> str:
        name = fact_text(self.program, *key)
        if isinstance(value, bool):
            return name if value else f"not {name}"
        return f"{name} is {self._value(key, value)}"
