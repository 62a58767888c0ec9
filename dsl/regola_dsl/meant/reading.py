"""What was being read where reading stops, in words: the condition of a rule, the type of a field, a line.

It is told by the words on the parser's stack, the last one first; what they open is in a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from regola_dsl.declarations import KINDS
from regola_dsl.lexer import RawToken
from regola_dsl.meant.phrases import ARTICLES
from regola_dsl.parsing.grammar import tables
from regola_dsl.parsing.loop import Stop
from regola_dsl.parsing.tables import GrammarTables

# What a word opens, with what it belongs to in place of {}; those that are no keyword of the grammar are left out.
_OPENS = {
    "when": "the condition of {}",
    "unless": "what stands behind `unless` in {}",
    "where": "the condition behind `where` in {}",
    "if": "the condition behind `if` in {}",
    "then": "what stands behind `then` in {}",
    "else": "what stands behind `else` in {}",
    "match": "a `match` in {}",
    "let": "what a `let` of {} names",
    "requires": "what {} requires",
    "pays": "what {} pays",
    "limit": "a limit of {}",
    "effect": "an effect of {}",
    "becomes": "what something becomes in {}",
    "roll": "a roll of {}",
    "repeat": "how often {} repeats",
    "for": "for what {} is played",
    "phase": "a phase of {}",
    "given": "what {} is given",
    "with": "what {} puts up",
    "do": "what {} does",
    "play": "what {} plays",
    "says": "what a section says in {}",
    "ruling": "the ruling of {}",
    "because": "the reason in {}",
    "among": "among what {} chooses",
    "prefer": "what {} prefers",
    "from": "where {} begins",
    "ends": "where {} ends",
    "never": "where {} never goes",
    "stops": "where {} stops",
    "over": "what {} is over",
    "under": "the variant of {}",
    "to": "what {} is an exception to",
    "by": "who is meant in {}",
    "as": "when {} comes about",
    "on": "what {} is a limit on",
    "beyond": "what holds past the edge of {}",
    "hit": "the hit policy of {}",
    "rising": "how the results of {} run",
    "falling": "how the results of {} run",
    "may": "the action of a statement in {}",
    "must": "the action of a statement in {}",
    "not": "what is not so in {}",
    "->": "the type of {}",
}
BEGINNING = "the beginning of a declaration"
_INSIDE = frozenset({"exception", "phase"})


@cache
def _shifted() -> dict[int, str]:
    """For each state that a terminal leads to, the terminal."""
    known: GrammarTables = tables()
    return {act: terminal for row in known.actions for terminal, act in row.items() if act >= 0}


def reading(queue: Sequence[RawToken], stop: Stop, start: str) -> str:
    """What was being read, in words that stand behind `I was reading`."""
    if start == "expression":
        return "a value"
    if not queue or stop.place == 0:
        return BEGINNING
    kept = [
        (_shifted().get(state, ""), begin)
        for state, begin in zip(stop.states[1:], stop.begins, strict=False)
        if state in _shifted()
    ]
    owner = _owner(queue, kept)
    line = queue[min(stop.place, len(queue) - 1)].line
    for terminal, begin in reversed(kept):
        token = queue[begin]
        if terminal in {"NAME", "STRING", "ANCHORS", "INTEGER"}:
            continue
        if terminal in {"_NL", "_INDENT"}:
            return f"a line of {owner}"
        if token.text in _OPENS and token.line <= line:
            return _OPENS[token.text].format(owner)
        if token.text == "(" and begin and queue[begin - 1].kind == "WORD":
            name = queue[begin - 1].text
            return f"the brackets of `{name}`"
        if token.text in {":", "="} and begin and queue[begin - 1].kind == "WORD":
            return f"the {'type' if token.text == ':' else 'value'} of `{queue[begin - 1].text}`"
    return f"the first line of {owner}" if line == queue[0].line else f"a line of {owner}"


def _owner(queue: Sequence[RawToken], kept: Sequence[tuple[str, int]]) -> str:
    """What the place belongs to: the innermost exception or phase, or else the declaration."""
    for _, begin in reversed(kept):
        if queue[begin].text in _INSIDE and begin + 1 < len(queue) and queue[begin + 1].kind == "WORD":
            return f"`{queue[begin + 1].text}`"
    first = queue[0].text
    named = [
        token
        for token in queue[1:4]
        if token.line == queue[0].line and token.text not in {"after", "of"} and token.text.lower() not in ARTICLES
    ]
    if first in KINDS and named and named[0].kind in {"WORD", "SPELLED"}:
        return f"`{named[0].text}`"
    return f"this `{first}`" if first in KINDS else "a declaration"
