"""A name that its declaration makes elsewhere, or should be asked with: told where it is made, or how it would be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Missing
from regola_dsl.meant.blocks import block_at, block_of, blocks_of
from regola_dsl.meant.game import offered
from regola_dsl.meant.phrases.hints import BY_EVERYBODY
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.resolve.reported.unknown import TO_DECLARE

# What is asked with inputs, how it begins, and how a name of one is written.
_ASKED = re.compile(
    r"(?P<kind>define|assume|modifiers|path|choice|event|action|change) (?P<name>\w+)(?:\((?P<inputs>[^()]*)\))?"
)
# What knows the player of a loop over them.
_PLAYED = frozenset({"sequence", "phase", "action", "rule", "limit"})
# How much further in a line stands than what it belongs to.
_STEP = 2
# So many letters has what is called by a word, and not by the first letter of one.
_WORD = 4
# What is no name for one of the players.
_EVERYBODY = frozenset({"all", "both", "each", "every", "everyone", "everybody", "anyone", "anybody", "either"})
_SMALL = re.compile(r"[^\W\dA-Z]\w{0,11}")


def told_where_it_ends(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; of an unknown name that a condition of its declaration makes, the help says that it ends there."""
    texts = {source.path: source for source in sources}
    return [
        _told(one, one.missing, texts[one.span.path])
        # What is missing is a name as an expression has it, not a field, a type or a phase.
        if one.missing is not None and one.missing.kind == "name" and one.span.path in texts
        else one
        for one in found
    ]


def without_names_of_a_lost_phase(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings without unknown names in an action of a phase that is not known.

    What stands around a phase, and what it is played with, is known in it: while it is not known, no name is missing.
    """
    if not any(one.missing is not None and one.missing.kind == "phase" for one in found):
        return list(found)

    def action_at(one: Diagnostic) -> Block | None:
        block = block_of(one.span, sources)
        return block if block is not None and block.kind == "action" else None

    lost = {
        (one.span.path, block.line)
        for one in found
        if one.missing is not None and one.missing.kind == "phase"
        if (block := action_at(one)) is not None and block.line == one.span.line
    }
    return [
        one
        for one in found
        if one.missing is None
        or one.missing.kind not in {"name", "value"}
        or (block := action_at(one)) is None
        or (one.span.path, block.line) not in lost
    ]


def told_where_a_loop_is_left(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; of a name that a loop makes, or would make, the first says where its line or the loop has to stand.

    The other findings about that name follow from it.
    """
    texts = {source.path: source for source in sources}
    told: list[Diagnostic] = []
    loops: set[str] = set()
    for one in found:
        name = one.missing.name if one.missing is not None and one.missing.kind in {"name", "value"} else ""
        block = block_at(blocks_of(texts[one.span.path]), one.span.line) if name and one.span.path in texts else None
        if name in loops:
            continue
        if block is not None and (loop := _left_loop(name, block, one.span.line)) is not None:
            blanks, head = loop
            help_text = say(
                "indent it by {number} blanks in all: it belongs to `{owner}` above", number=blanks, owner=head
            )
        elif block is not None and (lost := _lost_loop(name, block, one.span.line, found, sources)) is not None:
            players, phase = lost
            head = f"for {name} in {players}"
            help_text = (
                say(BY_EVERYBODY, players=players)
                if name in _EVERYBODY
                else say("write `{loop}` above `{phase}`, and indent the phase below it", loop=head, phase=phase)
            )
        else:
            told.append(one)
            continue
        loops.add(name)
        told.append(replace(one, message=say("unknown name `{name}`", name=name), related=(), help=help_text))
    return told


def _lost_loop(
    name: str, block: Block, line: int, found: Sequence[Diagnostic], sources: Sequence[Source]
) -> tuple[str, str] | None:
    """The players of a loop in which a phase is played by one of them, and that phase; None where it is not so.

    What something else than phases and what is done in them names is no player of a loop.
    """
    named = [one.span for one in found if one.missing is not None and one.missing.name == name]
    blocks = {source.path: blocks_of(source) for source in sources}
    kinds = {at.kind for span in named if (at := block_at(blocks.get(span.path, ()), span.line)) is not None}
    if not kinds <= _PLAYED:
        return None
    here = block.text.split("\n")[line - block.line]
    if block.kind != "sequence" or not re.match(rf" +phase \w+ by {re.escape(name)}\b", here):
        return None
    players = offered(tuple(one.text for source in sources for one in blocks_of(source)))["players"]
    return players, here.strip().split(f" by {name}")[0] + f" by {name}"


def _told(one: Diagnostic, missing: Missing, source: Source) -> Diagnostic:
    block = block_at(blocks_of(source), one.span.line)
    if block is None:
        return one
    name = missing.name
    if (loop := _left_loop(name, block, one.span.line)) is not None:
        blanks, head = loop
        return replace(
            one,
            help=say("indent it by {number} blanks in all: it belongs to `{owner}` above", number=blanks, owner=head),
        )
    if made := _made(name, block, one.span.line):
        return replace(
            one, help=say("`{name}` is known within `{made}` alone, and not behind it", name=name, made=made)
        )
    if one.help == TO_DECLARE and missing.fit and (line := _asked_with(name, missing.fit, block)):
        here = say("write `{line}`, or correct the spelling", line=line)
        whole = say(
            "declare it, `define {name} -> {type}`; or, as an input, {here}", name=name, type=missing.fit, here=here
        )
        return replace(one, help=here if len(name) < _WORD else whole)
    return one


def _asked_with(name: str, type_: str, block: Block) -> str:
    """How a declaration begins that is asked with one thing more; nothing of one that is asked with nothing."""
    begins = _ASKED.match(block.text)
    if begins is None or not _SMALL.fullmatch(name):
        return ""
    before = begins["inputs"] or ""
    return f"{begins['kind']} {begins['name']}({before}{', ' if before else ''}{name}: {type_})"


def _left_loop(name: str, block: Block, line: int) -> tuple[int, str] | None:
    """How far a line is indented that belongs to the loop above it which makes a name, and that loop's line."""
    lines = block.text.split("\n")
    here = lines[line - block.line]
    for text in reversed(lines[: line - block.line]):
        indent = len(text) - len(text.lstrip())
        if re.match(rf" *for {re.escape(name)} in ", text):
            return (indent + _STEP, text.strip()) if len(here) - len(here.lstrip()) <= indent else None
    return None


def _made(name: str, block: Block, line: int) -> str:
    """The clause of the lines up to one that makes a name; nothing if there is none."""
    lines = block.text.split("\n")[: line - block.line + 1]
    pattern = re.compile(rf"\b(?:any|all|no|count|those|for|each) {re.escape(name)} in \S+(?: where)?")
    return next((f"{match[0]} …" for text in reversed(lines) if (match := pattern.search(text))), "")
