"""A first line that was lost: what stood below it now goes on with the declaration above, past an empty line.

Within a declaration an empty line is seldom left, but in a sequence of play. So where something is wrong below one,
it is said that a declaration of its own may begin there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.meant.blocks import block_at, blocks_of
from regola_dsl.meant.models import BELOW
from regola_dsl.meant.stuck import begun, indent_of
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

# What is long enough to have empty lines in it.
_LONG = frozenset({"sequence", "phase"})


# A line that puts up a piece.
_PUT_UP = re.compile(r" *[^\W\d]\w*: [A-Z]\w*\(")


def told_of_lost_heads(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; the first below an empty line within a declaration says that its first line may be lost."""
    told: list[Diagnostic] = []
    seen: set[tuple[str, int]] = set()
    for one in found:
        source = next((source for source in sources if source.path == one.span.path), None)
        block = block_at(blocks_of(source), one.span.line) if source is not None else None
        begins = _begins(one, source, block) if source is not None and block is not None else 0
        if not begins or block is None or source is None:
            told.append(one)
        elif (source.path, begins) not in seen:
            seen.add((source.path, begins))
            told.append(_with_the_head(one, block, source.text.split("\n")[begins - 1], begins))
    return told


def _begins(one: Diagnostic, source: Source, block: Block) -> int:
    """The line at which something else may begin, above what a finding is about; 0 if there is none."""
    lines = source.text.split("\n")[block.line - 1 : block.end]
    if one.weight is not Severity.ERROR or (
        block.kind in _LONG and not _kinds_below(lines[one.span.line - block.line])
    ):
        return 0
    outermost = next((indent_of(line) for line in lines[1:] if line.strip()), 0)
    for place in range(one.span.line - block.line, 1, -1):
        if lines[place].strip() and not lines[place - 1].strip() and indent_of(lines[place]) == outermost:
            return block.line + place
    return 0


def _kinds_below(line: str) -> list[str]:
    """The kinds of declaration of which one alone has a line that begins so, and a long one has not."""
    word = begun(line.strip())
    kinds = [kind for kind, below in BELOW.items() if word and word in below]
    return kinds if len(kinds) == 1 and kinds[0] not in _LONG else []


def _with_the_head(one: Diagnostic, block: Block, line: str, begins: int) -> Diagnostic:
    """The finding, with what to write where a first line was lost, and the line that would stand below it."""
    kinds = _kinds_below(line) if block.kind in _LONG else [block.kind]
    head = "setup" if _PUT_UP.match(line) else f"{kinds[0]} … @…"
    place = Span(one.span.path, begins, indent_of(line) + 1, begins, len(line.rstrip()) + 1)
    lost = say("if the first line of what stands below the empty line was lost, write it there: `{head}`", head=head)
    return replace(
        one,
        related=(*one.related, Label(place, say("below an empty line"))),
        help=say("{lost}; if it was not, {otherwise}", lost=lost, otherwise=one.help) if one.help else lost,
    )
