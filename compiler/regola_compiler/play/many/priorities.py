"""One line of a policy: which moves, under which condition, and which of them first.

A line is the name of an action, `end`, `end PHASE` or a whole move, and may say more: only where a condition holds,
only from a round on, and of several moves that with the least or the most of something. What it says is an expression
of the rules, which speaks of what the action is done with by the names of its parameters:

    - do: take_as_loss
      least: price(u.kind)
    - do: retreat
      from_round: 3
      of: battle_rounds
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Final

from regola_dsl.diagnostics import nearest, or_meant
from regola_dsl.parser import parse_expression
from regola_dsl.source import Span
from regola_dsl.wording import say
from regola_runtime.play import Do, End, Move, Offer, Pick, PlayError

from regola_compiler.evaluate.reading import scope_of
from regola_compiler.model.program import Action, Expr, Program
from regola_compiler.model.types import BOOL
from regola_compiler.model.visitor import phases_in
from regola_compiler.play.notation import move_text, short_name
from regola_compiler.resolve.values.comparisons import has_order
from regola_compiler.resolve.values.expressions import resolve

# The keys of a line that are expressions of the rules.
ASKED: Final = ("when", "least", "most")


class BadPolicy(PlayError):  # noqa: N818  it says what is wrong
    """Priorities that name what the game does not have; `place` is which, from 0, `key` the part of it."""

    def __init__(self, message: str, place: int, key: str = "") -> None:
        super().__init__(message)
        self.place, self.key = place, key


@dataclass(frozen=True, slots=True)
class Priority:
    """One line of a policy, as it is written.

    Attributes:
        do: The name of an action, `end`, `end PHASE`, or a whole move with `_` for any value.
        when: A condition under which it is done; always without.
        least: Of several such moves the one with the least of this.
        most: The one with the most.
        from_round: The first round in which it is done, counted from 1, of the phase `of` that is repeated.
        of: That phase.
    """

    do: str
    when: str = ""
    least: str = ""
    most: str = ""
    from_round: int = 0
    of: str = ""

    def fits(self, move: Move, program: Program) -> bool:
        """Whether a move is one of these."""
        return _fits(self.do, move, program)


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was held against the rules: what it asks, by its keys."""

    priority: Priority
    asked: Mapping[str, Expr]

    @classmethod
    def of(cls, program: Program, priority: Priority, place: int = 0) -> Line:
        """A line held against the rules.

        Raises:
            BadPolicy: if it names what there is not, or asks what is none of the rules.
        """
        known = _Words(program)
        known.require(priority.do, place)
        if priority.of and priority.of not in known.phases:
            wrong = say("there is no phase `{name}`", name=priority.of)
            raise BadPolicy(or_meant(wrong, nearest(priority.of, [*known.phases])), place, "of")
        if bool(priority.of) != bool(priority.from_round):
            raise BadPolicy(say("`from_round` and `of` go together: the round, and the phase that is repeated"), place)
        action = program.callables.get(priority.do.partition("(")[0].strip())
        item = action if isinstance(action, Action) else None
        texts = {key: text for key in ASKED if (text := getattr(priority, key))}
        return cls(priority, {key: _expression(program, item, key, text, place) for key, text in texts.items()})


class _Words:
    """What a line may name in a game."""

    def __init__(self, program: Program) -> None:
        phases = [phase for sequence in program.sequences.values() for phase in phases_in(sequence)]
        self.actions = [name for name, item in program.callables.items() if isinstance(item, Action)]
        self.phases = list(dict.fromkeys(short_name(phase.name) for phase in phases if phase.name))
        self.picks = [short_name(phase.bound) for phase in phases if phase.bound]
        self.ends = ["end", *(f"end {name}" for name in (*self.phases, *self.picks))]

    def require(self, words: str, place: int) -> None:
        """Hold that words are something that can be done."""
        name = re.sub(r"^(offer|decline)\s+", "", words.partition("(")[0].strip())
        pick = re.split(r"\s+is\s+", words)[0].strip()
        if name in self.actions or words in self.ends or pick in self.picks:
            return
        wrong = say("`{words}` is nothing that can be done", words=words)
        close = nearest(name, [*self.actions, *self.ends, *self.picks])
        if close is not None:
            raise BadPolicy(or_meant(wrong, close), place)
        names = ", ".join(self.actions) or say("no actions")
        raise BadPolicy(say("{wrong}: there are {names}", wrong=wrong, names=names), place)


def _expression(program: Program, action: Action | None, key: str, text: str, place: int) -> Expr:
    """An expression of a line, with the parameters of its action as names."""
    scope = scope_of(program)
    for parameter in action.parameters if action is not None else ():
        scope = scope.plus(parameter.name, parameter.type)
    parsed, found = parse_expression(text, Span(text, 1, 1, 1, len(text) + 1))
    asked = None if parsed is None else resolve(parsed, scope)
    found = (*found, *scope.names.finish())
    if asked is None or found:
        why = found[0].message if found else say("it cannot be read")
        named = ", ".join(f"`{parameter.name}`" for parameter in action.parameters) if action is not None else ""
        wrong = say("`{text}` is nothing the rules can be asked: {why}", text=text, why=why)
        if action is not None and named:
            wrong = say("{wrong} (the names of `{action}` are {names})", wrong=wrong, action=action.name, names=named)
        raise BadPolicy(wrong, place, key)
    if key == "when" and asked.type != BOOL:
        raise BadPolicy(say("`{text}` is no condition: it neither holds nor fails", text=text), place, key)
    if key != "when" and not has_order(asked.type):
        raise BadPolicy(
            say("`{text}` has neither least nor most: it is no number and no value of a scale", text=text), place, key
        )
    return asked


def priorities_of(written: Sequence[str | Mapping[str, Any]]) -> tuple[Priority, ...]:
    """Lines as a file has them: a text is what is done, a mapping may say more."""
    return tuple(Priority(one) if isinstance(one, str) else _priority(one) for one in written)


def _priority(written: Mapping[str, Any]) -> Priority:
    texts = {key: str(written.get(key, "")) for key in ("do", *ASKED, "of")}
    return Priority(**texts, from_round=int(written.get("from_round", 0)))


def _fits(words: str, move: Move, program: Program) -> bool:
    match move:
        case Offer(inner) if _fits(words, inner, program):
            return True  # who wants something done offers it where others have to agree
        case Do(action) if words == action:
            return True
        case End() if words == "end":
            return True
        case Pick(variable) if words == short_name(variable):
            return True
        case _:
            text = re.sub(r"\s+", "", move_text(program, move))
            # A glob of our own making: every sign stands for itself, but `_` where a value would be.
            pattern = re.sub(r"(?<=[(,])_(?=[,)])", "*", re.sub(r"([\[\]?*])", r"[\1]", re.sub(r"\s+", "", words)))
            return fnmatchcase(text, pattern)
