"""A phase that stands inside another by its indentation alone: told there, and not at each place that names the outer.

A phase with phases inside is never on itself, so what asks whether it is on names nothing. Where it
has several inside, the question is at fault, and what stands inside is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Label, Severity, name_list
from regola_dsl.meant.blocks import block_at, blocks_of
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.checks.book import text_missing

# The type of all phases, of which one has no value in which others stand.
_PHASES = "Phase"
_PHASE = re.compile(r"^( +)phase +([^\W\d]\w*)")


def told_where_nested(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; those about a phase that is none by itself, as one stands inside it, are one, at that one."""
    left = list(found)
    for one in found:
        if one.missing is None or one.missing.owner != _PHASES or one.weight is not Severity.ERROR:
            continue
        outer = one.missing.name
        inside = list(_inside(outer, sources))
        if len(inside) == 1:
            span = inside[0][0]
            left[left.index(one)] = _told(one, outer, *inside[0])
            left = [other for other in left if other.code != text_missing.CODE or not _together(other, span, sources)]
        elif inside:
            names = name_list([name for _, name in inside], "or")
            told = say("`{outer}` has phases inside it, of which one is on: {names}", outer=outer, names=names)
            left[left.index(one)] = replace(one, help=told)
    return left


def _told(one: Diagnostic, outer: str, span: Span, inner: str) -> Diagnostic:
    return Diagnostic(
        one.code,
        say("`{inner}` stands inside `{outer}`, which is named as a phase of its own", inner=inner, outer=outer),
        span,
        say("inside `{outer}`", outer=outer),
        tuple(Label(place, say("named here")) for place in (one.span, *(label.span for label in one.related))),
        say("indent `{inner}` as `{outer}` is, or name `{inner}` there", inner=inner, outer=outer),
        missing=one.missing,
    )


def _together(one: Diagnostic, span: Span, sources: Sequence[Source]) -> bool:
    """Whether a finding stands in the sequence in which a place is."""
    home = next(source for source in sources if source.path == span.path)
    block = block_at(blocks_of(home), span.line)
    return block is not None and one.span.path == span.path and block.line <= one.span.line <= block.end


def _inside(name: str, sources: Sequence[Source]) -> Iterator[tuple[Span, str]]:
    """The phases right inside one of this name, each with the place where it is called so."""
    for source in sources:
        for block in blocks_of(source):
            if block.text.startswith("sequence "):
                yield from _inside_in(block, name, source.path)


def _inside_in(block: Block, name: str, path: str) -> Iterator[tuple[Span, str]]:
    depth: int | None = None
    own: int | None = None
    for number, text in enumerate(block.text.split("\n"), block.line):
        line = _PHASE.match(text)
        if line is None:
            continue
        indent = len(line[1])
        if own is None or indent <= own:
            if own is not None:
                return
            own = indent if line[2] == name else None
            continue
        depth = indent if depth is None else depth
        if indent == depth:
            yield Span(path, number, line.start(2) + 1, number, line.end(2) + 1), line[2]
