"""What was being read where reading stops, in words: the condition of a rule, the type of a field, a line.

It is told by the words on the parser's stack, the last one first; what they open is in a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from regola_dsl.declarations import KINDS
from regola_dsl.lexer import RawToken
from regola_dsl.meant.instead import ARTICLES
from regola_dsl.parsing.grammar import tables
from regola_dsl.parsing.loop import Stop
from regola_dsl.parsing.tables import GrammarTables
from regola_dsl.wording import later, say

# What a word opens, with what it belongs to in place of {owner}; those that are no keyword of the grammar are left out.
_OPENS = {
    "when": later("the condition of {owner}"),
    "unless": later("what stands behind `unless` in {owner}"),
    "where": later("the condition behind `where` in {owner}"),
    "if": later("the condition behind `if` in {owner}"),
    "then": later("what stands behind `then` in {owner}"),
    "else": later("what stands behind `else` in {owner}"),
    "match": later("a `match` in {owner}"),
    "let": later("what a `let` of {owner} names"),
    "requires": later("what {owner} requires"),
    "pays": later("what {owner} pays"),
    "limit": later("a limit of {owner}"),
    "effect": later("an effect of {owner}"),
    "becomes": later("what something becomes in {owner}"),
    "roll": later("a roll of {owner}"),
    "repeat": later("how often {owner} repeats"),
    "for": later("for what {owner} is played"),
    "phase": later("a phase of {owner}"),
    "given": later("what {owner} is given"),
    "with": later("what {owner} puts up"),
    "do": later("what {owner} does"),
    "play": later("what {owner} plays"),
    "says": later("what a section says in {owner}"),
    "ruling": later("the ruling of {owner}"),
    "because": later("the reason in {owner}"),
    "among": later("among what {owner} chooses"),
    "prefer": later("what {owner} prefers"),
    "from": later("where {owner} begins"),
    "ends": later("where {owner} ends"),
    "never": later("where {owner} never goes"),
    "stops": later("where {owner} stops"),
    "over": later("what {owner} is over"),
    "under": later("the variant of {owner}"),
    "to": later("what {owner} is an exception to"),
    "by": later("who is meant in {owner}"),
    "as": later("when {owner} comes about"),
    "on": later("what {owner} is a limit on"),
    "beyond": later("what holds past the edge of {owner}"),
    "hit": later("the hit policy of {owner}"),
    "rising": later("how the results of {owner} run"),
    "falling": later("how the results of {owner} run"),
    "may": later("the action of a statement in {owner}"),
    "must": later("the action of a statement in {owner}"),
    "not": later("what is not so in {owner}"),
    "->": later("the type of {owner}"),
}
BEGINNING = later("the beginning of a declaration")
_INSIDE = frozenset({"exception", "phase"})


@cache
def _shifted() -> dict[int, str]:
    """For each state that a terminal leads to, the terminal."""
    known: GrammarTables = tables()
    return {act: terminal for row in known.actions for terminal, act in row.items() if act >= 0}


def reading(queue: Sequence[RawToken], stop: Stop, start: str) -> str:
    """What was being read, in words that stand behind `I was reading`."""
    if start == "expression":
        return say("a value")
    if not queue or stop.place == 0:
        return say(BEGINNING)
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
            return say("a line of {owner}", owner=owner)
        if token.text in _OPENS and token.line <= line:
            return say(_OPENS[token.text], owner=owner)
        if token.text == "(" and begin and queue[begin - 1].kind == "WORD" and _is_open(queue, begin, stop.place):
            name = queue[begin - 1].text
            return say("the brackets of `{name}`", name=name)
        if token.text == "=" and (name := _given_a_value(queue, begin)):
            return say("the value of `{name}`", name=name)
        if token.text == ":" and begin and queue[begin - 1].kind == "WORD":
            return say("the type of `{name}`", name=queue[begin - 1].text)
    if line == queue[0].line:
        return say("the first line of {owner}", owner=owner)
    return say("a line of {owner}", owner=owner)


def _is_open(queue: Sequence[RawToken], begin: int, place: int) -> bool:
    """Whether a bracket is not closed before a place."""
    signs = [token.text for token in queue[begin:place]]
    return signs.count("(") > signs.count(")")


def _given_a_value(queue: Sequence[RawToken], equals: int) -> str:
    """What stands before `=`: the name before its type, if that is there, past the brackets of its inputs."""
    line = [token for token in queue[:equals] if token.line == queue[equals].line]
    depth = 0
    for at in range(len(line) - 1, 0, -1):
        depth += {")": 1, "(": -1}.get(line[at].text, 0)
        if depth == 0 and line[at].text == ":":
            before = at - 1
            while before and line[at - 1].text == ")" and line[before].text != "(":
                before -= 1
            named = line[before - 1] if line[before].text == "(" else line[before]
            return named.text if named.kind == "WORD" else ""
    return line[-1].text if line and line[-1].kind == "WORD" else ""


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
    return say("this `{kind}`", kind=first) if first in KINDS else say("a declaration")
