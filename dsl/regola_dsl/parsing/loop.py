"""The parse loop: an LR automaton (Knuth 1965) that builds surface trees as it goes, with nothing in between.

Lark makes the automaton; its own loop builds a tree of everything, which is then turned into ours. Here each reduction
calls the builder's method at once. Reductions that make of one symbol the very same (a number is a product is a
sum …) are passed over together: where they lead depends on two states and a terminal, and is remembered (after
Pager, "Eliminating unit productions from LR parsers", 1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import FunctionType
from typing import Any, TypeAlias

from regola_dsl.builders.declarations import Builder
from regola_dsl.builders.expressions import Token
from regola_dsl.lexer import RawToken
from regola_dsl.parsing.grammar import tables
from regola_dsl.parsing.tables import GrammarRule
from regola_dsl.parsing.words import LEADS, readings, terminal_of
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Name, Operation

END = "$END"
# How many tokens are looked at, at most, behind the one of which it is asked what it is.
AHEAD = max(len(lead) for leads in LEADS.values() for lead in leads)

# A rule as the loop needs it: how many symbols it has, of what, which of them are kept (None for all of them), whether
# a single one stands for the whole, and what is made of them. Tuples, as one is taken apart at each reduction.
_Reduction: TypeAlias = tuple[int, int, tuple[int | None, ...] | None, bool, int, Any]
_INLINE, _PLAIN, _PLACED = range(3)
# What a token is that is no word of the grammar, where it is not what the lexer calls it.
_TERMINALS = {"WORD": "NAME"}


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the grammar stops.

    Attributes:
        place: The number of the token that does not fit; that of all tokens, where they end too early.
        states: The states the parser was in, the last one last.
        known: Whether the token fits the state at first sight, and only what stands further out refuses it.
        begins: For each state but the first, the number of the token at which what led to it begins.
        made: What was made of what led to each of these, where all that was to be read fits: from there it can go on.
    """

    place: int
    states: list[int]
    known: bool
    begins: tuple[int, ...] = ()
    made: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Machine:
    """The grammar's tables with our builder's methods in them, as the loop asks for them.

    `words` has the terminal of each word of the grammar that has but one; `skipped` is where reductions lead that make
    of one symbol the very same: from the state below, the state, and the terminal ahead.
    """

    actions: tuple[dict[str, int], ...]
    gotos: tuple[dict[int, int], ...]
    reductions: tuple[_Reduction, ...]
    units: int
    kept: frozenset[str]
    starts: dict[str, tuple[int, int]]
    words: dict[str, str]
    skipped: dict[tuple[int, int, str], int]


@cache
def _machine() -> _Machine:
    known = tables()
    return _Machine(
        known.actions,
        known.gotos,
        tuple(map(_reduction, known.rules)),
        sum(rule.unit for rule in known.rules),
        known.kept,
        known.starts,
        {word: names[0][0] if len(names) == 1 and names[0][1] is None else "?" for word, names in readings().items()},
        {},
    )


def _reduction(rule: GrammarRule) -> _Reduction:
    parts = None if rule.parts == tuple(range(rule.size)) else rule.parts
    build = None if rule.inline else method_of(rule.name)
    kind = _INLINE if build is None else _PLACED if build.__code__.co_argcount > 2 else _PLAIN
    return rule.size, rule.origin, parts, rule.passes, kind, build


def method_of(name: str) -> FunctionType:
    """The builder's method for a rule: its own, or for those that are operations named after it, the common one."""
    own = getattr(Builder, name, None)
    if isinstance(own, FunctionType):
        return own

    def operation(builder: Builder, parts: list[Any], span: Span) -> Operation:
        return builder.operation(name, parts, span)

    assert isinstance(operation, FunctionType)
    return operation


