"""Indentation: of blocks, of lines that go on below others, of texts and of comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from regola_dsl.layout.lines import STEP, WIDTH, LayoutLine, logical_lines, opens_block
from regola_dsl.layout.spacing import ASKS, CLOSE, OPEN, is_text_at, sign_of
from regola_dsl.lexer import RawToken
from regola_dsl.records import dataclass

_HANG = 4
# A line that begins with one of these belongs to the clause above it.
_JOINS = frozenset({"and", "or"})


@dataclass(frozen=True, slots=True)
class _Frame:
    """A bracket that is open, or the line itself: where what is inside begins, and whether a clause stands there."""

    indent: int
    clause: bool = False


def hung(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with their indentation; texts that go on from others have it from `spoken`."""
    out = list(lines)
    logical = list(logical_lines(lines))
    for order, places in enumerate(logical):
        first = lines[places[0]]
        indent = STEP * first.level
        heads = order + 1 < len(logical) and opens_block(first, lines[logical[order + 1][0]])
        inner = indent + (_HANG if heads else STEP)
        frames = [_Frame(inner)]
        for number, place in enumerate(places):
            line = lines[place]
            if number:
                indent = _continued(line, lines[places[number - 1]].tokens[-1], frames)
                inner = indent + STEP
            for token in line.tokens:
                if sign_of(token) in OPEN:
                    frames.append(_Frame(inner, clause=token is not line.tokens[-1]))
                elif sign_of(token) in CLOSE and len(frames) > 1:
                    frames.pop()
            out[place] = replace(line, indent=indent)
    return out


def _continued(line: LayoutLine, last: RawToken, frames: list[_Frame]) -> int:
    """The indentation of a line that goes on behind the token `last`; notes a clause that begins with it."""
    first = line.tokens[0]
    closing = sum(1 for _ in takewhile(lambda token: sign_of(token) in CLOSE, line.tokens))
    if closing:
        opened = frames[1:][-closing:]
        # Never at the beginning of the line, where a declaration would begin.
        return max(opened[0].indent - STEP, STEP) if opened else frames[0].indent
    frame = frames[-1]
    if sign_of(last) in OPEN or sign_of(last) == ",":
        frames[-1] = replace(frame, clause=False)
        return frame.indent
    asked = (last.kind == "OPERATOR" and sign_of(last) not in CLOSE) or last.text in ASKS
    if asked or first.kind == "OPERATOR" or first.text in _JOINS:
        return frame.indent + (STEP if frame.clause else 0)
    frames[-1] = replace(frame, clause=True)
    return frame.indent


def spoken(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with each text that goes on from another below the first one."""
    out = list(lines)
    for places in logical_lines(lines):
        below: int | None = None
        base = STEP * lines[places[0]].level
        for place in places:
            line = out[place]
            first = next((i for i in range(len(line.tokens)) if is_text_at(line.tokens, i)), None)
            if line.goes_on and first == 0:
                length = line.end() - line.indent
                fits = below is not None and below + length <= WIDTH
                # Below a text that begins the line it would begin a line of its own.
                indent = base + STEP if below is None or below == base else below if fits else base + _HANG
                line = out[place] = replace(line, indent=indent)
            if below is None and first is not None:
                below = line.column(first)
    return out


def noted(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with each comment level with the line it stands above.

    One that was indented deeper belongs to the end of the block above it, and stays there.
    """
    out = list(lines)
    blocks: list[int] = []  # how far the lines around the last one, and itself, were indented
    home = -1
    following = _following(lines)
    for place, line in enumerate(lines):
        if line.kept or line.code:
            home = line.home
            if not line.goes_on:
                blocks = [*blocks[: line.level], line.written]
        elif line.comment:
            deepest = max((level for level, indent in enumerate(blocks) if indent <= line.written), default=0)
            after = following[place]
            if after is not None and after.home == home and home >= 0:
                deeper = line.written > after.written and not after.goes_on and after.level < len(blocks)
                indent = max(after.indent, STEP * deepest) if deeper else after.indent
            else:
                indent = STEP * max(1, deepest) if line.written and home >= 0 else 0
            out[place] = replace(line, indent=indent)
    return out


def _following(lines: Sequence[LayoutLine]) -> list[LayoutLine | None]:
    """For each line the next one with code."""
    out: list[LayoutLine | None] = []
    after: LayoutLine | None = None
    for line in reversed(lines):
        out.append(after)
        after = line if line.code or line.kept else after
    return out[::-1]
