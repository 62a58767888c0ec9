"""A name that is known somewhere else in its declaration: told where it is made, and how far it reaches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.checks.blocks import block_at, blocks_of


def told_where_it_ends(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; of an unknown name that a condition of its declaration makes, the help says that it ends there."""
    texts = {source.path: source for source in sources}
    return [
        _told(one, one.missing.name, texts[one.span.path])
        # What is missing is a name as an expression has it, not a field, a type or a phase.
        if one.missing is not None and one.missing.kind == "name" and one.span.path in texts
        else one
        for one in found
    ]


def _told(one: Diagnostic, name: str, source: Source) -> Diagnostic:
    block = block_at(blocks_of(source), one.span.line)
    made = _made(name, block, one.span.line) if block is not None else ""
    if not made:
        return one
    return replace(one, help=say("`{name}` is known within `{made}` alone, and not behind it", name=name, made=made))


def _made(name: str, block: Block, line: int) -> str:
    """The clause of the lines up to one that makes a name; nothing if there is none."""
    lines = block.text.split("\n")[: line - block.line + 1]
    pattern = re.compile(rf"\b(?:any|all|no|count|those|for|each) {re.escape(name)} in \S+(?: where)?")
    return next((f"{match[0]} …" for text in reversed(lines) if (match := pattern.search(text))), "")