def parse(  # noqa: PLR0915
    queue: Sequence[RawToken], start: str, builder: Builder, upto: int | None = None, since: Stop | None = None
) -> Any:
    """What `builder` makes of the tokens, read as a `start` of the grammar; a `Stop` where they are none.

    Only the first `upto` tokens are read, if it is given, and the answer is where the parser stands then. What was read
    so, `since` there it goes on, if the same tokens stand before that place, and `AHEAD` behind it.

    It is one function, as a call more for each token would double what it takes.
    """
    machine = _machine()
    actions, gotos, reductions, skipped = machine.actions, machine.gotos, machine.reductions, machine.skipped
    kept, words, lowest, path = machine.kept, machine.words, -machine.units, builder.file
    terminals = _TERMINALS
    state, last = machine.starts[start]
    states, values, begins = [state], list[Any](), list[int]()
    if since is not None:
        states, values, begins = list(since.states), _again(since.made), list(since.begins)
        state = states[-1]
    end = len(queue) if upto is None else upto
    for place in range(0 if since is None else since.place, end + (upto is None)):
        terminal: str | None
        if place == end:
            terminal = END
        else:
            kind, text, line, column, end_line, end_column, anchors = queue[place]
            terminal = words.get(text) or terminals.get(kind, kind)
            if terminal not in actions[state]:
                terminal = terminal_of(kind, text, queue, place, actions[state])
                if terminal is None:
                    return Stop(place, states, known=False, begins=tuple(begins))
        while (act := actions[state].get(terminal)) is not None and act < 0:
            if act >= lowest:
                step = (states[-2], state, terminal)
                if (further := skipped.get(step)) is None:
                    further = skipped[step] = _skip(*step)
                state = states[-1] = further
            else:
                size, origin, chosen, passes, making, build = reductions[~act]
                if size == 1:
                    parts = [values.pop()]
                    states.pop()
                else:
                    parts = values[-size:]
                    del values[-size:], states[-size:], begins[1 - size :]
                if chosen is not None:
                    parts = _chosen(parts, chosen)
                if passes and len(parts) == 1:
                    values.append(parts[0])
                elif making == _PLACED:
                    first, final = queue[begins[-1]], queue[place - 1]
                    values.append(build(builder, parts, Span(path, first[2], first[3], final[4], final[5])))
                elif making == _PLAIN:
                    values.append(build(builder, parts))
                else:
                    values.append(parts)
                state = gotos[states[-1]][origin]
                states.append(state)
            if terminal == END and state == last:
                return values[0]
        if act is None:
            return Stop(place, states, known=True, begins=tuple(begins))
        state = act
        states.append(act)
        begins.append(place)
        if terminal not in kept:
            values.append(None)
        elif terminal == "NAME":
            values.append(Name(text, Span(path, line, column, end_line, end_column)))
        elif terminal == "ANCHORS":
            cited = tuple(Anchor(section, span) for section, span in anchors)
            builder.anchors += cited
            values.append(cited)
        else:
            values.append(Token(terminal, text, Span(path, line, column, end_line, end_column)))
    return Stop(end, states, known=True, begins=tuple(begins), made=tuple(values))


def _again(values: Sequence[Any]) -> list[Any]:
    """The same values, of which the lists may grow."""
    return [_again(value) if isinstance(value, list) else value for value in values]


def _chosen(values: list[Any], parts: tuple[int | None, ...]) -> list[Any]:
    """The values that a rule keeps, in their order, those of a list among them one by one."""
    chosen: list[Any] = []
    for part in parts:
        if part is None:
            chosen.append(None)
        elif part >= 0:
            chosen.append(values[part])
        elif chosen:
            chosen += values[~part]
        else:
            chosen = values[~part]  # a list grows at its end, however long it is
    return chosen


def _skip(below: int, state: int, terminal: str) -> int:
    """The state after all reductions that make of one symbol the very same, one after the other."""
    machine, rules = _machine(), tables().rules
    ends = {last for _, last in machine.starts.values()}
    while (act := machine.actions[state].get(terminal)) is not None and -machine.units <= act < 0:
        state = machine.gotos[below][rules[~act].origin]
        if terminal == END and state in ends:
            break
    return state


def acceptable(states: Sequence[int]) -> list[str]:
    """The terminals that fit after these states for certain: the table alone lists some that fit only elsewhere."""
    return sorted(terminal for terminal in tables().actions[states[-1]] if _fits(list(states), terminal))


def _fits(states: list[int], terminal: str) -> bool:
    """Whether a terminal is shifted after all reductions that it asks for, or ends what is read."""
    known = tables()
    ends = {last for _, last in known.starts.values()}
    while (act := known.actions[states[-1]].get(terminal)) is not None:
        if act >= 0:
            return True
        rule = known.rules[~act]
        del states[-rule.size :]
        states.append(known.gotos[states[-1]][rule.origin])
        if terminal == END and states[-1] in ends:
            return True
    return False
